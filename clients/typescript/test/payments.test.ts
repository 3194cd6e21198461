import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Transaction } from "ethers";
import { Networks, TransactionBuilder } from "@stellar/stellar-sdk";
import { ApiError, type BtcLikeChain, InputError, type StatusUpdate, VerificationError, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { fund, mine, setAside, testWallet } from "./support/local.js";

const RECIPIENT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let wallet: WalletCloud;
let hd: HdWallet;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

const utxoSigner = (chain: BtcLikeChain, index: number, type?: "p2pkh") =>
  ecdsaSigner(hd.key(chain, { network: "testnet", index, ...(type === undefined ? {} : { type }) }).privateKey);

/** Returns the balance of the coin, or of a token or asset. */
async function balanceOf(chain: BtcLikeChain | "eth" | "op" | "etc" | "xlm", address: string, asset = ""): Promise<string | undefined> {
  const { balances } = await wallet.addressInfo({ chain, address, limit: 0 });
  const isSame = (other: { kind: string; contract?: string; code?: string }) =>
    asset === "" ? other.kind === "coin" : (other.contract ?? other.code)?.toLowerCase() === asset.toLowerCase();
  return balances.find((balance) => isSame(balance.asset))?.balance.amount;
}

for (const [chain, type, unit] of [
  ["btc", undefined, 1_000_000n],
  ["btc", "p2pkh", 1_000_000n],
  ["ltc", undefined, 1_000_000n],
  ["bch", undefined, 1_000_000n],
  ["doge", undefined, 10_000_000_000n],
] as const) {
  test(`payment with change, then max, on ${chain} ${type ?? ""}`, async () => {
    const [signer, other] = [utxoSigner(chain, 10, type), utxoSigner(chain, 11, type)];
    const [address, to] = [signer, other].map(({ publicKey }) => wallet.addressOf(chain, publicKey, type)) as [string, string];
    await fund(chain, address, unit.toString());
    await fund(chain, address, unit.toString());
    const payment = { chain, type, publicKey: signer.publicKey, to };

    const prepared = await wallet.prepare.btc({ ...payment, amount: (unit * 3n) / 2n });
    const { review } = prepared;
    assert.equal(prepared.hashes.length, 2);
    assert.deepEqual([review.from, review.to, review.amount], [address, to, ((unit * 3n) / 2n).toString()]);
    assert.equal(BigInt(review.amount) + BigInt(review.fee) + BigInt(review.change!), 2n * unit);
    const signed = await prepared.sign(signer);
    await signed.send();
    await signed.send();
    const updates: StatusUpdate[] = [];
    for await (const update of signed.watch({ interval: 50 })) {
      updates.push(update);
      if (update.status === "pending") await mine(chain);
    }
    assert.deepEqual(updates.map(({ status }) => status), ["pending", "confirmed"]);
    assert.equal(await balanceOf(chain, to), review.amount);
    assert.equal(await balanceOf(chain, address), review.change);

    const rest = await wallet.pay.btc({ chain, type, to, amount: "max", fee: "fast" }, signer);
    await mine(chain);
    assert.equal((await rest.settled({ interval: 50 })).status, "confirmed");
    assert.equal(await balanceOf(chain, address), "0");
  });
}

test("own fee, and max with an own fee, on btc", async () => {
  const signer = utxoSigner("btc", 20);
  const address = wallet.addressOf("btc", signer.publicKey);
  await fund("btc", address, "1000000");
  const payment = { chain: "btc", publicKey: signer.publicKey, to: address } as const;
  const { review } = await wallet.prepare.btc({ ...payment, amount: "5000", fee: { total: "2000" } });
  assert.deepEqual([review.fee, review.change], ["2000", "993000"]);
  const everything = await wallet.prepare.btc({ ...payment, amount: "max", fee: { total: 3000n } });
  assert.deepEqual([everything.review.amount, everything.review.change], ["997000", "0"]);
});

test("change below the dust limit becomes fee and is shown as fee", async () => {
  const signer = utxoSigner("btc", 21);
  const address = wallet.addressOf("btc", signer.publicKey);
  await fund("btc", address, "100000");
  const payment = { chain: "btc", publicKey: signer.publicKey, to: address } as const;
  const { review } = await wallet.prepare.btc({ ...payment, amount: "98900", fee: { total: "1000" } });
  assert.deepEqual([review.fee, review.change], ["1100", "0"]);
});

test("errors of a payment are typed", async () => {
  const signer = utxoSigner("btc", 22);
  const own = wallet.addressOf("btc", signer.publicKey);
  const payment = { chain: "btc", publicKey: signer.publicKey, to: own, amount: "5000" } as const;
  await assert.rejects(wallet.prepare.btc(payment), (error) => {
    return error instanceof ApiError && error.is("insufficient_funds") && error.details.available === "0";
  });
  const invalid: [Parameters<typeof wallet.prepare.btc>[0], string][] = [
    [{ ...payment, to: RECIPIENT }, "to"],
    [{ ...payment, amount: "1.5" }, "amount"],
    [{ ...payment, amount: "0" }, "amount"],
    [{ ...payment, amount: "-5" }, "amount"],
    [{ ...payment, publicKey: "02" }, "publicKey"],
    [{ ...payment, network: "livenet" }, "to"],
  ];
  for (const [request, field] of invalid) {
    await assert.rejects(wallet.prepare.btc(request), (error) => error instanceof InputError && error.field === field, field);
  }
  await fund("btc", own, "1000000");
  const prepared = await wallet.prepare.btc(payment);
  await assert.rejects(prepared.sign(utxoSigner("btc", 23)), (error) => error instanceof InputError && error.field === "signer");
  const limited = wallet.prepare.btc({ ...payment, maxFee: "1" });
  await assert.rejects(limited, (error) => error instanceof VerificationError && error.subject === "fee");
});

for (const chain of ["eth", "op", "etc"] as const) {
  test(`coin and token payments on ${chain}`, async () => {
    const signer = ecdsaSigner(hd.key(chain, { account: 1 }).privateKey);
    const { publicKey } = signer;
    const address = wallet.addressOf(chain, publicKey);
    await fund(chain, address, "1000000000000000000");
    const [listed] = await wallet.assets("erc20", { chain });
    const token = listed?.contract ?? undefined;
    if (token !== undefined) {
      await fund(chain, address, "100000000", token);
      const prepared = await wallet.prepare.evm({ chain, publicKey, to: RECIPIENT, amount: "25000000", token });
      assert.deepEqual(prepared.review.asset, { kind: "erc20", chain, contract: token });
      assert.deepEqual([prepared.review.to, prepared.review.amount], [RECIPIENT, "25000000"]);
      const signed = await prepared.sign(signer);
      // The independent reading of the bytes that are sent.
      const { to, hash, from } = Transaction.from(signed.txdata);
      assert.deepEqual([to?.toLowerCase(), hash, from], [token.toLowerCase(), signed.txid, address]);
      await signed.send();
      await mine(chain);
      assert.equal((await signed.settled({ interval: 50 })).status, "confirmed");
      const rest = await wallet.pay.evm({ chain, to: RECIPIENT, amount: "max", token }, signer);
      await mine(chain);
      assert.equal((await rest.settled({ interval: 50 })).status, "confirmed");
      assert.equal((await balanceOf(chain, address, token)) ?? "0", "0");
    }
    const prepared = await wallet.prepare.evm({ chain, publicKey, to: RECIPIENT, amount: "250000000000000000" });
    assert.equal(prepared.review.l1Fee !== undefined, chain === "op");
    await (await prepared.sign(signer)).send();
    await mine(chain);
    const rest = await wallet.pay.evm({ chain, to: RECIPIENT, amount: "max", fee: "fast" }, signer);
    await mine(chain);
    assert.equal((await rest.settled({ interval: 50 })).status, "confirmed");
    // At most the margin for the L1 fee and the base fee remains.
    assert.ok(BigInt((await balanceOf(chain, address)) ?? "0") < 10n ** 14n);
  });
}

test("own prices, nonce and calldata on eth", async () => {
  const signer = ecdsaSigner(hd.key("eth", { account: 2 }).privateKey);
  const { publicKey } = signer;
  await fund("eth", wallet.addressOf("eth", publicKey), "1000000000000000000");
  const fee = { maxFeePerGas: "30000000000", maxPriorityFeePerGas: "2000000000" };
  const call = { chain: "eth", publicKey, to: RECIPIENT, amount: "0", data: "0xabcd", gasLimit: "50000", nonce: 0, fee } as const;
  const prepared = await wallet.prepare.evm(call);
  assert.deepEqual([prepared.review.data, prepared.review.fee], ["0xabcd", "1500000000000000"]);
  const { type, nonce, data, maxFeePerGas } = Transaction.from((await prepared.sign(signer)).txdata);
  assert.deepEqual([type, nonce, data, maxFeePerGas], [2, 0, "0xabcd", 30_000_000_000n]);
  const legacy = await wallet.prepare.evm({ ...call, fee: { gasPrice: "20000000000" } });
  assert.equal(Transaction.from((await legacy.sign(signer)).txdata).type, 0);
  const expensive = wallet.prepare.evm({ ...call, fee: { gasPrice: "9000000000000" } });
  await assert.rejects(expensive, (error) => error instanceof VerificationError && error.subject === "fee");
});

test("EVM input is checked before a request", async () => {
  const { publicKey } = ecdsaSigner(hd.key("eth").privateKey);
  const payment = { chain: "eth", publicKey, to: RECIPIENT, amount: "1" } as const;
  const invalid: [Parameters<typeof wallet.prepare.evm>[0], string][] = [
    [{ ...payment, to: "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx" }, "to"],
    [{ ...payment, to: RECIPIENT.replace("A", "a") }, "to"],
    [{ ...payment, amount: "0" }, "amount"],
    [{ ...payment, token: "0x12" }, "token"],
    [{ ...payment, token: RECIPIENT, data: "0xab" }, "data"],
    [{ ...payment, data: "xyz" }, "data"],
    [{ ...payment, to: null, amount: "max", data: "0x00" }, "to"],
    [{ ...payment, publicKey: `02${"ff".repeat(32)}` }, "publicKey"],
  ];
  for (const [request, field] of invalid) {
    await assert.rejects(wallet.prepare.evm(request), (error) => error instanceof InputError && error.field === field, field);
  }
});

test("lumens, an asset, a trustline, max and a memo on xlm", async () => {
  const [alice, bob] = [0, 1].map((account) => ed25519Signer(hd.key("xlm", { account }).privateKey)) as [
    ReturnType<typeof ed25519Signer>,
    ReturnType<typeof ed25519Signer>,
  ];
  const [from, to] = [alice, bob].map(({ publicKey }) => wallet.addressOf("xlm", publicKey)) as [string, string];
  await fund("xlm", from, "1000000000");
  const prepared = await wallet.prepare.xlm({ publicKey: alice.publicKey, to, amount: "200000000" });
  assert.equal(prepared.review.createsAccount, true);
  const signed = await prepared.sign(alice);
  assert.equal(TransactionBuilder.fromXDR(signed.txdata, Networks.TESTNET).hash().toString("hex"), signed.txid);
  await signed.send();
  assert.equal((await signed.settled()).status, "confirmed");
  assert.equal(await balanceOf("xlm", to), "200000000");

  const asset = { code: "POINTS", issuer: from };
  await wallet.pay.trustline({ asset, limit: "7000000000" }, bob);
  await wallet.pay.xlm({ to, amount: "5000000", asset, memo: "77001", memoType: "id" }, alice);
  await wallet.pay.xlm({ to, amount: "1000000", asset, memo: "Grüße" }, alice);
  await wallet.pay.xlm({ to, amount: "1000000", asset, memo: "AB".repeat(32), memoType: "hash" }, alice);
  assert.equal(await balanceOf("xlm", to, "POINTS"), "7000000");
  const { signers, sequence, subentries } = await wallet.xlm.account({ address: to });
  assert.deepEqual(signers, [{ key: to, type: "ed25519PublicKey", weight: 1 }]);
  assert.deepEqual([subentries, BigInt(sequence) > 0n], [1, true]);
  assert.deepEqual((await wallet.xlm.offers({ address: to, limit: 5 })).offers, []);
  assert.deepEqual(await wallet.xlm.paths({ from: to, amount: "5", destinationAsset: `POINTS:${from}` }), [
    { sourceAsset: { kind: "xlm-asset", chain: "xlm", ...asset }, sourceAmount: "5",
      destinationAsset: { kind: "xlm-asset", chain: "xlm", ...asset }, destinationAmount: "5", path: [] },
  ]);
  await wallet.pay.xlm({ to: from, amount: "max", asset }, bob);
  assert.equal(await balanceOf("xlm", to, "POINTS"), "0");
  await wallet.pay.trustline({ asset, limit: "0" }, bob);
  await wallet.pay.xlm({ to: from, amount: "max", fee: "slow" }, bob);
  const { balances } = await wallet.addressInfo({ chain: "xlm", address: to });
  assert.equal(balances[0]?.spendable?.amount, "0");

  const pages: number[] = [];
  for await (const page of wallet.pages({ chain: "xlm", address: to, limit: 3 })) pages.push(page.transactions.length);
  assert.deepEqual(pages.slice(0, 2), [3, 3]);
  const seen: string[] = [];
  for await (const { txid } of wallet.history({ chain: "xlm", address: to, limit: 3 })) seen.push(txid);
  assert.equal(seen.length, 8);
  assert.equal(new Set(seen).size, 8);
  assert.equal(seen.at(-1), signed.txid);
});

test("a claimable balance is claimed", async () => {
  const [giver, taker] = [5, 6].map((account) => ed25519Signer(hd.key("xlm", { account }).privateKey)) as [
    ReturnType<typeof ed25519Signer>,
    ReturnType<typeof ed25519Signer>,
  ];
  const [from, to] = [giver, taker].map(({ publicKey }) => wallet.addressOf("xlm", publicKey)) as [string, string];
  await fund("xlm", from, "1000000000");
  await fund("xlm", to, "100000000");
  await setAside(wallet, giver, to, "50000000");
  const { claimableBalances } = await wallet.addressInfo({ chain: "xlm", address: to });
  const claimed = await wallet.pay.claim({ claimableBalanceId: claimableBalances[0]!.id }, taker);
  assert.equal((await claimed.settled()).status, "confirmed");
  assert.equal(await balanceOf("xlm", to), "149999900");
});

test("Stellar input is checked before a request", async () => {
  const { publicKey } = ed25519Signer(hd.key("xlm").privateKey);
  const to = wallet.addressOf("xlm", publicKey);
  const payment = { publicKey, to, amount: "1" } as const;
  const invalid: [Parameters<typeof wallet.prepare.xlm>[0], string][] = [
    [{ ...payment, to: RECIPIENT }, "to"],
    [{ ...payment, amount: "0" }, "amount"],
    [{ ...payment, amount: 2n ** 63n }, "amount"],
    [{ ...payment, asset: { code: "TOO-LONG", issuer: to } }, "asset.code"],
    [{ ...payment, asset: { code: "POINTS", issuer: "G" } }, "asset.issuer"],
    [{ ...payment, publicKey: "G" }, "publicKey"],
  ];
  for (const [request, field] of invalid) {
    await assert.rejects(wallet.prepare.xlm(request), (error) => error instanceof InputError && error.field === field, field);
  }
  await assert.rejects(wallet.prepare.claim({ publicKey, claimableBalanceId: "B" }), InputError);
});

test("a stored payment is sent and watched after a restart", async () => {
  const signer = utxoSigner("ltc", 30);
  const address = wallet.addressOf("ltc", signer.publicKey);
  await fund("ltc", address, "1000000");
  const signed = await (await wallet.prepare.btc({ chain: "ltc", publicKey: signer.publicKey, to: address, amount: "5000" })).sign(signer);
  const stored = JSON.parse(JSON.stringify(signed)) as typeof signed;
  const restored = (await testWallet()).signedPayment(stored);
  const controller = new AbortController();
  const first = restored.watch({ interval: 10_000, signal: controller.signal });
  assert.equal((await first.next()).value?.status, "unknown");
  controller.abort();
  await assert.rejects(first.next(), /aborted/);
  await restored.send();
  await mine("ltc");
  assert.equal((await restored.settled({ interval: 50 })).confirmations, 1);
});

test("asset lists are cached by their ETag", async () => {
  const statuses: number[] = [];
  const recording: typeof fetch = async (...parameters) => {
    const response = await fetch(...parameters);
    statuses.push(response.status);
    return response;
  };
  const recorded = await testWallet({ fetch: recording });
  const first = await recorded.assets("erc20", { chain: "eth" });
  assert.deepEqual(await recorded.assets("erc20", { chain: "eth" }), first);
  assert.ok(first.length > 5 && first.every(({ chain }) => chain === "eth"));
  assert.ok((await recorded.assets("fiat")).length > 100);
  assert.deepEqual(statuses, [200, 304, 200]);
  await assert.rejects(recorded.assets("erc20", { chain: "none" }), ApiError);
});
