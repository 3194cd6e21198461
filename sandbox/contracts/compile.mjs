// Compiles the contracts of the sandbox: node compile.mjs NODE_MODULES prints the content of compiled.json.
//
// The settings make the output deterministic: no metadata, and only instructions that every supported chain has.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const solc = createRequire(join(resolve(process.argv[2]), "/"))("solc");

const names = readdirSync(here).filter((name) => name.endsWith(".sol")).sort();
const sources = Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(here, name), "utf8") }]));
const settings = {
  evmVersion: "paris",
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: "none" },
  outputSelection: { "*": { "*": ["evm.bytecode.object", "evm.methodIdentifiers"] } },
};
const output = JSON.parse(solc.compile(JSON.stringify({ language: "Solidity", sources, settings })));
if (output.errors?.length) {
  process.stderr.write(output.errors.map((error) => error.formattedMessage).join("\n"));
  process.exit(1);
}
const compiled = Object.values(output.contracts).flatMap(Object.entries).map(([name, contract]) => [
  name,
  { bytecode: contract.evm.bytecode.object, selectors: contract.evm.methodIdentifiers },
]);
const file = { compiler: solc.version(), contracts: Object.fromEntries(compiled) };
process.stdout.write(`${JSON.stringify(file, null, 2)}\n`);
