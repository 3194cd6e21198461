/** Parameters of JSON-RPC requests. */
import { bytesToHex, parseHex } from "../bytes.js";
import { checksumAddress, parseEvmAddress } from "../evm/address.js";
import type { CallTerms } from "../evm/payment.js";
import type { TypedData } from "../evm/typed-data/typed-data.js";
import { invalidParams } from "./provider-error.js";

/** The fields of `eth_sendTransaction` as the client takes them. */
export interface SentTransaction extends Pick<CallTerms, "gasLimit" | "nonce" | "fee"> {
  from: string | undefined;
  chainId: number | undefined;
  to: string | null;
  amount: bigint;
  data: string;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the parameter at an index in the list of a request. */
export function paramAt(params: unknown, index: number): unknown {
  if (!Array.isArray(params)) throw invalidParams("params is not a list");
  return params[index] as unknown;
}

/** Parses an address. */
export function addressParam(value: unknown): string {
  if (typeof value !== "string") throw invalidParams("not an address");
  return `0x${bytesToHex(parseEvmAddress(value, "address"))}`;
}

/** Parses a quantity: an integer in hex without leading zeros. */
export function quantity(value: unknown, field: string): bigint {
  if (typeof value !== "string" || !/^0x(0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/.test(value)) throw invalidParams(`${field} is not a quantity in hex`);
  return BigInt(value);
}

const FIELDS = ["from", "to", "value", "data", "input", "gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce", "chainId", "type", "accessList"];

/** Parses the transaction of `eth_sendTransaction`. A field that the client would not sign is an error. */
export function transactionParam(value: unknown): SentTransaction {
  if (!isObject(value)) throw invalidParams("not a transaction");
  const unknown = Object.keys(value).find((field) => value[field] !== undefined && !FIELDS.includes(field));
  if (unknown !== undefined) throw invalidParams(`${unknown} is not supported`);
  const optional = (field: string) => (value[field] === undefined || value[field] === null ? undefined : quantity(value[field], field));
  const { to, data, input, accessList, from } = value;
  if (Array.isArray(accessList) && accessList.length > 0) throw invalidParams("access lists are not supported");
  const type = optional("type");
  if (type !== undefined && type !== 0n && type !== 2n) throw invalidParams(`transactions of type ${type} are not supported`);
  if (data !== undefined && input !== undefined && data !== input) throw invalidParams("data and input differ");
  const [nonce, chainId, gasLimit] = [optional("nonce"), optional("chainId"), optional("gas")];
  const fee = feeOf(optional("gasPrice"), optional("maxFeePerGas"), optional("maxPriorityFeePerGas"));
  return {
    from: from === undefined ? undefined : addressParam(from),
    chainId: chainId === undefined ? undefined : Number(chainId),
    to: recipient(to),
    amount: optional("value") ?? 0n,
    data: hexData(data ?? input),
    ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
    ...(gasLimit === undefined ? {} : { gasLimit }),
    ...(fee === undefined ? {} : { fee }),
  };
}

function recipient(to: unknown): string | null {
  if (to === undefined || to === null) return null;
  return checksumAddress(parseHex(addressParam(to), "to"));
}

function feeOf(gasPrice: bigint | undefined, maxFeePerGas: bigint | undefined, maxPriorityFeePerGas: bigint | undefined): CallTerms["fee"] {
  if (gasPrice !== undefined) {
    if (maxFeePerGas !== undefined || maxPriorityFeePerGas !== undefined) throw invalidParams("gasPrice together with maxFeePerGas");
    return { gasPrice };
  }
  if (maxFeePerGas === undefined && maxPriorityFeePerGas === undefined) return undefined;
  if (maxFeePerGas === undefined || maxPriorityFeePerGas === undefined) throw invalidParams("only one of maxFeePerGas and maxPriorityFeePerGas");
  return { maxFeePerGas, maxPriorityFeePerGas };
}

function hexData(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string" || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw invalidParams("data is not hex");
  return value === "0x" ? "" : value;
}

/** Parses the message of `personal_sign`: bytes in hex, which are shown as a text if they are one, or a text. */
export function messageParam(value: unknown): string | Uint8Array {
  if (typeof value !== "string") throw invalidParams("the message is not a string");
  if (!/^0x([0-9a-fA-F]{2})*$/.test(value)) return value;
  const bytes = parseHex(value, "message");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return bytes;
  }
}

/** Parses the typed data of `eth_signTypedData_v4`: an object, or its JSON text. */
export function typedDataParam(value: unknown): TypedData {
  const parsed = typeof value === "string" ? parseJson(value) : value;
  if (!isObject(parsed)) throw invalidParams("not typed data");
  return parsed as unknown as TypedData;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalidParams("the typed data are not JSON");
  }
}
