/** What is known before a signature: the effects of a transaction, existing approvals, owned NFTs, and the recipient. */
import { type Chain, chainData, type EthLikeChain, type Network } from "./chains.js";
import type { Client } from "./client.js";
import type { Warning } from "./payment.js";
import { connectorOf, dataOf } from "./services.js";

/** An integer in base units, and the decimals of its unit. */
export interface Value {
  amount: string;
  decimals: number;
}

/** Where facts come from, and the parts that no upstream could report. */
export interface FactSource {
  upstream?: string | undefined;
  block?: string | undefined;
  partial?: readonly string[] | undefined;
}

/** The change of a balance; `delta` is negative if the address pays. */
export interface PreviewChange {
  address: string;
  kind: "coin" | "erc20" | "erc721" | "erc1155" | "asset";
  contract?: string | undefined;
  /** Id of a non-fungible token. */
  id?: string | undefined;
  /** The asset of an account on Stellar. */
  asset?: { code?: string | undefined; issuer?: string | undefined } | undefined;
  delta: Value;
  /** `delta` is a limit of a path payment (Stellar). */
  bound?: "atMost" | "atLeast" | undefined;
  /** As the contract reports them: anyone can choose both. */
  name?: string | undefined;
  ticker?: string | undefined;
  unlisted?: boolean | undefined;
}

/** An approval that the transaction sets. */
export interface PreviewApproval {
  kind: "erc20" | "erc721" | "operator" | "permit2" | "sep41";
  token: string;
  /** The asset of the token contract on Stellar. */
  asset?: { code?: string | undefined; issuer?: string | undefined } | undefined;
  id?: string | undefined;
  owner: string;
  spender: string;
  before?: string | undefined;
  after: string;
  /** The last ledger in which the spender may withdraw (Stellar). */
  expirationLedger?: number | undefined;
  unlimited: boolean;
}

/** The effects of a transaction on the latest block, as the server's nodes execute it. It is a statement of the server. */
export interface Preview {
  /** `unknown` if no node could execute the transaction. */
  outcome: "success" | "reverted" | "unknown";
  reason?: { text: string; error?: { name: string; arguments: readonly string[] } | undefined } | undefined;
  /** The sender's changes first; the fee is not among them. */
  changes: readonly PreviewChange[];
  /** On Stellar absent without any. */
  approvals?: readonly PreviewApproval[] | undefined;
  warnings?: readonly Warning[] | undefined;
  /** The operation that fails (Stellar). */
  failedOperation?: { index: number; type: string; code: string } | undefined;
  source: FactSource;
}

