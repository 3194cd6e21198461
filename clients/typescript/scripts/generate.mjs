// Generates src/generated from the OpenAPI documents of the services. A file is written only if its content changes.
//
//   node scripts/generate.mjs [FOLDER]    FOLDER contains <service>/openapi.json; default: ../../functions
import { mkdir, readFile, writeFile } from "node:fs/promises";
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
  "notifications",
];

const folder = process.argv[2] ?? join(here, "../../../functions");
const target = join(here, "../src/generated");
await mkdir(target, { recursive: true });
for (const service of SERVICES) {
  const document = pathToFileURL(join(folder, service, "openapi.json"));
  const types = astToString(await openapiTypescript(document, { alphabetize: true, defaultNonNullable: false }));
  const text = `// Generated from functions/${service}/openapi.json by \`npm run generate\`.\n\n${types}`;
  const file = join(target, `${service}.ts`);
  if ((await readFile(file, "utf8").catch(() => "")) !== text) await writeFile(file, text);
}
