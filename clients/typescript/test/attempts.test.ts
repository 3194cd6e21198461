/** Attempts at one payment: at most one is executed, whatever the server returns, and replacements are attempts too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isWalletError, type PaymentStore, type SignedPayment, type UnsettledPayment, type WalletCloud } from "../src/index.js";
import { CASES, errorResponse, evmSigner, parties, PENDING, received, storage, utxoSigner, walletOf } from "./support/cases.js";
import type { Tampering } from "./support/hostile.js";
import { mine } from "./support/local.js";

const isAlreadyPaid = (status: string, txid?: string) => (error: unknown) => {
  assert.ok(isWalletError(error) && error.kind === "already_paid", String(error));
  assert.deepEqual([error.status, txid ?? error.txid], [status, error.txid]);
  return true;
};

const spendsOf = ({ chain, spends }: UnsettledPayment) =>
  chain === "eth" ? spends.nonce : (spends.sequence ?? spends.inputs?.map(({ txid, vout }) => `${txid}:${vout}`));

for (const [name, payment] of Object.entries(CASES)) {
  const { chain, amount, pay, prepare, sign } = payment;

  test(`${name}: false signed data does not release a payment whose signatures the server has`, async () => {
    const { account, to } = await parties(payment);
    const before = await received(chain, to);
    const payments = storage();
    const other: Tampering = { call: "transaction/attach-signature", reply: () => ({ txdata: "00" }) };
    await assert.rejects(pay(walletOf(payments, other).wallet, account, to), (error) => isWalletError(error) && error.kind === "verification");
    const [first, ...more] = await payments.load();
    assert.equal(more.length, 0);
    assert.ok(first?.txid !== undefined && first.txdata !== undefined);
    const { wallet } = walletOf(payments);
    const prepared = await prepare(wallet, account, to);
    assert.deepEqual("inputs" in prepared ? prepared.inputs : [], first.spends.inputs ?? []);
    const sent = await pay(wallet, account, to);
    assert.deepEqual([sent.txid, sent.attempt && spendsOf({ ...first, ...sent.attempt })], [first.txid, spendsOf(first)]);
    assert.equal((await received(chain, to)) - before, BigInt(amount));
  });

  test(`${name}: the same payment is another one when the first one is final`, async () => {
    const { account, to } = await parties(payment);
    const before = await received(chain, to);
    const payments = storage();
    const first = await pay(walletOf(payments).wallet, account, to);
    const pending = walletOf(payments, PENDING);
    await assert.rejects(pay(pending.wallet, account, to), isAlreadyPaid("pending", first.txid));
    await assert.rejects(prepare(pending.wallet, account, to), isAlreadyPaid("pending", first.txid));
    assert.equal(pending.bodies.length, 0);
    assert.equal((await received(chain, to)) - before, BigInt(amount));
    const second = await pay(walletOf(payments).wallet, account, to);
    assert.notEqual(second.txid, first.txid);
    assert.equal((await received(chain, to)) - before, 2n * BigInt(amount));
    assert.equal((await second.settled({ interval: 20 })).status, "confirmed");
    assert.deepEqual(await payments.load(), []);
  });

  test(`${name}: of two calls at the same time one pays`, async () => {
    const { account, to } = await parties(payment);
    const before = await received(chain, to);
    const payments = storage();
    // Two clients of one storage, as in two tabs.
    const [one, other] = [walletOf(payments).wallet, walletOf(payments).wallet];
    const outcomes = await Promise.allSettled([pay(one, account, to), pay(other, account, to)]);
    assert.deepEqual(outcomes.map(({ status }) => status), ["fulfilled", "rejected"]);
    const failed = outcomes[1] as PromiseRejectedResult;
    assert.ok(isWalletError(failed.reason) && failed.reason.kind === "already_paid", String(failed.reason));
    assert.equal((await received(chain, to)) - before, BigInt(amount));
  });

  test(`${name}: a payment ends no other one that it does not conflict with`, async () => {
    const { account, to } = await parties(payment);
    const payments = storage();
    const signed = await sign(walletOf(payments).wallet, account, to);
    const [first] = await payments.load();
    // An attempt of an earlier version of this client, which compared no inputs, nonces or sequence numbers.
    const elsewhere = { inputs: first!.spends.inputs?.map((input) => ({ ...input, txid: "ab".repeat(32) })), from: first!.spends.from, nonce: 999, sequence: "999" };
    const stray = { ...first!, id: "stray", txid: "cd".repeat(32), spends: elsewhere };
    const rival = { ...first!, id: "rival", txid: "ef".repeat(32) };
    await payments.save([first!, stray, rival]);
    const { wallet } = walletOf(payments);
    await wallet.signedPayment(signed.toJSON()).send();
    await received(chain, to);
    assert.equal((await wallet.signedPayment(signed.toJSON()).settled({ interval: 20 })).status, "confirmed");
    assert.deepEqual((await payments.load()).map(({ id }) => id), ["stray"]);
    await payments.save([first!, stray, rival]);
    await wallet.unsettled.forget("stray");
    assert.deepEqual((await payments.load()).map(({ id }) => id), [first!.id, "rival"]);
    await wallet.unsettled.forget(first!.txid!);
    assert.deepEqual(await payments.load(), []);
  });
}

test("a payment that was prepared before another attempt is not signed", async () => {
  const { account, to } = await parties(CASES["eth"]!);
  const signer = evmSigner(account);
  const { wallet } = walletOf(storage());
  const terms = { chain: "eth", publicKey: signer.publicKey, to, amount: "1000000000000000", paymentId: "order" } as const;
  const early = await wallet.prepare.evm(terms);
  await wallet.pay.evm({ chain: "eth", to, amount: "7" }, signer);
  const late = await wallet.prepare.evm(terms);
  assert.equal(late.review.nonce, early.review.nonce! + 1);
  const first = await late.sign(signer);
  await assert.rejects(early.sign(signer), isAlreadyPaid("unknown", first.txid));
  // The same transaction can be signed again.
  assert.equal((await late.sign(signer)).txid, first.txid);
});

type Replace = (wallet: WalletCloud, account: number, pending: SignedPayment) => Promise<SignedPayment>;

const SPEED_UPS: Record<string, Replace> = {
  btc: (wallet, account, pending) => wallet.pay.btcBump({ chain: "btc", pending, fee: "fast" }, utxoSigner("btc", account)),
  eth: (wallet, account, pending) => wallet.pay.evmBump({ chain: "eth", pending, mode: "speed-up" }, evmSigner(account)),
};

/** Pays with a low fee, so that a replacement can raise it. */
const paySlowly = (wallet: WalletCloud, chain: string, account: number, to: string): Promise<SignedPayment> => {
  const { amount } = CASES[chain]!;
  return chain === "btc"
    ? wallet.pay.btc({ chain, to, amount, fee: "slow" }, utxoSigner("btc", account))
    : wallet.pay.evm({ chain: "eth", to, amount, fee: "slow" }, evmSigner(account));
};

