/** Values of typed data with their types, and their hashes (EIP-712). */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bigEndian, concatBytes, parseHex } from "../../bytes.js";
import { parseEvmAddress } from "../address.js";
import { type Atom, encodeType, type Field, type FieldType, invalid, isObject, parseType, type Structs } from "./types.js";

/** A value that was read by its type. The hash and every summary use only these values. */
export type Value =
  | { kind: "word"; bytes: Uint8Array }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "array"; items: Value[] }
  | { kind: "struct"; name: string; fields: Map<string, Value> };

const MAX_DEPTH = 32;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** Encodes a text. Fails for half of a surrogate pair, which has no UTF-8 form. */
export function utf8(text: string, path: string): Uint8Array {
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text)) throw invalid(path, "not valid Unicode");
  return new TextEncoder().encode(text);
}

/** Reads a struct, which must have exactly the declared fields. */
export function readStruct(structs: Structs, name: string, value: unknown, path: string, depth = 1): Value & { kind: "struct" } {
  if (depth > MAX_DEPTH) throw invalid(path, `nested more than ${MAX_DEPTH} levels deep`);
  const fields = readFields(structs.get(name) ?? [], value, path, (field, inner, at) => readTyped(structs, parseType(field.type, at), inner, at, depth));
  return { kind: "struct", name, fields };
}

/** Reads the value of every declared field, in the order of the declaration. */
export function readFields(declared: readonly Field[], value: unknown, path: string, read: (field: Field, value: unknown, path: string) => Value): Map<string, Value> {
  if (!isObject(value)) throw invalid(path, "not an object");
  const fields = new Map<string, Value>();
  for (const field of declared) {
    const at = `${path}.${field.name}`;
    if (!Object.hasOwn(value, field.name)) throw invalid(at, "missing");
    fields.set(field.name, read(field, value[field.name], at));
  }
  if (Object.keys(value).length > declared.length) throw invalid(path, "a field that its type does not declare");
  return fields;
}

function readTyped(structs: Structs, { base, dimensions }: FieldType, value: unknown, path: string, depth: number): Value {
  if (dimensions.length === 0) {
    return typeof base === "string" ? readStruct(structs, base, value, path, depth + 1) : readAtom(base, value, path);
  }
  if (depth + 1 > MAX_DEPTH) throw invalid(path, `nested more than ${MAX_DEPTH} levels deep`);
  const length = dimensions.at(-1);
  if (!Array.isArray(value)) throw invalid(path, "not a list");
  if (length !== undefined && value.length !== length) throw invalid(path, `not ${length} elements`);
  const inner = { base, dimensions: dimensions.slice(0, -1) };
  return { kind: "array", items: value.map((item: unknown, index) => readTyped(structs, inner, item, `${path}[${index}]`, depth + 1)) };
}

/** Reads a value of a type without fields. */
export function readAtom(atom: Atom, value: unknown, path: string): Value {
  const word = (number: bigint): Value => ({ kind: "word", bytes: bigEndian(number, 32) });
  switch (atom.kind) {
    case "address":
      if (typeof value !== "string") throw invalid(path, "not an address");
      return { kind: "word", bytes: concatBytes(new Uint8Array(12), parseEvmAddress(value, path)) };
    case "bool":
      if (typeof value !== "boolean") throw invalid(path, "neither true nor false");
      return word(value ? 1n : 0n);
    case "string":
      if (typeof value !== "string") throw invalid(path, "not a string");
      return { kind: "bytes", bytes: utf8(value, path) };
    case "bytes":
      return { kind: "bytes", bytes: readBytes(value, path) };
    case "fixed-bytes": {
      const bytes = readBytes(value, path);
      if (bytes.length !== atom.size) throw invalid(path, `not ${atom.size} bytes`);
      return { kind: "word", bytes: concatBytes(bytes, new Uint8Array(32 - bytes.length)) };
    }
    case "uint":
    case "int": {
      const number = readInteger(value, path);
      const bits = BigInt(atom.size);
      const [lowest, highest] = atom.kind === "uint" ? [0n, 2n ** bits] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n)];
      if (number < lowest || number >= highest) throw invalid(path, `not an integer of ${atom.kind}${atom.size}`);
      return word(BigInt.asUintN(256, number));
    }
  }
}

function readBytes(value: unknown, path: string): Uint8Array {
  if (typeof value !== "string" || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw invalid(path, "not 0x and an even number of hex digits");
  return parseHex(value, path);
}

/** Reads a number up to 2^53 − 1 without a fraction, or a string of decimal or `0x`-prefixed hex digits. */
function readInteger(value: unknown, path: string): bigint {
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
  if (typeof value === "string" && /^(0x[0-9a-fA-F]{1,64}|0|-?[1-9]\d{0,77})$/.test(value)) return BigInt(value);
  throw invalid(path, `not an integer: up to ${MAX_SAFE} as a number, otherwise a string of digits`);
}

/** Returns the hash of a struct: `hashStruct` of EIP-712. */
export function hashStruct(typeHash: Uint8Array, fields: Iterable<Value>, structs: Structs): Uint8Array {
  return keccak_256(concatBytes(typeHash, ...[...fields].map((value) => encodeWord(value, structs))));
}

export const hashType = (encoded: string): Uint8Array => keccak_256(new TextEncoder().encode(encoded));

/** Encodes a value as one word: `encodeData` of EIP-712. */
function encodeWord(value: Value, structs: Structs): Uint8Array {
  switch (value.kind) {
    case "word":
      return value.bytes;
    case "bytes":
      return keccak_256(value.bytes);
    case "array":
      return keccak_256(concatBytes(...value.items.map((item) => encodeWord(item, structs))));
    case "struct":
      return hashStruct(hashType(encodeType(structs, value.name)), value.fields.values(), structs);
  }
}
