// Uses the sandbox's Horizon like a public one, through @stellar/stellar-sdk: lists, order book, paths and streams. The
// names and types of all fields are compared with recorded responses (horizon_shapes.json).
//
//   node stellar_horizon.mjs NODE_MODULES HORIZON CALLS     HORIZON: the chain's path; CALLS: faucet and mine
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { build, done, horizon, load, random, sdk } from "./stellar_kit.mjs";

const { Asset, AuthRequiredFlag, AuthRevocableFlag, AuthClawbackEnabledFlag, Claimant, Operation } = sdk;
const shapes = JSON.parse(readFileSync(new URL("./horizon_shapes.json", import.meta.url)));
// A trailing slash, as many wallets configure it.
const server = new sdk.Horizon.Server(`${horizon}/`, { allowHttp: true });
const native = Asset.native();
const get = async (path, headers = {}) => {
  const response = await fetch(`${horizon}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

/** Returns the type of a value, with the types of its fields. The SDK's own functions are omitted. */
const kind = (value) => {
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length ? [kind(value[0])] : [];
  if (typeof value !== "object") return typeof value;
  const fields = Object.entries(value).filter(([name, field]) => name !== "templated" && typeof field !== "function");
  return Object.fromEntries(fields.map(([name, field]) => [name, kind(field)]));
};
// Fields that depend on the case: code and issuer of an asset, and the id of a muxed account.
const OF_ASSET = /^(.+_)?asset_(code|issuer)$|^seller_muxed(_id)?$|^account_muxed(_id)?$/;
const compare = (found, recorded, name, optional = []) => {
  const sorted = (fields) => Object.keys(fields).filter((it) => !OF_ASSET.test(it) && !optional.includes(it)).sort();
  assert.deepEqual(sorted(found), sorted(recorded), name);
  for (const field of sorted(recorded)) {
    const [ours, theirs] = [found[field], recorded[field]].map((it) => (typeof it === "object" ? "object" : it));
    assert.equal(ours, theirs, `${name}.${field}`);
  }
};

{
  const { status, body } = await get("/");
  assert.equal(status, 200);
  assert.equal(body._links.self.href, `${horizon}/`);
  const root = await server.root();
  assert.equal(root.network_passphrase, sdk.Networks.TESTNET);
  const slashed = await get("/ledgers/1/");
  assert.equal(slashed.body._links.self.href, `${horizon}/ledgers/1`);
  // Pages of this machine read the sandbox; requests of other pages are rejected.
  const from = (origin) => fetch(`${horizon}/ledgers`, { headers: { origin } });
  const own = await from("http://localhost:5173");
  assert.equal(own.headers.get("access-control-allow-origin"), "http://localhost:5173");
  const foreign = await from("http://wallet.example");
  assert.deepEqual([foreign.status, foreign.headers.get("access-control-allow-origin")], [403, null]);
}

const [issuer, alice, bob, carol, sponsor] = Array.from({ length: 5 }, random);
for (const key of [issuer, alice, bob, carol, sponsor]) {
  const funded = await server.friendbot(key.publicKey()).call();
  assert.equal(funded.successful, true);
  assert.equal((await load(key)).balances[0].balance, "10000.0000000");
}
const gold = new Asset("GOLD", issuer.publicKey());
const silver = new Asset("SILVERBAR", issuer.publicKey());
const pay = (to, amount, asset = native) => Operation.payment({ destination: to.publicKey(), asset, amount });
const trust = (asset, limit) => Operation.changeTrust({ asset, limit });

// Assets with every kind of authorization.
await done(issuer, [
  Operation.setOptions({
    homeDomain: "gold.example",
    inflationDest: alice.publicKey(),
    lowThreshold: 1,
    setFlags: AuthRequiredFlag | AuthRevocableFlag | AuthClawbackEnabledFlag,
  }),
]);
for (const key of [alice, bob, carol]) await done(key, [trust(gold, "1000"), trust(silver)]);
await done(carol, [trust(silver, "0"), trust(gold, "900")]);
await done(issuer, [
  Operation.allowTrust({ trustor: alice.publicKey(), assetCode: "GOLD", authorize: 1 }),
  Operation.allowTrust({ trustor: carol.publicKey(), assetCode: "GOLD", authorize: 1 }),
  Operation.allowTrust({ trustor: carol.publicKey(), assetCode: "GOLD", authorize: 2 }),
  Operation.allowTrust({ trustor: carol.publicKey(), assetCode: "GOLD", authorize: 0 }),
  Operation.setTrustLineFlags({ trustor: bob.publicKey(), asset: gold, flags: { authorized: true } }),
  Operation.setTrustLineFlags({ trustor: alice.publicKey(), asset: silver, flags: { authorized: true } }),
  Operation.setTrustLineFlags({ trustor: bob.publicKey(), asset: silver, flags: { authorized: true } }),
  pay(alice, "500", gold),
  pay(bob, "500", gold),
  pay(bob, "500", silver),
]);

// The order book between gold and lumens, and between gold and silver.
const sell = (selling, buying, amount, price) =>
  Operation.manageSellOffer({ selling, buying, amount, price, offerId: "0" });
await done(alice, [
  sell(gold, native, "10", { n: 5, d: 2 }),
  sell(gold, native, "15", { n: 5, d: 2 }),
  sell(gold, native, "20", "3"),
  sell(native, gold, "40", { n: 1, d: 2 }),
]);
await done(bob, [sell(silver, gold, "50", { n: 1, d: 4 })]);
{
  const book = await server.orderbook(gold, native).call();
  assert.deepEqual(book.asks.map(({ price, amount, price_r }) => [price, amount, price_r]), [
    ["2.5000000", "25.0000000", { n: 5, d: 2 }],
    ["3.0000000", "20.0000000", { n: 3, d: 1 }],
  ]);
  assert.deepEqual(book.bids, [{ price: "2.0000000", price_r: { n: 2, d: 1 }, amount: "40.0000000" }]);
  compare(kind(book), shapes.records.order_book, "order book");
  compare(kind(book.asks[0]), shapes.records.order_book.asks[0], "ask");
  const inverse = await server.orderbook(native, gold).limit(1).call();
  assert.deepEqual(inverse.bids, [{ price: "0.4000000", price_r: { n: 2, d: 5 }, amount: "25.0000000" }]);
  assert.deepEqual(inverse.asks, [{ price: "0.5000000", price_r: { n: 1, d: 2 }, amount: "40.0000000" }]);
  for (const query of ["", "?selling_asset_type=native", "?selling_asset_type=x&buying_asset_type=native",
    "?selling_asset_type=native&buying_asset_type=credit_alphanum4&buying_asset_code=GOLD"]) {
    const { status, body } = await get(`/order_book${query}`);
    assert.deepEqual([status, body.type.split("/").at(-1)], [400, "invalid_order_book"]);
  }
}

// Paths: each one that is found can be paid, with exactly the amounts that it states.
{
  const between = (record) => record.path.map((it) => (it.asset_type === "native" ? native : new Asset(it.asset_code, it.asset_issuer)));
  const receive = (await server.strictReceivePaths([native], silver, "8").call()).records;
  assert.deepEqual(receive.map(({ source_amount, path }) => [source_amount, path.length]), [["5.0000000", 1]]);
  compare(kind(receive[0]), shapes.records.path, "path");
  const [found] = receive;
  assert.equal(found.path[0].asset_code, "GOLD");
  const send = (await server.strictSendPaths(native, "5", [silver, gold]).call()).records;
  assert.deepEqual(send.map(({ destination_asset_code: code, destination_amount: amount }) => [code, amount]), [
    ["GOLD", "2.0000000"],
    ["SILVERBAR", "8.0000000"],
  ]);
  const before = Number((await load(carol)).balances.find((it) => it.asset_type === "native").balance);
  await done(carol, [
    Operation.pathPaymentStrictReceive({ sendAsset: native, sendMax: "100", destination: alice.publicKey(),
      destAsset: silver, destAmount: "8", path: between(found) }),
  ]);
  const after = Number((await load(carol)).balances.find((it) => it.asset_type === "native").balance);
  assert.equal((before - after).toFixed(7), (Number(found.source_amount) + 0.00001).toFixed(7));
  const [, next] = (await server.strictSendPaths(native, "5", alice.publicKey()).call()).records;
  const sent = await done(carol, [
    Operation.pathPaymentStrictSend({ sendAsset: native, sendAmount: "5", destination: bob.publicKey(), destAsset: gold,
      destMin: "1", path: [] }),
  ]);
  const [operation] = (await server.operations().forTransaction(sent.hash).call()).records;
  assert.equal(operation.amount, "2.0000000");
  assert.equal(next.destination_asset_code, "GOLD");
  // Only assets that the payer has in a sufficient amount; its own offers are ignored.
  const own = (await server.strictReceivePaths(alice.publicKey(), native, "1").call()).records;
  assert.deepEqual(own.map(({ source_asset_type: type, path }) => [type, path.length]), [["native", 0]]);
  for (const query of ["", "?source_asset_type=native&source_amount=1",
    "?source_asset_type=native&source_amount=0&destination_assets=native",
    "?source_asset_type=native&source_amount=1&destination_assets=GOLD",
    `?source_asset_type=native&source_amount=1&destination_assets=native&destination_account=${alice.publicKey()}`])
    assert.equal((await get(`/paths/strict-send${query}`)).status, 400, query);
}

// Trades.
{
  const { records } = await server.trades().forAssetPair(gold, native).call();
  assert.deepEqual(
    records.map((it) => [it.base_amount, it.counter_amount, it.base_is_seller, it.price.n, it.price.d]),
    [["2.0000000", "5.0000000", true, "5", "2"], ["2.0000000", "5.0000000", true, "5", "2"]],
  );
  // Recorded trades have the maker's offer a second time, and numbers in the price.
  compare(kind(records[0]), shapes.records.trade, "trade", ["offer_id"]);
  const inverse = (await server.trades().forAssetPair(native, gold).call()).records;
  assert.deepEqual([inverse[0].base_is_seller, inverse[0].price.n], [false, "2"]);
  const offer = records[0].base_offer_id;
  assert.equal((await server.trades().forOffer(offer).call()).records.length, 2);
  const ofBob = (await server.trades().forAccount(bob.publicKey()).call()).records;
  assert.deepEqual(ofBob.map((it) => it.paging_token.split("-")[1]), ["1"]);
  const pages = [];
  let page = await server.trades().limit(1).call();
  for (; page.records.length; page = await page.next()) pages.push(page.records[0].id);
  assert.equal(new Set(pages).size, 3);
  assert.equal((await get("/trades?base_asset_type=native")).status, 400);
}

// Assets, and accounts by signer, asset and sponsor.
const dave = random();
{
  const { records } = await server.assets().forIssuer(issuer.publicKey()).call();
  assert.deepEqual(records.map((it) => it.asset_code), ["GOLD", "SILVERBAR"]);
  const [stat] = records;
  assert.deepEqual(stat.accounts, { authorized: 2, authorized_to_maintain_liabilities: 0, unauthorized: 1 });
  assert.equal(stat.balances.authorized, "1000.0000000");
  assert.equal(stat._links.toml.href, "https://gold.example/.well-known/stellar.toml");
  compare(kind(stat), shapes.records.asset, "asset", ["contract_id"]);
  assert.equal((await server.assets().forCode("SILVERBAR").forIssuer(issuer.publicKey()).call()).records.length, 1);
  const second = await (await server.assets().limit(1).call()).next();
  assert.equal(second.records[0].asset_code, "SILVERBAR");

  const sponsored = [
    Operation.beginSponsoringFutureReserves({ sponsoredId: dave.publicKey() }),
    Operation.createAccount({ destination: dave.publicKey(), startingBalance: "5" }),
    Operation.changeTrust({ asset: gold, source: dave.publicKey() }),
    Operation.manageData({ name: "n", value: Buffer.from([255, 0]), source: dave.publicKey() }),
    Operation.setOptions({ signer: { ed25519PublicKey: carol.publicKey(), weight: 1 }, source: dave.publicKey() }),
    Operation.endSponsoringFutureReserves({ source: dave.publicKey() }),
  ];
  await done(sponsor, sponsored, { others: [dave] });
  const ids = async (request) => (await request.call()).records.map((it) => it.id).sort();
  assert.deepEqual(await ids(server.accounts().forSigner(carol.publicKey())), [carol, dave].map((it) => it.publicKey()).sort());
  assert.deepEqual(await ids(server.accounts().sponsor(sponsor.publicKey())), [dave.publicKey()]);
  assert.deepEqual(await ids(server.accounts().forAsset(gold)), [alice, bob, carol, dave].map((it) => it.publicKey()).sort());
  const first = await server.accounts().forAsset(gold).limit(3).call();
  assert.deepEqual([first.records.length, (await first.next()).records.length], [3, 1]);
  for (const query of ["", "?signer=x", "?asset=native", `?sponsor=${dave.publicKey()}&signer=${dave.publicKey()}`])
    assert.equal((await get(`/accounts${query}`)).status, 400, query);
  const account = await load(dave);
  assert.equal((await account.data({ key: "n" })).value, "/wA=");
}

// The remaining kinds of effects.
{
  const revoke = [
    Operation.revokeTrustlineSponsorship({ account: dave.publicKey(), asset: gold }),
    Operation.revokeDataSponsorship({ account: dave.publicKey(), name: "n" }),
    Operation.revokeSignerSponsorship({ account: dave.publicKey(), signer: { ed25519PublicKey: carol.publicKey() } }),
    Operation.revokeAccountSponsorship({ account: dave.publicKey() }),
  ];
  await done(sponsor, revoke);
  const signer = (weight) => Operation.setOptions({ signer: { ed25519PublicKey: carol.publicKey(), weight } });
  const data = (value) => Operation.manageData({ name: "n", value });
  await done(dave, [signer(2), signer(0), data("x"), data(null), trust(gold, "0")]);
  const next = (BigInt((await load(dave)).sequence) + 9n).toString();
  await done(dave, [Operation.bumpSequence({ bumpTo: next })]);
  const everyone = [new Claimant(bob.publicKey()), new Claimant(issuer.publicKey(), Claimant.predicateNot(Claimant.predicateBeforeAbsoluteTime("4000000000")))];
  const create = Operation.createClaimableBalance({ asset: gold, amount: "1", claimants: everyone });
  const made = await build(alice, [create, create]);
  await server.submitTransaction(made);
  const [one, two] = [0, 1].map((index) => made.getClaimableBalanceId(index));
  await done(bob, [Operation.claimClaimableBalance({ balanceId: one })]);
  await done(issuer, [
    Operation.clawbackClaimableBalance({ balanceId: two }),
    Operation.clawback({ asset: gold, from: bob.publicKey(), amount: "1" }),
  ]);
  await done(dave, [Operation.accountMerge({ destination: alice.publicKey() })]);
}

// Effects: every kind has the recorded fields and number.
{
  const seen = new Map();
  for (let page = await server.effects().limit(50).call(); page.records.length; page = await page.next())
    for (const record of page.records) seen.set(record.type, [...(seen.get(record.type) ?? []), record]);
  // The sandbox has no operation that moves a sponsorship in this script.
  const missing = Object.keys(shapes.effects).filter((name) => !seen.has(name) && !name.endsWith("sponsorship_updated"));
  assert.deepEqual(missing, []);
  for (const [name, records] of seen) {
    const { type_i, fields } = shapes.effects[name];
    for (const record of records) {
      assert.equal(record.type_i, type_i, name);
      const optional = ["_links", "auth_required_flag", "auth_revokable_flag", "authorized_flag", "claimable_balance_clawback_enabled_flag",
        "authorized_to_maintain_liabilites_flag", "clawback_enabled_flag"];
      compare(kind(record), fields, name, optional);
      assert.deepEqual(Object.keys(record._links).sort(), ["operation", "precedes", "succeeds"]);
      const [operation, order] = record.paging_token.split("-");
      assert.equal(record.id, `${operation.padStart(19, "0")}-${order.padStart(10, "0")}`);
    }
  }
  // The effects of a path payment, in the order of Horizon, by operation, transaction, account and ledger.
  const [payment] = (await server.payments().forAccount(carol.publicKey()).order("desc").limit(1).call()).records;
  assert.equal(payment.type, "path_payment_strict_send");
  const kinds = async (request) => (await request.call()).records.map((it) => [it.type, it.account === carol.publicKey()]);
  const expected = [["account_credited", false], ["account_debited", true], ["trade", true], ["trade", false]];
  assert.deepEqual(await kinds(server.effects().forOperation(payment.id)), expected);
  assert.deepEqual(await kinds(server.effects().forTransaction(payment.transaction_hash)), expected);
  const { ledger_attr: ledger } = await payment.transaction();
  assert.deepEqual(await kinds(server.effects().forLedger(ledger)), expected);
  const own = await kinds(server.effects().forAccount(carol.publicKey()).order("desc").limit(2));
  assert.deepEqual(own, [["trade", true], ["account_debited", true]]);
  assert.equal((await server.payments().forLedger(ledger).call()).records.length, 1);
  assert.equal((await server.transactions().forLedger(ledger).call()).records.length, 1);
  assert.equal((await get("/effects?cursor=x")).status, 400);
  assert.equal((await get(`/accounts/${random().publicKey()}/effects`)).status, 404);
}

const stats = await server.feeStats();
compare(kind(stats), shapes.records.fee_stats, "fee statistics");
compare(kind((await server.offers().limit(1).call()).records[0]), shapes.records.offer, "offer");

// Streams: every payment arrives once, also after the server has closed a stream that reached its limit.
{
  const received = [];
  const opened = server.payments().forAccount(bob.publicKey()).cursor("now").limit(2);
  let notify = () => {};
  const close = opened.stream({ onmessage: (it) => { received.push(it.amount); notify(); } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const until = (count) => new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${received}`)), 20_000);
    notify = () => received.length >= count && (clearTimeout(late), resolve());
    notify();
  });
  for (const amount of ["1", "2", "3", "4", "5"]) await done(alice, [pay(bob, amount)]);
  await until(5);
  close();
  assert.deepEqual(received.map(Number), [1, 2, 3, 4, 5]);
}

