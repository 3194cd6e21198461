/** Balances of many addresses and extended keys on many chains, with one request per family. */
import { type AddressData, containsPrivateKey, type ExtendedKeyData } from "./address-info.js";
import { type BtcLikeChain, type Chain, chainData, type EthLikeChain, type Family, type Network } from "./chains.js";
import type { Client } from "./client.js";
import { AbortedError, InputError, InvalidResponseError, isWalletError, type WalletError } from "./errors.js";
import { type AddressInfoBtcLike, dataOf } from "./services.js";
import { apiErrorOf } from "./transport.js";

/** Maximum number of addresses of a request. */
const MAX_ADDRESSES = 50;
/** Maximum number of extended keys of a request. */
const MAX_KEYS = 10;
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
  /** Contracts of the tokens to return as well: up to 50 on EVM chains, up to 20 on Stellar. */
  tokens?: C extends EthLikeChain | "xlm" ? readonly string[] | undefined : undefined;
  /** `CODE:ISSUER` of assets on Stellar that a server without an index returns besides the asset list: up to 50. */
  assets?: C extends "xlm" ? readonly string[] | undefined : undefined;
}

/** An extended key of a portfolio. */
export interface PortfolioKey {
  chain: BtcLikeChain;
  /** Extended public key (`xpub`, `ypub`, `zpub`, …) or an output descriptor of one. A private key is rejected and not sent. */
  xpub: string;
  /** Maximum number of transactions; none by default. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  /** Number of consecutive unused addresses that ends the search; default 20. */
  gap?: number | undefined;
}

