/** A payment: form, review, signature. */
import {
  type Chain,
  type FeeMode,
  isBtcLike,
  isWalletError,
  type MemoType,
  parseAmount,
} from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { hasTooManyOutputs, preparePayment } from "../btc-payments.js";
import { display } from "../chain-view.js";
import { type Holding, loadChain, stateOf } from "../holdings.js";
import { fieldOf, messageOf } from "../messages.js";
import { BackLink } from "../parts/BackLink.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Heading, Problem, Submit, useWork } from "../parts/forms.js";
import { MoreRecipients, type Recipient } from "../parts/MoreRecipients.js";
import { Segments } from "../parts/Segments.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { fiat } from "../prices.js";
import { account, chainView, client, ecdsa, ed25519, noted, settlePayment } from "../state.js";
import type { Ready } from "../unsettled.js";

export const MODES: { value: FeeMode; label: string }[] = [
  { value: "slow", label: "Slow" },
  { value: "normal", label: "Normal" },
  { value: "fast", label: "Fast" },
];

const FIELDS = ["to", "amount", "memo", "asset"] as const;
type FormField = (typeof FIELDS)[number];

const MEMO_TYPES: { value: MemoType; label: string }[] = [
  { value: "text", label: "Text" },
  { value: "id", label: "Number" },
  { value: "hash", label: "Hash" },
];

export interface Draft {
  to: string;
  amount: string;
  more: Recipient[];
  isMax: boolean;
  fee: FeeMode;
  memo: string;
  memoType: MemoType;
}

