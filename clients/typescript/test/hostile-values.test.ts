/** False values of inputs that the signatures do not prove. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { type EcdsaSigner, type WalletCloud } from "../src/index.js";
import { decodeTransaction } from "../src/btc/transaction.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner } from "../src/signers.js";
import { hostileWallet, type Pay, rejects, type Tampering } from "./support/hostile.js";
import { fund, testWallet } from "./support/local.js";

type Json = Record<string, any>;

let honest: WalletCloud;
let hd: HdWallet;

before(async () => {
  honest = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

const estimate = (edit: (data: Json) => void): Tampering => ({ call: "prepare-transaction/estimate", response: edit });

for (const chain of ["btc", "ltc", "doge"] as const) {
  test(`a false value of a p2pkh input is not signed on ${chain}`, async () => {
    const type = "p2pkh";
    const [signer, other] = [0, 1].map((index) => ecdsaSigner(hd.key(chain, { network: "testnet", type, index }).privateKey)) as [EcdsaSigner, EcdsaSigner];
    const to = honest.addressOf(chain, other.publicKey, type);
    await fund(chain, honest.addressOf(chain, signer.publicKey, type), "100000000");
    const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.btc({ chain, type, to, amount: "1500000", fee: { total: "200000" }, maxFee: "unlimited" }, own);
    // 1 coin stated as 0.02: the rest would be paid as fee.
    await rejects(signer, pay, "inputs", estimate((data) => void (data["utxo"][0].value = "2000000")));
    await rejects(signer, pay, "inputs", estimate((data) => void delete data["parents"]));
    await rejects(signer, pay, "inputs", estimate((data) => void (data["parents"] = [])));
    await rejects(signer, pay, "inputs", estimate((data) => void (data["parents"] = ["00"])));
    // A parent with the stated value has another id.
    await rejects(signer, pay, "inputs", estimate((data) => {
      const value = (amount: bigint) => Buffer.from(new BigUint64Array([amount]).buffer).toString("hex");
      data["utxo"][0].value = "2000000";
      data["parents"] = data["parents"].map((parent: string) => parent.replace(value(100_000_000n), value(2_000_000n)));
      assert.ok(data["parents"].some((parent: string) => decodeTransaction(Buffer.from(parent, "hex")).outputs.some((output) => output.value === 2_000_000n)));
    }));
    // An output of the same transaction that belongs to another owner.
    await rejects(signer, pay, "inputs", estimate((data) => {
      const [{ vout }] = data["utxo"];
      data["utxo"][0].vout = vout === 0 ? 1 : 0;
    }));
    const { wallet } = await hostileWallet();
    const { review } = await wallet.prepare.btc({ chain, type, publicKey: signer.publicKey, to, amount: "1500000" });
    assert.equal(BigInt(review.change!) + BigInt(review.amount) + BigInt(review.fee), 100_000_000n);
  });
}

for (const chain of ["btc", "ltc", "bch"] as const) {
  test(`a false value of one of several inputs is not signed on ${chain}`, async () => {
    const [signer, other] = [2, 3].map((index) => ecdsaSigner(hd.key(chain, { network: "testnet", index }).privateKey)) as [EcdsaSigner, EcdsaSigner];
    const to = honest.addressOf(chain, other.publicKey);
    for (const amount of ["1000000", "2000000"]) await fund(chain, honest.addressOf(chain, signer.publicKey), amount);
    const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.btc({ chain, to, amount: "2500000", fee: { total: "10000" }, maxFee: "unlimited" }, own);
    // The signature of the other input would be valid, so that two such requests give a valid transaction.
    for (const index of [0, 1]) await rejects(signer, pay, "inputs", estimate((data) => void (data["utxo"][index].value = "1600000")));
    await rejects(signer, pay, "inputs", estimate((data) => void delete data["parents"]));
    const { wallet } = await hostileWallet();
    const { review } = await wallet.prepare.btc({ chain, publicKey: signer.publicKey, to, amount: "2500000" });
    assert.equal(BigInt(review.change!) + BigInt(review.amount) + BigInt(review.fee), 3_000_000n);
  });
}
