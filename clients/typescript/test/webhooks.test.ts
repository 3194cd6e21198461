/** Webhooks signed by the library of Standard Webhooks (MIT), by WebCrypto, and by the signer of the services. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { isWalletError, verifyWebhook, verifyWebhookWithKeys, type VerifyWebhookOptions, webhookKeys, type WebhookKeySet } from "../src/index.js";
import { baseUrl, packageRoot } from "./support/local.js";
import { Random } from "./support/random.js";

const folder = join(packageRoot(), "../../tests/oracles");
const isStrict = (process.env["WALLET_TEST_STRICT"] ?? "") !== "";
const skip = !existsSync(join(folder, "node_modules/standardwebhooks")) && !isStrict && "NOT RUN: webhooks of standardwebhooks: the packages of tests/oracles are not installed";

// The secret and the time of the vectors of Standard Webhooks.
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const NOW = 1_614_265_330;
const now = (): number => NOW * 1000;
const ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const EVENT = { id: ID, sequence: 7, subscription: "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11", chain: "btc", state: "seen", transaction: { txid: "aa" }, label: "é💰" };
const BODY = JSON.stringify(EVENT);

async function hmac(content: string, secret = SECRET): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", Buffer.from(secret.slice(6), "base64"), algorithm, false, ["sign"]);
  return Buffer.from(await crypto.subtle.sign("HMAC", key, Buffer.from(content))).toString("base64");
}

async function signed(body = BODY, timestamp: string | number = NOW): Promise<Record<string, string>> {
  const signature = `v1,${await hmac(`${ID}.${timestamp}.${body}`)}`;
  return { "webhook-id": ID, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
}

/** Returns the reason of a rejection. */
async function rejected(verified: Promise<unknown>): Promise<string> {
  const error: unknown = await verified.then(() => assert.fail("accepted"), (reason: unknown) => reason);
  assert.ok(isWalletError(error), String(error));
  if (error.kind === "input") return error.field;
  assert.ok(error.kind === "webhook" && !error.retriable);
  return error.reason;
}

const verify = (headers: Parameters<typeof verifyWebhook>[0], body: string | Uint8Array = BODY, options: VerifyWebhookOptions = { now }) =>
  verifyWebhook(headers, body, SECRET, options);

test("the published signature is accepted, whose body is no event", async () => {
  // https://github.com/standard-webhooks/standard-webhooks, the vector of the libraries.
  const headers = { "webhook-id": ID, "webhook-timestamp": "1614265330", "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=" };
  assert.equal(await rejected(verify(headers, '{"test": 2432232314}')), "content");
  assert.equal(await rejected(verify(headers, '{"test": 2432232315}')), "signature");
});

test("every form of headers and body is accepted", async () => {
  const headers = await signed();
  const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.replace("webhook", "Webhook"), value]));
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  for (const form of [headers, upperCase, lists, new Headers(headers), { ...headers, get: "a header", other: undefined }]) {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)]) assert.deepEqual(await verify(form, body), EVENT);
  }
  const event = await verify(headers);
  // Checked by the compiler: a whole event has the type of its chain.
  assert.equal(event.transaction === undefined || event.chain === "xlm" ? undefined : event.transaction.txid, "aa");
});

test("one of several signatures has to match, of version 1 only", async () => {
  const headers = await signed();
  const valid = headers["webhook-signature"]!;
  const with_ = (signature: string) => verify({ ...headers, "webhook-signature": signature });
  for (const signature of [`v2,AAAA v1,AAAA  ${valid} v1,`, `${valid} v1a,AAAA`]) assert.deepEqual(await with_(signature), EVENT);
  const invalid = ["v1", "v1,", "v1,dawfeoifkpqwoekfpqoekf", valid.slice(0, 8), valid.slice(3), valid.replace("v1,", "v1a,"), valid.replace("v1,", "v2,"), valid.slice(0, -1), ` ${valid}=`];
  for (const signature of invalid) assert.equal(await rejected(with_(signature)), "signature", signature);
  assert.equal(await rejected(verifyWebhook(headers, BODY, "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", { now })), "signature");
});

test("the tolerance is five minutes in both directions, or what the caller states", async () => {
  const at = async (seconds: number, tolerance?: number) => verify(await signed(BODY, NOW + seconds), BODY, { now, tolerance });
  for (const seconds of [-300, 0, 300]) assert.deepEqual(await at(seconds), EVENT);
  assert.equal(await rejected(at(-301)), "stale");
  assert.equal(await rejected(at(301)), "future");
  assert.deepEqual(await at(-3000, 3000), EVENT);
  assert.equal(await rejected(at(-11, 10)), "stale");
  assert.equal(await rejected(verify(await signed(), BODY, {})), "stale");
  for (const timestamp of ["hello", "+1614265330", "-1", "1614265330.0", " 1614265330", "99999999999999999999", "１"]) {
    assert.equal(await rejected(verify(await signed(BODY, timestamp))), "timestamp", timestamp);
  }
});

test("every header is required once, and the secret has the documented form", async () => {
  const headers = await signed();
  for (const name of Object.keys(headers)) {
    const { [name]: value, ...others } = headers;
    for (const changed of [others, { ...others, [name]: "" }, { ...others, [name]: [value!, value!] }, { ...headers, [name.toUpperCase()]: value }]) {
      assert.equal(await rejected(verify(changed)), "headers");
    }
  }
  const secrets = ["", "whsec_", SECRET.slice(6), `whsec_${Buffer.alloc(23).toString("base64")}`, `whsec_${Buffer.alloc(65).toString("base64")}`, `${SECRET}!`];
  for (const secret of secrets) assert.equal(await rejected(verifyWebhook(headers, BODY, secret, { now })), "secret", secret);
});

