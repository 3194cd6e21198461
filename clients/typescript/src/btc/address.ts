/** Addresses of the btc-like chains and their scripts. */
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, bech32m, createBase58check } from "@scure/base";
import { bytesToHex, concatBytes, equalBytes, parseHex } from "../bytes.js";
import { InputError } from "../errors.js";
import { decodeCashAddr, encodeCashAddr } from "./cashaddr.js";
import type { AddressType, BtcLikeParams } from "./params.js";
import { outputKey } from "./taproot.js";

/** Base58 with a checksum. */
export const base58check: { encode(bytes: Uint8Array): string; decode(text: string): Uint8Array } = createBase58check(sha256);

/** RIPEMD-160 of SHA-256. */
export const hash160 = (bytes: Uint8Array) => ripemd160(sha256(bytes));
const script = (prefix: string, hash: Uint8Array, suffix: string) =>
  concatBytes(parseHex(prefix, "prefix"), hash, parseHex(suffix, "suffix"));

/** Script that pays to a public key hash. */
export const p2pkhScript = (hash: Uint8Array): Uint8Array => script("76a914", hash, "88ac");
const p2shScript = (hash: Uint8Array) => script("a914", hash, "87");
const p2sh32Script = (hash: Uint8Array) => script("aa20", hash, "87");
/** Script of a witness program, and the redeem script of p2sh-p2wpkh. */
export const witnessScript = (version: number, program: Uint8Array) =>
  concatBytes(new Uint8Array([version === 0 ? 0 : 0x50 + version, program.length]), program);

/** Parses a public key: 33 bytes compressed, or 65 bytes uncompressed where the address type permits it. */
export function parsePublicKey(publicKey: string, type: AddressType): Uint8Array {
  const bytes = parseHex(publicKey, "publicKey");
  const isCompressed = bytes.length === 33 && (bytes[0] === 2 || bytes[0] === 3);
  const isUncompressed = bytes.length === 65 && bytes[0] === 4 && type === "p2pkh";
  if (!isCompressed && !isUncompressed) throw new InputError("publicKey", "not a secp256k1 public key of this address type");
  return bytes;
}

/** Returns the script of an owner's address. */
export function ownScript(type: AddressType, publicKey: Uint8Array): Uint8Array {
  switch (type) {
    case "p2pkh":
      return p2pkhScript(hash160(publicKey));
    case "p2sh-p2wpkh":
      return p2shScript(hash160(witnessScript(0, hash160(publicKey))));
    case "p2wpkh":
      return witnessScript(0, hash160(publicKey));
    case "p2tr":
      return witnessScript(1, outputKey(publicKey));
  }
}

/** Derives the address of a public key; on bch with its prefix. */
export function btcLikeAddress(params: BtcLikeParams, type: AddressType, publicKey: string): string {
  const script = ownScript(type, parsePublicKey(publicKey, type));
  const { hrp, cashAddr } = params;
  if (type === "p2pkh" && cashAddr !== undefined) return encodeCashAddr(cashAddr, 0, script.slice(3, 23));
  if (type === "p2pkh") return base58check.encode(concatBytes(new Uint8Array([params.p2pkh]), script.slice(3, 23)));
  if (hrp === undefined) throw new InputError("type", `${params.chain} has p2pkh addresses only`);
  if (type === "p2sh-p2wpkh") return base58check.encode(concatBytes(new Uint8Array([params.p2sh[0]!]), script.slice(2, 22)));
  const [version, encoding] = type === "p2wpkh" ? [0, bech32] : [1, bech32m];
  return encoding.encode(hrp, [version, ...encoding.toWords(script.slice(2))]);
}

/** Returns the script of a recipient's address in `field`. Fails for an address of another chain or network. */
export function scriptOf(params: BtcLikeParams, address: string, field = "to"): Uint8Array {
  const decoded =
    (params.hrp === undefined ? undefined : segwitScript(params, params.hrp, address)) ??
    (params.cashAddr === undefined ? undefined : cashAddrScript(params.cashAddr, address)) ??
    base58Script(params, address);
  if (decoded === undefined) throw new InputError(field, `not an address of ${params.chain} ${params.network}`);
  return decoded;
}

function base58Script(params: BtcLikeParams, address: string): Uint8Array | undefined {
  const bytes = attempt(() => base58check.decode(address));
  if (bytes?.length !== 21) return undefined;
  const hash = bytes.slice(1);
  if (bytes[0] === params.p2pkh) return p2pkhScript(hash);
  return params.p2sh.includes(bytes[0]!) ? p2shScript(hash) : undefined;
}

function segwitScript(params: BtcLikeParams, hrp: string, address: string): Uint8Array | undefined {
  const text = address as `${string}1${string}`;
  const old = attempt(() => bech32.decode(text, 90));
  const decoded = old ?? attempt(() => bech32m.decode(text, 90));
  if (decoded?.prefix !== hrp) return undefined;
  const [version, ...words] = decoded.words;
  const program = attempt(() => bech32.fromWords(words));
  if (version === undefined || program === undefined) return undefined;
  const { length } = program;
  if (old !== undefined) return version === 0 && (length === 20 || length === 32) ? witnessScript(0, program) : undefined;
  const isAnchor = params.chain === "btc" && equalBytes(program, ANCHOR);
  return version === 1 && (length === 32 || isAnchor) ? witnessScript(1, program) : undefined;
}

/** Program of pay-to-anchor outputs. */
const ANCHOR = new Uint8Array([0x4e, 0x73]);

function cashAddrScript(prefix: string, address: string): Uint8Array | undefined {
  const decoded = decodeCashAddr(prefix, address);
  if (decoded === undefined) return undefined;
  const { type, hash } = decoded;
  // The token-aware forms 2 and 3 have the scripts of 0 and 1 (CHIP-2022-02).
  if (type === 0 || type === 2) return hash.length === 20 ? p2pkhScript(hash) : undefined;
  if (type !== 1 && type !== 3) return undefined;
  if (hash.length === 20) return p2shScript(hash);
  return hash.length === 32 ? p2sh32Script(hash) : undefined;
}

function attempt<T>(operation: () => T): T | undefined {
  try {
    return operation();
  } catch {
    return undefined;
  }
}

/** Returns true if both scripts are equal. */
export const isSameScript = (a: Uint8Array, b: Uint8Array): boolean => bytesToHex(a) === bytesToHex(b);
