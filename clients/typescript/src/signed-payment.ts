/** Signed transactions: broadcasting the same bytes, and watching them until they are confirmed. */
import type { Chain } from "./chains.js";
import type { Client, Network } from "./client.js";
import { BroadcastUnknownError, isWalletError, VerificationError, type WalletError } from "./errors.js";
import { connectorOf, dataOf, inChain } from "./services.js";
import { type StatusUpdate, watch, type WatchOptions } from "./watch.js";

/** The stored form of a signed transaction. Keep it until the payment is confirmed. */
export interface SignedTransaction {
  chain: Chain;
  network: Network;
  txid: string;
  /** The signed transaction as `send` takes it. */
  txdata: string;
}

/** A signed transaction. Sending it again is always safe: the bytes stay the same. */
export class SignedPayment implements SignedTransaction {
  readonly chain: Chain;
  readonly network: Network;
  readonly txid: string;
  readonly txdata: string;
  readonly #client: Client;

  /** Restores a signed transaction, for example one that was stored before a restart. */
  constructor(client: Client, { chain, network, txid, txdata }: SignedTransaction) {
    this.#client = client;
    this.chain = chain;
    this.network = network;
    this.txid = txid;
    this.txdata = txdata;
  }

  /**
   * Broadcasts the transaction.
   *
   * Temporary failures are repeated with the same bytes. If they persist the outcome is unknown:
   * `BroadcastUnknownError`. A rejection is the `ApiError` `transaction_rejected`.
   */
  async send(options: { signal?: AbortSignal | undefined } = {}): Promise<this> {
    const found = await this.#broadcast(options.signal);
    if (found !== this.txid) {
      throw new VerificationError("txid", "the server names another transaction than the one sent", this.txid, found);
    }
    return this;
  }

  /** Yields the status now and after every change until the transaction is confirmed or rejected. */
  watch(options: WatchOptions = {}): AsyncGenerator<StatusUpdate, void, undefined> {
    return watch(this.#client, this, options);
  }

  /** Waits until the transaction is confirmed or rejected and returns the last status. */
  async settled(options: WatchOptions = {}): Promise<StatusUpdate> {
    let last: StatusUpdate | undefined;
    for await (const update of this.watch(options)) last = update;
    return last!;
  }

  toJSON(): SignedTransaction {
    const { chain, network, txid, txdata } = this;
    return { chain, network, txid, txdata };
  }

  async #broadcast(signal: AbortSignal | undefined): Promise<string> {
    const { chain, network, txdata } = this;
    const init = { ...inChain(chain, signal), body: { txdata, network } };
    try {
      const connector = connectorOf(this.#client.services, chain);
      return (await dataOf(connector.POST("/api/transaction/send/{chain}", init))).txid;
    } catch (error) {
      throw isWalletError(error) && isAmbiguous(error) ? new BroadcastUnknownError(this.txid, txdata, error) : error;
    }
  }
}

/** Returns true unless the error shows that the transaction was not accepted. */
function isAmbiguous(error: WalletError): boolean {
  return error.retriable || error.kind === "aborted" || error.kind === "invalid_response";
}
