/** Prices of the past. */
import type { Network } from "./chains.js";
import type { Client } from "./client.js";
import { request } from "./safety.js";

/** The price of an asset at a time. */
export interface PastPrice {
  /** Name of the asset as in the request (`assetId`). */
  asset: string;
  /** Unix seconds, as in the request; in a range the start of the hour or day. */
  at: number;
  /** Price of one whole unit: a decimal number. Absent if there is none. */
  price?: string | undefined;
  /** Time of the price at the source in Unix seconds. */
  pricedAt?: number | undefined;
  source?: string | undefined;
  /** Why there is no price: the source has none, or was not reached. */
  missing?: "unknown" | "unavailable" | undefined;
}

/** Assets at times, of which each has the price of its day in UTC, or one asset over a range of time. */
export type PastPriceQuery = {
  /** Code of ISO 4217 in lower case. */
  currency: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
} & (
  | {
      /** At most 500 assets (`assetId`) with times in Unix seconds. */
      items: readonly { asset: string; at: number }[];
    }
  | { asset: string; from: number; to: number; interval: "hour" | "day" }
);

/** Returns prices of the past, in the order of the items or of the range. */
export function pastPrices(client: Client, { signal, ...body }: PastPriceQuery): Promise<PastPrice[]> {
  const init = { body: { network: client.network, ...body }, ...(signal === undefined ? {} : { signal }) };
  return request(client.services.assetInfo, "POST", "/api/price/history", init);
}
