// The committed build of the wallet page is that of its sources.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const folder = new URL("../../clients/wallet/", import.meta.url);
const path = (name) => new URL(name, folder).pathname;
const isInstalled = ["", "../typescript/"].every((client) => existsSync(path(`${client}node_modules/.installed`)));
const committed = () => Object.fromEntries(readdirSync(path("dist")).sort().map((name) => [name, readFileSync(path(`dist/${name}`), "utf8")]));

// The maximum size of the script as a browser loads it from a server that compresses.
const MAX_SCRIPT = 110 * 1024;

test("the committed build is that of the sources", { skip: !isInstalled && "NOT RUN: build of the wallet page: its packages are not installed" }, () => {
  const before = committed();
  const target = new URL("../../target/wallet-page/", import.meta.url).pathname;
  execFileSync("npm", ["run", "--silent", "check"], { cwd: path("."), stdio: "inherit" });
  execFileSync("npx", ["vite", "build", "--logLevel", "warn", "--emptyOutDir", "--outDir", target], { cwd: path("."), stdio: "inherit" });
  const names = readdirSync(target).sort();
  assert.deepEqual(names, Object.keys(before));
  for (const name of names) {
    assert.ok(readFileSync(target + name, "utf8") === before[name], `${name} differs: run npm run build in clients/wallet`);
  }
});

test("the script is small", () => {
  const size = gzipSync(committed()["wallet.js"]).length;
  assert.ok(size > 10_000 && size < MAX_SCRIPT, `${size} bytes`);
});
