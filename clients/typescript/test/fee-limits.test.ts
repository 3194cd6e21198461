/** Fees that a server raises: no default limit passes them, and only the caller can lift it. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import {
  CHAINS,
  createClient,
  type EcdsaSigner,
  type Ed25519Signer,
  FEE_CEILINGS,
  FeeLimitError,
  fixedToken,
  randomUuid,
  VerificationError,
  type WalletCloud,
} from "../src/index.js";
import { type Charge, listedLimit, verifyFee } from "../src/fee-limits.js";
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

test("amounts to the sender raise no limit on btc", async () => {
  const signer = ecdsaSigner(hd.key("btc", { network: "testnet", index: 3 }).privateKey);
  const own = honest.addressOf("btc", signer.publicKey);
  await fund("btc", own, "20000000");
  const raised = estimate((data) => void (data["fees"].normal = "50001"));
  // 2 % of the amount would be 200 000.
  await rejects(signer, (wallet, key) => wallet.pay.btc({ chain: "btc", to: own, amount: "10000000" }, key), "fee", raised);
  const outputs = [{ to: own, amount: "10000000" }, { to: BTC, amount: "20000" }];
  await rejects(signer, (wallet, key) => wallet.pay.btc({ chain: "btc", outputs }, key), "fee", raised);
  const change = honest.addressOf("btc", ecdsaSigner(hd.key("btc", { network: "testnet", index: 4 }).privateKey).publicKey);
  const consolidation = { chain: "btc", to: change, changeAddress: change, amount: "10000000" } as const;
  await rejects(signer, (wallet, key) => wallet.pay.btc(consolidation, key), "fee", raised);
  const { wallet } = await hostileWallet(raised);
  await wallet.prepare.btc({ chain: "btc", publicKey: signer.publicKey, to: BTC, amount: "10000000" });
});

test("a child of an incoming payment pays nothing to others", async () => {
  const [payer, signer] = [5, 6].map((index) => ecdsaSigner(hd.key("btc", { network: "testnet", index }).privateKey)) as [EcdsaSigner, EcdsaSigner];
  await fund("btc", honest.addressOf("btc", payer.publicKey), "20000000");
  const to = honest.addressOf("btc", signer.publicKey);
  const incoming = await honest.pay.btc({ chain: "btc", to, amount: "10000000", paymentId: randomUuid() }, payer);
  const raised: Tampering = {
    call: "prepare-transaction/bump",
    response: (data) => {
      if (data["childPaysForParent"] !== undefined) data["childPaysForParent"].fees.normal = "50001";
    },
  };
  for (const recipient of [undefined, BTC]) {
    const child = { chain: "btc", parent: incoming.txid, ...(recipient === undefined ? {} : { to: recipient }) } as const;
    await rejects(signer, (wallet, key) => wallet.pay.btcChild(child, key), "fee", raised);
  }
});

test("an error of a fee has the fee and the limit", async () => {
  const signer = ecdsaSigner(hd.key("eth", { account: 7 }).privateKey);
  await fund("eth", honest.addressOf("eth", signer.publicKey), "9000000000000000000");
  const payment = { chain: "eth", publicKey: signer.publicKey, to: EVM, amount: "5" } as const;
  const prices = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({ fee: { maxFeePerGas, maxPriorityFeePerGas }, gasLimit: 21_000n });
  const { absolute, tip } = FEE_CEILINGS["eth"];
  const [high, greedy] = [absolute / 21_000n + 1n, tip! / 21_000n + 1n];
  const error = async (more: object) => honest.prepare.evm({ ...payment, ...more }).then(() => undefined, (problem: unknown) => problem);
  const fee = await error(prices(high, 1n));
  assert.ok(fee instanceof FeeLimitError);
  assert.deepEqual([fee.subject, fee.charged, fee.fee, fee.limit], ["fee", "fee", (high * 21_000n).toString(), absolute.toString()]);
  const found = await error(prices(greedy * 2n, greedy));
  assert.ok(found instanceof FeeLimitError);
  assert.deepEqual([found.charged, found.fee, found.value, found.limit], ["tip", (greedy * 42_000n).toString(), (greedy * 21_000n).toString(), tip!.toString()]);
  // The accepted fee passes both limits.
  await honest.prepare.evm({ ...payment, ...prices(greedy * 2n, greedy), maxFee: found.fee });
  // A payment to the sender pays nothing to others: 2 % of 5 ETH would be 0.1.
  const own = honest.addressOf("eth", signer.publicKey);
  assert.ok((await error({ ...prices(high, 1n), to: own, amount: 5n * 10n ** 18n })) instanceof FeeLimitError);
  assert.equal(await error({ ...prices(high, 1n), amount: 5n * 10n ** 18n }), undefined);
});

test("the limits are requested once, for at most five seconds", async (context) => {
  const { fetch: scripted, requests } = unavailable(() => new Response("", { status: 503 }));
  const options = { baseUrl: "http://127.0.0.1:9", session: fixedToken("token"), retry: { attempts: 4 }, sleep: async () => undefined };
  assert.equal(await listedLimit(createClient({ ...options, fetch: scripted }), "btc", "testnet"), undefined);
  assert.deepEqual(requests, ["/asset-info/v1/api/chain/list"]);
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const silent: typeof fetch = (_, init) => new Promise((_resolve, reject) => init!.signal!.addEventListener("abort", () => reject(new Error("aborted"))));
  let isDone = false;
  const limit = listedLimit(createClient({ ...options, fetch: silent }), "btc", "testnet").finally(() => (isDone = true));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  context.mock.timers.tick(4_999);
  await settle();
  assert.equal(isDone, false);
  context.mock.timers.tick(1);
  assert.equal(await limit, undefined);
});

/** Returns a `fetch` with a fixed response, and the paths that it received. */
function unavailable(response: () => Response): { fetch: typeof fetch; requests: string[] } {
  const requests: string[] = [];
  const respond: typeof fetch = async (input) => {
    requests.push(new URL((input as Request).url).pathname);
    return response();
  };
  return { fetch: respond, requests };
}

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
  const to = honest.addressOf("xlm", ed25519Signer(hd.key("xlm", { account: 1 }).privateKey).publicKey);
  for (const owner of [address, to]) await fund("xlm", owner, "10000000000");
  const raised = (fee: string): Tampering => estimate((data) => void (data["fees"].normal = fee));
  const lumens = (amount: string): Pay<Ed25519Signer> => (wallet, own) => wallet.pay.xlm({ to, amount }, own);
  await rejects(signer, lumens("250000000"), "fee", raised("5000001"));
  await rejects(signer, lumens("1000000000"), "fee", raised("20000001"));
  await rejects(signer, (wallet, own) => wallet.pay.trustline({ asset: { code: "POINTS", issuer: ISSUER } }, own), "fee", raised("5000001"));
  const { wallet } = await hostileWallet(raised("20000000"));
  assert.equal((await wallet.prepare.xlm({ publicKey: signer.publicKey, to, amount: "1000000000" })).review.fee, "20000000");
  // A payment to the sender pays nothing to others.
  await rejects(signer, (wallet, own) => wallet.pay.xlm({ to: address, amount: "1000000000" }, own), "fee", raised("20000000"));
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
