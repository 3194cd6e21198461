/** Reads the basic types of XDR (RFC 4506), and Stellar accounts and assets. Unknown values throw `RangeError`. */
import { Reader, toBigInt } from "../bytes.js";
import { encodeAccount, encodeMuxed } from "./strkey.js";

export const integer = (reader: Reader) => Number(toBigInt(reader.take(4)));
export const hyper = (reader: Reader) => BigInt.asIntN(64, toBigInt(reader.take(8)));
export const unsignedHyper = (reader: Reader) => toBigInt(reader.take(8));

/** Throws `RangeError` unless the condition holds. */
export function expect(condition: boolean, subject: string): void {
  if (!condition) throw new RangeError(`unknown ${subject}`);
}

/** Reads a list with at most `maximum` items. */
export function list<T>(reader: Reader, maximum: number, read: (reader: Reader) => T): T[] {
  const length = integer(reader);
  expect(length <= maximum, "list length");
  return Array.from({ length }, () => read(reader));
}

/** Opaque data of variable length, padded with zeros to four bytes. */
export function opaque(reader: Reader, maximum: number): Uint8Array {
  const length = integer(reader);
  expect(length <= maximum, "data length");
  const bytes = reader.take(length);
  expect(reader.take((4 - (length % 4)) % 4).every((byte) => byte === 0), "padding");
  return bytes;
}

export function optional<T>(reader: Reader, read: (reader: Reader) => T): T | undefined {
  const flag = integer(reader);
  expect(flag <= 1, "flag");
  return flag === 1 ? read(reader) : undefined;
}

export function account(reader: Reader): string {
  expect(integer(reader) === 0, "key type");
  return encodeAccount(reader.take(32));
}

export function muxedAccount(reader: Reader): string {
  const type = integer(reader);
  if (type === 0) return encodeAccount(reader.take(32));
  expect(type === 0x100, "account type");
  const id = unsignedHyper(reader);
  return encodeMuxed({ key: reader.take(32), id });
}

export function asset(reader: Reader): string {
  const type = integer(reader);
  if (type === 0) return "native";
  expect(type === 1 || type === 2, "asset type");
  const padded = reader.take(type === 1 ? 4 : 12);
  const code = String.fromCharCode(...padded).replace(/\0+$/, "");
  expect(/^[a-zA-Z0-9]{1,12}$/.test(code) && code.length > (type === 1 ? 0 : 4), "asset code");
  return `${code}:${account(reader)}`;
}
