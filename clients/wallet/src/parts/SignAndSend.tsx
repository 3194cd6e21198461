/** The review of a verified payment, and its signature. */
import { type Chain, isWalletError, type SignedPayment, type Review } from "@wallet-cloud/client";
import { Fragment } from "preact";
import { useRef } from "preact/hooks";
import { noteApproval } from "../approvals.js";
import { display, largeClass, networkName } from "../chain-view.js";
import { dropSent, keepSent } from "../device.js";
import type { Holding } from "../holdings.js";
import { keepName } from "../last-state.js";
import { messageOf } from "../messages.js";
import { fiat } from "../prices.js";
import { chainView, go } from "../state.js";
import { type Ready, signListed } from "../unsettled.js";
import { ApprovalTerms } from "./ApprovalTerms.js";
import { Comparison } from "./Comparison.js";
import { useWork } from "./forms.js";
import { AssetIcon } from "./icons.js";
import { PreviewSection, unlimitedOf, usePreview } from "./Preview.js";
import { isSuspicious, RecipientNotice, useRecipient } from "./RecipientNotice.js";
import { StepHeader } from "./ScreenHeader.js";
import { SwapTerms } from "./SwapTerms.js";
import { Decision, UnlimitedNotice, useSecondQuestion } from "./Unlimited.js";

interface Props {
  chain: Chain;
  holding: Holding;
  ready: Ready;
  onBack: () => void;
  title?: string;
  /** The name of the recipient. */
  name?: string | undefined;
  /** False if the transaction is not a payment of `holding`. */
  isPayment?: boolean;
  /** The time after which a block probably contains the transaction, for example `about 10 minutes`. */
  time?: string | undefined;
}

/** What the second question of a review confirms. */
const CONSENTS = { unlimited: "Allow without a limit", recipient: "Pay anyway" };

const isNft = ({ asset, approval }: Review): boolean => approval === undefined && (asset.kind === "erc721" || asset.kind === "erc1155");

