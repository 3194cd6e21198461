/**
 * A higher fee for a pending transaction: a replacement of one of this device, on EVM chains also as a cancellation, or a payment
 * that spends the output of an incoming one.
 */
import { type Chain, type FeeMode, isBtcLike, isEthLike, prepareEvmBump, type Review } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { prepareChild, prepareReplacement } from "../btc-payments.js";
import { display } from "../chain-view.js";
import { loadSent, type Sent } from "../device.js";
import { type Holding, loadChain, pendingOutputs, stateOf } from "../holdings.js";
import { messageOf } from "../messages.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { Segments } from "../parts/Segments.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, chainView, client, ecdsa } from "../state.js";
import type { Ready } from "../unsettled.js";
import { timedModes } from "./Send.js";

const PURPOSES = [
  { value: "speed-up", label: "Speed up" },
  { value: "cancel", label: "Cancel" },
] as const;

export type Purpose = (typeof PURPOSES)[number]["value"];

export function BumpScreen({ chain, txid, purpose: chosen }: { chain: Chain; txid: string; purpose: Purpose }) {
  const { ticker, decimals } = chainView(chain);
  const [pending] = useState(() => loadSent().find((item) => item.txid === txid));
  // A payment to this wallet only has nothing to replace.
  const sent = isBtcLike(chain) && pending?.origin === undefined ? undefined : pending;
  const incoming = pendingOutputs(chain, txid).reduce((sum, { value }) => sum + BigInt(value), 0n);
  const [purpose, setPurpose] = useState(chosen);
  const [fee, setFee] = useState<FeeMode>("fast");
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, error, run } = work;
  useEffect(() => {
    if (stateOf(chain).holdings.length === 0) void loadChain(chain).catch(() => undefined);
  }, [chain]);
  if (ready !== undefined) {
    const { review } = ready.prepared;
    const isCancellation = review.isCancellation === true;
    const isPayment = !isCancellation && review.approval === undefined && review.parent === undefined;
    const title = review.parent !== undefined ? "Speed up the incoming payment" : isCancellation ? "Cancel the payment" : "Speed up the payment";
    return <SignAndSend chain={chain} holding={holdingOf(chain, review)} ready={ready} onBack={() => setReady(undefined)} title={title} isPayment={isPayment} />;
  }
  const submit = (given: Consent) =>
    run(async () => {
      setReady(await prepare(chain, { txid, sent }, { mode: purpose, fee, consent: given }));
    }, given);
  return (
    <>
      <ScreenHeader above={chain}>Pending payment</ScreenHeader>
      {sent === undefined && incoming === 0n && <NotPending error={error} />}
      {(sent !== undefined || incoming > 0n) && (
        <Form onSubmit={() => void submit({})}>
          <p class="sent-summary">{sent?.summary ?? `${display(incoming, decimals, decimals)} ${ticker} to this wallet`}</p>
          {isEthLike(chain) ? (
            <Segments
              label="What to do"
              options={[...PURPOSES]}
              value={purpose}
              onChoose={setPurpose}
              hint={purpose === "cancel" ? "A payment of nothing to yourself takes its place. It costs a fee." : "The same payment with a higher fee takes its place."}
            />
          ) : (
            <Segments
              label="Fee"
              options={timedModes(chainView(chain))}
              value={fee}
              onChoose={setFee}
              hint={sent === undefined ? "A payment to yourself spends the amount, with a fee that is sufficient for both." : "The same payment with a higher fee takes its place. The change becomes lower."}
            />
          )}
          <ConsentProblem chain={chain} work={work} onConsent={(given) => void submit(given)} />
          <Submit busy={busy}>Review</Submit>
        </Form>
      )}
    </>
  );
}

/** A transaction without bytes on this device and without a pending output of the wallet, possibly since a block has it now. */
function NotPending({ error }: { error: unknown }) {
  if (error !== undefined) return <Problem text={messageOf(error)} />;
  return <p class="notice">This payment is not in progress on this device. The device that sent it can replace it.</p>;
}

interface Choice {
  mode: Purpose;
  fee: FeeMode;
  consent: Consent;
}

/** Prepares and verifies the replacement, or the payment that spends the incoming one. */
async function prepare(chain: Chain, { txid, sent }: { txid: string; sent: Sent | undefined }, { mode, fee, consent }: Choice): Promise<Ready> {
  if (isBtcLike(chain)) {
    return sent?.origin === undefined ? prepareChild(chain, txid, fee, consent) : prepareReplacement(chain, { ...sent, origin: sent.origin }, fee, consent);
  }
  if (!isEthLike(chain) || sent === undefined) throw new Error("no replacements on this chain");
  const prepared = await prepareEvmBump(client(), { chain, publicKey: account(chain).publicKey, pending: sent, mode, maxFee: consent.maxFee });
  return { prepared, sign: () => prepared.sign(ecdsa(chain)) };
}

/** Returns the asset of a payment; an unlisted token without a balance has no name and no decimals. */
function holdingOf(chain: Chain, { asset }: Review): Holding {
  const id = asset.kind === "erc20" ? asset.contract : "";
  const found = stateOf(chain).holdings.find((holding) => holding.id.toLowerCase() === id.toLowerCase());
  if (found !== undefined) return found;
  const { name, ticker, decimals } = chainView(chain);
  const empty = { id, asset, amount: 0n, spendable: 0n };
  return id === "" ? { ...empty, name, ticker, decimals } : { ...empty, name: "Token", ticker: `base units of ${id.slice(0, 8)}`, decimals: 0 };
}
