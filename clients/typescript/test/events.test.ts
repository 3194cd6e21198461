/** Following events: cursors, failures, the end, and events of a running server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, fixedToken, followEvents, isLimitOfBearer, type NotificationEvent, type TransportOptions, WalletCloud } from "../src/index.js";
import { HdWallet, createMnemonic } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { baseUrl, issue, mine, sandbox } from "./support/local.js";
import { failure, type Reply, scripted, success } from "./support/scripted.js";
import { entry, page, take } from "./support/sockets.js";

/** A client of a scripted server. The waits are recorded, and over at once. */
async function follower(context: Parameters<typeof scripted>[0], replies: (index: number) => Reply, options: TransportOptions = {}) {
  const { url, received } = await scripted(context, (_, index) => replies(index));
  const waits: number[] = [];
  const sleep: TransportOptions["sleep"] = async (milliseconds) => void waits.push(milliseconds);
  const client = createClient({ baseUrl: url, session: fixedToken("token"), sleep, ...options });
  const after = () => received.map(({ path }) => new URL(path, url).searchParams.get("after"));
  return { client, received, after, waits };
}

test("every page follows the cursor of the page before, and the cursor of an event repeats rather than omits", async (context) => {
  const pages = [page("c1", 1, 2, 3), page("c1"), page("c2", 4), page("c3", 5, 6)];
  const { client, after, received } = await follower(context, (index) => pages[index]!);
  const taken = await take(followEvents(client, { subscription: ["s1", "s2"] }), 5);
  assert.deepEqual(taken, [["e1", ""], ["e2", ""], ["e3", "c1"], ["e4", "c2"], ["e5", "c2"]]);
  assert.deepEqual(after(), [null, "c1", "c1", "c2"]);
  assert.ok(received.every(({ path }) => path.includes("subscription=s1&subscription=s2") && path.includes("wait=20")));
  // The last stored cursor continues before the event after it.
  const again = await follower(context, () => page("c3", 5, 6));
  assert.deepEqual(await take(followEvents(again.client, { after: "c2" }), 1), [["e5", "c2"]]);
  assert.deepEqual(again.after(), ["c2"]);
});

test("temporary failures are repeated as long as they last, after Retry-After or a growing delay", async (context) => {
  const busy: Reply = { ...failure(429, "too_many_requests", true), headers: { "retry-after": "40" } };
  const lost: Reply = { close: true };
  const gateway: Reply = { status: 503, body: "<html>", headers: { "content-type": "text/html" } };
  const replies = [busy, ...Array.from({ length: 8 }, () => lost), gateway, failure(503, "service_unavailable", true)];
  const { client, after, waits } = await follower(context, (index) => replies[index] ?? page("c1", 1), { retry: { attempts: 1 } });
  assert.deepEqual(await take(followEvents(client, { after: "c0" }), 1), [["e1", "c1"]]);
  assert.deepEqual(new Set(after()), new Set(["c0"]));
  // Every attempt also starts the least interval, which only a page without events waits for.
  const delays = waits.filter((delay) => delay !== 1_000);
  assert.equal(delays.length, replies.length);
  assert.equal(delays[0], 40_000);
  for (const [index, delay] of delays.entries()) {
    if (index > 0) assert.ok(delay >= 500 * Math.min(30, 2 ** index) && delay <= 1_000 * Math.min(30, 2 ** index), `${index}: ${delay}`);
  }
});

test("a requested delay is bounded, so that a timer does not overflow", async (context) => {
  const busy: Reply = { ...failure(503, "service_unavailable", true), headers: { "retry-after": "99999999999" } };
  const { client, waits } = await follower(context, (index) => (index === 0 ? busy : page("c1", 1)));
  await take(followEvents(client), 1);
  assert.ok(Math.max(...waits) === 600_000, String(waits));
});

test("a server that does not wait gets a request per second", async (context) => {
  const { client, waits, received } = await follower(context, (index) => (index < 50 ? page("c0") : page("c1", 1)));
  await take(followEvents(client), 1);
  assert.equal(received.length, 51);
  assert.ok(waits.length >= 50 && waits.every((delay) => delay === 1_000), String(waits));
});

