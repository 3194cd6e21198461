import assert from "node:assert/strict";
import { test } from "node:test";
import { getAddress, Interface, Transaction, type TransactionLike, Wallet } from "ethers";
import { InputError } from "../src/errors.js";
import { evmAddress, parseEvmAddress } from "../src/evm/address.js";
import { decodeRlp, encodeRlp, type RlpItem } from "../src/evm/rlp.js";
import { decodeSigned, encodeUnsigned, type EvmTransaction, evmTxid, signingHash } from "../src/evm/transaction.js";
import { approvalForAllCall, approveCall, decodeTokenCall, hasUnlimitedApproval, isUnlimited, transferCall } from "../src/evm/calls.js";
import { ecdsaSigner } from "../src/signers.js";
import { Random } from "./support/random.js";

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;

test("hash of the example of EIP-155", () => {
  const transaction: EvmTransaction = {
    chainId: 1,
    nonce: 9,
    gasLimit: 21_000n,
    prices: { gasPrice: 20n * 10n ** 9n },
    to: parseEvmAddress(`0x${"35".repeat(20)}`, "to"),
    value: 10n ** 18n,
    data: new Uint8Array(),
  };
  assert.equal(hex(signingHash(transaction)), "0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53");
});

function randomTransaction(random: Random): EvmTransaction {
  const maximum = random.bigint(60);
  return {
    chainId: random.pick([1, 137, 11155111, 2 ** 31]),
    nonce: random.pick([0, 1, 127, 128, 255, 256, random.below(2 ** 40)]),
    gasLimit: 21_000n + random.bigint(24),
    prices: random.pick([{ gasPrice: random.bigint(60) }, { maxFeePerGas: maximum, maxPriorityFeePerGas: maximum / 3n }]),
    to: random.pick([random.bytes(20), random.bytes(20), null]),
    value: random.pick([0n, 127n, 128n, random.bigint(90)]),
    data: random.bytes(random.pick([0, 1, 55, 56, 68, 300])),
  };
}

function toEthers({ chainId, nonce, gasLimit, prices, to, value, data }: EvmTransaction): Transaction {
  const common: TransactionLike = { chainId, nonce, gasLimit, value, data: hex(data), to: to === null ? null : hex(to) };
  return Transaction.from({ ...common, ...prices, type: "gasPrice" in prices ? 0 : 2 });
}

test("random transactions, hashes and ids are those of ethers", async () => {
  const random = new Random("ethers");
  for (let round = 0; round < 150; round += 1) {
    const transaction = randomTransaction(random);
    const other = toEthers(transaction);
    assert.equal(hex(encodeUnsigned(transaction)), other.unsignedSerialized);
    assert.equal(hex(signingHash(transaction)), other.unsignedHash);
    const wallet = new Wallet(hex(random.bytes(32)));
    other.signature = wallet.signingKey.sign(other.unsignedHash);
    const signed = Uint8Array.from(Buffer.from(other.serialized.slice(2), "hex"));
    assert.deepEqual(decodeSigned(signed), transaction);
    assert.equal(evmTxid(signed), other.hash);
  }
});

test("signatures without a chain id and transactions with an access list are rejected", () => {
  const wallet = new Wallet(`0x${"11".repeat(32)}`);
  const sign = (fields: TransactionLike) => {
    const transaction = Transaction.from({ gasLimit: 21_000, to: wallet.address, ...fields });
    transaction.signature = wallet.signingKey.sign(transaction.unsignedHash);
    return Uint8Array.from(Buffer.from(transaction.serialized.slice(2), "hex"));
  };
  assert.throws(() => decodeSigned(sign({ type: 0, gasPrice: 1 })), RangeError);
  const accessList = [{ address: wallet.address, storageKeys: [] }];
  assert.throws(() => decodeSigned(sign({ type: 2, chainId: 1, accessList })), RangeError);
  assert.throws(() => decodeSigned(sign({ type: 1, chainId: 1, gasPrice: 1 })), RangeError);
});

test("RLP has one encoding per item", () => {
  const random = new Random("rlp");
  const item = (depth: number): RlpItem =>
    depth === 0 || random.below(2) === 0 ? random.bytes(random.below(70)) : random.list(5, () => item(depth - 1));
  for (let round = 0; round < 200; round += 1) {
    const value = item(3);
    const encoded = encodeRlp(value);
    assert.deepEqual(decodeRlp(encoded), value);
    assert.throws(() => decodeRlp(encoded.slice(0, -1)), RangeError);
    assert.throws(() => decodeRlp(Uint8Array.from([...encoded, 1])), RangeError);
  }
  for (const longer of [[0x81, 0x05], [0xb8, 0x01, 0xff], [0xb9, 0x00, 0x38]]) {
    assert.throws(() => decodeRlp(Uint8Array.from(longer)), RangeError);
  }
});

