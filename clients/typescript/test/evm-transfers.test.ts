import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Interface, Transaction, verifyMessage, verifyTypedData, ZeroAddress } from "ethers";
import { ApiError, InputError, type WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner } from "../src/signers.js";
import { fund, mine, testWallet } from "./support/local.js";

const RECIPIENT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const UNLIMITED = 2n ** 256n - 1n;

let wallet: WalletCloud;
let hd: HdWallet;
let used = 0;

before(async () => {
  wallet = await testWallet();
  hd = await HdWallet.fromMnemonic(createMnemonic());
});

/** Returns the signer of a new account with a coin. */
async function account(chain: "eth" | "etc" | "op") {
  used += 1;
  const signer = ecdsaSigner(hd.key(chain, { account: used }).privateKey);
  const address = wallet.addressOf(chain, signer.publicKey);
  await fund(chain, address, "1000000000000000000");
  return { signer, address };
}

for (const chain of ["eth", "etc", "op"] as const) {
  test(`a pending payment is sped up, and another one cancelled, on ${chain}`, async () => {
    const { signer, address } = await account(chain);
    const { publicKey } = signer;
    const slow = await wallet.pay.evm({ chain, to: RECIPIENT, amount: "5000", fee: "slow" }, signer);
    const faster = await wallet.prepare.evmBump({ chain, publicKey, pending: slow, mode: "speed-up" });
    assert.deepEqual([faster.review.to, faster.review.amount, faster.review.replaces, faster.review.nonce], [RECIPIENT, "5000", slow.txid, 0]);
    const signed = await (await faster.sign(signer)).send();
    const [before, after] = [slow, signed].map(({ txdata }) => Transaction.from(txdata));
    const price = ({ maxFeePerGas, gasPrice }: Transaction) => maxFeePerGas ?? gasPrice!;
    assert.ok(price(after!) * 10n >= price(before!) * 11n);
    assert.deepEqual([after!.to, after!.value, after!.nonce, after!.data], [before!.to, before!.value, before!.nonce, before!.data]);
    const cancelled = await wallet.prepare.evmBump({ chain, publicKey, pending: signed, mode: "cancel" });
    assert.deepEqual([cancelled.review.to, cancelled.review.amount, cancelled.review.isCancellation], [address, "0", true]);
    const cancellation = await (await cancelled.sign(signer)).send();
    await mine(chain);
    const settled = { interval: 50 };
    assert.equal((await cancellation.settled(settled)).status, "confirmed");
    const late = wallet.prepare.evmBump({ chain, publicKey, pending: cancellation, mode: "cancel" });
    await assert.rejects(late, (error) => error instanceof ApiError && error.is("invalid_transaction"));
  });
}

test("a token transfer is sped up and shown as one", async () => {
  const { signer, address } = await account("eth");
  await fund("eth", address, "5000000", USDC);
  const slow = await wallet.pay.evm({ chain: "eth", to: RECIPIENT, amount: "2000000", token: USDC, fee: "slow" }, signer);
  const { review } = await wallet.prepare.evmBump({ chain: "eth", publicKey: signer.publicKey, pending: slow, mode: "speed-up" });
  assert.deepEqual([review.asset, review.to, review.amount, review.data], [{ kind: "erc20", chain: "eth", contract: USDC }, RECIPIENT, "2000000", undefined]);
});

test("calldata that are not exactly a transfer are shown in the review of a bump", async () => {
  const { signer, address } = await account("eth");
  await fund("eth", address, "5000000", USDC);
  const transfer = new Interface(["function transfer(address to, uint256 amount)"]).encodeFunctionData("transfer", [RECIPIENT, 1_000_000n]);
  const data = `${transfer}ab`;
  const slow = await wallet.pay.evm({ chain: "eth", to: USDC, amount: "0", data, fee: "slow" }, signer);
  const { review } = await wallet.prepare.evmBump({ chain: "eth", publicKey: signer.publicKey, pending: slow, mode: "speed-up" });
  assert.deepEqual([review.to, review.amount, review.data], [RECIPIENT, "1000000", data]);
});

test("a bump needs the bytes of a transaction of the chain", async () => {
  const { signer } = await account("eth");
  const { publicKey } = signer;
  const payment = await wallet.prepare.evm({ chain: "eth", publicKey, to: RECIPIENT, amount: "1" });
  const signed = await payment.sign(signer);
  const bump = { chain: "eth", publicKey, mode: "cancel" } as const;
  const invalid = [{ ...signed.toJSON(), txid: `0x${"ab".repeat(32)}` }, { ...signed.toJSON(), txdata: "0x02c0" }, { ...signed.toJSON(), txdata: "x" }];
  for (const pending of invalid) await assert.rejects(wallet.prepare.evmBump({ ...bump, pending }), (error) => error instanceof InputError && error.field === "pending");
  const elsewhere = wallet.prepare.evmBump({ ...bump, chain: "etc", pending: signed });
  await assert.rejects(elsewhere, (error) => error instanceof InputError && error.field === "pending");
  await assert.rejects(wallet.prepare.evmBump({ ...bump, pending: signed }), (error) => error instanceof ApiError && error.is("transaction_not_found"));
});

