/** A scripted server with the socket of notifications, and a proxy that ends connections on request. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { type WebSocket, WebSocketServer } from "ws";
import { createClient, fixedToken, type FollowedEvent, type TransportOptions, type TokenSource } from "../../src/index.js";
import { type Received, type Reply, scripted, success } from "./scripted.js";

export interface First {
  token: string;
  subscriptions?: string[];
  after: string;
}

export const entry = (sequence: number) => ({ id: `e${sequence}`, sequence, chain: "btc", state: "seen", transaction: { txid: "aa" } });
export const page = (cursor: string, ...sequences: number[]): Reply => success({ events: sequences.map(entry), cursor });
/** A message of the socket with an event; the cursor of event 5 is `c5`. */
export const message = (sequence: number) => JSON.stringify({ event: entry(sequence), cursor: `c${sequence}` });

/** Returns ids and cursors of the first events. */
export async function take(events: AsyncIterable<FollowedEvent>, count: number): Promise<[string, string][]> {
  const taken: [string, string][] = [];
  for await (const { event, cursor } of events) {
    taken.push([event.id, cursor]);
    if (taken.length === count) break;
  }
  return taken;
}

/** Returns an empty page for a request for the log. */
export const nothing = ({ path }: Received): Reply => page(new URL(path, "http://a").searchParams.get("after") ?? "c0");

/** The server closes the connections of the socket before the end of the test. */
export async function socketServer(
  context: TestContext,
  reply: (request: Received, index: number) => Reply,
  serve: (socket: WebSocket, first: First, index: number) => void,
  options: TransportOptions & { session?: TokenSource } = {},
) {
  const { url, received, server } = await scripted(context, reply);
  const sockets = new WebSocketServer({ server, path: "/notifications/v1/socket" });
  const firsts: First[] = [];
  sockets.on("connection", (socket) => {
    socket.once("message", (text) => {
      const first = JSON.parse(String(text)) as First;
      firsts.push(first);
      serve(socket, first, firsts.length - 1);
    });
  });
  context.after(() => {
    for (const socket of sockets.clients) socket.terminate();
  });
  const waits: number[] = [];
  const sleep: TransportOptions["sleep"] = async (milliseconds) => void waits.push(milliseconds);
  const client = createClient({ baseUrl: url, session: fixedToken("token"), sleep, ...options });
  return { url, client, received, firsts, sockets, waits };
}

/** Starts a proxy of TCP connections to a port of this computer. */
export async function cuttingProxy(context: TestContext, port: number): Promise<{ port: number; cut: () => number }> {
  const open = new Set<Socket>();
  const proxy = createServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1");
    open.add(incoming);
    for (const [from, to] of [[incoming, outgoing], [outgoing, incoming]] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy()).on("close", () => to.destroy());
    }
    incoming.on("close", () => open.delete(incoming));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  /** Ends all connections and returns their number. */
  const cut = () => {
    const { size } = open;
    for (const socket of open) socket.resetAndDestroy();
    return size;
  };
  context.after(() => {
    cut();
    proxy.close();
  });
  return { port: (proxy.address() as AddressInfo).port, cut };
}
