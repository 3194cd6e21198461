/** What this browser watches without keys: extended public keys, and tokens and assets that the server does not list. */
import { computed, effect, signal } from "@preact/signals";
import { type Chain, randomUuid } from "@wallet-cloud/client";
import { loadWatched, saveWatched, type Watched, type WatchedAsset, type WatchedKey, type WatchedToken } from "./device.js";
import { device, network } from "./state.js";

/** Returns the maximum number of tokens of a chain, that of a request. */
export const maxTokens = (chain: Chain): number => (chain === "xlm" ? 20 : 50);

const watched = signal<Watched>(loadWatched());

// Another account starts with an empty list.
effect(() => {
  if (device.value === undefined) watched.value = loadWatched();
});

function change(part: Partial<Watched>): void {
  const changed = { ...watched.value, ...part };
  saveWatched(changed);
  watched.value = changed;
}

// The same list until a key changes: the subscriptions of the keys begin again with another list.
const allKeys = computed(() => watched.value.keys);

/** The keys of the selected network. */
export const watchedKeys = computed(() => allKeys.value.filter((key) => key.network === network.value));

/** Stores a key and returns its id. */
export function watchKey(key: Omit<WatchedKey, "id" | "network">): string {
  const known = watchedKeys.value.find(({ chain, xpub }) => chain === key.chain && xpub === key.xpub);
  const id = known?.id ?? randomUuid();
  const others = watched.value.keys.filter((other) => other.id !== id);
  change({ keys: [...others, { ...key, id, network: network.value }] });
  return id;
}

export const unwatchKey = (id: string): void => change({ keys: watched.value.keys.filter((key) => key.id !== id) });

/** Returns the tokens of a chain on the selected network. */
export const watchedTokens = (chain: Chain): WatchedToken[] =>
  watched.value.tokens.filter((token) => token.chain === chain && token.network === network.value);

const isSame = (a: WatchedToken, b: WatchedToken) => a.network === b.network && a.chain === b.chain && a.contract === b.contract;

export function watchToken(token: WatchedToken): void {
  change({ tokens: [...watched.value.tokens.filter((other) => !isSame(other, token)), token] });
}

export function unwatchToken(token: WatchedToken): void {
  change({ tokens: watched.value.tokens.filter((other) => !isSame(other, token)) });
}

/** Maximum number of assets of a request. */
const MAX_ASSETS = 50;

/** The assets on Stellar that were added on the selected network, latest first. */
export const watchedAssets = computed(() => watched.value.assets.filter((asset) => asset.network === network.value).slice(0, MAX_ASSETS));

export function watchAsset(asset: Omit<WatchedAsset, "network">): void {
  const others = watched.value.assets.filter(({ network: other, code, issuer }) => other !== network.value || code !== asset.code || issuer !== asset.issuer);
  change({ assets: [{ ...asset, network: network.value }, ...others] });
}
