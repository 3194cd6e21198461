import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Interface, Transaction } from "ethers";
import { InputError, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner } from "../src/signers.js";
import { hostileWallet } from "./support/hostile.js";
import { fund, testWallet } from "./support/local.js";

const RECIPIENT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const COLLECTION = "0x2222222222222222222222222222222222222222";
const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const ABI = new Interface([
  "function safeTransferFrom(address from, address to, uint256 id)",
  "function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)",
  "function lockdown((address token, address spender)[] approvals)",
]);

let wallet: WalletCloud;
let hd: HdWallet;
let used = 40;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

async function account() {
  used += 1;
  const signer = ecdsaSigner(hd.key("eth", { account: used }).privateKey);
  const address = wallet.addressOf("eth", signer.publicKey);
  await fund("eth", address, "1000000000000000000");
  return { signer, address };
}

test("the calldata of transfers are those of ethers", async () => {
  const { signer, address } = await account();
  const { publicKey } = signer;
  const id = 2n ** 256n - 1n;
  const single = await wallet.prepare.nft({ chain: "eth", publicKey, kind: "erc721", contract: COLLECTION, id, to: RECIPIENT });
  const several = await wallet.prepare.nft({ chain: "eth", publicKey, kind: "erc1155", contract: COLLECTION, id: "7", amount: 3n, to: RECIPIENT });
  const dataOf = async (prepared: typeof single) => Transaction.from((await prepared.sign(signer)).txdata);
  const [first, second] = [await dataOf(single), await dataOf(several)];
  assert.equal(first.data, ABI.encodeFunctionData("safeTransferFrom(address,address,uint256)", [address, RECIPIENT, id]));
  assert.equal(second.data, ABI.encodeFunctionData("safeTransferFrom(address,address,uint256,uint256,bytes)", [address, RECIPIENT, 7n, 3n, "0x"]));
  assert.deepEqual([first.to, first.value, second.to, second.value], [COLLECTION, 0n, COLLECTION, 0n]);
  assert.deepEqual(single.review.asset, { kind: "erc721", chain: "eth", contract: COLLECTION, id: id.toString() });
  assert.deepEqual([single.review.to, single.review.amount, several.review.amount, several.review.data], [RECIPIENT, "1", "3", undefined]);
  assert.deepEqual(several.comparison.slice(0, 4).map(({ part, own }) => [part, own]), [["recipient", RECIPIENT], ["token-id", "7"], ["amount", "3"], ["contract", COLLECTION]]);
});

test("invalid ids, amounts, contracts and recipients of a transfer are rejected before a request", async () => {
  const { publicKey } = ecdsaSigner(hd.key("eth", { account: 99 }).privateKey);
  const terms = { chain: "eth", publicKey, kind: "erc721", contract: COLLECTION, id: "1", to: RECIPIENT } as const;
  const { wallet: watched, calls } = await hostileWallet();
  const invalid = [
    [{ id: "-1" }, "id"],
    [{ id: 2n ** 256n }, "id"],
    [{ amount: 2n }, "amount"],
    [{ kind: "erc1155", amount: 0n }, "amount"],
    [{ contract: "0x22" }, "contract"],
    [{ to: RECIPIENT.replace("5a", "5A") }, "to"],
  ] as const;
  for (const [change, field] of invalid) {
    await assert.rejects(watched.prepare.nft({ ...terms, ...change }), (error) => error instanceof InputError && error.field === field, field);
  }
  assert.deepEqual(calls, []);
});

// The reply of a server that names the call, which the server of this version may not yet.
const lockdownCall = { method: "lockdown", contract: PERMIT2, token: USDC, to: RECIPIENT, amount: "0" };

test("an allowance within Permit2 ends with the call lockdown of ethers, and another reading is rejected", async () => {
  const { signer } = await account();
  const terms = { chain: "eth", publicKey: signer.publicKey, token: USDC, spender: RECIPIENT, kind: "permit2" } as const;
  const prepare = async (...changed: object[]) => {
    const { wallet: tampered } = await hostileWallet({
      call: "transaction/parse",
      response: (data) => void (data["calls"] = changed.map((change) => ({ ...lockdownCall, ...change }))),
    });
    return tampered.prepare.revocation(terms);
  };
  const prepared = await prepare({});
  const { data, to } = Transaction.from((await prepared.sign(signer)).txdata);
  assert.deepEqual([to, data], [PERMIT2, ABI.encodeFunctionData("lockdown", [[[USDC, RECIPIENT]]])]);
  assert.deepEqual(prepared.review.approval, { kind: "permit2", contract: USDC, spender: RECIPIENT, amount: "0", isUnlimited: false });
  for (const change of [{ token: PERMIT2 }, { token: undefined }, { to: USDC }, { method: "approve" }, { amount: "1" }, { contract: USDC }]) {
    await assert.rejects(prepare(change), { subject: "parse" }, JSON.stringify(change));
  }
  await assert.rejects(prepare({}, {}), { subject: "parse" });
});