test("an exact amount is approved, then revoked", async () => {
  const { signer } = await account("eth");
  const { publicKey } = signer;
  const common = { chain: "eth", publicKey, token: USDC, spender: RECIPIENT } as const;
  const approval = await wallet.prepare.approval({ ...common, amount: "2500000" });
  assert.deepEqual(approval.review.approval, { kind: "erc20", contract: USDC, spender: RECIPIENT, amount: "2500000", isUnlimited: false });
  assert.deepEqual([approval.review.to, approval.review.amount, approval.review.warnings.map(({ code }) => code)], [USDC, "0", []]);
  const signed = await (await approval.sign(signer)).send();
  const erc20 = new Interface(["function approve(address spender, uint256 amount)"]);
  assert.deepEqual([...erc20.decodeFunctionData("approve", Transaction.from(signed.txdata).data)], [RECIPIENT, 2_500_000n]);
  await mine("eth");
  assert.equal((await signed.settled({ interval: 50 })).status, "confirmed");
  const revoked = await wallet.pay.revocation({ chain: "eth", token: USDC, spender: RECIPIENT }, signer);
  assert.deepEqual([...erc20.decodeFunctionData("approve", Transaction.from(revoked.txdata).data)], [RECIPIENT, 0n]);
  await mine("eth");
  assert.equal((await revoked.settled({ interval: 50 })).status, "confirmed");
});

test("an unlimited approval requires a flag and has a warning", async () => {
  const { signer } = await account("eth");
  const common = { chain: "eth", publicKey: signer.publicKey, token: USDC, spender: RECIPIENT } as const;
  for (const amount of [UNLIMITED, 2n ** 96n - 1n, 2n ** 127n]) {
    const unlimited = wallet.prepare.approval({ ...common, amount });
    await assert.rejects(unlimited, (error) => error instanceof InputError && error.field === "allowUnlimited");
  }
  const { review } = await wallet.prepare.approval({ ...common, amount: UNLIMITED, allowUnlimited: true });
  assert.deepEqual([review.approval?.isUnlimited, review.warnings.map(({ code }) => code)], [true, ["unlimited_approval"]]);
  const invalid: [Parameters<typeof wallet.prepare.approval>[0], string][] = [
    [{ ...common, amount: "1.5" }, "amount"],
    [{ ...common, amount: 2n ** 256n, allowUnlimited: true }, "amount"],
    [{ ...common, amount: "1", token: "0x12" }, "token"],
    [{ ...common, amount: "1", spender: "0x12" }, "spender"],
    [{ ...common, amount: "1", spender: wallet.addressOf("eth", signer.publicKey) }, "spender"],
  ];
  for (const [request, field] of invalid) await assert.rejects(wallet.prepare.approval(request), (error) => error instanceof InputError && error.field === field, field);
});

test("the approval of all tokens of a collection is revoked", async () => {
  const { signer } = await account("eth");
  // Calldata of a revocation are accepted by accounts without code as well.
  const collection = "0x00000000000000000000000000000000DeaDBeef";
  const prepared = await wallet.prepare.revocation({ chain: "eth", publicKey: signer.publicKey, token: collection, spender: RECIPIENT, kind: "collection" });
  assert.deepEqual(prepared.review.approval, { kind: "collection", contract: collection, spender: RECIPIENT, isUnlimited: false });
  const signed = await prepared.sign(signer);
  const erc721 = new Interface(["function setApprovalForAll(address operator, bool approved)"]);
  assert.deepEqual([...erc721.decodeFunctionData("setApprovalForAll", Transaction.from(signed.txdata).data)], [RECIPIENT, false]);
});