// The bytes of a stream, as public servers send them.
{
  const events = { accept: "text/event-stream" };
  const path = `/accounts/${bob.publicKey()}/payments?order=asc&limit=2`;
  const response = await fetch(`${horizon}${path}`, { headers: events });
  assert.equal(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-cache");
  const [open, one, two, end, rest] = (await response.text()).split("\n\n");
  assert.equal(open, 'retry: 1000\nevent: open\ndata: "hello"');
  assert.equal(end, 'retry: 10\nevent: close\ndata: "byebye"');
  assert.equal(rest, "");
  const parsed = [one, two].map((event) => event.match(/^id: (.*)\ndata: (.*)$/).slice(1));
  for (const [id, data] of parsed) assert.equal(JSON.parse(data).paging_token, id);
  const next = await fetch(`${horizon}${path}&limit=1`, { headers: { ...events, "last-event-id": parsed[0][0] } });
  assert.match(await next.text(), new RegExp(`\nid: ${parsed[1][0]}\n`));

  // An object is sent again when it changes.
  const abort = new AbortController();
  const book = await fetch(
    `${horizon}/order_book?selling_asset_type=native&buying_asset_type=credit_alphanum4&buying_asset_code=GOLD&buying_asset_issuer=${issuer.publicKey()}`,
    { headers: events, signal: abort.signal },
  );
  const reader = book.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const until = async (pattern) => {
    while (!pattern.test(text)) text += (await reader.read()).value;
  };
  await until(/"amount":"40\.0000000"/);
  await done(alice, [pay(bob, "1")]);
  await done(alice, [sell(native, gold, "7", { n: 1, d: 2 })]);
  await until(/"amount":"47\.0000000"/);
  abort.abort();
  assert.equal(text.match(/^data: \{/gm).length, 2);

  assert.equal((await get("/ledgers?limit=0", events)).status, 400);
  assert.equal((await get(`/accounts/${random().publicKey()}/payments`, events)).status, 404);
  assert.equal((await get("/assets", events)).status, 406);
}

// The number of streams is bounded; a closed one makes room.
{
  const aborts = [];
  let status = 200;
  while (status === 200 && aborts.length < 200) {
    const abort = new AbortController();
    aborts.push(abort);
    const headers = { accept: "text/event-stream" };
    ({ status } = await fetch(`${horizon}/ledgers?cursor=now`, { headers, signal: abort.signal }));
  }
  assert.deepEqual([status, aborts.length], [503, 101]);
  for (const abort of aborts) abort.abort();
  await new Promise((resolve) => setTimeout(resolve, 500));
  const again = await fetch(`${horizon}/ledgers?limit=1`, { headers: { accept: "text/event-stream" } });
  assert.equal(again.status, 200);
  await again.text();
}
console.log("ok");
process.exit(0);
