/** Subscriptions to the addresses of a wallet, one for each chain. */
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8 } from "@scure/base";
import { containsPrivateKey } from "./address-info.js";
import type { BtcLikeChain, Chain, Network } from "./chains.js";
import type { Client } from "./client.js";
import { AbortedError, ApiError, InputError, isWalletError, type WalletError } from "./errors.js";
import type { EventState } from "./events.js";
import { uuidOf } from "./random.js";
import { DEFAULT_RETRY, retrying } from "./retry.js";
import { dataOf, type Notifications } from "./services.js";

type Operations = Notifications["/api/subscription"];

/** A subscription, as the service returns it. */
export type Subscription = Operations["post"]["responses"][200]["content"]["application/json"]["data"];

/** The addresses of a wallet on a chain. */
export interface WatchedAddresses {
  chain: Chain;
  /** 1 to 1000 addresses. */
  addresses: readonly string[];
}

/** An account of a btc-like chain. Its watched addresses grow as they are used. */
export interface WatchedAccount {
  chain: BtcLikeChain;
  /** Extended public key or output descriptor. A private key is rejected and not sent. */
  xpub: string;
  /** Number of consecutive unused addresses that are watched; 20 by default. */
  gap?: number | undefined;
}

/** The addresses and accounts to subscribe to. */
export interface SubscribeQuery {
  /** One entry for each chain: the account if the wallet has one, otherwise the addresses. */
  entries: readonly (WatchedAddresses | WatchedAccount)[];
  /**
   * A secret or random text of this wallet or account, from which the ids of the subscriptions are derived: the same text and
   * entries are the same subscriptions, on every device. Ids are unique among all owners, so that others must not guess it.
   */
  namespace: string;
  network?: Network | undefined;
  /** The states that have events; all by default. */
  states?: readonly EventState[] | undefined;
  /** A name that the events repeat, 1 to 64 characters. */
  label?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The subscription of an entry, or its error. */
export type SubscribeResult =
  | { chain: Chain; id: string; subscription: Subscription; /** False if it existed. */ isNew: boolean; error?: undefined }
  | { chain: Chain; id: string; subscription?: undefined; error: WalletError };

type Body = NonNullable<Operations["post"]["requestBody"]>["content"]["application/json"];

/** Returns all subscriptions of the bearer. */
export async function subscriptions(client: Client, signal?: AbortSignal): Promise<Subscription[]> {
  const all: Subscription[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const init = { params: { query }, ...(signal === undefined ? {} : { signal }) };
    const page = await dataOf(client.services.notifications.GET("/api/subscription", init));
    all.push(...page.subscriptions);
    // The same cursor again would repeat the page for ever.
    if (page.nextCursor === undefined || page.nextCursor === cursor) return all;
    cursor = page.nextCursor;
  }
}

/**
 * Subscribes to the entries and returns the results in their order. Existing subscriptions are found in the list of the bearer and
 * not created again. The failure of an entry is the `error` of its result, for example `limit_reached`; rejects if the list
 * fails, or if the caller's signal ends the requests.
 */
export async function subscribe(client: Client, query: SubscribeQuery): Promise<SubscribeResult[]> {
  const existing = new Map((await subscriptions(client, query.signal)).map((found) => [found.id, found]));
  const results: SubscribeResult[] = [];
  // In turn: two creations of an owner at the same time would contend for the counter of the limit.
  let limit: WalletError | undefined;
  for (const entry of query.entries) {
    const { chain } = entry;
    const body = bodyOf(client, entry, query);
    const { id } = body;
    const subscription = existing.get(id);
    if (subscription !== undefined) results.push({ chain, id, subscription, isNew: false });
    // Further creations would fail, too.
    else if (limit !== undefined) results.push({ chain, id, error: limit });
    else {
      const result = await created(client, chain, body, query.signal);
      if (isLimitOfBearer(result.error)) limit = result.error;
      results.push(result);
    }
  }
  return results;
}

/** Returns true if the bearer can have no further subscription on any chain. With a reason, the limit is that of a single chain. */
export const isLimitOfBearer = (error: WalletError | undefined): boolean =>
  error?.kind === "api" && error.is("limit_reached") && (error.details as { reason?: string }).reason === undefined;

/** Deletes a subscription. One that does not exist any more is no error. */
export async function unsubscribe(client: Client, id: string, signal?: AbortSignal): Promise<void> {
  const init = { params: { path: { id } }, ...(signal === undefined ? {} : { signal }) };
  const { retry, sleep } = client.options;
  const remove = () => dataOf(client.services.notifications.DELETE("/api/subscription/{id}", init));
  await retrying({ ...DEFAULT_RETRY, ...retry }, remove, { signal, sleep }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.is("not_found"))) throw error;
  });
}

async function created(client: Client, chain: Chain, body: Body & { id: string }, signal: AbortSignal | undefined): Promise<SubscribeResult> {
  const { id } = body;
  if (body.key && containsPrivateKey(body.key.xpub)) return { chain, id, error: new InputError("xpub", "a private key") };
  const init = { body, ...(signal === undefined ? {} : { signal }) };
  const { retry, sleep } = client.options;
  try {
    // With an id, the repetition of a request whose response was lost has the effect of one request.
    const create = () => dataOf(client.services.notifications.POST("/api/subscription", init));
    const subscription = await retrying({ ...DEFAULT_RETRY, ...retry }, create, { signal, sleep });
    return { chain, id, subscription, isNew: true };
  } catch (error) {
    if (!isWalletError(error) || error instanceof AbortedError) throw error;
    return { chain, id, error };
  }
}

/** Returns the request of an entry. Its id follows from everything that it contains, since another request with the same id is an error. */
function bodyOf(client: Client, entry: WatchedAddresses | WatchedAccount, query: SubscribeQuery): Body & { id: string } {
  const { namespace, states, label } = query;
  const key = "xpub" in entry ? { xpub: entry.xpub, ...(entry.gap === undefined ? {} : { gap: entry.gap }) } : undefined;
  const watched = "xpub" in entry ? { key: key! } : { addresses: [...new Set(entry.addresses)].sort() };
  const optional = { ...(states === undefined ? {} : { states: [...states] }), ...(label === undefined ? {} : { label }) };
  const body = { chain: entry.chain, network: query.network ?? client.network, ...watched, ...optional };
  return { id: uuidOf(sha256(utf8.decode(JSON.stringify([namespace, body]))), 8), ...body };
}
