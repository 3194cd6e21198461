/** Lost and false responses of `send` and of signing: a payment is made once in all families. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type Chain, isWalletError, KeyValuePaymentStore, type PaymentStore, type Review, type SignedPayment, WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { hostileFetch, type Tampering } from "./support/hostile.js";
import { fund, issue, baseUrl, mine, testWallet } from "./support/local.js";

type Json = Record<string, any>;

let honest: WalletCloud;
let hd: HdWallet;
let token: string;

before(async () => {
  honest = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
  token = await issue("read");
});

/** A wallet behind a server with false responses, and with a storage that outlives it. */
function walletOf(payments: PaymentStore, ...tamperings: Tampering[]): { wallet: WalletCloud; calls: string[]; bodies: Json[] } {
  const calls: string[] = [];
  const bodies: Json[] = [];
  const fetch = hostileFetch(tamperings, (path, body) => {
    calls.push(path);
    if (path.startsWith("transaction/send")) bodies.push(body);
  });
  const session = { getPermissionToken: async () => token };
  const options = { fetch, payments, sleep: async () => undefined, retry: { attempts: 2 } };
  return { wallet: new WalletCloud({ baseUrl: baseUrl(), session, network: "testnet", ...options }), calls, bodies };
}

/** A storage as a page has it: texts by key. */
function storage(): PaymentStore {
  const texts = new Map<string, string>();
  return new KeyValuePaymentStore({
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  });
}

interface Case {
  chain: Chain;
  amount: string;
  balance: string;
  address: (account: number) => string;
  pay: (wallet: WalletCloud, account: number, to: string) => Promise<SignedPayment>;
  prepare: (wallet: WalletCloud, account: number, to: string) => Promise<{ review: Review }>;
}

const utxoSigner = (chain: "btc" | "doge", index: number, type?: "p2pkh") =>
  ecdsaSigner(hd.key(chain, { network: "testnet", index, ...(type === undefined ? {} : { type }) }).privateKey);
const evmSigner = (account: number) => ecdsaSigner(hd.key("eth", { account }).privateKey);
const xlmSigner = (account: number) => ed25519Signer(hd.key("xlm", { account }).privateKey);

const utxoCase = (chain: "btc" | "doge", amount: string, balance: string, type?: "p2pkh"): Case => {
  const terms = { chain, amount, type } as const;
  return {
    chain,
    amount,
    balance,
    address: (account) => honest.addressOf(chain, utxoSigner(chain, account, type).publicKey, type),
    pay: (wallet, account, to) => wallet.pay.btc({ ...terms, to }, utxoSigner(chain, account, type)),
    prepare: (wallet, account, to) => wallet.prepare.btc({ ...terms, to, publicKey: utxoSigner(chain, account, type).publicKey }),
  };
};

const CASES: Record<string, Case> = {
  btc: utxoCase("btc", "300000", "400000"),
  "btc p2pkh": utxoCase("btc", "300000", "400000", "p2pkh"),
  doge: utxoCase("doge", "30000000000", "40000000000"),
  eth: {
    chain: "eth",
    amount: "1000000000000000",
    balance: "1000000000000000000",
    address: (account) => honest.addressOf("eth", evmSigner(account).publicKey),
    pay: (wallet, account, to) => wallet.pay.evm({ chain: "eth", to, amount: "1000000000000000" }, evmSigner(account)),
    prepare: (wallet, account, to) => wallet.prepare.evm({ chain: "eth", to, amount: "1000000000000000", publicKey: evmSigner(account).publicKey }),
  },
  xlm: {
    chain: "xlm",
    amount: "70000000",
    balance: "1000000000",
    address: (account) => honest.addressOf("xlm", xlmSigner(account).publicKey),
    pay: (wallet, account, to) => wallet.pay.xlm({ to, amount: "70000000" }, xlmSigner(account)),
    prepare: (wallet, account, to) => wallet.prepare.xlm({ to, amount: "70000000", publicKey: xlmSigner(account).publicKey }),
  },
};

/** Returns the sum of what an address received, pending payments included. */
async function received(chain: Chain, address: string): Promise<bigint> {
  if (chain !== "xlm") await mine(chain);
  const { balances } = await honest.addressInfo({ chain: chain as "btc", address, limit: 0 });
  return BigInt(balances[0]?.balance.amount ?? 0);
}

const rejected = (code: string, status: number, retriable = false): Response =>
  Response.json({ requestId: "local", error: { code, message: "A message.", retriable, details: {} } }, { status });