test("the iteration ends without an error when the caller aborts, during a request and during a wait", async (context) => {
  const { client } = await follower(context, () => ({ ...page("c0"), delay: 1_000 }));
  const controller = new AbortController();
  const events = take(followEvents(client, { signal: controller.signal }), 1);
  setTimeout(() => controller.abort(), 20);
  assert.deepEqual(await events, []);
  assert.deepEqual(await take(followEvents(client, { signal: controller.signal }), 1), []);

  const waiting = new AbortController();
  const { url, received } = await scripted(context, () => failure(503, "service_unavailable", true));
  const real = createClient({ baseUrl: url, session: fixedToken("token"), retry: { attempts: 1 } });
  const ended = take(followEvents(real, { signal: waiting.signal }), 1);
  setTimeout(() => waiting.abort(), 100);
  assert.deepEqual(await ended, []);
  assert.equal(received.length, 1);

  const several = await follower(context, () => page("c1", 1, 2));
  const inBody = new AbortController();
  const seen: string[] = [];
  for await (const { event } of followEvents(several.client, { signal: inBody.signal })) {
    seen.push(event.id);
    inBody.abort();
  }
  assert.deepEqual(seen, ["e1"]);
});

test("other errors reject, and a rejected token is renewed once", async (context) => {
  const { client, received } = await follower(context, () => failure(403, "insufficient_permission", false));
  await assert.rejects(take(followEvents(client), 1), { code: "insufficient_permission" });
  assert.equal(received.length, 1);
  const replies = [failure(401, "token_expired", false), page("c1", 1)];
  let renewed = 0;
  const session = { getPermissionToken: async () => `token-${renewed}`, renew: async () => void (renewed += 1) };
  const expired = await scripted(context, (_, index) => replies[index]!);
  assert.deepEqual(await take(followEvents(createClient({ baseUrl: expired.url, session })), 1), [["e1", "c1"]]);
  assert.deepEqual(expired.received.map(({ headers }) => headers.authorization), ["Bearer token-0", "Bearer token-1"]);
});

test("pages that would repeat for ever, and other responses, are errors", async (context) => {
  for (const reply of [success({ events: [entry(1)], cursor: "c0" }), success({ events: {}, cursor: "c1" }), success({ events: [] }), success([])]) {
    const { client, received } = await follower(context, () => reply);
    await assert.rejects(take(followEvents(client, { after: "c0" }), 1), { code: "invalid_response" });
    assert.equal(received.length, 1);
  }
});

test("the chain of an event is the type of its transaction", () => {
  // Checked by the compiler.
  const describe = (event: NotificationEvent): string => {
    if (event.chain === "xlm") return `${event.transaction.memo?.value}`;
    if (event.chain === "btc" || event.chain === "doge") return event.transaction.net?.amount ?? "";
    return event.transaction.direction ?? event.state;
  };
  assert.equal(describe({ ...entry(1), transaction: { net: { amount: "5" } } } as unknown as NotificationEvent), "5");
});

test("no subscription is requested after the limit of the bearer, and existing ones are found", async (context) => {
  const created: string[] = [];
  const { url } = await scripted(context, ({ method, body }, index) => {
    if (method === "GET") return success({ subscriptions: created.map((id) => ({ id })) });
    const { id, chain } = JSON.parse(body) as { id: string; chain: string };
    if (index === 1) return { close: true };
    if (chain === "etc") return failure(409, "limit_reached", false, { details: { limit: 10_000, reason: "electrum" } });
    if (chain === "gno") return failure(409, "limit_reached", false, { details: { limit: 2 } });
    created.push(id);
    return success({ id });
  });
  const sleep = async (): Promise<void> => undefined;
  const wallet = new WalletCloud({ baseUrl: url, session: fixedToken("token"), sleep });
  const entries = (["eth", "etc", "bsc", "gno", "op"] as const).map((chain) => ({ chain, addresses: ["0xb", "0xa", "0xb"] }));
  const results = await wallet.notifications.subscribe({ namespace: "n", entries });
  assert.deepEqual(results.map(({ error }) => error?.code), [undefined, "limit_reached", undefined, "limit_reached", "limit_reached"]);
  assert.deepEqual(results.map(({ error }) => isLimitOfBearer(error)), [false, false, false, true, true]);
  // The order of the addresses does not matter.
  const sorted = [entries[0]!, entries[2]!].map(({ chain }) => ({ chain, addresses: ["0xa", "0xb"] }));
  const again = await wallet.notifications.subscribe({ namespace: "n", entries: sorted });
  assert.deepEqual(again.map(({ id }) => id), created);
  assert.ok(created.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)));
});

