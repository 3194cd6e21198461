// Generates src/generated from the OpenAPI documents of the services.
//
//   node scripts/generate.mjs [--check] [FOLDER]    FOLDER contains <service>/openapi.json; default: ../../functions
//
// With --check nothing is written; the script fails if a committed file differs.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTypescript, { astToString } from "openapi-typescript";

const here = dirname(fileURLToPath(import.meta.url));
const SERVICES = [
  "authorization",
  "address-info-btc-like",
  "address-info-eth-like",
  "address-info-xlm",
  "asset-info",
  "blockchain-connector-btc-like",
  "blockchain-connector-eth-like",
  "blockchain-connector-xlm",
];

const check = process.argv.includes("--check");
const folder = process.argv.slice(2).find((argument) => argument !== "--check") ?? join(here, "../../../functions");

let outdated = 0;
for (const service of SERVICES) {
  const document = pathToFileURL(join(folder, service, "openapi.json"));
  const types = astToString(await openapiTypescript(document, { alphabetize: true, defaultNonNullable: false }));
  const text = `// Generated from functions/${service}/openapi.json by \`npm run generate\`.\n\n${types}`;
  const target = join(here, "../src/generated", `${service}.ts`);
  if (!check) await writeFile(target, text);
  else if ((await readFile(target, "utf8").catch(() => "")) !== text) {
    console.error(`outdated: src/generated/${service}.ts; run npm run generate`);
    outdated += 1;
  }
}
process.exitCode = outdated === 0 ? 0 : 1;
