/** A payment: form, review, signature. */
import { type Chain, type FeeMode, formatAmount, isBtcLike, isWalletError, isXlmContract, type MemoType, prepareEvm, prepareTokenTransfer, prepareXlm } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { amountError, parse } from "../amounts.js";
import { hasTooManyOutputs, preparePayment } from "../btc-payments.js";
import type { ChainView } from "../chain-list.js";
import { display, networkName } from "../chain-view.js";
import { type FeeEstimate, timeOf } from "../fees.js";
import { type Holding, loadChain, stateOf } from "../holdings.js";
import { fieldOf, messageOf } from "../messages.js";
import { AmountField, type Entered } from "../parts/AmountField.js";
import { AssetChoice } from "../parts/AssetChoice.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Problem, Submit, useWork } from "../parts/forms.js";
import { AssetIcon } from "../parts/icons.js";
import { MoreRecipients, type Recipient } from "../parts/MoreRecipients.js";
import { recipientError, RecipientField } from "../parts/RecipientField.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { Segments } from "../parts/Segments.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { type Paid, useFees } from "../parts/useFees.js";
import type { PaymentRequest } from "../payment-uri.js";
import { fiat } from "../prices.js";
import { account, chainView, client, ecdsa, ed25519, settlePayment } from "../state.js";
import type { Ready } from "../unsettled.js";

const MODES: { value: FeeMode; label: string }[] = [
  { value: "slow", label: "Slow" },
  { value: "normal", label: "Normal" },
  { value: "fast", label: "Fast" },
];

/** The fees with the times after which a block probably contains the transaction. */
export const timedModes = (view: ChainView) => MODES.map((mode) => ({ ...mode, details: [timeOf(view, mode.value)] }));

/** The line of a fee that is not known yet, so that the fee moves nothing. */
const NO_FEE = "–";

const FIELDS = ["to", "amount", "memo", "asset"] as const;
/** Texts at the fields; those of further recipients are `to-2`, `amount-2` and so on. */
type Errors = Partial<Record<string, string>>;

export const MEMO_TYPES: { value: MemoType; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "id", label: "Number" },
  { value: "hash", label: "Hash" },
];

interface Draft extends Entered {
  to: string;
  /** The name whose address is `to`. */
  name?: string | undefined;
  more: Recipient[];
  fee: FeeMode;
  memo: string;
  memoType: MemoType;
}

