import assert from "node:assert/strict";
import test from "node:test";
import { check } from "./provoked.mjs";

const document = { paths: { "/a": { get: { operationId: "readA", "x-error-codes": ["not_found", "invalid_request"] } } } };
const both = "GET /a not_found\nGET /a invalid_request\n";
const reason = "No test.";

test("codes that tests received are no problem", () => {
  assert.deepEqual(check(document, both, []), []);
});

test("code that no test received is a problem", () => {
  assert.deepEqual(check(document, "GET /a not_found\n", []), ["not provoked: readA invalid_request"]);
  assert.deepEqual(check(document, "POST /a invalid_request\nGET /a not_found\n", []), ["not provoked: readA invalid_request"]);
});

test("exception with a reason replaces a test", () => {
  assert.deepEqual(check(document, "GET /a not_found\n", [{ code: "invalid_request", reason }]), []);
  assert.deepEqual(check(document, "GET /a not_found\n", [{ code: "invalid_request", operations: ["readA"], reason }]), []);
  assert.deepEqual(check(document, "GET /a not_found\n", [{ code: "invalid_request", operations: ["readB"], reason }]), [
    "exception for no listed code: invalid_request",
    "not provoked: readA invalid_request",
  ]);
});

test("outdated exceptions are problems", () => {
  assert.deepEqual(check(document, both, [{ code: "invalid_request", operations: ["readA"], reason }]), [
    "provoked, but an exception: readA invalid_request",
  ]);
  assert.deepEqual(check(document, both, [{ code: "fee_too_low", reason }]), ["exception for no listed code: fee_too_low"]);
  assert.deepEqual(check(document, "GET /a not_found\n", [{ code: "invalid_request" }]), ["exception without reason: invalid_request"]);
});
