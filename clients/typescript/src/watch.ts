/** Status of a transaction, polled until it is final. */
import { type Chain, chainData } from "./chains.js";
import type { Client, Network } from "./client.js";
import { ApiError, isWalletError } from "./errors.js";
import { sleep } from "./retry.js";
import { connectorOf, dataOf } from "./services.js";

export interface TransactionStatus {
  /** `unknown`: the network does not know the transaction, yet or any more. */
  status: "unknown" | "pending" | "confirmed" | "rejected";
  confirmations: number;
  /** Block or ledger; empty before the confirmation. */
  block: string;
  /** Unix time in seconds; 0 if unknown. */
  date: number;
  /** The transaction that replaced this one. */
  replacedBy?: string | undefined;
}

export interface StatusUpdate extends TransactionStatus {
  txid: string;
}

export interface WatchOptions {
  /** Milliseconds between requests; by default 15 000 on btc-like chains, 5 000 on EVM chains, 2 000 on Stellar. */
  interval?: number | undefined;
  /** Confirmations after which the watch ends; 1 by default. */
  confirmations?: number | undefined;
  signal?: AbortSignal | undefined;
}

const INTERVALS = { "btc-like": 15_000, "eth-like": 5_000, xlm: 2_000 };
/** Consecutive temporary failures after which the watch fails. */
const MAX_FAILURES = 20;

interface Watched {
  chain: Chain;
  network: Network;
  txid: string;
}

/** Returns the current status; `unknown` instead of the error `transaction_not_found`. */
export async function transactionStatus(
  client: Client,
  { chain, network, txid }: Watched,
  signal?: AbortSignal,
): Promise<StatusUpdate> {
  const init = { params: { path: { chain: chain as never }, query: { txid, network } } };
  const options = signal === undefined ? init : { ...init, signal };
  try {
    const call = connectorOf(client.services, chain).GET("/api/transaction/status/{chain}", options);
    const { status, confirmations, block, date, replacedBy } = (await dataOf(call)) as TransactionStatus;
    return { txid, status, confirmations, block, date, ...(replacedBy ? { replacedBy } : {}) };
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is("transaction_not_found")) throw error;
    return { txid, status: "unknown", confirmations: 0, block: "", date: 0 };
  }
}

/** Yields the status now and after every change until the transaction is confirmed or rejected. */
export async function* watch(
  client: Client,
  watched: Watched,
  options: WatchOptions = {},
): AsyncGenerator<StatusUpdate, void, undefined> {
  const interval = options.interval ?? INTERVALS[chainData(watched.chain).family];
  const target = options.confirmations ?? 1;
  let last: string | undefined;
  for (let failures = 0; ; ) {
    try {
      const update = await transactionStatus(client, watched, options.signal);
      failures = 0;
      const current = JSON.stringify(update);
      if (current !== last) yield update;
      last = current;
      if (update.status === "rejected") return;
      if (update.status === "confirmed" && update.confirmations >= target) return;
    } catch (error) {
      failures += 1;
      if (!isWalletError(error) || !error.retriable || failures >= MAX_FAILURES) throw error;
    }
    await sleep(interval, options.signal);
  }
}
