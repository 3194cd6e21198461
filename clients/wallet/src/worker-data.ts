/** What the page and the service worker share: the names of listed tokens, and the label of watched keys. */

export const CACHE = "wallet-page";
/** The cache of the files of the page. */
export const FILES_CACHE = "wallet-page-files";
export const TOKENS = "/wallet/tokens.json";

/** The label of the subscriptions of watched keys. Only the page sets labels. */
export const WATCH_ONLY = "watch only";

/** The message of the service worker to the page when the browser has replaced its push subscription. */
export const PUSH_CHANGED = "push-changed";

/** A token of the asset list. */
export interface ListedToken {
  chain: string;
  /** The contract. */
  id: string;
  ticker: string;
}
