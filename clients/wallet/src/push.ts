/** Web Push: the subscription of this browser, and its registration at the wallet's subscriptions. */
import { assets, dataOf, type Subscription, subscriptions } from "@wallet-cloud/client";
import { loadPush, savePush } from "./device.js";
import { followed } from "./follow.js";
import { client, noted } from "./state.js";
import { registerWorker, SCOPE } from "./worker.js";
import { CACHE, type ListedToken, TOKENS } from "./worker-data.js";

/** The user or the browser does not permit notifications. */
export class NotPermittedError extends Error {}

/** Returns the key with which a browser subscribes, or undefined if the server has none. */
export const pushKey = (): Promise<string | undefined> =>
  dataOf(client().services.notifications.GET("/push-key")).then(({ publicKey }) => publicKey, () => undefined);

/** Returns the URL as the service stores it. */
const canonical = (endpoint: string) => new URL(endpoint).href;

async function browserSubscription(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Returns the followed subscriptions of the network, as the service has them. */
async function followedSubscriptions(): Promise<Subscription[]> {
  const ids = new Set(followed.value.values());
  return (await subscriptions(client())).filter(({ id }) => ids.has(id));
}

/** Returns true if all subscriptions of this wallet on the network push to this browser. */
export async function isPushed(): Promise<boolean> {
  const subscription = await browserSubscription();
  if (subscription === undefined) return false;
  return (await followedSubscriptions()).every(({ push }) => push?.endpoint === canonical(subscription.endpoint));
}

/**
 * Lets further subscriptions push to this browser if the others do: those that are new, and all of them after the browser has replaced
 * its own subscription. Nothing changes if they push to another browser.
 */
export async function renewPush(): Promise<void> {
  const subscription = await browserSubscription();
  if (subscription === undefined) return;
  const endpoint = canonical(subscription.endpoint);
  const others = (await followedSubscriptions()).filter(({ push }) => push?.endpoint !== endpoint);
  if (others.some(({ push }) => push && push.endpoint !== loadPush())) return;
  await pushTo(subscription, others.map(({ id }) => id));
}

/** Lets subscriptions push to this browser. */
async function pushTo(subscription: PushSubscription, ids: Iterable<string>): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const push = { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } };
  for (const id of ids) await change(id, { push });
  savePush(canonical(push.endpoint));
}

async function change(id: string, body: { push: { endpoint: string; keys: { p256dh: string; auth: string } } } | { removePush: true }): Promise<void> {
  await dataOf(client().services.notifications.PUT("/api/subscription/{id}", { params: { path: { id } }, body })).catch((error: unknown) => {
    throw noted(error);
  });
}

/** Stores the names of tokens for the service worker, which has no session. */
async function storeNames(): Promise<void> {
  const list = await assets(client(), "erc20");
  const tokens: ListedToken[] = list.map(({ chain, contract, ticker }) => ({ chain, id: contract, ticker }));
  await (await caches.open(CACHE)).put(TOKENS, Response.json(tokens));
}

/** Requests the permission of the user, subscribes, and lets the subscriptions of this wallet push to this browser. */
export async function startPush(applicationServerKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") throw new NotPermittedError();
  await storeNames();
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const create = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const subscription = await create().catch(async (error: unknown) => {
    const existing = await pushManager.getSubscription();
    if (existing === null) throw new NotPermittedError(String(error));
    // With another key: the key of the server has changed.
    await existing.unsubscribe();
    return create();
  });
  await pushTo(subscription, followed.value.values());
}

/** Ends the pushes to this browser: those of all networks. */
export async function stopPush(): Promise<void> {
  const subscription = await browserSubscription();
  if (subscription === undefined) return;
  await subscription.unsubscribe();
  const all = await subscriptions(client());
  // The pushes to another browser of this wallet remain.
  for (const { id, push } of all) if (push?.endpoint === canonical(subscription.endpoint)) await change(id, { removePush: true });
}
