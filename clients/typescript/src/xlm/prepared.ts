/** The second half of every preparation: verifies the server's transaction, and completes the prepared payment. */
import { base64 } from "@scure/base";
import { responseHex } from "../bytes.js";
import { VerificationError } from "../errors.js";
import { listedLimit, verifyFee } from "../fee-limits.js";
import { type PaymentAsset, type Review, type Warning, verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { compareParsed } from "./parsed.js";
import { type PreparedXlm, signable, transactionHash } from "./signable.js";
import { paidToOthers, resourcesOf, subjectOf } from "./subject.js";
import type { Prepared } from "./terms.js";
import { verifyTransaction } from "./verify.js";
import { decodeEnvelope, ENVELOPE_V1, type XlmEnvelope, type XlmOperation } from "./xdr.js";

export interface HashResponse {
  unsignedMessage: string;
  hash: string;
  warnings?: Warning[];
}

/**
 * Verifies the server's transaction against the request and completes the prepared payment. `accepted` has the operations of which
 * each place may have one; `asset` is the asset of a token transfer.
 */
export async function complete(prepared: Prepared, response: HashResponse, accepted: XlmOperation[][], asset?: PaymentAsset): Promise<PreparedXlm> {
  const { client, terms, network, from, fee } = prepared;
  const { unsignedMessage: message } = response;
  const envelope = decode(message);
  verifyTransaction(prepared, envelope, accepted);
  const found = subjectOf(envelope.transaction.operations, from);
  const subject = found === undefined || asset === undefined ? found : { ...found, asset };
  if (subject === undefined) throw new VerificationError("operations", "operations without a review");
  verifyFee("xlm", terms.maxFee, await listedLimit(client, "xlm", network, terms.signal), { fee, paid: paidToOthers(subject, from) });
  const { transaction, bytes, signatures } = envelope;
  const hash = transactionHash({ type: ENVELOPE_V1, bytes, network });
  verifyEqual("hash", "the server's hash is not that of its transaction", hash, responseHex(response.hash, "hash"));
  const { connectorXlm } = client.services;
  const parse = connectorXlm.POST("/api/transaction/parse/{chain}", { ...inChain("xlm", terms.signal), body: { unsignedMessage: message, network } });
  const comparison = compareParsed(await dataOf(parse), envelope, hash, terms.memo);

  const review: Review = {
    chain: "xlm",
    network,
    from,
    ...subject,
    fee: fee.toString(),
    ...resourcesOf(transaction),
    ...(terms.memo ? { memo: terms.memo } : {}),
    validUntil: Number(transaction.validUntil),
    sequence: transaction.sequence.toString(),
    warnings: response.warnings ?? [],
  };
  const attempt = { intent: prepared.intent, spends: { from, sequence: review.sequence, validUntil: review.validUntil } };
  return signable({ client, network, signal: terms.signal, account: from, message, type: ENVELOPE_V1, bytes, signatures, review, comparison, attempt });
}

const decode = (message: string): XlmEnvelope => verifyDecoding("encoding", () => decodeEnvelope(base64.decode(message)));
