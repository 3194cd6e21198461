import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Asset, Networks, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { ApiError, type Ed25519Signer, InputError, VerificationError, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { balanceOf, market, type Market, named, offer, type Trader, trader, trust, wire } from "./support/exchange.js";
import { hostileWallet, type Pay, rejects, replaced, type Tampering } from "./support/hostile.js";
import { testWallet } from "./support/local.js";

let wallet: WalletCloud;
let hd: HdWallet;
let shop: Market;
/** The sender of the swaps that a hostile server changes, and the account of the thief. */
let own: Trader;
let thief: Trader;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
  shop = await market(wallet, hd);
  [own, thief] = [await newTrader(20), await newTrader(21)];
});

/** Returns a new trader with trustlines for both assets. */
async function newTrader(account: number): Promise<Trader> {
  const created = await trader(wallet, hd, account);
  await trust(wallet, created, [shop.usd, shop.eur]);
  return created;
}

/** The operation that the SDK reads in a transaction. */
function operationOf(txdata: string): Record<string, any> {
  const transaction = TransactionBuilder.fromXDR(txdata, Networks.TESTNET);
  assert.equal(transaction.operations.length, 1);
  return transaction.operations[0] as never;
}

test("a sent amount is exact, and leads through the cheapest path", async () => {
  const { signer, address } = await newTrader(0);
  const swap = { publicKey: signer.publicKey, receiveAsset: shop.eur, sendAmount: "250000000" };
  const prepared = await wallet.prepare.swap(swap);
  const { review } = prepared;
  assert.deepEqual([review.from, review.to, review.asset, review.amount], [address, address, wire(undefined), "250000000"]);
  // 25 XLM are 12.5 USD and 10 EUR; 0.5 % less is the minimum.
  assert.deepEqual(review.swap, { exact: "sent", asset: wire(shop.eur), amount: "99500000", path: [wire(shop.usd)] });
  const signed = await prepared.sign(signer);
  const { type, sendAmount, destMin, destination, path } = operationOf(signed.txdata);
  assert.deepEqual([type, sendAmount, destMin, destination], ["pathPaymentStrictSend", "25.0000000", "9.9500000", address]);
  assert.deepEqual(path.map((asset: Asset) => asset.toString()), [named(shop.usd)]);
  await signed.send();
  assert.equal((await signed.settled()).status, "confirmed");
  assert.equal(await balanceOf(wallet, address, shop.eur), 100_000_000n);
});

test("a received amount is exact for another recipient", async () => {
  const [sender, recipient] = [await newTrader(1), await newTrader(2)];
  const before = await balanceOf(wallet, sender.address);
  const swap = { to: recipient.address, receiveAsset: shop.eur, receiveAmount: 40_000_000n, tolerance: 100, memo: "7", fee: { total: "100" } };
  const prepared = await wallet.prepare.swap({ ...swap, publicKey: sender.signer.publicKey });
  const { review } = prepared;
  // 4 EUR are 10 XLM; 1 % more is the maximum.
  assert.deepEqual([review.to, review.amount, review.memo], [recipient.address, "101000000", "7"]);
  assert.deepEqual(review.swap, { exact: "received", asset: wire(shop.eur), amount: "40000000", path: [wire(shop.usd)] });
  const signed = await (await prepared.sign(sender.signer)).send();
  const { type, sendMax, destAmount } = operationOf(signed.txdata);
  assert.deepEqual([type, sendMax, destAmount], ["pathPaymentStrictReceive", "10.1000000", "4.0000000"]);
  assert.equal(await balanceOf(wallet, recipient.address, shop.eur), 40_000_000n);
  assert.equal(before - (await balanceOf(wallet, sender.address)), 100_000_100n);
});

test("the chosen path is used, also when another one is cheaper", async () => {
  const { signer, address } = await newTrader(3);
  const paths = await wallet.xlm.paths({ from: address, amount: "30000000", sourceAsset: "native" });
  const direct = paths.find(({ destinationAsset, path }) => "code" in destinationAsset && destinationAsset.code === "EUR" && path.length === 0);
  const swap = { publicKey: signer.publicKey, receiveAsset: shop.eur, sendAmount: "30000000" };
  const { review } = await wallet.prepare.swap({ ...swap, path: direct!, tolerance: 0 });
  assert.deepEqual([review.swap?.amount, review.swap?.path], ["10000000", []]);
  await wallet.pay.swap({ ...swap, path: direct!, limit: "9000000" }, signer);
  assert.equal(await balanceOf(wallet, address, shop.eur), 10_000_000n);
});

