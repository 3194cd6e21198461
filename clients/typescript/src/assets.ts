/** Asset info: currencies, coins and tokens, facts about chains, prices, icons. */
import { cachedList } from "./cached-list.js";
import type { Network } from "./chains.js";
import type { Client } from "./client.js";
import type { PaymentAsset } from "./payment.js";
import { type AssetInfo, dataOf } from "./services.js";

type ListOperation = AssetInfo["/api/{kind}/list"]["get"];
type ChainOperation = AssetInfo["/api/chain/list"]["get"];
type PriceOperation = AssetInfo["/api/price"]["get"];
/** The kinds of assets. */
export type AssetKind = "fiat" | "coin" | "erc20" | "erc721" | "erc1155" | "xlm-asset";
/** Display data of an asset of any kind. */
export type AssetData = ListOperation["responses"][200]["content"]["application/json"]["data"][number];

/** The items of one kind, for example with `contract` for `erc20`. */
export type AssetOf<K extends AssetKind> = Extract<AssetData, { kind: K }>;

/** Facts about a chain on a network: name, derivation paths, explorer, confirmations. */
export type ChainFacts = ChainOperation["responses"][200]["content"]["application/json"]["data"][number];

/** The prices of an asset by currency, as decimal strings. */
export type AssetPrices = PriceOperation["responses"][200]["content"]["application/json"]["data"][number];

/** The chain and the language of assets. */
export interface AssetQuery {
  chain?: string | undefined;
  tag?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The networks of chain facts. */
export interface ChainQuery {
  /** Only the chains of this network; all by default. */
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** The assets and currencies of prices. */
export interface PriceQuery {
  /** Up to 50 assets, by `assetId`. */
  assets: string[];
  /** Codes of currencies, for example `usd`. */
  currencies: string[];
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns a list. A list that the server reports as unchanged comes from memory. */
export async function assets<K extends AssetKind>(client: Client, kind: K, query: AssetQuery = {}): Promise<AssetOf<K>[]> {
  const { chain, tag, signal } = query;
  const filter = { ...(chain === undefined ? {} : { chain }), ...(tag === undefined ? {} : { tag }) };
  const list = await cachedList<AssetData>(client, [kind, chain, tag], signal, (init) =>
    client.services.assetInfo.GET("/api/{kind}/list", { params: { path: { kind }, query: filter as never }, ...init }),
  );
  return list as AssetOf<K>[];
}

/** Returns the chains and networks with facts about them, cached as the other lists. */
export async function chainFacts(client: Client, { network, signal }: ChainQuery = {}): Promise<ChainFacts[]> {
  const list = await cachedList<ChainFacts>(client, ["chain"], signal, (init) =>
    client.services.assetInfo.GET("/api/chain/list", init),
  );
  return network === undefined ? list : list.filter((facts) => facts.network === network);
}

/** Returns the facts about the chains of a network as `chainFacts`, by one request of at most five seconds. */
export async function listedFacts(client: Client, { network, signal }: ChainQuery): Promise<ChainFacts[]> {
  const list = await cachedList<ChainFacts>(client, ["chain"], signal, (init) => client.quickAssetInfo.GET("/api/chain/list", init));
  return list.filter((facts) => facts.network === network);
}

/** Returns the prices of assets, in the order of the request. Without a source the error is `not_configured`. */
export function prices(client: Client, { assets, currencies, network, signal }: PriceQuery): Promise<AssetPrices[]> {
  const query = { assets: assets.join(), currency: currencies.join(), network: network ?? client.network };
  return dataOf(
    client.services.assetInfo.GET("/api/price", { params: { query }, ...(signal === undefined ? {} : { signal }) }),
  );
}

/** Returns the name of an asset in asset info: `btc`, `eth:0x…`, `xlm:CODE-ISSUER`. */
export function assetId(asset: PaymentAsset): string {
  switch (asset.kind) {
    case "coin":
      return asset.chain;
    case "erc20":
    case "erc721":
    case "erc1155":
      return `${asset.chain}:${asset.contract}`;
    case "xlm-asset":
      return `xlm:${asset.code}-${asset.issuer}`;
    case "xlm-token":
      return `xlm:${asset.contract}`;
  }
}

/** Returns the URL of the SVG icon of a listed asset. It requires no token. */
export const iconUrl = (client: Client, kind: AssetKind, id: string): string =>
  `${client.baseUrl}/asset-info/v1/api/icon/${kind}/${encodeURIComponent(id)}`;
