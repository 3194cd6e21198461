/** The amounts of a swap: what the transaction guarantees, and the server's reading of them. */
import type { PaymentAsset, Review, SwapReview } from "@wallet-cloud/client";
import { display } from "../chain-view.js";
import type { ComparedRow, ParsedOperation } from "../parse-record.js";

/** Decimals of every asset on Stellar. */
const DECIMALS = 7;

const codeOf = (asset: PaymentAsset | { code?: string }) => ("code" in asset && asset.code !== undefined ? asset.code : "XLM");
const amountOf = (amount: string | undefined, code: string) => (amount === undefined ? "—" : `${display(amount, DECIMALS, DECIMALS)} ${code}`);

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

/** Returns the compared rows of a swap. `inSent` formats an amount of the sent asset. */
export function swapRows(review: Review, swap: SwapReview, parsed: ParsedOperation, inSent: (amount: string | undefined) => string): ComparedRow[] {
  const isSent = swap.exact === "sent";
  const received = codeOf(swap.asset);
  const rows: ComparedRow[] = [
    ["Operation", isSent ? "pathPaymentStrictSend" : "pathPaymentStrictReceive", parsed.type ?? "—"],
    ["Recipient", review.to ?? "", parsed.destination ?? "—"],
    ["Sent", inSent(review.amount), inSent(isSent ? parsed.sendAmount : parsed.sendMax)],
    ["Received", amountOf(swap.amount, received), amountOf(isSent ? parsed.destMin : parsed.destAmount, codeOf(parsed.destAsset ?? {}))],
  ];
  // Anyone can issue an asset with the same code.
  if (swap.asset.kind === "xlm-asset") rows.push(["Issuer", swap.asset.issuer, parsed.destAsset?.issuer ?? "—"]);
  return rows;
}
