/** Hashes of typed data and texts against viem (MIT) and MetaMask's eth-sig-util (ISC), which tests/oracles installs. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { personalHash } from "../src/evm/message.js";
import { readTypedData, type TypedData } from "../src/evm/typed-data/typed-data.js";
import { packageRoot } from "./support/local.js";
import { Random } from "./support/random.js";
import { randomTypedData } from "./support/typed-data.js";

const folder = join(packageRoot(), "../../tests/oracles");
const isInstalled = existsSync(join(folder, "node_modules/viem")) && existsSync(join(folder, "node_modules/@metamask/eth-sig-util"));
const isStrict = (process.env["WALLET_TEST_STRICT"] ?? "") !== "";
const skip = !isInstalled && !isStrict && "NOT RUN: typed data of viem and eth-sig-util: the packages of tests/oracles are not installed";
const load = createRequire(join(folder, "package.json"));

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}` as const;

type Fields = { name: string; type: string }[];

/** Returns a value with integers as bigints, as viem expects them. */
function withBigints(types: Record<string, Fields>, type: string, value: unknown): unknown {
  const array = /^(.*)\[\d*\]$/.exec(type);
  if (array !== null) return (value as unknown[]).map((item) => withBigints(types, array[1]!, item));
  const fields = types[type];
  if (fields !== undefined) {
    const struct = value as Record<string, unknown>;
    return Object.fromEntries(fields.map((field) => [field.name, withBigints(types, field.type, struct[field.name])]));
  }
  return /^u?int/.test(type) ? BigInt(value as string) : value;
}

const DOMAIN: Fields = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
  { name: "salt", type: "bytes32" },
];

test("hashes of random typed data are those of viem and eth-sig-util", { skip }, () => {
  const { hashTypedData } = load("viem");
  const { SignTypedDataVersion, TypedDataUtils } = load("@metamask/eth-sig-util");
  const random = new Random("typed-data-oracles");
  for (let round = 0; round < 100; round += 1) {
    const { hash, json } = readTypedData(randomTypedData(random));
    const { domain, primaryType, message, types: declared } = json as TypedData & { domain: Record<string, unknown> };
    const types = declared as Record<string, Fields>;
    const EIP712Domain = types["EIP712Domain"] ?? DOMAIN.filter(({ name }) => name in domain);
    const values = withBigints(types, primaryType, message);
    assert.equal(hex(hash), hashTypedData({ domain, types: { ...types, EIP712Domain }, primaryType, message: values }), JSON.stringify(json));
    const other = TypedDataUtils.eip712Hash({ domain, types: { ...types, EIP712Domain }, primaryType, message }, SignTypedDataVersion.V4);
    assert.equal(hex(hash), hex(other), JSON.stringify(json));
  }
});

test("hashes of random texts and bytes are those of viem", { skip }, () => {
  const { hashMessage } = load("viem");
  const random = new Random("personal-oracles");
  for (let round = 0; round < 50; round += 1) {
    const raw = random.bytes(random.below(300));
    assert.equal(hex(personalHash(raw)), hashMessage({ raw }));
  }
});
