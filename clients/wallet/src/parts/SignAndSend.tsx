/** The review of a verified payment, and its signature. */
import { ApiError, type Chain, isWalletError, type Review } from "@wallet-cloud/client";
import { display } from "../chain-view.js";
import { dropSent, keepSent } from "../device.js";
import type { Holding } from "../holdings.js";
import { messageOf } from "../messages.js";
import type { ParseRecord } from "../parse-record.js";
import { fiat } from "../prices.js";
import type { Ready } from "../screens/Send.js";
import { chainView, go, noted } from "../state.js";
import { Heading, Problem, Submit, useWork } from "./forms.js";
import { AssetIcon, Icon } from "./icons.js";
import { SwapTerms, swapRows } from "./SwapTerms.js";

interface Props {
  chain: Chain;
  holding: Holding;
  ready: Ready;
  onBack: () => void;
  title?: string;
}

export function SignAndSend({ chain, holding, ready, onBack, title = "Review payment" }: Props) {
  const { review } = ready.prepared;
  const coin = chainView(chain);
  const { busy, error, run } = useWork();
  const amount = `${display(review.amount, holding.decimals, holding.decimals)} ${holding.ticker}`;
  const fees = BigInt(review.fee) + BigInt(review.l1Fee ?? 0);
  const value = fiat(holding, BigInt(review.amount));
  const feeValue = fiat({ asset: { kind: "coin", chain }, decimals: coin.decimals }, fees);
  const total = holding.id === "" ? BigInt(review.amount) + fees : undefined;
  const submit = () =>
    run(async () => {
      const signed = await ready.sign();
      // Stored first: whatever happens next, only these bytes are sent.
      keepSent({ ...signed.toJSON(), summary: title === "Review payment" ? `${amount} to ${review.to}` : title });
      try {
        await signed.send();
      } catch (problem) {
        noted(problem);
        // Unknown outcomes continue on the screen of the payment, where the same bytes can be sent again.
        if (!isWalletError(problem) || problem.kind !== "broadcast_unknown") {
          if (problem instanceof ApiError) dropSent(signed.txid);
          throw problem;
        }
      }
      go(chain, "sent", signed.txid);
    });
  return (
    <>
      <header class="bar">
        <button class="back" aria-label="Back to the form" onClick={onBack}>
          <Icon name="back" />
        </button>
        <Heading>{title}</Heading>
      </header>
      <div class="review">
        {title === "Review payment" && (
          <p class="large">
            <AssetIcon holding={holding} /> {amount}
          </p>
        )}
        {title === "Review payment" && value !== undefined && <p class="hint">{value}</p>}
        <dl>
          {review.swap !== undefined && <SwapTerms swap={review.swap} sent={amount} />}
          <dt>To</dt>
          <dd>
            <code class="address-full">{review.to}</code>
          </dd>
          <dt>From</dt>
          <dd>
            <code class="address-full">{review.from}</code>
          </dd>
          <dt>Network</dt>
          <dd>
            {coin.name} {review.network}
          </dd>
          <dt>{coin.family === "btc-like" ? "Fee" : "Fee, at most"}</dt>
          <dd>
            {display(fees, coin.decimals, coin.decimals)} {coin.ticker}
            {feeValue === undefined ? "" : ` (${feeValue})`}
          </dd>
          {total !== undefined && title === "Review payment" && (
            <>
              <dt>Total</dt>
              <dd>
                <strong>
                  {display(total, coin.decimals, coin.decimals)} {coin.ticker}
                </strong>
              </dd>
            </>
          )}
          {review.memo !== undefined && (
            <>
              <dt>Memo</dt>
              <dd>{review.memo}</dd>
            </>
          )}
        </dl>
        {review.createsAccount && <p class="notice">The recipient's account does not exist yet. This payment creates it.</p>}
        {review.warnings.map(({ code, message }) => (
          <p class="notice warning" key={code}>
            {message}
          </p>
        ))}
        <Comparison review={review} parsed={ready.parsed} holding={holding} chain={chain} />
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Problem text={error === undefined ? undefined : messageOf(error, coin)} />
        <div class="buttons">
          <button type="button" onClick={onBack} disabled={busy}>
            Change
          </button>
          <Submit busy={busy}>Sign and send</Submit>
        </div>
      </form>
    </>
  );
}

/** The transaction as this wallet decoded it, beside the server's reading (`parse`). */
function Comparison({ review, parsed, holding, chain }: { review: Review; parsed: ParseRecord | undefined; holding: Holding; chain: Chain }) {
  if (parsed === undefined) return null;
  return (
    <section class="comparison" aria-labelledby="comparison">
      <h2 id="comparison">Verified before signing</h2>
      <p class="hint">This wallet decoded the transaction itself and compared it with your request, and with the server's reading.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Part</span>
            </th>
            <th scope="col">This wallet</th>
            <th scope="col">Server</th>
          </tr>
        </thead>
        <tbody>
          {comparedRows(review, parsed, holding, chain).map(([name, own, server]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{own}</td>
              <td>{server}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export type ComparedRow = [name: string, own: string, server: string];

function comparedRows(review: Review, parsed: ParseRecord, holding: Holding, chain: Chain): ComparedRow[] {
  const coin = chainView(chain);
  const inAsset = (amount: string | undefined) => (amount === undefined || amount === "" ? "—" : `${display(amount, holding.decimals, holding.decimals)} ${holding.ticker}`);
  const inCoin = (amount: string | undefined) => (amount === undefined ? "—" : `${display(amount, coin.decimals, coin.decimals)} ${coin.ticker}`);
  if (parsed.outputs !== undefined) {
    const [first, ...others] = parsed.outputs;
    const rows: ComparedRow[] = [
      ["Recipient", review.to ?? "", first?.to ?? ""],
      ["Amount", inCoin(review.amount), inCoin(first?.amount)],
    ];
    if (review.change !== undefined && review.change !== "0") rows.push(["Change to you", inCoin(review.change), inCoin(others[0]?.amount)]);
    return rows;
  }
  if (parsed.token) {
    return [
      ["Recipient", review.to ?? "", parsed.token.to],
      ["Amount", inAsset(review.amount), inAsset(parsed.token.amount)],
      ["Contract", "contract" in review.asset ? review.asset.contract : "", parsed.to ?? ""],
      ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)],
    ];
  }
  if (review.swap !== undefined) return [...swapRows(review, review.swap, parsed.operations?.[0] ?? {}, inAsset), ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)]];
  if (parsed.operations !== undefined) {
    const rows: ComparedRow[] = [["Operation", operationOf(review), parsed.operations.map(({ type }) => type).join(", ")]];
    if (parsed.to) rows.push(["Recipient", review.to ?? "", parsed.to], ["Amount", inAsset(review.amount), inAsset(parsed.amount)]);
    // Anyone can issue an asset with the same code.
    if (review.asset.kind === "xlm-asset") rows.push(["Issuer", review.asset.issuer, parsed.operations[0]?.asset?.issuer ?? "—"]);
    rows.push(["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)]);
    if (review.memo !== undefined) rows.push(["Memo", review.memo, parsed.memo ?? "—"]);
    return rows;
  }
  return [
    ["Recipient", review.to ?? "", parsed.to ?? ""],
    ["Amount", inCoin(review.amount), inCoin(parsed.amount)],
    ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)],
  ];
}

function operationOf(review: Review): string {
  if (review.createsAccount) return "createAccount";
  return review.asset.kind === "xlm-asset" && review.to === review.asset.issuer && review.change === undefined && BigInt(review.amount) === 2n ** 63n - 1n
    ? "changeTrust"
    : "payment";
}
