// Loads packages from the node_modules folder given on the command line, so that the folder can be anywhere.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
/** The folder of the packages. */
export const modules = path.resolve(process.argv[2] ?? path.join(here, "node_modules"));
const require = createRequire(path.join(modules, "resolve-from-here.js"));

/** Loads a package and returns its namespace, or its exports for CommonJS. */
export async function load(name) {
  const namespace = await import(pathToFileURL(require.resolve(name)));
  return namespace.default ?? namespace;
}

/** Reads a JSON file of a package, even if the package does not export it. */
export const readJson = (file) => JSON.parse(fs.readFileSync(path.join(modules, file), "utf8"));
