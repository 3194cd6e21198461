/** EVM transactions: legacy with a chain id (EIP-155) and EIP-1559. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, toBigInt } from "../bytes.js";
import { decodeRlp, encodeRlp, type RlpItem, rlpInteger } from "./rlp.js";

export type Prices = { gasPrice: bigint } | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

export interface EvmTransaction {
  chainId: number;
  nonce: number;
  gasLimit: bigint;
  prices: Prices;
  /** 20 bytes, or `null` for the deployment of a contract. */
  to: Uint8Array | null;
  value: bigint;
  data: Uint8Array;
}

const FEE_MARKET = 2;

/** Encodes the bytes that are hashed and signed. */
export function encodeUnsigned({ chainId, nonce, gasLimit, prices, to, value, data }: EvmTransaction): Uint8Array {
  const call = [gasLimit, to, value, data].map((item) => (typeof item === "bigint" ? rlpInteger(item) : (item ?? new Uint8Array())));
  if ("gasPrice" in prices) {
    const replayProtection = [rlpInteger(chainId), new Uint8Array(), new Uint8Array()];
    return encodeRlp([rlpInteger(nonce), rlpInteger(prices.gasPrice), ...call, ...replayProtection]);
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = prices;
  const head = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas].map(rlpInteger);
  return concatBytes(new Uint8Array([FEE_MARKET]), encodeRlp([...head, ...call, []]));
}

/** A signature with a low `s`, and the parity of the point whose coordinate is `r`. */
interface Signature {
  r: bigint;
  s: bigint;
  isOdd: boolean;
}

/** Encodes the transaction with its signature. */
export function encodeSigned({ chainId, nonce, gasLimit, prices, to, value, data }: EvmTransaction, { r, s, isOdd }: Signature): Uint8Array {
  const parity = isOdd ? 1n : 0n;
  const call = [rlpInteger(gasLimit), to ?? new Uint8Array(), rlpInteger(value), data];
  const numbers = [r, s].map(rlpInteger);
  if ("gasPrice" in prices) {
    const v = BigInt(chainId) * 2n + 35n + parity;
    return encodeRlp([rlpInteger(nonce), rlpInteger(prices.gasPrice), ...call, rlpInteger(v), ...numbers]);
  }
  const { maxFeePerGas, maxPriorityFeePerGas } = prices;
  const head = [chainId, nonce, maxPriorityFeePerGas, maxFeePerGas].map(rlpInteger);
  return concatBytes(new Uint8Array([FEE_MARKET]), encodeRlp([...head, ...call, [], rlpInteger(parity), ...numbers]));
}

/** Returns the hash to sign. */
export const signingHash = (transaction: EvmTransaction): Uint8Array => keccak_256(encodeUnsigned(transaction));

/** Returns the transaction hash of a signed transaction. */
export const evmTxid = (signed: Uint8Array): string => `0x${bytesToHex(keccak_256(signed))}`;

/** Decodes a signed transaction. Throws `RangeError` on every other form, also on one without a chain id. */
export function decodeSigned(bytes: Uint8Array): EvmTransaction {
  return bytes[0] === FEE_MARKET ? decodeFeeMarket(bytes.slice(1)) : decodeLegacy(bytes);
}

function decodeLegacy(bytes: Uint8Array): EvmTransaction {
  const [nonce, gasPrice, gasLimit, to, value, data, v] = fields(bytes, 9).map(asBytes);
  const y = integer(v!);
  if (y < 35n) throw new RangeError("signature without a chain id");
  return {
    chainId: Number((y - 35n) / 2n),
    nonce: Number(integer(nonce!)),
    gasLimit: integer(gasLimit!),
    prices: { gasPrice: integer(gasPrice!) },
    to: recipient(to!),
    value: integer(value!),
    data: data!,
  };
}

function decodeFeeMarket(bytes: Uint8Array): EvmTransaction {
  const items = fields(bytes, 12);
  const accessList = items[8];
  if (accessList instanceof Uint8Array || accessList?.length !== 0) throw new RangeError("access list");
  const [chainId, nonce, tip, maximum, gasLimit, to, value, data] = items.slice(0, 8).map(asBytes);
  return {
    chainId: Number(integer(chainId!)),
    nonce: Number(integer(nonce!)),
    gasLimit: integer(gasLimit!),
    prices: { maxFeePerGas: integer(maximum!), maxPriorityFeePerGas: integer(tip!) },
    to: recipient(to!),
    value: integer(value!),
    data: data!,
  };
}

function fields(bytes: Uint8Array, count: number): RlpItem[] {
  const item = decodeRlp(bytes);
  if (item instanceof Uint8Array || item.length !== count) throw new RangeError(`not a list of ${count} fields`);
  return item;
}

function asBytes(item: RlpItem): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RangeError("list instead of bytes");
  return item;
}

function integer(bytes: Uint8Array): bigint {
  if (bytes[0] === 0 || bytes.length > 32) throw new RangeError("not an integer");
  return toBigInt(bytes);
}

function recipient(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length !== 0 && bytes.length !== 20) throw new RangeError("not an address");
  return bytes.length === 0 ? null : bytes;
}
