/** Compares a transaction of the server with the requested one. */
import { bytesToHex } from "../bytes.js";
import { VerificationError, type VerificationSubject } from "../errors.js";
import { verifyEqual } from "../payment.js";
import type { Prepared, XlmTerms } from "./terms.js";
import type { XlmEnvelope, XlmOperation, XlmTransaction } from "./xdr.js";

/** Seconds by which the clocks of client and server may differ. */
const CLOCK_TOLERANCE = 300;

/** Compares every field with the request, and returns the operation, which must be one of the accepted ones. */
export function verifyTransaction({ terms, from, fee, sequence, leastSequence }: Prepared, envelope: XlmEnvelope, accepted: XlmOperation[]): XlmOperation {
  const { transaction } = envelope;
  verifyEqual("signed_transaction", "signatures before signing", 0, envelope.signatures);
  verifyEqual("sender", "source account", from, transaction.source);
  verifyEqual("fee", "fee", fee, transaction.fee);
  verifyMemo(terms, transaction.memo);
  verifySequence(transaction.sequence, sequence, leastSequence);
  verifyValidity(transaction, terms.timeout ?? 600);
  const [operation, ...others] = transaction.operations;
  if (operation === undefined || others.length > 0 || operation.source !== undefined) {
    throw new VerificationError("operations", "not exactly one operation of the sender");
  }
  const expected = accepted.find(({ type }) => type === operation.type);
  if (expected === undefined) throw new VerificationError("operations", `unexpected operation ${operation.type}`);
  verifyFields(expected, operation);
  return operation;
}

/** Compares the sequence number with the requested one, or with that of the estimate. */
function verifySequence(found: bigint, requested: bigint | undefined, least: bigint): void {
  if (requested !== undefined) return verifyEqual("sequence", "sequence number", requested, found);
  // The account may have sent another transaction after the estimate.
  if (found < least || found <= 0n) {
    throw new VerificationError("sequence", "the sequence number is used already", `at least ${least}`, found.toString());
  }
}

/** Checks that the transaction is valid now, and not longer than requested: it cannot be kept for later. */
function verifyValidity({ validFrom, validUntil }: XlmTransaction, timeout: number): void {
  const now = Date.now() / 1000;
  const isLong = validUntil === 0n || Number(validUntil) > now + timeout + CLOCK_TOLERANCE;
  if (isLong) throw new VerificationError("validity", "valid for too long by the clock of this device");
  const isFuture = Number(validFrom) > now + CLOCK_TOLERANCE;
  if (isFuture) throw new VerificationError("validity", "not valid yet by the clock of this device");
}

const SUBJECTS: Record<string, VerificationSubject> = {
  destination: "recipient",
  amount: "amount",
  limit: "amount",
  sendAmount: "amount",
  sendMax: "amount",
  destAmount: "amount",
  destMin: "amount",
  path: "path",
};

function verifyFields(expected: XlmOperation, found: XlmOperation): void {
  const actual = found as unknown as Record<string, unknown>;
  for (const [field, value] of Object.entries(expected)) {
    verifyEqual(SUBJECTS[field] ?? "operations", field, value, actual[field]);
  }
}

function verifyMemo({ memo, memoType }: XlmTerms, found: { type: string; value: string }): void {
  const type = memo ? (memoType ?? "text") : "none";
  const value = type === "text" ? bytesToHex(new TextEncoder().encode(memo)) : (memo ?? "").toLowerCase();
  verifyEqual("memo", "memo type", type, found.type);
  verifyEqual("memo", "memo", type === "id" ? BigInt(value) : value, found.value);
}