export function SignAndSend({ chain, holding, ready, onBack, title, name, isPayment = title === undefined, time }: Props) {
  const { review } = ready.prepared;
  const coin = chainView(chain);
  const { busy, error, run } = useWork();
  const digits = display(review.amount, holding.decimals, holding.decimals);
  const amount = `${digits} ${holding.ticker}`;
  const fees = BigInt(review.fee) + BigInt(review.l1Fee ?? 0);
  const value = fiat(holding, BigInt(review.amount));
  const feeValue = fiat({ asset: { kind: "coin", chain }, decimals: coin.decimals }, fees);
  const inCoin = (units: string | bigint) => `${display(units, coin.decimals, coin.decimals)} ${coin.ticker}`;
  const total = holding.id === "" ? inCoin(BigInt(review.amount) + fees) : (
    <>
      <span class="unit">{amount} +</span> <span class="unit">{inCoin(fees)}</span>
    </>
  );
  const unlimited = review.approval?.isUnlimited ? review.approval : undefined;
  const toName = review.to === review.from ? "Your account" : name;
  const kept = useRef<SignedPayment | undefined>(undefined);
  const send = () =>
    run(async () => {
      const summary = isPayment ? `${amount} to ${review.outputs ? `${review.outputs.length} recipients` : review.to}` : (title ?? "");
      const details = { origin: ready.origin, summary };
      const signed = (kept.current ??= await signListed(ready.sign, details));
      // Stored first: whatever happens next, only these bytes are sent.
      keepSent({ ...signed.toJSON(), ...details });
      if (name !== undefined && review.to !== null) keepName(name, review.to);
      if (review.approval !== undefined) noteApproval(review, review.approval, signed.txid);
      try {
        await signed.send();
      } catch (problem) {
        // Unknown outcomes continue on the screen of the payment, where the same bytes can be sent again.
        if (!isWalletError(problem) || problem.kind !== "broadcast_unknown") {
          // A rejection is a statement of the server: the bytes are stored until the payment is final.
          throw problem;
        }
      }
      if (review.replaces !== undefined) dropSent(review.replaces);
      go(chain, "sent", signed.txid);
    });
  const preview = usePreview(ready);
  const recipient = useRecipient(chain, review, isPayment || isNft(review));
  const executed = unlimited === undefined ? unlimitedOf(preview, review.from) : undefined;
  const second = unlimited !== undefined || executed !== undefined ? "unlimited" : isSuspicious(recipient) ? "recipient" : undefined;
  const { isAsked, submit } = useSecondQuestion(second !== undefined, () => void send());
  const isChecking = preview.isLoading || recipient.isLoading;
  return (
    <>
      <StepHeader back="Back to the form" onBack={onBack}>{title ?? "Review payment"}</StepHeader>
      <div class="review">
        {isPayment && (
          <div class="sum">
            <p class={largeClass(digits)}>
              <AssetIcon holding={holding} /> <strong>{digits}</strong> {holding.ticker}
            </p>
            {value !== undefined && <p class="hint">{value}</p>}
          </div>
        )}
        <dl class="terms">
          {review.swap !== undefined && <SwapTerms swap={review.swap} sent={amount} />}
          {review.call !== undefined && !isPayment && (
            <>
              <dt>Contract</dt>
              <dd>
                <code class="address-full">{review.call.contract}</code>
              </dd>
              <dt>Function</dt>
              <dd>
                <code>{review.call.function}</code>
              </dd>
            </>
          )}
          {review.approval !== undefined && <ApprovalTerms chain={chain} approval={review.approval} />}
          {review.approval === undefined && review.to !== null && (isPayment || review.to !== review.call?.contract) && (
            <>
              <dt>{!isPayment && "issuer" in review.asset && review.asset.issuer === review.to ? "Issuer" : "To"}</dt>
              <dd>
                {toName !== undefined && <strong>{toName}</strong>}
                <code class="address-full">{review.to}</code>
              </dd>
            </>
          )}
          {review.outputs?.map(({ to, amount }, index) => (
            <Fragment key={index}>
              <dt>To, {index + 1} of {review.outputs?.length}</dt>
              <dd>
                {inCoin(amount)}
                <br />
                <code class="address-full">{to}</code>
              </dd>
            </Fragment>
          ))}
          {isNft(review) && "id" in review.asset && (
            <>
              <dt>NFT</dt>
              <dd>
                <strong>
                  {review.amount === "1" ? "" : `${review.amount} of `}#{review.asset.id}
                </strong>
                <code class="address-full">{review.asset.contract}</code>
              </dd>
            </>
          )}
          <dt>Network</dt>
          <dd>{networkName(coin)}</dd>
          {isPayment && review.outputs === undefined && (
            <>
              <dt>Arrives</dt>
              <dd>
                <strong>{amount}</strong>
                {time === undefined ? "" : ` in ${time}`}
              </dd>
            </>
          )}
          <dt>{coin.family === "btc-like" ? "Fee" : "Fee, at most"}</dt>
          <dd>
            {inCoin(fees)}
            {feeValue === undefined ? "" : ` (${feeValue})`}
          </dd>
          {isPayment && (
            <>
              <dt>Total</dt>
              <dd>
                <strong>{total}</strong>
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
        {ready.prepared.preview !== undefined && <PreviewSection chain={chain} review={review} found={preview} />}
        {review.to !== null && (isPayment || isNft(review)) && <RecipientNotice chain={chain} to={review.to} found={recipient} />}
        {review.createsAccount && <p class="notice">The recipient's account does not exist yet. This payment creates it.</p>}
        {review.replaces !== undefined && <p class="notice">This transaction replaces the pending one. Until one of the two is confirmed, either can be.</p>}
        {review.parent !== undefined && <p class="notice">This transaction spends the incoming one. Miners include both for its fee.</p>}
        {unlimited !== undefined && <UnlimitedNotice chain={chain} allowance={unlimited} isAsked={isAsked} />}
        {review.warnings
          .filter(({ code }) => unlimited === undefined || code !== "unlimited_approval")
          .map(({ code, message }) => (
            <p class="notice warning" key={code}>
              {message}
            </p>
          ))}
        <Comparison facts={ready.prepared.comparison} holding={holding} chain={chain}>
          <dl>
            <dt>From</dt>
            <dd>
              {(review.senders ?? [review.from]).map((address) => (
                <code class="address-full" key={address}>
                  {address}
                </code>
              ))}
            </dd>
          </dl>
        </Comparison>
      </div>
      <Decision label="Sign and send" consent={isAsked ? CONSENTS[second ?? "unlimited"] : undefined} busy={busy || isChecking} problem={error === undefined ? undefined : messageOf(error, coin)} onBack={onBack} onSubmit={submit} />
    </>
  );
}
