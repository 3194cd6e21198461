/** The socket of notifications as a transport of events. */
import type { Client } from "./client.js";
import { InvalidResponseError, NetworkError, TimeoutError, type WalletError } from "./errors.js";
import type { EventTransport, FollowedEvent, FollowQuery, NotificationEvent } from "./events.js";
import { apiErrorOf } from "./transport.js";

/** The parts of a WebSocket in use, which browsers, Node 22 and the package `ws` have. */
export interface EventWebSocket {
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Options of the socket with events. */
export interface EventSocketOptions {
  /** Address of the socket; by default `/notifications/v1/socket` at the base URL. On AWS the socket has a different host. */
  url?: string | undefined;
  /** Replaces the global `WebSocket`, for example by the class of the package `ws` before Node 22. */
  WebSocket?: (new (url: string) => EventWebSocket) | undefined;
  /**
   * Milliseconds without an event after which the connection is replaced, so that a lost connection is noticed; by default five
   * minutes: API Gateway ends a connection after ten.
   */
  idleTimeout?: number | undefined;
}

/** The longest time for a connection to open, in milliseconds. */
const MAX_OPENING = 10_000;
/** The number of characters of messages that wait for the app, from which the connection ends: the log has the events. */
const MAX_WAITING = 1 << 20;
/** The HTTP status of an open socket. */
const SWITCHING_PROTOCOLS = 101;

/** Returns a transport for `followEvents`: events arrive by the socket of notifications, in the same order and without gaps. */
export function eventSocket(options: EventSocketOptions = {}): EventTransport {
  return (client, query, after) => eventsBySocket(client, query, after, options);
}

async function* eventsBySocket(
  client: Client,
  query: FollowQuery,
  after: string,
  options: EventSocketOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const token = await client.options.session.getPermissionToken();
  if (query.signal?.aborted) return;
  const messages = new Messages(open(client, options), client.options.timeout, options.idleTimeout);
  const abort = () => messages.end();
  query.signal?.addEventListener("abort", abort, { once: true });
  try {
    const subscriptions = query.subscription === undefined ? {} : { subscriptions: [query.subscription].flat() };
    let cursor = after;
    for await (const message of messages.after(JSON.stringify({ token, ...subscriptions, after }))) {
      const followed = parse(message, cursor);
      ({ cursor } = followed);
      yield followed;
      if (query.signal?.aborted) return;
    }
  } finally {
    query.signal?.removeEventListener("abort", abort);
    messages.end();
  }
}

function open(client: Client, options: EventSocketOptions): EventWebSocket {
  const Constructor = options.WebSocket ?? globalThis.WebSocket;
  const url = options.url ?? `${client.baseUrl.replace(/^http/, "ws")}/notifications/v1/socket`;
  try {
    return new Constructor(url);
  } catch (error) {
    throw new NetworkError("no socket could be opened", { cause: error });
  }
}

/** The received messages, in order. */
class Messages {
  readonly #socket: EventWebSocket;
  readonly #waiting: string[] = [];
  /** The number of characters of the waiting messages. */
  #size = 0;
  /** The reason for the end: an error, or undefined if the connection is to be replaced. */
  #ended: { error: WalletError | undefined } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake = () => {};
  readonly #idleTimeout: number;

  constructor(socket: EventWebSocket, timeout = MAX_OPENING, idleTimeout = 300_000) {
    this.#socket = socket;
    this.#idleTimeout = idleTimeout;
    const opening = Math.min(timeout, MAX_OPENING);
    this.#timer = setTimeout(() => this.end(new TimeoutError(`no socket within ${opening} ms`)), opening);
    socket.onmessage = ({ data }: { data: unknown }) => this.#receive(data);
    socket.onerror = () => this.end(new NetworkError("the socket failed"));
    socket.onclose = ({ code }: { code: number }) => this.end(new NetworkError(`the socket was closed with ${code}`));
  }

  /** Yields the messages after the first message of the client. Ends without an error after the time without a message. */
  async *after(first: string): AsyncGenerator<string, void, undefined> {
    this.#socket.onopen = () => {
      this.#socket.send(first);
      this.#startTimer();
    };
    for (;;) {
      const message = this.#waiting.shift();
      if (message !== undefined) {
        this.#size -= message.length;
        yield message;
      } else if (this.#ended === undefined) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
      } else if (this.#ended.error === undefined) return;
      else throw this.#ended.error;
    }
  }

  /** Closes the connection. Messages that have arrived remain. */
  end(error?: WalletError): void {
    if (this.#ended !== undefined) return;
    this.#ended = { error };
    clearTimeout(this.#timer);
    this.#socket.close();
    this.#wake();
  }

  #receive(data: unknown): void {
    if (this.#ended !== undefined) return;
    if (typeof data !== "string") return this.end(invalid("a message of the socket is not text"));
    this.#startTimer();
    this.#waiting.push(data);
    this.#size += data.length;
    this.#wake();
    // What the app has not taken is read again from the log.
    if (this.#size > MAX_WAITING) this.end();
  }

  #startTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), this.#idleTimeout);
  }
}

const invalid = (message: string) => new InvalidResponseError(message, SWITCHING_PROTOCOLS);

/** Returns the event of a message. Throws the error of the service, and for a message of a different form. */
function parse(message: string, before: string): FollowedEvent {
  let content: { event?: unknown; cursor?: unknown; error?: unknown } | null;
  try {
    content = JSON.parse(message) as typeof content;
  } catch {
    throw invalid("a message of the socket is not JSON");
  }
  const error = apiErrorOf(content?.error, { status: SWITCHING_PROTOCOLS, headers: new Headers() });
  // The token is renewed by the request for the log that follows a lost connection.
  if (error?.is("token_expired") || error?.is("invalid_token")) throw new NetworkError("the socket ended with the token", { cause: error });
  if (error !== undefined) throw error;
  const { event, cursor } = content ?? {};
  if (typeof event !== "object" || event === null || typeof cursor !== "string") throw invalid("a message of the socket is not an event");
  if (cursor === before) throw invalid("the cursor of the events does not advance");
  // An event beyond the maximum size of a message has no content on AWS. The log has the event.
  if ("id" in event && !("transaction" in event)) throw new NetworkError("an event of the socket has no content");
  return { event: event as NotificationEvent, cursor };
}
