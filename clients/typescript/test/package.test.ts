import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { baseUrl, merchantKey, newUser, packageRoot, session } from "./support/local.js";

const run = promisify(execFile);

/** Bundles a module that re-exports `names`, as an app for browsers does. */
async function bundle(entry: string, names = "*"): Promise<{ gzipped: number; inputs: string[] }> {
  const contents = `export ${names === "*" ? "*" : `{ ${names} }`} from "@wallet-cloud/client${entry}";`;
  const stdin = { contents, resolveDir: packageRoot() };
  const options = { bundle: true, minify: true, format: "esm", platform: "browser", write: false, metafile: true } as const;
  const { outputFiles, metafile } = await build({ ...options, stdin });
  return { gzipped: gzipSync(outputFiles[0]!.contents).length, inputs: Object.keys(metafile.inputs) };
}

test("the client has at most 64 KiB gzipped, without curves", async () => {
  const { gzipped, inputs } = await bundle("");
  console.log(`# @wallet-cloud/client: ${(gzipped / 1024).toFixed(1)} KiB gzipped`);
  assert.ok(gzipped <= 64 * 1024, `${gzipped} bytes`);
  assert.deepEqual(inputs.filter((path) => /@noble\/(secp256k1|ed25519)|@scure\/bip/.test(path)), []);
});

test("unused functions are dropped from a bundle", async () => {
  const [all, one, amounts] = await Promise.all([bundle(""), bundle("", "createClient, prepareXlm"), bundle("", "formatAmount")]);
  console.log(`# prepareXlm: ${(one.gzipped / 1024).toFixed(1)} KiB gzipped, formatAmount: ${amounts.gzipped} bytes`);
  assert.ok(one.gzipped < 0.85 * all.gzipped, `${one.gzipped} of ${all.gzipped}`);
  assert.ok(amounts.gzipped < 1500, `${amounts.gzipped} bytes`);
});

test("no module needs Node: every entry can be bundled for browsers", async () => {
  for (const entry of ["", "/signers", "/hd", "/eth"]) {
    const { inputs } = await bundle(entry);
    assert.ok(inputs.length > 1);
    assert.deepEqual(inputs.filter((path) => path.startsWith("node:") || path.includes("browser-external")), []);
  }
});

test("the tarball has the compiled modules, their types, README and LICENSE", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: packageRoot() });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const commonJs = paths.filter((path) => path.startsWith("dist/cjs/"));
  const modules = paths.filter((path) => path.startsWith("dist/") && !commonJs.includes(path));
  const others = paths.filter((path) => !path.startsWith("dist/"));
  assert.deepEqual(others.sort(), ["LICENSE", "README.md", "package.json"]);
  assert.ok(modules.every((path) => path.endsWith(".js") || path.endsWith(".d.ts")), modules.join());
  for (const entry of ["index", "signers", "hd", "eth"]) {
    for (const suffix of ["js", "d.ts"]) assert.ok(modules.includes(`dist/${entry}.${suffix}`), entry);
  }
  // Every module with its types, and nothing of an older build.
  const names = (suffix: string) => modules.filter((path) => path.endsWith(suffix)).map((path) => path.slice(0, -suffix.length));
  assert.deepEqual(names(".d.ts").sort(), names(".js").sort());
  // CommonJS: the same types, and an entry for each import.
  const types = commonJs.filter((path) => path.endsWith(".d.ts")).map((path) => path.replace("dist/cjs/", "dist/"));
  assert.deepEqual(types.sort(), modules.filter((path) => path.endsWith(".d.ts")).sort());
  const entries = Object.keys(exported()).map((entry) => `dist/cjs/${entry.slice(2) || "index"}.js`);
  const rest = commonJs.filter((path) => !path.endsWith(".d.ts"));
  assert.deepEqual(rest.sort(), [...entries, "dist/cjs/package.json"].sort());
});

/** Returns the entries of the package apart from the manifest. */
function exported(): Record<string, unknown> {
  const { exports } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  const { "./package.json": _, ...entries } = exports;
  return entries;
}

test("require returns the modules of import, so that an app has each class once", async () => {
  const require = createRequire(join(packageRoot(), "package.json"));
  for (const entry of Object.keys(exported())) {
    const name = `@wallet-cloud/client${entry.slice(1)}`;
    const [required, imported] = [require(name), await import(name)];
    assert.ok(Object.keys(imported).length > 0, name);
    for (const [key, value] of Object.entries(imported)) assert.equal(required[key], value, `${name} ${key}`);
  }
});

