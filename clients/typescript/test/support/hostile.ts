/** A hostile server: the local server with changed requests or responses. */
import { type WalletCloud } from "../../src/index.js";
import { testWallet } from "./local.js";

type Json = Record<string, any>;

export interface Tampering {
  /** End of the path of the changed calls, before the chain. */
  call: string;
  /** Changes the request, so that the server works for another payment. */
  request?: (body: Json) => void;
  /** Returns `data` without a request to the local server. */
  reply?: (body: Json) => Json;
  /** Changes `data` of the response. */
  response?: (data: Json, request: Json) => void;
}

/** Returns a wallet whose server gives false responses, and the list of the calls that it received. */
export async function hostileWallet(...tamperings: Tampering[]): Promise<{ wallet: WalletCloud; calls: string[] }> {
  const calls: string[] = [];
  const hostile: typeof fetch = async (input, init) => {
    const request = input as Request;
    const path = new URL(request.url).pathname.split("/v1/api/")[1] ?? "";
    calls.push(path);
    const active = tamperings.filter(({ call }) => path.startsWith(call));
    if (active.length === 0) return fetch(request, init);
    const body: Json = request.method === "GET" ? {} : ((await request.clone().json()) as Json);
    const reply = active.find((tampering) => tampering.reply !== undefined)?.reply;
    if (reply !== undefined) return Response.json({ requestId: "local", data: reply(body) });
    for (const tampering of active) tampering.request?.(body);
    const content = request.method === "GET" ? {} : { body: JSON.stringify(body) };
    const { method, headers } = request;
    const response = await fetch(request.url, { method, headers, ...content });
    const envelope = (await response.json()) as { data?: Json };
    if (response.ok && envelope.data !== undefined) for (const tampering of active) tampering.response?.(envelope.data, body);
    return new Response(JSON.stringify(envelope), { status: response.status, headers: response.headers });
  };
  return { wallet: await testWallet({ fetch: hostile }), calls };
}
