/** Following events by the socket: order and cursors, lost connections, errors, long polls in its place, and the end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebSocket as WsWebSocket } from "ws";
import {
  ApiError,
  createClient,
  eventSocket,
  type EventSocketOptions,
  type EventWebSocket,
  fixedToken,
  followEvents,
  WalletCloud,
} from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { baseUrl, issue, sandbox } from "./support/local.js";
import { failure, scripted } from "./support/scripted.js";
import { cuttingProxy, message, nothing, page, socketServer, take } from "./support/sockets.js";

const transport = eventSocket();

/** Returns the numbers from the first to the last. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const pairs = (first: number, last: number) => range(first, last).map((sequence) => [`e${sequence}`, `c${sequence}`]);
const next = (after: string) => Number(after.slice(1)) + 1;

test("the log is read up to its end, and then by the socket, with the cursor of each event", async (context) => {
  const pages = [page("c2", 1, 2), page("c3", 3), page("c3")];
  const { client, received, firsts } = await socketServer(context, (_, index) => pages[index]!, (socket) => {
    for (const sequence of [4, 5, 6]) socket.send(message(sequence));
  });
  const taken = await take(followEvents(client, { subscription: ["s1", "s2"], transport }), 6);
  assert.deepEqual(taken, [["e1", ""], ["e2", "c2"], ...pairs(3, 6)]);
  assert.ok(received.every(({ path }) => path.includes("wait=0")));
  assert.deepEqual(firsts, [{ token: "token", subscriptions: ["s1", "s2"], after: "c3" }]);
  // All subscriptions.
  const all = await socketServer(context, nothing, (socket) => socket.send(message(1)));
  await take(followEvents(all.client, { after: "c0", transport: eventSocket({ WebSocket: WsWebSocket }) }), 1);
  assert.deepEqual(all.firsts, [{ token: "token", after: "c0" }]);
});

test("after every kind of end the events continue without gap and repetition", async (context) => {
  const { client, firsts, received } = await socketServer(context, nothing, (socket, { after }, index) => {
    const sequence = next(after);
    socket.send(message(sequence));
    if (index % 4 === 0) socket.send(message(sequence + 1), () => socket.terminate());
    if (index % 4 === 1) socket.close(1001);
    if (index % 4 === 2) {
      socket.send(JSON.stringify({ error: { code: "service_unavailable", message: "M.", retriable: true } }));
      socket.close(1008);
    }
    // The fourth connection has no further message.
  });
  const events = followEvents(client, { after: "c0", transport: eventSocket({ idleTimeout: 100 }) });
  assert.deepEqual(await take(events, 12), pairs(1, 12));
  // Each connection follows a request for the log with the same cursor.
  const requested = received.map(({ path }) => new URL(path, "http://a").searchParams.get("after"));
  for (const { after } of firsts) assert.ok(requested.includes(after), after);
  assert.ok(firsts.length > 8, String(firsts.length));
});

test("an expired token is renewed before the next connection", async (context) => {
  let renewed = 0;
  const session = { getPermissionToken: async () => `token-${renewed}`, renew: async () => void (renewed += 1) };
  const isExpired = (token: string | undefined) => token?.endsWith("token-0") && firsts.length > 0;
  const { client, firsts } = await socketServer(
    context,
    (request) => (isExpired(request.headers.authorization) ? failure(401, "token_expired", false) : nothing(request)),
    (socket, { after }, index) => {
      socket.send(message(next(after)));
      if (index > 0) return;
      socket.send(JSON.stringify({ error: { code: "token_expired", message: "Renew.", retriable: false } }));
      socket.close(1008);
    },
    { session },
  );
  assert.deepEqual(await take(followEvents(client, { after: "c0", transport }), 2), pairs(1, 2));
  assert.deepEqual(firsts.map(({ token, after }) => [token, after]), [["token-0", "c0"], ["token-1", "c1"]]);

  // A token that nothing renews is the error of the request.
  const fixed = await socketServer(
    context,
    (request, index) => (index === 0 ? nothing(request) : failure(401, "token_expired", false)),
    (socket) => socket.send(JSON.stringify({ error: { code: "token_expired", message: "Renew.", retriable: false } })),
  );
  await assert.rejects(take(followEvents(fixed.client, { after: "c0", transport }), 1), { code: "token_expired", status: 401 });
});

test("an error of the service ends the iteration, and a temporary error is repeated after the requested delay", async (context) => {
  const error = { code: "not_found", message: "No subscription.", retriable: false, field: "subscriptions[0]" };
  const refused = await socketServer(context, nothing, (socket) => {
    socket.send(message(1));
    socket.send(JSON.stringify({ error }));
    socket.close(1008);
  });
  const taken: string[] = [];
  const following = async () => {
    for await (const { event } of followEvents(refused.client, { after: "c0", transport })) taken.push(event.id);
  };
  await assert.rejects(following(), (found) => found instanceof ApiError && found.is("not_found") && found.status === 101 && found.field === "subscriptions[0]");
  assert.deepEqual(taken, ["e1"]);

  const busy = { code: "too_many_requests", message: "Later.", retriable: true, details: { retryAfter: 40 } };
  const { client, waits, received } = await socketServer(context, nothing, (socket, { after }, index) => {
    socket.send(index < 2 ? JSON.stringify({ error: busy }) : message(next(after)));
  });
  assert.deepEqual(await take(followEvents(client, { after: "c0", transport }), 1), pairs(1, 1));
  assert.deepEqual(waits.filter((delay) => delay >= 2_000), [40_000, 40_000]);
  // In the meantime long polls wait for events.
  assert.ok(received.some(({ path }) => path.includes("wait=20")));
});

test("an event without content is read from the log", async (context) => {
  const { client, firsts } = await socketServer(
    context,
    (request) => (firsts.length === 1 && request.path.includes("after=c0") ? page("c1", 1) : nothing(request)),
    (socket, _, index) => {
      const large = JSON.stringify({ event: { id: "e1", sequence: 1, subscription: "s" }, cursor: "c1" });
      for (const text of index === 0 ? [large, message(2)] : [message(2)]) socket.send(text);
    },
  );
  assert.deepEqual(await take(followEvents(client, { after: "c0", transport }), 2), pairs(1, 2));
  assert.deepEqual(firsts.map(({ after }) => after), ["c0", "c1"]);
});

test("other messages are invalid responses", async (context) => {
  const wrong = ["", "x", "null", "[]", "5", "{}", '{"event":null,"cursor":"c1"}', '{"event":1,"cursor":"c1"}', '{"event":{}}', '{"event":{},"cursor":5}', '{"event":{},"cursor":"c0"}', '{"error":{}}', Buffer.from(message(1))];
  for (const text of wrong) {
    const { client, firsts, sockets } = await socketServer(context, nothing, (socket) => socket.send(text));
    const closed = new Promise((resolve) => sockets.on("connection", (socket) => socket.on("close", resolve)));
    await assert.rejects(take(followEvents(client, { after: "c0", transport }), 1), { code: "invalid_response", status: 101 }, String(text));
    assert.equal(firsts.length, 1);
    await closed;
  }
});

test("long polls receive the events while the socket cannot be opened", async (context) => {
  const cases: [string, EventSocketOptions][] = [
    ["no socket", {}],
    ["no server", { url: "ws://127.0.0.1:1/" }],
    ["no address", { url: "::" }],
    ["no WebSocket", { WebSocket: null as never }],
  ];
  const global = Object.getOwnPropertyDescriptor(globalThis, "WebSocket")!;
  context.after(() => Object.defineProperty(globalThis, "WebSocket", global));
  for (const [name, options] of cases) {
    if (name === "no WebSocket") Object.defineProperty(globalThis, "WebSocket", { value: undefined, configurable: true });
    let count = 0;
    const { url } = await scripted(context, ({ path, headers }) => {
      if (headers.upgrade !== undefined) return { status: 404 };
      return path.includes("wait=0") ? page(`c${count}`) : page(`c${(count += 1)}`, count);
    });
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => void waits.push(milliseconds);
    const client = createClient({ baseUrl: url, session: fixedToken("token"), sleep });
    const events = followEvents(client, { after: "c0", transport: eventSocket(options) });
    assert.deepEqual(await take(events, 3), pairs(1, 3), name);
    // The delays between the connections grow.
    const delays = waits.filter((delay) => delay !== 1_000);
    assert.equal(delays.length, 3, name);
    for (const [index, delay] of delays.entries()) assert.ok(delay >= 500 * 2 ** index && delay <= 1_000 * 2 ** index, `${name}: ${delays}`);
  }
});

test("a connection that does not open, and one without a message, are replaced in time", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const created: FakeSocket[] = [];
  class FakeSocket implements EventWebSocket {
    onopen: EventWebSocket["onopen"] = null;
    onmessage: EventWebSocket["onmessage"] = null;
    onerror: EventWebSocket["onerror"] = null;
    onclose: EventWebSocket["onclose"] = null;
    sent: string[] = [];
    isClosed = false;
    constructor(readonly url: string) {
      created.push(this);
    }
    send(text: string): void {
      this.sent.push(text);
    }
    close(): void {
      this.isClosed = true;
    }
  }
  const requested: string[] = [];
  const fetch = async (request: Request) => {
    requested.push(request.url);
    return new Response(JSON.stringify({ requestId: "r", data: { events: [], cursor: "c0" } }));
  };
  const sleep = async (): Promise<void> => undefined;
  const client = createClient({ baseUrl: "https://a.test/", session: fixedToken("token"), fetch: fetch as typeof globalThis.fetch, sleep });
  const events = followEvents(client, { after: "c0", transport: eventSocket({ WebSocket: FakeSocket }) });
  const first = events.next();
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
  };
  await until(() => created.length === 1);
  assert.equal(created[0]!.url, "wss://a.test/notifications/v1/socket");
  context.mock.timers.tick(9_999);
  assert.ok(!created[0]!.isClosed);
  context.mock.timers.tick(1);
  assert.ok(created[0]!.isClosed);
  await until(() => created.length === 2);
  // A long poll lasts until the next connection.
  assert.deepEqual(requested.map((url) => new URL(url).searchParams.get("wait")), ["0", "1"]);
  created[1]!.onopen!({});
  assert.equal(created[1]!.sent.length, 1);
  context.mock.timers.tick(299_999);
  assert.ok(!created[1]!.isClosed);
  created[1]!.onmessage!({ data: message(1) });
  assert.equal((await first).value?.event.id, "e1");
  const second = events.next();
  context.mock.timers.tick(299_999);
  assert.ok(!created[1]!.isClosed);
  context.mock.timers.tick(1);
  assert.ok(created[1]!.isClosed);
  await until(() => created.length === 3);
  created[2]!.onopen!({});
  created[2]!.onmessage!({ data: message(2) });
  assert.equal((await second).value?.event.id, "e2");
  await events.return();
  assert.ok(created[2]!.isClosed);
});

test("the connection ends with the iteration: by the signal and by leaving the loop", async (context) => {
  const { client, sockets } = await socketServer(context, nothing, (socket, { after }) => socket.send(message(next(after))));
  const closed = () => new Promise<void>((resolve) => sockets.once("connection", (socket) => socket.once("close", () => resolve())));
  const left = closed();
  await take(followEvents(client, { after: "c0", transport }), 1);
  await left;

  const aborted = closed();
  const controller = new AbortController();
  const events = followEvents(client, { after: "c0", transport, signal: controller.signal });
  assert.equal((await events.next()).value?.event.id, "e1");
  // While the next event is awaited.
  const ended = events.next();
  controller.abort();
  assert.deepEqual(await ended, { done: true, value: undefined });
  await aborted;
  assert.deepEqual(await take(followEvents(client, { transport, signal: controller.signal }), 1), []);
});

test("events that the app does not take in time are read again, instead of kept", async (context) => {
  const padding = "x".repeat(100_000);
  const { client, firsts, sockets } = await socketServer(context, nothing, (socket, { after }) => {
    for (const sequence of range(next(after), 30)) socket.send(JSON.stringify({ ...JSON.parse(message(sequence)), padding }));
  });
  const closed = new Promise<void>((resolve) => sockets.once("connection", (socket) => socket.once("close", () => resolve())));
  const events = followEvents(client, { after: "c0", transport });
  const taken = await Promise.all([events.next(), closed]).then(([{ value }]) => [value!.event.id]);
  for await (const { event } of events) if (taken.push(event.id) === 30) break;
  assert.deepEqual(taken, range(1, 30).map((sequence) => `e${sequence}`));
  assert.ok(firsts.length >= 2 && firsts.length <= 4, String(firsts.length));
});

/** Records the connections and the events that they receive. */
function recorder() {
  const ids: string[] = [];
  const opened: (() => void)[] = [];
  class Recorded extends WsWebSocket {
    constructor(url: string) {
      super(url);
      this.on("open", () => opened.shift()?.());
      this.on("message", (text) => ids.push((JSON.parse(String(text)) as { event?: { id: string } }).event?.id ?? ""));
    }
  }
  /** Resolves when the next connection is open. */
  const open = () => new Promise<void>((resolve) => void opened.push(resolve));
  return { WebSocket: Recorded, ids, open };
}

