import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiErrorCode, ApiErrorDetails } from "../src/index.js";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

// Checked by the compiler: the assignments fail if the types differ.
test("codes of errors are those of the documents", () => {
  const isAny: 0 extends 1 & ApiErrorCode ? true : false = false;
  const isString: string extends ApiErrorCode ? true : false = false;
  assert.deepEqual([isAny, isString], [false, false]);
  const codes: ApiErrorCode[] = ["fee_too_low", "invalid_merchant_key", "revision_conflict", "account_not_found"];
  assert.equal(codes.length, 4);
});

test("details of errors are those of the documents, and every member can be absent", () => {
  const funds: Equal<ApiErrorDetails["insufficient_funds"], { available?: string; required?: string; reason?: string }> = true;
  const supported: Equal<ApiErrorDetails["chain_not_supported"], { supported?: string[] }> = true;
  const delay: Equal<ApiErrorDetails["too_many_requests"], { retryAfter?: number }> = true;
  const timeout: Equal<ApiErrorDetails["upstream_timeout"], { txid?: string }> = true;
  const undocumented: Equal<ApiErrorDetails["not_found"], Record<string, unknown>> = true;
  assert.ok(funds && supported && delay && timeout && undocumented);
});