test("a worse price than the tolerated one is rejected by the network", async () => {
  const [first, second] = [await newTrader(4), await newTrader(5)];
  const gbp = { code: "GBP", issuer: shop.issuer.address };
  await trust(wallet, shop.maker, [gbp]);
  for (const { address, signer } of [first, second]) {
    await trust(wallet, { address, signer }, [gbp]);
  }
  await wallet.pay.xlm({ to: shop.maker.address, amount: "1000000000", asset: gbp }, shop.issuer.signer);
  await offer(wallet, shop.maker, gbp, undefined, "100000000", "1");
  await offer(wallet, shop.maker, gbp, undefined, "100000000", "1.1");
  const swap = { receiveAsset: gbp, sendAmount: "100000000" };
  const { publicKey } = first.signer;
  const strict = await wallet.prepare.swap({ ...swap, tolerance: 500, publicKey });
  const sequence = BigInt(strict.review.sequence!) + 1n;
  const tolerant = await wallet.prepare.swap({ ...swap, tolerance: 1000, sequence, publicKey });
  await wallet.pay.swap(swap, second.signer);
  const rejected = (await strict.sign(first.signer)).send();
  await assert.rejects(rejected, (error) => error instanceof ApiError && error.is("transaction_rejected") && error.status === 422);
  assert.equal(await balanceOf(wallet, first.address, gbp), 0n);
  await (await tolerant.sign(first.signer)).send();
  assert.equal(await balanceOf(wallet, first.address, gbp), 90_909_090n);
});

test("transactions with successive sequence numbers are built at once", async () => {
  const [sender, recipient] = [await newTrader(6), await newTrader(7)];
  const { publicKey } = sender.signer;
  const swap = await wallet.prepare.swap({ publicKey, receiveAsset: shop.usd, sendAmount: "20000000" });
  const next = BigInt(swap.review.sequence!) + 1n;
  const payment = await wallet.prepare.xlm({ publicKey, to: recipient.address, amount: "5000000", sequence: next });
  const trustline = await wallet.prepare.trustline({ publicKey, asset: { code: "GBP", issuer: shop.issuer.address }, sequence: String(next + 1n) });
  assert.deepEqual([payment, trustline].map(({ review }) => review.sequence), [next, next + 1n].map(String));
  const signed = [];
  for (const prepared of [swap, payment, trustline]) signed.push(await prepared.sign(sender.signer));
  for (const transaction of signed) assert.equal((await (await transaction.send()).settled()).status, "confirmed");
  assert.equal(await balanceOf(wallet, sender.address, shop.usd), 10_000_000n);
  const used = wallet.prepare.xlm({ publicKey, to: recipient.address, amount: "5000000", sequence: next });
  await assert.rejects(used, (error) => error instanceof ApiError && error.field === "sequence");
});

test("swaps without a path, and paths below the limit, are rejected", async () => {
  const { signer } = await trader(wallet, hd, 8);
  const { publicKey } = signer;
  const swap = { publicKey, receiveAsset: shop.eur, sendAmount: "250000000" };
  const fails = (promise: Promise<unknown>, field: string) =>
    assert.rejects(promise, (error) => error instanceof InputError && error.field === field, field);
  // The account has no trustline for EUR.
  await fails(wallet.prepare.swap(swap), "path");
  await trust(wallet, { signer, address: "" }, [shop.eur]);
  await fails(wallet.prepare.swap({ ...swap, sendAmount: "1000000000000000" }), "path");
  await fails(wallet.prepare.swap({ ...swap, limit: "100000001" }), "limit");
  await fails(wallet.prepare.swap({ ...swap, sendAmount: undefined, receiveAmount: "100000000", limit: "249999999" }), "limit");
});

