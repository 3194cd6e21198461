import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as bitcoin from "bitcoinjs-lib";
import { ApiError, type AddressType, type BtcSigner, type BtcUtxo, InputError, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, taprootSigner } from "../src/signers.js";
import { fund, mine, sandbox, testWallet } from "./support/local.js";

const TYPES: AddressType[] = ["p2wpkh", "p2pkh", "p2sh-p2wpkh", "p2tr"];
const RECIPIENT = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const OTHER = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";

const LIMITED = { interval: 50 };

let wallet: WalletCloud;
let hd: HdWallet;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

const isInvalid = (field: string) => (error: unknown) => error instanceof InputError && error.field === field;

interface Key {
  type: AddressType;
  signer: BtcSigner;
  publicKey: string;
  address: string;
}

let used = 0;
/** Returns a new key. */
function newKey(type: AddressType, chain: "btc" | "ltc" = "btc", change = false): Key {
  used += 1;
  const { privateKey } = hd.key(chain, { network: "testnet", type, index: used, change });
  const signer = type === "p2tr" ? taprootSigner(privateKey) : ecdsaSigner(privateKey);
  return { type, signer, publicKey: signer.publicKey, address: wallet.addressOf(chain, signer.publicKey, type) };
}

const unspent = (chain: "btc" | "ltc", { publicKey, type }: Key): Promise<BtcUtxo[]> => wallet.btc.utxo({ chain, publicKey, type });

async function balanceOf(chain: "btc" | "ltc", address: string): Promise<bigint> {
  const { balances } = await wallet.addressInfo({ chain, address, limit: 0 });
  return BigInt(balances[0]?.balance.amount ?? 0);
}

for (const chain of ["btc", "ltc"] as const) {
  test(`outputs of all address types pay several recipients, with change to a change address, on ${chain}`, async () => {
    const keys = TYPES.map((type) => newKey(type, chain));
    for (const { address } of keys) await fund(chain, address, "1000000");
    const recipients = TYPES.map((type) => newKey(type, chain).address);
    const change = newKey("p2tr", chain, true);
    const utxo = (await Promise.all(keys.map((key) => unspent(chain, key)))).flat();
    assert.equal(utxo.length, 4);
    const [{ publicKey }] = keys as [Key];
    const outputs = recipients.map((to, index) => ({ to, amount: 900_000n + BigInt(index) }));
    const payment = { chain, publicKey, utxo, outputs, changeAddress: change.address, minConfirmations: 1, locktime: 1 };
    const prepared = await wallet.prepare.btc(payment);
    const { review } = prepared;
    assert.equal(prepared.hashes.length, 4);
    assert.deepEqual([review.to, review.amount, review.changeAddress], [null, "3600006", change.address]);
    assert.deepEqual(review.outputs, outputs.map(({ to, amount }) => ({ to, amount: amount.toString() })));
    assert.equal(BigInt(review.amount) + BigInt(review.fee) + BigInt(review.change!), 4_000_000n);
    await assert.rejects(prepared.sign(keys.slice(0, 3).map(({ signer }) => signer)), isInvalid("signer"));
    const signed = await prepared.sign(keys.map(({ signer }) => signer).reverse());
    // The independent reading of the bytes that are sent.
    const sent = bitcoin.Transaction.fromHex(signed.txdata);
    assert.deepEqual([sent.getId(), sent.locktime, sent.ins[0]?.sequence, sent.outs.length], [signed.txid, 1, 0xfffffffd, 5]);
    await signed.send();
    await mine(chain);
    assert.equal((await signed.settled(LIMITED)).status, "confirmed");
    for (const { to, amount } of outputs) assert.equal(await balanceOf(chain, to), amount);
    assert.equal(await balanceOf(chain, change.address), BigInt(review.change!));
  });

  test(`all funds of a taproot and a nested address on ${chain}`, async () => {
    for (const type of ["p2tr", "p2sh-p2wpkh"] as const) {
      const key = newKey(type, chain);
      for (const amount of ["400000", "600000"]) await fund(chain, key.address, amount);
      const paid = await wallet.pay.btc({ chain, type, to: newKey(type, chain).address, amount: "max" }, key.signer);
      await mine(chain);
      assert.equal((await paid.settled(LIMITED)).status, "confirmed");
      assert.equal(await balanceOf(chain, key.address), 0n);
    }
  });
}

