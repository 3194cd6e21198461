import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Asset, FeeBumpTransaction, Keypair, Networks, Operation, Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { type Ed25519Signer, InputError, type SignedPayment, VerificationError, type VerificationSubject, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ed25519Signer } from "../src/signers.js";
import { balanceOf, type Trader, trader } from "./support/exchange.js";
import { hostileWallet, type Pay, rejects, replaced, type Tampering } from "./support/hostile.js";
import { testWallet } from "./support/local.js";

let wallet: WalletCloud;
let hd: HdWallet;
let own: Trader;
let second: Trader;
let thief: Trader;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
  [own, second, thief] = [await trader(wallet, hd, 60), await trader(wallet, hd, 61), await trader(wallet, hd, 62)];
});

const envelopeOf = (txdata: string) => TransactionBuilder.fromXDR(txdata, Networks.TESTNET);
/** Returns true if the SDK verifies the signatures of these keys, in this order and no others. */
function hasSignatures(transaction: Transaction | FeeBumpTransaction, addresses: string[]): boolean {
  const isBy = (address: string, index: number) => Keypair.fromPublicKey(address).verify(transaction.hash(), transaction.signatures[index]!.signature());
  return transaction.signatures.length === addresses.length && addresses.every(isBy);
}

test("an account of two signers pays with the signatures of both, on one device or on two", async () => {
  const account = await trader(wallet, hd, 63);
  const { publicKey } = account.signer;
  const change = { publicKey, signers: [{ address: second.address, weight: 1 }], masterWeight: 1, mediumThreshold: 2, highThreshold: 2 };
  const setUp = await wallet.prepare.signerChange(change);
  const expected = { masterWeight: 1, mediumThreshold: 2, highThreshold: 2, signers: [{ address: second.address, weight: 1 }] };
  assert.deepEqual([setUp.review.to, setUp.review.amount, setUp.review.signers], [null, "0", expected]);
  assert.deepEqual(setUp.comparison.slice(0, 5).map(({ part, server }) => [part, server]), [
    ["operation", "setOptions"], ["master-weight", "1"], ["medium-threshold", "2"], ["high-threshold", "2"], ["signer", `${second.address} 1`],
  ]);
  await (await setUp.sign(account.signer)).send();
  const { signers, thresholds } = await wallet.xlm.account({ address: account.address });
  assert.deepEqual([signers.length, thresholds], [2, { low: 0, medium: 2, high: 2 }]);

  const before = await balanceOf(wallet, thief.address);
  const payment = { publicKey, to: thief.address, amount: "30000000", memo: "both" };
  const prepared = await wallet.prepare.xlm(payment);
  await assert.rejects((await prepared.sign(account.signer)).send(), { code: "transaction_rejected" });
  const together = await (await wallet.prepare.xlm({ ...payment, amount: "30000001" })).sign([account.signer, second.signer]);
  assert.ok(hasSignatures(envelopeOf(together.txdata), [account.address, second.address]));
  await together.send();

  // The second device has only the bytes of the first one.
  const first = await (await wallet.prepare.xlm({ ...payment, amount: "30000002" })).sign(account.signer);
  const device = await testWallet();
  const received = await device.prepare.cosignature({ txdata: first.txdata });
  const { from, to, amount, memo } = received.review;
  assert.deepEqual([from, to, amount, memo], [account.address, thief.address, "30000002", "both"]);
  await assert.rejects(received.sign(second.signer), { field: "signer" });
  await assert.rejects(received.sign([account.signer]), { field: "signer" });
  const complete = await received.sign([second.signer]);
  assert.equal(complete.txid, first.txid);
  assert.ok(hasSignatures(envelopeOf(complete.txdata), [account.address, second.address]));
  await complete.send();
  assert.equal((await balanceOf(wallet, thief.address)) - before, 60_000_003n);

  // The own key may no longer sign: the second one alone.
  const third = ed25519Signer(hd.key("xlm", { account: 64 }).privateKey);
  const both = { signers: [{ address: second.address, weight: 2 }, { address: wallet.addressOf("xlm", third.publicKey), weight: 1 }], masterWeight: 0 };
  const moved = await wallet.prepare.signerChange({ publicKey, ...both });
  assert.equal(moved.review.signers?.signers.length, 2);
  await (await moved.sign([account.signer, second.signer])).send();
  await (await (await wallet.prepare.xlm({ ...payment, amount: "5" })).sign([second.signer])).send();
});

