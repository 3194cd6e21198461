import assert from "node:assert/strict";
import { test } from "node:test";
import { hashMessage, TypedDataEncoder } from "ethers";
import { InputError } from "../src/errors.js";
import { personalHash } from "../src/evm/message.js";
import { isUnknownAuthorisation, permitOf } from "../src/evm/permit.js";
import { readTypedData, type TypedData } from "../src/evm/typed-data/typed-data.js";
import { Random } from "./support/random.js";
import { randomTypedData } from "./support/typed-data.js";

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;
const SPENDER = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";

/** The example of EIP-712. */
const MAIL: TypedData = {
  types: {
    EIP712Domain: [
      { name: "name", type: "string" },
      { name: "version", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ],
    Person: [
      { name: "name", type: "string" },
      { name: "wallet", type: "address" },
    ],
    Mail: [
      { name: "from", type: "Person" },
      { name: "to", type: "Person" },
      { name: "contents", type: "string" },
    ],
  },
  primaryType: "Mail",
  domain: { name: "Ether Mail", version: "1", chainId: 1, verifyingContract: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC" },
  message: {
    from: { name: "Cow", wallet: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826" },
    to: { name: "Bob", wallet: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB" },
    contents: "Hello, Bob!",
  },
};

test("hash of the example of EIP-712", () => {
  const { hash, encodedType } = readTypedData(MAIL);
  assert.equal(hex(hash), "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2");
  assert.equal(encodedType, "Mail(Person from,Person to,string contents)Person(string name,address wallet)");
});

test("hashes of random texts and bytes are those of ethers", () => {
  const random = new Random("personal");
  // ethers, documentation of hashMessage.
  assert.equal(hex(personalHash(new TextEncoder().encode("Hello World"))), "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2");
  for (let round = 0; round < 50; round += 1) {
    const message = random.bytes(random.below(300));
    assert.equal(hex(personalHash(message)), hashMessage(message));
  }
});

test("hashes of random typed data are those of ethers", () => {
  const random = new Random("typed-data");
  for (let round = 0; round < 200; round += 1) {
    const data = randomTypedData(random);
    const types = data.types as Record<string, { name: string; type: string }[]>;
    assert.equal(TypedDataEncoder.from(types).primaryType, data.primaryType);
    const expected = TypedDataEncoder.hash(data.domain, types, data.message);
    const { hash, json, encodedType } = readTypedData(data);
    assert.equal(hex(hash), expected, JSON.stringify(json));
    assert.equal(encodedType, TypedDataEncoder.from(types).encodeType(data.primaryType));
    // What is read is also what is sent.
    assert.equal(hex(readTypedData(json).hash), expected);
  }
});

test("structs that contain themselves in a list are hashed", () => {
  const types = { Node: [{ name: "value", type: "uint8" }, { name: "children", type: "Node[]" }] };
  const leaf = { value: 2, children: [] };
  const data = (message: object) => ({ types, primaryType: "Node", domain: { name: "Tree" }, message: message as Record<string, unknown> });
  assert.notDeepEqual(readTypedData(data({ value: 1, children: [leaf] })).hash, readTypedData(data({ value: 1, children: [leaf, leaf] })).hash);
  const deep = (levels: number): object => ({ value: 1, children: levels === 0 ? [] : [deep(levels - 1)] });
  readTypedData(data(deep(15)));
  assert.throws(() => readTypedData(data(deep(16))), InputError);
});

test("values out of range, undeclared fields and unknown types are rejected at their path", () => {
  const single = (type: string, value: unknown): TypedData => ({
    types: { Item: [{ name: "value", type }] },
    primaryType: "Item",
    domain: { name: "App" },
    message: { value },
  });
  const values: [string, unknown][] = [
    ["uint8", 256], ["uint8", "256"], ["uint8", -1], ["uint8", 1.5], ["uint8", "01"], ["uint8", "0x"], ["uint8", ""], ["uint8", null], ["uint8", true],
    ["uint256", 2 ** 53], ["uint256", `0x1${"0".repeat(64)}`], ["uint256", (2n ** 256n).toString()], ["int8", 128], ["int8", -129], ["int8", "-0"],
    ["bool", "true"], ["bool", 1], ["address", "0x12"], ["address", SPENDER.replace("A", "a")], ["string", 5], ["string", "\ud800"], ["string", "\udc00a"],
    ["bytes", "12"], ["bytes", "0x1"], ["bytes4", "0x12"], ["bytes4", "0x1234567890"], ["uint8[2]", [1]], ["uint8[]", { 0: 1 }], ["uint8[2][]", [[1, 2], [3]]],
  ];
  for (const [type, value] of values) {
    assert.throws(() => readTypedData(single(type, value)), (error) => error instanceof InputError && error.field.startsWith("message.value"), `${type} ${String(value)}`);
  }
  for (const type of ["uint", "int", "byte", "fixed", "uint7", "uint264", "uint08", "bytes0", "bytes33", "Missing", "uint8[0]", "uint8[01]", "uint8[-1]", "uint8[", "[]uint8", "", `uint8${"[]".repeat(9)}`, "EIP712Domain"]) {
    assert.throws(() => readTypedData(single(type, 1)), (error) => error instanceof InputError && error.field === "types.Item[0].type", type);
  }
  const invalid: [(data: any) => void, string][] = [
    [(data) => void (data.message.more = 1), "message"],
    [(data) => void delete data.message.contents, "message.contents"],
    [(data) => void (data.message.to.more = 1), "message.to"],
    [(data) => void (data.message = []), "message"],
    [(data) => void (data.primaryType = "EIP712Domain"), "primaryType"],
    [(data) => void (data.primaryType = "Other"), "primaryType"],
    [(data) => void delete data.primaryType, "primaryType"],
    [(data) => void (data.more = 1), "typedData"],
    [(data) => void delete data.types, "types"],
    [(data) => void (data.types["1st"] = []), "types"],
    [(data) => void (data.types["uint"] = []), "types"],
    [(data) => void (data.types.Person = {}), "types.Person"],
    [(data) => void data.types.Person.push({ name: "name", type: "bool" }), "types.Person"],
    [(data) => void (data.types.Person[0] = { name: "name" }), "types.Person[0]"],
    [(data) => void (data.types.Person[0].name = "a b"), "types.Person[0].name"],
    [(data) => void (data.domain.more = 1), "domain"],
    [(data) => void delete data.domain.name, "domain.name"],
    [(data) => void (data.domain = {}), "domain.name"],
    [(data) => void data.types.EIP712Domain.push({ name: "more", type: "string" }), "domain"],
    [(data) => void (data.types.EIP712Domain[0].type = "bytes"), "domain"],
    [(data) => void (data.types.EIP712Domain = []), "domain"],
  ];
  for (const [edit, field] of invalid) {
    const data = structuredClone(MAIL);
    edit(data);
    assert.throws(() => readTypedData(data), (error) => error instanceof InputError && error.field === field, field);
  }
});

const DETAILS = [
  { name: "token", type: "address" },
  { name: "amount", type: "uint160" },
  { name: "expiration", type: "uint48" },
  { name: "nonce", type: "uint48" },
];
const PERMITTED = [
  { name: "token", type: "address" },
  { name: "amount", type: "uint256" },
];
const fields = (text: string) => text.split(",").map((field) => ({ type: field.split(" ")[0]!, name: field.split(" ")[1]! }));
const permit = (primaryType: string, declared: string, message: object, more: object = {}): TypedData => ({
  types: { [primaryType]: fields(declared), ...more },
  primaryType,
  domain: { name: "Contract", chainId: 1, verifyingContract: TOKEN },
  message: message as Record<string, unknown>,
});
const EIP2612 = "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline";
const DAI = "address holder,address spender,uint256 nonce,uint256 expiry,bool allowed";

test("permits of all forms are summarised", () => {
  const summary = (data: TypedData) => permitOf(readTypedData(data));
  const common = { contract: TOKEN, spender: SPENDER };
  const eip2612 = permit("Permit", EIP2612, { owner: TOKEN, spender: SPENDER, value: "25", nonce: 0, deadline: 99 });
  assert.deepEqual(summary(eip2612), { standard: "eip-2612", ...common, permissions: [{ token: TOKEN, amount: "25" }], deadline: "99", isUnlimited: false });
  const dai = (allowed: boolean, expiry: number) => permit("Permit", DAI, { holder: TOKEN, spender: SPENDER, nonce: 0, expiry, allowed });
  const maximum = (2n ** 256n - 1n).toString();
  assert.deepEqual(summary(dai(true, 0)), { standard: "dai", ...common, permissions: [{ token: TOKEN, amount: maximum }], isUnlimited: true });
  assert.deepEqual(summary(dai(false, 7)), { standard: "dai", ...common, permissions: [{ token: TOKEN, amount: "0" }], deadline: "7", isUnlimited: false });
  const detail = { token: SPENDER, amount: "5", expiration: 50, nonce: 1 };
  const details = [{ token: SPENDER, amount: "5", expiration: "50" }];
  const allowance = permit("PermitSingle", "PermitDetails details,address spender,uint256 sigDeadline", { details: detail, spender: SPENDER, sigDeadline: 9 }, { PermitDetails: DETAILS });
  assert.deepEqual(summary(allowance), { standard: "permit2-allowance", ...common, permissions: details, deadline: "9", isUnlimited: false });
  const unlimited = { ...detail, amount: (2n ** 160n - 1n).toString() };
  const batch = permit("PermitBatch", "PermitDetails[] details,address spender,uint256 sigDeadline", { details: [detail, unlimited], spender: SPENDER, sigDeadline: 9 }, { PermitDetails: DETAILS });
  assert.deepEqual([summary(batch)?.permissions.length, summary(batch)?.isUnlimited], [2, true]);
  const permitted = { token: SPENDER, amount: "5" };
  const transfer = permit("PermitTransferFrom", "TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline", { permitted, spender: SPENDER, nonce: 1, deadline: 3 }, { TokenPermissions: PERMITTED });
  assert.deepEqual(summary(transfer), { standard: "permit2-transfer", ...common, permissions: [permitted], deadline: "3", isUnlimited: false });
  const witness = permit(
    "PermitBatchWitnessTransferFrom",
    "TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,Order witness",
    { permitted: [permitted, permitted], spender: SPENDER, nonce: 1, deadline: 3, witness: { id: 4 } },
    { TokenPermissions: PERMITTED, Order: [{ name: "id", type: "uint8" }] },
  );
  assert.equal(summary(witness)?.permissions.length, 2);
});

test("other typed data are no permit", () => {
  const message = { owner: TOKEN, spender: SPENDER, value: "25", nonce: 0, deadline: 99 };
  const others = [
    MAIL,
    permit("Permit", `${EIP2612},bool more`, { ...message, more: true }),
    permit("Permits", EIP2612, message),
    { ...permit("Permit", EIP2612, message), domain: { name: "Contract" } },
  ];
  for (const data of others) assert.equal(permitOf(readTypedData(data)), undefined);
});

test("transfers of EIP-3009 are summarised", () => {
  const declared = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";
  const message = { from: TOKEN, to: SPENDER, value: "25", validAfter: 0, validBefore: 99, nonce: `0x${"00".repeat(32)}` };
  for (const primaryType of ["TransferWithAuthorization", "ReceiveWithAuthorization"]) {
    const read = readTypedData(permit(primaryType, declared, message));
    const found = permitOf(read);
    assert.deepEqual([found?.standard, found?.spender, found?.permissions[0]?.amount, found?.deadline], ["eip-3009", SPENDER, "25", "99"]);
    assert.ok(!isUnknownAuthorisation(read));
  }
});

test("authorisations of an unknown form are recognised", () => {
  const message = { owner: TOKEN, spender: SPENDER, value: "25", nonce: 0, deadline: 99 };
  const reordered = EIP2612.split(",").reverse().join();
  const unknown = [
    permit("Permit", `${EIP2612},bool more`, { ...message, more: true }),
    permit("Permit", reordered, message),
    { ...permit("Permit", EIP2612, message), domain: { name: "Contract" } },
    permit("Permit", "address spender,uint256 tokenId,uint256 nonce,uint256 deadline", { spender: SPENDER, tokenId: 1, nonce: 0, deadline: 9 }),
    permit("Grant", "address newOperator,Limit[] limits", { newOperator: SPENDER, limits: [{ maxAmount: 1 }] }, { Limit: [{ name: "maxAmount", type: "uint256" }] }),
  ];
  const structs = { Caveat: [{ name: "enforcer", type: "address" }, { name: "terms", type: "bytes" }] };
  const caveats = [{ enforcer: SPENDER, terms: "0x" }];
  unknown.push(
    permit("Permit", "address owner,address spender,uint256 wad,uint256 nonce,uint256 deadline", { owner: TOKEN, spender: SPENDER, wad: 1, nonce: 0, deadline: 9 }),
    permit("Permit", "address spender,uint256 id", { spender: SPENDER, id: 1 }),
    permit("Authorization", "address to,uint256[] ids", { to: SPENDER, ids: [1] }),
    permit("Delegation", "address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt", { delegate: SPENDER, delegator: TOKEN, authority: `0x${"00".repeat(32)}`, caveats, salt: 1 }, structs),
    permit("OrderComponents", "address offerer,address token,uint256 startAmount", { offerer: TOKEN, token: TOKEN, startAmount: 1 }),
    permit("Order", "uint256 salt,address maker,address makerAsset,uint256 makingAmount", { salt: 1, maker: TOKEN, makerAsset: TOKEN, makingAmount: 1 }),
    permit("Order", "address sellToken,address buyToken,uint256 sellAmount", { sellToken: TOKEN, buyToken: TOKEN, sellAmount: 1 }),
    permit("SafeTx", "address to,uint256 value,bytes data", { to: SPENDER, value: 0, data: "0x" }),
    permit("ForwardRequest", "address from,address to,bytes data", { from: TOKEN, to: SPENDER, data: "0x" }),
    permit("MetaTransaction", "uint256 nonce,address from,bytes functionSignature", { nonce: 1, from: TOKEN, functionSignature: "0x" }),
  );
  for (const data of unknown) assert.ok(isUnknownAuthorisation(readTypedData(data)), data.primaryType);
  const others = [
    permit("Permit", EIP2612, message),
    permit("Payment", "address to,uint256 amount", { to: SPENDER, amount: 1 }),
    permit("Delegation", "address delegatee,uint256 nonce,uint256 expiry", { delegatee: SPENDER, nonce: 1, expiry: 1 }),
    permit("Order", "string item,uint256 amount", { item: "book", amount: 1 }),
    permit("Authorization", "string statement,uint256 nonce", { statement: "Sign in", nonce: 1 }),
  ];
  for (const data of others) assert.ok(!isUnknownAuthorisation(readTypedData(data)), data.primaryType);
});
