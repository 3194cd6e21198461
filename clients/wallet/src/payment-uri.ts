/** Recipients in pasted and scanned texts: an address, or a payment URI. */
import type { MemoType } from "@wallet-cloud/client";

export interface PaymentRequest {
  to: string;
  /** Amount in whole units. */
  amount?: string;
  memo?: string;
  memoType?: MemoType;
}

/** Schemes that are a part of the address (CashAddr). */
const PREFIXES = ["bitcoincash", "bchtest"];

/** Reads an address, a URI such as `bitcoin:…?amount=0.1` (BIP 21), `ethereum:…` (ERC-681) or `web+stellar:pay?…` (SEP-7). */
export function readPayment(text: string): PaymentRequest {
  const match = /^([a-z][a-z0-9+]*):([^?]*)\??(.*)$/i.exec(text.trim());
  if (match === null) return { to: text.trim() };
  const [, scheme = "", path = "", query] = match;
  const name = scheme.toLowerCase();
  const values = new URLSearchParams(query);
  const optional = (key: string, from: string) => (values.has(from) ? { [key]: values.get(from)! } : {});
  if (name === "web+stellar") return { to: values.get("destination") ?? "", ...optional("amount", "amount"), ...optional("memo", "memo") };
  // The path of a call is the contract, not the recipient; the amounts of both forms are in base units.
  if (name === "ethereum") return { to: path.includes("/") ? (values.get("address") ?? "") : path.replace(/^pay-/, "").replace(/@.*$/, "") };
  return { to: PREFIXES.includes(name) ? `${name}:${path}` : path, ...optional("amount", "amount") };
}
