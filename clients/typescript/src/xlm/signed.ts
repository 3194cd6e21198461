/** Signed transactions of other devices or accounts: further signatures, and fee bumps (CAP-15). */
import { base64 } from "@scure/base";
import { bytesToHex, inputAmount, responseHex } from "../bytes.js";
import type { Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { listedLimit, type MaxFee, verifyFee } from "../fee-limits.js";
import { type FeeMode, type Review, verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import type { SignedTransaction } from "../signed-payment.js";
import { compareParsed } from "./parsed.js";
import { type PreparedXlm, signable, transactionHash } from "./signable.js";
import { encodeAccount, parseXlmPublicKey } from "./strkey.js";
import { paidToOthers, resourcesOf, subjectOf } from "./subject.js";
import { chooseFee } from "./terms.js";
import { decodeEnvelope, decodeFeeBump, ENVELOPE_FEE_BUMP, ENVELOPE_V1, type XlmEnvelope } from "./xdr.js";

interface SignedTerms {
  network?: Network | undefined;
  /** Highest acceptable fee in stroops; by default the limit of the chain. */
  maxFee?: MaxFee | undefined;
  signal?: AbortSignal | undefined;
}

/** A transaction that further signers of its account sign. */
export interface XlmCosignature extends SignedTerms {
  /** The transaction with its signatures so far, for example `txdata` of the `SignedPayment` of another device. */
  txdata: string;
}

/** A higher fee for a signed transaction, which this or another account pays. */
export interface XlmFeeBump extends SignedTerms {
  /** The signed transaction, for example the stored `SignedPayment`. It can be one of another account. */
  pending: Pick<SignedTransaction, "txid" | "txdata" | "attempt">;
  /** Public key of the account that pays the fee: 64 hex digits, or its address `G…`. */
  publicKey: string;
  /** Fee mode (`normal` by default), at least the price of the pending transaction; or the highest fee in stroops. */
  fee?: FeeMode | { total: string | bigint } | undefined;
}

/** Prepares further signatures. The client decodes the transaction itself, so that the review does not depend on who passed it on. */
export async function prepareCosignature(client: Client, terms: XlmCosignature): Promise<PreparedXlm> {
  const network = terms.network ?? client.network;
  const { txdata: message, signal } = terms;
  const { envelope, review } = reviewOf(message, "txdata", network);
  const { bytes, signatures, transaction } = envelope;
  if (transaction.validUntil !== 0n && Number(transaction.validUntil) < Date.now() / 1000) throw new InputError("txdata", "no longer valid by the clock of this device");
  const paid = paidToOthers(review, review.from);
  verifyFee("xlm", terms.maxFee, await listedLimit(client, "xlm", network, signal), { fee: transaction.fee, paid });
  const hash = transactionHash({ type: ENVELOPE_V1, bytes, network });
  const comparison = compareParsed(await parse(client, message, network, signal), envelope, hash, review.memo);
  const { from, sequence, validUntil } = review;
  const attempt = { spends: { from, sequence, validUntil } };
  return signable({ client, network, signal, account: from, message, type: ENVELOPE_V1, bytes, signatures, review, comparison, attempt });
}

/**
 * Prepares a fee bump and verifies it: it contains the bytes of the pending transaction with its signatures, which are executed at most
 * once. The account in `publicKey` signs, and pays the fee.
 */
export async function prepareFeeBump(client: Client, bump: XlmFeeBump): Promise<PreparedXlm> {
  const network = bump.network ?? client.network;
  const { pending, signal } = bump;
  const payer = encodeAccount(parseXlmPublicKey(bump.publicKey));
  const { envelope, review: inner } = reviewOf(pending.txdata, "pending", network);
  const innerHash = transactionHash({ type: ENVELOPE_V1, bytes: envelope.bytes, network });
  if (bytesToHex(innerHash) !== pending.txid) throw new InputError("pending", "txdata is not the transaction with this id");
  if (envelope.signatures.length === 0) throw new InputError("pending", "not signed");
  const fee = await bumpFee(client, bump, network, payer, envelope);
  verifyFee("xlm", bump.maxFee, await listedLimit(client, "xlm", network, signal), { fee, paid: paidToOthers(inner, inner.from) });

  const { connectorXlm } = client.services;
  const body = { publicKey: bump.publicKey, network, txdata: pending.txdata, fee: fee.toString() };
  const response = await dataOf(connectorXlm.POST("/api/transaction/get-hash/{chain}/fee-bump", { ...inChain("xlm", signal), body }));
  const { unsignedMessage: message } = response;
  const outer = verifyDecoding("encoding", () => decodeFeeBump(base64.decode(message)));
  verifyEqual("signed_transaction", "signatures before signing", 0, outer.signatures.length);
  verifyEqual("sender", "account that pays the fee", payer, outer.feeSource);
  verifyEqual("fee", "fee", fee, outer.fee);
  verifyEqual("operations", "transaction in the fee bump", base64.decode(pending.txdata), outer.inner);
  const { bytes, signatures } = outer;
  const hash = transactionHash({ type: ENVELOPE_FEE_BUMP, bytes, network });
  verifyEqual("hash", "the server's hash is not that of its transaction", hash, responseHex(response.hash, "hash"));
  const comparison = compareParsed(await parse(client, message, network, signal), envelope, hash, inner.memo, { fee, feeSource: payer });
  const review: Review = { ...inner, fee: fee.toString(), feeSource: payer, replaces: pending.txid, warnings: response.warnings ?? [] };
  const { from, sequence, validUntil } = review;
  const attempt = { intent: pending.attempt?.intent, replaces: pending.txid, spends: { from, sequence, validUntil } };
  return signable({ client, network, signal, account: payer, message, type: ENVELOPE_FEE_BUMP, bytes, signatures, review, comparison, attempt });
}

const parse = (client: Client, unsignedMessage: string, network: Network, signal: AbortSignal | undefined) =>
  dataOf(client.services.connectorXlm.POST("/api/transaction/parse/{chain}", { ...inChain("xlm", signal), body: { unsignedMessage, network } }));

/** Decodes a transaction that the caller provides, and returns its review. */
function reviewOf(txdata: string, field: string, network: Network): { envelope: XlmEnvelope; review: Review } {
  const envelope = decodeInput(txdata, field);
  const { source: from, fee, memo, validUntil, sequence, operations } = envelope.transaction;
  const subject = subjectOf(operations, from);
  if (subject === undefined) throw new InputError(field, "operations that this client does not review together");
  const memoText = memo.type === "text" ? new TextDecoder().decode(responseHex(memo.value, "memo")) : memo.value;
  const common = { chain: "xlm", network, from, ...subject, fee: fee.toString(), ...resourcesOf(envelope.transaction) } as const;
  const review = { ...common, ...(memo.type === "none" ? {} : { memo: memoText }), validUntil: Number(validUntil), sequence: sequence.toString(), warnings: [] };
  return { envelope, review };
}

function decodeInput(txdata: string, field: string): XlmEnvelope {
  try {
    return decodeEnvelope(base64.decode(txdata));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(field, `not a transaction that this client can review: ${reason}`);
  }
}

/** Returns the fee of all operations and of the bump, which counts as one more: that of the mode, and at least the pending price. */
async function bumpFee(client: Client, bump: XlmFeeBump, network: Network, payer: string, { transaction }: XlmEnvelope): Promise<bigint> {
  if (typeof bump.fee === "object") return inputAmount(bump.fee.total, "fee");
  const count = BigInt(transaction.operations.length);
  const { fee } = await chooseFee(client, { ...bump, fee: bump.fee }, network, payer, transaction.operations.length + 1);
  const least = (transaction.fee * (count + 1n) + count - 1n) / count;
  return fee > least ? fee : least;
}
