/** Lost and false responses of `send` and of signing: a payment is made once in all families. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isWalletError, type SignedPayment, signedTransactionOf, type UnsettledPayment, type WalletCloud } from "../src/index.js";
import { CASES, errorResponse, parties, received, storage, utxoSigner, walletOf, withheld } from "./support/cases.js";
import type { Tampering } from "./support/hostile.js";
import { fund, mine } from "./support/local.js";

/** Responses to a transaction that the server broadcasts. */
const FALSE_RESPONSES: Record<string, () => Response> = {
  "422": () => errorResponse("transaction_rejected", 422),
  "400": () => errorResponse("invalid_transaction", 400),
  "401": () => errorResponse("unauthorized", 401),
  "500": () => errorResponse("internal_error", 500),
  "503": () => errorResponse("upstream_unavailable", 503, true),
  "504": () => errorResponse("upstream_timeout", 504, true),
  page: () => new Response("<html>", { status: 200 }),
  "another id": () => Response.json({ requestId: "local", data: { txid: "ab".repeat(32) } }),
  lost: () => {
    throw new TypeError("connection reset");
  },
};

/** A server that reports a success for a payment that it withholds. */
const WITHHELD = "200 but withheld";

/** Sends the stored bytes of a payment. */
const sendStored = (wallet: WalletCloud, payment: UnsettledPayment): Promise<SignedPayment> =>
  wallet.signedPayment(signedTransactionOf(payment)!).send();

const isAlreadyPaid = (status: string) => (error: unknown) => isWalletError(error) && error.kind === "already_paid" && error.status === status;

for (const [name, payment] of Object.entries(CASES)) {
  const { chain, amount, pay, prepare } = payment;
  test(`${name}: after a false or lost response the payment is made once`, async () => {
    for (const label of [...Object.keys(FALSE_RESPONSES), WITHHELD]) {
      const { account, to } = await parties(payment);
      const before = await received(chain, to);
      const payments = storage();
      const broadcast = FALSE_RESPONSES[label];
      const hostile = walletOf(payments, broadcast === undefined ? withheld(chain) : { call: "transaction/send", broadcast });
      if (broadcast === undefined) await pay(hostile.wallet, account, to);
      else await assert.rejects(pay(hostile.wallet, account, to), isWalletError, label);
      // The same again, also after a restart, and by the steps of an app with a review.
      await assert.rejects(pay(hostile.wallet, account, to), isWalletError, label);
      const restarted = walletOf(payments);
      const [open] = await restarted.wallet.unsettled.list();
      assert.equal(open?.chain, chain, label);
      if (broadcast === undefined) {
        // The user has seen a success: the same payment is another one as soon as the first one is final.
        await assert.rejects(pay(restarted.wallet, account, to), isAlreadyPaid("unknown"));
        await assert.rejects(prepare(restarted.wallet, account, to), isAlreadyPaid("unknown"));
      }
      const sent = broadcast === undefined ? await sendStored(restarted.wallet, open!) : await pay(restarted.wallet, account, to);
      assert.equal((await received(chain, to)) - before, BigInt(amount), label);
      assert.equal(hostile.bodies[0]!["txdata"], sent.txdata, label);
      // The outcome is known, so that the same payment can be made on purpose.
      await pay(restarted.wallet, account, to);
      assert.equal((await received(chain, to)) - before, 2n * BigInt(amount), label);
      assert.equal((await restarted.wallet.unsettled.list()).length, 1, label);
    }
  });

  test(`${name}: a new attempt conflicts with signatures that the server may have kept`, async () => {
    const { account, to } = await parties(payment);
    const payments = storage();
    const lost: Tampering = { call: "transaction/attach-signature", broadcast: () => errorResponse("internal_error", 500) };
    await assert.rejects(pay(walletOf(payments, lost).wallet, account, to), isWalletError);
    const { wallet } = walletOf(payments);
    const [open, ...others] = await wallet.unsettled.list();
    assert.equal(others.length, 0);
    const prepared = await prepare(wallet, account, to);
    const { spends } = open!;
    if ("inputs" in prepared) assert.deepEqual(prepared.inputs, spends.inputs);
    else assert.equal(prepared.review.nonce ?? prepared.review.sequence, spends.nonce ?? spends.sequence);
    await wallet.unsettled.forget((await wallet.unsettled.list())[0]!.id);
    assert.deepEqual(await wallet.unsettled.list(), []);
  });
}

test("a payment that is confirmed after all is not prepared again until it is dropped", async () => {
  const { chain, prepare, pay } = CASES["btc"]!;
  const { account, to } = await parties(CASES["btc"]!);
  const payments = storage();
  const hostile = walletOf(payments, { call: "transaction/send", broadcast: FALSE_RESPONSES["422"]! });
  await assert.rejects(pay(hostile.wallet, account, to), isWalletError);
  const { wallet } = walletOf(payments);
  const alreadyPaid = (error: unknown) => isWalletError(error) && error.kind === "already_paid";
  await assert.rejects(prepare(wallet, account, to), alreadyPaid);
  await mine(chain);
  await assert.rejects(prepare(wallet, account, to), alreadyPaid);
  const [open] = await wallet.unsettled.list();
  await wallet.unsettled.forget(open!.id);
  assert.equal((await prepare(wallet, account, to)).review.to, to);
});

test("a payment with another name is a separate one", async () => {
  const { account, from, to } = await parties(CASES["btc"]!);
  const signer = utxoSigner("btc", account);
  const payments = storage();
  const lost = walletOf(payments, { call: "transaction/send", reply: () => FALSE_RESPONSES["lost"]!() });
  const order = (paymentId: string, amount: string) => ({ chain: "btc", to, amount, paymentId }) as const;
  await assert.rejects(lost.wallet.pay.btc(order("order 1", "300000"), signer), isWalletError);
  await fund("btc", from, "900000");
  const { wallet } = walletOf(payments);
  const other = await wallet.prepare.btc({ ...order("order 2", "300000"), publicKey: signer.publicKey });
  // Another amount under the same name spends the same output, and not the largest one.
  const again = await wallet.prepare.btc({ ...order("order 1", "200000"), publicKey: signer.publicKey });
  assert.deepEqual(again.inputs, (await wallet.unsettled.list())[0]!.spends.inputs);
  assert.notDeepEqual(other.inputs, again.inputs);
});

test("an expired attempt does not bind the next one on xlm", async () => {
  const { pay } = CASES["xlm"]!;
  const { account, to } = await parties(CASES["xlm"]!);
  const payments = storage();
  const lost = walletOf(payments, { call: "transaction/send", reply: () => FALSE_RESPONSES["lost"]!() });
  await assert.rejects(pay(lost.wallet, account, to), isWalletError);
  const [attempt] = await payments.load();
  assert.ok(Number(attempt!.spends.validUntil) > Date.now() / 1000);
  await payments.save([{ ...attempt!, txid: undefined, txdata: undefined, spends: { ...attempt!.spends, sequence: "1", validUntil: 1 } }]);
  const { wallet } = walletOf(payments);
  const sent = await pay(wallet, account, to);
  assert.equal(await received("xlm", to), 20_000_000n + 70_000_000n);
  assert.equal((await sent.settled({ interval: 20 })).status, "confirmed");
  assert.deepEqual(await payments.load(), []);
});
