/** Compares a transaction of the server with the requested one. */
import { bytesToHex } from "../bytes.js";
import { VerificationError, type VerificationSubject } from "../errors.js";
import { verifyEqual } from "../payment.js";
import { invocationText } from "./call-xdr.js";
import { valuesText } from "./contract-value.js";
import type { Prepared, XlmTerms } from "./terms.js";
import type { XlmEnvelope, XlmOperation, XlmTransaction } from "./xdr.js";

/** Seconds by which the clocks of client and server may differ. */
const CLOCK_TOLERANCE = 300;

/** Compares every field with the request. Each operation must be one of those that are accepted in its place. */
export function verifyTransaction({ terms, from, fee, sequence, leastSequence }: Prepared, envelope: XlmEnvelope, accepted: XlmOperation[][]): void {
  const { transaction } = envelope;
  verifyEqual("signed_transaction", "signatures before signing", 0, envelope.signatures.length);
  verifyEqual("sender", "source account", from, transaction.source);
  verifyEqual("fee", "fee", fee, transaction.fee);
  const { resourceFee } = transaction;
  if (resourceFee !== undefined && resourceFee > fee) throw new VerificationError("fee", "the resources cost more than the fee");
  verifyMemo(terms, transaction.memo);
  verifySequence(transaction.sequence, sequence, leastSequence);
  verifyValidity(transaction, terms.timeout ?? 600);
  verifyEqual("operations", "number of operations", accepted.length, transaction.operations.length);
  for (const [index, operation] of transaction.operations.entries()) {
    if (operation.source !== undefined) throw new VerificationError("operations", "an operation of another account");
    const expected = accepted[index]!.find(({ type }) => type === operation.type);
    if (expected === undefined) throw new VerificationError("operations", `unexpected operation ${operation.type}`);
    verifyFields(expected, operation);
  }
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
  price: "price",
  signer: "signers",
  masterWeight: "signers",
  lowThreshold: "signers",
  medThreshold: "signers",
  highThreshold: "signers",
};

function verifyFields(expected: XlmOperation, found: XlmOperation): void {
  if (expected.type === "invokeHostFunction" && found.type === "invokeHostFunction") return verifyCall(expected, found);
  const [own, actual] = [expected, found] as unknown as Record<string, unknown>[];
  for (const field of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    verifyEqual(SUBJECTS[field] ?? "operations", field, comparable(own![field]), comparable(actual![field]));
  }
}

type Call = Extract<XlmOperation, { type: "invokeHostFunction" }>;

/** Compares a call, and checks that the signature authorizes no other one; the contract determines the further calls. */
function verifyCall(expected: Call, found: Call): void {
  verifyEqual("recipient", "contract", expected.contract, found.contract);
  verifyEqual("data", "function", expected.function, found.function);
  verifyEqual("data", "arguments", valuesText(expected.arguments), valuesText(found.arguments));
  for (const root of found.authorizations) verifyEqual("operations", "authorized call", invocationText(expected), invocationText(root));
}

/** Returns a value that has a text: a signer with its weight as one. */
export const comparable = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "weight" in value ? Object.values(value).join(" ") : value;

function verifyMemo({ memo, memoType }: XlmTerms, found: { type: string; value: string }): void {
  const type = memo ? (memoType ?? "text") : "none";
  const value = type === "text" ? bytesToHex(new TextEncoder().encode(memo)) : (memo ?? "").toLowerCase();
  verifyEqual("memo", "memo type", type, found.type);
  verifyEqual("memo", "memo", type === "id" ? BigInt(value) : value, found.value);
}
