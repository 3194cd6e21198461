/** HTTP: sends a request, repeats it where that is safe, and turns every failure into a typed error. */
import { callerSignal } from "./caller-signal.js";
import { AbortedError, ApiError, type ApiErrorCode, InvalidResponseError, NetworkError, TimeoutError } from "./errors.js";
import { DEFAULT_RETRY, type RetryPolicy, retrying, type Sleep } from "./retry.js";

/** How requests are sent. */
export interface TransportOptions {
  /** Replaces the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  retry?: Partial<RetryPolicy> | undefined;
  /** Time limit of an attempt in milliseconds; 30 000 by default, more than the 29 seconds of the gateway. */
  timeout?: number | undefined;
  sleep?: Sleep | undefined;
}

/** Adds the `Authorization` header; `renew` is called after a response of 401 because of the token. */
export interface TokenSource {
  getPermissionToken(): Promise<string>;
  renew?(rejected: string): Promise<void>;
}

export type Transport = (request: Request) => Promise<Response>;

/** Requests that change nothing, or whose repetition has the effect of one request. */
const REPEATABLE_POST =
  /\/api\/(permission\/|get-address\/|prepare-transaction\/|transaction\/|payment-request\/|message\/|utility\/|batch$|[a-z]+\/(xpub|recipient|balance-history|statement)$)/;

function isRepeatable(request: Request): boolean {
  return request.method === "GET" || (request.method === "POST" && REPEATABLE_POST.test(request.url.split("?")[0] ?? ""));
}

/** Returns a `fetch` for one service. It resolves with a success or 304, and rejects with a `WalletError` otherwise. */
export function createTransport(options: TransportOptions = {}, tokens?: TokenSource): Transport {
  const policy = { ...DEFAULT_RETRY, ...options.retry };
  const attempts = (request: Request, signal: AbortSignal) =>
    isRepeatable(request)
      ? retrying(policy, () => attempt(request.clone(), signal, options), { signal, sleep: options.sleep })
      : attempt(request, signal, options);
  return async (request) => {
    const signal = callerSignal(request);
    if (tokens === undefined || request.headers.has("authorization")) return attempts(request, signal);
    const token = await tokens.getPermissionToken();
    try {
      return await attempts(withToken(request, token), signal);
    } catch (error) {
      if (tokens.renew === undefined || !isTokenRejection(error)) throw error;
      await tokens.renew(token);
      return attempts(withToken(request, await tokens.getPermissionToken()), signal);
    }
  };
}

function withToken(request: Request, token: string): Request {
  const copy = request.clone();
  copy.headers.set("authorization", `Bearer ${token}`);
  return copy;
}

function isTokenRejection(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && (error.is("token_expired") || error.is("invalid_token"));
}

async function attempt(request: Request, signal: AbortSignal, options: TransportOptions): Promise<Response> {
  const { text, response } = await exchange(request, signal, options);
  if (response.status === 304) return new Response(null, { status: 304, headers: response.headers });
  const body = parseJson(text);
  if (response.ok && body !== undefined) return new Response(text, { status: response.status, headers: response.headers });
  throw toError(response, body);
}

/** Sends the request once and reads the whole body within the time limit. */
async function exchange(request: Request, signal: AbortSignal, options: TransportOptions): Promise<{ text: string; response: Response }> {
  const controller = new AbortController();
  const timeout = options.timeout ?? 30_000;
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = true;
    controller.abort();
  }, timeout);
  const abort = () => controller.abort();
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const send = options.fetch ?? globalThis.fetch;
    const response = await send(request, { signal: controller.signal });
    return { text: await response.text(), response };
  } catch (error) {
    if (isTimeout) throw new TimeoutError(`no response within ${timeout} ms`, { cause: error });
    if (signal?.aborted) throw new AbortedError("aborted by the caller", { cause: error });
    throw new NetworkError("request failed without a response", { cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TEMPORARY = [429, 502, 503, 504];

function toError(response: Response, body: unknown): ApiError | InvalidResponseError {
  const { status } = response;
  const envelope = body as { requestId?: unknown; error?: unknown } | null | undefined;
  const error = response.ok ? undefined : apiErrorOf(envelope?.error, response, envelope?.requestId);
  if (error !== undefined) return error;
  const retryAfter = parseRetryAfter(response.headers.get("retry-after"));
  return new InvalidResponseError(`status ${status} without the documented JSON body`, status, TEMPORARY.includes(status), retryAfter);
}

/** Returns the documented error object of a response as an error, `undefined` for another value. */
export function apiErrorOf(
  object: unknown,
  { status, headers }: Pick<Response, "status" | "headers">,
  requestId: unknown = headers.get("request-id"),
): ApiError | undefined {
  const error = object as Record<string, unknown> | null | undefined;
  if (typeof error !== "object" || error === null || typeof error["code"] !== "string") return undefined;
  const details = typeof error["details"] === "object" && error["details"] !== null ? error["details"] : {};
  return new ApiError({
    code: error["code"] as ApiErrorCode,
    message: typeof error["message"] === "string" ? error["message"] : error["code"],
    status,
    retriable: error["retriable"] === true,
    field: typeof error["field"] === "string" ? error["field"] : undefined,
    details: details as Record<string, unknown>,
    requestId: typeof requestId === "string" ? requestId : undefined,
    retryAfter: parseRetryAfter(headers.get("retry-after")) ?? secondsOf(details),
  });
}

/** Returns `details.retryAfter`, which the error of an entry has without the header. */
function secondsOf(details: object): number | undefined {
  const { retryAfter } = details as { retryAfter?: unknown };
  return typeof retryAfter === "number" ? retryAfter : undefined;
}

/** Parses the header as seconds or an HTTP date; the result is in seconds. */
export function parseRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
