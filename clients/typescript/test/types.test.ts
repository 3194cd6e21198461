import assert from "node:assert/strict";
import { test } from "node:test";
import type { ApiErrorCode } from "../src/index.js";
import type {
  AddressInfoBtcLike,
  AddressInfoEthLike,
  AddressInfoXlm,
  AssetInfo,
  Authorization,
  ConnectorBtcLike,
  ConnectorEthLike,
  ConnectorXlm,
} from "../src/services.js";

/** Every error code in the responses of an operation. */
type CodesOf<Operation> = Operation extends { responses: infer Responses }
  ? {
      [Status in keyof Responses]: Responses[Status] extends { content: { "application/json": { error: { code: infer Code } } } } ? Code : never;
    }[keyof Responses]
  : never;

type Operations<Paths> = { [Path in keyof Paths]: Paths[Path][keyof Paths[Path]] }[keyof Paths];

type Documented = CodesOf<
  | Operations<Authorization>
  | Operations<AddressInfoBtcLike>
  | Operations<AddressInfoEthLike>
  | Operations<AddressInfoXlm>
  | Operations<AssetInfo>
  | Operations<ConnectorBtcLike>
  | Operations<ConnectorEthLike>
  | Operations<ConnectorXlm>
>;

test("every documented error code is in ApiErrorCode", () => {
  // Checked by the compiler: the assignment fails if a code is missing.
  const known = (code: Documented): ApiErrorCode => code;
  const isAny: 0 extends 1 & Documented ? true : false = false;
  assert.equal(isAny, false);
  const codes: Documented[] = ["fee_too_low", "invalid_merchant_key", "revision_conflict", "account_not_found"];
  assert.deepEqual(codes.map(known), codes);
});
