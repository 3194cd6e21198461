import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ApiError, createAuthorization, createClient, fixedToken, isWalletError, login, register, SignedPayment, type WalletError } from "../src/index.js";
import { dataOf } from "../src/index.js";
import { parseRetryAfter, type TransportOptions } from "../src/transport.js";
import { failure, type Reply, scripted, success } from "./support/scripted.js";

/** Records the waits instead of waiting. */
function recordedSleep(): { waits: number[]; sleep: TransportOptions["sleep"] } {
  const waits: number[] = [];
  return { waits, sleep: async (milliseconds) => void waits.push(milliseconds) };
}

const clientOf = (baseUrl: string, options: TransportOptions = {}) =>
  createClient({ baseUrl, session: fixedToken("token"), ...options });

const validate = (client: ReturnType<typeof clientOf>, signal?: AbortSignal) =>
  dataOf(
    client.services.connectorEthLike.GET("/api/validate-address/{chain}", {
      params: { path: { chain: "eth" }, query: { address: "0x" } },
      ...(signal === undefined ? {} : { signal }),
    }),
  );

async function errorOf(promise: Promise<unknown>): Promise<WalletError> {
  const error: unknown = await promise.then(
    () => assert.fail("no error"),
    (reason: unknown) => reason,
  );
  assert.ok(isWalletError(error), String(error));
  return error;
}

test("retriable errors are repeated after Retry-After", async (context) => {
  const replies: Reply[] = [
    { ...failure(429, "too_many_requests", true, { details: { retryAfter: 3 } }), headers: { "retry-after": "3" } },
    { close: true },
    failure(503, "upstream_unavailable", true),
    success({ valid: true }),
  ];
  const { url, received } = await scripted(context, (_, index) => replies[index]!);
  const { waits, sleep } = recordedSleep();
  assert.deepEqual(await validate(clientOf(url, { sleep })), { valid: true });
  assert.equal(received.length, 4);
  assert.equal(waits.length, 3);
  assert.equal(waits[0], 3000);
  assert.ok(waits[1]! >= 300 && waits[1]! <= 600 && waits[2]! >= 600 && waits[2]! <= 1200, String(waits));
});

test("repetition is bounded, and the last error is returned with its fields", async (context) => {
  const { url, received } = await scripted(context, () => failure(504, "upstream_timeout", true, { field: "to", details: { txid: "ab" } }));
  const error = await errorOf(validate(clientOf(url, { sleep: recordedSleep().sleep })));
  assert.equal(received.length, 4);
  assert.ok(error instanceof ApiError && error.is("upstream_timeout"));
  assert.equal(error.details.txid, "ab");
  assert.equal(error.field, "to");
  assert.equal(error.status, 504);
  assert.equal(error.retriable, true);
  assert.equal(error.requestId, "00000000-0000-4000-8000-000000000000");
});

test("a Retry-After beyond the longest wait ends the repetition", async (context) => {
  const reply = { ...failure(429, "too_many_requests", true), headers: { "retry-after": "900" } };
  const { url, received } = await scripted(context, () => reply);
  const error = await errorOf(validate(clientOf(url, recordedSleep())));
  assert.equal(received.length, 1);
  assert.equal(error.kind === "api" && error.retryAfter, 900);
});

test("errors that are not retriable are not repeated", async (context) => {
  const { url, received } = await scripted(context, () => failure(404, "transaction_not_found", true));
  await errorOf(validate(clientOf(url, recordedSleep())));
  assert.equal(received.length, 1);
  const other = await scripted(context, () => failure(400, "invalid_request", false));
  await errorOf(validate(clientOf(other.url, recordedSleep())));
  assert.equal(other.received.length, 1);
});

test("registration and login are never repeated", async (context) => {
  const { url, received } = await scripted(context, (_, index) => (index % 2 === 0 ? { close: true } : failure(503, "service_unavailable", true)));
  const authorization = createAuthorization(url, recordedSleep());
  const credentials = { username: "alice", password: "correct horse battery" };
  assert.equal((await errorOf(register(authorization, "token", credentials))).kind, "network");
  assert.equal((await errorOf(login(authorization, credentials))).code, "service_unavailable");
  assert.equal(received.length, 2);
  assert.equal(received[0]!.headers.authorization, "Bearer token");
});

