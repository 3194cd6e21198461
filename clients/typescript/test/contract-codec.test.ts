import assert from "node:assert/strict";
import { test } from "node:test";
import { Account, Address, Asset, Contract, MuxedAccount, nativeToScVal, Networks, SorobanDataBuilder, StrKey, TransactionBuilder, XdrLargeInt, xdr } from "@stellar/stellar-sdk";
import { assetContract, type ContractValue, InputError } from "../src/index.js";
import { Reader } from "../src/bytes.js";
import { encodeArguments, readValue, valuesText } from "../src/xlm/contract-value.js";
import { decodeEnvelope } from "../src/xlm/xdr.js";
import { Random } from "./support/random.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const newAccount = (random: Random) => StrKey.encodeEd25519PublicKey(Buffer.from(random.bytes(32)));
const newContract = (random: Random) => StrKey.encodeContract(Buffer.from(random.bytes(32)));
type Pair = [ContractValue, xdr.ScVal];

const NUMBERS = ["u32", "i32", "u64", "i64", "timepoint", "duration", "u128", "i128", "u256", "i256"] as const;

/** Returns a number in the range of a type, often one of the limits. */
function newNumber(random: Random, type: (typeof NUMBERS)[number]): bigint {
  const bits = type === "timepoint" || type === "duration" ? 64 : Number(type.slice(1));
  const [least, most] = type.startsWith("i") ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
  return random.pick([least, most, 0n, 1n, least + random.bigint(bits)]);
}

function newAddress(random: Random): Pair {
  const account = newAccount(random);
  const muxed = new MuxedAccount(new Account(account, "0"), random.bigint(63).toString()).accountId();
  const value = random.pick([account, muxed, newContract(random)]);
  return [{ type: "address", value }, xdr.ScVal.scvAddress(value.startsWith("M") ? muxedAddress(value) : new Address(value).toScAddress())];
}

/** Returns a muxed address of a call, which `Address` of the SDK does not parse. */
function muxedAddress(text: string): xdr.ScAddress {
  const muxed = MuxedAccount.fromAddress(text, "0");
  const id = xdr.Uint64.fromString(muxed.id());
  const ed25519 = StrKey.decodeEd25519PublicKey(muxed.baseAccount().accountId());
  return xdr.ScAddress.scAddressTypeMuxedAccount(new xdr.MuxedEd25519Account({ id, ed25519 }));
}

/** Returns a value in the form of requests, and the value of the SDK. */
function newValue(random: Random, levels: number): Pair {
  const kind = random.below(levels === 0 ? 8 : 10);
  switch (kind) {
    case 0:
      return random.pick<Pair>([[{ type: "void" }, xdr.ScVal.scvVoid()], [{ type: "bool", value: true }, xdr.ScVal.scvBool(true)], [{ type: "bool", value: false }, xdr.ScVal.scvBool(false)]]);
    case 1: {
      const value = random.hex(random.below(9));
      return [{ type: "bytes", value }, xdr.ScVal.scvBytes(Buffer.from(value, "hex"))];
    }
    case 2: {
      const value = random.pick(["", "text", "Zoë 💶", `a"b\\`, "\ufeffx"]);
      return [{ type: "string", value }, xdr.ScVal.scvString(value)];
    }
    case 3: {
      const value = `ff${random.hex(random.below(5))}`;
      return [{ type: "stringBytes", value }, xdr.ScVal.scvString(Buffer.from(value, "hex"))];
    }
    case 4: {
      const value = random.pick(["", "transfer", "swap_2", "a".repeat(32)]);
      return [{ type: "symbol", value }, xdr.ScVal.scvSymbol(value)];
    }
    case 5:
      return newAddress(random);
    case 8: {
      const items = random.listUpTo(4, () => newValue(random, levels - 1));
      return [{ type: "vec", value: items.map(([own]) => own) }, xdr.ScVal.scvVec(items.map(([, sdk]) => sdk))];
    }
    case 9: {
      // Distinct keys in the order of the network.
      const keys = [...new Set(random.list(4, () => random.below(1000)))].sort((first, second) => first - second);
      const entries = keys.map((key) => [key, newValue(random, levels - 1)] as const);
      const own = entries.map(([key, [value]]) => ({ key: { type: "u32", value: String(key) }, value }) as const);
      const sdk = entries.map(([key, [, val]]) => new xdr.ScMapEntry({ key: xdr.ScVal.scvU32(key), val }));
      return [{ type: "map", value: own }, xdr.ScVal.scvMap(sdk)];
    }
    default: {
      const type = random.pick([...NUMBERS]);
      const number = newNumber(random, type);
      const small = { u32: xdr.ScVal.scvU32, i32: xdr.ScVal.scvI32 } as Record<string, ((value: number) => xdr.ScVal) | undefined>;
      const sdk = small[type]?.(Number(number)) ?? new XdrLargeInt(type as never, number.toString()).toScVal();
      return [{ type, value: number.toString() }, sdk];
    }
  }
}