test("input of swaps is checked before a request", async () => {
  const { wallet: offline, calls } = await hostileWallet();
  const swap = { publicKey: "11".repeat(32), receiveAsset: shop.eur, sendAmount: "1" };
  const invalid: [object, string][] = [
    [{ sendAmount: undefined }, "sendAmount"],
    [{ receiveAmount: "1" }, "receiveAmount"],
    [{ sendAmount: "0" }, "sendAmount"],
    [{ sendAmount: 2n ** 63n }, "sendAmount"],
    [{ sendAmount: undefined, receiveAmount: "1.5" }, "receiveAmount"],
    [{ sendAsset: { code: "TOO-LONG", issuer: shop.issuer.address } }, "sendAsset.code"],
    [{ receiveAsset: { code: "EUR", issuer: "G" } }, "receiveAsset.issuer"],
    [{ to: "G" }, "to"],
    [{ tolerance: -1 }, "tolerance"],
    [{ tolerance: 5001 }, "tolerance"],
    [{ tolerance: 0.5 }, "tolerance"],
    [{ limit: "0" }, "limit"],
    [{ publicKey: "G" }, "publicKey"],
    [{ sequence: "0" }, "sequence"],
    [{ sequence: 2n ** 63n }, "sequence"],
  ];
  for (const [change, field] of invalid) {
    const prepared = offline.prepare.swap({ ...swap, ...change });
    await assert.rejects(prepared, (error) => error instanceof InputError && error.field === field, field);
  }
  assert.deepEqual(calls, []);
});