for (const [chain, unit] of [["bch", 1_000_000n], ["doge", 10_000_000_000n]] as const) {
  test(`several recipients and a change address on ${chain}`, async () => {
    const [signer, ...others] = [40, 41, 42, 43].map((index) => ecdsaSigner(hd.key(chain, { network: "testnet", index }).privateKey));
    const [first, second, change] = others.map(({ publicKey }) => wallet.addressOf(chain, publicKey)) as [string, string, string];
    for (let count = 0; count < 2; count += 1) await fund(chain, wallet.addressOf(chain, signer!.publicKey), unit.toString());
    const outputs = [{ to: first, amount: unit }, { to: second, amount: unit / 2n }];
    const sent = await wallet.pay.btc({ chain, outputs, changeAddress: change, locktime: 1 }, signer!);
    await mine(chain);
    assert.equal((await sent.settled(LIMITED)).status, "confirmed");
    for (const [address, least] of [[first, unit], [second, unit / 2n], [change, unit / 4n]] as const) {
      const { balances } = await wallet.addressInfo({ chain, address, limit: 0 });
      assert.ok(BigInt(balances[0]!.balance.amount) >= least, address);
    }
  });
}

test("data outputs, sequence numbers of single inputs, and a replacement that keeps them", async () => {
  const key = newKey("p2wpkh");
  for (const amount of ["300000", "500000"]) await fund("btc", key.address, amount);
  const [first, second] = (await unspent("btc", key)) as [BtcUtxo, BtcUtxo];
  const script = "6a5d0614c0a2331441";
  const data = "ab".repeat(80);
  const prepared = await wallet.prepare.btc({
    chain: "btc",
    publicKey: key.publicKey,
    utxo: [{ ...first, sequence: 0xffffffff }, second],
    outputs: [{ data }, { to: RECIPIENT, amount: "600000" }, { script }],
    fee: "slow",
  });
  const { review } = prepared;
  assert.equal(review.to, null);
  assert.deepEqual(review.outputs, [
    { to: "", amount: "0", script: `6a4c50${data}` },
    { to: RECIPIENT, amount: "600000" },
    { to: "", amount: "0", script },
  ]);
  const pending = await prepared.sign(key.signer);
  // The independent reading of the bytes that are sent.
  const sent = bitcoin.Transaction.fromHex(pending.txdata);
  const scripts = (transaction: bitcoin.Transaction) => transaction.outs.map((output) => Buffer.from(output.script).toString("hex"));
  assert.deepEqual([scripts(sent)[0], scripts(sent)[2]], [`6a4c50${data}`, script]);
  assert.deepEqual(sent.ins.map(({ sequence }) => sequence).sort(), [0xfffffffd, 0xffffffff]);
  await pending.send();

  const faster = await wallet.prepare.btcBump({ chain: "btc", publicKey: key.publicKey, pending, fee: "fast" });
  const replacement = await faster.sign(key.signer);
  assert.deepEqual(scripts(bitcoin.Transaction.fromHex(replacement.txdata)), scripts(sent));
  await replacement.send();
  await mine("btc");
  assert.equal((await replacement.settled(LIMITED)).status, "confirmed");
});

test("data alone is sent without a payment", async () => {
  const key = newKey("p2wpkh");
  await fund("btc", key.address, "300000");
  const { review } = await wallet.prepare.btc({ chain: "btc", publicKey: key.publicKey, outputs: [{ data: "00" }] });
  assert.deepEqual([review.to, review.amount, review.outputs], [null, "0", [{ to: "", amount: "0", script: "6a0100" }]]);
  assert.equal(BigInt(review.fee) + BigInt(review.change!), 300_000n);
});

test("selection among the offered outputs, confirmations and sequence numbers", async () => {
  const key = newKey("p2wpkh");
  await fund("btc", key.address, "300000");
  await fund("btc", key.address, "500000");
  const utxo = await unspent("btc", key);
  const payment = { chain: "btc", publicKey: key.publicKey, to: RECIPIENT, amount: "100000" } as const;
  for (const offered of utxo) {
    const { review } = await wallet.prepare.btc({ ...payment, utxo: [offered] });
    assert.equal(BigInt(review.amount) + BigInt(review.fee) + BigInt(review.change!), BigInt(offered.value));
  }
  const early = wallet.prepare.btc({ ...payment, minConfirmations: 1_000 });
  await assert.rejects(early, (error) => error instanceof ApiError && error.is("insufficient_funds"));
  const relative = await wallet.prepare.btc({ ...payment, sequence: 1 });
  const signed = await relative.sign(key.signer);
  assert.equal(bitcoin.Transaction.fromHex(signed.txdata).ins[0]?.sequence, 1);
  const everything = await wallet.prepare.btc({ ...payment, amount: "max", utxo: utxo.slice(0, 1), fee: { total: "1000" } });
  assert.deepEqual([everything.review.amount, everything.review.change], [(BigInt(utxo[0]!.value) - 1000n).toString(), "0"]);
});

