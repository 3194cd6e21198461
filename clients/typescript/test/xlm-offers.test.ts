import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Asset, Networks, Operation, TransactionBuilder } from "@stellar/stellar-sdk";
import { BroadcastUnknownError, type Ed25519Signer, InputError, type VerificationSubject, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { balanceOf, type Issued, market, type Market, named, type Trader, trader, trust, wire } from "./support/exchange.js";
import { hostileWallet, type Pay, rejects, replaced, type Tampering } from "./support/hostile.js";
import { testWallet } from "./support/local.js";

let wallet: WalletCloud;
let hd: HdWallet;
let shop: Market;
let own: Trader;
let thief: Trader;
/** An asset without a seller, so that its offers remain. */
let gold: Issued;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
  shop = await market(wallet, hd);
  gold = { code: "GOLD", issuer: shop.issuer.address };
  [own, thief] = [await trader(wallet, hd, 40), await trader(wallet, hd, 41)];
  for (const account of [own, thief]) await trust(wallet, account, [shop.usd, gold]);
});

/** The operation that the SDK reads in a transaction. */
function operationOf(txdata: string): Record<string, any> {
  const { operations } = TransactionBuilder.fromXDR(txdata, Networks.TESTNET);
  assert.equal(operations.length, 1);
  return operations[0] as never;
}

test("a sale is reviewed, listed, changed and deleted", async () => {
  const { signer, address } = own;
  const { publicKey } = signer;
  const prepared = await wallet.prepare.offer({ publicKey, kind: "sell", buying: gold, amount: "30000000", price: "0.125" });
  const { review, comparison } = prepared;
  const offer = { kind: "sell", selling: wire(undefined), buying: wire(gold), amount: "30000000", price: "1/8" };
  assert.deepEqual([review.to, review.asset, review.amount, review.offer], [null, wire(undefined), "30000000", offer]);
  assert.deepEqual(comparison.slice(0, 6).map(({ part, server }) => [part, server]), [
    ["operation", "manageSellOffer"], ["sent", "30000000"], ["sent-asset", "native"], ["received-asset", named(gold)], ["price", "1/8"], ["offer-id", "0"],
  ]);
  const signed = await prepared.sign(signer);
  const { type, amount, price, buying, offerId } = operationOf(signed.txdata);
  assert.deepEqual([type, amount, price, buying.toString(), offerId], ["manageSellOffer", "3.0000000", "0.125", named(gold), "0"]);
  await signed.send();
  const listed = async () => (await wallet.xlm.offers({ address })).offers;
  const [{ offerId: id } = { offerId: "" }] = await listed();
  assert.notEqual(id, "");

  const changed = await wallet.pay.offer({ kind: "sell", buying: gold, amount: "40000000", price: "1/3", offerId: id }, signer);
  assert.equal(operationOf(changed.txdata)["offerId"], id);
  const [after] = await listed();
  assert.deepEqual([after!.offerId, after!.price], [id, "1/3"]);

  const deletion = await wallet.prepare.offerDeletion({ publicKey, offerId: id, buying: gold });
  assert.deepEqual([deletion.review.amount, deletion.review.offer?.amount, deletion.review.offer?.offerId], ["0", "0", id]);
  await (await deletion.sign(signer)).send();
  assert.deepEqual(await listed(), []);
});

test("a purchase has an exact received amount and a highest cost", async () => {
  const { signer, address } = await trader(wallet, hd, 42);
  await trust(wallet, { signer, address }, [shop.usd]);
  const before = await balanceOf(wallet, address);
  const prepared = await wallet.prepare.offer({ publicKey: signer.publicKey, kind: "buy", buying: shop.usd, amount: "10000001", price: "2.5", fee: { total: "100" } });
  // 1.0000001 USD at most for 2.5 XLM each, rounded up.
  assert.deepEqual([prepared.review.amount, prepared.review.offer?.kind], ["25000003", "buy"]);
  const signed = await (await prepared.sign(signer)).send();
  const { type, buyAmount } = operationOf(signed.txdata);
  assert.deepEqual([type, buyAmount], ["manageBuyOffer", "1.0000001"]);
  assert.equal(await balanceOf(wallet, address, shop.usd), 10_000_001n);
  // The maker sells for 2 XLM.
  assert.equal(before - (await balanceOf(wallet, address)), 20_000_002n + 100n);
  const passive = await wallet.prepare.offer({ publicKey: signer.publicKey, kind: "passive", buying: shop.usd, amount: 7n, price: "0.5" });
  assert.equal(operationOf((await passive.sign(signer)).txdata)["type"], "createPassiveSellOffer");
});

