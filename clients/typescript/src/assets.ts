/** Lists of currencies, coins and tokens, cached by their `ETag`. */
import type { Client } from "./client.js";
import { dataOf } from "./services.js";
import type { AssetInfo } from "./services.js";

type ListOperation = AssetInfo["/api/{kind}/list"]["get"];
export type AssetKind = "fiat" | "coin" | "erc20" | "erc721" | "erc1155";
export type AssetData = ListOperation["responses"][200]["content"]["application/json"]["data"][number];

/** The items of one kind, for example with `contract` for `erc20`. */
export type AssetOf<K extends AssetKind> = Extract<AssetData, { kind: K }>;

export interface AssetQuery {
  chain?: string | undefined;
  tag?: string | undefined;
  signal?: AbortSignal | undefined;
}

interface Cached {
  etag: string;
  list: AssetData[];
}

/** Maximum number of cached lists per client. */
const MAX_LISTS = 32;
const caches = new WeakMap<Client, Map<string, Cached>>();

/** Returns a list. A list that the server reports as unchanged comes from memory. */
export async function assets<K extends AssetKind>(client: Client, kind: K, query: AssetQuery = {}): Promise<AssetOf<K>[]> {
  const { chain, tag, signal } = query;
  const cache = caches.get(client) ?? new Map<string, Cached>();
  caches.set(client, cache);
  const key = JSON.stringify([kind, chain, tag]);
  const cached = cache.get(key);
  const filter = { ...(chain === undefined ? {} : { chain }), ...(tag === undefined ? {} : { tag }) };
  const call = client.services.assetInfo.GET("/api/{kind}/list", {
    params: { path: { kind }, query: filter as never },
    ...(cached === undefined ? {} : { headers: { "if-none-match": cached.etag } }),
    ...(signal === undefined ? {} : { signal }),
  });
  const { response } = await call;
  if (response.status === 304 && cached !== undefined) return cached.list as AssetOf<K>[];
  const list: AssetData[] = await dataOf(call);
  const etag = response.headers.get("etag");
  if (etag !== null) {
    if (cache.size >= MAX_LISTS) cache.clear();
    cache.set(key, { etag, list });
  }
  return list as AssetOf<K>[];
}
