/** A server on loopback with scripted responses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";

export interface Received {
  method: string;
  path: string;
  body: string;
  headers: IncomingMessage["headers"];
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. */
  body?: unknown;
  /** Closes the connection without a response. */
  close?: boolean;
  /** Milliseconds before the response. */
  delay?: number;
}

/** Starts a server; `reply` gets the request and the number of requests before it. */
export async function scripted(
  context: TestContext,
  reply: (request: Received, index: number) => Reply | Promise<Reply>,
): Promise<{ url: string; received: Received[]; server: Server }> {
  const received: Received[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const entry = { method: request.method ?? "", path: request.url ?? "", body, headers: request.headers };
    received.push(entry);
    const { status = 200, headers = {}, body: content, close, delay = 0 } = await reply(entry, received.length - 1);
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (close) return void request.socket.destroy();
    const text = typeof content === "string" ? content : JSON.stringify(content ?? {});
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, server };
}

/** An error response in the documented form. */
export const failure = (status: number, code: string, retriable: boolean, more: object = {}): Reply => ({
  status,
  body: { requestId: "00000000-0000-4000-8000-000000000000", error: { code, message: "A message.", retriable, ...more } },
});

/** A success in the documented form. */
export const success = (data: object): Reply => ({ body: { requestId: "00000000-0000-4000-8000-000000000000", data } });
