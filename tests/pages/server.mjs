// A local server for the tests of pages, as `cargo run` starts it: `target/debug/wallet-cloud`, without stored state.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export const program = new URL("../../target/debug/wallet-cloud", import.meta.url).pathname;

// The chains whose public livenet servers must not be contacted.
const coins = JSON.parse(readFileSync(new URL("../../shared/assets/data/catalogue/coins.json", import.meta.url), "utf8"));
const livenet = Object.fromEntries(coins.map(({ chain }) => [`WALLET_CLOUD_UPSTREAM_${chain.toUpperCase()}_LIVENET`, "none"]));

// Starts a server, with further settings in `env` and further options, and returns its base URL, its merchant key, the first URL of the sandbox by chain, and a
// function that stops the server. Without a data folder in the options the server stores nothing.
export async function startServer(env = {}, options = []) {
  const storage = options.includes("--data") ? [] : ["--ephemeral"];
  const child = spawn(program, [...storage, "--listen", "127.0.0.1:0", ...options], {
    env: { ...process.env, ...livenet, WALLET_CLOUD_LOG: "warn", WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const values = {};
  const endpoints = {};
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^ {2}(Base URL|Merchant key) +(\S+)$/.exec(line) ?? [];
    if (name) values[name] = value;
    const [, chain, url] = /^ {4}(\S+) +\S+ +(http\S+)/.exec(line) ?? [];
    if (chain) endpoints[chain] ??= url;
    if (line.startsWith("  Livenet ")) break;
  }
  const baseUrl = values["Base URL"];
  if (!baseUrl) throw new Error("the server did not start");
  child.stdout.resume();
  const stop = async () => {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  };
  return { baseUrl, merchantKey: values["Merchant key"], endpoints, stop };
}
