/** Compares the server's reading of a transaction (`parse`) with the client's. */
import { parseAmount } from "../amounts.js";
import { bytesToHex } from "../bytes.js";
import { type ComparedFact, type ComparedPart, Comparison } from "../comparison.js";
import { VerificationError } from "../errors.js";
import { type PaymentAsset, verifyDecoding, verifyEqual } from "../payment.js";
import { type ContractInvocation, type InvocationTree, treesText } from "./call-xdr.js";
import { namedAsset, responseAssetName } from "./assets.js";
import { valuesText } from "./contract-value.js";
import { readPrice } from "./price.js";
import { parseBalanceId } from "./strkey.js";
import { comparable } from "./verify.js";
import type { XlmEnvelope, XlmOperation } from "./xdr.js";

/** The response of `parse`. */
interface Parsed {
  txid: string;
  from: string;
  fee: string;
  sequence: string;
  memo?: string | null;
  memoType?: string | null;
  operations: { type?: string }[];
  feeSource?: string | null;
}

/** The fee of a fee bump, and the account that pays it. */
interface Bump {
  fee: bigint;
  feeSource: string;
}

const COIN: PaymentAsset = { kind: "coin", chain: "xlm" };

/** Compares the server's reading of the transaction with the client's. */
export function compareParsed(parsed: Parsed, { transaction }: XlmEnvelope, hash: Uint8Array, memo: string | undefined, bump?: Bump): ComparedFact[] {
  const comparison = new Comparison();
  verifyEqual("parse", "hash of parse", hash, parsed.txid);
  verifyEqual("parse", "number of operations of parse", transaction.operations.length, parsed.operations?.length);
  for (const [index, operation] of transaction.operations.entries()) compareOperation(comparison, operation, parsed.operations[index]!);
  comparison.add("fee", bump?.fee ?? transaction.fee, parsed.fee, COIN);
  verifyEqual("parse", "fee source of parse", bump?.feeSource, parsed.feeSource);
  if (bump !== undefined) comparison.add("fee-source", bump.feeSource, parsed.feeSource);
  const { type, value } = transaction.memo;
  verifyEqual("parse", "memo type of parse", type, parsed.memoType ?? "none");
  if (type !== "none") comparison.add("memo", type === "text" ? memo : value, parsed.memo);
  comparison.add("sender", transaction.source, parsed.from);
  comparison.add("sequence", transaction.sequence, parsed.sequence);
  return comparison.facts;
}

/** A compared field of an operation: its name in `parse` if it differs, the form of the value there, and the asset of an amount. */
interface Field {
  part: ComparedPart;
  wire?: string;
  read?: (value: unknown) => unknown;
  assetOf?: string;
}

type Fields<T> = { [K in Exclude<keyof T, "type" | "source">]-?: Field };

const recipient: Field = { part: "recipient" };
const swapped = { destination: recipient, sendAsset: { part: "sent-asset" }, destAsset: { part: "received-asset" }, path: { part: "path" } } as const;
const sent: Field = { part: "sent", assetOf: "sendAsset" };
const received: Field = { part: "received", assetOf: "destAsset" };

const sold: Field = { part: "sent", assetOf: "selling" };
const offered = { selling: { part: "sent-asset" }, buying: { part: "received-asset" }, price: { part: "price", read: (value: unknown) => readPrice(String(value)) } } as const;
const offerId: Field = { part: "offer-id" };

/** The fields of each operation in the order of a review. */
const FIELDS: { [T in Exclude<XlmOperation["type"], "invokeHostFunction">]: Fields<Extract<XlmOperation, { type: T }>> } = {
  createAccount: { destination: recipient, amount: { part: "amount", wire: "startingBalance", read: (value) => parseAmount(String(value), 7), assetOf: "" } },
  payment: { destination: recipient, amount: { part: "amount", assetOf: "asset" }, asset: { part: "asset" } },
  pathPaymentStrictSend: { sendAmount: sent, destMin: received, ...swapped },
  pathPaymentStrictReceive: { sendMax: sent, destAmount: received, ...swapped },
  changeTrust: { asset: { part: "asset" }, limit: { part: "limit", assetOf: "asset" } },
  manageSellOffer: { amount: sold, ...offered, offerId },
  manageBuyOffer: { amount: { part: "received", wire: "buyAmount", assetOf: "buying" }, ...offered, offerId },
  createPassiveSellOffer: { amount: sold, ...offered },
  setOptions: {
    masterWeight: { part: "master-weight" },
    lowThreshold: { part: "low-threshold" },
    medThreshold: { part: "medium-threshold" },
    highThreshold: { part: "high-threshold" },
    signer: { part: "signer", read: readSigner },
  },
  claimClaimableBalance: { balanceId: { part: "claimable-balance", read: (value) => bytesToHex(parseBalanceId(String(value))) } },
};

function compareOperation(comparison: Comparison, own: XlmOperation, parsed: { type?: string }): void {
  comparison.add("operation", own.type === "invokeHostFunction" ? "invoke_host_function" : own.type, parsed.type);
  const [values, found] = [own, parsed] as unknown as Record<string, unknown>[];
  verifyEqual("parse", "source of an operation of parse", own.source, found!["source"]);
  if (own.type === "invokeHostFunction") return compareCall(comparison, own, found!["call"]);
  for (const [name, { part, wire = name, read = readValue, assetOf }] of Object.entries<Field>(FIELDS[own.type])) {
    const value = verifyDecoding("parse", () => read(found![wire]));
    if (values![name] === undefined && (value === undefined || value === null)) continue;
    comparison.add(part, comparable(values![name]), value, assetOf === undefined ? undefined : namedAsset(String(values![assetOf] ?? "native")));
  }
}

/** The call of `parse`. */
interface ParsedCall extends ContractInvocation {
  authorizations: { address?: string | null; invocation: InvocationTree & { unshown?: unknown[] } }[];
}

function compareCall(comparison: Comparison, own: ContractInvocation & { authorizations: InvocationTree[] }, call: unknown): void {
  const found = (call ?? {}) as ParsedCall;
  const [values, trees] = verifyDecoding("parse", () => [valuesText(found.arguments), treesText(found.authorizations.map(({ invocation }) => treeOf(invocation)))]);
  const isOther = found.authorizations.some(({ address }) => address !== undefined && address !== null);
  if (isOther) throw new VerificationError("parse", "an authorization of another account");
  comparison.add("contract", own.contract, found.contract);
  comparison.add("function", own.function, found.function);
  comparison.add("arguments", valuesText(own.arguments), values);
  comparison.add("authorizations", treesText(own.authorizations), trees);
}

const treeOf = (call: InvocationTree): InvocationTree => ({ ...call, invocations: (call.invocations ?? []).map(treeOf) });

/** Returns a signer of `parse` with its weight. */
function readSigner(value: unknown): string | undefined {
  const { ed25519PublicKey, weight } = (value ?? {}) as Record<string, unknown>;
  return value === undefined || value === null ? undefined : `${ed25519PublicKey} ${weight}`;
}

/** Returns a value of `parse`, with assets by their names. */
function readValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(responseAssetName);
  return typeof value === "object" ? responseAssetName(value) : value;
}
