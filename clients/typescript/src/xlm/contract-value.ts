/** Values of contracts: from and to XDR, and as text. */
import { bigEndian, bytesToHex, concatBytes, parseHex, type Reader, toBigInt } from "../bytes.js";
import { InputError } from "../errors.js";
import { account, expect, integer, list, opaque, optional } from "./primitives.js";
import { encodeContract, encodeMuxed, parseContract, parseMuxed } from "./strkey.js";

/** A value of a contract with the type, as the service reads and returns it. Numbers are decimal digits, bytes are in hex. */
export type ContractValue =
  | { type: "bool"; value: boolean }
  | { type: "void" }
  | { type: NumberType | "bytes" | "string" | "stringBytes" | "symbol" | "address"; value: string }
  | { type: "vec"; value: ContractValue[] }
  | { type: "map"; value: ContractMapEntry[] };

/** An entry of a map. */
export interface ContractMapEntry {
  key: ContractValue;
  value: ContractValue;
}

type NumberType = "u32" | "i32" | "u64" | "i64" | "timepoint" | "duration" | "u128" | "i128" | "u256" | "i256";

/** The numbers with their bits. */
const NUMBERS: Record<NumberType, { bits: number; isSigned: boolean }> = {
  u32: { bits: 32, isSigned: false },
  i32: { bits: 32, isSigned: true },
  u64: { bits: 64, isSigned: false },
  i64: { bits: 64, isSigned: true },
  timepoint: { bits: 64, isSigned: false },
  duration: { bits: 64, isSigned: false },
  u128: { bits: 128, isSigned: false },
  i128: { bits: 128, isSigned: true },
  u256: { bits: 256, isSigned: false },
  i256: { bits: 256, isSigned: true },
};

/** The types in the order of their numbers in XDR. The second one is not available in requests. */
const TYPES = ["bool", "void", "error", "u32", "i32", "u64", "i64", "timepoint", "duration", "u128", "i128", "u256", "i256", "bytes", "string", "symbol", "vec", "map", "address"] as const;

/** Returns the number of the type of a value in XDR, -1 for unknown types. */
const numberOf = (value: ContractValue): number => TYPES.indexOf((value?.type === "stringBytes" ? "string" : value?.type) as (typeof TYPES)[number]);

const MAX_ARGUMENTS = 32;
const MAX_VALUES = 1000;
const MAX_LEVELS = 8;
/** The highest number of nested lists and maps in a transaction. */
const MAX_DECODED_LEVELS = 16;
const MAX_BYTES = 65_536;

/** Encodes the arguments of a call. Invalid ones are an `InputError` with their path. */
export function encodeArguments(values: readonly ContractValue[], field = "arguments"): Uint8Array[] {
  if (!Array.isArray(values) || values.length > MAX_ARGUMENTS) throw new InputError(field, `not a list of at most ${MAX_ARGUMENTS} values`);
  const budget = { values: MAX_VALUES };
  return values.map((value, index) => encodeValue(value, `${field}[${index}]`, MAX_LEVELS, budget));
}

function encodeValue(value: ContractValue, path: string, levels: number, budget: { values: number }): Uint8Array {
  budget.values -= 1;
  if (budget.values < 0) throw new InputError(path, `more than ${MAX_VALUES} values`);
  const type = numberOf(value);
  if (type < 0 || TYPES[type] === "error") throw new InputError(`${path}.type`, "not a type of arguments");
  return concatBytes(bigEndian(type, 4), contentOf(value, `${path}.value`, levels, budget));
}

function contentOf(value: ContractValue, path: string, levels: number, budget: { values: number }): Uint8Array {
  switch (value.type) {
    case "void":
      return new Uint8Array();
    case "bool":
      if (typeof value.value !== "boolean") throw new InputError(path, "not true or false");
      return bigEndian(value.value ? 1 : 0, 4);
    case "vec": {
      const items = nested(value.value, path, levels).map((item, index) => encodeValue(item, `${path}[${index}]`, levels - 1, budget));
      return concatBytes(bigEndian(1, 4), bigEndian(items.length, 4), ...items);
    }
    case "map":
      return encodeMap(nested(value.value, path, levels), path, levels, budget);
    default:
      if (typeof value.value !== "string") throw new InputError(path, "not a string");
      return value.type in NUMBERS ? encodeNumber(value.type as NumberType, value.value, path) : encodeWord(value.type, value.value, path);
  }
}

function nested<T>(items: T[], path: string, levels: number): T[] {
  if (levels === 0) throw new InputError(path, `more than ${MAX_LEVELS} levels of lists and maps`);
  if (!Array.isArray(items)) throw new InputError(path, "not a list");
  return items;
}

/** Encodes a map. The network requires the entries in the order of the keys. */
function encodeMap(items: ContractMapEntry[], path: string, levels: number, budget: { values: number }): Uint8Array {
  const entries = items.map((item, index) => {
    const [key, content] = (["key", "value"] as const).map((name) => encodeValue(item?.[name], `${path}[${index}].${name}`, levels - 1, budget));
    return { order: orderOf(item.key), encoded: concatBytes(key!, content!) };
  });
  entries.sort((first, second) => compare(first.order, second.order));
  const isTwice = entries.some((entry, index) => index > 0 && compare(entries[index - 1]!.order, entry.order) === 0);
  if (isTwice) throw new InputError(path, "a key twice");
  return concatBytes(bigEndian(1, 4), bigEndian(entries.length, 4), ...entries.map(({ encoded }) => encoded));
}

function encodeNumber(type: NumberType, text: string, path: string): Uint8Array {
  const { bits, isSigned } = NUMBERS[type];
  const number = /^(0|-?[1-9]\d{0,77})$/.test(text) ? BigInt(text) : undefined;
  const wrapped = number === undefined ? undefined : isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number);
  if (number === undefined || wrapped !== number) throw new InputError(path, `not decimal digits in the range of ${type}`);
  return bigEndian(BigInt.asUintN(bits, number), bits / 8);
}

