/** The local server's endpoints outside the services: the sandbox chains, and the role of the operator's own server. */
import { ApiError, type ApiErrorCode, InvalidResponseError, NetworkError } from "@wallet-cloud/client";

async function post<T>(path: string, body: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(`/sandbox/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch (cause) {
    throw new NetworkError("request failed without a response", { cause });
  }
  const envelope = (await response.json().catch(() => ({}))) as { data?: T; requestId?: string; error?: ErrorObject };
  if (response.ok && envelope.data !== undefined) return envelope.data;
  if (envelope.error === undefined) throw new InvalidResponseError(`status ${response.status}`, response.status);
  const { code, message, retriable = false, field, details = {} } = envelope.error;
  throw new ApiError({ code, message, status: response.status, retriable, field, details, requestId: envelope.requestId, retryAfter: undefined });
}

interface ErrorObject {
  code: ApiErrorCode;
  message: string;
  retriable?: boolean;
  field?: string;
  details?: Record<string, unknown>;
}

/** Returns a token with the permission `register`. In production the operator's own server issues it. */
export const registerToken = async (): Promise<string> =>
  (await post<{ permissionToken: string }>("register-token", {})).permissionToken;

/** Pays coins or tokens of a sandbox chain to an address; the payment is pending. */
export const faucet = (request: { chain: string; address: string; amount: string; token?: string }) =>
  post<{ txid: string }>("faucet", request);

/** Mines a block of a sandbox chain. */
export const mine = (chain: string) => post<{ block: string; txids: string[] }>("mine", { chain });
