/** Calldata of token contracts. */
import { bigEndian, concatBytes, equalBytes, parseHex, toBigInt } from "../bytes.js";
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

/** Decodes a call that this file encodes. Returns `undefined` for all others, also for a longer or not canonical encoding. */
export function decodeTokenCall(data: Uint8Array): TokenCall | undefined {
  if (data.length !== 68) return undefined;
  const [to, word] = [data.slice(16, 36), data.slice(36)];
  const calls: TokenCall[] = [
    { method: "transfer", to, amount: toBigInt(word) },
    { method: "approve", to, amount: toBigInt(word) },
    { method: "setApprovalForAll", to, isApproved: toBigInt(word) === 1n },
  ];
  return calls.find((call) => equalBytes(encodeTokenCall(call), data));
}

function encodeTokenCall(call: TokenCall): Uint8Array {
  switch (call.method) {
    case "transfer":
      return transferCall(call.to, call.amount);
    case "approve":
      return approveCall(call.to, call.amount);
    case "setApprovalForAll":
      return approvalForAllCall(call.to, call.isApproved);
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
