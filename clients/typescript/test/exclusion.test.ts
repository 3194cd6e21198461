/** The end of a payment whose status the server does not return: inputs, nonce and sequence number decide. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { SignedPayment, StatusUpdate, WalletCloud } from "../src/index.js";
import { CASES, evmSigner, NO_STATUS, parties, storage, utxoSigner, walletOf, xlmSigner } from "./support/cases.js";
import type { Tampering } from "./support/hostile.js";
import { mine } from "./support/local.js";

/** Watches with a server that returns no status, and whose number of transactions in blocks is `confirmed` (EVM). */
async function endOf(signed: SignedPayment, payments = storage(), confirmed?: number): Promise<StatusUpdate> {
  const nonce: Tampering = { call: "prepare-transaction/nonce", response: (data) => void (data["confirmed"] = confirmed) };
  const { wallet } = walletOf(payments, NO_STATUS, nonce);
  return wallet.signedPayment(signed.toJSON()).settled({ interval: 1, unknownLimit: 2 });
}

const REPLACED: Record<"btc" | "eth", (wallet: WalletCloud, account: number, to: string) => Promise<[SignedPayment, SignedPayment]>> = {
  btc: async (wallet, account, to) => {
    const signer = utxoSigner("btc", account);
    const first = await wallet.pay.btc({ chain: "btc", to, amount: "300000", fee: "slow" }, signer);
    return [first, await wallet.pay.btcBump({ chain: "btc", pending: first, fee: "fast" }, signer)];
  },
  eth: async (wallet, account, to) => {
    const signer = evmSigner(account);
    const first = await wallet.pay.evm({ chain: "eth", to, amount: "5000", fee: "slow" }, signer);
    return [first, await wallet.pay.evmBump({ chain: "eth", pending: first, mode: "cancel" }, signer)];
  },
};

for (const [chain, replace] of Object.entries(REPLACED)) {
  test(`${chain}: a transaction in a block decides, a pending one does not`, async () => {
    const { account, to } = await parties(CASES[chain]!);
    const payments = storage();
    const { wallet } = walletOf(payments);
    const [first, second] = await replace(wallet, account, to);
    const end = await endOf(first, payments, 0);
    assert.equal(end.status, "unknown");
    assert.equal((await payments.load()).length, 2);
    await mine(chain);
    // An earlier service does not return the number.
    if (chain === "eth") assert.equal((await endOf(first, payments)).status, "unknown");
    const { status, replacedBy } = await endOf(first, payments, 1);
    assert.deepEqual([status, replacedBy], ["replaced", undefined]);
    assert.deepEqual((await payments.load()).map(({ txid }) => txid), [second.txid]);
    // Its own transaction is in the history: the status is late.
    assert.equal((await endOf(second, payments, 1)).status, "unknown");
  });
}

test("a rejection without a block is a replacement, except on xlm", async () => {
  const rejected = (block: string): Tampering => ({ call: "transaction/status", reply: () => ({ status: "rejected", confirmations: 0, block, date: 0 }) });
  for (const [name, status] of [["btc", "replaced"], ["eth", "replaced"], ["xlm", "rejected"]] as const) {
    const { account, to } = await parties(CASES[name]!);
    const signed = await CASES[name]!.sign(walletOf(storage()).wallet, account, to);
    const statusOf = async (block: string) => (await walletOf(storage(), rejected(block)).wallet.signedPayment(signed).settled({ interval: 1 })).status;
    assert.deepEqual([await statusOf(""), await statusOf("7")], [status, "rejected"], name);
  }
});

test("xlm: a used sequence number decides", async () => {
  const { account, to } = await parties(CASES["xlm"]!);
  const signer = xlmSigner(account);
  const payments = storage();
  const { wallet } = walletOf(payments);
  const first = await (await wallet.prepare.xlm({ publicKey: signer.publicKey, to, amount: "1000" })).sign(signer);
  assert.equal((await endOf(first, payments)).status, "unknown");
  const second = await wallet.pay.xlm({ to, amount: "2000" }, signer);
  assert.equal((await endOf(first, payments)).status, "replaced");
  assert.equal((await endOf(second, payments)).status, "unknown");
});

test("a payment that was not sent is not excluded", async () => {
  for (const name of ["btc", "btc p2pkh", "doge", "eth"]) {
    const { account, to } = await parties(CASES[name]!);
    const signed = await CASES[name]!.sign(walletOf(storage()).wallet, account, to);
    assert.equal((await endOf(signed)).status, "unknown", name);
  }
});
