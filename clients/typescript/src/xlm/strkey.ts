/** Stellar addresses (SEP-23): accounts `G…`, muxed accounts `M…`, contracts `C…` and claimable balances `B…`. */
import { base32nopad } from "@scure/base";
import { bytesToHex, concatBytes, littleEndian, parseHex } from "../bytes.js";
import { InputError } from "../errors.js";

const ACCOUNT = 6 << 3;
const MUXED = 12 << 3;
const CLAIMABLE_BALANCE = 1 << 3;
const CONTRACT = 2 << 3;
const SEED = 18 << 3;

/** CRC-16 XMODEM. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc;
}

function encode(version: number, payload: Uint8Array): string {
  const body = concatBytes(new Uint8Array([version]), payload);
  return base32nopad.encode(concatBytes(body, littleEndian(crc16(body), 2)));
}

function decode(text: string, version: number, length: number): Uint8Array | undefined {
  try {
    const bytes = base32nopad.decode(text);
    const body = bytes.slice(0, -2);
    const isValid = body.length === length + 1 && body[0] === version && encode(version, body.slice(1)) === text;
    return isValid ? body.slice(1) : undefined;
  } catch {
    return undefined;
  }
}

/** An account, with the id of a user if the address is muxed. */
export interface MuxedAccount {
  key: Uint8Array;
  id?: bigint;
}

/** Returns the address of an Ed25519 public key. */
export const encodeAccount = (key: Uint8Array): string => encode(ACCOUNT, key);

/** Returns the address of a contract. */
export const encodeContract = (id: Uint8Array): string => encode(CONTRACT, id);

/** Returns the secret key of an account, `S…`. */
export const encodeSeed = (seed: Uint8Array): string => encode(SEED, seed);

/** Returns the address in its `G…` or `M…` form. */
export function encodeMuxed({ key, id }: MuxedAccount): string {
  return id === undefined ? encodeAccount(key) : encode(MUXED, concatBytes(key, littleEndian(id, 8).reverse()));
}

/** Parses a public key: 64 hex digits or `G…`. */
export function parseXlmPublicKey(publicKey: string): Uint8Array {
  const key = decode(publicKey, ACCOUNT, 32) ?? (/^(0x)?[0-9a-fA-F]{64}$/.test(publicKey) ? parseHex(publicKey, "publicKey") : undefined);
  if (key === undefined) throw new InputError("publicKey", "not an Ed25519 public key: 64 hex digits or G…");
  return key;
}

/** Parses `G…` or `M…`. */
export function parseMuxed(address: string, field: string): MuxedAccount {
  const key = decode(address, ACCOUNT, 32);
  if (key !== undefined) return { key };
  const muxed = decode(address, MUXED, 40);
  if (muxed === undefined) throw new InputError(field, "not a Stellar address: G… or M…");
  return { key: muxed.slice(0, 32), id: BigInt(`0x${bytesToHex(muxed.slice(32))}`) };
}

/** Parses `G…`. */
export function parseAccount(address: string, field: string): Uint8Array {
  const key = decode(address, ACCOUNT, 32);
  if (key === undefined) throw new InputError(field, "not a Stellar account: G…");
  return key;
}

/** Parses the address of a contract, `C…`. */
export function parseContract(address: string, field: string): Uint8Array {
  const id = decode(address, CONTRACT, 32);
  if (id === undefined) throw new InputError(field, "not the address of a contract: C…");
  return id;
}

/** Returns the address of a public key. */
export const xlmAddress = (publicKey: string): string => encodeAccount(parseXlmPublicKey(publicKey));

/** Parses the id of a claimable balance, 72 hex digits or `B…`, into the hash of 32 bytes. */
export function parseBalanceId(id: string): Uint8Array {
  if (/^0{8}[0-9a-fA-F]{64}$/.test(id)) return parseHex(id.slice(8), "claimableBalanceId");
  const payload = decode(id, CLAIMABLE_BALANCE, 33);
  if (payload?.[0] !== 0) throw new InputError("claimableBalanceId", "not the id of a claimable balance: 72 hex digits or B…");
  return payload.slice(1);
}
