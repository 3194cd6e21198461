/** Status of a transaction, polled until it is final. */
import { outpointOf } from "./btc/transfer.js";
import { decodeTransaction } from "./btc/transaction.js";
import { parseHex } from "./bytes.js";
import { type Chain, chainData, isBtcLike, type Network } from "./chains.js";
import type { Client } from "./client.js";
import { ApiError, isWalletError } from "./errors.js";
import { isExcluded } from "./exclusion.js";
import type { Attempt } from "./payment-store.js";
import { sleep } from "./retry.js";
import { connectorOf, dataOf } from "./services.js";

/** The status of a transaction. */
export interface TransactionStatus {
  /**
   * `unknown`: the network does not know the transaction, yet or any more; `replaced`: a transaction in a block spends the same
   * inputs, or has the same nonce or sequence number.
   */
  status: "unknown" | "pending" | "confirmed" | "rejected" | "replaced";
  confirmations: number;
  /** Block or ledger; empty before the confirmation. */
  block: string;
  /** Unix time in seconds; 0 if unknown. */
  date: number;
  /** The transaction that replaced this one, if it is known. */
  replacedBy?: string | undefined;
}

/** A changed status. */
export interface StatusUpdate extends TransactionStatus {
  txid: string;
}

/** How often a status is requested, and when watching ends. */
export interface WatchOptions {
  /** Milliseconds between requests; by default 15 000 on btc-like chains, 5 000 on EVM chains, 2 000 on Stellar. */
  interval?: number | undefined;
  /** Confirmations after which the watch ends; 1 by default. */
  confirmations?: number | undefined;
  /**
   * Consecutive responses `unknown` after which the watch ends; by default those of about ten minutes. The last status is then
   * `replaced` if the inputs, the nonce or the sequence number are used by another transaction in a block.
   */
  unknownLimit?: number | undefined;
  signal?: AbortSignal | undefined;
}

const INTERVALS = { "btc-like": 15_000, "eth-like": 5_000, xlm: 2_000 };
/** Consecutive temporary failures after which the watch fails. */
const MAX_FAILURES = 20;
/** Default of `unknownLimit`. A Stellar transaction is valid for ten minutes. */
const UNKNOWN_LIMITS = { "btc-like": 40, "eth-like": 120, xlm: 330 };
/** Maximum number of inputs in a request for a status. */
const MAX_INPUTS = 5;

interface Watched {
  chain: Chain;
  network: Network;
  txid: string;
  /** The signed transaction, by whose inputs a replacement is found. */
  txdata?: string | undefined;
  /** Its sender and nonce, by which a replacement is found. */
  attempt?: Attempt | undefined;
}

/** Returns what the transaction uses up, so that the server finds the one that replaced it. */
function usedUp({ chain, txdata, attempt }: Watched): { inputs?: string; address?: string; nonce?: number } {
  if (isBtcLike(chain) && txdata !== undefined) {
    return { inputs: decodeTransaction(parseHex(txdata, "txdata")).inputs.slice(0, MAX_INPUTS).map(outpointOf).join() };
  }
  const { from, nonce } = attempt?.spends ?? {};
  return from === undefined || nonce === undefined ? {} : { address: from, nonce };
}

/**
 * Returns the current status; `unknown` instead of the error `transaction_not_found`, and `replaced` if the server reports
 * that another transaction in a block has used the inputs or the nonce.
 */
export async function transactionStatus(
  client: Client,
  watched: Watched,
  signal?: AbortSignal,
): Promise<StatusUpdate> {
  const { chain, network, txid } = watched;
  const init = { params: { path: { chain: chain as never }, query: { txid, network, ...usedUp(watched) } } };
  const options = signal === undefined ? init : { ...init, signal };
  try {
    const call = connectorOf(client.services, chain).GET("/api/transaction/status/{chain}", options);
    const { status, confirmations, block, date, replacedBy } = (await dataOf(call)) as TransactionStatus;
    // A failed transaction is in a block. Otherwise another one has used its inputs or nonce, which not every node can name.
    const isReplaced = status === "rejected" && (replacedBy || (block === "" && chain !== "xlm"));
    const common = { txid, status: isReplaced ? "replaced" : status, confirmations, block, date } as const;
    return replacedBy ? { ...common, replacedBy } : common;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.is("transaction_not_found")) throw error;
    return { txid, status: "unknown", confirmations: 0, block: "", date: 0 };
  }
}

/** Returns true if the status does not change any more; more confirmations may follow. */
export const isFinal = ({ status }: TransactionStatus): boolean => status === "confirmed" || status === "rejected" || status === "replaced";

/** Returns true if the transaction is in a block, also a failed one, so that others which use up the same cannot be mined. */
export const isMined = ({ status, block }: Pick<TransactionStatus, "status" | "block">): boolean =>
  status === "confirmed" || (status === "rejected" && block !== "");

/** Yields the status now and after every change until the transaction is final, or unknown for too long. */
export async function* watch(
  client: Client,
  watched: Watched,
  options: WatchOptions = {},
): AsyncGenerator<StatusUpdate, void, undefined> {
  const { family } = chainData(watched.chain);
  const interval = options.interval ?? INTERVALS[family];
  const unknownLimit = options.unknownLimit ?? UNKNOWN_LIMITS[family];
  const target = options.confirmations ?? 1;
  let last: string | undefined;
  for (let failures = 0, unknown = 0; ; ) {
    try {
      const update = await transactionStatus(client, watched, options.signal);
      failures = 0;
      const current = JSON.stringify(update);
      if (current !== last) yield update;
      last = current;
      if (isFinal(update) && (update.status !== "confirmed" || update.confirmations >= target)) return;
      unknown = update.status === "unknown" ? unknown + 1 : 0;
      if (unknown >= unknownLimit) {
        if (!(await isExcluded(client, watched, options.signal))) return;
        // Possibly mined since the last response.
        const again = await transactionStatus(client, watched, options.signal);
        if (again.status === "unknown") return yield { ...again, status: "replaced" };
        unknown = 0;
      }
    } catch (error) {
      failures += 1;
      if (!isWalletError(error) || !error.retriable || failures >= MAX_FAILURES) throw error;
    }
    await sleep(interval, options.signal);
  }
}
