/** The amounts of a swap: what the transaction guarantees. */
import type { PaymentAsset, SwapReview } from "@wallet-cloud/client";
import { display } from "../chain-view.js";

/** Decimals of every asset on Stellar. */
const DECIMALS = 7;

const codeOf = (asset: PaymentAsset) => ("code" in asset ? asset.code : "XLM");
const amountOf = (amount: string, code: string) => `${display(amount, DECIMALS, DECIMALS)} ${code}`;

/** The rows of the review. `sent` is the sent amount with its unit. */
export function SwapTerms({ swap, sent }: { swap: SwapReview; sent: string }) {
  const isSent = swap.exact === "sent";
  return (
    <>
      <dt>{isSent ? "You send" : "You send, at most"}</dt>
      <dd>
        <strong>{sent}</strong>
      </dd>
      <dt>{isSent ? "You receive, at least" : "You receive"}</dt>
      <dd>
        <strong>{amountOf(swap.amount, codeOf(swap.asset))}</strong>
      </dd>
      {swap.path.length > 0 && (
        <>
          <dt>Through</dt>
          <dd>{swap.path.map(codeOf).join(", ")}</dd>
        </>
      )}
    </>
  );
}