test("the approval of a single token is revoked", async () => {
  const { signer } = await account("eth");
  const collection = "0x00000000000000000000000000000000DeaDBeef";
  const revocation = { chain: "eth", publicKey: signer.publicKey, token: collection, kind: "erc721" } as const;
  const erc721 = new Interface(["function approve(address to, uint256 tokenId)"]);
  // ENS names have ids of 256 bits.
  for (const tokenId of [0n, 7n, 2n ** 96n - 1n, 2n ** 256n - 1n]) {
    const prepared = await wallet.prepare.revocation({ ...revocation, tokenId });
    const { approval, warnings } = prepared.review;
    assert.deepEqual(approval, { kind: "erc721", contract: collection, spender: ZeroAddress, tokenId: tokenId.toString(), isUnlimited: false });
    assert.ok(!warnings.some(({ code }) => code === "unlimited_approval"));
    const signed = await prepared.sign(signer);
    assert.deepEqual([...erc721.decodeFunctionData("approve", Transaction.from(signed.txdata).data)], [ZeroAddress, tokenId]);
  }
  const { kind: _, ...other } = revocation;
  const invalid: [Parameters<typeof wallet.prepare.revocation>[0], string][] = [
    [revocation, "tokenId"],
    [{ ...revocation, tokenId: "1.5" }, "tokenId"],
    [{ ...revocation, tokenId: 2n ** 256n }, "tokenId"],
    [{ ...revocation, tokenId: 1n, spender: RECIPIENT }, "spender"],
    [{ ...other, spender: RECIPIENT, tokenId: 1n }, "tokenId"],
    [other, "spender"],
  ];
  for (const [request, field] of invalid) await assert.rejects(wallet.prepare.revocation(request), (error) => error instanceof InputError && error.field === field, field);
});

const domain = { name: "USD Coin", version: "2", chainId: 11155111, verifyingContract: USDC };
const types = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: "uint256" },
    { name: "nonce", type: "uint256" },
    { name: "deadline", type: "uint256" },
  ],
};

test("texts and bytes are signed as ethers verifies them", async () => {
  const signer = ecdsaSigner(hd.key("eth", { account: 99 }).privateKey);
  const address = wallet.addressOf("eth", signer.publicKey);
  for (const message of ["Sign in to example.com", "0x1234", "", "Grüße 🎉", Uint8Array.of(0, 1, 255), new Uint8Array()]) {
    const signature = await wallet.sign.message({ chain: "eth", message }, signer);
    assert.equal(verifyMessage(message, signature), address);
  }
  const { review } = await wallet.prepare.message({ chain: "eth", publicKey: signer.publicKey, message: Uint8Array.of(0, 1, 255) });
  assert.deepEqual([review.kind, review.content, review.isHex, review.from], ["personal", "0x0001ff", true, address]);
  await assert.rejects(wallet.sign.message({ chain: "eth", message: "\ud800" }, signer), InputError);
  const prepared = await wallet.prepare.message({ chain: "eth", publicKey: signer.publicKey, message: "text" });
  await assert.rejects(prepared.sign(ecdsaSigner("11".repeat(32))), (error) => error instanceof InputError && error.field === "signer");
  const broken = { ...signer, sign: async () => ({ r: "11".repeat(32), s: "22".repeat(32) }) };
  await assert.rejects(prepared.sign(broken), (error) => error instanceof InputError && error.field === "signer");
});

test("a permit is summarised, signed, and verified by ethers", async () => {
  const signer = ecdsaSigner(hd.key("eth", { account: 98 }).privateKey);
  const owner = wallet.addressOf("eth", signer.publicKey);
  const message = { owner, spender: RECIPIENT, value: 2_500_000n, nonce: 0, deadline: "1798761600" };
  const typedData = { types, primaryType: "Permit", domain, message };
  const { review, sign } = await wallet.prepare.typedData({ chain: "eth", publicKey: signer.publicKey, typedData });
  assert.deepEqual(review.permit, {
    standard: "eip-2612",
    contract: USDC,
    spender: RECIPIENT,
    permissions: [{ token: USDC, amount: "2500000" }],
    deadline: "1798761600",
    isUnlimited: false,
  });
  assert.deepEqual([review.domain?.name, review.domain?.chainId, review.warnings], ["USD Coin", 11155111n, []]);
  assert.equal(verifyTypedData(domain, types, message, await sign(signer)), owner);

  const unlimited = { ...typedData, message: { ...message, value: UNLIMITED } };
  const request = { chain: "eth", publicKey: signer.publicKey, typedData: unlimited } as const;
  await assert.rejects(wallet.prepare.typedData(request), (error) => error instanceof InputError && error.field === "allowUnlimited");
  const allowed = await wallet.prepare.typedData({ ...request, allowUnlimited: true });
  assert.deepEqual(allowed.review.warnings.map(({ code }) => code), ["unlimited_approval"]);
  const elsewhere = { ...typedData, domain: { ...domain, chainId: 1 } };
  const other = wallet.prepare.typedData({ ...request, typedData: elsewhere });
  await assert.rejects(other, (error) => error instanceof InputError && error.field === "domain.chainId");
});