test("values are those of the Stellar SDK in both directions", () => {
  const random = new Random("contract values");
  for (let round = 0; round < 500; round += 1) {
    const [own, sdk] = newValue(random, 3);
    const [encoded] = encodeArguments([own]);
    assert.equal(hex(encoded!), sdk.toXDR("hex"), JSON.stringify(own));
    const reader = new Reader(Uint8Array.from(sdk.toXDR()));
    assert.deepEqual(readValue(reader), own);
    reader.end();
  }
});

test("maps are sorted as the Stellar SDK sorts symbols, and keys occur once", () => {
  const sdk = nativeToScVal({ to: 1, amount: 2, Zone: 3, a_b: 4 }, { type: { to: ["symbol", "u32"], amount: ["symbol", "u32"], Zone: ["symbol", "u32"], a_b: ["symbol", "u32"] } });
  const entry = (key: string, value: number) => ({ key: { type: "symbol", value: key }, value: { type: "u32", value: String(value) } }) as const;
  const map: ContractValue = { type: "map", value: [entry("to", 1), entry("amount", 2), entry("Zone", 3), entry("a_b", 4)] };
  const keys = ((readValue(new Reader(encodeArguments([map])[0]!)) as { value: { key: { value: string } }[] }).value).map(({ key }) => key.value);
  // The order of the network is that of the bytes.
  assert.deepEqual(keys, ["Zone", "a_b", "amount", "to"]);
  assert.deepEqual(new Set(sdk.map()!.map((item) => item.key().sym().toString())), new Set(keys));
  assert.throws(() => encodeArguments([{ type: "map", value: [entry("to", 1), entry("to", 2)] }]), InputError);
});

test("invalid arguments are named by their path", () => {
  const nest = (levels: number): ContractValue => (levels === 0 ? { type: "void" } : { type: "vec", value: [nest(levels - 1)] });
  for (const [value, field] of [
    [{ type: "error", value: "contract 7" }, "arguments[0].type"],
    [{ type: "other", value: "AAAAAQ==" }, "arguments[0].type"],
    [{}, "arguments[0].type"],
    [undefined, "arguments[0].type"],
    [{ type: "u32", value: 5 }, "arguments[0].value"],
    [{ type: "u32", value: "05" }, "arguments[0].value"],
    [{ type: "u32", value: "-1" }, "arguments[0].value"],
    [{ type: "u32", value: "4294967296" }, "arguments[0].value"],
    [{ type: "i128", value: "-0" }, "arguments[0].value"],
    [{ type: "i256", value: "9".repeat(78) }, "arguments[0].value"],
    [{ type: "bytes", value: "abc" }, "arguments[0].value"],
    [{ type: "symbol", value: "a b" }, "arguments[0].value"],
    [{ type: "address", value: "x" }, "arguments[0].value"],
    [{ type: "bool", value: "true" }, "arguments[0].value"],
    [{ type: "vec", value: [{ type: "void" }, { type: "bool", value: 1 }] }, "arguments[0].value[1].value"],
    [{ type: "map", value: [{ key: { type: "void" } }] }, "arguments[0].value[0].value.type"],
  ] as const) {
    assert.throws(() => encodeArguments([value as never]), (error) => error instanceof InputError && error.field === field, JSON.stringify(value));
  }
  encodeArguments([nest(8)]);
  assert.throws(() => encodeArguments([nest(9)]), InputError);
  assert.throws(() => encodeArguments([{ type: "vec", value: Array.from({ length: 1000 }, () => ({ type: "void" }) as const) }]), InputError);
  assert.throws(() => encodeArguments(Array.from({ length: 33 }, () => ({ type: "void" }) as const)), InputError);
});

