/** The events of the log of notifications, followed without gaps. */
import type { AddressData } from "./address-info.js";
import type { BtcLikeChain, Chain, EthLikeChain } from "./chains.js";
import type { Client } from "./client.js";
import { InvalidResponseError } from "./errors.js";
import { delayOfLoop, sleep } from "./retry.js";
import { dataOf, type Notifications } from "./services.js";

type Operation = Notifications["/api/event"]["get"];
type Page = Operation["responses"][200]["content"]["application/json"]["data"];
type Row<C extends Chain> = AddressData<C>["transactions"][number];

/** The fields that the events of all chains share. */
export type EventFields = Omit<Page["events"][number], "chain" | "transaction">;

/** A row of address info. A transaction that is watched by its id has neither `net` nor `direction`. */
export type EventTransaction<C extends Chain> = Omit<Row<C>, "net" | "direction"> & Partial<Pick<Row<C>, "net" | "direction">>;

type EventOn<C extends Chain> = EventFields & { chain: C; transaction: EventTransaction<C> };

/** A change of the state of a transaction. The type of `transaction` follows from `chain`. */
export type NotificationEvent = EventOn<BtcLikeChain> | EventOn<EthLikeChain> | EventOn<"xlm">;

/** The states of a transaction. */
export type EventState = EventFields["state"];

/** The events to follow, and where to continue. */
export interface FollowQuery {
  /** The ids of subscriptions, up to 100; all subscriptions of the bearer by default, also later ones. */
  subscription?: string | readonly string[] | undefined;
  /** The `cursor` of an earlier event with the same subscriptions; by default the events start with the oldest one. */
  after?: string | undefined;
  /** `eventSocket()`: events arrive by the socket, and by long polls while no socket can be opened. By default only by long polls. */
  transport?: EventTransport | undefined;
  /** Ends the iteration, without an error. */
  signal?: AbortSignal | undefined;
}

/**
 * Yields the events after a cursor, until the connection ends. A connection that is lost or not opened rejects with a
 * retriable error.
 */
export type EventTransport = (client: Client, query: FollowQuery, after: string) => AsyncGenerator<FollowedEvent, void, undefined>;

/** An event, and the cursor to continue with. */
export interface FollowedEvent {
  event: NotificationEvent;
  /**
   * Store it after the event has been processed, and continue with it as `after`: no event is missing. Events that were received
   * together may be repeated, with the same `event.id`. Empty: `after` was, too.
   */
  cursor: string;
}

/** The longest wait of a request for an event, in seconds. */
const MAX_WAIT = 20;
/** Milliseconds between two requests without an event, also if the server does not wait. */
const MIN_INTERVAL = 1_000;

/**
 * Yields the events of the log in order and without gaps, as they occur, until `signal` aborts. Temporary failures are repeated for
 * as long as they last: a lost connection, a missing response, 429 and 5xx, after `Retry-After` or a growing delay. Rejects with
 * every other error, for example `session_ended`, `insufficient_permission`, or `not_found` for another owner's subscription.
 */
export async function* followEvents(client: Client, query: FollowQuery = {}): AsyncGenerator<FollowedEvent, void, undefined> {
  const ended = new AbortController();
  try {
    yield* follow(client, query, ended.signal);
  } finally {
    ended.abort();
  }
}

async function* follow(client: Client, query: FollowQuery, ended: AbortSignal): AsyncGenerator<FollowedEvent, void, undefined> {
  const { signal, transport } = query;
  const pause = client.options.sleep ?? sleep;
  let cursor = query.after ?? "";
  let connect = transport;
  let drops = 0;
  let longest = MAX_WAIT;
  for (let failures = 0; ; ) {
    let page: Page;
    try {
      if (signal?.aborted) return;
      const interval = pause(MIN_INTERVAL, signal);
      interval.catch(() => undefined);
      // Before a connection, the log is read up to its end: this renews a rejected token, too.
      page = await pageAfter(client, query, cursor, connect === undefined ? longest : 0);
      if (page.events.length === 0 && connect === undefined) await interval;
      failures = 0;
    } catch (error) {
      if (signal?.aborted) return;
      failures += 1;
      const delay = delayOfLoop(error, failures);
      if (delay === undefined) throw error;
      await pause(delay, signal).catch(() => undefined);
      continue;
    }
    const before = cursor;
    cursor = page.cursor;
    for (const [index, event] of page.events.entries()) {
      if (signal?.aborted) return;
      yield { event: event as unknown as NotificationEvent, cursor: index === page.events.length - 1 ? cursor : before };
    }
    if (connect === undefined || page.events.length > 0) continue;
    try {
      for await (const followed of connect(client, query, cursor)) {
        ({ cursor } = followed);
        drops = 0;
        yield followed;
      }
      drops = 0;
    } catch (error) {
      if (signal?.aborted) return;
      drops += 1;
      const delay = delayOfLoop(error, drops);
      if (delay === undefined) throw error;
      // Until the next connection, long polls receive the events.
      connect = undefined;
      longest = Math.min(MAX_WAIT, Math.ceil(delay / 1000));
      pause(delay, ended).then(() => (connect = transport), () => undefined);
    }
  }
}

async function pageAfter(client: Client, { subscription, signal }: FollowQuery, after: string, longest: number): Promise<Page> {
  const { timeout = 30_000 } = client.options;
  // The response must arrive within the time limit of the client.
  const wait = Math.max(0, Math.min(longest, Math.floor(timeout / 1000) - 5));
  const selected = subscription === undefined ? {} : { subscription: [subscription].flat() };
  const parameters = { ...selected, ...(after === "" ? {} : { after }), wait };
  const init = { params: { query: parameters }, ...(signal === undefined ? {} : { signal }) };
  const page = await dataOf(client.services.notifications.GET("/api/event", init));
  if (!Array.isArray(page.events) || typeof page.cursor !== "string") {
    throw new InvalidResponseError("the response is not a page of events", 200);
  }
  if (page.events.length > 0 && page.cursor === after) throw new InvalidResponseError("the cursor of the events does not advance", 200);
  return page;
}
