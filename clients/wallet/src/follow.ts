/** Events of the wallet's payments: the balances and histories that they change are loaded again, instead of periodically. */
import { effect, signal } from "@preact/signals";
import { ApiError, type Chain, followEvents, isBtcLike, isLimitOfBearer, type Network, type NotificationEvent, subscribe as subscribeEntries, type SubscribeResult, unsubscribe } from "@wallet-cloud/client";
import { btcAccount } from "./btc-accounts.js";
import { loadCursor, loadSubscriptions, saveCursor, saveSubscriptions, type WatchedKey } from "./device.js";
import { receivedText, type Row } from "./effects.js";
import { loadAll, loadChain, stateOf } from "./holdings.js";
import { account, announcement, chains, chainView, client, cloud, isChain, keys, network, noted, sessionEnded, unlockedKeys } from "./state.js";
import { watchedKeys } from "./watched.js";
import { WATCH_ONLY } from "./worker-data.js";

/** A path that no address has: only this wallet knows its key, which distinguishes the subscriptions from those of other wallets. */
const NAMESPACE = "m/44'/148'/2147483647'";
/** Events that are older when they are received, in seconds, are not announced. */
const RECENT = 600;
/** Milliseconds from an event to the request, so that several events cause one. */
const DELAY = 300;

/** What has a subscription: a chain of the wallet, or a watched key. */
interface Target {
  /** The chain, or the id of the key. */
  name: string;
  chain: Chain;
  key?: WatchedKey;
}

/**
 * The chains and the ids of watched keys whose events are received, with the ids of their subscriptions. The others are polled: without
 * the permission, without the service, or beyond its limits.
 */
export const followed = signal<ReadonlyMap<string, string>>(new Map());
/** The chains and watched keys for which the account has no subscription left. */
export const limited = signal<ReadonlySet<string>>(new Set());

/** Loads the open history of a chain or watched key again. */
const histories = new Map<string, () => Promise<void>>();
const waiting = new Set<string>();

/** Registers an open history, until the result is called. */
export function onEvents(name: string, reload: () => Promise<void>): () => void {
  histories.set(name, reload);
  return () => void (histories.get(name) === reload && histories.delete(name));
}

function refresh({ name, chain, key }: Target): void {
  if (waiting.has(name)) return;
  waiting.add(name);
  setTimeout(() => {
    waiting.delete(name);
    // Not after the wallet was locked.
    if (followed.value.has(name)) void (histories.get(name)?.() ?? (key === undefined && loadChain(chain).catch(() => undefined)));
  }, DELAY);
}

/** Announces a payment to the wallet, once. Transactions with flags may imitate one, so that their tokens are not named. */
function announce({ state, previousState, at, transaction }: NotificationEvent, { chain, key }: Target): void {
  const isNews = previousState === undefined && state !== "dropped" && state !== "replaced" && Date.now() / 1000 - at < RECENT;
  if (!isNews) return;
  const own = isBtcLike(chain) ? "" : account(chain).address;
  const received = receivedText(transaction as unknown as Row, chainView(chain).ticker, own, stateOf(chain).holdings);
  if (received !== "") announcement.value = `Received ${received}${key === undefined ? "" : ` in ${key.name}`}`;
}

const isLimit = ({ error }: SubscribeResult) => isLimitOfBearer(error);

/** Stores which subscriptions this browser uses, and returns all of them. */
function noteUsed(results: SubscribeResult[], selected: Network): Record<string, Network> {
  const used = loadSubscriptions();
  for (const { id, subscription } of results) if (subscription) used[id] = selected;
  saveSubscriptions(used);
  return used;
}

/**
 * Deletes subscriptions that this browser has used and that the page shows no longer, for example of a key that is not watched any more,
 * so that they do not count towards the limit of the account. Those of the other network are deleted only if both networks exceed the
 * limit. Subscriptions of other devices remain. Returns true if there is room for others.
 */
async function deleteUnused(results: SubscribeResult[], selected: Network): Promise<boolean> {
  const used = noteUsed(results, selected);
  const isFull = results.some(isLimit);
  const current = new Set(results.map(({ id }) => id));
  const unused = Object.keys(used).filter((id) => !current.has(id) && (isFull || used[id] === selected));
  for (const id of unused) {
    await unsubscribe(client(), id);
    delete used[id];
    saveSubscriptions(used);
  }
  return isFull && unused.length > 0;
}

/** Subscribes to the accounts and addresses of the wallet, and to the watched keys as far as the limit permits. */
async function subscribe(targets: Target[], signal: AbortSignal): Promise<SubscribeResult[]> {
  const namespace = unlockedKeys().ed25519(NAMESPACE).publicKey;
  const isOwn = ({ key }: Target) => key === undefined;
  const own = targets.filter(isOwn).map(({ chain }) => (isBtcLike(chain) ? { chain, xpub: btcAccount(chain).descriptor } : { chain, addresses: [account(chain).address] }));
  const watched = targets.flatMap(({ key }) => (key === undefined ? [] : { chain: key.chain, xpub: key.xpub }));
  // The user can select the other network in the meantime.
  const selected = network.value;
  const subscribeAll = async () => [
    ...(await subscribeEntries(client(), { entries: own, namespace, signal })),
    ...(watched.length === 0 ? [] : await subscribeEntries(client(), { entries: watched, namespace, label: WATCH_ONLY, signal })),
  ];
  let results = await subscribeAll();
  if (await deleteUnused(results, selected)) noteUsed((results = await subscribeAll()), selected);
  return results;
}

/** Follows the events of the accounts, addresses and watched keys of the selected network. */
async function follow(signal: AbortSignal): Promise<void> {
  const targets: Target[] = [
    ...chains.value.map(({ chain }) => ({ name: chain, chain })),
    ...watchedKeys.value.filter(({ chain }) => isChain(chain)).map((key) => ({ name: key.id, chain: key.chain, key })),
  ];
  const results = await subscribe(targets, signal);
  if (signal.aborted) return;
  limited.value = new Set(targets.filter((_, index) => isLimit(results[index]!)).map(({ name }) => name));
  const subscribed = targets.flatMap((target, index) => (results[index]!.subscription ? [[results[index]!.id, target] as const] : []));
  if (subscribed.length === 0) return;
  const targetOf = new Map(subscribed);
  followed.value = new Map(subscribed.map(([id, { name }]) => [name, id]));
  // Payments between the first request for the balances and the subscription have no event.
  const isNew = (result: SubscribeResult) => Boolean(result.subscription && result.isNew);
  if (results.slice(0, chains.value.length).some(isNew)) await loadAll();
  for await (const { event, cursor } of followEvents(client(), { after: loadCursor(), signal })) {
    saveCursor(cursor);
    const target = targetOf.get(event.subscription);
    if (target === undefined) continue;
    announce(event, target);
    refresh(target);
  }
}

effect(() => {
  if (keys.value === undefined || cloud.value === undefined || chains.value.length === 0 || sessionEnded.value) return undefined;
  const controller = new AbortController();
  follow(controller.signal)
    .catch((error: unknown) => {
      // A cursor of another log.
      if (error instanceof ApiError && error.is("invalid_request")) saveCursor("");
      noted(error);
    })
    .finally(() => {
      if (!controller.signal.aborted) followed.value = new Map();
    });
  return () => {
    controller.abort();
    followed.value = new Map();
    limited.value = new Set();
  };
});