test("a change after which no signers suffice requires a consent", async () => {
  const change = { publicKey: own.signer.publicKey, masterWeight: 0 };
  await assert.rejects(wallet.prepare.signerChange(change), { field: "allowLockout" });
  await assert.rejects(wallet.prepare.signerChange({ ...change, masterWeight: 1, highThreshold: 2 }), { field: "allowLockout" });
  const prepared = await wallet.prepare.signerChange({ ...change, allowLockout: true });
  assert.deepEqual(prepared.review.signers, { masterWeight: 0, signers: [] });
  const invalid: [object, string][] = [
    [{ masterWeight: undefined }, "signers"],
    [{ masterWeight: 256 }, "masterWeight"],
    [{ mediumThreshold: -1 }, "mediumThreshold"],
    [{ signers: [{ address: second.address, weight: 1.5 }] }, "signers[0].weight"],
    [{ signers: [{ address: "G", weight: 1 }] }, "signers[0].address"],
    [{ signers: [{ address: own.address, weight: 1 }] }, "signers"],
    [{ signers: [{ address: second.address, weight: 1 }, { address: second.address, weight: 2 }] }, "signers"],
  ];
  for (const [fields, field] of invalid) {
    const checked = wallet.prepare.signerChange({ ...change, ...fields, allowLockout: true });
    await assert.rejects(checked, (error) => error instanceof InputError && error.field === field, JSON.stringify(fields));
  }
});

test("another signer, weight or threshold is not signed", async () => {
  const signers = [{ address: second.address, weight: 1 }];
  const pay: Pay<Ed25519Signer> = (other, signer) => other.pay.signerChange({ signers, mediumThreshold: 2, highThreshold: 2 }, signer);
  const check = (subject: VerificationSubject, tampering: Tampering) => rejects(own.signer, pay, subject, tampering);
  const requested = (edit: (operation: Record<string, any>) => void): Tampering => ({
    call: "transaction/get-hash",
    request: (body) => edit(body["operations"][0]),
  });
  await check("signers", requested((operation) => void (operation["signer"].ed25519PublicKey = thief.address)));
  await check("signers", requested((operation) => void (operation["signer"].weight = 2)));
  await check("signers", requested((operation) => void (operation["masterWeight"] = 0)));
  await check("signers", requested((operation) => void (operation["lowThreshold"] = 1)));
  await check("signers", requested((operation) => void (operation["medThreshold"] = 1)));
  await check("signers", requested((operation) => void delete operation["highThreshold"]));
  await check("signers", requested((operation) => void delete operation["signer"]));
  const requestedChange = Operation.setOptions({ signer: { ed25519PublicKey: second.address, weight: 1 }, medThreshold: 2, highThreshold: 2 });
  const added = Operation.setOptions({ signer: { ed25519PublicKey: thief.address, weight: 1 } });
  await check("operations", replaced(() => ({ operations: [requestedChange, added] as never })));
  await check("operations", requested((operation) => void (operation["source"] = thief.address)));
  await check("encoding", requested((operation) => void (operation["homeDomain"] = "example.com")));
  await check("encoding", requested((operation) => void (operation["setFlags"] = 1)));
  const preAuthorized = Operation.setOptions({ signer: { preAuthTx: Buffer.alloc(32, 7), weight: 1 }, medThreshold: 2, highThreshold: 2 });
  await check("encoding", replaced(() => ({ operations: [preAuthorized as never] })));
  const parse = (edit: (operation: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: (data) => edit(data["operations"][0]) });
  await parse((operation) => void (operation["signer"].ed25519PublicKey = thief.address));
  await parse((operation) => void (operation["signer"].weight = 2));
  await parse((operation) => void delete operation["signer"]);
  await parse((operation) => void (operation["masterWeight"] = 0));
  await parse((operation) => void (operation["medThreshold"] = 3));
  await parse((operation) => void delete operation["highThreshold"]);
});

/** Signs a payment of this device without sending it. */
async function unsent(amount: string): Promise<SignedPayment> {
  return (await wallet.prepare.xlm({ publicKey: own.signer.publicKey, to: second.address, amount })).sign(own.signer);
}

test("a fee bump of another account pays for a signed transaction, which is executed once", async () => {
  const payer = await trader(wallet, hd, 65);
  const pending = await unsent("70000000");
  const inner = envelopeOf(pending.txdata) as Transaction;
  const [received, paid, spent] = [await balanceOf(wallet, second.address), await balanceOf(wallet, payer.address), await balanceOf(wallet, own.address)];
  const prepared = await wallet.prepare.feeBump({ pending, publicKey: payer.signer.publicKey, fee: "fast" });
  const { review } = prepared;
  assert.deepEqual([review.from, review.to, review.amount, review.feeSource, review.replaces], [own.address, second.address, "70000000", payer.address, pending.txid]);
  // The price of the pending transaction for one operation and the bump.
  assert.ok(BigInt(review.fee) >= 2n * BigInt(inner.fee), review.fee);
  await assert.rejects(prepared.sign(own.signer), { field: "signer" });
  const signed = await prepared.sign(payer.signer);
  const outer = envelopeOf(signed.txdata) as FeeBumpTransaction;
  assert.deepEqual([outer.feeSource, outer.fee, outer.hash().toString("hex")], [payer.address, review.fee, signed.txid]);
  assert.ok(outer.innerTransaction.hash().equals(inner.hash()) && hasSignatures(outer, [payer.address]) && hasSignatures(outer.innerTransaction, [own.address]));
  await signed.send();
  assert.equal((await signed.settled()).status, "confirmed");
  assert.equal((await balanceOf(wallet, second.address)) - received, 70_000_000n);
  assert.equal(spent - (await balanceOf(wallet, own.address)), 70_000_000n);
  assert.ok((await balanceOf(wallet, payer.address)) < paid);
  assert.equal((await wallet.unsettled.list()).some(({ txid }) => txid === pending.txid), false);
});

