/** The TypeScript examples of the API reference, as the local server shows them, against the types of the package. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { unescaped } from "./support/html.js";
import { baseUrl, packageRoot } from "./support/local.js";

const run = promisify(execFile);
const folder = join(packageRoot(), "build/reference");

const text = async (path: string) => (await fetch(`${baseUrl()}/docs/reference/${path}`)).text();

/** Returns the TypeScript example of a page. */
async function example(path: string): Promise<string | undefined> {
  const [, code] = /data-language="TypeScript">.*?<code>([\s\S]*?)<\/code>/.exec(await text(path)) ?? [];
  return code === undefined ? undefined : unescaped(code);
}

test("the examples of all operations compile", async () => {
  const links = [...(await text("index.html")).matchAll(/href="([\w-]+\/\w+\.html)"/g)].map(([, path]) => path!);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  for (const path of new Set(links)) {
    const code = await example(path);
    if (code === undefined) continue;
    count += 1;
    const names = 'import type { Client } from "@wallet-cloud/client";\ndeclare const client: Client;\ndeclare const baseUrl: string;\n';
    writeFileSync(join(folder, `${path.replaceAll("/", "-").replace(".html", "")}.ts`), `${names}${code}\nexport {};\n`);
  }
  assert.ok(count > 120, String(count));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({
    extends: "../../tsconfig.test.json",
    compilerOptions: { noEmit: true, rootDir: ".", noUnusedLocals: false },
    include: ["*.ts"],
    exclude: [],
  }));
  await run(process.execPath, [join(packageRoot(), "node_modules/typescript/bin/tsc"), "-p", folder])
    .catch((error: { stdout?: string }) => assert.fail(error.stdout));
});
