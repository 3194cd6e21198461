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

/** Encodes the call `safeTransferFrom(from, to, id)` of ERC-721. */
export const erc721TransferCall = (from: Uint8Array, to: Uint8Array, id: bigint): Uint8Array => encodeCall("42842e0e", from, to, id);

/** Encodes the call `safeTransferFrom(from, to, id, amount, data)` of ERC-1155 without data. */
export const erc1155TransferCall = (from: Uint8Array, to: Uint8Array, id: bigint, amount: bigint): Uint8Array =>
  encodeCall("f242432a", from, to, id, amount, 160n, 0n);

/** Encodes the call `lockdown([(token, spender)])` of Permit2, which ends an allowance within Permit2. */
export const lockdownCall = (token: Uint8Array, spender: Uint8Array): Uint8Array => encodeCall("cc53287f", 32n, 1n, token, spender);

/** The contract Permit2, which has the same address on all chains. */
export const PERMIT2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

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

/** Words of a call that hold the spender and the amount; the amount has `bits`, or is a truth value without. */
interface ApprovalForm {
  spender: number;
  amount: number;
  bits?: number;
}

/** The calls that let a spender withdraw tokens, by selector. */
const APPROVALS = new Map<number, ApprovalForm>([
  // approve, increaseAllowance and setApprovalForAll of tokens
  [0x095ea7b3, { spender: 0, amount: 1, bits: 256 }],
  [0x39509351, { spender: 0, amount: 1, bits: 256 }],
  [0xa22cb465, { spender: 0, amount: 1 }],
  // permit of EIP-2612, with a signature in three parts or in bytes, and of DAI
  [0xd505accf, { spender: 1, amount: 2, bits: 256 }],
  [0x9fd5a6cf, { spender: 1, amount: 2, bits: 256 }],
  [0x8fcbaf0c, { spender: 1, amount: 4 }],
  // approve and permit of Permit2
  [0x87517c45, { spender: 1, amount: 2, bits: 160 }],
  [0x2b67b570, { spender: 5, amount: 2, bits: 160 }],
]);

/** `multicall` of routers, and the functions of Multicall3, by selector. */
const WRAPPERS = new Set([
  0xac9650d8, 0x5ae401dc, 0x1f0464d1, 0x252dba42, 0xc3077fa9, 0xbce38bd7, 0x399542e9, 0x82ad56cb, 0x174dea71,
]);

/**
 * Returns true if calldata grant an approval without an effective limit, by themselves or anywhere in a known wrapper. It
 * follows no offsets, so that no encoding hides a call. An approval of the zero address grants nothing.
 */
export function hasUnlimitedApproval(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const last = data.length < 4 ? -1 : WRAPPERS.has(view.getUint32(0)) ? data.length - 4 : 0;
  for (let start = 0; start <= last; start += 1) {
    const form = APPROVALS.get(view.getUint32(start));
    if (form !== undefined && grantsUnlimited(data.subarray(start + 4), form)) return true;
  }
  return false;
}

function grantsUnlimited(words: Uint8Array, { spender, amount, bits }: ApprovalForm): boolean {
  const word = (index: number) => {
    const bytes = new Uint8Array(32);
    bytes.set(words.subarray(32 * index, 32 * index + 32));
    return toBigInt(bytes);
  };
  if (BigInt.asUintN(160, word(spender)) === 0n) return false;
  return bits === undefined ? word(amount) !== 0n : isUnlimited(BigInt.asUintN(bits, word(amount)));
}

/** Returns true if calldata are exactly the encoding of a transfer. */
export function isExactTransfer(data: Uint8Array): boolean {
  const call = decodeTokenCall(data);
  return call?.method === "transfer" && bytesToHex(transferCall(call.to, call.amount)) === bytesToHex(data);
}

/** The warning of the services about such an allowance, which the client adds if a server omits it. */
export const UNLIMITED_APPROVAL: Warning = {
  code: "unlimited_approval",
  message: "The spender may withdraw all tokens, without a limit.",
};