/** Responses to a transaction that the server broadcasts. */
const FALSE_RESPONSES: Record<string, () => Response> = {
  "422": () => rejected("transaction_rejected", 422),
  "400": () => rejected("invalid_transaction", 400),
  "401": () => rejected("unauthorized", 401),
  "500": () => rejected("internal_error", 500),
  "503": () => rejected("upstream_unavailable", 503, true),
  "504": () => rejected("upstream_timeout", 504, true),
  page: () => new Response("<html>", { status: 200 }),
  "another id": () => Response.json({ requestId: "local", data: { txid: "ab".repeat(32) } }),
  lost: () => {
    throw new TypeError("connection reset");
  },
};

let account = 100;

for (const [name, { chain, amount, balance, address, pay, prepare }] of Object.entries(CASES)) {
  test(`${name}: after a false or lost response the payment is made once`, async () => {
    for (const [label, response] of Object.entries(FALSE_RESPONSES)) {
      account += 2;
      const [from, to] = [address(account), address(account + 1)];
      // Two outputs, so that a second payment could choose another one.
      for (let count = 0; count < 2; count += 1) await fund(chain, from, balance);
      if (chain === "xlm") await fund(chain, to, "20000000");
      const before = await received(chain, to);
      const payments = storage();
      const hostile = walletOf(payments, { call: "transaction/send", broadcast: response });
      await assert.rejects(pay(hostile.wallet, account, to), isWalletError, label);
      // The same again, also after a restart, and by the steps of an app with a review.
      await assert.rejects(pay(hostile.wallet, account, to), isWalletError, label);
      const restarted = walletOf(payments);
      const [open] = await restarted.wallet.unsettled.list();
      assert.equal(open?.chain, chain, label);
      const sent = await pay(restarted.wallet, account, to);
      assert.equal((await received(chain, to)) - before, BigInt(amount), label);
      assert.equal(hostile.bodies[0]!["txdata"], sent.txdata, label);
      // The outcome is known, so that the same payment can be made on purpose.
      assert.deepEqual(await restarted.wallet.unsettled.list(), [], label);
      await pay(restarted.wallet, account, to);
      assert.equal((await received(chain, to)) - before, 2n * BigInt(amount), label);
    }
  });

  test(`${name}: a new attempt conflicts with signatures that the server may have kept`, async () => {
    account += 2;
    const [from, to] = [address(account), address(account + 1)];
    for (let count = 0; count < 2; count += 1) await fund(chain, from, balance);
    if (chain === "xlm") await fund(chain, to, "20000000");
    const payments = storage();
    const lost: Tampering = { call: "transaction/attach-signature", broadcast: () => rejected("internal_error", 500) };
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
  const { chain, address, prepare, pay, balance } = CASES["btc"]!;
  account += 2;
  const [from, to] = [address(account), address(account + 1)];
  for (let count = 0; count < 2; count += 1) await fund(chain, from, balance);
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
  account += 2;
  const [signer, to] = [utxoSigner("btc", account), CASES["btc"]!.address(account + 1)];
  for (let count = 0; count < 2; count += 1) await fund("btc", honest.addressOf("btc", signer.publicKey), "400000");
  const payments = storage();
  const lost = walletOf(payments, { call: "transaction/send", reply: () => FALSE_RESPONSES["lost"]!() });
  const order = (paymentId: string, amount: string) => ({ chain: "btc", to, amount, paymentId }) as const;
  await assert.rejects(lost.wallet.pay.btc(order("order 1", "300000"), signer), isWalletError);
  await fund("btc", honest.addressOf("btc", signer.publicKey), "900000");
  const { wallet } = walletOf(payments);
  const other = await wallet.prepare.btc({ ...order("order 2", "300000"), publicKey: signer.publicKey });
  // Another amount under the same name spends the same output, and not the largest one.
  const again = await wallet.prepare.btc({ ...order("order 1", "200000"), publicKey: signer.publicKey });
  assert.deepEqual(again.inputs, (await wallet.unsettled.list())[0]!.spends.inputs);
  assert.notDeepEqual(other.inputs, again.inputs);
});

test("an expired attempt does not bind the next one on xlm", async () => {
  const { address, pay, balance } = CASES["xlm"]!;
  account += 2;
  const [from, to] = [address(account), address(account + 1)];
  for (const owner of [from, to]) await fund("xlm", owner, balance);
  const payments = storage();
  const lost = walletOf(payments, { call: "transaction/send", reply: () => FALSE_RESPONSES["lost"]!() });
  await assert.rejects(pay(lost.wallet, account, to), isWalletError);
  const [attempt] = await payments.load();
  assert.ok(Number(attempt!.spends.validUntil) > Date.now() / 1000);
  await payments.save([{ ...attempt!, txid: undefined, txdata: undefined, spends: { ...attempt!.spends, sequence: "1", validUntil: 1 } }]);
  const { wallet } = walletOf(payments);
  await pay(wallet, account, to);
  assert.equal(await received("xlm", to), BigInt(balance) + 70_000_000n);
  assert.deepEqual(await payments.load(), []);
});
