// Tests of compare.mjs: each kind of break is found, and no addition is reported.
import assert from "node:assert/strict";
import { test } from "node:test";
import { compare } from "./compare.mjs";

const json = (schema) => ({ content: { "application/json": { schema } } });
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const variant = (type, extra = {}) => ({
  type: "object",
  required: ["type", ...Object.keys(extra)],
  properties: { type: { type: "string", enum: [type] }, ...extra },
});

/** Returns a document with one operation that has each kind of part. */
function document() {
  return {
    openapi: "3.1.0",
    paths: {
      "/pay/{chain}": {
        post: {
          operationId: "pay",
          security: [{ bearer: [] }],
          parameters: [
            { name: "chain", in: "path", required: true, schema: { type: "string", enum: ["btc", "ltc"] } },
            { name: "limit", in: "query", schema: { type: "integer", minimum: 0, maximum: 200 } },
          ],
          requestBody: { required: true, ...json(ref("Request")) },
          responses: {
            200: { ...json(ref("Response")), headers: { ETag: {} } },
            400: json(ref("Error")),
          },
        },
        get: { operationId: "list", responses: { 200: json({ type: "array", items: ref("Response") }) } },
      },
    },
    components: {
      schemas: {
        Request: {
          type: "object",
          required: ["amount"],
          properties: {
            amount: { type: "string", pattern: "^[0-9]+$" },
            memo: { type: ["string", "null"], maxLength: 28 },
            mode: { type: "string", enum: ["slow", "fast"] },
            tags: { type: "array", maxItems: 5, items: { type: "string" } },
            operation: { oneOf: [ref("Transfer"), ref("Merge")] },
          },
        },
        Transfer: variant("transfer", { to: { type: "string" } }),
        Merge: variant("merge"),
        Base: { type: "object", required: ["id"], properties: { id: { type: "string" }, next: ref("Response") } },
        Response: {
          allOf: [
            ref("Base"),
            {
              type: "object",
              required: ["block", "actions"],
              properties: {
                block: { type: "string", pattern: "^[0-9]+$" },
                status: { type: "string", enum: ["pending", "confirmed"] },
                count: { type: "integer", maximum: 10 },
                actions: { type: "array", items: { oneOf: [ref("Transfer"), ref("Merge")] } },
                asset: { oneOf: [ref("Transfer"), { type: "null" }] },
              },
            },
          ],
        },
        Error: { type: "object", properties: { code: { type: "string", enum: ["a", "b"] } } },
      },
    },
  };
}

/** Returns the changes that an edit of the document makes. */
function changesOf(edit) {
  const current = document();
  edit({ current, operation: current.paths["/pay/{chain}"].post, schemas: current.components.schemas });
  return compare(document(), current);
}

const response = (schemas) => schemas.Response.allOf[1];

