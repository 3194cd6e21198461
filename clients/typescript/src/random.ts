/** Random identifiers. */
import { bytesToHex } from "@noble/hashes/utils.js";

/** Fills the array with cryptographic random bytes. The default is `crypto.getRandomValues`. */
export type RandomSource = (bytes: Uint8Array<ArrayBuffer>) => void;

const platformRandom: RandomSource = (bytes) => void globalThis.crypto.getRandomValues(bytes);

/** Returns a random UUID (RFC 9562, version 4), for example as the `tokenId` of a new device. */
export function randomUuid(random: RandomSource = platformRandom): string {
  const bytes = new Uint8Array(16);
  random(bytes);
  return uuidOf(bytes, 4);
}

/** Returns the UUID of a version with the first 16 bytes, of which six bits are replaced. */
export function uuidOf(source: Uint8Array, version: 4 | 8): string {
  const bytes = source.slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | (version << 4);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