test("the licence is that of the repository", () => {
  const read = (path: string) => readFileSync(join(packageRoot(), path), "utf8");
  assert.equal(read("LICENSE"), read("../../LICENSE"));
});

/** Compiles a program and runs it until its end; returns its output. */
async function runProgram(name: string, code: string, env: Record<string, string>): Promise<string> {
  const folder = join(packageRoot(), "build/readme", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "program.ts"), code);
  const options = { noEmit: false, declaration: false, rootDir: ".", outDir: "out", types: ["node"] };
  const config = { extends: "../../../tsconfig.json", compilerOptions: options, include: ["program.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(packageRoot(), "node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, "-p", folder], { cwd: packageRoot() }).catch((error: { stdout: string }) => assert.fail(error.stdout));
  return (await run(process.execPath, [join(folder, "out/program.js")], { env: { ...process.env, ...env }, cwd: packageRoot() })).stdout;
}

/** Returns the examples below a heading of the README. */
function examples(heading: string): string[] {
  const readme = readFileSync(join(packageRoot(), "README.md"), "utf8");
  const section = readme.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
}

test("the first payment of the README compiles and is confirmed", async () => {
  const [snippet] = examples("First payment");
  assert.ok(snippet !== undefined && snippet.includes("http://127.0.0.1:9000"));
  const stdout = await runProgram("payment", snippet.replace("http://127.0.0.1:9000", baseUrl()), { MERCHANT_KEY: merchantKey() });
  assert.match(stdout, /amount: '250000'/);
  assert.match(stdout, /confirmed 1\n$/);
});

test("the notifications of the README compile, are followed and verified", async () => {
  const [follow, receive] = examples("Notifications");
  assert.ok(follow !== undefined && receive !== undefined);
  const setup = `
import { fixedToken, WalletCloud } from "@wallet-cloud/client";
import { createMnemonic, HdWallet } from "@wallet-cloud/client/hd";
const hd = await HdWallet.fromMnemonic(createMnemonic());
const wallet = new WalletCloud({ baseUrl: process.env.BASE_URL!, session: fixedToken(process.env.TOKEN!), network: "testnet" });
const [namespace, stored, controller] = ["random", { cursor: "" }, new AbortController()];
const { signal } = controller;
const { log } = console;
console.log = (...parts) => {
  log(...parts);
  if (parts[1] === "confirmed") controller.abort();
};
const pay = async (path: string, body: object) => {
  await fetch(\`\${process.env.BASE_URL}/sandbox/v1/\${path}\`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
};
// After the subscription: the request is created at once, and the payment follows the response.
const subscribe = wallet.notifications.subscribe;
(wallet.notifications as { subscribe: typeof subscribe }).subscribe = async (query) => {
  const results = await subscribe(query);
  await pay("faucet", { chain: "btc", address: hd.account("btc", { network: "testnet" }).address(0).address, amount: "4321" });
  await pay("mine", { chain: "btc" });
  return results;
};
`;
  const device = session({ permissions: ["notify"] });
  await device.establish([(await newUser()).securityToken]);
  const token = await device.getPermissionToken();
  const stdout = await runProgram("follow", setup + follow, { BASE_URL: baseUrl(), TOKEN: token });
  assert.match(stdout, /^btc confirmed 4321$/m);

  const deliver = `
import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
await new Promise<void>((resolve) => void receiver.listen(0, "127.0.0.1", resolve));
const body = JSON.stringify({ id: "e1", sequence: 7, subscription: "s" });
const at = String(Math.floor(Date.now() / 1000));
const key = Buffer.from(process.env.WEBHOOK_SECRET!.slice(6), "base64");
const signature = \`v1,\${createHmac("sha256", key).update(\`e1.\${at}.\${body}\`).digest("base64")}\`;
const headers = { "webhook-id": "e1", "webhook-timestamp": at, "webhook-signature": signature };
for (const content of [body, "{}"]) {
  const response = await fetch(\`http://127.0.0.1:\${(receiver.address() as AddressInfo).port}\`, { method: "POST", headers, body: content });
  console.log(response.status);
}
receiver.closeAllConnections();
receiver.close();
`;
  const received = await runProgram("receive", receive + deliver, { WEBHOOK_SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" });
  assert.equal(received, "7 e1\n204\n400\n");
});