export function SendScreen({ chain, assetId }: { chain: Chain; assetId: string }) {
  const view = chainView(chain);
  const { holdings, account: btcAccount } = stateOf(chain);
  const [id, setId] = useState(assetId);
  const [draft, setDraft] = useState<Draft>({ to: "", amount: "", more: [], isMax: false, fee: "normal", memo: "", memoType: "text" });
  const [errors, setErrors] = useState<Errors>({});
  const [ready, setReady] = useState<Ready>();
  const [request, setRequest] = useState<PaymentRequest>();
  const work = useWork();
  const { busy, setError, run } = work;
  // The balance may be older than the latest receipt.
  useEffect(() => void loadChain(chain).catch(() => undefined), [chain]);
  // Never another asset than the chosen one: it may not be loaded yet.
  const holding = holdings.find((item) => item.id === id);
  const coin = holdings[0];
  // The fee of a contract is known after the simulation.
  const isContract = holding !== undefined && contractOf(holding, draft.to) !== undefined;
  // Not beside the review: the outputs of the estimate would be spent by the payment.
  const fees = useFees(chain, holding, ready === undefined && holding !== undefined && !isContract ? paidOf(chain, draft, holding) : undefined);
  // Two events may come before the next display: the second one must not undo the first one.
  const update = (part: (current: Draft) => Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part(current) }));
    setErrors({});
    setError(undefined);
  };
  const change = (part: Partial<Draft>) => update(() => part);

  // Fills in a pasted or scanned request when the assets are loaded. An asset that the wallet does not hold cannot be paid.
  const fill = ({ to, name, assetId, units, memo, memoType = "text" }: PaymentRequest) => {
    const paid = assetId === undefined ? holding : holdings.find((item) => item.id.toLowerCase() === assetId.toLowerCase());
    const entered = units === undefined || paid === undefined ? undefined : formatAmount(units, paid.decimals);
    if (paid !== undefined && paid !== holding) setId(paid.id);
    change({ to, name, ...(entered === undefined ? {} : { amount: entered, value: undefined, isMax: false }), ...(memo === undefined || chain !== "xlm" ? {} : { memo, memoType }) });
    if (paid === undefined && assetId !== undefined) setErrors({ to: `The link requires ${assetId}, which this wallet does not hold.` });
  };
  useEffect(() => {
    if (request === undefined || holdings.length === 0) return;
    setRequest(undefined);
    fill(request);
  }, [request, holdings]);

  const prepare = (given: Consent) => {
    if (holding === undefined) return;
    const found = check(chain, draft, holding);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    void run(async () => {
      try {
        setReady(await prepareDraft(chain, holding, draft, given));
      } catch (problem) {
        if (isWalletError(problem) && problem.kind === "already_paid" && problem.status === "confirmed") settlePayment(problem.txid);
        const field = fieldOf(problem, FIELDS);
        // Amounts in the details are in the coin, except those of the payment itself.
        const unit = coin ?? holding;
        if (field === undefined) throw problem;
        setErrors({ [field]: messageOf(problem, unit) });
      }
    }, given);
  };

  if (ready !== undefined && holding !== undefined) {
    return <SignAndSend chain={chain} holding={holding} ready={ready} name={draft.name} onBack={() => setReady(undefined)} time={timeOf(view, draft.fee)} />;
  }
  return (
    <>
      <ScreenHeader above={chain}>Send</ScreenHeader>
      <Form noValidate onSubmit={() => prepare({})}>
        <p class="paying">
          {holding !== undefined && <AssetIcon holding={holding} size={28} />}
          <span>
            <strong>{holding?.ticker ?? (id === "" ? view.ticker : "Asset")}</strong> on {networkName(view)}
          </span>
        </p>
        {holdings.length > 1 && (
          <AssetChoice
            holdings={holdings}
            value={id}
            onChoose={(chosen) => {
              setId(chosen);
              change({ amount: "", value: undefined, isMax: false });
            }}
          />
        )}
        <RecipientField
          chain={chain}
          holding={holding}
          value={draft.to}
          error={errors["to"]}
          memo={chain === "xlm" && draft.memo.trim() !== "" ? { memo: draft.memo.trim(), memoType: draft.memoType } : undefined}
          onValue={(to) => {
            // A request that waits for the assets must not replace what the user types after it.
            setRequest(undefined);
            update((current) => ({ to, name: undefined, ...(current.name === undefined ? {} : { memo: "" }) }));
          }}
          onRequest={(pasted) => {
            change({ to: pasted.to, name: pasted.name });
            setRequest(pasted);
          }}
        />
        <AmountField
          ticker={view.ticker}
          holding={holding}
          draft={draft}
          hasMax={draft.more.length === 0}
          error={errors["amount"]}
          hint={amountHint({ holding, coin, draft, fees, isLimited: hasTooManyOutputs(btcAccount) })}
          onDraft={change}
          maximum={fees?.amounts?.[draft.fee]}
        />
        {isBtcLike(chain) && !draft.isMax && (
          <MoreRecipients list={draft.more} ticker={view.ticker} errors={errors} onUpdate={(more) => update((current) => ({ more: more(current.more) }))} />
        )}
        {isContract ? (
          <p class="hint">The contract determines what the payment does. Its fee is part of the review.</p>
        ) : (
          <Segments
            label="Fee"
            options={timedModes(view).map((mode) => ({ ...mode, details: [fees === undefined ? NO_FEE : feeText(chain, fees.fees[mode.value]), ...mode.details] }))}
            value={draft.fee}
            onChoose={(fee) => change({ fee })}
            hint="The exact fee is part of the review."
          />
        )}
        {chain === "xlm" && (!isContract || draft.memo !== "") && (
          <>
            <Field
              label="Memo (optional)"
              name="memo"
              autocomplete="off"
              value={draft.memo}
              onValue={(memo) => change({ memo })}
              error={errors["memo"]}
              hint="Exchanges identify their customers by a memo."
            />
            {draft.memo !== "" && <Segments label="Type of the memo" options={MEMO_TYPES} value={draft.memoType} onChoose={(memoType) => change({ memoType })} />}
          </>
        )}
        <div class="decision">
          <Problem text={errors["asset"] ?? (holdings.length > 0 && holding === undefined ? "This wallet does not hold the asset. Choose another one." : undefined)} />
          <ConsentProblem chain={chain} work={work} onConsent={prepare} />
          <Submit busy={busy || holding === undefined}>Review payment</Submit>
        </div>
      </Form>
    </>
  );
}

/** Returns the contract that transfers an asset to a recipient: contracts receive no payments. */
function contractOf({ asset, contract }: Holding, to: string): string | undefined {
  if (asset.kind === "xlm-token") return asset.contract;
  return isXlmContract(to.trim()) ? contract : undefined;
}

/** Returns a fee for display: the value in the currency if a price is known, otherwise the amount. */
function feeText(chain: Chain, fee: bigint): string {
  const { decimals, ticker } = chainView(chain);
  const value = fiat({ asset: { kind: "coin", chain }, decimals }, fee);
  return value ?? `${display(fee, decimals, 6)} ${ticker}`;
}

interface AmountFacts {
  holding: Holding | undefined;
  coin: Holding | undefined;
  draft: Draft;
  fees: FeeEstimate | undefined;
  isLimited: boolean;
}