test("contract calls of the Stellar SDK are decoded completely", () => {
  const random = new Random("contract calls");
  for (let round = 0; round < 100; round += 1) {
    const [source, contract, sequence] = [newAccount(random), newContract(random), random.bigint(62)];
    const values = random.listUpTo(5, () => newValue(random, 2));
    const operation = new Contract(contract).call("swap_2", ...values.map(([, sdk]) => sdk));
    const invocation = (nested: xdr.SorobanAuthorizedInvocation[]) => {
      const call = new xdr.InvokeContractArgs({ contractAddress: new Address(contract).toScAddress(), functionName: "swap_2", args: values.map(([, sdk]) => sdk) });
      return new xdr.SorobanAuthorizedInvocation({ function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(call), subInvocations: nested });
    };
    const rootInvocation = invocation(random.pick([[], [invocation([])]]));
    operation.body().invokeHostFunctionOp().auth([new xdr.SorobanAuthorizationEntry({ credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(), rootInvocation })]);
    const resourceFee = random.below(1_000_000);
    const key = xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract: new Address(contract).toScAddress(), key: xdr.ScVal.scvLedgerKeyContractInstance(), durability: xdr.ContractDataDurability.persistent() }));
    const nonce = xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce: xdr.Int64.fromString("-5") }));
    const own = xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData({ contract: new Address(source).toScAddress(), key: random.pick([nonce, newValue(random, 1)[1]]), durability: xdr.ContractDataDurability.temporary() }));
    const account = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(source)) }));
    const line = new xdr.LedgerKeyTrustLine({ accountId: account.account().accountId(), asset: new Asset("USDX", newAccount(random)).toTrustLineXDRObject() });
    const code = xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: Buffer.from(random.bytes(32)) }));
    const data = new SorobanDataBuilder().setReadOnly([key, code]).setReadWrite([own, account, xdr.LedgerKey.trustline(line)]).setResources(1, 2, 3).setResourceFee(resourceFee).build();
    const transaction = new TransactionBuilder(new Account(source, sequence.toString()), { fee: "100", networkPassphrase: Networks.TESTNET, sorobanData: data }).setTimeout(60).addOperation(operation).build();
    const decoded = decodeEnvelope(Uint8Array.from(transaction.toEnvelope().toXDR()));
    const call = { contract, function: "swap_2", arguments: values.map(([value]) => value) };
    const nested = rootInvocation.subInvocations().map(() => ({ ...call, invocations: [] }));
    assert.deepEqual(decoded.transaction.operations, [{ type: "invokeHostFunction", ...call, authorizations: [{ ...call, invocations: nested }] }]);
    assert.deepEqual([decoded.transaction.resourceFee, decoded.transaction.fee], [BigInt(resourceFee), BigInt(transaction.fee)]);
    assert.equal(hex(decoded.bytes), transaction.toEnvelope().v1().tx().toXDR("hex"));
  }
});

test("different values have different texts", () => {
  const random = new Random("texts");
  const texts = new Map<string, string>();
  for (let round = 0; round < 2000; round += 1) {
    const [own, sdk] = newValue(random, 2);
    const encoded = sdk.toXDR("hex");
    assert.equal(texts.get(valuesText([own])) ?? encoded, encoded, valuesText([own]));
    texts.set(valuesText([own]), encoded);
  }
});

test("contracts of assets have the ids of the Stellar SDK", () => {
  const random = new Random("contracts of assets");
  const assets = [Asset.native(), ...["A", "USDC", "LONGER", "TWELVELETTER"].map((code) => new Asset(code, newAccount(random)))];
  for (const asset of assets) {
    const name = asset.isNative() ? "native" : asset.toString();
    assert.equal(assetContract(name, "testnet"), asset.contractId(Networks.TESTNET));
    assert.equal(assetContract(name, "livenet"), asset.contractId(Networks.PUBLIC));
  }
});
