import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { baseUrl, merchantKey, packageRoot } from "./support/local.js";

const run = promisify(execFile);

/** Bundles a module that re-exports `names`, as an app for browsers does. */
async function bundle(entry: string, names = "*"): Promise<{ gzipped: number; inputs: string[] }> {
  const contents = `export ${names === "*" ? "*" : `{ ${names} }`} from "@wallet-cloud/client${entry}";`;
  const stdin = { contents, resolveDir: packageRoot() };
  const options = { bundle: true, minify: true, format: "esm", platform: "browser", write: false, metafile: true } as const;
  const { outputFiles, metafile } = await build({ ...options, stdin });
  return { gzipped: gzipSync(outputFiles[0]!.contents).length, inputs: Object.keys(metafile.inputs) };
}

test("the client has at most 60 KiB gzipped, without curves", async () => {
  const { gzipped, inputs } = await bundle("");
  console.log(`# @wallet-cloud/client: ${(gzipped / 1024).toFixed(1)} KiB gzipped`);
  assert.ok(gzipped <= 60 * 1024, `${gzipped} bytes`);
  assert.deepEqual(inputs.filter((path) => path.includes("@noble/curves") || path.includes("@scure/bip")), []);
});

test("unused functions are dropped from a bundle", async () => {
  const [all, one, amounts] = await Promise.all([bundle(""), bundle("", "createClient, prepareXlm"), bundle("", "formatAmount")]);
  console.log(`# prepareXlm: ${(one.gzipped / 1024).toFixed(1)} KiB gzipped, formatAmount: ${amounts.gzipped} bytes`);
  assert.ok(one.gzipped < 0.85 * all.gzipped, `${one.gzipped} of ${all.gzipped}`);
  assert.ok(amounts.gzipped < 1500, `${amounts.gzipped} bytes`);
});

test("no module needs Node: every entry can be bundled for browsers", async () => {
  for (const entry of ["", "/signers", "/hd"]) {
    const { inputs } = await bundle(entry);
    assert.ok(inputs.length > 1);
    assert.deepEqual(inputs.filter((path) => path.startsWith("node:") || path.includes("browser-external")), []);
  }
});

test("the tarball has the compiled modules, their types, README and LICENSE", async () => {
  const { stdout } = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: packageRoot() });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  const modules = paths.filter((path) => path.startsWith("dist/"));
  const others = paths.filter((path) => !path.startsWith("dist/"));
  assert.deepEqual(others.sort(), ["LICENSE", "README.md", "package.json"]);
  assert.ok(modules.every((path) => path.endsWith(".js") || path.endsWith(".d.ts")), modules.join());
  for (const entry of ["index", "signers", "hd"]) {
    for (const suffix of ["js", "d.ts"]) assert.ok(modules.includes(`dist/${entry}.${suffix}`), entry);
  }
  // Every module with its types, and nothing of an older build.
  const names = (suffix: string) => modules.filter((path) => path.endsWith(suffix)).map((path) => path.slice(0, -suffix.length));
  assert.deepEqual(names(".d.ts").sort(), names(".js").sort());
});

test("the licence is that of the repository", () => {
  const read = (path: string) => readFileSync(join(packageRoot(), path), "utf8");
  assert.equal(read("LICENSE"), read("../../LICENSE"));
});

test("the first payment of the README compiles and is confirmed", async () => {
  const readme = readFileSync(join(packageRoot(), "README.md"), "utf8");
  const snippet = /## First payment[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme)?.[1];
  assert.ok(snippet !== undefined && snippet.includes("http://127.0.0.1:9000"));
  const folder = join(packageRoot(), "build/readme");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "payment.ts"), snippet.replace("http://127.0.0.1:9000", baseUrl()));
  const options = { noEmit: false, declaration: false, rootDir: ".", outDir: "out", types: ["node"] };
  const config = { extends: "../../tsconfig.json", compilerOptions: options, include: ["payment.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(packageRoot(), "node_modules/typescript/bin/tsc");
  await run(process.execPath, [compiler, "-p", folder], { cwd: packageRoot() }).catch((error: { stdout: string }) => assert.fail(error.stdout));
  const env = { ...process.env, MERCHANT_KEY: merchantKey() };
  const { stdout } = await run(process.execPath, [join(folder, "out/payment.js")], { env, cwd: packageRoot() });
  assert.match(stdout, /amount: '250000'/);
  assert.match(stdout, /confirmed 1\n$/);
});
