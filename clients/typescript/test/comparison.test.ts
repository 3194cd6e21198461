import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { ComparedFact, ComparedPart, VerificationSubject, WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { market, type Market, named, trader, trust, wire } from "./support/exchange.js";
import { type Pay, rejects } from "./support/hostile.js";
import { fund, setAside, testWallet } from "./support/local.js";

const RECIPIENT_BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const OTHER_BTC = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";
const RECIPIENT_EVM = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const LUMEN = { kind: "coin", chain: "xlm" } as const;

let wallet: WalletCloud;
let hd: HdWallet;
let shop: Market;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
  shop = await market(wallet, hd);
});

/** Checks that both readings are the same, and returns the parts as shown by the server, with the assets of amounts. */
function readings(comparison: readonly ComparedFact[]): [ComparedPart, string, unknown?][] {
  for (const { part, own, server } of comparison) assert.equal(own.toLowerCase(), server.toLowerCase(), part);
  return comparison.map(({ part, server, asset }) => (asset === undefined ? [part, server] : [part, server, asset]));
}

test("a prepared payment has the server's reading of each output and input on btc", async () => {
  const { publicKey } = ecdsaSigner(hd.key("btc", { network: "testnet" }).privateKey);
  const change = wallet.addressOf("btc", ecdsaSigner(hd.key("btc", { network: "testnet", index: 1 }).privateKey).publicKey);
  await fund("btc", wallet.addressOf("btc", publicKey), "1000000");
  const outputs = [{ to: RECIPIENT_BTC, amount: "30000" }, { data: "6d656d6f" }, { to: OTHER_BTC.toUpperCase(), amount: "40000" }];
  const { comparison, review, inputs } = await wallet.prepare.btc({ chain: "btc", publicKey, outputs, changeAddress: change });
  const coin = { kind: "coin", chain: "btc" };
  assert.deepEqual(readings(comparison), [
    ["recipient", RECIPIENT_BTC],
    ["amount", "30000", coin],
    ["recipient", ""],
    ["amount", "0", coin],
    ["recipient", OTHER_BTC],
    ["amount", "40000", coin],
    ["change", review.change, coin],
    ["change-address", change],
    ["inputs", inputs.map(({ txid, vout }) => `${txid}:${vout}`).join()],
    ["lock-time", "0"],
  ]);
});

test("a prepared transaction has the server's reading of the call on eth", async () => {
  const { publicKey } = ecdsaSigner(hd.key("eth").privateKey);
  const from = wallet.addressOf("eth", publicKey);
  await fund("eth", from, "1000000000000000000");
  await fund("eth", from, "100000000", TOKEN);
  const coin = { kind: "coin", chain: "eth" };
  const common = { chain: "eth", publicKey } as const;
  const firstOf = async (prepared: Promise<{ comparison: readonly ComparedFact[] }>, count: number) => readings((await prepared).comparison).slice(0, count);
  const paid = await wallet.prepare.evm({ ...common, to: RECIPIENT_EVM, amount: "5" });
  assert.deepEqual(readings(paid.comparison).filter(([part]) => part !== "gas-limit"), [
    ["recipient", RECIPIENT_EVM],
    ["amount", "5", coin],
    ["fee", paid.review.fee, coin],
    ["nonce", String(paid.review.nonce)],
    ["data", "0x"],
  ]);
  const token = wallet.prepare.evm({ ...common, to: RECIPIENT_EVM.toLowerCase(), token: TOKEN, amount: "max" });
  const asset = { kind: "erc20", chain: "eth", contract: TOKEN };
  assert.deepEqual(await firstOf(token, 3), [["recipient", RECIPIENT_EVM], ["amount", "100000000", asset], ["contract", TOKEN]]);
  const allowance = wallet.prepare.approval({ ...common, token: TOKEN, spender: RECIPIENT_EVM, amount: "7" });
  assert.deepEqual(await firstOf(allowance, 3), [["contract", TOKEN], ["spender", RECIPIENT_EVM], ["allowance", "7"]]);
  const contract = "0x00000000000000000000000000000000DeaDBeef";
  const collection = wallet.prepare.revocation({ ...common, token: contract, spender: RECIPIENT_EVM, kind: "collection" });
  assert.deepEqual(await firstOf(collection, 3), [["contract", contract], ["spender", RECIPIENT_EVM], ["all-tokens", "false"]]);
});

test("a prepared transaction has the server's reading of the operation on xlm", async () => {
  const { signer, address } = await trader(wallet, hd, 3);
  const { publicKey } = signer;
  const created = wallet.addressOf("xlm", ed25519Signer(hd.key("xlm", { account: 4 }).privateKey).publicKey);
  const payment = await wallet.prepare.xlm({ publicKey, to: created, amount: "25000001", memo: "Füße" });
  assert.deepEqual(readings(payment.comparison), [
    ["operation", "createAccount"],
    ["recipient", created],
    ["amount", "25000001", LUMEN],
    ["fee", payment.review.fee, LUMEN],
    ["memo", "Füße"],
    ["sender", address],
    ["sequence", payment.review.sequence],
  ]);
  const trustline = await wallet.prepare.trustline({ publicKey, asset: shop.usd, limit: "70" });
  assert.deepEqual(readings(trustline.comparison).slice(0, 3), [["operation", "changeTrust"], ["asset", named(shop.usd)], ["limit", "70", wire(shop.usd)]]);
  await trust(wallet, { signer, address }, [shop.usd, shop.eur]);
  const swap = await wallet.prepare.swap({ publicKey, receiveAsset: shop.eur, sendAmount: "250000000", memo: "00".repeat(32), memoType: "hash" });
  assert.deepEqual(readings(swap.comparison).slice(0, 7), [
    ["operation", "pathPaymentStrictSend"],
    ["sent", "250000000", LUMEN],
    ["received", "99500000", wire(shop.eur)],
    ["recipient", address],
    ["sent-asset", "native"],
    ["received-asset", named(shop.eur)],
    ["path", named(shop.usd)],
  ]);
  await setAside(wallet, signer, address, "10000000");
  const { claimableBalances } = await wallet.addressInfo({ chain: "xlm", address });
  const { id } = claimableBalances[0]!;
  const claim = await wallet.prepare.claim({ publicKey, claimableBalanceId: id });
  assert.deepEqual(readings(claim.comparison)[1], ["claimable-balance", id.slice(-64)]);

  const check = (pay: Pay<typeof signer>, edit: (operation: Record<string, any>) => void, subject: VerificationSubject = "parse") =>
    rejects(signer, pay, subject, { call: "transaction/parse", response: (data) => edit(data["operations"][0]) });
  await check((other) => other.pay.claim({ claimableBalanceId: id }, signer), (operation) => void (operation["balanceId"] = `00000000${"ab".repeat(32)}`));
  await check((other) => other.pay.claim({ claimableBalanceId: id }, signer), (operation) => void delete operation["balanceId"]);
  const create: Pay<typeof signer> = (other) => other.pay.xlm({ to: created, amount: "25000001" }, signer);
  await check(create, (operation) => void (operation["startingBalance"] = "2.5000002"));
  await check(create, (operation) => void (operation["startingBalance"] = "many"));
});