const breaks = {
  "a path is removed": [({ current }) => delete current.paths["/pay/{chain}"], "GET /pay/{chain}: removed"],
  "an operation is removed": [({ current }) => delete current.paths["/pay/{chain}"].get, "GET /pay/{chain}: removed"],
  "an operation is renamed": [({ operation }) => (operation.operationId = "send"), "operationId pay is now send"],
  "a schema is removed": [
    ({ current }) => {
      const text = JSON.stringify(current).replaceAll("schemas/Error", "schemas/Failure").replace('"Error":', '"Failure":');
      Object.assign(current, JSON.parse(text));
    },
    "schema Error: removed",
  ],
  "a permission is required": [({ operation }) => (operation.security = [{ bearer: [], key: [] }]), "security bearer is no longer accepted"],
  "a token is required": [({ current }) => (current.paths["/pay/{chain}"].get.security = [{ bearer: [] }]), "security none is no longer accepted"],
  "a parameter is removed": [({ operation }) => operation.parameters.pop(), "query parameter limit removed"],
  "a parameter becomes required": [({ operation }) => (operation.parameters[1].required = true), "query parameter limit is now required"],
  "a required parameter is added": [
    ({ operation }) => operation.parameters.push({ name: "q", in: "query", required: true, schema: {} }),
    "query parameter q is now required",
  ],
  "a value of a parameter is removed": [({ operation }) => operation.parameters[0].schema.enum.pop(), 'value "ltc" removed'],
  "a maximum of a parameter is lowered": [({ operation }) => (operation.parameters[1].schema.maximum = 100), "maximum 200 is now 100"],
  "a minimum of a parameter is raised": [({ operation }) => (operation.parameters[1].schema.minimum = 1), "minimum 0 is now 1"],
  "a body becomes required": [
    ({ current }) => (current.paths["/pay/{chain}"].get.requestBody = { required: true, ...json({}) }),
    "request body is now required",
  ],
  "a media type is removed": [
    ({ operation }) => (operation.requestBody.content = { "text/plain": {} }),
    "request: media type application/json removed",
  ],
  "a field of a request becomes required": [({ schemas }) => schemas.Request.required.push("mode"), "field mode is now required"],
  "a required field is added to a request": [
    ({ schemas }) => {
      schemas.Request.properties.fee = { type: "string" };
      schemas.Request.required.push("fee");
    },
    "field fee is now required",
  ],
  "a field of a request is removed": [({ schemas }) => delete schemas.Request.properties.memo, "field memo removed"],
  "a value of a request is removed": [({ schemas }) => schemas.Request.properties.mode.enum.pop(), 'value "fast" removed'],
  "an open field of a request gets a closed set": [({ schemas }) => (schemas.Request.properties.memo.enum = ["a"]), "values are now limited"],
  "a pattern of a request is narrowed": [
    ({ schemas }) => (schemas.Request.properties.amount.pattern = "^[1-9][0-9]*$"),
    "pattern ^[0-9]+$ is now ^[1-9][0-9]*$",
  ],
  "a pattern is added to a request": [({ schemas }) => (schemas.Request.properties.memo.pattern = "^a$"), "pattern (none) is now ^a$"],
  "a text of a request must be shorter": [({ schemas }) => (schemas.Request.properties.memo.maxLength = 20), "maxLength 28 is now 20"],
  "a list of a request must be shorter": [({ schemas }) => (schemas.Request.properties.tags.maxItems = 3), "maxItems 5 is now 3"],
  "items of a request must be unique": [({ schemas }) => (schemas.Request.properties.tags.uniqueItems = true), "items must now be unique"],
  "a type of a request changes": [({ schemas }) => (schemas.Request.properties.amount.type = "integer"), "type string is now integer"],
  "null is no longer accepted": [({ schemas }) => (schemas.Request.properties.memo.type = "string"), "type string or null is now string"],
  "items of a request change their type": [({ schemas }) => (schemas.Request.properties.tags.items.type = "integer"), "tags: []: type string is now integer"],
  "a format is added to a request": [({ schemas }) => (schemas.Request.properties.memo.format = "uuid"), "format (none) is now uuid"],
  "unknown fields of a request are rejected": [({ schemas }) => (schemas.Request.additionalProperties = false), "other fields are no longer accepted"],
  "a variant of a request is removed": [({ schemas }) => schemas.Request.properties.operation.oneOf.pop(), "variant type=merge removed"],
  "a field of a variant becomes required": [
    ({ schemas }) => {
      schemas.Merge.properties.to = { type: "string" };
      schemas.Merge.required.push("to");
    },
    "operation: (type=merge): field to is now required",
  ],
  "a successful response is removed": [({ operation }) => delete operation.responses[200], "response 200 removed"],
  "a header is removed": [({ operation }) => delete operation.responses[200].headers, "header ETag removed"],
  "a field of a response is removed": [({ schemas }) => delete response(schemas).properties.count, "field count removed"],
  "a flattened field of a response is removed": [
    ({ schemas }) => {
      delete schemas.Base.properties.id;
      schemas.Base.required = [];
    },
    "field id removed",
  ],
  "a field of a response becomes optional": [({ schemas }) => response(schemas).required.shift(), "field block may now be absent"],
  "a type of a response changes": [({ schemas }) => (response(schemas).properties.block.type = "integer"), "type string is now integer"],
  "a field of a response may be null": [
    ({ schemas }) => (response(schemas).properties.block.type = ["string", "null"]),
    "type string is now string or null",
  ],
  "an integer of a response becomes a number": [
    ({ schemas }) => (response(schemas).properties.count.type = "number"),
    "type integer is now number",
  ],
  "a pattern of a response is removed": [({ schemas }) => delete response(schemas).properties.block.pattern, "pattern ^[0-9]+$ is now (none)"],
  "a closed set of a response is opened": [({ schemas }) => delete response(schemas).properties.status.enum, "values are no longer limited"],
  "a number of a response may be larger": [({ schemas }) => (response(schemas).properties.count.maximum = 20), "maximum 10 is now 20"],
  "an item of a response list becomes another type": [
    ({ schemas }) => (response(schemas).properties.actions.items = { type: "string" }),
    "[]: is no longer one of",
  ],
  "an object of a response becomes a union": [
    ({ current }) => (current.paths["/pay/{chain}"].get.responses[200] = json({ type: "array", items: { oneOf: [ref("Transfer"), ref("Merge")] } })),
    "[]: is now one of",
  ],
  "a field of an error is removed": [({ schemas }) => (schemas.Error.properties = {}), "response 400: field code removed"],
};

