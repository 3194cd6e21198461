// Validates every example and default value of the OpenAPI documents against its schema, with Ajv.
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { pathToFileURL } from "node:url";
import { paths, read } from "./documents.mjs";

/** Keys below which values are data, not parts of a document. */
const data = new Set(["example", "examples", "default", "enum", "const", "x-error-codes"]);

/** Returns the values that a schema, parameter or media type shows, each with the schema that it must match. */
function* values(node, pointer) {
  if (node === null || typeof node !== "object") return;
  if (!Array.isArray(node)) {
    const schema = "schema" in node ? `${pointer}/schema` : pointer;
    const isSchema = "schema" in node || "type" in node || "$ref" in node || "oneOf" in node || "allOf" in node;
    if (isSchema && "example" in node) yield { pointer: `${pointer}/example`, schema, value: node.example };
    if (isSchema && "default" in node) yield { pointer: `${pointer}/default`, schema, value: node.default };
    if (isSchema && Array.isArray(node.examples)) {
      for (const [index, value] of node.examples.entries()) yield { pointer: `${pointer}/examples/${index}`, schema, value };
    } else if ("schema" in node && node.examples) {
      for (const [name, { value }] of Object.entries(node.examples)) yield { pointer: `${pointer}/examples/${name}`, schema, value };
    }
  }
  for (const [key, child] of Object.entries(node)) {
    const isProperties = pointer.endsWith("/properties") || pointer.endsWith("/schemas");
    if (isProperties || !data.has(key)) yield* values(child, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

/** Returns the examples that do not match their schema, and the number of all examples. */
export function check(document) {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  // Formats of numbers in OpenAPI; their ranges are in `minimum` and `maximum`.
  for (const format of ["int32", "int64", "float", "double"]) ajv.addFormat(format, true);
  ajv.addSchema(document, "document");
  const found = [...values(document, "")];
  const problems = found.flatMap(({ pointer, schema, value }) => {
    const validate = ajv.compile({ $ref: `document#${encodeURI(schema)}` });
    return validate(value) ? [] : [`${pointer}: ${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`];
  });
  return { count: found.length, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  let failed = false;
  for (const path of paths()) {
    const { count, problems } = check(read(path));
    console.log(`${path}: ${count} examples, ${problems.length} invalid`);
    for (const problem of problems) console.log(`  ${problem}`);
    failed ||= problems.length > 0 || count < 5;
  }
  process.exitCode = failed ? 1 : 0;
}
