/** Prices in US dollars, if the server has them. For display only: amounts are never computed from them. */
import { signal } from "@preact/signals";
import { CHAINS, type Network, type PaymentAsset } from "@wallet-cloud/client";
import { type Holding, knownHoldings } from "./holdings.js";
import { baseUrl, currentSession, network } from "./state.js";

/** Prices of a whole unit by network and asset, as decimal strings. */
const prices = signal<Record<string, string>>({});
/** Absent until it is known if the server has prices. */
let isOffered: boolean | undefined;
const unavailable = new Set<Network>();

/** Maximum number of assets of one request. */
const MAX_ASSETS = 50;

/** Returns true if the server documents the price operation. Reading the document avoids failing requests. */
async function offersPrices(): Promise<boolean> {
  const response = await fetch(`${baseUrl}/asset-info/v1/openapi.json`);
  const document = (await response.json()) as { paths?: Record<string, unknown> };
  return document.paths?.["/api/price"] !== undefined;
}

/** Returns the name of an asset in the price operation. */
function nameOf(asset: PaymentAsset): string {
  switch (asset.kind) {
    case "coin":
      return asset.chain;
    case "erc20":
      return `${asset.chain}:${asset.contract}`;
    case "xlm-asset":
      return `xlm:${asset.code}-${asset.issuer}`;
  }
}

/** Loads the prices of all coins and of the held assets. Without prices the page shows none. */
export async function loadPrices(): Promise<void> {
  const selected = network.value;
  try {
    isOffered ??= await offersPrices();
    if (!isOffered || unavailable.has(selected)) return;
    const held = knownHoldings().map(({ asset }) => nameOf(asset));
    const names = [...new Set([...CHAINS.map(({ chain }) => chain), ...held])].slice(0, MAX_ASSETS);
    const query = new URLSearchParams({ assets: names.join(), currency: "usd", network: selected });
    const token = await currentSession().getPermissionToken();
    const response = await fetch(`${baseUrl}/asset-info/v1/api/price?${query}`, { headers: { authorization: `Bearer ${token}` } });
    // Not configured on this network: not requested again.
    if (response.status === 503) unavailable.add(selected);
    if (!response.ok) return;
    const { data } = (await response.json()) as { data: { asset: string; prices: Record<string, string | undefined> }[] };
    const found = data.flatMap(({ asset, prices }) => (prices["usd"] === undefined ? [] : [[`${selected}:${asset}`, prices["usd"]] as const]));
    prices.value = { ...prices.value, ...Object.fromEntries(found) };
  } catch {
    // Prices are optional.
  }
}

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

type Priced = Pick<Holding, "asset" | "decimals">;

function valueOf({ asset, decimals }: Priced, amount: bigint): number | undefined {
  const price = prices.value[`${network.value}:${nameOf(asset)}`];
  return price === undefined ? undefined : (Number(amount) / 10 ** decimals) * Number(price);
}

/** Formats the value of an amount of an asset. */
export function fiat(asset: Priced, amount: bigint): string | undefined {
  const value = valueOf(asset, amount);
  return value === undefined ? undefined : dollars.format(value);
}

/** Formats the total value of holdings. */
export function total(holdings: Holding[]): string | undefined {
  const known = holdings.map((holding) => valueOf(holding, holding.amount)).filter((value) => value !== undefined);
  return known.length === 0 ? undefined : dollars.format(known.reduce((sum, value) => sum + value, 0));
}
