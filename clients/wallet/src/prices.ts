/** Prices in the currency that the user chose, if the server has them. For display only: amounts are never computed from them. */
import { computed, signal } from "@preact/signals";
import { assetId, isWalletError, type Network, pastPrices, prices as requestPrices } from "@wallet-cloud/client";
import { type Holding, knownHoldings } from "./holdings.js";
import { chains, client, device, keys, network } from "./state.js";

/** The currencies that a user can choose: codes of ISO 4217. */
export const CURRENCIES = [
  "usd", "eur", "gbp", "chf", "jpy", "cny", "inr", "brl", "cad", "aud", "krw", "mxn", "sek", "nok", "dkk", "pln", "czk", "try", "zar", "ngn",
  "idr", "php", "thb", "vnd", "sgd", "hkd", "uah",
];

export const currency = computed(() => CURRENCIES.find((code) => code === device.value?.currency) ?? "usd");

/** Prices of a whole unit by network, currency and asset, as decimal strings. */
const prices = signal<Record<string, string>>({});
export const knownPrices = () => prices.value;

export function restorePrices(earlier: Record<string, string>): void {
  prices.value = { ...earlier, ...prices.value };
}

/** Networks without a source of prices, which are not requested again. */
const unavailable = new Set<Network>();

/** Maximum number of assets of one request. */
const MAX_ASSETS = 50;

/** Loads the prices of all coins and of the held assets. Without prices the page shows none. */
export async function loadPrices(): Promise<void> {
  const [selected, code] = [network.value, currency.value];
  // A wallet that was locked since has no holdings.
  if (unavailable.has(selected) || keys.value === undefined || chains.value.length === 0) return;
  // Contract tokens on Stellar have no prices.
  const held = knownHoldings().flatMap(({ asset }) => (asset.kind === "xlm-token" ? [] : assetId(asset)));
  const assets = [...new Set([...chains.value.map(({ chain }) => chain), ...held])].slice(0, MAX_ASSETS);
  try {
    const rows = await requestPrices(client(), { assets, currencies: [code], network: selected });
    const found = rows.flatMap(({ asset, prices }) => (prices[code] === undefined ? [] : [[`${selected}:${code}:${asset}`, prices[code]] as const]));
    prices.value = { ...prices.value, ...Object.fromEntries(found) };
  } catch (error) {
    // Prices are optional.
    if (isWalletError(error) && error.kind === "api" && error.is("not_configured")) unavailable.add(selected);
  }
}

const format = computed(() => new Intl.NumberFormat("en", { style: "currency", currency: currency.value }));

/** Formats an amount of the chosen currency, on request in a short form. */
export const formatFiat = (value: number, isShort = false): string =>
  isShort ? new Intl.NumberFormat("en", { style: "currency", currency: currency.value, notation: "compact", maximumSignificantDigits: 3 }).format(value) : format.value.format(value);

type Priced = Pick<Holding, "asset" | "decimals">;

function valueOf({ asset, decimals }: Priced, amount: bigint): number | undefined {
  const price = prices.value[`${network.value}:${currency.value}:${assetId(asset)}`];
  return price === undefined ? undefined : (Number(amount) / 10 ** decimals) * Number(price);
}

/** Returns the price of a whole unit of an asset as a decimal string. */
export const unitPrice = ({ asset }: Priced): string | undefined => prices.value[`${network.value}:${currency.value}:${assetId(asset)}`];

/** Formats the value of an amount of an asset. */
export function fiat(asset: Priced, amount: bigint): string | undefined {
  const value = valueOf(asset, amount);
  return value === undefined ? undefined : inMoney(value);
}

/** An amount of the asset with this name in asset info (`assetId`). */
interface Amount {
  asset: string;
  amount: bigint;
  decimals: number;
}

/** Returns the values of amounts at the prices of a day, formatted, and `undefined` without a price. */
export async function pastValues(amounts: Amount[], at: number): Promise<(string | undefined)[]> {
  if (unavailable.has(network.value) || amounts.length === 0) return [];
  // The clock of a chain may be ahead.
  const time = Math.min(at, Math.floor(Date.now() / 1000));
  const items = amounts.map(({ asset }) => ({ asset, at: time }));
  const found = await pastPrices(client(), { currency: currency.value, network: network.value, items });
  return amounts.map(({ amount, decimals }, index) => {
    const price = found[index]?.price;
    return price === undefined ? undefined : inMoney((Math.abs(Number(amount)) / 10 ** decimals) * Number(price));
  });
}

function inMoney(value: number): string {
  const least = 10 ** -(format.value.resolvedOptions().maximumFractionDigits ?? 2);
  // Rounded to zero, a fee would seem to be free.
  return value > 0 && value < least ? `< ${format.value.format(least)}` : format.value.format(value);
}

/** Returns the total value of holdings, and those without a price. */
export function total(holdings: Holding[]): { sum: string | undefined; unpriced: Holding[] } {
  const values = holdings.map((holding) => ({ holding, value: valueOf(holding, holding.amount) }));
  const known = values.flatMap(({ value }) => value ?? []);
  const sum = known.length === 0 ? undefined : format.value.format(known.reduce((sum, value) => sum + value, 0));
  return { sum, unpriced: values.filter(({ holding, value }) => value === undefined && holding.amount > 0n).map(({ holding }) => holding) };
}
