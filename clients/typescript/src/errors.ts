/** The errors of this package. Every rejected promise of the package carries one of them. */

import type { ApiErrorCode, DetailsOf } from "./error-codes.js";

export type { ApiErrorCode, ApiErrorDetails, DetailsOf } from "./error-codes.js";

abstract class ErrorBase extends Error {
  override readonly name = "WalletError";
}

/** The error response of a service. */
export class ApiError<C extends ApiErrorCode = ApiErrorCode> extends ErrorBase {
  readonly kind = "api";
  readonly code: C;
  /** HTTP status; 200 for an entry of a portfolio, whose request succeeded, and 101 for the error of a socket. */
  readonly status: number;
  /** True if the same request can succeed later. */
  readonly retriable: boolean;
  /** JSON path of the invalid input, for example `utxo[2].value`. */
  readonly field: string | undefined;
  readonly details: DetailsOf<C>;
  readonly requestId: string | undefined;
  /** Seconds after which the server accepts the request again. */
  readonly retryAfter: number | undefined;

  constructor(
    fields: Pick<ApiError<C>, "code" | "status" | "retriable" | "field" | "details" | "requestId" | "retryAfter"> & {
      message: string;
    },
  ) {
    super(fields.message);
    this.code = fields.code;
    this.status = fields.status;
    this.retriable = fields.retriable;
    this.field = fields.field;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
  }

  /** Returns true if the error has the code, and narrows the type of `details`. */
  is<K extends ApiErrorCode>(code: K): this is ApiError<K> {
    return (this.code as ApiErrorCode) === code;
  }
}

/** The request did not reach the server, or its response was lost. */
export class NetworkError extends ErrorBase {
  readonly kind = "network";
  readonly code = "network_error";
  readonly retriable = true;
}

/** No response within the time limit. */
export class TimeoutError extends ErrorBase {
  readonly kind = "timeout";
  readonly code = "timeout";
  readonly retriable = true;
}

/** The caller's `AbortSignal` ended the request. */
export class AbortedError extends ErrorBase {
  readonly kind = "aborted";
  readonly code = "aborted";
  readonly retriable = false;
}

/** The response is not JSON of the documented form: a proxy's page, a truncated body, a missing field. */
export class InvalidResponseError extends ErrorBase {
  readonly kind = "invalid_response";
  readonly code = "invalid_response";

  constructor(
    message: string,
    /** HTTP status. */
    readonly status: number,
    /** True if a status of 429, 502, 503 or 504 suggests a temporary failure. */
    readonly retriable = false,
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(message);
  }
}

/** There is no valid session: the user has to sign in again, then call `establish`. */
export class SessionEndedError extends ErrorBase {
  readonly kind = "session_ended";
  readonly code = "session_ended";
  readonly retriable = false;

  constructor(
    /** `missing`: never established; `expired`: idle for too long; `rejected`: ended by the server. */
    readonly reason: "missing" | "expired" | "rejected",
  ) {
    super(`no valid session (${reason}): sign in again`);
  }
}

/** Invalid input that was found before a request was sent. */
export class InputError extends ErrorBase {
  readonly kind = "input";
  readonly code = "invalid_input";
  readonly retriable = false;

  constructor(
    /** Name of the argument. */
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** What differs between the requested and the prepared payment. */
export type VerificationSubject =
  | "network"
  | "sender"
  | "recipient"
  | "amount"
  | "change"
  | "inputs"
  | "addresses"
  | "fee"
  | "nonce"
  | "sequence"
  | "data"
  | "memo"
  | "validity"
  | "operations"
  | "path"
  | "price"
  | "signers"
  | "hash"
  | "parse"
  | "encoding"
  | "summary"
  | "signature"
  | "signed_transaction"
  | "txid";

/**
 * The server's data contradicts the requested payment. Nothing was sent; do not retry with this server. After the signature
 * (`signed_transaction`, `txid`) the server has the signatures: the payment is stored as unsettled.
 */
export class VerificationError extends ErrorBase {
  readonly kind = "verification";
  readonly code = "verification_failed";
  readonly retriable = false;

  constructor(
    readonly subject: VerificationSubject,
    message: string,
    readonly expected?: string,
    readonly found?: string,
  ) {
    super(expected === undefined ? message : `${message}: expected ${expected}, found ${found}`);
  }
}

/** The fee is above its limit. The same payment with `maxFee` as the accepted fee passes it. */
export class FeeLimitError extends VerificationError {
  constructor(
    /** The limited part: the whole fee, or the tip that the producer of the block receives. */
    readonly charged: "fee" | "tip",
    /** The whole fee in base units of the coin. */
    readonly fee: string,
    /** The part in `charged`. */
    readonly value: string,
    readonly limit: string,
  ) {
    super("fee", `the ${charged} is above the limit (maxFee)`, `at most ${limit}`, value);
  }
}

/** The outcome of a broadcast is unknown. Send the same bytes again, or look up the status of `txid`. */
export class BroadcastUnknownError extends ErrorBase {
  readonly kind = "broadcast_unknown";
  readonly code = "broadcast_unknown";
  readonly retriable = true;

  constructor(
    readonly txid: string,
    readonly txdata: string,
    override readonly cause: unknown,
  ) {
    super(`broadcast outcome unknown: send the same bytes of ${txid} again`);
  }
}

/**
 * The payment was made already: an attempt at it is pending, or confirmed after its outcome was unknown. `unknown`: the server
 * reported that it has sent the attempt, or received its signatures, and the network does not know it. Send the same bytes again, or
 * watch them until they are final; a pending one can also be replaced. `unsettled.forget` permits the same payment in addition.
 */
export class AlreadyPaidError extends ErrorBase {
  readonly kind = "already_paid";
  readonly code = "already_paid";
  readonly retriable = false;

  constructor(
    readonly txid: string,
    readonly status: "pending" | "confirmed" | "unknown",
  ) {
    super(`this payment was made already: the status of ${txid} is ${status}`);
  }
}

/** Why a delivery is not accepted: `content` is a signed body that is not an event, `subscription` an event of another subscription. */
export type WebhookRejection = "headers" | "timestamp" | "stale" | "future" | "signature" | "content" | "subscription";

/** A received webhook is not an authentic delivery of an event: respond with 400, and do not use the body. */
export class WebhookError extends ErrorBase {
  readonly kind = "webhook";
  readonly code = "webhook_rejected";
  readonly retriable = false;

  constructor(
    readonly reason: WebhookRejection,
    message: string,
  ) {
    super(message);
  }
}

/** Every error of this package; `kind` and `code` discriminate. */
export type WalletError =
  | ApiError
  | NetworkError
  | TimeoutError
  | AbortedError
  | InvalidResponseError
  | SessionEndedError
  | InputError
  | VerificationError
  | BroadcastUnknownError
  | AlreadyPaidError
  | WebhookError;

/** Returns true for an error of this package. */
export const isWalletError = (error: unknown): error is WalletError => error instanceof ErrorBase;
