/** Payments on Stellar: lumens and assets, trustlines, claims. */
import { bytesToHex, inputAmount } from "../bytes.js";
import type { Client } from "../client.js";
import type { Amount } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { assetName, checkAsset, type XlmAsset } from "./assets.js";
import { complete } from "./prepared.js";
import type { PreparedXlm } from "./signable.js";
import { parseBalanceId, parseMuxed } from "./strkey.js";
import { MAX_INT64, maximum, prepare, inputInt64, type XlmTerms } from "./terms.js";
import type { XlmOperation } from "./xdr.js";

/** A payment, which creates the account of a recipient without one. */
export interface XlmPayment extends XlmTerms {
  chain?: "xlm" | undefined;
  /** `G…`, or `M…` for one user of a multiplexed account. */
  to: string;
  /** Amount in inputInt64, or `max`. */
  amount: Amount;
  /** The asset to send instead of lumens. */
  asset?: XlmAsset | undefined;
}

/** A trustline to create, change or remove. */
export interface XlmTrustline extends XlmTerms {
  asset: XlmAsset;
  /** Highest balance in stroops; by default the maximum, `0` deletes the trustline. */
  limit?: string | bigint | undefined;
}

/** A claimable balance to claim. */
export interface XlmClaim extends XlmTerms {
  claimableBalanceId: string;
}

/** Prepares a payment of lumens or of an asset. Lumens to a missing account create it. */
export async function prepareXlm(client: Client, payment: XlmPayment): Promise<PreparedXlm> {
  const recipient = parseMuxed(payment.to, "to");
  const asset = payment.asset === undefined ? undefined : checkAsset(payment.asset);
  const prepared = await prepare(client, payment, xlmPaymentTerms(payment));
  const amount = payment.amount === "max" ? await maximum(prepared, payment.to, asset) : inputInt64(payment.amount, "amount");
  const body = { ...prepared.body, to: payment.to, amount: amount.toString(), ...(asset === undefined ? {} : { asset }) };
  const { connectorXlm } = client.services;
  const init = { ...inChain("xlm", payment.signal), body };
  const response = await dataOf(connectorXlm.POST("/api/transaction/get-hash/{chain}/transfer", init));
  const pay: XlmOperation = { type: "payment", destination: payment.to, asset: assetName(asset), amount };
  const canCreate = asset === undefined && recipient.id === undefined;
  const create: XlmOperation = { type: "createAccount", destination: payment.to, amount };
  return complete(prepared, response, [canCreate ? [pay, create] : [pay]]);
}

/** Returns what identifies a payment besides its sender and memo. */
export const xlmPaymentTerms = ({ to, amount, asset }: Omit<XlmPayment, "publicKey">): unknown[] => [to, amount, asset?.code, asset?.issuer];

/** Prepares a trustline, its change, or its deletion. `amount` of the review is the limit. */
export async function prepareTrustline(client: Client, trustline: XlmTrustline): Promise<PreparedXlm> {
  const asset = checkAsset(trustline.asset);
  const limit = trustline.limit === undefined ? MAX_INT64 : inputAmount(trustline.limit, "limit", true);
  const prepared = await prepare(client, trustline);
  const body = { ...prepared.body, asset, amount: limit.toString() };
  const init = { ...inChain("xlm", trustline.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/add-trustline", init));
  const operation: XlmOperation = { type: "changeTrust", asset: assetName(asset), limit };
  return complete(prepared, response, [[operation]]);
}

/** Prepares the claim of a claimable balance. The transaction does not state the amount: see address info. */
export async function prepareClaim(client: Client, claim: XlmClaim): Promise<PreparedXlm> {
  const balanceId = bytesToHex(parseBalanceId(claim.claimableBalanceId));
  const prepared = await prepare(client, claim);
  const body = { ...prepared.body, claimableBalanceId: claim.claimableBalanceId };
  const init = { ...inChain("xlm", claim.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/claimable-balance", init));
  return complete(prepared, response, [[{ type: "claimClaimableBalance", balanceId }]]);
}
