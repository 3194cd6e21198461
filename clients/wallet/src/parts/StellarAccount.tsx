/** Signers and open offers of the Stellar account, if it has more than its own key. */
import { xlmAccount, type XlmAccountSettings, type XlmOffers, xlmOffers } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { counted, display, short } from "../chain-view.js";
import { stateOf } from "../holdings.js";
import { partialText } from "../messages.js";
import { account, client, network } from "../state.js";

type Offer = XlmOffers["offers"][number];

/** Decimals of every asset on Stellar. */
const DECIMALS = 7;

export function StellarAccount() {
  const [settings, setSettings] = useState<XlmAccountSettings>();
  const [offers, setOffers] = useState<Offer[]>([]);
  const [isUnlisted, setUnlisted] = useState(false);
  const { address } = account("xlm");
  useEffect(() => {
    setSettings(undefined);
    setOffers([]);
    setUnlisted(false);
    // Both are additional: without them, the balances and the history remain.
    xlmAccount(client(), { address }).then(setSettings, () => undefined);
    const show = (page: XlmOffers) => {
      setOffers(page.offers);
      setUnlisted((page.source.partial ?? []).includes("offers"));
    };
    xlmOffers(client(), { address }).then(show, () => undefined);
  }, [address, network.value]);
  const signers = settings?.signers ?? [];
  // Without missing trustlines, all entries of the account are known, and none is an offer.
  const notice = isUnlisted && stateOf("xlm").partial.includes("trustlines") ? <p class="notice">{partialText("offers")}</p> : null;
  const isPlain = signers.length < 2 && offers.length === 0;
  if (isPlain) return notice;
  const open = counted(offers.length, "open offer");
  return (
    <details class="other">
      <summary>
        {counted(signers.length, "signer")}
        {notice === null ? `, ${open}` : ""}
      </summary>
      {notice}
      {settings !== undefined && signers.length > 1 && (
        <>
          <p class="hint">Payments need the weight {Math.max(settings.thresholds.medium, 1)}.</p>
          <ul class="plain">
            {signers.map(({ key, weight }) => (
              <li key={key}>
                <code title={key}>{short(key, 8)}</code> weight {weight}
                {key === address ? " (this wallet)" : ""}
              </li>
            ))}
          </ul>
        </>
      )}
      {offers.length > 0 && (
        <ul class="plain">
          {offers.map(({ offerId, selling, buying, amount, price }) => (
            <li key={offerId}>
              Sells {display(BigInt(amount), DECIMALS)} {codeOf(selling)} at {price} {codeOf(buying)}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const codeOf = (asset: Offer["selling"]) => ("code" in asset ? asset.code : "XLM");