const FAILING: Tampering = { call: "transaction/send", broadcast: () => errorResponse("transaction_rejected", 422) };

for (const [chain, speedUp] of Object.entries(SPEED_UPS)) {
  const payment = CASES[chain]!;
  const { amount, prepare, pay } = payment;

  test(`${chain}: a payment is made if its replacement is confirmed`, async () => {
    const { account, to } = await parties(payment);
    const before = await received(payment.chain, to);
    const payments = storage();
    const { wallet } = walletOf(payments);
    const first = await paySlowly(wallet, chain, account, to);
    await assert.rejects(speedUp(walletOf(payments, FAILING).wallet, account, first), isWalletError);
    const bump = (await payments.load()).find(({ replaces }) => replaces === first.txid);
    assert.equal(bump?.intent, first.attempt?.intent);
    await mine(payment.chain);
    const paid = isAlreadyPaid("confirmed", bump?.txid);
    await assert.rejects(prepare(wallet, account, to), paid);
    await assert.rejects(pay(wallet, account, to), paid);
    assert.equal((await received(payment.chain, to)) - before, BigInt(amount));
    await wallet.unsettled.forget(bump!.id);
    assert.deepEqual(await payments.load(), []);
  });

  test(`${chain}: after a known replacement the same payment is another one`, async () => {
    const { account, to } = await parties(payment);
    const before = await received(payment.chain, to);
    const payments = storage();
    const { wallet } = walletOf(payments);
    await speedUp(wallet, account, await paySlowly(wallet, chain, account, to));
    assert.equal((await payments.load()).length, 2);
    await mine(payment.chain);
    await pay(wallet, account, to);
    assert.equal((await received(payment.chain, to)) - before, 2n * BigInt(amount));
  });
}

test("after a confirmed cancellation the payment can be made", async () => {
  const payment = CASES["eth"]!;
  const { account, to } = await parties(payment);
  const before = await received("eth", to);
  const payments: PaymentStore = storage();
  const { wallet } = walletOf(payments);
  const first = await paySlowly(wallet, "eth", account, to);
  await wallet.pay.evmBump({ chain: "eth", pending: first, mode: "cancel" }, evmSigner(account));
  assert.deepEqual((await payments.load()).map(({ isCancellation = false }) => isCancellation), [false, true]);
  await mine("eth");
  assert.equal((await received("eth", to)) - before, 0n);
  await payment.pay(wallet, account, to);
  assert.equal((await received("eth", to)) - before, BigInt(payment.amount));
});

test("a pending cancellation is not sent as the payment", async () => {
  const payment = CASES["eth"]!;
  const { account, to } = await parties(payment);
  const payments = storage();
  // Neither transaction reaches a pool.
  const lost: Tampering = { call: "transaction/send", reply: () => errorResponse("transaction_rejected", 422) as never };
  const { wallet } = walletOf(payments, lost);
  await assert.rejects(paySlowly(wallet, "eth", account, to), isWalletError);
  const [first] = await payments.load();
  await payments.save([first!, { ...first!, id: "cancellation", txid: `0x${"ab".repeat(32)}`, isCancellation: true }]);
  const restarted = walletOf(payments);
  const sent = await payment.pay(restarted.wallet, account, to);
  assert.equal(restarted.bodies.length, 1);
  assert.notEqual(restarted.bodies[0]!["txdata"], first!.txdata);
  assert.equal(sent.attempt?.spends.nonce, first!.spends.nonce);
});