/** Returns what is available, or what a payment of everything sends and leaves. */
function amountHint({ holding, coin, draft: { isMax, fee }, fees, isLimited }: AmountFacts): string | undefined {
  if (holding === undefined || coin === undefined) return undefined;
  const inCoin = (amount: bigint) => `${display(amount, coin.decimals, coin.decimals)} ${coin.ticker}`;
  if (!isMax) {
    const value = fiat(holding, holding.spendable);
    return `Available: ${display(holding.spendable, holding.decimals)} ${holding.ticker}${value === undefined ? "" : ` (${value})`}`;
  }
  if (isLimited) return "As much as one payment can spend, less the fee. A further payment spends the rest.";
  const kept = holding.amount - holding.spendable;
  const charged = fees?.fees[fee];
  if (holding.id !== "") return charged === undefined ? "Everything" : `Everything. For other fees, ${inCoin(coin.spendable > charged ? coin.spendable - charged : 0n)} is left.`;
  const cost = charged === undefined ? "Everything, less the fee." : `Everything, less the fee of ${inCoin(charged)}.`;
  return kept > 0n ? `${cost} The rest of ${inCoin(kept)} cannot be spent now.` : `${cost} Nothing remains.`;
}

/** Returns the payment of a form whose fields are valid so far. */
function paidOf(chain: Chain, draft: Draft, holding: Holding): Paid | undefined {
  if (Object.keys(check(chain, draft, holding)).length > 0) return undefined;
  const amount = draft.isMax ? ("max" as const) : parse(draft.amount, holding.decimals);
  return { to: draft.to.trim(), amount, more: draft.more.map((item) => ({ to: item.to.trim(), amount: parse(item.amount, holding.decimals) })) };
}

/** Returns the errors of the form that need no server. */
function check(chain: Chain, draft: Draft, holding: Holding): Errors {
  const errors: Errors = {};
  const to = draft.to.trim();
  const invalid = to === "" ? "Enter the recipient's address." : recipientError(chain, to, holding);
  if (invalid !== undefined) errors["to"] = invalid;
  const isCall = contractOf(holding, to) !== undefined;
  // A recipient who requires the memo would not find the payment.
  if (isCall && draft.memo !== "") errors["memo"] = "Tokens of contracts are sent without a memo.";
  if (isCall && draft.isMax && holding.id === "") errors["amount"] = "The review has the fee of a contract: enter an amount that leaves something for the fee.";
  if (draft.isMax) return errors;
  const amount = amountError(draft.amount, holding);
  if (amount !== undefined) return { ...errors, amount };
  return { ...errors, ...moreErrors(chain, draft, holding) };
}

/** Returns the errors of the further recipients and of the sum of all amounts. */
function moreErrors(chain: Chain, { amount, more }: Draft, holding: Holding): Errors {
  const errors: Errors = {};
  for (const [index, item] of more.entries()) {
    const number = index + 2;
    const to = item.to.trim();
    if (to === "") errors[`to-${number}`] = `Enter the address of recipient ${number}.`;
    else if (recipientError(chain, to) !== undefined) errors[`to-${number}`] = `Recipient ${number}: ${recipientError(chain, to)}`;
    const error = amountError(item.amount, holding);
    if (error !== undefined) errors[`amount-${number}`] = `Recipient ${number}: ${error}`;
  }
  if (Object.keys(errors).length > 0) return errors;
  const total = [amount, ...more.map((item) => item.amount)].reduce((sum, text) => sum + parse(text, holding.decimals), 0n);
  return total > holding.spendable ? { amount: `Not enough funds for all recipients: ${display(holding.spendable, holding.decimals)} ${holding.ticker} available.` } : {};
}

/** Prepares and verifies the payment. */
async function prepareDraft(chain: Chain, holding: Holding, draft: Draft, consent: Consent): Promise<Ready> {
  const amount = draft.isMax ? ("max" as const) : parse(draft.amount, holding.decimals);
  const to = draft.to.trim();
  if (isBtcLike(chain)) {
    const outputs = () => [draft, ...draft.more].map((item) => ({ to: item.to.trim(), amount: parse(item.amount, holding.decimals) }));
    return preparePayment(chain, draft.more.length === 0 ? { to, amount } : { outputs: outputs() }, draft.fee, consent);
  }
  const common = { publicKey: account(chain).publicKey, to, amount, fee: draft.fee, ...consent };
  if (chain === "xlm") {
    const { asset } = holding;
    const contract = contractOf(holding, to);
    if (contract !== undefined) {
      const { publicKey } = common;
      const transfer = await prepareTokenTransfer(client(), { publicKey, contract, to, amount: amount === "max" ? holding.spendable : amount, ...consent });
      return { prepared: transfer, sign: () => transfer.sign(ed25519()) };
    }
    const issued = asset.kind === "xlm-asset" ? { asset: { code: asset.code, issuer: asset.issuer } } : {};
    const memo = draft.memo === "" ? {} : { memo: draft.memo, memoType: draft.memoType };
    const prepared = await prepareXlm(client(), { ...common, ...issued, ...memo });
    return { prepared, sign: () => prepared.sign(ed25519()) };
  }
  const { asset } = holding;
  const token = asset.kind === "erc20" ? { token: asset.contract } : {};
  const prepared = await prepareEvm(client(), { chain, ...common, ...token });
  return { prepared, sign: () => prepared.sign(ecdsa(chain)) };
}
