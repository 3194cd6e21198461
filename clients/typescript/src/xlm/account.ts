/** Facts about a Stellar account: its settings, its open offers, and paths of its payments. */
import type { Network } from "../chains.js";
import type { Client } from "../client.js";
import { verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain, type AddressInfoXlm, type ConnectorXlm } from "../services.js";
import { responseAssetName } from "./assets.js";

type Response<P, K extends keyof P> = P[K] extends { get: { responses: { 200: { content: { "application/json": { data: infer D } } } } } } ? D : never;

/** Signers, thresholds, flags and data entries of an account. */
export type XlmAccountSettings = Response<AddressInfoXlm, "/api/{chain}/account">;
/** A page of open offers, latest first. */
export type XlmOffers = Response<AddressInfoXlm, "/api/{chain}/offers">;
/** A path of a payment through the exchange, with the amounts at its current prices. */
export type XlmPath = Response<ConnectorXlm, "/api/prepare-transaction/paths/{chain}">["paths"][number];

/** A Stellar account. */
export interface XlmAccountQuery {
  /** `G…`, or `M…` for one user of a multiplexed account. */
  address: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** A Stellar account, and the page of the offers. */
export interface XlmOffersQuery extends XlmAccountQuery {
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  /** The id of the only offer to return, also without an index. Not together with `limit` and `cursor`. */
  offerId?: string | undefined;
}

/** Exactly one of `sourceAsset` (its `amount` is sent) and `destinationAsset` (its `amount` is delivered). */
export interface XlmPathsQuery {
  from: string;
  /** The sender if absent. */
  to?: string | undefined;
  /** Amount in stroops. */
  amount: string;
  /** `native` or `CODE:ISSUER`. */
  sourceAsset?: string | undefined;
  /** `native` or `CODE:ISSUER`. */
  destinationAsset?: string | undefined;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns the fields with a value. */
function present<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}

/** Returns the settings of an account. A missing account is an `ApiError` with the code `account_not_found`. */
export function xlmAccount(client: Client, { signal, ...query }: XlmAccountQuery): Promise<XlmAccountSettings> {
  const { params, ...options } = inChain("xlm", signal);
  const init = { ...options, params: { ...params, query: { network: client.network, ...present(query) } } };
  return dataOf(client.services.addressInfoXlm.GET("/api/{chain}/account", init));
}

/** Returns a page of the open offers of an account. */
export function xlmOffers(client: Client, { signal, ...query }: XlmOffersQuery): Promise<XlmOffers> {
  const { params, ...options } = inChain("xlm", signal);
  const init = { ...options, params: { ...params, query: { network: client.network, ...present(query) } } };
  return dataOf(client.services.addressInfoXlm.GET("/api/{chain}/offers", init));
}

function verifyExactSide(path: XlmPath, { sourceAsset, destinationAsset, amount }: XlmPathsQuery): void {
  const isSent = sourceAsset !== undefined;
  const found = responseAssetName(isSent ? path.sourceAsset : path.destinationAsset);
  verifyEqual("path", "asset of the path", sourceAsset ?? destinationAsset, found);
  verifyEqual("path", "amount of the path", BigInt(amount), isSent ? path.sourceAmount : path.destinationAmount);
}

/**
 * Returns the paths of a payment from one asset to another. Each one has the requested asset and amount; the other
 * amount is the price, which is the server's statement.
 */
export async function xlmPaths(client: Client, { signal, ...query }: XlmPathsQuery): Promise<XlmPath[]> {
  const { params, ...options } = inChain("xlm", signal);
  const init = { ...options, params: { ...params, query: { network: client.network, ...present(query) } } };
  const { paths } = await dataOf(client.services.connectorXlm.GET("/api/prepare-transaction/paths/{chain}", init));
  verifyDecoding("path", () => {
    for (const path of paths) verifyExactSide(path, query);
  });
  return paths;
}
