/** Prices in US dollars, if the server has them. */
import { signal } from "@preact/signals";
import { type Chain, CHAINS } from "@wallet-cloud/client";
import type { Holding } from "./holdings.js";
import { baseUrl, currentSession } from "./state.js";

/** Prices of a whole unit by asset, as decimal strings. */
const prices = signal<Record<string, string>>({});
let isOffered: boolean | undefined;

/** Returns true if the server documents the price operation. Reading the document avoids failing requests. */
async function offersPrices(): Promise<boolean> {
  const response = await fetch(`${baseUrl}/asset-info/v1/openapi.json`);
  const document = (await response.json()) as { paths?: Record<string, unknown> };
  return document.paths?.["/api/price"] !== undefined;
}

/** Loads the prices of all coins. Without prices the page shows none. */
export async function loadPrices(): Promise<void> {
  try {
    isOffered ??= await offersPrices();
    if (!isOffered) return;
    const query = new URLSearchParams({ assets: CHAINS.map(({ chain }) => chain).join(), currency: "usd" });
    const token = await currentSession().getPermissionToken();
    const response = await fetch(`${baseUrl}/asset-info/v1/api/price?${query}`, { headers: { authorization: `Bearer ${token}` } });
    // Not configured: not requested again.
    if (response.status === 503) isOffered = false;
    if (!response.ok) return;
    const { data } = (await response.json()) as { data: { asset: string; prices: Record<string, string | undefined> }[] };
    prices.value = Object.fromEntries(data.flatMap(({ asset, prices }) => (prices["usd"] === undefined ? [] : [[asset, prices["usd"]]])));
  } catch {
    // Prices are optional.
  }
}

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

/** Returns the value of an amount in dollars. For display only: amounts are never computed from it. */
function valueOf(chain: Chain, amount: bigint, decimals: number): number | undefined {
  const price = prices.value[chain];
  return price === undefined ? undefined : (Number(amount) / 10 ** decimals) * Number(price);
}

/** Formats the value of an amount of a chain's coin. */
export function fiat(chain: Chain, amount: bigint, decimals: number): string | undefined {
  const value = valueOf(chain, amount, decimals);
  return value === undefined ? undefined : dollars.format(value);
}

/** Formats the total value of all coins. */
export function total(coins: { chain: Chain; holding: Holding }[]): string | undefined {
  const values = coins.map(({ chain, holding }) => valueOf(chain, holding.amount, holding.decimals));
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : dollars.format(known.reduce((sum, value) => sum + value, 0));
}
