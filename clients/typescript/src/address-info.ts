/** Balances and history of an address. */
import type { BtcLikeChain, EthLikeChain, Network } from "./chains.js";
import type { Client } from "./client.js";
import { InputError } from "./errors.js";
import { type AddressInfoBtcLike, type AddressInfoEthLike, type AddressInfoXlm, dataOf } from "./services.js";

type Data<P extends { "/api/{chain}": { get: { responses: { 200: { content: { "application/json": { data: unknown } } } } } } }> =
  P["/api/{chain}"]["get"]["responses"][200]["content"]["application/json"]["data"];

/** Balance and history of an address of a btc-like chain. */
export type BtcLikeAddress = Data<AddressInfoBtcLike>;
/** Balances of coin and tokens, and history, of an address of an EVM chain. */
export type EthLikeAddress = Data<AddressInfoEthLike>;
/** Balances, reserves, claimable balances and history of a Stellar account. */
export type XlmAddress = Data<AddressInfoXlm>;

/** Name, ticker and decimals of a token as its contract returns them. Every account can deploy a contract with any name. */
export type TokenData = AddressInfoEthLike["/api/{chain}/token"]["get"]["responses"][200]["content"]["application/json"]["data"];

/** The contract of a token. */
export interface TokenQuery {
  chain: EthLikeChain;
  contract: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** Balances and one page of the history. `nextCursor` is absent on the last page. */
export type AddressData<C extends string> = C extends BtcLikeChain
  ? BtcLikeAddress
  : C extends EthLikeChain
    ? EthLikeAddress
    : XlmAddress;

/** An address, and the page of the history. */
export interface AddressQuery<C extends BtcLikeChain | EthLikeChain | "xlm" = BtcLikeChain | EthLikeChain | "xlm"> {
  chain: C;
  address: string;
  network?: Network | undefined;
  /** Maximum number of transactions per page. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  /** Contracts of the tokens to return as well: up to 50 on EVM chains, up to 20 on Stellar. */
  tokens?: C extends EthLikeChain | "xlm" ? readonly string[] | undefined : undefined;
  /** `CODE:ISSUER` of assets on Stellar that a server without an index returns besides the asset list: up to 50. */
  assets?: C extends "xlm" ? readonly string[] | undefined : undefined;
  signal?: AbortSignal | undefined;
}

/** Returns balances and one page of transactions, latest first. */
export async function addressInfo<C extends BtcLikeChain | EthLikeChain | "xlm">(
  client: Client,
  query: AddressQuery<C>,
): Promise<AddressData<C>> {
  const { chain, address, limit, cursor, tokens, assets, signal } = query;
  const optional = {
    ...(limit === undefined ? {} : { limit }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(tokens === undefined ? {} : { tokens: tokens.join() }),
    ...(assets === undefined || assets.length === 0 ? {} : { assets: assets.join() }),
  };
  const parameters = { address, network: query.network ?? client.network, ...optional };
  const init = { params: { path: { chain }, query: parameters }, ...(signal === undefined ? {} : { signal }) };
  const { addressInfoBtcLike, addressInfoEthLike, addressInfoXlm } = client.services;
  const call = () => {
    switch (chain) {
      case "btc":
      case "ltc":
      case "bch":
      case "doge":
        return dataOf(addressInfoBtcLike.GET("/api/{chain}", init as never));
      case "xlm":
        return dataOf(addressInfoXlm.GET("/api/{chain}", init as never));
      default:
        return dataOf(addressInfoEthLike.GET("/api/{chain}", init as never));
    }
  };
  return (await call()) as AddressData<C>;
}

/** All addresses of an extended public key, with balances, unspent outputs and one page of the history. */
export type ExtendedKeyData =
  AddressInfoBtcLike["/api/{chain}/xpub"]["post"]["responses"][200]["content"]["application/json"]["data"];

/** An extended public key, and the page of the history. */
export interface ExtendedKeyQuery {
  chain: BtcLikeChain;
  /** Extended public key (`xpub`, `ypub`, `zpub`, …) or an output descriptor of one. Never a private key. */
  xpub: string;
  network?: Network | undefined;
  /** Maximum number of transactions per page. */
  limit?: number | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  /** Number of consecutive unused addresses that ends the search; default 20. */
  gap?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** First letters of extended private keys (SLIP-132). */
const PRIVATE_PREFIX = /^([xyztuvYZUV]prv|Ltpv|Mtpv|ttpv|dgpv)/;
/** Lengths of private keys in wallet import format. */
const WIF_LENGTHS = [51, 52];

/** Returns true if a text contains a private key, also a mistyped one, which must not be sent to a server. */
export function containsPrivateKey(text: string): boolean {
  const words = text.split(/[^1-9A-HJ-NP-Za-km-z]+/);
  return words.some((word) => PRIVATE_PREFIX.test(word) || WIF_LENGTHS.includes(word.length));
}

/** Returns all addresses of an extended public key: a watch-only wallet in one call. A private key is rejected and not sent. */
export async function extendedKeyInfo(client: Client, query: ExtendedKeyQuery): Promise<ExtendedKeyData> {
  const { chain, xpub, limit, cursor, gap, signal } = query;
  if (containsPrivateKey(xpub)) throw new InputError("xpub", "a private key");
  const optional = Object.entries({ limit, cursor, gap }).filter(([, value]) => value !== undefined);
  const body = { xpub, network: query.network ?? client.network, ...Object.fromEntries(optional) };
  const init = { params: { path: { chain } }, body, ...(signal === undefined ? {} : { signal }) };
  return dataOf(client.services.addressInfoBtcLike.POST("/api/{chain}/xpub", init));
}

/** Returns the metadata of a token. The error is `not_found` if there is no ERC-20 contract at the address. */
export function token(client: Client, { chain, contract, network, signal }: TokenQuery): Promise<TokenData> {
  const parameters = { path: { chain: chain as never }, query: { contract, network: network ?? client.network } };
  const init = { params: parameters, ...(signal === undefined ? {} : { signal }) };
  return dataOf(client.services.addressInfoEthLike.GET("/api/{chain}/token", init));
}

/** Yields the pages of the history, latest first; each page has the balances too. Stop iterating to load no more. */
export async function* pages<C extends BtcLikeChain | EthLikeChain | "xlm">(
  client: Client,
  query: AddressQuery<C>,
): AsyncGenerator<AddressData<C>, void, undefined> {
  let { cursor } = query;
  do {
    const page = await addressInfo(client, { ...query, cursor });
    yield page;
    // The same cursor again would repeat the page for ever.
    const next = page.nextCursor ?? undefined;
    cursor = next === cursor ? undefined : next;
  } while (cursor !== undefined);
}

/** Yields every transaction, latest first, and requests further pages as they are needed. */
export async function* history<C extends BtcLikeChain | EthLikeChain | "xlm">(
  client: Client,
  query: AddressQuery<C>,
): AsyncGenerator<AddressData<C>["transactions"][number], void, undefined> {
  for await (const page of pages(client, query)) yield* page.transactions;
}
