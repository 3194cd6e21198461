/**
 * Decodes Stellar transaction envelopes (XDR, RFC 4506), for the operations that this package prepares.
 *
 * The whole transaction is decoded: bytes or operations that are not known fail, so nothing stays unverified.
 */
import { bytesToHex, Reader } from "../bytes.js";
import { type ContractInvocation, hostFunction, type InvocationTree, resourceFee } from "./call-xdr.js";
import { fraction } from "./price.js";
import { account, asset, expect, hyper, integer, list, muxedAccount, opaque, optional, unsignedHyper } from "./primitives.js";

export type XlmOperation = { source?: string } & (
  | { type: "createAccount"; destination: string; amount: bigint }
  | { type: "payment"; destination: string; asset: string; amount: bigint }
  | ({ type: "pathPaymentStrictReceive"; sendMax: bigint; destAmount: bigint } & PathPayment)
  | ({ type: "pathPaymentStrictSend"; sendAmount: bigint; destMin: bigint } & PathPayment)
  | ({ type: "manageSellOffer"; offerId: bigint } & Offer)
  | ({ type: "manageBuyOffer"; offerId: bigint } & Offer)
  | ({ type: "createPassiveSellOffer" } & Offer)
  | ({ type: "setOptions" } & SignerSettings)
  | { type: "changeTrust"; asset: string; limit: bigint }
  | { type: "claimClaimableBalance"; balanceId: string }
  | ({ type: "invokeHostFunction"; authorizations: InvocationTree[] } & ContractInvocation)
);

interface PathPayment {
  destination: string;
  sendAsset: string;
  destAsset: string;
  /** The assets between the two. */
  path: string[];
}

interface Offer {
  selling: string;
  buying: string;
  /** The sold amount, or the bought one of `manageBuyOffer`; 0 deletes the offer. */
  amount: bigint;
  /** Fraction in lowest terms: units of the other asset for a unit of the one with the amount. */
  price: string;
}

/** Weights and thresholds of an account; those that are absent do not change. */
export interface SignerSettings {
  masterWeight?: number;
  lowThreshold?: number;
  medThreshold?: number;
  highThreshold?: number;
  signer?: WeightedSigner;
}

/** A signer of an account with the weight of the signature. */
export interface WeightedSigner {
  /** Address of the key: `G…`. */
  address: string;
  /** 0 removes the signer. */
  weight: number;
}

export interface XlmTransaction {
  source: string;
  fee: bigint;
  sequence: bigint;
  /** Unix times in seconds; 0 for none. */
  validFrom: bigint;
  validUntil: bigint;
  memo: { type: string; value: string };
  operations: XlmOperation[];
  /** The part of the fee that pays for the resources of a contract call. */
  resourceFee?: bigint;
}

export interface XlmEnvelope {
  transaction: XlmTransaction;
  /** The encoded transaction without the envelope around it: what the hash covers. */
  bytes: Uint8Array;
  /** The signatures with their hints. */
  signatures: DecoratedSignature[];
}

/** A signature with the last four bytes of its key. */
export interface DecoratedSignature {
  hint: Uint8Array;
  signature: Uint8Array;
}

/** A fee bump (CAP-15): a signed transaction for which another account pays. */
export interface XlmFeeBump {
  feeSource: string;
  fee: bigint;
  /** The envelope of the signed transaction. */
  inner: Uint8Array;
  bytes: Uint8Array;
  signatures: DecoratedSignature[];
}

/** Types of envelopes, which the hashes cover. */
export const ENVELOPE_V1 = 2;
export const ENVELOPE_FEE_BUMP = 5;

/** Decodes an envelope. Throws `RangeError` on everything that is not known. */
export function decodeEnvelope(envelope: Uint8Array): XlmEnvelope {
  const reader = new Reader(envelope);
  const decoded = envelopeOf(reader);
  reader.end();
  return decoded;
}

/** Decodes the envelope of a fee bump. Throws `RangeError` on everything that is not known. */
export function decodeFeeBump(envelope: Uint8Array): XlmFeeBump {
  const reader = new Reader(envelope);
  expect(integer(reader) === ENVELOPE_FEE_BUMP, "envelope type");
  const start = reader.offset;
  const [feeSource, fee] = [muxedAccount(reader), hyper(reader)];
  const innerStart = reader.offset;
  envelopeOf(reader);
  const inner = envelope.slice(innerStart, reader.offset);
  expect(integer(reader) === 0, "extension");
  const bytes = envelope.slice(start, reader.offset);
  const signatures = list(reader, 20, decoratedSignature);
  reader.end();
  return { feeSource, fee, inner, bytes, signatures };
}

