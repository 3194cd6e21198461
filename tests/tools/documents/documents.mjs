// The published OpenAPI documents: the combined one and those of the services.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The folder that has the combined document, and a folder with a document for each service. */
export const functions = join(root, "functions");

/** Returns the paths of all documents. */
export function paths() {
  const services = readdirSync(functions).map((name) => join(functions, name, "openapi.json"));
  const local = join(root, "local", "openapi.json");
  return [join(functions, "openapi.json"), local, ...services].filter((path) => existsSync(path));
}

/** Returns a document. */
export function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
