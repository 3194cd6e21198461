/** EVM addresses and public keys. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, parseHex } from "../bytes.js";
import { InputError } from "../errors.js";
import { decodePoint, encodeCoordinates, type Point } from "../secp256k1.js";

/** Returns the address with its checksum (EIP-55). */
export function checksumAddress(bytes: Uint8Array): string {
  const digits = bytesToHex(bytes);
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)));
  return `0x${[...digits].map((digit, index) => (hash[index]! >= "8" ? digit.toUpperCase() : digit)).join("")}`;
}

/** Parses an address. A mixed-case one must have a valid checksum. */
export function parseEvmAddress(address: string, field: string): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new InputError(field, "not an EVM address: 0x and 40 hex digits");
  const bytes = parseHex(address, field);
  const digits = address.slice(2);
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixed && checksumAddress(bytes) !== address) throw new InputError(field, "invalid checksum of the address (EIP-55)");
  return bytes;
}

/** Parses a public key in hex, compressed or not. */
export function parsePoint(publicKey: string): Point {
  const point = decodePoint(parseHex(publicKey, "publicKey"));
  if (point === undefined) throw new InputError("publicKey", "not a secp256k1 public key");
  return point;
}

/** Derives the address of a public key, compressed or not. */
export const evmAddress = (publicKey: string): string => checksumAddress(keccak_256(encodeCoordinates(parsePoint(publicKey))).slice(12));
