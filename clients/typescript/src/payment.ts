/** Terms shared by the payments of all families. */
import type { Chain } from "./chains.js";
import type { Network } from "./client.js";
import { bytesToHex } from "./bytes.js";
import { VerificationError, type VerificationSubject } from "./errors.js";
import type { SignedPayment } from "./signed-payment.js";

/** Fee mode, or a fee that the caller chose: the form depends on the family. */
export type FeeMode = "slow" | "normal" | "fast";

/** The amount in base units, or `max` for everything that can be sent after the fee. */
export type Amount = string | bigint | "max";

/** What is sent: the coin of the chain, an ERC-20 token, or a Stellar asset. */
export type PaymentAsset =
  | { kind: "coin"; chain: Chain }
  | { kind: "erc20"; chain: Chain; contract: string }
  | { kind: "xlm-asset"; chain: "xlm"; code: string; issuer: string };

/** Notice of a service about a payment, for example an unusual fee. */
export interface Warning {
  code: string;
  message: string;
}

/** The received side of a swap. */
export interface SwapReview {
  /** The side with an exact amount. The amount of the other side is its limit. */
  exact: "sent" | "received";
  asset: PaymentAsset;
  /** Amount that the recipient receives at least. */
  amount: string;
  /** The assets through which the exchange leads. */
  path: readonly PaymentAsset[];
}

/** What a review screen shows before the user signs. Amounts are integers in base units. */
export interface Review {
  chain: Chain;
  network: Network;
  /** Address of the sender. */
  from: string;
  /** The recipient as the caller gave it; `null` for the deployment of a contract. */
  to: string | null;
  asset: PaymentAsset;
  /** Amount that the recipient receives; of a swap, the amount that is sent at most. */
  amount: string;
  /** What the recipient of a swap receives instead of `asset` and `amount` (Stellar). */
  swap?: SwapReview | undefined;
  /** The highest fee that can be charged, in the chain's coin; on a rollup without its L1 part. */
  fee: string;
  /** L1 fee of a rollup, in addition to `fee`. It is an estimate of the server. */
  l1Fee?: string | undefined;
  /** Change that returns to the sender (btc-like). */
  change?: string | undefined;
  /** Memo (Stellar). */
  memo?: string | undefined;
  /** True if the payment creates the recipient's account (Stellar). */
  createsAccount?: boolean | undefined;
  /** Calldata in hex (EVM), present if it is not empty. */
  data?: string | undefined;
  /** Nonce of the transaction (EVM). */
  nonce?: number | undefined;
  /** Sequence number of the transaction (Stellar). */
  sequence?: string | undefined;
  /** Unix time in seconds after which the network rejects the transaction (Stellar). */
  validUntil?: number | undefined;
  warnings: Warning[];
}

/** A payment that was verified and is ready to be signed. */
export interface PreparedPayment<S> {
  readonly review: Review;
  /** Hashes to sign, in input order; one on EVM chains and Stellar. */
  readonly hashes: readonly Uint8Array[];
  /** Signs, attaches, and verifies the signed transaction. Nothing is sent. */
  sign(signer: S): Promise<SignedPayment>;
}

/** Throws a `VerificationError` unless both values are equal. */
export function verifyEqual(subject: VerificationSubject, message: string, expected: unknown, found: unknown): void {
  const [left, right] = [text(expected), text(found)];
  if (left !== right) throw new VerificationError(subject, message, left, right);
}

function text(value: unknown): string {
  if (value instanceof Uint8Array) return bytesToHex(value);
  return value === null || value === undefined ? "none" : String(value);
}

/** Throws a `VerificationError` if the fee is above the limit. */
export function verifyFeeLimit(fee: bigint, limit: bigint): void {
  if (fee > limit) throw new VerificationError("fee", `fee ${fee} is above the limit ${limit} (maxFee)`);
}

/** Runs a decoder of the server's data; everything that it throws means that the data is not valid. */
export function verifyDecoding<T>(subject: VerificationSubject, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof VerificationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new VerificationError(subject, `the server's transaction cannot be decoded: ${reason}`);
  }
}
