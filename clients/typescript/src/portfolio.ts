/** Balances of many addresses on many chains, with one request per family. */
import type { AddressData } from "./address-info.js";
import { type Chain, chainData, type EthLikeChain, type Family } from "./chains.js";
import type { Client, Network } from "./client.js";
import { AbortedError, isWalletError, InvalidResponseError, type WalletError } from "./errors.js";
import { type AddressInfoEthLike, dataOf } from "./services.js";
import { apiErrorOf } from "./transport.js";

/** Maximum number of entries of a request. */
const MAX_ENTRIES = 50;
/** Maximum sum of the limits of a request. */
const MAX_TRANSACTIONS = 1000;

/** An address of a portfolio. */
export interface PortfolioEntry<C extends Chain = Chain> {
  chain: C;
  address: string;
  /** Maximum number of transactions; none by default. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  /** EVM chains: contracts of tokens whose balances are returned as well, up to 50. */
  tokens?: C extends EthLikeChain ? readonly string[] | undefined : undefined;
}

export interface PortfolioQuery {
  entries: readonly PortfolioEntry[];
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** The result of an entry: `data` as of `addressInfo`, or its error. */
export type PortfolioResult<C extends Chain = Chain> = C extends Chain
  ?
      | { chain: C; address: string; data: AddressData<C>; error?: undefined }
      | { chain: C; address: string; data?: undefined; error: WalletError }
  : never;

/**
 * Returns balances, and transactions where an entry has a limit, in the order of the entries: one request for each family of
 * chains and 50 entries. A failure of an entry or of a request is the `error` of its results. Rejects only if the caller's
 * signal ends the requests.
 */
export async function portfolio(client: Client, { entries, network, signal }: PortfolioQuery): Promise<PortfolioResult[]> {
  const results: PortfolioResult[] = [];
  const run = async (indexes: number[]) => {
    const part = indexes.map((index) => entries[index]!);
    const found = await partOf(client, part, network ?? client.network, signal);
    indexes.forEach((index, position) => (results[index] = found[position]!));
  };
  await Promise.all(parts(entries).map(run));
  return results;
}

/** Returns the indexes of the entries of each request. */
function parts(entries: readonly PortfolioEntry[]): number[][] {
  const open = new Map<Family, { indexes: number[]; transactions: number }>();
  const all: number[][] = [];
  entries.forEach(({ chain, limit = 0 }, index) => {
    const { family } = chainData(chain);
    let part = open.get(family);
    if (part === undefined || part.indexes.length === MAX_ENTRIES || part.transactions + limit > MAX_TRANSACTIONS) {
      part = { indexes: [], transactions: 0 };
      open.set(family, part);
      all.push(part.indexes);
    }
    part.indexes.push(index);
    part.transactions += limit;
  });
  return all;
}

/** Returns the results of one request. */
async function partOf(
  client: Client,
  entries: PortfolioEntry[],
  network: Network,
  signal: AbortSignal | undefined,
): Promise<PortfolioResult[]> {
  try {
    const call = batch(client, entries, network, signal);
    const { response } = await call;
    const { results } = await dataOf(call);
    if (!Array.isArray(results) || results.length !== entries.length) throw invalid(response);
    return entries.map((entry, index) => resultOf(entry, results[index], response));
  } catch (error) {
    if (!isWalletError(error) || error instanceof AbortedError) throw error;
    return entries.map(({ chain, address }) => ({ chain, address, error }) as PortfolioResult);
  }
}

const invalid = (response: Response) => new InvalidResponseError("the results are not those of the entries", response.status);

type BatchOperation = AddressInfoEthLike["/api/batch"]["post"];
type BatchCall = Promise<{ data?: BatchOperation["responses"][200]["content"]["application/json"] | undefined; response: Response }>;

function batch(client: Client, entries: PortfolioEntry[], network: Network, signal: AbortSignal | undefined): BatchCall {
  const { addressInfoBtcLike, addressInfoEthLike, addressInfoXlm } = client.services;
  const services = { "btc-like": addressInfoBtcLike, "eth-like": addressInfoEthLike, xlm: addressInfoXlm };
  // The operation has the same form in all families.
  const service = services[chainData(entries[0]!.chain).family] as typeof addressInfoEthLike;
  const body = { network, requests: entries.map(toRequest) };
  return service.POST("/api/batch", { body, ...(signal === undefined ? {} : { signal }) });
}

const toRequest = ({ chain, address, limit, cursor, tokens }: PortfolioEntry) => ({
  chain,
  address,
  ...(limit === undefined ? {} : { limit }),
  ...(cursor === undefined ? {} : { cursor }),
  ...(tokens === undefined ? {} : { tokens: [...tokens] }),
});

/** Checks that a result is that of the entry. */
function resultOf({ chain, address }: PortfolioEntry, result: unknown, response: Response): PortfolioResult {
  const { chain: ofChain, address: ofAddress, data, error } = (result ?? {}) as Record<string, unknown>;
  const isData = typeof data === "object" && data !== null;
  const failure = isData ? undefined : apiErrorOf(withoutIndex(error), response);
  if (ofChain !== chain || ofAddress !== address || (!isData && failure === undefined)) throw invalid(response);
  return (isData ? { chain, address, data } : { chain, address, error: failure }) as PortfolioResult;
}

/** Removes the position in the request from the path of the invalid field. */
function withoutIndex(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const { field, ...others } = error as Record<string, unknown>;
  const own = typeof field === "string" ? field.replace(/^requests\[\d+\]\.?/, "") : "";
  return own === "" ? others : { ...others, field: own };
}
