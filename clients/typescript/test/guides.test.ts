/** The TypeScript snippets of the guides: each page is one program that runs as written and prints what it promises. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { baseUrl, merchantKey, packageRoot } from "./support/local.js";

const run = promisify(execFile);
const guides = join(packageRoot(), "../../docs/guides");
// Below the package, so that its name resolves to its build.
const folder = join(packageRoot(), "build/guides");

/** Returns the code blocks of a guide in this language. */
function snippets(file: string): string[] {
  const text = readFileSync(join(guides, file), "utf8");
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);
}

/** Returns the lines that the comments after `console.log` promise. */
const promises = (code: string) => [...code.matchAll(/console\.log\(.*\);\s+\/\/ (.*)$/gm)].map(([, line]) => line!);

const pages = readdirSync(guides).filter((file) => snippets(file).length > 0);
const name = (file: string) => file.replace(/\.md$/, "");

before(async () => {
  mkdirSync(folder, { recursive: true });
  const start = snippets("quick-start.md");
  for (const file of pages) {
    // The other pages continue the quick start, up to the funded wallet.
    const setup = file === "quick-start.md" ? [] : start.slice(0, 5);
    writeFileSync(join(folder, `${name(file)}.ts`), [...setup, ...snippets(file)].join("\n"));
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
    extends: "../../tsconfig.test.json",
    compilerOptions: { rootDir: ".", outDir: "out", noUnusedLocals: false },
    include: ["*.ts"],
  }));
  await run(process.execPath, [join(packageRoot(), "node_modules/typescript/bin/tsc"), "-p", folder])
    .catch((error: { stdout?: string }) => assert.fail(error.stdout));
});

test("there are snippets", () => {
  assert.deepEqual(pages.map(name), [
    "accept-a-payment", "assets", "authentication", "errors", "fees", "hardware-signer", "history", "notifications", "payments-evm",
    "payments-stellar", "payments-utxo", "quick-start", "sweep", "verifying", "viem-and-ethers", "watch-only",
  ]);
});

for (const file of pages) {
  test(`the snippets of ${name(file)} run as written`, async () => {
    const env = { ...process.env, BASE_URL: baseUrl(), MERCHANT_KEY: merchantKey() };
    const { stdout } = await run(process.execPath, [join(folder, `out/${name(file)}.js`)], { env, timeout: 60_000 });
    const printed = stdout.split("\n");
    const expected = snippets(file).flatMap(promises);
    assert.ok(expected.length > 0);
    for (const line of expected) assert.ok(printed.includes(line), `${line} is missing in ${stdout}`);
  });
}