test("invalid terms are rejected before a request", async () => {
  const { publicKey } = newKey("p2wpkh");
  const { to: _, amount: __, ...rest } = { chain: "btc", publicKey, to: RECIPIENT, amount: "1000" } as const;
  const payment = { ...rest, to: RECIPIENT, amount: "1000" } as const;
  const output = { to: RECIPIENT, amount: "1000" };
  const coin: BtcUtxo = { txid: "ab".repeat(32), vout: 0, value: "1000" };
  const invalid: [Parameters<typeof wallet.prepare.btc>[0], string][] = [
    [rest, "to"],
    [{ ...rest, to: RECIPIENT }, "amount"],
    [{ ...payment, outputs: [output] }, "outputs"],
    [{ ...rest, outputs: [] }, "outputs"],
    [{ ...rest, outputs: new Array(101).fill(output) }, "outputs"],
    [{ ...rest, outputs: [output, { ...output, to: "x" }] }, "outputs[1].to"],
    [{ ...rest, outputs: [output, { ...output, amount: "0" }] }, "outputs[1].amount"],
    [{ ...rest, outputs: [{ data: "" }] }, "outputs[0].data"],
    [{ ...rest, outputs: [{ data: "abc" }] }, "outputs[0].data"],
    [{ ...rest, outputs: [{ script: "00" }] }, "outputs[0].script"],
    [{ ...rest, outputs: [{ script: "6aac" }] }, "outputs[0].script"],
    [{ ...rest, outputs: [{ script: "6a02ff" }] }, "outputs[0].script"],
    [{ ...rest, outputs: [{ script: "6a4d01" }] }, "outputs[0].script"],
    [{ ...payment, utxo: [{ ...coin, sequence: -1 }] }, "utxo[0].sequence"],
    [{ ...payment, locktime: 1, sequence: 0xffffffff, utxo: [{ ...coin, sequence: 0xffffffff }] }, "sequence"],
    [{ ...payment, changeAddress: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }, "changeAddress"],
    [{ ...payment, locktime: -1 }, "locktime"],
    [{ ...payment, locktime: 2 ** 32 }, "locktime"],
    [{ ...payment, sequence: 1.5 }, "sequence"],
    [{ ...payment, locktime: 1, sequence: 0xffffffff }, "sequence"],
    [{ ...payment, utxo: [] }, "utxo"],
    [{ ...payment, utxo: [coin, coin] }, "utxo"],
    [{ ...payment, utxo: [{ ...coin, txid: "AB" }] }, "utxo[0].txid"],
    [{ ...payment, utxo: [{ ...coin, vout: -1 }] }, "utxo[0].vout"],
    [{ ...payment, utxo: [{ ...coin, value: "1.5" }] }, "utxo[0].value"],
    [{ ...payment, utxo: [{ ...coin, publicKey: "02" }] }, "publicKey"],
    [{ ...payment, publicKey: `04${"11".repeat(64)}`, type: "p2tr" }, "publicKey"],
  ];
  for (const [request, field] of invalid) {
    await assert.rejects(wallet.prepare.btc(request), isInvalid(field), field);
  }
});

for (const type of TYPES) {
  test(`a pending payment from a ${type} address is replaced by one with a higher fee`, async () => {
    const [key, change] = [newKey(type), newKey(type)];
    await fund("btc", key.address, "1000000");
    const outputs = [{ to: RECIPIENT, amount: "150000" }, { to: OTHER, amount: "250000" }];
    const terms = { chain: "btc", type, changeAddress: change.address } as const;
    const first = await wallet.pay.btc({ ...terms, outputs, fee: "slow", locktime: 1 }, key.signer);
    const bump = { ...terms, publicKey: key.publicKey, pending: first };
    const prepared = await wallet.prepare.btcBump({ ...bump, fee: "fast" });
    const { review } = prepared;
    assert.deepEqual([review.outputs, review.replaces, review.changeAddress], [outputs, first.txid, change.address]);
    assert.equal(BigInt(review.fee) + BigInt(review.change!), 600_000n);
    const low = wallet.prepare.btcBump({ ...bump, fee: { total: "1" } });
    await assert.rejects(low, isInvalid("fee"));
    const high = wallet.prepare.btcBump({ ...bump, fee: { total: "600001" }, maxFee: "700000" });
    await assert.rejects(high, isInvalid("fee"));
    const signed = await prepared.sign(key.signer);
    // The independent reading of both transactions.
    const [before, after] = [first, signed].map(({ txdata }) => bitcoin.Transaction.fromHex(txdata)) as [bitcoin.Transaction, bitcoin.Transaction];
    const outpoints = ({ ins }: bitcoin.Transaction) => ins.map(({ hash, index }) => [Buffer.from(hash).toString("hex"), index]);
    assert.deepEqual(outpoints(after), outpoints(before));
    assert.deepEqual([after.locktime, after.version, after.ins[0]?.sequence], [1, 2, before.ins[0]?.sequence]);
    assert.deepEqual(after.outs.slice(0, 2), before.outs.slice(0, 2));
    assert.deepEqual(after.outs[2]?.script, before.outs[2]?.script);
    const feeOf = ({ outs }: bitcoin.Transaction) => 1_000_000n - outs.reduce((sum, { value }) => sum + value, 0n);
    // BIP 125, rule 4: one unit per virtual byte above the replaced fee.
    assert.ok(feeOf(after) >= feeOf(before) + BigInt(after.virtualSize()), `${feeOf(before)} ${feeOf(after)}`);
    assert.equal(feeOf(after).toString(), review.fee);
    await signed.send();
    await mine("btc");
    assert.equal((await signed.settled(LIMITED)).status, "confirmed");
    assert.equal(await balanceOf("btc", change.address), BigInt(review.change!));
  });
}

