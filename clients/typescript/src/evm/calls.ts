/** Calldata of token contracts. */
import { bigEndian, bytesToHex, concatBytes, parseHex, toBigInt } from "../bytes.js";
import type { Warning } from "../payment.js";

/** Encodes a call of words: addresses, integers and truth values. */
function encodeCall(selector: string, ...words: (Uint8Array | bigint | boolean)[]): Uint8Array {
  const encoded = words.map((word) => {
    if (!(word instanceof Uint8Array)) return bigEndian(BigInt(word), 32);
    return concatBytes(new Uint8Array(32 - word.length), word);
  });
  return concatBytes(parseHex(selector, "selector"), ...encoded);
}

/** Encodes the call `transfer(to, amount)` of ERC-20. */
export const transferCall = (to: Uint8Array, amount: bigint): Uint8Array => encodeCall("a9059cbb", to, amount);

/** Encodes the call `approve(spender, amount)` of ERC-20. */
export const approveCall = (spender: Uint8Array, amount: bigint): Uint8Array => encodeCall("095ea7b3", spender, amount);

/** Encodes the call `setApprovalForAll(operator, approved)` of ERC-721 and ERC-1155. */
export const approvalForAllCall = (operator: Uint8Array, isApproved: boolean): Uint8Array => encodeCall("a22cb465", operator, isApproved);

/** A call of a token contract that the client names in a review. */
export type TokenCall =
  | { method: "transfer" | "approve"; to: Uint8Array; amount: bigint }
  | { method: "setApprovalForAll"; to: Uint8Array; isApproved: boolean };

/**
 * Decodes the calls that this file encodes, as contracts read them: further bytes are ignored, missing ones are zeros, as
 * are the bits that a type does not have. Returns `undefined` for others.
 */
export function decodeTokenCall(data: Uint8Array): TokenCall | undefined {
  const words = new Uint8Array(64);
  words.set(data.slice(4, 68));
  const [to, word] = [words.slice(12, 32), toBigInt(words.slice(32))];
  switch (bytesToHex(data.slice(0, 4))) {
    case "a9059cbb":
      return { method: "transfer", to, amount: word };
    case "095ea7b3":
      return { method: "approve", to, amount: word };
    case "a22cb465":
      return { method: "setApprovalForAll", to, isApproved: word !== 0n };
    default:
      return undefined;
  }
}

/** Highest balance of tokens with 96 bits, which their contracts treat as an infinite allowance. */
const MAX_96_BITS = 2n ** 96n - 1n;

/** Returns true for an allowance that no balance reaches: 2^127 or more, or 2^96 − 1. */
export const isUnlimited = (amount: bigint): boolean => amount >= 2n ** 127n || amount === MAX_96_BITS;

/** The warning of the services about such an allowance, which the client adds if a server omits it. */
export const UNLIMITED_APPROVAL: Warning = {
  code: "unlimited_approval",
  message: "The spender may withdraw all tokens, without a limit.",
};
