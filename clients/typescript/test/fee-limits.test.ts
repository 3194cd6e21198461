/** Fees that a server raises: no default limit passes them, and only the caller can lift it. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { CHAINS, type EcdsaSigner, type Ed25519Signer, FEE_CEILINGS, VerificationError, type WalletCloud } from "../src/index.js";
import { type Charge, verifyFee } from "../src/fee-limits.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { hostileWallet, type Pay, rejects, type Tampering } from "./support/hostile.js";
import { fund, testWallet } from "./support/local.js";

const BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/** SEP-5, test 2. */
const ISSUER = "GAVXVW5MCK7Q66RIBWZZKZEDQTRXWCZUP4DIIFXCCENGW2P6W4OA34RH";
const GWEI = 10n ** 9n;

let honest: WalletCloud;
let hd: HdWallet;

before(async () => {
  honest = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

const estimate = (edit: (data: Record<string, any>) => void): Tampering => ({ call: "prepare-transaction/estimate", response: edit });
const listed = (feeLimit: unknown): Tampering => ({
  call: "chain/list",
  response: (rows) => {
    for (const row of rows as Record<string, unknown>[]) row["feeLimit"] = feeLimit;
  },
});

/** Checks a charge against the limits, as a payment does before it is signed. */
const passes = (chain: (typeof CHAINS)[number]["chain"], charge: Charge): boolean => {
  try {
    verifyFee(chain, undefined, undefined, charge);
    return true;
  } catch (error) {
    assert.ok(error instanceof VerificationError && error.subject === "fee");
    return false;
  }
};

test("every chain has an absolute limit and a share, and EIP-1559 chains a limit of the tip", () => {
  for (const { chain } of CHAINS) {
    const { absolute, percent, tip } = FEE_CEILINGS[chain];
    assert.deepEqual([passes(chain, { fee: absolute, paid: 0n }), passes(chain, { fee: absolute + 1n, paid: 0n })], [true, false], chain);
    const paid = absolute * 1000n;
    assert.deepEqual([passes(chain, { fee: (paid * percent) / 100n, paid }), passes(chain, { fee: (paid * percent) / 100n + 1n, paid })], [true, false], chain);
    if (tip === undefined) continue;
    // A large amount raises the limit of the fee, and not that of the tip.
    assert.deepEqual([passes(chain, { fee: tip, paid, tip }), passes(chain, { fee: tip + 1n, paid, tip: tip + 1n })], [true, false], chain);
  }
});

for (const type of ["p2wpkh", "p2pkh"] as const) {
  test(`a fee of 79 400 for 20 000 satoshi is signed on demand only (${type})`, async () => {
    const signer = ecdsaSigner(hd.key("btc", { network: "testnet", type }).privateKey);
    await fund("btc", honest.addressOf("btc", signer.publicKey, type), "1000000");
    const raised = estimate((data) => void (data["fees"].normal = "79400"));
    const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.btc({ chain: "btc", type, to: BTC, amount: "20000" }, own);
    await rejects(signer, pay, "fee", raised);
    await rejects(signer, (wallet, own) => wallet.pay.btc({ chain: "btc", type, to: BTC, amount: "20000", maxFee: "79399" }, own), "fee", raised);
    const { wallet } = await hostileWallet(raised);
    for (const maxFee of ["79400", "unlimited"] as const) {
      const { review } = await wallet.prepare.btc({ chain: "btc", type, publicKey: signer.publicKey, to: BTC, amount: "20000", maxFee });
      assert.equal(review.fee, "79400");
    }
  });
}

test("the amount that a server returns for max does not hide a fee", async () => {
  const signer = ecdsaSigner(hd.key("btc", { network: "testnet", index: 1 }).privateKey);
  await fund("btc", honest.addressOf("btc", signer.publicKey), "10000000");
  const hidden = estimate((data) => {
    data["fees"].normal = "1000000";
    data["amounts"].normal = "9000000";
  });
  await rejects(signer, (wallet, own) => wallet.pay.btc({ chain: "btc", to: BTC, amount: "max" }, own), "fee", hidden);
});

for (const chain of ["eth", "op", "etc"] as const) {
  test(`raised prices and gas limits are not signed on ${chain}`, async () => {
    const signer = ecdsaSigner(hd.key(chain).privateKey);
    await fund(chain, honest.addressOf(chain, signer.publicKey), "5000000000000000000");
    const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.evm({ chain, to: EVM, amount: "1000000000000000" }, own);
    const gas = 21_000n;
    const { absolute, tip } = FEE_CEILINGS[chain];
    const price = (absolute / gas + 1n).toString();
    if (tip === undefined) {
      await rejects(signer, pay, "fee", estimate((data) => void (data["gasPrices"].normal = price)));
    } else {
      await rejects(signer, pay, "fee", estimate((data) => void (data["maxFees"].normal = price)));
      // Below the limit of the fee, but a producer of blocks would receive all of it.
      const greedy = (tip / gas + 1n).toString();
      await rejects(signer, pay, "fee", estimate((data) => {
        data["maxFees"].normal = greedy;
        data["priorityFees"].normal = greedy;
      }));
      await rejects(signer, pay, "fee", estimate((data) => {
        delete data["maxFees"];
        delete data["priorityFees"];
        data["gasPrices"].normal = greedy;
      }));
      // 0.0987 ETH for a payment of 0.001 ETH.
      await rejects(signer, pay, "fee", estimate((data) => void (data["maxFees"].normal = (4_700n * GWEI).toString())));
    }
    await rejects(signer, pay, "fee", estimate((data) => void (data["gasLimit"] = (absolute / GWEI + 1n).toString())));
    const own = honest.prepare.evm({ chain, publicKey: signer.publicKey, to: EVM, amount: "1", fee: { gasPrice: price } });
    await assert.rejects(own, (error) => error instanceof VerificationError && error.subject === "fee");
  });
}

test("a raised fee is not signed on xlm, neither in lumens nor in an asset", async () => {
  const signer = ed25519Signer(hd.key("xlm").privateKey);
  const address = honest.addressOf("xlm", signer.publicKey);
  await fund("xlm", address, "10000000000");
  const raised = (fee: string): Tampering => estimate((data) => void (data["fees"].normal = fee));
  const lumens = (amount: string): Pay<Ed25519Signer> => (wallet, own) => wallet.pay.xlm({ to: address, amount }, own);
  await rejects(signer, lumens("250000000"), "fee", raised("5000001"));
  await rejects(signer, lumens("1000000000"), "fee", raised("20000001"));
  await rejects(signer, (wallet, own) => wallet.pay.trustline({ asset: { code: "POINTS", issuer: ISSUER } }, own), "fee", raised("5000001"));
  const { wallet } = await hostileWallet(raised("20000000"));
  assert.equal((await wallet.prepare.xlm({ publicKey: signer.publicKey, to: address, amount: "1000000000" })).review.fee, "20000000");
});

test("the chain list lowers a limit, and never raises it", async () => {
  const signer = ecdsaSigner(hd.key("btc", { network: "testnet", index: 2 }).privateKey);
  await fund("btc", honest.addressOf("btc", signer.publicKey), "1000000");
  const pay: Pay<EcdsaSigner> = (wallet, own) => wallet.pay.btc({ chain: "btc", to: BTC, amount: "20000" }, own);
  const fee = (normal: string) => estimate((data) => void (data["fees"].normal = normal));
  await rejects(signer, pay, "fee", [fee("1001"), listed({ percent: 1, absolute: "1000" })]);
  await rejects(signer, pay, "fee", [fee("50001"), listed({ percent: 100, absolute: "100000000" })]);
  // A list without usable limits leaves those of the client.
  for (const unusable of [undefined, null, { percent: "2", absolute: 5 }]) {
    await rejects(signer, pay, "fee", [fee("50001"), listed(unusable)]);
    const { wallet } = await hostileWallet(fee("50000"), listed(unusable));
    assert.equal((await wallet.prepare.btc({ chain: "btc", publicKey: signer.publicKey, to: BTC, amount: "20000" })).review.fee, "50000");
  }
});
