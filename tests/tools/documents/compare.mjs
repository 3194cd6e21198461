// Compares an OpenAPI document with the released one and reports the changes that break a client.
//
//   node compare.mjs RELEASED CURRENT [ACCEPTED]
//
// ACCEPTED is a JSON list of { "reason", "changes" }: changes that the next release makes on purpose. An entry that no
// longer matches a change is an error. Rules: docs/decisions/api.md#compare-documents-with-the-release.
import { pathToFileURL } from "node:url";
import { read } from "./documents.mjs";

const methods = ["get", "put", "post", "delete", "patch", "head", "options"];
const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"];
const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"];

/** Returns the breaking changes, one line each, sorted. */
export function compare(released, current) {
  const changes = new Set();
  const report = (place, change) => changes.add(`${place}: ${change}`);
  for (const name of Object.keys(released.components?.schemas ?? {})) {
    if (!current.components?.schemas?.[name]) report(`schema ${name}`, "removed");
  }
  for (const [path, item] of Object.entries(released.paths ?? {})) {
    for (const method of methods.filter((method) => method in item)) {
      const place = `${method.toUpperCase()} ${path}`;
      const operation = current.paths?.[path]?.[method];
      if (operation) compareOperations({ released, current, report, place }, item, method, current.paths[path]);
      else report(place, "removed");
    }
  }
  return [...changes].sort();
}

function compareOperations(context, oldItem, method, newItem) {
  const { report, place } = context;
  const [old, current] = [oldItem[method], newItem[method]];
  if (old.operationId !== current.operationId) report(place, `operationId ${old.operationId} is now ${current.operationId}`);
  compareSecurity(context, old, current);
  compareParameters(context, [oldItem, old], [newItem, current]);
  const oldBody = resolve(context.released, old.requestBody);
  const newBody = resolve(context.current, current.requestBody);
  if (newBody?.required && !oldBody?.required) report(place, "request body is now required");
  compareContents(context, "request", oldBody?.content, newBody?.content, "request");
  for (const [status, response] of Object.entries(old.responses ?? {})) {
    const added = current.responses?.[status];
    if (!added) {
      // An error that no longer occurs needs no handling.
      if (status.startsWith("2") || status.startsWith("3")) report(place, `response ${status} removed`);
      continue;
    }
    const [oldResponse, newResponse] = [resolve(context.released, response), resolve(context.current, added)];
    compareContents(context, "response", oldResponse.content, newResponse.content, `response ${status}`);
    for (const header of Object.keys(oldResponse.headers ?? {})) {
      if (!(header in (newResponse.headers ?? {}))) report(place, `response ${status}: header ${header} removed`);
    }
  }
}

function compareSecurity({ released, current, report, place }, old, added) {
  const schemes = (document, operation) => {
    const alternatives = operation.security ?? document.security ?? [];
    return alternatives.length === 0 ? ["none"] : alternatives.map((one) => Object.keys(one).sort().join("+") || "none");
  };
  const accepted = schemes(current, added);
  for (const scheme of schemes(released, old)) {
    if (!accepted.includes(scheme)) report(place, `security ${scheme} is no longer accepted`);
  }
}

function compareParameters(context, oldNodes, newNodes) {
  const { report, place } = context;
  const all = (document, nodes) => {
    const list = nodes.flatMap((node) => node.parameters ?? []).map((parameter) => resolve(document, parameter));
    return new Map(list.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
  };
  const [old, current] = [all(context.released, oldNodes), all(context.current, newNodes)];
  for (const [name, parameter] of old) {
    const added = current.get(name);
    if (!added) report(place, `${name} removed`);
    else compareSchemas(inside(context, name), "request", parameter.schema, added.schema);
  }
  for (const [name, parameter] of current) {
    if (parameter.required && !old.get(name)?.required) report(place, `${name} is now required`);
  }
}

function compareContents(context, direction, old, current, name) {
  for (const [type, media] of Object.entries(old ?? {})) {
    const added = current?.[type];
    if (!added) context.report(context.place, `${name}: media type ${type} removed`);
    else compareSchemas(inside(context, name), direction, media.schema, added.schema);
  }
}

/** Returns the context of a part. */
function inside(context, part) {
  return { ...context, place: `${context.place}: ${part}` };
}

/** Returns the object that a reference points to. */
function resolve(document, node) {
  let target = node;
  for (const seen = new Set(); target?.$ref && !seen.has(target.$ref); ) {
    seen.add(target.$ref);
    const steps = target.$ref.slice(2).split("/");
    target = steps.reduce((value, step) => value?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], document);
  }
  return target;
}

