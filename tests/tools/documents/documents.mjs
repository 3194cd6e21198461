// The published OpenAPI documents: those of the services, of the sandbox, and the combined one (export_combined in checks.sh).
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The path of the combined document. */
export const combined = join(root, "target", "documents", "openapi.json");

/** Returns the paths of all documents. */
export function paths() {
  const functions = join(root, "functions");
  const services = readdirSync(functions).map((name) => join(functions, name, "openapi.json"));
  return [combined, join(root, "local", "openapi.json"), ...services].filter((path) => existsSync(path));
}

/** Returns a document, compressed or not. */
export function read(path) {
  const content = readFileSync(path);
  return JSON.parse(path.endsWith(".gz") ? gunzipSync(content) : content);
}