test("references and tests are events, and other signed bodies are not", async () => {
  const { id, sequence, subscription } = EVENT;
  const check = async (body: string) => verify(await signed(body), body);
  for (const event of [{ id, sequence, subscription }, { id, subscription, test: true }, { ...EVENT, sequence: undefined, test: true }]) {
    assert.deepEqual(await check(JSON.stringify(event)), JSON.parse(JSON.stringify(event)));
  }
  const others = ["", "null", "[]", "7", '"a"', "{", JSON.stringify({ id, subscription }), JSON.stringify({ ...EVENT, transaction: null }), JSON.stringify({ ...EVENT, chain: 1 }), JSON.stringify({ ...EVENT, id: 5 })];
  for (const body of others) assert.equal(await rejected(check(body)), "content", body);
  // Not UTF-8: the signature is that of the bytes.
  const bytes = Uint8Array.from([...Buffer.from('{"id":"'), 0xff, ...Buffer.from('"}')]);
  const content = Buffer.concat([Buffer.from(`${ID}.${NOW}.`), bytes]);
  const key = await crypto.subtle.importKey("raw", Buffer.from(SECRET.slice(6), "base64"), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = `v1,${Buffer.from(await crypto.subtle.sign("HMAC", key, content)).toString("base64")}`;
  assert.equal(await rejected(verify({ ...(await signed()), "webhook-signature": signature }, bytes)), "content");
});

test("deliveries of the library of Standard Webhooks are accepted, and none that is changed", { skip }, async () => {
  const load = createRequire(join(folder, "package.json"));
  const { Webhook } = load("standardwebhooks") as { Webhook: new (secret: string) => { sign(id: string, at: Date, body: string): string; verify(body: string, headers: object): unknown } };
  const random = new Random("webhooks");
  for (let number = 1; number <= 100; number += 1) {
    const secret = `whsec_${Buffer.from(random.bytes(24 + (number % 41))).toString("base64")}`;
    const library = new Webhook(secret);
    const event = { ...EVENT, id: `${number}`, sequence: number, label: Buffer.from(random.bytes(number % 20)).toString("latin1") };
    const body = JSON.stringify(event);
    const at = Math.floor(Date.now() / 1000);
    const headers = { "webhook-id": event.id, "webhook-timestamp": String(at), "webhook-signature": library.sign(event.id, new Date(at * 1000), body) };
    assert.deepEqual(library.verify(body, headers), event);
    assert.deepEqual(await verifyWebhook(headers, body, secret), event);
    const changed = Buffer.from(body);
    changed[number % changed.length]! ^= 1 << (number % 8);
    assert.equal(await rejected(verifyWebhook(headers, changed, secret)), "signature");
    assert.equal(await rejected(verifyWebhook({ ...headers, "webhook-id": `${number}0` }, body, secret)), "signature");
    assert.equal(await rejected(verifyWebhook({ ...headers, "webhook-timestamp": String(at - 1) }, body, secret)), "signature");
  }
});

/** Deliveries of the signer of the services: tests/oracles/webhooks.rs writes them. */
interface Recorded {
  at: number;
  keys: WebhookKeySet;
  deliveries: { subscription: string; secrets: string[]; key: number; headers: Record<string, string>; body: string }[];
}

test("the keys of a deployment are requested without a token", async () => {
  const { keys } = await webhookKeys(`${baseUrl()}/`);
  assert.deepEqual(keys.map(({ kty, crv, x }) => [kty, crv, Buffer.from(x!, "base64url").length]), [["OKP", "Ed25519", 32]]);
  await assert.rejects(webhookKeys(`${baseUrl()}/none`), isWalletError);
});

test("deliveries of the services are accepted with each secret, and by the public keys", async () => {
  const { at, keys, deliveries } = JSON.parse(readFileSync(join(folder, "webhooks.json"), "utf8")) as Recorded;
  assert.ok(deliveries.length > 2 && keys.keys.length === 2);
  const options = { now: () => at * 1000 };
  for (const { headers, body, secrets, key, subscription } of deliveries) {
    for (const secret of secrets) assert.deepEqual(await verifyWebhook(headers, body, secret, options), JSON.parse(body));
    const subscriptions = ["another", subscription];
    const by = (set: WebhookKeySet, changed = body, own = subscriptions) => verifyWebhookWithKeys(headers, changed, set, { ...options, subscriptions: own });
    assert.deepEqual(await by(keys), JSON.parse(body));
    assert.deepEqual(await by({ keys: [keys.keys[key]!] }), JSON.parse(body));
    assert.equal(await rejected(by({ keys: [keys.keys[1 - key]!] })), "signature");
    assert.equal(await rejected(by(keys, `${body} `)), "signature");
    assert.equal(await rejected(by(keys, body, ["another"])), "subscription");
    assert.equal(await rejected(by({ keys: [] })), "keys");
    assert.equal(await rejected(by({ keys: [{ ...keys.keys[0], x: "AA" }] })), "keys");
    assert.equal(await rejected(verifyWebhookWithKeys(headers, body, keys, { now: () => (at + 301) * 1000, subscriptions })), "stale");
  }
});