function encodeWord(type: string, text: string, path: string): Uint8Array {
  if (type === "address") return encodeAddress(text, path);
  if (type === "symbol" && !isSymbol(text)) throw new InputError(path, "not at most 32 characters of a-z, A-Z, 0-9 and _");
  return encodeOpaque(bytesOf(type, text, path));
}

const bytesOf = (type: string, text: string, path = "arguments") =>
  type === "bytes" || type === "stringBytes" ? parseHex(text, path) : new TextEncoder().encode(text);

/** Returns true for the characters of a symbol. */
export const isSymbol = (text: string): boolean => /^[a-zA-Z0-9_]{0,32}$/.test(text);

/** Encodes data of variable length. */
const encodeOpaque = (bytes: Uint8Array): Uint8Array =>
  concatBytes(bigEndian(bytes.length, 4), bytes, new Uint8Array((4 - (bytes.length % 4)) % 4));

/** Encodes an address: `G…`, `M…` or `C…`. */
export function encodeAddress(address: string, path: string): Uint8Array {
  if (address.startsWith("C")) return concatBytes(bigEndian(1, 4), parseContract(address, path));
  const { key, id } = parseMuxed(address, path);
  return id === undefined ? concatBytes(bigEndian(0, 4), bigEndian(0, 4), key) : concatBytes(bigEndian(2, 4), bigEndian(id, 8), key);
}

type Order = number | bigint | readonly Order[];

/** Returns the position of a value in the order of the network: by type, numbers by value, bytes and lists item by item. */
function orderOf(value: ContractValue): Order {
  const type = numberOf(value);
  switch (value.type) {
    case "void":
      return [type];
    case "bool":
      return [type, value.value ? 1 : 0];
    case "vec":
      return [type, value.value.map(orderOf)];
    case "map": {
      const entries = value.value.map((entry) => [orderOf(entry.key), orderOf(entry.value)] as const);
      return [type, entries.sort(compare)];
    }
    case "address":
      return [type, [...encodeAddress(value.value, "arguments")]];
    default:
      return [type, value.type in NUMBERS ? BigInt(value.value) : [...bytesOf(value.type, value.value)]];
  }
}

function compare(first: Order, second: Order): number {
  if (typeof first === "object" && typeof second === "object") {
    for (let index = 0; index < Math.min(first.length, second.length); index += 1) {
      const order = compare(first[index]!, second[index]!);
      if (order !== 0) return order;
    }
    return first.length - second.length;
  }
  return first < second ? -1 : first > second ? 1 : 0;
}

/** Decodes a value. Throws `RangeError` for types that arguments cannot have. */
export function readValue(reader: Reader, levels = MAX_DECODED_LEVELS): ContractValue {
  const type = TYPES[integer(reader)];
  switch (type) {
    case undefined:
    case "error":
      throw new RangeError("unknown value of a contract");
    case "void":
      return { type };
    case "bool": {
      const flag = integer(reader);
      expect(flag <= 1, "flag");
      return { type, value: flag === 1 };
    }
    case "vec":
    case "map": {
      expect(levels > 0, "number of levels");
      if (type === "vec") return { type, value: items(reader, () => readValue(reader, levels - 1)) };
      return { type, value: items(reader, () => ({ key: readValue(reader, levels - 1), value: readValue(reader, levels - 1) })) };
    }
    case "address":
      return { type, value: readAddress(reader) };
    case "bytes":
      return { type, value: bytesToHex(opaque(reader, MAX_BYTES)) };
    case "string":
      return readString(opaque(reader, MAX_BYTES));
    case "symbol":
      return { type, value: readSymbol(reader) };
    default: {
      const { bits, isSigned } = NUMBERS[type];
      const number = toBigInt(reader.take(bits / 8));
      return { type, value: (isSigned ? BigInt.asIntN(bits, number) : number).toString() };
    }
  }
}

function items<T>(reader: Reader, read: () => T): T[] {
  const found = optional(reader, () => list(reader, MAX_BYTES, read));
  if (found === undefined) throw new RangeError("unknown value of a contract");
  return found;
}

function readString(bytes: Uint8Array): ContractValue {
  try {
    return { type: "string", value: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { type: "stringBytes", value: bytesToHex(bytes) };
  }
}

/** Reads a symbol. */
export function readSymbol(reader: Reader): string {
  const text = String.fromCharCode(...opaque(reader, 32));
  expect(isSymbol(text), "symbol");
  return text;
}

/** Reads an address: `G…`, `M…` or `C…`. */
export function readAddress(reader: Reader): string {
  switch (integer(reader)) {
    case 0:
      return account(reader);
    case 1:
      return encodeContract(reader.take(32));
    case 2: {
      const id = toBigInt(reader.take(8));
      return encodeMuxed({ id, key: reader.take(32) });
    }
    default:
      throw new RangeError("unknown address");
  }
}

/** Returns values as one line: `i128 5, address G…`. Different values have different texts. */
export function valuesText(values: readonly ContractValue[]): string {
  return values.map(valueText).join(", ");
}

function valueText(value: ContractValue): string {
  switch (value.type) {
    case "void":
      return "void";
    case "bool":
      return `bool ${value.value}`;
    case "vec":
      return `[${valuesText(value.value)}]`;
    case "map":
      return `{${value.value.map(({ key, value: content }) => `${valueText(key)}: ${valueText(content)}`).join(", ")}}`;
    case "string":
      return `string ${JSON.stringify(value.value)}`;
    default:
      return `${value.type} ${value.value}`;
  }
}