/**
 * Returns a schema without references and `allOf` at its top: its types as a list, its alternatives without `null`,
 * which becomes a type.
 */
function effective(document, schema, seen = new Set()) {
  const resolved = resolve(document, schema) ?? {};
  if (seen.has(resolved)) return { ...resolved };
  const within = new Set(seen).add(resolved);
  const { allOf, oneOf, anyOf, ...own } = resolved;
  let result = { ...own };
  for (const part of allOf ?? []) {
    const flat = effective(document, part, within);
    result = {
      ...flat,
      ...result,
      properties: { ...flat.properties, ...result.properties },
      required: [...(flat.required ?? []), ...(result.required ?? [])],
      variants: result.variants ?? flat.variants,
      types: result.types ?? flat.types,
    };
  }
  if (result.type !== undefined) result.types = [result.type].flat();
  const alternatives = oneOf ?? anyOf;
  if (alternatives) {
    const isNull = (item) => resolve(document, item)?.type === "null";
    const others = alternatives.filter((item) => !isNull(item));
    const nullable = others.length < alternatives.length;
    if (others.length === 1) {
      const only = effective(document, others[0], within);
      result = { ...only, ...result, properties: only.properties, required: only.required, types: only.types, variants: only.variants };
    } else {
      result.variants = others;
    }
    if (nullable && result.types) result.types = [...result.types, "null"];
    if (nullable && result.variants) result.nullable = true;
  }
  if (result.const !== undefined) result.enum = [result.const];
  return result;
}

function compareSchemas(context, direction, oldSchema, newSchema, seen = new Map()) {
  if (oldSchema === undefined) return;
  if (newSchema === undefined) return context.report(context.place, "schema removed");
  const known = seen.get(oldSchema) ?? [];
  if (known.includes(newSchema)) return;
  const within = new Map(seen).set(oldSchema, [...known, newSchema]);
  const old = effective(context.released, oldSchema);
  const current = effective(context.current, newSchema);
  compareTypes(context, direction, old, current);
  compareLimits(context, direction, old, current);
  if (old.variants || current.variants) compareVariants(context, direction, old, current, within);
  if (old.properties || current.properties) compareProperties(context, direction, old, current, within);
  if (old.items && current.items) compareSchemas(inside(context, "[]"), direction, old.items, current.items, within);
  compareAdditional(context, direction, old, current, within);
}

function compareTypes({ report, place }, direction, old, current) {
  const expanded = (types) => types?.flatMap((type) => (type === "number" ? ["number", "integer"] : [type]));
  const [before, after] = [expanded(old.types), expanded(current.types)];
  const allows = (types, type) => types === undefined || types.includes(type);
  const [wide, narrow] = direction === "request" ? [after, before] : [before, after];
  // Without a type, every type is possible.
  if (wide !== undefined && narrow === undefined && !(old.variants || current.variants)) {
    report(place, `type ${describe(before)} is now ${describe(after)}`);
  } else if ((narrow ?? []).some((type) => !allows(wide, type))) {
    report(place, `type ${describe(before)} is now ${describe(after)}`);
  }
  if (direction === "response" && current.nullable && !old.nullable) report(place, "may now be null");
  if (direction === "request" && old.nullable && !current.nullable) report(place, "may no longer be null");
}

const describe = (types) => (types ? types.join(" or ") : "any");

