/** EVM addresses and public keys. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bigEndian, bytesToHex, concatBytes, parseHex, toBigInt } from "../bytes.js";
import { InputError } from "../errors.js";

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

/** Prime of the field of secp256k1 (SEC 2). */
const P = 2n ** 256n - 2n ** 32n - 977n;

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [factor, rest] = [base % P, exponent]; rest > 0n; rest >>= 1n, factor = (factor * factor) % P) {
    if (rest & 1n) result = (result * factor) % P;
  }
  return result;
}

/** Returns both coordinates of a public key, 64 bytes. Fails if the point is not on the curve. */
function coordinates(publicKey: string): Uint8Array {
  const bytes = parseHex(publicKey, "publicKey");
  const invalid = new InputError("publicKey", "not a secp256k1 public key");
  const x = toBigInt(bytes.slice(1, 33));
  const square = (x * x * x + 7n) % P;
  if (x >= P) throw invalid;
  if (bytes.length === 65 && bytes[0] === 4) {
    const y = toBigInt(bytes.slice(33));
    if (y >= P || (y * y) % P !== square) throw invalid;
    return bytes.slice(1);
  }
  if (bytes.length !== 33 || (bytes[0] !== 2 && bytes[0] !== 3)) throw invalid;
  const root = power(square, (P + 1n) / 4n);
  if ((root * root) % P !== square) throw invalid;
  const y = (root & 1n) === BigInt(bytes[0] & 1) ? root : P - root;
  return concatBytes(bytes.slice(1), bigEndian(y, 32));
}

/** Derives the address of a public key, compressed or not. */
export const evmAddress = (publicKey: string): string => checksumAddress(keccak_256(coordinates(publicKey)).slice(12));