export function SendScreen({ chain, assetId }: { chain: Chain; assetId: string }) {
  const { name } = chainView(chain);
  const { holdings, account: btcAccount } = stateOf(chain);
  const [id, setId] = useState(assetId);
  const [draft, setDraft] = useState<Draft>({ to: "", amount: "", more: [], isMax: false, fee: "normal", memo: "", memoType: "text" });
  const [errors, setErrors] = useState<Partial<Record<FormField, string>>>({});
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, setError, run } = work;
  // The balance may be older than the latest receipt.
  useEffect(() => void loadChain(chain).catch(() => undefined), [chain]);
  const holding = holdings.find((item) => item.id === id) ?? holdings[0];
  const coin = holdings[0];
  // Two events may come before the next display: the second one must not undo the first one.
  const update = (part: (current: Draft) => Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part(current) }));
    setErrors({});
    setError(undefined);
  };
  const change = (part: Partial<Draft>) => update(() => part);

  const prepare = (given: Consent) => {
    if (holding === undefined) return;
    const found = check(draft, holding);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    void run(async () => {
      try {
        setReady(await prepareDraft(chain, holding, draft, given));
      } catch (problem) {
        noted(problem);
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
    return <SignAndSend chain={chain} holding={holding} ready={ready} onBack={() => setReady(undefined)} />;
  }
  return (
    <>
      <header class="bar">
        <BackLink to={[chain]} label={`Back to ${name}`} />
        <Heading>Send</Heading>
      </header>
      <Form noValidate onSubmit={() => prepare({})}>
        {holdings.length > 1 && (
          <div class="field">
            <label for="asset">Asset</label>
            <select
              id="asset"
              value={holding?.id ?? ""}
              onChange={(event) => {
                setId(event.currentTarget.value);
                change({ amount: "", isMax: false });
              }}
            >
              {holdings.map((item) => (
                <option key={item.id} value={item.id}>
                  {item.ticker} · {display(item.amount, item.decimals, 6)}
                </option>
              ))}
            </select>
          </div>
        )}
        <Field label="Recipient" name="to" autocomplete="off" required value={draft.to} onValue={(to) => change({ to })} error={errors.to} hint={`An address on ${name}`} />
        <Field
          label={`Amount in ${holding?.ticker ?? chainView(chain).ticker}`}
          name="amount"
          inputMode="decimal"
          autocomplete="off"
          required
          value={draft.amount}
          onValue={(amount) => change({ amount, isMax: false })}
          error={errors.amount}
          hint={amountHint(holding, draft.isMax, hasTooManyOutputs(btcAccount))}
          action={
            <button
              type="button"
              aria-pressed={draft.isMax}
              disabled={holding === undefined || holding.spendable === 0n || draft.more.length > 0}
              onClick={() => holding && change({ isMax: true, amount: display(holding.spendable, holding.decimals, holding.decimals).replaceAll(",", "") })}
            >
              Max
            </button>
          }
        />
        {isBtcLike(chain) && !draft.isMax && <MoreRecipients list={draft.more} ticker={chainView(chain).ticker} onUpdate={(more) => update((current) => ({ more: more(current.more) }))} />}
        <Segments label="Fee" options={MODES} value={draft.fee} onChoose={(fee) => change({ fee })} hint="The exact fee is part of the review." />
        {chain === "xlm" && (
          <>
            <Field
              label="Memo (optional)"
              name="memo"
              autocomplete="off"
              value={draft.memo}
              onValue={(memo) => change({ memo })}
              error={errors.memo}
              hint="Exchanges identify their customers by a memo."
            />
            {draft.memo !== "" && <Segments label="Type of the memo" options={MEMO_TYPES} value={draft.memoType} onChoose={(memoType) => change({ memoType })} />}
          </>
        )}
        <Problem text={errors.asset} />
        <ConsentProblem chain={chain} work={work} onConsent={prepare} />
        <Submit busy={busy || holding === undefined}>Review payment</Submit>
      </Form>
    </>
  );
}

function amountHint(holding: Holding | undefined, isMax: boolean, isLimited: boolean): string | undefined {
  if (holding === undefined) return undefined;
  if (isMax && isLimited) return "As much as one payment can spend, less the fee. A further payment spends the rest.";
  if (isMax) return holding.id === "" ? "Everything, less the fee" : "Everything";
  const value = fiat(holding, holding.spendable);
  return `Available: ${display(holding.spendable, holding.decimals)} ${holding.ticker}${value === undefined ? "" : ` (${value})`}`;
}

/** Returns the errors of the form that need no server. */
function check(draft: Draft, holding: Holding): Partial<Record<FormField, string>> {
  const errors: Partial<Record<FormField, string>> = {};
  if (draft.to.trim() === "") errors.to = "Enter the recipient's address.";
  const amount = draft.isMax ? undefined : (amountError(draft.amount, holding) ?? moreError(draft, holding));
  return amount === undefined ? errors : { ...errors, amount };
}

/** Returns the error of the further recipients and of the sum of all amounts. */
function moreError({ amount, more }: Draft, holding: Holding): string | undefined {
  for (const [index, item] of more.entries()) {
    if (item.to.trim() === "") return `Enter the address of recipient ${index + 2}.`;
    const error = amountError(item.amount, holding);
    if (error !== undefined) return `Recipient ${index + 2}: ${error}`;
  }
  const total = [amount, ...more.map((item) => item.amount)].reduce((sum, text) => sum + parse(text, holding.decimals), 0n);
  return total > holding.spendable ? `Not enough funds: ${display(holding.spendable, holding.decimals)} ${holding.ticker} available.` : undefined;
}

/** Returns the error of an entered amount that needs no server. */
export function amountError(text: string, holding: Holding): string | undefined {
  try {
    const amount = parse(text, holding.decimals);
    if (amount === 0n) return "Enter an amount above zero.";
    return amount > holding.spendable ? `Not enough funds: ${display(holding.spendable, holding.decimals)} ${holding.ticker} available.` : undefined;
  } catch (problem) {
    if (text.trim() === "") return "Enter an amount.";
    return isWalletError(problem) ? `Enter a number such as 0.5, with at most ${holding.decimals} decimals.` : String(problem);
  }
}

/** Parses an amount with a decimal point or comma. */
export const parse = (text: string, decimals: number): bigint => parseAmount(text.trim().replace(/^(\d*),(\d+)$/, "$1.$2").replace(/^\./, "0."), decimals);

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
    const issued = asset.kind === "xlm-asset" ? { asset: { code: asset.code, issuer: asset.issuer } } : {};
    const memo = draft.memo === "" ? {} : { memo: draft.memo, memoType: draft.memoType };
    const prepared = await client().prepare.xlm({ ...common, ...issued, ...memo });
    return { prepared, sign: () => prepared.sign(ed25519()) };
  }
  const { asset } = holding;
  const token = asset.kind === "erc20" ? { token: asset.contract } : {};
  const prepared = await client().prepare.evm({ chain, ...common, ...token });
  return { prepared, sign: () => prepared.sign(ecdsa(chain)) };
}
