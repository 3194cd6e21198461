/** The names of listed tokens, which the page stores for the service worker. */

export const CACHE = "wallet-page";
export const TOKENS = "/wallet/tokens.json";

/** A token of the asset list. */
export interface ListedToken {
  chain: string;
  /** The contract. */
  id: string;
  ticker: string;
}
