/** Offers on the Stellar exchange. */
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { dataOf, inChain } from "../services.js";
import { assetName, checkAsset, paymentAsset, type XlmAsset } from "./assets.js";
import { complete } from "./prepared.js";
import { inputPrice, valueAt } from "./price.js";
import type { PreparedXlm } from "./signable.js";
import { inputInt64, MAX_INT64, prepare, type XlmTerms } from "./terms.js";
import type { XlmOperation } from "./xdr.js";

/** A new offer, or the change of one. */
export interface XlmOffer extends XlmTerms {
  /**
   * `sell` for an exact amount of the sold asset, `buy` for one of the bought asset, `passive` for a sale that takes no offer of the
   * same price.
   */
  kind: "sell" | "buy" | "passive";
  /** The asset to give; lumens if absent. */
  selling?: XlmAsset | undefined;
  /** The asset to receive; lumens if absent. */
  buying?: XlmAsset | undefined;
  /** Amount in stroops of the sold asset, with `buy` of the bought one. */
  amount: string | bigint;
  /**
   * Units of the other asset for one of the asset with the amount: a decimal number or a fraction such as `1/3`. At 0.5, a sale of
   * 10 yields 5, and a purchase of 10 costs 5.
   */
  price: string;
  /** Id of the offer to change (`xlmOffers`); a new offer if absent. */
  offerId?: string | bigint | undefined;
}

/** The offer to delete. */
export interface XlmOfferDeletion extends XlmTerms {
  offerId: string | bigint;
  /** The sold asset of the offer; lumens if absent. */
  selling?: XlmAsset | undefined;
  /** The bought asset of the offer; lumens if absent. */
  buying?: XlmAsset | undefined;
}

/**
 * Prepares an offer. The network executes it at once as far as it crosses other offers, never at a worse price; the rest remains
 * until it is taken or deleted.
 */
export async function prepareOffer(client: Client, offer: XlmOffer): Promise<PreparedXlm> {
  const amount = inputInt64(offer.amount, "amount");
  if (offer.kind === "passive" && offer.offerId !== undefined) throw new InputError("offerId", "a passive offer is changed as a sale");
  const offerId = offer.offerId === undefined ? 0n : inputInt64(offer.offerId, "offerId");
  return prepareChange(client, offer, { ...offer, amount, price: inputPrice(offer.price), offerId }, xlmOfferTerms(offer));
}

/** Prepares the deletion of an offer. */
export async function prepareOfferDeletion(client: Client, deletion: XlmOfferDeletion): Promise<PreparedXlm> {
  const offerId = inputInt64(deletion.offerId, "offerId");
  return prepareChange(client, deletion, { ...deletion, kind: "sell", amount: 0n, price: "1/1", offerId });
}

/** Returns what identifies an offer besides its sender and memo. */
export const xlmOfferTerms = ({ kind, selling, buying, amount, price, offerId }: Omit<XlmOffer, "publicKey">): unknown[] => [
  "offer",
  kind,
  ...[selling, buying].flatMap((asset) => [asset?.code, asset?.issuer]),
  amount,
  price,
  offerId,
];

/** A checked offer; the id 0 creates one. */
interface Checked extends Pick<XlmOffer, "kind" | "selling" | "buying"> {
  amount: bigint;
  price: string;
  offerId: bigint;
}

async function prepareChange(client: Client, terms: XlmTerms, checked: Checked, payment?: unknown[]): Promise<PreparedXlm> {
  const { kind, amount, price } = checked;
  const name = (asset: XlmAsset | undefined, field: string) => assetName(asset === undefined ? undefined : checkAsset(asset, field));
  const names = { selling: name(checked.selling, "selling"), buying: name(checked.buying, "buying") };
  if (names.selling === names.buying) throw new InputError("buying", "the sold asset");
  if (kind === "buy" && valueAt(amount, price) > MAX_INT64) throw new InputError("amount", "above 63 bits at this price");
  const prepared = await prepare(client, terms, payment);
  const { connectorXlm } = client.services;
  const assets = { selling: paymentAsset(checked.selling), buying: paymentAsset(checked.buying) };
  const init = { ...inChain("xlm", terms.signal), body: { ...prepared.body, operations: [wireOffer(checked, assets)] } };
  const response = await dataOf(connectorXlm.POST("/api/transaction/get-hash/{chain}/multi-operations", init));
  return complete(prepared, response, [[expectedOffer(checked, names)]]);
}

type Assets = { selling: ReturnType<typeof paymentAsset>; buying: ReturnType<typeof paymentAsset> };

function wireOffer({ kind, amount, price, offerId }: Checked, assets: Assets) {
  const common = { ...assets, price };
  const id = { offerId: offerId.toString() };
  switch (kind) {
    case "sell":
      return { type: "manageSellOffer", ...common, amount: amount.toString(), ...id } as const;
    case "buy":
      return { type: "manageBuyOffer", ...common, buyAmount: amount.toString(), ...id } as const;
    case "passive":
      return { type: "createPassiveSellOffer", ...common, amount: amount.toString() } as const;
  }
}

function expectedOffer({ kind, amount, price, offerId }: Checked, names: { selling: string; buying: string }): XlmOperation {
  const common = { ...names, amount, price };
  if (kind === "passive") return { type: "createPassiveSellOffer", ...common };
  return { type: kind === "sell" ? "manageSellOffer" : "manageBuyOffer", ...common, offerId };
}
