/** Payments that are ready to be signed, and those that are not final as far as the client knows, in the list of payments in progress. */
import { type Chain, type PreparedPayment, type SignedPayment, signedTransactionOf } from "@wallet-cloud/client";
import { type BtcOrigin, keepSent, loadSent, type Sent } from "./device.js";
import { client, network } from "./state.js";

/** A verified payment with the signatures of this wallet's keys. */
export interface Ready {
  prepared: Pick<PreparedPayment<never>, "review" | "comparison" | "preview">;
  /** What a replacement requires (btc-like). */
  origin?: BtcOrigin | undefined;
  sign: () => ReturnType<PreparedPayment<never>["sign"]>;
}

/** Signs a payment. If the server fails after it received the signatures, the payment is listed as in progress. */
export async function signListed(sign: () => Promise<SignedPayment>, details: Pick<Sent, "summary" | "origin">): Promise<SignedPayment> {
  const before = new Set((await client().payments.load()).map(({ id }) => id));
  try {
    return await sign();
  } catch (problem) {
    for (const payment of await client().payments.load()) {
      const stored = before.has(payment.id) ? undefined : signedTransactionOf(payment);
      if (stored !== undefined) keepSent({ ...stored, ...details });
    }
    throw problem;
  }
}

/** Lists stored payments of a chain without an entry in the list, so that they can be sent again or given up. Returns true if there are any. */
export async function listUnsettled(chain: Chain): Promise<boolean> {
  const payments = (await client().payments.load()).filter((payment) => payment.chain === chain && payment.network === network.value);
  const replaced = new Set(payments.map(({ replaces }) => replaces));
  const listed = new Set(loadSent().map(({ txid }) => txid));
  const missing = payments.map(signedTransactionOf).filter((stored) => stored !== undefined);
  const added = missing.filter(({ txid }) => !listed.has(txid) && !replaced.has(txid));
  for (const stored of added) keepSent({ ...stored, summary: "Unfinished payment" });
  return added.length > 0;
}