test("a wallet subscribes once for each chain, and follows its payments on all of them", async () => {
  const token = await issue("read", "notify");
  const wallet = new WalletCloud({ baseUrl: baseUrl(), session: fixedToken(token), network: "testnet" });
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const btc = hd.account("btc", { network: "testnet" });
  const eth = wallet.addressOf("eth", ecdsaSigner(hd.key("eth").privateKey).publicKey);
  const xlm = wallet.addressOf("xlm", ed25519Signer(hd.key("xlm").privateKey).publicKey);
  const secret = ecdsaSigner(hd.key("etc").privateKey).publicKey;
  const entries = [
    { chain: "btc", xpub: btc.descriptor } as const,
    { chain: "eth", addresses: [eth] } as const,
    { chain: "xlm", addresses: [xlm] } as const,
    { chain: "doge", xpub: "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi" } as const,
    { chain: "ltc", addresses: [eth] } as const,
  ];
  const results = await wallet.notifications.subscribe({ entries, namespace: secret, label: "Savings" });
  assert.deepEqual(results.map(({ error }) => error?.code), [undefined, undefined, undefined, "invalid_input", "invalid_address"]);
  const subscribed = results.slice(0, 3).map(({ id, subscription }) => {
    assert.deepEqual([subscription?.id, subscription?.label], [id, "Savings"]);
    return id;
  });
  // The same again finds the subscriptions; another namespace has others.
  const again = await wallet.notifications.subscribe({ entries: entries.slice(0, 3), namespace: secret, label: "Savings" });
  assert.deepEqual(again.map(({ id, error, ...result }) => [id, error, "isNew" in result && result.isNew]), subscribed.map((id) => [id, undefined, false]));
  const other = await wallet.notifications.subscribe({ entries: entries.slice(2, 3), namespace: "another", label: "Savings" });
  assert.ok(!subscribed.includes(other[0]!.id));

  await sandbox("faucet", { chain: "btc", address: btc.address(3).address, amount: "123456" });
  await sandbox("faucet", { chain: "eth", address: eth, amount: "70000000000000000" });
  await sandbox("faucet", { chain: "xlm", address: xlm, amount: "50000000" });
  await mine("btc");
  await mine("eth");
  const controller = new AbortController();
  const seen = new Map<string, NotificationEvent>();
  const ids = new Map<string, string>();
  const follow = { subscription: subscribed, signal: controller.signal };
  for await (const { event } of wallet.notifications.follow(follow)) {
    ids.set(event.id, event.subscription);
    if (event.state !== "seen") seen.set(event.chain, event);
    if (seen.size === 3) controller.abort();
  }
  const received = (chain: string) => seen.get(chain)!;
  assert.deepEqual(["btc", "eth", "xlm"].map((chain) => received(chain).transaction.net?.amount), ["123456", "70000000000000000", "50000000"]);
  assert.deepEqual(received("btc").addresses, [btc.address(3).address]);
  assert.deepEqual([received("btc").paths, received("btc").label], [["0/3"], "Savings"]);
  // A deleted subscription is not in the list, and can be deleted again.
  for (let count = 0; count < 2; count += 1) await wallet.notifications.unsubscribe(other[0]!.id);
  assert.ok(!(await wallet.notifications.subscriptions()).some(({ id }) => id === other[0]!.id));
  await assert.rejects(wallet.notifications.unsubscribe("x"), { code: "invalid_request" });
  // A part of the subscriptions has its own order, from the first event.
  const [first] = await take(wallet.notifications.follow({ subscription: subscribed[0] }), 1);
  assert.equal(first![0], [...ids].find(([, subscription]) => subscription === subscribed[0])![0]);
});
