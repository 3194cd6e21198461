/** Accounts of btc-like chains: derivation, verified responses, and payments from several addresses. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as bitcoin from "bitcoinjs-lib";
import { HDNodeWallet } from "ethers";
import { type BtcLikeChain, type ExtendedKeyData, VerificationError, type WalletCloud } from "../src/index.js";
import { type AccountUtxo, type BtcAccount, createMnemonic, derivationPath, HdWallet, payableOutputs } from "../src/hd.js";
import { ecdsaSigner } from "../src/signers.js";
import { fund, mine, testWallet } from "./support/local.js";

const ABANDON = `${"abandon ".repeat(11)}about`;
const CHAINS: BtcLikeChain[] = ["btc", "ltc", "bch", "doge"];
const LIMITED = { interval: 50 };

let wallet: WalletCloud;
before(async () => {
  wallet = await testWallet();
});

test("an account has the addresses of BIP 84", async () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0084.mediawiki#test-vectors
  const account = (await HdWallet.fromMnemonic(ABANDON)).account("btc");
  const found = [account.address(0), account.address(1), account.address(0, true)].map(({ path, publicKey, address }) => [path, publicKey, address]);
  assert.deepEqual(found, [
    ["m/84'/0'/0'/0/0", "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c", "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    ["m/84'/0'/0'/0/1", "03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77", "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"],
    ["m/84'/0'/0'/1/0", "03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6", "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el"],
  ]);
});

test("keys and descriptors of accounts are those of ethers", async () => {
  const mnemonic = createMnemonic();
  const hd = await HdWallet.fromMnemonic(mnemonic);
  for (const chain of CHAINS) {
    for (const network of ["livenet", "testnet"] as const) {
      const account = hd.account(chain, { network, account: 3 });
      const reference = HDNodeWallet.fromPhrase(mnemonic, undefined, account.path).neuter();
      for (const [index, change] of [[0, false], [7, false], [2, true]] as const) {
        const { path, publicKey } = account.address(index, change);
        assert.equal(path, derivationPath(chain, { network, account: 3, index, change }));
        assert.equal(`0x${publicKey}`, reference.deriveChild(change ? 1 : 0).deriveChild(index).publicKey);
        assert.equal(hd.secp256k1(path).publicKey, publicKey);
      }
      // ethers serialises with the version of btc livenet.
      if (network === "testnet") continue;
      const form = account.type === "p2wpkh" ? "wpkh" : "pkh";
      assert.equal(account.descriptor, `${form}(${reference.extendedKey}/<0;1>/*)`);
    }
  }
  const other = hd.account("btc", { network: "testnet", path: "m/44'/1'/0'", type: "p2tr" });
  assert.match(other.descriptor, /^tr\(tpub/);
  assert.match(other.address(0).address, /^tb1p/);
  assert.match(hd.account("ltc", { type: "p2sh-p2wpkh" }).descriptor, /^sh\(wpkh\(xpub/);
});

/** Returns a new account with the service's data about it. */
async function funded(chain: BtcLikeChain, indexes: number[], amount: string) {
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const account = hd.account(chain, { network: "testnet" });
  for (const index of indexes) await fund(chain, account.address(index).address, amount);
  return { hd, account };
}

const request = ({ chain, descriptor }: BtcAccount) => wallet.extendedKeyInfo({ chain, xpub: descriptor, limit: 0 });

for (const chain of CHAINS) {
  test(`all outputs of an account pay, with change to an unused address, on ${chain}`, async () => {
    const unit = chain === "doge" ? 10_000_000_000n : 1_000_000n;
    const { hd, account } = await funded(chain, [0, 2], unit.toString());
    const before = account.verify(await request(account));
    assert.deepEqual([before.receive.index, before.change.index, before.utxo.length], [3, 0, 2]);
    assert.deepEqual(before.utxo.map(({ path }) => path).sort(), [account.address(0).path, account.address(2).path]);
    const signers = (utxo: readonly AccountUtxo[]) => utxo.map(({ path }) => ecdsaSigner(hd.secp256k1(path).privateKey));
    const [{ publicKey }] = before.utxo as [AccountUtxo];
    const to = account.address(9).address;
    const payment = { chain, publicKey, utxo: before.utxo, to, amount: unit + unit / 2n, changeAddress: before.change.address };
    const prepared = await wallet.prepare.btc(payment);
    const { review, inputs } = prepared;
    assert.deepEqual([...(review.senders ?? [])].sort(), [account.address(0).address, account.address(2).address].sort());
    assert.equal(review.changeAddress, before.change.address);
    assert.deepEqual(new Set(inputs.map((input) => input.publicKey)), new Set(before.utxo.map((output) => output.publicKey)));
    assert.equal(inputs.reduce((sum, { value }) => sum + BigInt(value), 0n), 2n * unit);
    const sent = await (await prepared.sign(signers(before.utxo))).send();
    // The independent reading of the bytes that are sent.
    const { ins } = bitcoin.Transaction.fromHex(sent.txdata);
    assert.deepEqual(ins.map(({ index }) => index).sort(), inputs.map(({ vout }) => vout).sort());
    await mine(chain);
    assert.equal((await sent.settled(LIMITED)).status, "confirmed");

    // The change and the payment to the account itself are spent together.
    const after = account.verify(await request(account));
    assert.deepEqual([after.receive.index, after.change.index], [10, 1]);
    assert.deepEqual(after.utxo.map(({ path }) => path).sort(), [account.address(0, true).path, account.address(9).path].sort());
    const all = { chain, publicKey: after.utxo[0]!.publicKey, utxo: after.utxo, to: after.receive.address, amount: "max", changeAddress: after.change.address } as const;
    const swept = await wallet.pay.btc(all, signers(after.utxo));
    await mine(chain);
    assert.equal((await swept.settled(LIMITED)).status, "confirmed");
    const { utxo } = account.verify(await request(account));
    assert.deepEqual(utxo.map(({ path }) => path), [after.receive.path]);
  });
}

