/** Errors of a preparation that the user can overrule: a fee above the limit, and a payment that equals an earlier one. */
import { type Chain, FeeLimitError, isWalletError, randomUuid } from "@wallet-cloud/client";
import { display } from "../chain-view.js";
import { fieldOf, messageOf } from "../messages.js";
import { chainView } from "../state.js";
import { type Consent, Problem, type useWork } from "./forms.js";

interface Props {
  chain: Chain;
  /** The preparation that failed. */
  work: ReturnType<typeof useWork>;
  onConsent: (consent: Consent) => void;
  /** The fields of the form that show errors that belong to them. */
  fields?: readonly string[];
}

export function ConsentProblem({ chain, work: { error, consent, busy }, onConsent, fields = [] }: Props) {
  if (error === undefined || fieldOf(error, fields) !== undefined) return null;
  const { decimals, ticker } = chainView(chain);
  const earlier = isWalletError(error) && error.kind === "already_paid" && error.status !== "confirmed" ? error.txid : undefined;
  return (
    <Problem text={messageOf(error, { decimals, ticker })}>
      {error instanceof FeeLimitError && (
        <button type="button" disabled={busy} onClick={() => onConsent({ ...consent, maxFee: error.fee })}>
          Accept a fee of {display(error.fee, decimals, decimals)} {ticker}
        </button>
      )}
      {earlier !== undefined && (
        <div class="buttons">
          <a class="button" href={`#/${chain}/sent/${earlier}`}>
            Earlier payment
          </a>
          <button type="button" disabled={busy} onClick={() => onConsent({ ...consent, paymentId: randomUuid() })}>
            Pay a second time
          </button>
        </div>
      )}
    </Problem>
  );
}
