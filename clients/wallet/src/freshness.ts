/** How current the balances are: their age, chains that cannot be updated, what the total misses. */
import { signal } from "@preact/signals";
import { type Chain, isWalletError } from "@wallet-cloud/client";
import { stateOf } from "./holdings.js";
import { messageOf } from "./messages.js";
import { total } from "./prices.js";
import { chains, coinLabel } from "./state.js";

/** The time, renewed every half minute for the texts that depend on it. */
const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 30_000);

export const isOffline = signal(!navigator.onLine);
/** The number of times that the browser was online again. */
export const reconnections = signal(0);
addEventListener("online", () => {
  isOffline.value = false;
  reconnections.value += 1;
});
addEventListener("offline", () => (isOffline.value = true));

const relative = new Intl.RelativeTimeFormat("en");
const UNITS = [[86_400, "day"], [3_600, "hour"], [60, "minute"]] as const;

/** Returns the time since `at`, in milliseconds since 1970, in words. */
export function ageOf(at: number): string {
  const seconds = Math.max(0, Math.max(now.value, Date.now()) - at) / 1000;
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [];
  return size === undefined || unit === undefined ? "just now" : relative.format(-Math.floor(seconds / size), unit);
}

/** Milliseconds after which a balance shows its age. */
const OLD = 300_000;

/** Returns the age of a chain's balance if a part of the wallet has to show it: after an error, or a long time. */
export function shownAge(chain: Chain): string | undefined {
  const { error, updatedAt } = stateOf(chain);
  if (updatedAt === undefined || (error === undefined && Math.max(now.value, Date.now()) - updatedAt < OLD)) return undefined;
  return `Updated ${ageOf(updatedAt)}`;
}

/** Returns the time of the oldest balance, or nothing while no chain has one. */
export function oldest(): number | undefined {
  const times = chains.value.flatMap(({ chain }) => stateOf(chain).updatedAt ?? []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The chains with the same problem. */
export interface Failure {
  text: string;
  chains: Chain[];
}

/** Returns a sentence about an error of several chains. */
function textOf(error: unknown): string {
  if (!isWalletError(error) || error.kind !== "api") return messageOf(error);
  if (error.is("not_configured")) return "The server has no connection on this network.";
  if (error.is("upstream_unavailable") || error.is("upstream_timeout") || error.is("upstream_error")) return "The nodes do not respond right now.";
  return messageOf(error);
}

/** Returns the chains whose latest request failed, by problem. */
export function failures(): Failure[] {
  const groups = new Map<string, Chain[]>();
  for (const { chain } of chains.value) {
    const { error } = stateOf(chain);
    if (error !== undefined) groups.set(textOf(error), [...(groups.get(textOf(error)) ?? []), chain]);
  }
  return [...groups].map(([text, chains]) => ({ text, chains }));
}

/** Returns the sum of all balances with a price, and what the sum misses. */
export function totalOf(): { sum: string | undefined; missing: string[] } {
  const states = chains.value.map(({ chain }) => ({ chain, ...stateOf(chain) }));
  const { sum, unpriced } = total(states.flatMap(({ holdings }) => holdings));
  const unknown = states.filter(({ holdings }) => holdings.length === 0);
  const labels = (isLoading: boolean) => unknown.filter((state) => state.isLoading === isLoading).map(({ chain }) => coinLabel(chain));
  const parts: [string, string[]][] = [
    ["loading", labels(true)],
    ["not available", labels(false)],
    ["no price", [...new Set(unpriced.map(({ asset, ticker }) => (asset.kind === "coin" ? coinLabel(asset.chain) : ticker)))]],
  ];
  const missing = parts.filter(([, names]) => names.length > 0).map(([reason, names]) => `without ${listed(names)} (${reason})`);
  return { sum, missing };
}

/** Returns names as a list, or the number of many. */
const listed = (names: string[]): string => (names.length > 4 ? `${names.length} assets` : names.join(", "));