test("foreign addresses, keys and paths in a response are rejected", async () => {
  const { account } = await funded("btc", [0, 1], "100000");
  const other = (await HdWallet.fromMnemonic(ABANDON)).account("btc", { network: "testnet" });
  const data = await request(account);
  assert.equal(account.verify(data).receive.address, account.address(2).address);
  const [foreign, first, second] = [other.address(2), account.address(0), account.address(1)];
  const firstChange = data.addresses.findIndex(({ change }) => change);
  const changes: [string, (copy: ExtendedKeyData) => void][] = [
    ["foreign next address for payments", ({ next }) => { next.receive = foreign.address; }],
    ["used next address for payments", ({ next }) => { next.receive = first.address; }],
    ["foreign next address for change", ({ next }) => { next.change = foreign.address; }],
    ["next address for change of the other branch", ({ next }) => { next.change = account.address(2).address; }],
    ["foreign address in the list", ({ addresses }) => { addresses[2]!.address = foreign.address; }],
    ["another path in the list", ({ addresses }) => { addresses[2]!.path = "0/3"; }],
    ["an omitted address", ({ addresses }) => { addresses.splice(1, 1); }],
    ["an address of the other branch", ({ addresses }) => { addresses[firstChange]!.change = false; }],
    ["a used address behind the gap", (copy) => {
      // Before it are 20 unused ones.
      copy.next = {};
      const { addresses } = copy;
      const path = `0/${firstChange}`;
      addresses.splice(firstChange, 0, { ...addresses[0]!, path, address: account.address(firstChange).address, used: true });
    }],
    ["too many addresses", (copy) => {
      const [record] = copy.addresses as [ExtendedKeyData["addresses"][number]];
      copy.next = {};
      copy.addresses = Array.from({ length: 1001 }, (_, index) => ({ ...record, path: `0/${index}`, address: account.address(index).address, used: true }));
    }],
    ["a foreign owner of an output", ({ utxo }) => { Object.assign(utxo[0]!, { address: foreign.address, publicKey: foreign.publicKey }); }],
    ["a foreign address of an output", ({ utxo }) => { utxo[0]!.address = foreign.address; }],
    ["a foreign key of an output", ({ utxo }) => { utxo[0]!.publicKey = foreign.publicKey; }],
    ["the key of another address", ({ utxo }) => { utxo[0]!.path = utxo[0]!.address === first.address ? "0/1" : "0/0"; }],
    ["a path outside the branches", ({ utxo }) => { utxo[0]!.path = "2/0"; }],
    ["a hardened path", ({ utxo }) => { utxo[0]!.path = "0/0'"; }],
    ["a path from the seed", ({ utxo }) => { utxo[0]!.path = second.path; }],
    ["an output twice", ({ utxo }) => { utxo.push(utxo[0]!); }],
    ["a negative value", ({ utxo }) => { utxo[0]!.value = "-1"; }],
    ["not a transaction id", ({ utxo }) => { utxo[0]!.txid = "x"; }],
    ["a fraction as confirmations", ({ utxo }) => { utxo[0]!.confirmations = 0.5; }],
    ["no list", (copy) => { Object.assign(copy, { addresses: null }); }],
  ];
  for (const [name, change] of changes) {
    const copy = structuredClone(data);
    change(copy);
    const isRejected = (error: unknown) => error instanceof VerificationError && error.subject === "addresses";
    assert.throws(() => account.verify(copy), isRejected, name);
  }
  // Without the list of the next addresses, they follow from the used ones.
  assert.deepEqual(account.verify({ ...data, next: {} }), account.verify(data));
});

test("a payment chooses from at most 50 addresses and 500 outputs, the largest and confirmed ones first", () => {
  const output = (owner: number, vout: number, value: number, confirmations = 1): AccountUtxo => ({
    txid: "ab".repeat(32), vout, value: String(value), publicKey: `${owner}`, type: "p2wpkh", path: `m/84'/1'/0'/0/${owner}`, confirmations,
  });
  const few = [output(0, 0, 5), output(1, 1, 7, 0), output(2, 2, 6)];
  assert.deepEqual(payableOutputs(few).map(({ vout }) => vout), [2, 0, 1]);
  // The last address has the largest sum in small outputs.
  const owners = Array.from({ length: 60 }, (_, index) => output(index, index, 100 + index));
  const small = Array.from({ length: 10 }, (_, index) => output(60, 100 + index, 50));
  const chosen = payableOutputs([...owners, ...small]);
  assert.equal(new Set(chosen.map(({ path }) => path)).size, 50);
  assert.equal(chosen.filter(({ publicKey }) => publicKey === "60").length, 10);
  assert.equal(chosen[0]!.value, "159");
  const many = Array.from({ length: 600 }, (_, index) => output(0, index, index));
  assert.deepEqual(payableOutputs(many).map(({ vout }) => vout), Array.from({ length: 500 }, (_, index) => 599 - index));
});
