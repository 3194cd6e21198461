/** Lists of asset info, cached by their `ETag`. */
import type { Client } from "./client.js";
import { dataOf } from "./services.js";

/** Options of a request for a list. */
export type ListInit = { headers?: { "if-none-match": string }; signal?: AbortSignal };

interface Cached {
  etag: string;
  list: unknown[];
}

/** Maximum number of cached lists per client. */
const MAX_LISTS = 32;
const caches = new WeakMap<Client, Map<string, Cached>>();

/** Returns the list of a request. A list that the server reports as unchanged comes from memory. */
export async function cachedList<T>(
  client: Client,
  key: unknown[],
  signal: AbortSignal | undefined,
  request: (init: ListInit) => Promise<{ data?: { data: T[] } | undefined; response: Response }>,
): Promise<T[]> {
  const cache = caches.get(client) ?? new Map<string, Cached>();
  caches.set(client, cache);
  const name = JSON.stringify(key);
  const cached = cache.get(name);
  const call = request({
    ...(cached === undefined ? {} : { headers: { "if-none-match": cached.etag } }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { response } = await call;
  if (response.status === 304 && cached !== undefined) return cached.list as T[];
  const list = await dataOf(call);
  const etag = response.headers.get("etag");
  if (etag !== null) {
    if (cache.size >= MAX_LISTS) cache.clear();
    cache.set(name, { etag, list });
  }
  return list;
}
