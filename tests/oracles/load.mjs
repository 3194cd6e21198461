// Loads packages from the node_modules folder named on the command line, so that the folder may live anywhere.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const modules = path.resolve(process.argv[2] ?? path.join(here, "node_modules"));
const require = createRequire(path.join(modules, "resolve-from-here.js"));

/** The namespace of a package; for a CommonJS package its exports. */
export async function load(name) {
  const namespace = await import(pathToFileURL(require.resolve(name)));
  return namespace.default ?? namespace;
}

/** A JSON file of a package, whatever the package exports. */
export const readJson = (file) => JSON.parse(fs.readFileSync(path.join(modules, file), "utf8"));
