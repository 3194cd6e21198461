// Runs all tests: compiles them, starts a local server, and a server without Horizon for stellar-rpc.test.ts, and prints TAP.
//
//   node test/run.mjs [PATTERN…]    PATTERN: names of test files without `.test.ts`; default: all
//
// The server is ../../target/debug/wallet-cloud, or WALLET_TEST_SERVER.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const run = (file, ...options) => {
  const { status } = spawnSync(process.execPath, [join(root, file), ...options], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};

for (const folder of ["dist", "build"]) rmSync(join(root, folder), { recursive: true, force: true });
run("scripts/generate.mjs");
run("node_modules/typescript/bin/tsc", "-p", "tsconfig.json");
run("scripts/commonjs.mjs");
run("node_modules/typescript/bin/tsc", "-p", "tsconfig.test.json");

const binary = process.env.WALLET_TEST_SERVER ?? join(root, "../../target/debug/wallet-cloud");
if (!existsSync(binary)) {
  console.error(`no local server: build it with cargo build, or set WALLET_TEST_SERVER`);
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), "wallet-client-"));

/** Stops the blocks that the sandbox makes from time to time: a payment is pending until a test mines. */
async function stopBlocks(baseUrl, chain) {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ chain, on: false });
  const response = await fetch(`${baseUrl}/sandbox/v1/automatic-blocks`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
}

/** Starts a local server with further options; resolves with the variables for the tests. */
async function startServer(further) {
  const { CHAINS } = await import("../dist/index.js");
  const livenet = Object.fromEntries(CHAINS.map(({ chain }) => [`WALLET_CLOUD_UPSTREAM_${chain.toUpperCase()}_LIVENET`, "none"]));
  const options = ["--listen", "127.0.0.1:0", ...further];
  // All tests have one caller.
  const unlimited = { WALLET_CLOUD_UPSTREAM_REQUESTS_PER_MINUTE: "0" };
  const env = { ...process.env, ...livenet, ...unlimited, WALLET_CLOUD_LOG: "error" };
  const server = spawn(binary, options, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  for await (const chunk of server.stdout) {
    output += chunk;
    const baseUrl = /Base URL\s+(\S+)/.exec(output)?.[1];
    const merchantKey = /Merchant key\s+(\S+)/.exec(output)?.[1];
    if (!output.includes("curl") || !baseUrl || !merchantKey) continue;
    await Promise.all(CHAINS.filter(({ chain }) => chain !== "xlm").map(({ chain }) => stopBlocks(baseUrl, chain)));
    return { server, baseUrl, merchantKey };
  }
  throw new Error(`the server did not start: ${output}`);
}

const selected = process.argv.slice(2);
const files = readdirSync(join(root, "build/test"))
  .filter((file) => file.endsWith(".test.js"))
  .filter((file) => selected.length === 0 || selected.some((name) => file.startsWith(`${name}.`)))
  .map((file) => join(root, "build/test", file));
const servers = [startServer(["--data", folder])];
if (files.some((file) => file.endsWith("stellar-rpc.test.js"))) servers.push(startServer(["--ephemeral", "--stellar-rpc-only"]));
const started = await Promise.all(servers);
const variables = started.flatMap(({ baseUrl, merchantKey }, index) => {
  const name = ["LOCAL", "STELLAR_RPC"][index];
  return [[`${name}_SERVER_URL`, baseUrl], [`${name}_SERVER_MERCHANT_KEY`, merchantKey]];
});
// Before Node 22, the global WebSocket needs the flag.
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --experimental-websocket`;
const env = { ...process.env, NODE_OPTIONS, ...Object.fromEntries(variables) };
// One file at a time, since the tests of all files mine blocks of the same chains.
const options = ["--test", "--test-concurrency=1", "--test-timeout=600000", "--test-reporter=tap", ...files];
const tests = spawn(process.execPath, options, { env, cwd: root, stdio: "inherit" });
const status = await new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
for (const { server } of started) {
  const ended = new Promise((resolve) => server.on("exit", resolve));
  server.kill();
  await ended;
}
rmSync(folder, { recursive: true, force: true });
process.exit(status);
