/** Recipients in pasted and scanned texts: an address, or a link of a payment request. */
import { type Chain, isBtcLike, type MemoType, parsePaymentRequest, type PaymentRequest as Parsed } from "@wallet-cloud/client";
import { client, network, noted } from "./state.js";

export interface PaymentRequest {
  to: string;
  /** The asset: empty for the coin. Absent if the text does not name one. */
  assetId?: string;
  /** Amount in base units of the asset. */
  units?: string;
  memo?: string;
  memoType?: MemoType;
  /** Texts of the link about recipient and purpose, which nothing proves. */
  note?: string;
  /** The name whose address is `to`. */
  name?: string;
}

/** Schemes that are a part of the address (CashAddr). */
const PREFIXES = ["bitcoincash", "bchtest"];

/** Returns true for a link, which the server parses, and false for an address with a prefix. */
export const isLink = (text: string): boolean => /^\s*([a-z][a-z0-9+]*):/i.test(text) && !(PREFIXES.some((prefix) => text.trim().toLowerCase().startsWith(`${prefix}:`)) && !text.includes("?"));

/** Returns true for a text that can be the name of a recipient: `user*domain` (SEP-2), `user@domain` (BIP 353), a domain (ENS). */
export function isName(chain: Chain, text: string): boolean {
  if (chain === "xlm") return /^[^\s*]+\*[^\s*]+\.[^\s*]+$/.test(text);
  return (isBtcLike(chain) ? /^₿?[^\s@:]+@[^\s@:]+\.[^\s@:]+$/ : /^[^\s:/?@*]+\.[^\s:/?@*]{2,}$/).test(text);
}

/** Reads a pasted or scanned text. The server parses a link, and the client compares the recipient and the amount with the link. */
export async function readRequest(chain: Chain, text: string, signal?: AbortSignal): Promise<PaymentRequest> {
  if (!isLink(text)) return { to: text.trim() };
  try {
    return requestOf(await parsePaymentRequest(client(), { chain, network: network.value, uri: text.trim(), signal }));
  } catch (problem) {
    throw noted(problem);
  }
}

function requestOf({ operation, to, amount, asset, token, data, memo, memoType, label, message }: Parsed): PaymentRequest {
  if (operation === "tx" || to === undefined) throw new Error("It is a transaction to sign, not a payment.");
  if (data !== undefined && token === undefined) throw new Error("It is a call of a contract, not a payment.");
  const units = token === undefined ? amount : token.amount;
  const assetId = token !== undefined ? to : asset?.code === undefined ? "" : `${asset.code}-${asset.issuer}`;
  const note = [label, message].filter(Boolean).join(": ");
  return {
    to: token?.to ?? to,
    assetId,
    ...(units === undefined ? {} : { units }),
    ...(memo === undefined ? {} : { memo }),
    ...(memoType === undefined ? {} : { memoType }),
    ...(note === "" ? {} : { note }),
  };
}
