/** The end of a watch: replaced, or unknown after a bound. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { KeyValuePaymentStore, type SignedPayment, type StatusUpdate, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { hostileWallet } from "./support/hostile.js";
import { fund, mine, testWallet } from "./support/local.js";

const BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let wallet: WalletCloud;
let hd: HdWallet;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

async function updatesOf(signed: SignedPayment, unknownLimit = 20): Promise<StatusUpdate[]> {
  const updates: StatusUpdate[] = [];
  for await (const update of signed.watch({ interval: 20, unknownLimit })) updates.push(update);
  return updates;
}

test("a replaced payment ends as replaced on btc", async () => {
  const signer = ecdsaSigner(hd.key("btc", { network: "testnet" }).privateKey);
  await fund("btc", wallet.addressOf("btc", signer.publicKey), "1000000");
  const first = await wallet.pay.btc({ chain: "btc", to: BTC, amount: "200000", fee: "slow" }, signer);
  const second = await wallet.pay.btcBump({ chain: "btc", pending: first, fee: "fast" }, signer);
  await mine("btc");
  const [last] = (await updatesOf(first)).slice(-1);
  assert.deepEqual([last?.status, last?.replacedBy], ["replaced", second.txid]);
  assert.equal((await second.settled({ interval: 20 })).status, "confirmed");
});

test("a cancelled payment ends as replaced on eth, also after a restart", async () => {
  const signer = ecdsaSigner(hd.key("eth").privateKey);
  await fund("eth", wallet.addressOf("eth", signer.publicKey), "1000000000000000000");
  const first = await wallet.pay.evm({ chain: "eth", to: EVM, amount: "5000", fee: "slow" }, signer);
  const second = await wallet.pay.evmBump({ chain: "eth", pending: first, mode: "cancel" }, signer);
  await mine("eth");
  const restored = (await testWallet()).signedPayment(JSON.parse(JSON.stringify(first)));
  const [last] = (await updatesOf(restored)).slice(-1);
  assert.deepEqual([last?.status, last?.replacedBy], ["replaced", second.txid]);
});

test("the server gets what the transaction uses up", async () => {
  const queries: URLSearchParams[] = [];
  const recording: typeof fetch = (input, init) => {
    const { pathname, searchParams } = new URL((input as Request).url);
    if (pathname.includes("/transaction/status/")) queries.push(searchParams);
    return fetch(input, init);
  };
  const recorded = await testWallet({ fetch: recording });
  const btc = ecdsaSigner(hd.key("btc", { network: "testnet", index: 1 }).privateKey);
  await fund("btc", wallet.addressOf("btc", btc.publicKey), "1000000");
  const prepared = await recorded.prepare.btc({ chain: "btc", publicKey: btc.publicKey, to: BTC, amount: "200000" });
  await updatesOf(await prepared.sign(btc), 1);
  assert.equal(queries[0]?.get("inputs"), prepared.inputs.map(({ txid, vout }) => `${txid}:${vout}`).join());
  const evm = ecdsaSigner(hd.key("eth", { account: 1 }).privateKey);
  const from = wallet.addressOf("eth", evm.publicKey);
  await fund("eth", from, "1000000000000000000");
  const call = await recorded.prepare.evm({ chain: "eth", publicKey: evm.publicKey, to: EVM, amount: "5000" });
  await updatesOf(await call.sign(evm), 1);
  assert.deepEqual([queries[1]?.get("address"), queries[1]?.get("nonce")], [from, "0"]);
});

test("a payment that is not mined ends as unknown and stays unsettled", async () => {
  const signer = ed25519Signer(hd.key("xlm").privateKey);
  const address = wallet.addressOf("xlm", signer.publicKey);
  await fund("xlm", address, "1000000000");
  const { wallet: deaf, calls } = await hostileWallet(
    { call: "transaction/send", broadcast: () => new Response("", { status: 502 }) },
    { call: "transaction/status", broadcast: () => Response.json({ requestId: "local", error: { code: "transaction_not_found", message: "A message.", retriable: true, details: {} } }, { status: 404 }) },
  );
  const signed = await (await deaf.prepare.xlm({ publicKey: signer.publicKey, to: address, amount: "1" })).sign(signer);
  await assert.rejects(signed.send());
  assert.deepEqual((await updatesOf(signed, 3)).map(({ status }) => status), ["unknown"]);
  assert.equal(calls.filter((call) => call.startsWith("transaction/status")).length, 3);
  assert.equal((await deaf.unsettled.list()).length, 1);
});

test("stored payments are read by their storage only", async () => {
  const texts = new Map<string, string>();
  const storage = { getItem: (key: string) => texts.get(key) ?? null, setItem: (key: string, text: string) => void texts.set(key, text), removeItem: () => undefined };
  const [one, other] = [new KeyValuePaymentStore(storage), new KeyValuePaymentStore(storage, "other")];
  await one.save([{ id: "1", chain: "btc", network: "testnet", intent: "a", spends: {} }]);
  assert.deepEqual([(await one.load()).length, (await other.load()).length], [1, 0]);
});
