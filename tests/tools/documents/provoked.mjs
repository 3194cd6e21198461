// Compares the errors that the API tests received with the error codes that the documents list.
//
//   node provoked.mjs RECORDED
//
// RECORDED has lines of the form `GET /path/{parameter} code`. Each code of each operation must be in it, or in
// provoked.json with the reason; an entry of provoked.json that a test provokes is an error too. Rules: docs/decisions/api.md#provoke-every-listed-error.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { combined, read } from "./documents.mjs";

/** Returns the problems, one line each, sorted. */
export function check(document, recorded, exceptions) {
  const received = new Set(recorded.split("\n").filter((line) => line !== ""));
  const problems = [];
  const used = new Set();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, { operationId, "x-error-codes": codes }] of Object.entries(item)) {
      for (const code of codes) {
        const isProvoked = received.has(`${method.toUpperCase()} ${path} ${code}`);
        const matching = exceptions.filter((entry) => entry.code === code && (entry.operations?.includes(operationId) ?? true));
        for (const entry of matching) used.add(entry);
        if (isProvoked && matching.some((entry) => entry.operations)) problems.push(`provoked, but an exception: ${operationId} ${code}`);
        if (!isProvoked && matching.length === 0) problems.push(`not provoked: ${operationId} ${code}`);
      }
    }
  }
  for (const entry of exceptions) {
    if (!entry.reason) problems.push(`exception without reason: ${entry.code}`);
    if (!used.has(entry)) problems.push(`exception for no listed code: ${entry.code}`);
  }
  return problems.sort();
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const here = dirname(fileURLToPath(import.meta.url));
  const document = read(combined);
  const problems = check(document, readFileSync(process.argv[2], "utf8"), read(join(here, "provoked.json")));
  for (const problem of problems) console.log(problem);
  console.log(`${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