for (const exact of ["sent", "received"] as const) {
  const amounts = exact === "sent" ? { sendAmount: "250000000" } : { receiveAmount: "100000000" };
  const swap = () => ({ receiveAsset: shop.eur, ...amounts });
  const pay: Pay<Ed25519Signer> = (hostile, signer) => hostile.pay.swap(swap(), signer);
  const check = (subject: VerificationError["subject"], tampering: Tampering, after?: "sign") => rejects(own.signer, pay, subject, tampering, after);
  const edited = (edit: (operation: Record<string, any>) => void): Tampering => ({
    call: "transaction/get-hash",
    request: (body) => edit(body["operations"][0]),
  });
  /** Adds one to a decimal amount. */
  const plus = (text: string, change: bigint) => (BigInt(text) + change).toString();
  const [sendField, receiveField] = exact === "sent" ? ["sendAmount", "destMin"] : ["sendMax", "destAmount"];

  test(`another swap is not signed (${exact} amount)`, async () => {
    await check("recipient", edited((operation) => void (operation["destination"] = thief.address)));
    await check("amount", edited((operation) => void (operation[receiveField!] = plus(operation[receiveField!], -1n))));
    await check("amount", edited((operation) => void (operation[sendField!] = plus(operation[sendField!], 1n))));
    await check("operations", edited((operation) => void (operation["destAsset"] = wire(shop.usd))));
    await check("operations", edited((operation) => void (operation["sendAsset"] = wire(shop.usd))));
    await check("path", edited((operation) => void (operation["path"] = [])));
    await check("path", edited((operation) => void operation["path"].push(wire(undefined))));
    await check("path", edited((operation) => void (operation["path"] = [wire(undefined)])));
    await check("fee", { call: "transaction/get-hash", request: (body) => void (body["fee"] = "101") });
    await check("memo", { call: "transaction/get-hash", request: (body) => void (body["memo"] = "7") });
  });

  test(`another operation in place of the swap is not signed (${exact} amount)`, async () => {
    const [eur, usd] = [shop.eur, shop.usd].map(({ code, issuer }) => new Asset(code, issuer)) as [Asset, Asset];
    const shared = { sendAsset: Asset.native(), destination: own.address, destAsset: eur, path: [usd] };
    const strictSend = (fields: object = {}) => Operation.pathPaymentStrictSend({ ...shared, sendAmount: "25", destMin: "9.95", ...fields });
    const strictReceive = (fields: object = {}) => Operation.pathPaymentStrictReceive({ ...shared, sendMax: "25.125", destAmount: "10", ...fields });
    const [same, opposite] = exact === "sent" ? [strictSend, strictReceive] : [strictReceive, strictSend];
    // With the requested fields, the transaction of the SDK is the server's.
    const { wallet: changed } = await hostileWallet(replaced(() => ({ operations: [same() as never] })));
    await changed.prepare.swap({ ...swap(), publicKey: own.signer.publicKey });
    await check("operations", replaced(() => ({ operations: [opposite() as never] })));
    await check("operations", replaced(() => ({ operations: [same({ source: thief.address }) as never] })));
    await check("operations", replaced(() => ({ operations: [same() as never, same() as never] })));
    const payment = Operation.payment({ destination: own.address, asset: Asset.native(), amount: "25" });
    await check("operations", replaced(() => ({ operations: [payment] })));
  });

  test(`paths for another swap are not used (${exact} amount)`, async () => {
    const paths = (edit: (path: Record<string, any>) => void): Tampering => ({
      call: "prepare-transaction/paths",
      response: (data) => void (data["paths"] as Record<string, any>[]).forEach(edit),
    });
    const [asset, amount, other] = exact === "sent"
      ? ["sourceAsset", "sourceAmount", "destinationAmount"]
      : ["destinationAsset", "destinationAmount", "sourceAmount"];
    await check("path", paths((path) => void (path[asset!] = wire(shop.usd))));
    await check("path", paths((path) => void (path[amount!] = plus(path[amount!], 1n))));
    await check("path", paths((path) => void (path[other!] = "0")));
    await check("path", paths((path) => void (path[other!] = (2n ** 63n).toString())));
    await check("path", paths((path) => void (path["path"] = Array.from({ length: 6 }, () => wire(undefined)))));
    await check("path", paths((path) => void (path["path"] = [{ kind: "coin", chain: "eth" }])));
    await check("path", paths((path) => void delete path["path"]));
    await check("path", { call: "prepare-transaction/paths", response: (data) => void delete data["paths"] });
  });

  test(`parse that shows another swap stops it (${exact} amount)`, async () => {
    const parse = (edit: (operation: Record<string, any>) => void) =>
      check("parse", { call: "transaction/parse", response: (data) => edit(data["operations"][0]) });
    await parse((operation) => void (operation["destination"] = thief.address));
    await parse((operation) => void (operation[sendField!] = "1"));
    await parse((operation) => void (operation[receiveField!] = "1"));
    await parse((operation) => void (operation["destAsset"] = wire(shop.usd)));
    await parse((operation) => void (operation["sendAsset"] = wire(shop.usd)));
    await parse((operation) => void (operation["path"] = []));
    await parse((operation) => void (operation["type"] = "payment"));
  });

  test(`another sequence number is not signed (${exact} amount)`, async () => {
    const { sequence } = await wallet.xlm.account({ address: own.address });
    const next = BigInt(sequence) + 1n;
    const requested: Pay<Ed25519Signer> = (hostile, signer) => hostile.pay.swap({ ...swap(), sequence: next + 5n }, signer);
    for (const changed of [undefined, String(next + 4n), String(next + 6n)]) {
      const tampering: Tampering = { call: "transaction/get-hash", request: (body) => void (body["sequence"] = changed) };
      await rejects(own.signer, requested, "sequence", tampering);
    }
    // A number that the estimate shows as used.
    const later: Tampering = { call: "prepare-transaction/estimate", response: (data) => void (data["sequence"] = String(next + 1n)) };
    await check("sequence", later);
    const { wallet: moved } = await hostileWallet({ call: "prepare-transaction/estimate", response: (data) => void (data["sequence"] = String(next - 1n)) });
    const { review } = await moved.prepare.swap({ ...swap(), publicKey: own.signer.publicKey });
    assert.equal(review.sequence, String(next));
  });
}

test("a path of the caller must be for the same swap", async () => {
  const { signer, address } = await newTrader(9);
  const paths = await wallet.xlm.paths({ from: address, amount: "250000000", sourceAsset: "native" });
  const path = paths.find(({ destinationAsset }) => "code" in destinationAsset && destinationAsset.code === "EUR");
  const swap = { publicKey: signer.publicKey, receiveAsset: shop.eur, sendAmount: "250000000", path: path! };
  await wallet.prepare.swap(swap);
  const changes = [
    { sendAmount: "250000001" },
    { receiveAsset: shop.usd },
    { sendAsset: shop.usd },
    { sendAmount: undefined, receiveAmount: "250000000" },
  ];
  for (const change of changes) {
    const prepared = wallet.prepare.swap({ ...swap, ...change });
    await assert.rejects(prepared, (error) => error instanceof VerificationError && error.subject === "path", JSON.stringify(change));
  }
});
