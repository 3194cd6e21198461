/** Transactions that can no longer be mined: what they use up was used by another one in a block. */
import { addressInfo } from "./address-info.js";
import { btcLikeParams } from "./btc/params.js";
import { outpointOf, type OwnedUtxo, ownerOf } from "./btc/transfer.js";
import { responseAmount, responseInteger } from "./bytes.js";
import { type BtcLikeChain, type Chain, type EthLikeChain, isBtcLike, type Network } from "./chains.js";
import type { Client } from "./client.js";
import { isWalletError } from "./errors.js";
import type { Attempt } from "./payment-store.js";
import { dataOf } from "./services.js";
import { xlmAccount } from "./xlm/account.js";

/** A transaction that no upstream knows. */
export interface Unknown {
  chain: Chain;
  network: Network;
  txid: string;
  attempt?: Attempt | undefined;
}

/** Number of latest transactions of the sender in which the transaction itself is looked for. */
const LATEST = 50;

/**
 * Returns true if a transaction in a block spent an input of this one, or used its nonce or sequence number. Pending transactions do
 * not count, since they may never be mined. A failed request shows nothing: false.
 */
export async function isExcluded(client: Client, unknown: Unknown, signal?: AbortSignal): Promise<boolean> {
  const { chain, attempt } = unknown;
  const { inputs, from, nonce, sequence } = attempt?.spends ?? {};
  const query = { client, ...unknown, signal };
  try {
    if (isBtcLike(chain)) return inputs !== undefined && (await hasSpentInput({ ...query, chain }, inputs));
    if (chain === "xlm") return from !== undefined && sequence !== undefined && (await isSequenceUsed({ ...query, chain }, from, sequence));
    return from !== undefined && nonce !== undefined && (await isNonceUsed({ ...query, chain }, from, nonce));
  } catch (error) {
    if (isWalletError(error) && error.kind !== "aborted") return false;
    throw error;
  }
}

interface Query<C extends Chain> {
  client: Client;
  chain: C;
  network: Network;
  txid: string;
  signal: AbortSignal | undefined;
}

const initOf = <C extends Chain>({ chain, network, signal }: Query<C>, address: string) => ({
  params: { path: { chain }, query: { address, network } },
  ...(signal === undefined ? {} : { signal }),
});

type Row = { txid: string; status: string };

/** Returns true if the history of the sender lists the transaction, which the status does not know yet. */
const isListed = (rows: readonly Row[], { txid }: { txid: string }): boolean => rows.some((row) => row.txid === txid);

async function hasSpentInput(query: Query<BtcLikeChain>, inputs: readonly OwnedUtxo[]): Promise<boolean> {
  const { client, chain, network, signal } = query;
  const params = btcLikeParams(chain, network);
  const byOwner = new Map<string, OwnedUtxo[]>();
  for (const input of inputs) {
    const { address } = ownerOf(params, input.type, input.publicKey);
    byOwner.set(address, [...(byOwner.get(address) ?? []), input]);
  }
  const isSpent = async (address: string, owned: readonly OwnedUtxo[]) => {
    const { utxo } = await dataOf(client.services.connectorBtcLike.GET("/api/prepare-transaction/utxo-list/{chain}", initOf(query, address)));
    const listed = new Set(utxo.map(outpointOf));
    return owned.some((input) => !listed.has(outpointOf(input)));
  };
  for (const [address, owned] of byOwner) {
    if (!(await isSpent(address, owned))) continue;
    const { transactions } = await addressInfo(client, { chain, address, network, limit: LATEST, signal });
    if (isListed(transactions, query)) return false;
    // A pending transaction may be the one that spends the input. The list before it could be older.
    const hasPending = transactions.some(({ status }) => status === "pending");
    if (!hasPending && (await isSpent(address, owned))) return true;
  }
  return false;
}

async function isNonceUsed(query: Query<EthLikeChain>, address: string, nonce: number): Promise<boolean> {
  const { client, chain, network, signal } = query;
  const next = await dataOf(client.services.connectorEthLike.GET("/api/prepare-transaction/nonce/{chain}", initOf(query, address)));
  // `nonce` counts pending transactions too. An earlier service does not return the number of those in blocks.
  const { confirmed } = next as { confirmed?: number };
  if (confirmed === undefined || responseInteger(confirmed, "confirmed") <= nonce) return false;
  const { transactions } = await addressInfo(client, { chain, address, network, limit: LATEST, signal });
  return !isListed(transactions, query);
}

async function isSequenceUsed(query: Query<"xlm">, address: string, used: string): Promise<boolean> {
  const { client, chain, network, signal } = query;
  const { sequence } = await xlmAccount(client, { address, network, signal });
  if (responseAmount(sequence, "sequence") < BigInt(used)) return false;
  const { transactions } = await addressInfo(client, { chain, address, network, limit: LATEST, signal });
  return !isListed(transactions, query);
}