test("addresses of public keys and calldata are those of ethers", () => {
  const random = new Random("evm addresses");
  const tokens = new Interface([
    "function transfer(address to, uint256 amount)",
    "function approve(address spender, uint256 amount)",
    "function setApprovalForAll(address operator, bool approved)",
  ]);
  for (let round = 0; round < 50; round += 1) {
    const key = random.bytes(32);
    const wallet = new Wallet(hex(key));
    assert.equal(evmAddress(ecdsaSigner(key).publicKey), wallet.address);
    assert.equal(evmAddress(wallet.signingKey.publicKey), wallet.address);
    const [to, amount] = [random.bytes(20), random.bigint(256)];
    const isApproved = random.below(2) === 1;
    assert.equal(hex(transferCall(to, amount)), tokens.encodeFunctionData("transfer", [hex(to), amount]));
    assert.equal(hex(approveCall(to, amount)), tokens.encodeFunctionData("approve", [hex(to), amount]));
    assert.equal(hex(approvalForAllCall(to, isApproved)), tokens.encodeFunctionData("setApprovalForAll", [hex(to), isApproved]));
    assert.deepEqual(decodeTokenCall(transferCall(to, amount)), { method: "transfer", to, amount });
    assert.deepEqual(decodeTokenCall(approveCall(to, amount)), { method: "approve", to, amount });
    assert.deepEqual(decodeTokenCall(approvalForAllCall(to, isApproved)), { method: "setApprovalForAll", to, isApproved });
    // Contracts execute these as the same call.
    const call = transferCall(to, amount);
    const padded = call.slice();
    padded[7] = 1;
    for (const other of [Uint8Array.from([...call, 0]), padded]) assert.deepEqual(decodeTokenCall(other), { method: "transfer", to, amount });
    const further = Uint8Array.from([...call, 0]);
    assert.deepEqual(tokens.decodeFunctionData("transfer", further)[1], amount);
    assert.deepEqual(decodeTokenCall(call.slice(0, 67)), { method: "transfer", to, amount: (amount >> 8n) << 8n });
    const truth = approvalForAllCall(to, true);
    truth[67] = 2;
    assert.deepEqual(decodeTokenCall(truth), { method: "setApprovalForAll", to, isApproved: true });
    assert.equal(decodeTokenCall(Uint8Array.from([1, ...random.bytes(67)])), undefined);
  }
});

test("unlimited allowances are those of the services", () => {
  for (const amount of [2n ** 256n - 1n, 2n ** 160n - 1n, 2n ** 255n, 2n ** 127n, 2n ** 96n - 1n]) assert.ok(isUnlimited(amount));
  for (const amount of [0n, 10n ** 38n, 2n ** 127n - 1n, 2n ** 96n, 2n ** 96n - 2n]) assert.ok(!isUnlimited(amount));
});

test("invalid addresses and public keys are rejected", () => {
  const valid = getAddress(`0x${"5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".toLowerCase()}`);
  for (const form of [valid, valid.toLowerCase(), `0x${valid.slice(2).toUpperCase()}`]) parseEvmAddress(form, "to");
  const invalid = [valid.replace("A", "a"), valid.slice(2), `${valid}0`, valid.slice(0, -1), ""];
  for (const form of invalid) assert.throws(() => parseEvmAddress(form, "to"), InputError, form);
  const offCurve = `02${"00".repeat(31)}05`;
  for (const key of [offCurve, `02${"ff".repeat(32)}`, `04${"11".repeat(64)}`, "02", `05${"11".repeat(32)}`]) {
    assert.throws(() => evmAddress(key), InputError, key);
  }
});

test("unlimited approvals are recognised in calldata and in wrappers", () => {
  const [owner, spender, all] = [`0x${"99".repeat(20)}`, `0x${"07".repeat(20)}`, 2n ** 256n - 1n];
  const [bytes, r] = ["0x", `0x${"11".repeat(32)}`];
  const encode = (signature: string, values: unknown[]) => {
    const name = signature.slice(0, signature.indexOf("("));
    return new Interface([`function ${signature}`]).encodeFunctionData(name, values);
  };
  const details = [[owner, 2n ** 160n - 1n, 1, 0], spender, 9];
  const calls = [
    encode("approve(address,uint256)", [spender, all]),
    encode("increaseAllowance(address,uint256)", [spender, all]),
    encode("setApprovalForAll(address,bool)", [spender, true]),
    encode("permit(address,address,uint256,uint256,uint8,bytes32,bytes32)", [owner, spender, all, 9, 27, r, r]),
    encode("permit(address,address,uint256,uint256,bytes)", [owner, spender, all, 9, bytes]),
    encode("permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)", [owner, spender, 0, 9, true, 27, r, r]),
    encode("approve(address,address,uint160,uint48)", [owner, spender, 2n ** 160n - 1n, 9]),
    encode("permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)", [owner, details, bytes]),
  ];
  const wrap = (data: string) => [
    encode("multicall(bytes[])", [[data]]),
    encode("multicall(uint256,bytes[])", [9, ["0x010203", data]]),
    encode("multicall(bytes32,bytes[])", [r, [data]]),
    encode("aggregate((address,bytes)[])", [[[owner, data]]]),
    encode("blockAndAggregate((address,bytes)[])", [[[owner, data]]]),
    encode("tryAggregate(bool,(address,bytes)[])", [true, [[owner, data]]]),
    encode("tryBlockAndAggregate(bool,(address,bytes)[])", [true, [[owner, data]]]),
    encode("aggregate3((address,bool,bytes)[])", [[[owner, true, data]]]),
    encode("aggregate3Value((address,bool,uint256,bytes)[])", [[[owner, true, 0, data]]]),
  ];
  const warns = (data: string) => hasUnlimitedApproval(Buffer.from(data.slice(2), "hex"));
  for (const data of calls) {
    for (const encoded of [data, `${data}00`, ...wrap(data), ...wrap(wrap(`${data}00`)[0]!)]) assert.ok(warns(encoded), encoded);
  }
  const others = [
    "0x",
    "0x0905",
    encode("approve(address,uint256)", [spender, 7]),
    encode("approve(address,uint256)", [`0x${"00".repeat(20)}`, all]),
    encode("setApprovalForAll(address,bool)", [spender, false]),
    encode("transfer(address,uint256)", [spender, all]),
    encode("execute(bytes[])", [[calls[0]!]]),
  ];
  for (const data of others) assert.ok(!warns(data), data);
});
