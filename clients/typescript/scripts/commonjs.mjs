// Writes the CommonJS entries of the package after the build: `require` returns the same ES modules, which Node supports from
// 20.19 on, so that an app never has two copies of a class. TypeScript reads the types a second time, as those of CommonJS.
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [dist, target] = [join(root, "dist"), join(root, "dist/cjs")];
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

rmSync(target, { recursive: true, force: true });
const types = readdirSync(dist, { recursive: true }).filter((path) => path.endsWith(".d.ts"));
mkdirSync(target);
for (const path of types) cpSync(join(dist, path), join(target, path));
writeFileSync(join(target, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
for (const entry of Object.values(exports).filter((entry) => entry.require !== undefined)) {
  const module = relative(target, join(root, entry.import.default));
  writeFileSync(join(root, entry.require.default), `module.exports = require("${module}");\n`);
}