/** Returns a wallet with an address that subscribes and is paid by the sandbox: one event for each payment. */
async function watchedAddress() {
  const wallet = new WalletCloud({ baseUrl: baseUrl(), session: fixedToken(await issue("notify")), network: "testnet" });
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const address = wallet.addressOf("xlm", hd.key("xlm").publicKey);
  const subscribe = async (namespace: string) => {
    const [result] = await wallet.notifications.subscribe({ namespace, entries: [{ chain: "xlm", addresses: [address] }] });
    return result!.id;
  };
  const pay = () => sandbox("faucet", { chain: "xlm", address, amount: "50000000" });
  return { wallet, subscribe, pay };
}

test("payments on the local server arrive by the socket, through a proxy that ends its connections", async (context) => {
  const { wallet, subscribe, pay } = await watchedAddress();
  const proxy = await cuttingProxy(context, Number(new URL(baseUrl()).port));
  const { WebSocket, ids, open } = recorder();
  const url = `ws://127.0.0.1:${proxy.port}/notifications/v1/socket`;
  const subscription = await subscribe("proxy");
  const events = wallet.notifications.follow({ subscription, transport: eventSocket({ url, WebSocket }) });
  const taken: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const opened = open();
    const following = events.next();
    await opened;
    await pay();
    taken.push((await following).value!.event.id);
    assert.equal(proxy.cut(), 1);
  }
  await events.return();
  assert.deepEqual(ids, taken);
  const log = await take(wallet.notifications.follow({ subscription }), taken.length);
  assert.deepEqual(taken, log.map(([id]) => id));
});

test("a deleted subscription ends the socket with the error of the service", async () => {
  const { wallet, subscribe, pay } = await watchedAddress();
  const subscription = [await subscribe("kept"), await subscribe("deleted")];
  const { WebSocket, open } = recorder();
  const opened = open();
  const following = take(wallet.notifications.follow({ subscription, transport: eventSocket({ WebSocket }) }), 100);
  // The error can arrive before the response of the faucet.
  const ended = assert.rejects(following, { kind: "api", code: "not_found" });
  await opened;
  await wallet.notifications.unsubscribe(subscription[1]!);
  // The server checks before the next event.
  await pay();
  await ended;
});