/** A call on an EVM chain before its fee and nonce are known. */
export interface PreviewQuery {
  chain: EthLikeChain;
  from: string;
  /** `null` deploys a contract. */
  to: string | null;
  /** Wei. */
  value?: string | undefined;
  data?: string | undefined;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** A transaction on Stellar in XDR. */
export interface XlmPreviewQuery {
  transaction: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** A right of a spender that is not zero now. */
export interface ExistingApproval {
  kind: "erc20" | "operator" | "permit2";
  token: string;
  unlisted?: boolean | undefined;
  name?: string | undefined;
  ticker?: string | undefined;
  spender: string;
  spenderName?: string | undefined;
  /** Absent for operators. */
  amount?: Value | undefined;
  unlimited: boolean;
  /** Unix seconds at which an allowance within Permit2 ends. */
  expires?: number | undefined;
  since: { txid: string; at?: number | undefined };
}

/** A non-fungible token that the address owns now. */
export interface OwnedNft {
  kind: "erc721" | "erc1155";
  contract: string;
  id: string;
  amount: string;
  name?: string | undefined;
  collection?: string | undefined;
  /** As the contract returns it: not checked, and possibly hostile. */
  tokenUri?: string | undefined;
  unlisted: boolean;
  flags?: readonly string[] | undefined;
}

/** An address, and a page of its list. */
export interface OwnerQuery {
  chain: EthLikeChain;
  address: string;
  network?: Network | undefined;
  /** `nextCursor` of the previous page, which may be empty. */
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The payer and the recipient of a payment. */
export interface RecipientQuery {
  chain: Chain;
  /** The payer; on btc-like chains `key` is possible instead. */
  address?: string | undefined;
  /** Extended public key of the payer (btc-like). */
  key?: string | undefined;
  to: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** Facts of the payer's history about a recipient. */
export interface RecipientFacts {
  /** Payments among the latest 200 transactions; absent without the history. */
  paidBefore?: number | undefined;
  lastAt?: number | undefined;
  /** Other addresses with the same first and last four characters. */
  lookAlikes: readonly { address: string; kind: "counterparty" | "own"; at?: number | undefined }[];
  own: boolean;
  /** Lists of the operator that have the recipient. */
  lists?: readonly { name: string; action: "warn" | "refuse" }[] | undefined;
  warnings?: readonly Warning[] | undefined;
  source: { partial?: readonly string[] | undefined };
}

type Call = { GET: (path: never, init: never) => never; POST: (path: never, init: never) => never };

/** Sends a request to an operation that the documents of an older server lack. */
export function request<T>(service: unknown, method: keyof Call, path: string, init: object): Promise<T> {
  return dataOf((service as Call)[method](path as never, init as never) as Promise<{ data?: { data: T }; response: Response }>);
}

const inPath = (chain: Chain, signal: AbortSignal | undefined, query?: object) => ({
  params: { path: { chain }, ...(query === undefined ? {} : { query }) },
  ...(signal === undefined ? {} : { signal }),
});

const present = (fields: object): object => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Returns the effects of a transaction, as the nodes of the server execute it on the latest block. */
export function preview(client: Client, { chain, signal, ...body }: PreviewQuery): Promise<Preview> {
  const init = { ...inPath(chain, signal), body: present({ network: client.network, ...present(body) }) };
  return request(client.services.connectorEthLike, "POST", "/api/transaction/preview/{chain}", init);
}

/** Returns the effects of a transaction on Stellar: of each operation in its order, or the operation that fails. */
export function previewXlm(client: Client, { signal, ...body }: XlmPreviewQuery): Promise<Preview> {
  const init = { ...inPath("xlm", signal), body: { network: client.network, ...present(body) } };
  return request(client.services.connectorXlm, "POST", "/api/transaction/preview/{chain}", init);
}

/** Returns a page of the approvals that are not zero now. */
export function approvals(client: Client, { chain, signal, ...query }: OwnerQuery): Promise<{ approvals: ExistingApproval[]; nextCursor?: string; source: FactSource }> {
  return request(client.services.addressInfoEthLike, "GET", "/api/{chain}/approvals", inPath(chain, signal, { network: client.network, ...present(query) }));
}

/** Returns a page of the non-fungible tokens that the address owns now. */
export function nfts(client: Client, { chain, signal, ...query }: OwnerQuery): Promise<{ nfts: OwnedNft[]; nextCursor?: string; source: FactSource }> {
  return request(client.services.addressInfoEthLike, "GET", "/api/{chain}/nfts", inPath(chain, signal, { network: client.network, ...present(query) }));
}

/** Sends a request to an operation that the address info services of all families have. */
export function familyCall<T>(client: Client, chain: Chain, operation: string, query: { signal?: AbortSignal | undefined } & object): Promise<T> {
  const { signal, ...body } = query;
  const { addressInfoBtcLike, addressInfoEthLike, addressInfoXlm } = client.services;
  const services = { "btc-like": addressInfoBtcLike, "eth-like": addressInfoEthLike, xlm: addressInfoXlm };
  return request(services[chainData(chain).family], "POST", `/api/{chain}/${operation}`, { ...inPath(chain, signal), body: { network: client.network, ...present(body) } });
}

/** Sends a request to an operation that the connectors of all families have. */
export function connectorCall<T>(client: Client, chain: Chain, operation: string, query: { signal?: AbortSignal | undefined } & object): Promise<T> {
  const { signal, ...body } = query;
  return request(connectorOf(client.services, chain), "POST", `/api/${operation}/{chain}`, { ...inPath(chain, signal), body: { network: client.network, ...present(body) } });
}

/** Returns what is known of the recipient of a payment. */
export const recipient = (client: Client, { chain, ...query }: RecipientQuery): Promise<RecipientFacts> => familyCall(client, chain, "recipient", query);
