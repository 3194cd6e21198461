/** Payments on a Stellar network that only a Stellar RPC serves, without Horizon. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Networks, type Transaction, TransactionBuilder } from "@stellar/stellar-sdk";
import { ApiError, assetContract, type ContractValue, type SignedPayment, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { balanceOf, market, type Market, named, type Trader, trader, wire } from "./support/exchange.js";
import { setAside, testWallet, useStellarRpc } from "./support/local.js";

useStellarRpc();

let wallet: WalletCloud;
let shop: Market;
let own: Trader;
let recipient: Trader;

before(async () => {
  // Without repetitions, since what is not configured does not appear later.
  wallet = await testWallet({ retry: { attempts: 1 } });
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  shop = await market(wallet, hd);
  [own, recipient] = [await trader(wallet, hd, 0), await trader(wallet, hd, 1)];
});

async function isConfirmed(payment: SignedPayment): Promise<void> {
  const { status } = await payment.settled();
  assert.equal(status, "confirmed");
}

const isMissing = (setting: string) => (error: unknown) => error instanceof ApiError && error.is("not_configured") && error.status === 503 && String(error.details["setting"]) === setting;
const SETTING = "WALLET_CLOUD_UPSTREAM_XLM_TESTNET";

test("a payment, also one that creates the account, is sent and confirmed", async () => {
  const before = await balanceOf(wallet, recipient.address);
  await isConfirmed(await wallet.pay.xlm({ to: recipient.address, amount: "70000000", memo: "17" }, own.signer));
  assert.equal((await balanceOf(wallet, recipient.address)) - before, 70_000_000n);
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const address = wallet.addressOf("xlm", hd.key("xlm").publicKey);
  await isConfirmed(await wallet.pay.xlm({ to: address, amount: "50000000" }, own.signer));
  assert.equal(await balanceOf(wallet, address), 50_000_000n);
});

test("an asset is added, bought over a named path, and paid", async () => {
  for (const { signer } of [own, recipient]) {
    for (const asset of [shop.usd, shop.eur]) await isConfirmed(await wallet.pay.trustline({ asset }, signer));
  }
  const swap = { receiveAsset: shop.eur, sendAmount: "250000000" };
  await assert.rejects(wallet.pay.swap(swap, own.signer), isMissing(SETTING));
  const path = { sourceAsset: wire(undefined), sourceAmount: "250000000", path: [wire(shop.usd)], destinationAsset: wire(shop.eur), destinationAmount: "100000000" };
  await isConfirmed(await wallet.pay.swap({ ...swap, path }, own.signer));
  assert.equal(await balanceOf(wallet, own.address, shop.eur), 100_000_000n);
  await isConfirmed(await wallet.pay.xlm({ to: recipient.address, amount: "40000000", asset: shop.eur }, own.signer));
  assert.deepEqual([await balanceOf(wallet, own.address, shop.eur), await balanceOf(wallet, recipient.address, shop.eur)], [60_000_000n, 40_000_000n]);
});

test("a claimable balance is claimed by the id", async () => {
  const txdata = await setAside(wallet, own.signer, recipient.address, "90000000");
  const claimableBalanceId = (TransactionBuilder.fromXDR(txdata, Networks.TESTNET) as Transaction).getClaimableBalanceId(0);
  const before = await balanceOf(wallet, recipient.address);
  const claimed = await wallet.pay.claim({ claimableBalanceId, fee: { total: "100" } }, recipient.signer);
  await isConfirmed(claimed);
  assert.equal((await balanceOf(wallet, recipient.address)) - before, 90_000_000n - 100n);
});

test("a token is transferred, and a contract is called", async () => {
  const contract = assetContract(named(shop.usd), "testnet");
  await isConfirmed(await wallet.pay.tokenTransfer({ contract, to: own.address, amount: "500" }, shop.issuer.signer));
  await isConfirmed(await wallet.pay.tokenTransfer({ contract, to: recipient.address, amount: "120" }, own.signer));
  const parameters: ContractValue[] = [{ type: "address", value: recipient.address }, { type: "address", value: own.address }, { type: "i128", value: "20" }];
  await isConfirmed(await wallet.pay.contractCall({ contract, function: "transfer", arguments: parameters }, recipient.signer));
  const { balances, tokens } = await wallet.addressInfo({ chain: "xlm", address: own.address, limit: 0, tokens: [contract] });
  assert.deepEqual(balances.map(({ asset }) => asset.kind), ["coin"]);
  assert.deepEqual(tokens?.map(({ asset, balance }) => [asset, balance?.amount]), [[wire(shop.usd), "400"]]);
});

test("an approved spender withdraws within the allowance", async () => {
  const contract = assetContract("native", "testnet");
  const [owner, spender] = [own, recipient].map(({ address: value }) => ({ type: "address", value }) as const) as [ContractValue, ContractValue];
  const approval: ContractValue[] = [owner, spender, { type: "i128", value: "30000000" }, { type: "u32", value: "100000" }];
  const prepared = await wallet.prepare.contractCall({ contract, function: "approve", arguments: approval, publicKey: own.signer.publicKey });
  const { approvals } = await prepared.preview!();
  const expected = { kind: "sep41", token: contract, asset: { kind: "coin", chain: "xlm" }, owner: own.address, spender: recipient.address, before: "0", after: "30000000", expirationLedger: 100_000, unlimited: false };
  assert.deepEqual(approvals, [expected]);
  await isConfirmed(await wallet.pay.contractCall({ contract, function: "approve", arguments: approval }, own.signer));
  const withdraw = (value: string) => wallet.pay.contractCall({ contract, function: "transfer_from", arguments: [spender, owner, spender, { type: "i128", value }] }, recipient.signer);
  const before = await balanceOf(wallet, own.address);
  await isConfirmed(await withdraw("20000000"));
  assert.equal(before - (await balanceOf(wallet, own.address)), 20_000_000n);
  await assert.rejects(withdraw("10000001"), (error) => error instanceof ApiError && error.is("contract_call_failed") && error.details["number"] === 9);
});

test("what a Stellar RPC cannot list is named", async () => {
  const query = { chain: "xlm", address: own.address } as const;
  const [known] = await wallet.portfolio({ entries: [{ ...query, assets: [named(shop.usd), named(shop.eur)] }] });
  const codes = known?.data?.balances.map(({ asset }) => ("code" in asset ? asset.code : "XLM"));
  assert.deepEqual([codes, known?.data?.source.partial], [["XLM", "USD", "EUR"], ["claimable-balances"]]);
  const unknown = await wallet.addressInfo(query);
  assert.deepEqual(unknown.source.partial, ["trustlines", "history", "claimable-balances"]);
  assert.ok(unknown.transactions.length > 0);
  assert.equal(unknown.nextCursor, undefined);
  const { offers, source } = await wallet.xlm.offers({ address: shop.maker.address });
  assert.deepEqual([offers, source.partial], [[], ["offers"]]);
  await assert.rejects(wallet.xlm.paths({ from: own.address, amount: "1", sourceAsset: "native" }), isMissing(SETTING));
});
