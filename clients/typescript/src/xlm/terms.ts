/** What every transaction on Stellar has: sender, fee, memo, time limit and sequence number. */
import { inputAmount, responseAmount } from "../bytes.js";
import type { Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import type { MaxFee } from "../fee-limits.js";
import type { FeeMode } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { openAttempt } from "../attempts.js";
import { type Intended, intentOf } from "../unsettled.js";
import type { XlmAsset } from "./assets.js";
import { encodeAccount, parseXlmPublicKey } from "./strkey.js";

/** The types of memos. */
export type MemoType = "text" | "id" | "hash" | "return";

/** What every transaction on Stellar has. */
export interface XlmTerms {
  /**
   * Name of the payment in the app, for example of an order. Until an attempt is final, further ones with this name conflict with
   * it, or are `already_paid` if it was sent, so that at most one is executed. By default the sender and what is paid identify it.
   */
  paymentId?: string | undefined;
  network?: Network | undefined;
  /** Public key of the sender: 64 hex digits, or its address `G…`. */
  publicKey: string;
  memo?: string | undefined;
  /** `text` by default. Ask the recipient for the type: `77001` as text and as id are different memos. */
  memoType?: MemoType | undefined;
  /** Fee mode (`normal` by default), or the highest fee in stroops. The network charges what its load requires. */
  fee?: FeeMode | { total: string | bigint } | undefined;
  /** Highest acceptable fee in stroops; by default the limit of the chain. */
  maxFee?: MaxFee | undefined;
  /** Seconds until the network rejects the transaction; 600 by default. */
  timeout?: number | undefined;
  /**
   * Sequence number of the transaction; by default the next one of the account. To build several transactions before
   * the first one is sent, give each one the number after `review.sequence` of the transaction before it.
   */
  sequence?: string | bigint | undefined;
  signal?: AbortSignal | undefined;
}

/** The highest amount and the highest sequence number. */
export const MAX_INT64 = 2n ** 63n - 1n;

/** Terms that every request shares, as the client will verify them. */
export interface Prepared {
  client: Client;
  terms: XlmTerms;
  network: Network;
  from: string;
  fee: bigint;
  /** Identifies the payment; absent if every repetition has the same effect as one. */
  intent: string | undefined;
  /** The requested sequence number, or that of an open attempt. */
  sequence: bigint | undefined;
  /** The lowest sequence number that is accepted if none is requested: that of the estimate. */
  leastSequence: bigint;
  /** Fields of every get-hash request. */
  body: {
    publicKey: string;
    network: Network;
    fee: string;
    memo?: string;
    memoType?: MemoType;
    timeout?: number;
    sequence?: string;
  };
}

/**
 * Requests the fee if it is a mode, and checks the terms. `payment` identifies the payment together with them. The fee is compared
 * with its limit when the amount is known.
 */
export async function prepare(client: Client, terms: XlmTerms, payment?: unknown[], operations = 1): Promise<Prepared> {
  const network = terms.network ?? client.network;
  const from = encodeAccount(parseXlmPublicKey(terms.publicKey));
  const intent = payment === undefined ? undefined : xlmIntent(terms, from, payment);
  const open = intent === undefined ? undefined : await openAttempt(client, { chain: "xlm", network, intent }, terms.signal);
  // Of two transactions with one sequence number, the network accepts one.
  const requested = open?.sequence ?? terms.sequence;
  const sequence = requested === undefined ? undefined : inputInt64(requested, "sequence");
  const { fee, leastSequence } = await chooseFee(client, terms, network, from, operations);
  const body = {
    publicKey: terms.publicKey,
    network,
    fee: fee.toString(),
    ...(terms.memo ? { memo: terms.memo } : {}),
    ...(terms.memoType === undefined ? {} : { memoType: terms.memoType }),
    ...(terms.timeout === undefined ? {} : { timeout: terms.timeout }),
    ...(sequence === undefined ? {} : { sequence: sequence.toString() }),
  };
  return { client, terms, network, from, fee, intent, sequence, leastSequence, body };
}

/** Names the payment. With a sequence number of the caller, attempts with another number are other payments. */
function xlmIntent({ paymentId, memo, memoType, sequence }: XlmTerms, from: string, payment: unknown[]): string {
  return intentOf(paymentId, from, payment, memo ?? "", memoType ?? "", sequence ?? "");
}

/** Identifies a payment. */
export function intendedXlm(client: Client, terms: XlmTerms, payment: unknown[]): Intended {
  const intent = xlmIntent(terms, encodeAccount(parseXlmPublicKey(terms.publicKey)), payment);
  return { chain: "xlm", network: terms.network ?? client.network, intent };
}

/** Parses a positive number of 63 bits that the caller provides. */
export function inputInt64(amount: string | bigint, field: string): bigint {
  const value = inputAmount(amount, field);
  if (value > MAX_INT64) throw new InputError(field, "above 63 bits");
  return value;
}

/** Requests the estimate of a payment, or of any transaction of one operation. */
function estimate(client: Client, { network, from, signal }: EstimateTerms, payment: EstimatedPayment = {}) {
  const { connectorXlm } = client.services;
  const body = { address: from, network, ...payment };
  return dataOf(connectorXlm.POST("/api/prepare-transaction/estimate/{chain}", { ...inChain("xlm", signal), body }));
}

interface EstimateTerms {
  network: Network;
  from: string;
  signal?: AbortSignal | undefined;
}

interface EstimatedPayment {
  to?: string;
  amount?: "max";
  asset?: XlmAsset;
}

/** Returns the highest fee of a number of operations, and the next sequence number if an estimate was requested. */
export async function chooseFee(
  client: Client,
  terms: Pick<XlmTerms, "fee" | "signal">,
  network: Network,
  from: string,
  operations: number,
): Promise<Pick<Prepared, "fee" | "leastSequence">> {
  const fee = terms.fee ?? "normal";
  if (typeof fee === "object") return { fee: inputAmount(fee.total, "fee"), leastSequence: 1n };
  const { fees, sequence } = await estimate(client, { network, from, signal: terms.signal });
  return { fee: responseAmount(fees?.[fee], `fees.${fee}`) * BigInt(operations), leastSequence: responseAmount(sequence, "sequence") };
}

/** Returns the amount for `max`: what the sender can pay beside the fee, and the recipient can receive. */
export async function maximum(prepared: Prepared, to: string, asset: XlmAsset | undefined): Promise<bigint> {
  const { client, from, network, fee, terms } = prepared;
  const payment = { to, amount: "max" as const, ...(asset === undefined ? {} : { asset }) };
  const { amounts, spendable, sequence } = await estimate(client, { network, from, signal: terms.signal }, payment);
  prepared.leastSequence = responseAmount(sequence, "sequence");
  // Of an asset, the amounts are the same for all fees.
  const available = asset === undefined ? responseAmount(spendable, "spendable") - fee : responseAmount(amounts?.slow, "amounts.slow");
  if (available <= 0n) throw new InputError("amount", "nothing can be spent after reserve and fee");
  return available;
}
