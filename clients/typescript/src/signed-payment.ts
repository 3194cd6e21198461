/** Signed transactions: broadcasting the same bytes, and watching them until they are final. */
import type { Chain, Network } from "./chains.js";
import type { Client } from "./client.js";
import type { ComparedFact } from "./comparison.js";
import type { Preview } from "./safety.js";
import { ApiError, BroadcastUnknownError, isWalletError, VerificationError, type WalletError } from "./errors.js";
import type { Review } from "./payment.js";
import type { Attempt, UnsettledPayment } from "./payment-store.js";
import { connectorOf, dataOf, inChain } from "./services.js";
import { holdPayment, markSent, releaseMined, releasePayments } from "./unsettled.js";
import { isFinal, isMined, type StatusUpdate, watch, type WatchOptions } from "./watch.js";

/** The stored form of a signed transaction. Keep it until the payment is confirmed. */
export interface SignedTransaction {
  chain: Chain;
  network: Network;
  txid: string;
  /** The signed transaction as `send` takes it. */
  txdata: string;
  /** What the transaction uses up, and the payment at which it is an attempt. */
  attempt?: Attempt | undefined;
}

/** Returns the stored form of an unsettled payment; `undefined` for one without its signed transaction. */
export function signedTransactionOf({ chain, network, txid, txdata, isSent: _, ...attempt }: UnsettledPayment): SignedTransaction | undefined {
  return txid === undefined || txdata === undefined ? undefined : { chain, network, txid, txdata, attempt };
}

/** A signed transaction. Sending it again is always safe: the bytes stay the same. */
export class SignedPayment implements SignedTransaction {
  /** The chain. */
  readonly chain: Chain;
  /** The network. */
  readonly network: Network;
  /** The transaction id. */
  readonly txid: string;
  /** The signed transaction in hex, or in Base64 on Stellar. */
  readonly txdata: string;
  readonly attempt: Attempt | undefined;
  readonly #client: Client;

  /** Restores a signed transaction, for example one that was stored before a restart. */
  constructor(client: Client, { chain, network, txid, txdata, attempt }: SignedTransaction) {
    this.#client = client;
    this.chain = chain;
    this.network = network;
    this.txid = txid;
    this.txdata = txdata;
    this.attempt = attempt;
  }

  /**
   * Broadcasts the transaction.
   *
   * Temporary failures are repeated with the same bytes. If they persist the outcome is unknown:
   * `BroadcastUnknownError`. A rejection is the `ApiError` `transaction_rejected`. Success and failure are statements of the server:
   * the payment stays stored until it is final. After a failure a new attempt at the same payment conflicts with this one; after a
   * success the same payment is `already_paid` until then.
   */
  async send(options: { signal?: AbortSignal | undefined } = {}): Promise<this> {
    const { chain, network, txid, txdata, attempt } = this;
    if (attempt !== undefined) await holdPayment(this.#client, { chain, network, txid, txdata, ...attempt });
    const found = await this.#broadcast(options.signal);
    if (found !== this.txid) {
      throw new VerificationError("txid", "the server names another transaction than the one sent", this.txid, found);
    }
    await markSent(this.#client, attempt, true);
    return this;
  }

  /** Yields the status now and after every change until the transaction is final, or unknown for too long. */
  async *watch(options: WatchOptions = {}): AsyncGenerator<StatusUpdate, void, undefined> {
    for await (const update of watch(this.#client, this, options)) {
      if (isFinal(update)) await this.#release(update);
      yield update;
    }
  }

  /** Waits until the transaction is final, or unknown for too long, and returns the last status. */
  async settled(options: WatchOptions = {}): Promise<StatusUpdate> {
    let last: StatusUpdate | undefined;
    for await (const update of this.watch(options)) last = update;
    return last!;
  }

  /** Returns the stored form. */
  toJSON(): SignedTransaction {
    const { chain, network, txid, txdata, attempt } = this;
    return { chain, network, txid, txdata, ...(attempt === undefined ? {} : { attempt }) };
  }

  /** Removes the final payment. One in a block, also a failed one, excludes the payments that conflict with it. */
  #release(update: StatusUpdate): Promise<void> {
    const { chain, network, txid, attempt } = this;
    if (isMined(update)) return releaseMined(this.#client, { chain, network, txid, spends: attempt?.spends ?? {} });
    return releasePayments(this.#client, (payment) => payment.txid === txid);
  }

  async #broadcast(signal: AbortSignal | undefined): Promise<string> {
    const { chain, network, txdata } = this;
    const init = { ...inChain(chain, signal), body: { txdata, network } };
    try {
      const connector = connectorOf(this.#client.services, chain);
      return (await dataOf(connector.POST("/api/transaction/send/{chain}", init))).txid;
    } catch (error) {
      if (isWalletError(error) && isAmbiguous(error)) throw new BroadcastUnknownError(this.txid, txdata, error);
      if (error instanceof ApiError && error.is("transaction_rejected")) await markSent(this.#client, this.attempt, false);
      throw error;
    }
  }
}

/** Returns true unless the error states that the transaction was not accepted. */
function isAmbiguous(error: WalletError): boolean {
  const isServerFailure = error.kind === "api" && error.status >= 500;
  return error.retriable || isServerFailure || error.kind === "aborted" || error.kind === "invalid_response";
}

/** A payment that was verified and is ready to be signed. */
export interface PreparedPayment<S> {
  readonly review: Review;
  /** The parts that the client decoded itself and compared with the server's reading. */
  readonly comparison: readonly ComparedFact[];
  /** Hashes to sign, in input order; one on EVM chains and Stellar. */
  readonly hashes: readonly Uint8Array[];
  /** Signs, attaches, and verifies the signed transaction. Nothing is sent. */
  sign(signer: S): Promise<SignedPayment>;
  /** Returns what the transaction does when the server's nodes execute it now (EVM, Stellar). A statement of the server. */
  preview?: ((options?: { signal?: AbortSignal | undefined }) => Promise<Preview>) | undefined;
}
