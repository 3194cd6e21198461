/** Typed access to each service: `openapi-fetch` with the generated types. */
import createFetch, { type Client } from "openapi-fetch";
import { type Chain, chainData } from "./chains.js";
import { InvalidResponseError } from "./errors.js";
import type { paths as AddressInfoBtcLike } from "./generated/address-info-btc-like.js";
import type { paths as AddressInfoEthLike } from "./generated/address-info-eth-like.js";
import type { paths as AddressInfoXlm } from "./generated/address-info-xlm.js";
import type { paths as AssetInfo } from "./generated/asset-info.js";
import type { paths as Authorization } from "./generated/authorization.js";
import type { paths as ConnectorBtcLike } from "./generated/blockchain-connector-btc-like.js";
import type { paths as ConnectorEthLike } from "./generated/blockchain-connector-eth-like.js";
import type { paths as ConnectorXlm } from "./generated/blockchain-connector-xlm.js";
import type { paths as Notifications } from "./generated/notifications.js";
import { requestClass } from "./caller-signal.js";
import type { Transport } from "./transport.js";

export type {
  AddressInfoBtcLike,
  AddressInfoEthLike,
  AddressInfoXlm,
  AssetInfo,
  Authorization,
  ConnectorBtcLike,
  ConnectorEthLike,
  ConnectorXlm,
  Notifications,
};

/** Every documented operation of every service. Failures reject with a `WalletError`. */
export interface Services {
  authorization: Client<Authorization>;
  addressInfoBtcLike: Client<AddressInfoBtcLike>;
  addressInfoEthLike: Client<AddressInfoEthLike>;
  addressInfoXlm: Client<AddressInfoXlm>;
  assetInfo: Client<AssetInfo>;
  connectorBtcLike: Client<ConnectorBtcLike>;
  connectorEthLike: Client<ConnectorEthLike>;
  connectorXlm: Client<ConnectorXlm>;
  notifications: Client<Notifications>;
}

export function createServices(baseUrl: string, open: Transport, bearer: Transport): Services {
  const service = <P extends {}>(name: string, fetch: Transport = bearer) =>
    createFetch<P>({ baseUrl: `${baseUrl}/${name}/v1`, fetch, Request: requestClass() });
  return {
    authorization: service<Authorization>("authorization", open),
    addressInfoBtcLike: service<AddressInfoBtcLike>("address-info-btc-like"),
    addressInfoEthLike: service<AddressInfoEthLike>("address-info-eth-like"),
    addressInfoXlm: service<AddressInfoXlm>("address-info-xlm"),
    assetInfo: service<AssetInfo>("asset-info"),
    connectorBtcLike: service<ConnectorBtcLike>("blockchain-connector-btc-like"),
    connectorEthLike: service<ConnectorEthLike>("blockchain-connector-eth-like"),
    connectorXlm: service<ConnectorXlm>("blockchain-connector-xlm"),
    notifications: service<Notifications>("notifications"),
  };
}

/** The operations that the connectors of all families have in the same form. */
export type AnyConnector = Client<
  Pick<ConnectorBtcLike, "/api/transaction/send/{chain}" | "/api/transaction/status/{chain}">
>;

/** Returns the connector of a chain's family. */
export function connectorOf(services: Services, chain: Chain): AnyConnector {
  const { connectorBtcLike, connectorEthLike, connectorXlm } = services;
  const connectors = { "btc-like": connectorBtcLike, "eth-like": connectorEthLike, xlm: connectorXlm };
  return connectors[chainData(chain).family] as unknown as AnyConnector;
}

/** Options of a request with a chain in its path. */
export function inChain<C extends Chain>(chain: C, signal: AbortSignal | undefined) {
  return { params: { path: { chain: chain as never } }, ...(signal === undefined ? {} : { signal }) };
}

/** Returns `data` of a response. Fails if it is not an object or a list. */
export async function dataOf<T>(call: Promise<{ data?: { data: T } | undefined; response: Response }>): Promise<T> {
  const { data: body, response } = await call;
  const data = (body as { data?: T } | undefined)?.data;
  if (typeof data !== "object" || data === null) {
    throw new InvalidResponseError("the response has no data", response.status);
  }
  return data;
}