/** The addresses and extended keys of a portfolio. */
export interface PortfolioQuery<E extends PortfolioEntry | PortfolioKey = PortfolioEntry> {
  entries: readonly E[];
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** The result of an address: `data` as of `addressInfo`, or its error. */
export type PortfolioResult<C extends Chain = Chain> = C extends Chain
  ?
      | { chain: C; address: string; data: AddressData<C>; error?: undefined }
      | { chain: C; address: string; data?: undefined; error: WalletError }
  : never;

/** The result of an extended key: `data` as of `extendedKeyInfo`, or its error. */
export type PortfolioKeyResult =
  | { chain: BtcLikeChain; xpub: string; data: ExtendedKeyData; error?: undefined }
  | { chain: BtcLikeChain; xpub: string; data?: undefined; error: WalletError };

type Entry = PortfolioEntry | PortfolioKey;
type Result = PortfolioResult | PortfolioKeyResult;

const isKey = (entry: Entry): entry is PortfolioKey => "xpub" in entry && entry.xpub !== undefined;

/**
 * Returns balances, and transactions where an entry has a limit, in the order of the entries: one request for each family of
 * chains, 50 addresses and 10 extended keys. A failure of an entry or of a request is the `error` of its results. Rejects only
 * if the caller's signal ends the requests.
 */
export function portfolio(client: Client, query: PortfolioQuery): Promise<PortfolioResult[]>;
export function portfolio(client: Client, query: PortfolioQuery<Entry>): Promise<Result[]>;
export async function portfolio(client: Client, { entries, network, signal }: PortfolioQuery<Entry>): Promise<Result[]> {
  const results: Result[] = [];
  const sent: number[] = [];
  entries.forEach((entry, index) => {
    if (isKey(entry) && containsPrivateKey(entry.xpub)) results[index] = failed(entry, new InputError("xpub", "a private key"));
    else sent.push(index);
  });
  const run = async (indexes: number[]) => {
    const part = indexes.map((index) => entries[index]!);
    const found = await partOf(client, part, network ?? client.network, signal);
    indexes.forEach((index, position) => (results[index] = found[position]!));
  };
  await Promise.all(parts(entries, sent).map(run));
  return results;
}

/** Returns the indexes of the entries of each request. */
function parts(entries: readonly Entry[], sent: number[]): number[][] {
  const open = new Map<Family, { indexes: number[]; addresses: number; keys: number; transactions: number }>();
  const all: number[][] = [];
  for (const index of sent) {
    const entry = entries[index]!;
    const { family } = chainData(entry.chain);
    const limit = entry.limit ?? 0;
    let part = open.get(family);
    const isFull = part !== undefined && (isKey(entry) ? part.keys === MAX_KEYS : part.addresses === MAX_ADDRESSES);
    if (part === undefined || isFull || part.transactions + limit > MAX_TRANSACTIONS) {
      part = { indexes: [], addresses: 0, keys: 0, transactions: 0 };
      open.set(family, part);
      all.push(part.indexes);
    }
    part.indexes.push(index);
    part[isKey(entry) ? "keys" : "addresses"]++;
    part.transactions += limit;
  }
  return all;
}

/** Returns the results of one request. */
async function partOf(client: Client, entries: Entry[], network: Network, signal: AbortSignal | undefined): Promise<Result[]> {
  try {
    const requests = entries.filter((entry): entry is PortfolioEntry => !isKey(entry));
    const keys = entries.filter(isKey);
    const call = batch(client, requests, keys, network, signal);
    const { response } = await call;
    const found = await dataOf(call);
    const ofAddresses = resultsOf(found.results, requests.length, response);
    const ofKeys = keys.length === 0 ? [] : resultsOf(found.keys, keys.length, response);
    return entries.map((entry) => resultOf(entry, (isKey(entry) ? ofKeys : ofAddresses).shift(), response));
  } catch (error) {
    if (!isWalletError(error) || error instanceof AbortedError) throw error;
    return entries.map((entry) => failed(entry, error));
  }
}

/** Returns the results of a list of the response, which must have this length. */
function resultsOf(results: unknown, count: number, response: Response): unknown[] {
  if (!Array.isArray(results) || results.length !== count) throw invalid(response);
  return [...results];
}

const invalid = (response: Response) => new InvalidResponseError("the results are not those of the entries", response.status);

/** Returns the result of an entry that failed. */
const failed = (entry: Entry, error: WalletError) => ({ ...nameOf(entry), error }) as Result;

const nameOf = (entry: Entry) =>
  isKey(entry) ? { chain: entry.chain, xpub: entry.xpub } : { chain: entry.chain, address: entry.address };

type BatchOperation = AddressInfoBtcLike["/api/batch"]["post"];
type BatchCall = Promise<{ data?: BatchOperation["responses"][200]["content"]["application/json"] | undefined; response: Response }>;

function batch(
  client: Client,
  requests: PortfolioEntry[],
  keys: PortfolioKey[],
  network: Network,
  signal: AbortSignal | undefined,
): BatchCall {
  const { addressInfoBtcLike, addressInfoEthLike, addressInfoXlm } = client.services;
  const services = { "btc-like": addressInfoBtcLike, "eth-like": addressInfoEthLike, xlm: addressInfoXlm };
  const { family } = chainData((requests[0] ?? keys[0]!).chain);
  // The operation has the same form in all families, apart from the keys.
  const service = services[family] as typeof addressInfoBtcLike;
  const lists = {
    ...(requests.length === 0 ? {} : { requests: requests.map(toRequest) }),
    ...(keys.length === 0 ? {} : { keys: keys.map(toRequest) }),
  };
  return service.POST("/api/batch", { body: { network, ...lists } as never, ...(signal === undefined ? {} : { signal }) });
}

const FIELDS = ["chain", "address", "xpub", "limit", "cursor", "gap", "tokens", "assets"];

/** Returns the fields of an entry that are defined. */
const toRequest = (entry: Entry) =>
  Object.fromEntries(Object.entries(entry).filter(([name, value]) => FIELDS.includes(name) && value !== undefined));

/** Checks that a result is that of the entry. */
function resultOf(entry: Entry, result: unknown, response: Response): Result {
  const { chain, address, data, error } = (result ?? {}) as Record<string, unknown>;
  const isOfEntry = chain === entry.chain && (isKey(entry) || address === entry.address);
  const isData = typeof data === "object" && data !== null;
  const failure = isData ? undefined : apiErrorOf(withoutIndex(error), response);
  if (!isOfEntry || (!isData && failure === undefined)) throw invalid(response);
  return failure === undefined ? ({ ...nameOf(entry), data } as Result) : failed(entry, failure);
}

/** Removes the position in the request from the path of the invalid field. */
function withoutIndex(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return error;
  const { field, ...others } = error as Record<string, unknown>;
  const own = typeof field === "string" ? field.replace(/^(requests|keys)\[\d+\]\.?/, "") : "";
  return own === "" ? others : { ...others, field: own };
}