test("a replacement spends further outputs of another key if the change does not suffice", async () => {
  const [key, other] = [newKey("p2wpkh"), newKey("p2tr")];
  await fund("btc", key.address, "100000");
  await fund("btc", other.address, "500000");
  const first = await wallet.pay.btc({ chain: "btc", to: RECIPIENT, amount: "max", fee: { total: "200" } }, key.signer);
  const bump = { chain: "btc", publicKey: key.publicKey, pending: first } as const;
  await assert.rejects(wallet.prepare.btcBump(bump), (error) => error instanceof ApiError && error.is("insufficient_funds"));
  const prepared = await wallet.prepare.btcBump({ ...bump, utxo: await unspent("btc", other) });
  assert.equal(prepared.hashes.length, 2);
  assert.deepEqual([prepared.review.to, prepared.review.amount], [RECIPIENT, "99800"]);
  const signed = await (await prepared.sign([other.signer, key.signer])).send();
  assert.equal(bitcoin.Transaction.fromHex(signed.txdata).ins.length, 2);
  await mine("btc");
  assert.equal((await signed.settled(LIMITED)).status, "confirmed");
});

test("a child pays for an incoming payment", async () => {
  const key = newKey("p2tr");
  const payer = newKey("p2wpkh");
  await fund("btc", payer.address, "1000000");
  const parent = await wallet.pay.btc({ chain: "btc", to: key.address, amount: "300000", fee: "slow" }, payer.signer);
  const child = { chain: "btc", type: "p2tr", parent: parent.txid, fee: "fast" } as const;
  const { review } = await wallet.prepare.btcChild({ ...child, publicKey: key.publicKey });
  assert.deepEqual([review.to, review.from, review.parent, review.change], [key.address, key.address, parent.txid, "0"]);
  assert.equal(BigInt(review.amount) + BigInt(review.fee), 300_000n);
  const signed = await wallet.pay.btcChild(child, key.signer);
  await mine("btc");
  for (const transaction of [parent, signed]) assert.equal((await transaction.settled(LIMITED)).status, "confirmed");
  assert.equal(await balanceOf("btc", key.address), BigInt(review.amount));
});

test("a child is not for outgoing payments, and a replacement needs the bytes of the pending transaction", async () => {
  const key = newKey("p2wpkh");
  await fund("btc", key.address, "1000000");
  const first = await wallet.pay.btc({ chain: "btc", to: RECIPIENT, amount: "100000" }, key.signer);
  const common = { chain: "btc", publicKey: key.publicKey } as const;
  const child = wallet.prepare.btcChild({ ...common, parent: first.txid });
  await assert.rejects(child, isInvalid("parent"));
  await assert.rejects(wallet.prepare.btcChild({ ...common, parent: "x" }), InputError);
  const changed = first.txdata.replace(/00000000$/, "01000000");
  for (const pending of [{ ...first.toJSON(), txid: "ab".repeat(32) }, { ...first.toJSON(), txdata: changed }, { ...first.toJSON(), txdata: "00" }, { ...first.toJSON(), txdata: "x" }]) {
    const bump = wallet.prepare.btcBump({ ...common, pending });
    await assert.rejects(bump, isInvalid("pending"));
  }
  await sandbox("mine", { chain: "btc" });
  const late = wallet.prepare.btcBump({ ...common, pending: first });
  await assert.rejects(late, (error) => error instanceof ApiError && error.is("invalid_transaction") && error.details["reason"] === "confirmed");
});
