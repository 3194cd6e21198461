/** Bytes and hex. */
import * as utils from "@noble/hashes/utils.js";
import { InputError, InvalidResponseError } from "./errors.js";

const { hexToBytes } = utils;
// The types name no ES module of another package, which CommonJS types cannot import.
export const bytesToHex: (bytes: Uint8Array) => string = utils.bytesToHex;
export const concatBytes: (...parts: Uint8Array[]) => Uint8Array = utils.concatBytes;

/** Parses hex with or without `0x`. */
export function parseHex(text: string, field: string): Uint8Array {
  const digits = text.replace(/^0[xX]/, "");
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) throw new InputError(field, "not hex");
  return hexToBytes(digits);
}

/** Parses hex from a response. */
export function responseHex(text: unknown, field: string): Uint8Array {
  const digits = typeof text === "string" ? text.replace(/^0x/, "") : undefined;
  if (digits === undefined || !/^([0-9a-fA-F]{2})*$/.test(digits)) throw invalid(field, "hex");
  return hexToBytes(digits);
}

/** Parses a non-negative integer in a string of a response. */
export function responseAmount(text: unknown, field: string): bigint {
  if (typeof text !== "string" || !/^(0|[1-9]\d{0,79})$/.test(text)) throw invalid(field, "an amount");
  return BigInt(text);
}

/** Returns a non-negative safe integer of a response. */
export function responseInteger(value: unknown, field: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw invalid(field, "an integer");
  return value;
}

function invalid(field: string, expected: string): InvalidResponseError {
  return new InvalidResponseError(`${field} of the response is not ${expected}`, 200);
}

/** Parses a positive integer amount in the base unit that the caller provides. */
export function inputAmount(amount: string | bigint, field: string, allowZero = false): bigint {
  const text = amount.toString();
  if (!/^(0|[1-9]\d{0,79})$/.test(text)) throw new InputError(field, "not an integer in the base unit");
  const value = BigInt(text);
  if (value === 0n && !allowZero) throw new InputError(field, "zero");
  return value;
}

export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => bytesToHex(a) === bytesToHex(b);

/** Encodes an unsigned integer in `length` bytes, least significant byte first. */
export function littleEndian(value: bigint | number, length: number): Uint8Array {
  return bigEndian(value, length).reverse();
}

/** Encodes an unsigned integer in `length` bytes, most significant byte first. */
export function bigEndian(value: bigint | number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let rest = BigInt(value);
  for (let index = length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  if (rest !== 0n) throw new InputError("amount", `more than ${length} bytes`);
  return bytes;
}

/** Decodes an unsigned integer, most significant byte first. */
export const toBigInt = (bytes: Uint8Array): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`));

/** Reads bytes from the start to the end; throws `RangeError` beyond the end. */
export class Reader {
  #offset = 0;

  constructor(readonly bytes: Uint8Array) {}

  take(length: number): Uint8Array {
    const end = this.#offset + length;
    if (!Number.isSafeInteger(length) || length < 0 || end > this.bytes.length) throw new RangeError("unexpected end");
    const taken = this.bytes.slice(this.#offset, end);
    this.#offset = end;
    return taken;
  }

  /** Position of the next byte. */
  get offset(): number {
    return this.#offset;
  }

  /** Returns the next four bytes as an unsigned integer, without reading them. */
  nextInteger(): number {
    return Number(toBigInt(this.bytes.slice(this.#offset, this.#offset + 4)));
  }

  peek(): number | undefined {
    return this.bytes[this.#offset];
  }

  /** Throws `RangeError` if bytes remain. */
  end(): void {
    if (this.#offset !== this.bytes.length) throw new RangeError("unexpected bytes at the end");
  }
}