test("a fee bump of other bytes, another fee or another payer is not signed", async () => {
  const [pending, other] = [await unsent("100"), await unsent("200")];
  const pay: Pay<Ed25519Signer> = (wallet, signer) => wallet.pay.feeBump({ pending, fee: { total: "1000000" } }, signer);
  const check = (subject: VerificationSubject, tampering: Tampering, after?: "sign") => rejects(second.signer, pay, subject, tampering, after);
  const requested = (edit: (body: Record<string, any>) => void): Tampering => ({ call: "transaction/get-hash", request: edit });
  const response = (edit: (data: Record<string, any>) => void): Tampering => ({ call: "transaction/get-hash", response: edit });
  await check("operations", requested((body) => void (body["txdata"] = other.txdata)));
  await check("fee", requested((body) => void (body["fee"] = "1000001")));
  await check("sender", requested((body) => void (body["publicKey"] = thief.address)));
  await check("hash", response((data) => void (data["hash"] = "ab".repeat(32))));
  await check("encoding", response((data) => void (data["unsignedMessage"] = pending.txdata)));
  await check("encoding", response((data) => void delete data["unsignedMessage"]));
  await check("signed_transaction", response((data) => {
    const bump = envelopeOf(data["unsignedMessage"]);
    bump.sign(Keypair.random());
    data["unsignedMessage"] = bump.toXDR();
  }));
  const parse = (edit: (data: Record<string, any>) => void) => check("parse", { call: "transaction/parse", response: edit });
  await parse((data) => void (data["feeSource"] = thief.address));
  await parse((data) => void delete data["feeSource"]);
  await parse((data) => void (data["fee"] = "1"));
  await parse((data) => void (data["from"] = thief.address));
  await parse((data) => void (data["txid"] = pending.txid));
  await parse((data) => void (data["operations"][0].destination = thief.address));
  await check("signed_transaction", { call: "transaction/attach-signature", response: (data) => void (data["txdata"] = pending.txdata) }, "sign");
  const { wallet: tampered } = await hostileWallet();
  const bump = { publicKey: second.signer.publicKey, fee: { total: "1000000" } };
  await assert.rejects(tampered.prepare.feeBump({ ...bump, pending: { ...pending, txid: other.txid } }), { field: "pending" });
  await assert.rejects(tampered.prepare.feeBump({ ...bump, pending: { ...pending, txdata: "AAAA" } }), { field: "pending" });
  await assert.rejects(tampered.prepare.feeBump({ ...bump, pending, fee: { total: "9000000000" } }), (error) => error instanceof VerificationError && error.subject === "fee");
});

test("a transaction of a false device is reviewed by its bytes, or not at all", async () => {
  const signed = await unsent("300");
  const inner = envelopeOf(signed.txdata) as Transaction;
  const build = (...operations: ReturnType<typeof Operation.payment>[]) => {
    const builder = TransactionBuilder.cloneFrom(inner, { fee: "100" }).clearOperations();
    for (const operation of operations) builder.addOperation(operation);
    const transaction = builder.build();
    transaction.sign(Keypair.random());
    return transaction.toXDR();
  };
  const theft = Operation.payment({ destination: thief.address, amount: "50", asset: Asset.native() });
  const { review } = await wallet.prepare.cosignature({ txdata: build(theft) });
  assert.deepEqual([review.to, review.amount], [thief.address, "500000000"]);
  const payment = Operation.payment({ destination: second.address, amount: "1", asset: Asset.native() });
  for (const txdata of [build(payment, theft), build(Operation.payment({ destination: second.address, amount: "1", asset: Asset.native(), source: second.address })), build(Operation.accountMerge({ destination: thief.address }) as never), "AAAA"]) {
    await assert.rejects(wallet.prepare.cosignature({ txdata }), { field: "txdata" });
  }
  const pay: Pay<Ed25519Signer> = async (other, signer) => (await other.prepare.cosignature({ txdata: signed.txdata })).sign([signer]);
  const parse = (edit: (data: Record<string, any>) => void) => rejects(second.signer, pay, "parse", { call: "transaction/parse", response: edit });
  await parse((data) => void (data["operations"][0].amount = "1"));
  await parse((data) => void (data["txid"] = "ab".repeat(32)));
  const attach = (edit: (txdata: string) => string): Tampering => ({ call: "transaction/attach-signature", response: (data) => void (data["txdata"] = edit(data["txdata"])) });
  await rejects(second.signer, pay, "signed_transaction", attach(() => signed.txdata), "sign");
});
