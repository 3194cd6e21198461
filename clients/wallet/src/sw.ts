/**
 * The service worker of the page: opens the page offline (offline.ts), and shows a notification for each push, also while the page is
 * closed. It has no session, and shows neither memos nor addresses: nothing that a sender can write.
 */
import { CHAINS, type NotificationEvent } from "@wallet-cloud/client";
import { networkName } from "./chain-view.js";
import { isSuspect, type Named, receivedText, type Row } from "./effects.js";
import { type FetchEvent, handle, keepPage } from "./offline.js";
import { CACHE, type ListedToken, PUSH_CHANGED, TOKENS, WATCH_ONLY } from "./worker-data.js";

/** The parts of `ServiceWorkerGlobalScope` in use, which the types of a page lack. */
interface Worker {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "push" | "pushsubscriptionchange" | "notificationclick", listener: (event: WorkerEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}

interface Page {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: string): void;
}

interface WorkerEvent {
  readonly data?: { text(): string } | null;
  readonly notification?: Notification;
  /** The subscription in place of the ended one; absent if the browser has not subscribed again. */
  readonly newSubscription?: PushSubscription | null;
  waitUntil(work: Promise<unknown>): void;
}

interface News {
  title: string;
  body?: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  sequence: number;
  /** True to alert the user again when this notification replaces an earlier one. */
  renotify?: boolean;
}

const worker = self as unknown as Worker;
const PAGE = "/wallet";
const PUSH_KEY = "/notifications/v1/push-key";
const NEUTRAL = { title: "New activity in your wallet", tag: "activity", sequence: 0 };

const BODIES: Record<NotificationEvent["state"], (place: string) => string> = {
  seen: (place) => `Pending on ${place}`,
  confirmed: (place) => `Confirmed on ${place}`,
  final: (place) => `Final on ${place}`,
  dropped: (place) => `Not confirmed or pending any more on ${place}`,
  replaced: (place) => `Another transaction on ${place} spent the same funds`,
};

/** The event of a push. Without contents, only the first members are present; `test` is only in a sample. */
type Pushed = Partial<NotificationEvent> & { test?: boolean };

/** Returns the names of the listed tokens of a chain, which the page has stored: rows of address info have the contracts only. */
async function namesOf(chain: unknown): Promise<Named[]> {
  const stored = await (await caches.open(CACHE)).match(TOKENS);
  const tokens = stored === undefined ? [] : ((await stored.json()) as ListedToken[]);
  return tokens.filter((token) => token.chain === chain);
}

/** Returns the notification about an event, or undefined if the event is not announced. */
function newsOf(event: Pushed, tokens: Named[]): News | undefined {
  const tag = String(event.subscription ?? NEUTRAL.tag);
  const sequence = Number(event.sequence ?? 0);
  const coin = CHAINS.find(({ chain }) => chain === event.chain);
  const bodyOf = Object.hasOwn(BODIES, String(event.state)) ? BODIES[event.state!] : undefined;
  // Without contents: the page shows what has changed.
  if (event.test || coin === undefined || bodyOf === undefined || event.transaction === undefined) {
    return { ...NEUTRAL, tag, sequence, ...(event.test ? { title: "Notifications of this wallet work" } : {}) };
  }
  const row = event.transaction as unknown as Row;
  if (isSuspect(row)) return undefined;
  const own = coin.family === "btc-like" ? "" : (event.addresses?.[0] ?? "");
  const text = receivedText(row, coin.ticker, own, tokens);
  // A token without a name is not shown: the text would have the contract.
  const received = text.includes("0x") ? "" : text;
  const place = networkName({ name: coin.name, network: event.network === "livenet" ? "livenet" : "testnet" });
  const body = bodyOf(event.label === WATCH_ONLY ? `${place}, ${WATCH_ONLY}` : place);
  const news = { body, tag: `${coin.chain}/${event.network}/${row.txid}`, sequence };
  if (event.state === "dropped" || event.state === "replaced") {
    return { ...news, renotify: true, title: received === "" ? `Payment ${event.state}` : `Payment of ${received} ${event.state}` };
  }
  return { ...news, title: received === "" ? NEUTRAL.title : `Received ${received}` };
}

async function show(text: string): Promise<void> {
  let news: News | undefined = NEUTRAL;
  try {
    const event = JSON.parse(text) as Pushed;
    news = newsOf(event, await namesOf(event.chain).catch(() => []));
  } catch {
    // Not an event of this version.
  }
  if (news === undefined) return;
  const { title, sequence, ...options } = news;
  // Pushes can be delivered out of order: an earlier state does not replace a later one.
  const shown = await worker.registration.getNotifications({ tag: options.tag });
  if (shown.some(({ data }) => (data as { sequence: number }).sequence > sequence)) return;
  await worker.registration.showNotification(title, { ...options, data: { sequence } });
}

async function openPages(): Promise<Page[]> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.filter(({ url }) => new URL(url).pathname === PAGE);
}

async function openPage(): Promise<void> {
  const [page] = await openPages();
  await (page === undefined ? worker.clients.openWindow(PAGE) : page.focus());
}

/** Subscribes again after the browser has ended the subscription. The page, which has the session, sends the new one to the service. */
async function subscribeAgain(replacement: PushSubscription | null | undefined): Promise<void> {
  if (!replacement) {
    const { data } = (await (await fetch(PUSH_KEY)).json()) as { data: { publicKey: string } };
    await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: data.publicKey });
  }
  for (const page of await openPages()) page.postMessage(PUSH_CHANGED);
}

// Files have the hash of their version in their URLs, so that a new worker can replace this one at any time.
worker.addEventListener("install", (event) => event.waitUntil(keepPage().catch(() => undefined).then(() => worker.skipWaiting())));
worker.addEventListener("fetch", handle);
// In turn: of two states at the same time, the later one remains.
let last: Promise<void> = Promise.resolve();
worker.addEventListener("push", (event) => {
  const text = event.data?.text() ?? "";
  last = last.catch(() => undefined).then(() => show(text));
  event.waitUntil(last);
});
worker.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribeAgain(event.newSubscription)));
worker.addEventListener("notificationclick", (event) => {
  event.notification?.close();
  event.waitUntil(openPage());
});
