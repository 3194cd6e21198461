/** CashAddr, the address format of bch (https://github.com/bitcoincashorg/bitcoincash.org/blob/master/spec/cashaddr.md). */
import { bech32 } from "@scure/base";
import { concatBytes } from "../bytes.js";

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATORS = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n];
/** Hash lengths in bytes by the low three bits of the version byte. */
const LENGTHS = [20, 24, 28, 32, 40, 48, 56, 64];

function polymod(words: readonly number[]): bigint {
  let checksum = 1n;
  for (const word of words) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x07ffffffffn) << 5n) ^ BigInt(word);
    GENERATORS.forEach((generator, bit) => {
      if ((top >> BigInt(bit)) & 1n) checksum ^= generator;
    });
  }
  return checksum ^ 1n;
}

const prefixWords = (prefix: string) => [...prefix].map((character) => character.charCodeAt(0) & 31).concat(0);

/** Encodes an address with its prefix. */
export function encodeCashAddr(prefix: string, type: number, hash: Uint8Array): string {
  const version = (type << 3) | LENGTHS.indexOf(hash.length);
  const words = bech32.toWords(concatBytes(new Uint8Array([version]), hash));
  const checksum = polymod([...prefixWords(prefix), ...words, ...new Array<number>(8).fill(0)]);
  const check = Array.from({ length: 8 }, (_, index) => Number((checksum >> BigInt(5 * (7 - index))) & 31n));
  return `${prefix}:${[...words, ...check].map((word) => ALPHABET[word]).join("")}`;
}

/** Decodes an address with or without its prefix, or returns `undefined` if it is not valid with this prefix. */
export function decodeCashAddr(prefix: string, address: string): { type: number; hash: Uint8Array } | undefined {
  const isMixed = address !== address.toLowerCase() && address !== address.toUpperCase();
  const text = address.toLowerCase();
  const payload = text.startsWith(`${prefix}:`) ? text.slice(prefix.length + 1) : text;
  const words = [...payload].map((character) => ALPHABET.indexOf(character));
  if (isMixed || words.length < 8 || words.includes(-1)) return undefined;
  if (polymod([...prefixWords(prefix), ...words]) !== 0n) return undefined;
  try {
    const [version = 255, ...hash] = bech32.fromWords(words.slice(0, -8));
    if (version > 127 || LENGTHS[version & 7] !== hash.length) return undefined;
    return { type: version >> 3, hash: new Uint8Array(hash) };
  } catch {
    return undefined;
  }
}
