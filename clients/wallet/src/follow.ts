/** Events of the wallet's payments: the balances and histories that they change are loaded again, instead of periodically. */
import { effect, signal } from "@preact/signals";
import { ApiError, type Chain, isBtcLike, type NotificationEvent } from "@wallet-cloud/client";
import { btcAccount } from "./btc-accounts.js";
import { loadCursor, saveCursor } from "./device.js";
import { receivedText, type Row } from "./effects.js";
import { loadAll, loadChain, stateOf } from "./holdings.js";
import { account, announcement, chains, chainView, client, cloud, keys, noted, sessionEnded, unlockedKeys } from "./state.js";

/** A path that no address has: only this wallet knows its key, which distinguishes the subscriptions from those of other wallets. */
const NAMESPACE = "m/44'/148'/2147483647'";
/** Events that are older when they are received, in seconds, are not announced. */
const RECENT = 600;
/** Milliseconds from an event to the request, so that several events cause one. */
const DELAY = 300;

/**
 * The chains whose events are received, with the ids of their subscriptions. The others are polled: without the permission, without
 * the service, or beyond its limits.
 */
export const followed = signal<ReadonlyMap<Chain, string>>(new Map());

/** Loads the open history of a chain again. */
const histories = new Map<Chain, () => Promise<void>>();
const waiting = new Set<Chain>();

/** Registers an open history, until the result is called. */
export function onEvents(chain: Chain, reload: () => Promise<void>): () => void {
  histories.set(chain, reload);
  return () => void (histories.get(chain) === reload && histories.delete(chain));
}

function refresh(chain: Chain): void {
  if (waiting.has(chain)) return;
  waiting.add(chain);
  setTimeout(() => {
    waiting.delete(chain);
    // Not after the wallet was locked.
    if (followed.value.has(chain)) void (histories.get(chain)?.() ?? loadChain(chain).catch(() => undefined));
  }, DELAY);
}

/** Announces a payment to the wallet, once. Transactions with flags may imitate one, so that their tokens are not named. */
function announce({ chain, state, previousState, at, transaction }: NotificationEvent): void {
  const isNews = previousState === undefined && state !== "dropped" && state !== "replaced" && Date.now() / 1000 - at < RECENT;
  if (!isNews) return;
  const own = isBtcLike(chain) ? "" : account(chain).address;
  const received = receivedText(transaction as unknown as Row, chainView(chain).ticker, own, stateOf(chain).holdings);
  if (received !== "") announcement.value = `${received} received`;
}

/** Subscribes to the accounts and addresses of the wallet, and follows the events of all of them. */
async function follow(signal: AbortSignal): Promise<void> {
  const { notifications } = client();
  const entries = chains.value.map(({ chain }) => (isBtcLike(chain) ? { chain, xpub: btcAccount(chain).descriptor } : { chain, addresses: [account(chain).address] }));
  const results = await notifications.subscribe({ entries, namespace: unlockedKeys().ed25519(NAMESPACE).publicKey, signal });
  const subscribed = new Map<string, Chain>(results.flatMap(({ id, chain, subscription }) => (subscription ? [[id, chain] as const] : [])));
  if (signal.aborted || subscribed.size === 0) return;
  followed.value = new Map([...subscribed].map(([id, chain]) => [chain, id]));
  // Payments between the first request for the balances and the subscription have no event.
  if (results.some((result) => result.subscription && result.isNew)) await loadAll();
  for await (const { event, cursor } of notifications.follow({ after: loadCursor(), signal })) {
    saveCursor(cursor);
    const chain = subscribed.get(event.subscription);
    if (chain === undefined) continue;
    announce(event);
    refresh(chain);
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
  };
});