test("the same offer is not made twice while its outcome is unknown", async () => {
  const offer = { kind: "sell", buying: gold, amount: "50000000", price: "9" } as const;
  let lost = true;
  const lose: Tampering = { call: "transaction/send", broadcast: () => (lost ? new Response("", { status: 501 }) : Response.json({ requestId: "", data: { txid } })) };
  const { wallet: unlucky, calls } = await hostileWallet(lose);
  let txid = "";
  await assert.rejects(unlucky.pay.offer(offer, own.signer), (error) => error instanceof BroadcastUnknownError && (txid = error.txid) !== "");
  lost = false;
  const again = await unlucky.pay.offer(offer, own.signer);
  assert.equal(again.txid, txid);
  assert.equal(calls.filter((call) => call.startsWith("transaction/get-hash")).length, 1);
});

test("an input that no offer can have is an error before any request", async () => {
  const { publicKey } = own.signer;
  const base = { publicKey, kind: "sell", buying: gold, amount: "10000000", price: "1" } as const;
  const invalid: [object, string][] = [
    [{ amount: "0" }, "amount"],
    [{ amount: (2n ** 63n).toString() }, "amount"],
    [{ price: "0" }, "price"],
    [{ price: "1/0" }, "price"],
    [{ price: "-1" }, "price"],
    [{ price: "1e3" }, "price"],
    [{ price: "0.12345678901" }, "price"],
    [{ price: "2147483648" }, "price"],
    [{ selling: gold }, "buying"],
    [{ buying: { code: "GOLD!", issuer: gold.issuer } }, "buying.code"],
    [{ kind: "passive", offerId: "7" }, "offerId"],
    [{ kind: "buy", amount: (2n ** 62n).toString(), price: "3" }, "amount"],
  ];
  for (const [fields, field] of invalid) {
    const offer = { ...base, ...fields };
    await assert.rejects(wallet.prepare.offer(offer), (error) => error instanceof InputError && error.field === field, JSON.stringify(fields));
  }
});

const pay = {
  sell: (other) => other.pay.offer({ kind: "sell", selling: gold, buying: shop.usd, amount: "500", price: "0.25" }, own.signer),
  buy: (other) => other.pay.offer({ kind: "buy", selling: gold, buying: shop.usd, amount: "500", price: "0.25" }, own.signer),
  passive: (other) => other.pay.offer({ kind: "passive", selling: gold, buying: shop.usd, amount: "500", price: "0.25" }, own.signer),
} satisfies Record<string, Pay<Ed25519Signer>>;

for (const kind of ["sell", "buy", "passive"] as const) {
  const check = (subject: VerificationSubject, tampering: Tampering) => rejects(own.signer, pay[kind], subject, tampering);
  const requested = (edit: (operation: Record<string, any>) => void): Tampering => ({
    call: "transaction/get-hash",
    request: (body) => edit(body["operations"][0]),
  });

  test(`an offer with another asset, amount, price or id is not signed (${kind})`, async () => {
    // Held, so that the changed sales are valid.
    await wallet.pay.xlm({ to: own.address, asset: gold, amount: "100000" }, shop.issuer.signer);
    await check("operations", requested((operation) => void (operation["selling"] = wire(undefined))));
    await check("operations", requested((operation) => void (operation["buying"] = wire(undefined))));
    await check("amount", requested((operation) => void (operation[kind === "buy" ? "buyAmount" : "amount"] = "501")));
    await check("price", requested((operation) => void (operation["price"] = "0.2500001")));
    await check("price", requested((operation) => void (operation["price"] = "4/1")));
    await check("operations", requested((operation) => void (operation["source"] = thief.address)));
    const offer = { selling: new Asset("GOLD", gold.issuer), buying: new Asset("USD", gold.issuer), price: { n: 1, d: 4 } };
    const others = {
      sell: Operation.manageBuyOffer({ ...offer, buyAmount: "0.00005" }),
      buy: Operation.createPassiveSellOffer({ ...offer, amount: "0.00005" }),
      passive: Operation.manageSellOffer({ ...offer, amount: "0.00005" }),
    };
    await check("operations", replaced(() => ({ operations: [others[kind] as never] })));
    await check("operations", replaced(() => ({ operations: [others[kind], others[kind]] as never })));
    if (kind === "passive") return;
    const changed = kind === "sell" ? Operation.manageSellOffer({ ...offer, amount: "0.00005", offerId: "7" }) : Operation.manageBuyOffer({ ...offer, buyAmount: "0.00005", offerId: "7" });
    await check("operations", replaced(() => ({ operations: [changed as never] })));
  });

  test(`parse that shows another offer stops it (${kind})`, async () => {
    const parse = (edit: (operation: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: (data) => edit(data["operations"][0]) });
    await parse((operation) => void (operation["type"] = "payment"));
    await parse((operation) => void (operation["selling"].code = "USD"));
    await parse((operation) => void (operation["buying"].issuer = thief.address));
    await parse((operation) => void delete operation["buying"]);
    await parse((operation) => void (operation[kind === "buy" ? "buyAmount" : "amount"] = "501"));
    await parse((operation) => void (operation["price"] = "0.26"));
    await parse((operation) => void delete operation["price"]);
    await parse((operation) => void (operation["source"] = thief.address));
    if (kind !== "passive") await parse((operation) => void (operation["offerId"] = "7"));
  });
}
