/** Prices in US dollars, if the server has them. For display only: amounts are never computed from them. */
import { signal } from "@preact/signals";
import { assetId, isWalletError, type Network } from "@wallet-cloud/client";
import { type Holding, knownHoldings } from "./holdings.js";
import { chains, client, keys, network } from "./state.js";

/** Prices of a whole unit by network and asset, as decimal strings. */
const prices = signal<Record<string, string>>({});
/** Networks without a source of prices, which are not requested again. */
const unavailable = new Set<Network>();

/** Maximum number of assets of one request. */
const MAX_ASSETS = 50;

/** Loads the prices of all coins and of the held assets. Without prices the page shows none. */
export async function loadPrices(): Promise<void> {
  const selected = network.value;
  // A wallet that was locked since has no holdings.
  if (unavailable.has(selected) || keys.value === undefined || chains.value.length === 0) return;
  const held = knownHoldings().map(({ asset }) => assetId(asset));
  const assets = [...new Set([...chains.value.map(({ chain }) => chain), ...held])].slice(0, MAX_ASSETS);
  try {
    const rows = await client().prices({ assets, currencies: ["usd"], network: selected });
    const found = rows.flatMap(({ asset, prices }) => (prices["usd"] === undefined ? [] : [[`${selected}:${asset}`, prices["usd"]] as const]));
    prices.value = { ...prices.value, ...Object.fromEntries(found) };
  } catch (error) {
    // Prices are optional.
    if (isWalletError(error) && error.kind === "api" && error.is("not_configured")) unavailable.add(selected);
  }
}

const dollars = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

type Priced = Pick<Holding, "asset" | "decimals">;

function valueOf({ asset, decimals }: Priced, amount: bigint): number | undefined {
  const price = prices.value[`${network.value}:${assetId(asset)}`];
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