for (const [name, [edit, expected]] of Object.entries(breaks)) {
  test(`breaking: ${name}`, () => {
    const changes = changesOf(edit);
    assert.ok(changes.some((change) => change.includes(expected)), `${expected} in ${JSON.stringify(changes)}`);
  });
}

const additions = {
  nothing: () => {},
  "a path": ({ current }) => (current.paths["/new"] = { get: { operationId: "new", responses: {} } }),
  "a schema": ({ schemas }) => (schemas.New = { type: "object" }),
  "an optional parameter": ({ operation }) => operation.parameters.push({ name: "q", in: "query", schema: {} }),
  "an optional field of a request": ({ schemas }) => (schemas.Request.properties.fee = { type: "string" }),
  "a field that a request no longer requires": ({ schemas }) => (schemas.Request.required = []),
  "a value of a request": ({ schemas }) => schemas.Request.properties.mode.enum.push("medium"),
  "a wider limit of a request": ({ operation }) => (operation.parameters[1].schema.maximum = 500),
  "a request without pattern": ({ schemas }) => delete schemas.Request.properties.amount.pattern,
  "a set of values that match the former pattern, in a response": ({ schemas }) => {
    response(schemas).properties.block = { type: "string", enum: ["1", "2"] };
  },
  "null in a request": ({ schemas }) => (schemas.Request.properties.amount.type = ["string", "null"]),
  "a variant of a request": ({ schemas }) => {
    schemas.New = variant("new");
    schemas.Request.properties.operation.oneOf.push(ref("New"));
  },
  "a new value of a response": ({ schemas }) => response(schemas).properties.status.enum.push("rejected"),
  "a new error code": ({ schemas }) => schemas.Error.properties.code.enum.push("c"),
  "a field of a response": ({ schemas }) => (response(schemas).properties.fee = { type: "string" }),
  "a required field of a response": ({ schemas }) => {
    response(schemas).properties.fee = { type: "string" };
    response(schemas).required.push("fee");
  },
  "a field that a response always has": ({ schemas }) => response(schemas).required.push("count"),
  "a variant of a response": ({ schemas }) => {
    schemas.New = variant("new");
    response(schemas).properties.actions.items.oneOf.push(ref("New"));
  },
  "a response that is never null": ({ schemas }) => (response(schemas).properties.asset = ref("Transfer")),
  "an error status": ({ operation }) => (operation.responses[429] = json(ref("Error"))),
  "an error that no longer occurs": ({ operation }) => delete operation.responses[400],
  "a public operation": ({ operation }) => (operation.security = [{ bearer: [] }, {}]),
  "descriptions and examples": ({ schemas }) => {
    schemas.Request.description = "New.";
    schemas.Request.properties.amount.example = "1";
  },
  "a schema written in another way": ({ schemas }) => {
    const [, own] = schemas.Response.allOf;
    schemas.Response = {
      type: "object",
      required: ["id", ...own.required],
      properties: { ...schemas.Base.properties, ...own.properties },
    };
  },
};

for (const [name, edit] of Object.entries(additions)) {
  test(`compatible: ${name}`, () => assert.deepEqual(changesOf(edit), []));
}
