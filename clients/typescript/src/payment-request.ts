/** Payment requests as URIs: BIP 21, EIP-681 and SEP-7. The server parses and creates them; the recipient is compared here. */
import { parseAmount } from "./amounts.js";
import { btcLikeParams } from "./btc/params.js";
import { isSameScript, scriptOf } from "./btc/address.js";
import { type Chain, chainData, isBtcLike, type Network } from "./chains.js";
import type { Client } from "./client.js";
import { VerificationError } from "./errors.js";
import type { StatementAmount } from "./own-history.js";
import { verifyEqual } from "./payment.js";
import { connectorCall } from "./safety.js";
import type { MemoType } from "./xlm/terms.js";

/** A payment request as a link or a scanned code. */
export interface ParsePaymentRequestQuery {
  chain: Chain;
  uri: string;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/** The fields of a payment request. Nothing proves `label` and `message`. */
export interface PaymentRequest {
  /** The recipient; on EVM chains the called contract if there is `data` or `token`. Absent for a transaction to sign (`tx`). */
  to?: string | undefined;
  /** Base units; absent if the payer chooses the amount. */
  amount?: string | undefined;
  label?: string | undefined;
  message?: string | undefined;
  /** The calldata of a call (EVM). */
  data?: string | undefined;
  /** The payment of tokens, whose contract is `to` (EVM). */
  token?: { to: string; amount?: string | undefined } | undefined;
  /** `tx` for a transaction to sign (Stellar). */
  operation?: "pay" | "tx" | undefined;
  asset?: StatementAmount["asset"] | undefined;
  memo?: string | undefined;
  memoType?: MemoType | undefined;
  /** The transaction to sign, with `tx`. */
  unsignedMessage?: string | undefined;
  /** Parameters without effect. */
  ignored?: readonly string[] | undefined;
}

/** A payment to request. */
export interface CreatePaymentRequestQuery {
  chain: Chain;
  to: string;
  /** Base units. */
  amount?: string | undefined;
  /** The name of the recipient (btc-like). */
  label?: string | undefined;
  /** The purpose of the payment (btc-like, Stellar). */
  message?: string | undefined;
  /** The token (EVM). */
  contract?: string | undefined;
  /** The asset of the payment; by default lumens (Stellar). */
  asset?: { kind: "xlm-asset"; chain: "xlm"; code: string; issuer: string } | undefined;
  memo?: string | undefined;
  memoType?: MemoType | undefined;
  network?: Network | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Parses a payment request by the server. A recipient or amount other than in the URI is a `VerificationError`, so that the server cannot
 * substitute them. Call data is the server's: `prepare` and the review show what it does.
 */
export async function parsePaymentRequest(client: Client, { chain, ...query }: ParsePaymentRequestQuery): Promise<PaymentRequest> {
  const request = await connectorCall<PaymentRequest>(client, chain, "payment-request/parse", query);
  if (request.operation !== "tx") verifyUri(chain, query.network ?? client.network, query.uri, request);
  if (chain === "xlm" && request.operation !== "tx") verifyStellar(query.uri, request);
  return request;
}

/** Creates a payment request as a URI, for a link or a QR code. A URI with another recipient or amount is a `VerificationError`. */
export async function createPaymentRequest(client: Client, { chain, ...query }: CreatePaymentRequestQuery): Promise<string> {
  const { uri } = await connectorCall<{ uri: string }>(client, chain, "payment-request/create", query);
  const { to, amount, contract } = query;
  const request = contract === undefined ? { to, amount } : { to: contract, token: { to, amount } };
  verifyUri(chain, query.network ?? client.network, String(uri), request);
  if (chain === "xlm") verifyStellar(uri, query);
  return uri;
}

/** Compares the recipient and the amount of a URI with those of a request. */
function verifyUri(chain: Chain, network: Network, uri: string, { to, amount, token, data }: PaymentRequest): void {
  const read = readUri(uri, isBtcLike(chain) ? btcLikeParams(chain, network).hrp : undefined);
  const isSame = (one: string | undefined, other: string | undefined) => one !== undefined && other !== undefined && isSameAddress(chain, network, one, other);
  const isSameRecipient = isSame(read.to, to) && (token === undefined || isSame(read.recipient, token.to));
  if (!isSameRecipient) throw new VerificationError("recipient", "the payment request", read.recipient ?? read.to ?? "none", token?.to ?? String(to));
  if (data !== undefined && token === undefined) return;
  const found = String((token === undefined ? amount : token.amount) ?? "none");
  // The review shows a number with an exponent.
  if (/e/i.test(read.amount ?? "")) return;
  const decimals = isBtcLike(chain) ? 8 : chain === "xlm" ? 7 : 0;
  const expected = read.amount === undefined ? "none" : parseAmount(read.amount.replace(/^\./, "0."), decimals).toString();
  verifyEqual("amount", "amount of the payment request", expected, found);
}

/** Compares the asset and the memo of a URI with those of a request. A hash in the URI has another form. */
function verifyStellar(uri: string, { asset, memo, memoType = "text" }: Pick<PaymentRequest, "asset" | "memo" | "memoType">): void {
  const { values } = partsOf(uri);
  const code = values.get("asset_code") ?? "XLM";
  const named = asset === undefined || asset.kind === "coin" ? "XLM" : `${asset.code}-${asset.issuer}`;
  verifyEqual("operations", "asset of the payment request", values.has("asset_issuer") ? `${code}-${values.get("asset_issuer")}` : code, named);
  const type = (values.get("memo_type") ?? "MEMO_TEXT").replace("MEMO_", "").toLowerCase();
  const isText = type === "text" || type === "id";
  const expected = values.get("memo") || undefined;
  if (expected !== undefined) verifyEqual("memo", "type of the memo of the payment request", type, memoType);
  verifyEqual("memo", "memo of the payment request", isText ? expected : expected !== undefined, isText ? memo || undefined : memo !== undefined);
}

/** Returns the scheme in lower case, the path and the parameters of a URI, in which `+` is no space. */
function partsOf(uri: string): { scheme: string; path: string; values: URLSearchParams } {
  const [, scheme = "", path = "", query] = /^([a-z][a-z0-9+]*):([^?]*)\??(.*)$/is.exec(uri.trim()) ?? [];
  return { scheme: scheme.toLowerCase(), path, values: new URLSearchParams(query?.replaceAll("+", "%2B")) };
}

/** Reads the called or paid address, the recipient of a token and the amount of a URI; `hrp` names the parameter of a segwit address (BIP 321). */
function readUri(uri: string, hrp?: string): { to?: string | undefined; recipient?: string | undefined; amount?: string | undefined } {
  const { scheme, path, values } = partsOf(uri);
  const value = (name: string) => values.get(name) ?? undefined;
  switch (scheme) {
    case "web+stellar":
      return { to: value("destination"), amount: value("amount") };
    case "ethereum": {
      const [, to, call] = /^(?:pay-)?(0x[0-9a-f]{40})(?:@\d+)?(?:\/(.*))?$/i.exec(path) ?? [];
      return call === undefined ? { to, amount: value("value") } : { to, recipient: value("address"), amount: value("uint256") };
    }
    case "bitcoincash":
    case "bchtest":
      return { to: `${scheme}:${path}`.toLowerCase(), amount: value("amount") };
    default: {
      const { amount, ...named } = Object.fromEntries([...values].map(([name, value]) => [name.toLowerCase(), value]));
      return { to: path || (hrp && named[hrp]), amount };
    }
  }
}

/** Returns true if both texts are the same address. */
function isSameAddress(chain: Chain, network: Network, one: string, other: string): boolean {
  if (!isBtcLike(chain)) return chainData(chain).family === "xlm" ? one === other : one.toLowerCase() === other.toLowerCase();
  const params = btcLikeParams(chain, network);
  return isSameScript(scriptOf(params, one), scriptOf(params, other));
}