test("send repeats the same bytes, and reports an unknown outcome", async (context) => {
  const { url, received } = await scripted(context, () => ({ close: true }));
  const client = clientOf(url, recordedSleep());
  const payment = new SignedPayment(client, { chain: "btc", network: "testnet", txid: "ab".repeat(32), txdata: "0200" });
  const error = await errorOf(payment.send());
  assert.equal(error.kind, "broadcast_unknown");
  assert.equal(received.length, 4);
  assert.deepEqual(new Set(received.map(({ body }) => body)), new Set([JSON.stringify({ txdata: "0200", network: "testnet" })]));
  assert.ok(error.kind === "broadcast_unknown" && error.txdata === "0200" && error.txid === payment.txid);
});

test("a rejected broadcast is the error of the service", async (context) => {
  const { url, received } = await scripted(context, () => failure(422, "transaction_rejected", false, { details: { reason: "missing_inputs" } }));
  const payment = new SignedPayment(clientOf(url), { chain: "btc", network: "testnet", txid: "ab".repeat(32), txdata: "0200" });
  const error = await errorOf(payment.send());
  assert.ok(error instanceof ApiError && error.is("transaction_rejected"));
  assert.equal(error.details.reason, "missing_inputs");
  assert.equal(received.length, 1);
});

test("responses without the documented body are invalid", async (context) => {
  const bodies: [Reply, boolean][] = [
    [{ body: "<html>Bad gateway</html>", status: 502 }, true],
    [{ body: '{"message":"Forbidden"}', status: 403 }, false],
    [{ body: '{"requestId":"x","data":{"valid":tr' }, false],
    [{ body: "null" }, false],
    [{ body: '{"requestId":"x","data":5}' }, false],
    [{ body: '{"requestId":"x"}' }, false],
    [{ body: "", status: 500 }, false],
  ];
  for (const [reply, retriable] of bodies) {
    const { url } = await scripted(context, () => reply);
    const error = await errorOf(validate(clientOf(url, recordedSleep())));
    assert.equal(error.kind, "invalid_response", JSON.stringify(reply));
    assert.equal(error.retriable, retriable, JSON.stringify(reply));
  }
});

test("time limits, aborts and unreachable servers have separate errors", async (context) => {
  const { url } = await scripted(context, () => ({ ...success({}), delay: 400 }));
  const retry = { attempts: 1 };
  assert.equal((await errorOf(validate(clientOf(url, { timeout: 50, retry })))).kind, "timeout");
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  assert.equal((await errorOf(validate(clientOf(url), controller.signal))).kind, "aborted");
  assert.equal((await errorOf(validate(clientOf(url), AbortSignal.abort()))).kind, "aborted");
  assert.equal((await errorOf(validate(clientOf("http://127.0.0.1:1", { retry })))).kind, "network");
});

test("an abort ends the wait between attempts", async (context) => {
  const { url, received } = await scripted(context, () => ({ ...failure(429, "too_many_requests", true), headers: { "retry-after": "15" } }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  assert.equal((await errorOf(validate(clientOf(url), controller.signal))).kind, "aborted");
  assert.equal(received.length, 1);
});

test("an abort arrives after a garbage collection", async (context) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { url } = await scripted(context, () => ({ ...failure(429, "too_many_requests", true), headers: { "retry-after": "15" } }));
  const controller = new AbortController();
  setTimeout(() => {
    collect();
    setTimeout(() => controller.abort(), 20);
  }, 80);
  assert.equal((await errorOf(validate(clientOf(url), controller.signal))).kind, "aborted");
});

test("Retry-After is read as seconds or as a date", () => {
  assert.equal(parseRetryAfter("7"), 7);
  assert.equal(parseRetryAfter("Thu, 01 Jan 1970 00:01:00 GMT", 30_000), 30);
  assert.equal(parseRetryAfter("Thu, 01 Jan 1970 00:01:00 GMT", 90_000), 0);
  assert.equal(parseRetryAfter("soon"), undefined);
  assert.equal(parseRetryAfter(null), undefined);
});

test("a base address without HTTP is rejected", () => {
  assert.throws(() => clientOf("wallet.example"), /HTTP/);
});