function compareLimits({ report, place }, direction, old, current) {
  const isRequest = direction === "request";
  // In a request a limit must not become tighter, in a response it must not become looser.
  const [loose, tight] = isRequest ? [current, old] : [old, current];
  if (loose.enum) {
    const missing = tight.enum ? tight.enum.filter((value) => !loose.enum.includes(value)) : undefined;
    if (isRequest && !missing) report(place, `values are now limited to ${JSON.stringify(loose.enum)}`);
    for (const value of (isRequest && missing) || []) report(place, `value ${JSON.stringify(value)} removed`);
    // New values of a response are announced as possible (versioning policy), an open set is not.
    if (!isRequest && !missing) report(place, "values are no longer limited");
  }
  for (const key of ["pattern", "format"]) {
    if (loose[key] !== undefined && loose[key] !== tight[key] && !(key === "pattern" && matchesAll(loose.pattern, tight.enum))) {
      report(place, `${key} ${old[key] ?? "(none)"} is now ${current[key] ?? "(none)"}`);
    }
  }
  for (const [keys, isTighter] of [
    [lowerBounds, (limit, value) => limit > value],
    [upperBounds, (limit, value) => limit < value],
  ]) {
    for (const key of keys) {
      const [limit, value] = [loose[key], tight[key]];
      if (limit !== undefined && (value === undefined || isTighter(limit, value))) {
        report(place, `${key} ${old[key] ?? "(none)"} is now ${current[key] ?? "(none)"}`);
      }
    }
  }
  if (isRequest && current.uniqueItems && !old.uniqueItems) report(place, "items must now be unique");
}

const matchesAll = (pattern, values) => values?.every((value) => value === null || new RegExp(pattern, "u").test(value));

function compareProperties(context, direction, old, current, seen) {
  const { report, place } = context;
  const required = { old: new Set(old.required), current: new Set(current.required) };
  for (const [name, schema] of Object.entries(old.properties ?? {})) {
    const added = current.properties?.[name];
    if (!added) {
      report(place, `field ${name} removed`);
      continue;
    }
    if (direction === "response" && required.old.has(name) && !required.current.has(name)) {
      report(place, `field ${name} may now be absent`);
    }
    compareSchemas(inside(context, name), direction, schema, added, seen);
  }
  if (direction === "request") {
    for (const name of required.current) {
      if (!required.old.has(name)) report(place, `field ${name} is now required`);
    }
  }
}

function compareAdditional(context, direction, old, current, seen) {
  const [before, after] = [old.additionalProperties, current.additionalProperties];
  if (direction === "request" && after === false && before !== false && (old.types ?? ["object"]).includes("object")) {
    context.report(context.place, "other fields are no longer accepted");
  }
  if (typeof before === "object" && typeof after === "object") {
    compareSchemas(inside(context, "{}"), direction, before, after, seen);
  }
}

/** Compares the variants of unions, which are identified by the constants of their fields, otherwise by their names. */
function compareVariants(context, direction, old, current, seen) {
  const { report, place } = context;
  const identified = (document, schema) => {
    const variants = schema.variants ?? [{ ...schema, variants: undefined }];
    const constants = (variant) => {
      const { properties = {}, required = [] } = effective(document, variant);
      const fixed = required.filter((name) => effective(document, properties[name]).enum?.length === 1);
      return fixed.sort().map((name) => `${name}=${effective(document, properties[name]).enum[0]}`);
    };
    return new Map(variants.map((variant, index) => [constants(variant).join(",") || variant.$ref?.split("/").pop() || `variant ${index + 1}`, variant]));
  };
  const [before, after] = [identified(context.released, old), identified(context.current, current)];
  if (direction === "response" && !current.variants && ![...after.keys()].some((name) => before.has(name))) {
    report(place, `is no longer one of ${[...before.keys()].join("; ")}`);
  }
  for (const [name, variant] of before) {
    const added = after.get(name);
    if (added) compareSchemas(inside(context, `(${name})`), direction, variant, added, seen);
    // A response without one of its variants is what a client can read.
    else if (direction === "request") report(place, `variant ${name} removed`);
    else if (!old.variants) report(place, `is now one of ${[...after.keys()].join("; ")}`);
  }
}

function main([releasedPath, currentPath, acceptedPath]) {
  const entries = acceptedPath ? read(acceptedPath) : [];
  const accepted = entries.flatMap(({ reason, changes }) => changes.map((change) => ({ change, reason })));
  const changes = compare(read(releasedPath), read(currentPath));
  const known = new Set(accepted.map(({ change }) => change));
  const unknown = changes.filter((change) => !known.has(change));
  const outdated = accepted.filter(({ change, reason }) => !changes.includes(change) || !reason);
  for (const change of unknown) console.log(`breaking: ${change}`);
  for (const { change } of outdated) console.log(`accepted, but without reason or not a change: ${change}`);
  console.log(`${changes.length} breaking changes, ${unknown.length} not accepted`);
  process.exitCode = unknown.length + outdated.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv.slice(2));