function envelopeOf(reader: Reader): XlmEnvelope {
  expect(integer(reader) === ENVELOPE_V1, "envelope type");
  const start = reader.offset;
  const source = muxedAccount(reader);
  const fee = BigInt(integer(reader));
  const sequence = hyper(reader);
  const [validFrom, validUntil] = preconditions(reader);
  const memo = readMemo(reader);
  const operations = list(reader, 100, operation);
  const hasCall = operations.some(({ type }) => type === "invokeHostFunction");
  // The network accepts a contract call alone in a transaction, and resources with a call only.
  expect(integer(reader) === (hasCall ? 1 : 0) && (!hasCall || operations.length === 1), "extension");
  const resources = hasCall ? { resourceFee: resourceFee(reader) } : {};
  const bytes = reader.bytes.slice(start, reader.offset);
  const signatures = list(reader, 20, decoratedSignature);
  return { transaction: { source, fee, sequence, validFrom, validUntil, memo, operations, ...resources }, bytes, signatures };
}

function preconditions(reader: Reader): [from: bigint, until: bigint] {
  const type = integer(reader);
  expect(type <= 1, "precondition");
  return type === 0 ? [0n, 0n] : [unsignedHyper(reader), unsignedHyper(reader)];
}

function readMemo(reader: Reader): { type: string; value: string } {
  switch (integer(reader)) {
    case 0:
      return { type: "none", value: "" };
    case 1:
      return { type: "text", value: bytesToHex(opaque(reader, 28)) };
    case 2:
      return { type: "id", value: unsignedHyper(reader).toString() };
    case 3:
      return { type: "hash", value: bytesToHex(reader.take(32)) };
    case 4:
      return { type: "return", value: bytesToHex(reader.take(32)) };
    default:
      throw new RangeError("unknown memo");
  }
}

function operation(reader: Reader): XlmOperation {
  const source = optional(reader, muxedAccount);
  return { ...(source === undefined ? {} : { source }), ...body(reader) };
}

function body(reader: Reader): XlmOperation {
  switch (integer(reader)) {
    case 0:
      return { type: "createAccount", destination: account(reader), amount: hyper(reader) };
    case 1:
      return { type: "payment", destination: muxedAccount(reader), asset: asset(reader), amount: hyper(reader) };
    case 2: {
      const [sendAsset, sendMax, destination] = [asset(reader), hyper(reader), muxedAccount(reader)];
      const [destAsset, destAmount, path] = [asset(reader), hyper(reader), list(reader, 5, asset)];
      return { type: "pathPaymentStrictReceive", sendAsset, sendMax, destination, destAsset, destAmount, path };
    }
    case 3:
      return { type: "manageSellOffer", ...offer(reader), offerId: hyper(reader) };
    case 4:
      return { type: "createPassiveSellOffer", ...offer(reader) };
    case 5:
      return { type: "setOptions", ...signerSettings(reader) };
    case 6:
      return { type: "changeTrust", asset: asset(reader), limit: hyper(reader) };
    case 12:
      return { type: "manageBuyOffer", ...offer(reader), offerId: hyper(reader) };
    case 13: {
      const [sendAsset, sendAmount, destination] = [asset(reader), hyper(reader), muxedAccount(reader)];
      const [destAsset, destMin, path] = [asset(reader), hyper(reader), list(reader, 5, asset)];
      return { type: "pathPaymentStrictSend", sendAsset, sendAmount, destination, destAsset, destMin, path };
    }
    case 15:
      expect(integer(reader) === 0, "balance id");
      return { type: "claimClaimableBalance", balanceId: bytesToHex(reader.take(32)) };
    case 24:
      return { type: "invokeHostFunction", ...hostFunction(reader) };
    default:
      throw new RangeError("unknown operation");
  }
}

function offer(reader: Reader): Offer {
  const [selling, buying, amount] = [asset(reader), asset(reader), hyper(reader)];
  const price = fraction(...([integer(reader), integer(reader)].map((part) => BigInt(part | 0)) as [bigint, bigint]));
  if (price === undefined) throw new RangeError("unknown price");
  return { selling, buying, amount, price };
}

/** Decodes the settings for signers; others are unknown. */
function signerSettings(reader: Reader): SignerSettings {
  const other = (subject: string) => expect(integer(reader) === 0, subject);
  for (const subject of ["inflation destination", "cleared flags", "set flags"]) other(subject);
  const [masterWeight, lowThreshold, medThreshold, highThreshold] = [1, 2, 3, 4].map(() => optional(reader, integer));
  other("home domain");
  const signer = optional(reader, () => ({ address: account(reader), weight: integer(reader) }));
  const settings = { masterWeight, lowThreshold, medThreshold, highThreshold, signer };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function decoratedSignature(reader: Reader): DecoratedSignature {
  return { hint: reader.take(4), signature: opaque(reader, 64) };
}
