/** The amount of a payment: in units of the asset, or as a value in the currency of the user. */
import { formatAmount } from "@wallet-cloud/client";
import { useEffect } from "preact/hooks";
import { amountError, amountOfValue, parse } from "../amounts.js";
import type { Holding } from "../holdings.js";
import { currency, fiat, unitPrice } from "../prices.js";
import { Field } from "./forms.js";
import { usePause } from "./usePause.js";

/** An amount that a user enters. */
export interface Entered {
  amount: string;
  /** The value of the amount in the currency of the user, if the user enters the value. */
  value?: string | undefined;
  isMax: boolean;
}

interface Props {
  ticker: string;
  holding: Holding | undefined;
  draft: Entered;
  /** False if everything cannot be sent, for example to several recipients. */
  hasMax: boolean;
  error: string | undefined;
  hint: string | undefined;
  onDraft: (part: Partial<Entered>) => void;
  /** What a payment of everything sends, once the fee is known. */
  maximum: bigint | undefined;
}

export function AmountField({ ticker, holding, draft, hasMax, error, hint, onDraft, maximum }: Props) {
  const { amount, value, isMax } = draft;
  const price = holding === undefined ? undefined : unitPrice(holding);
  const code = currency.value.toUpperCase();
  const isPaused = usePause(amount);
  useEffect(() => {
    if (isMax && holding !== undefined && maximum !== undefined && maximum > 0n) onDraft({ amount: formatAmount(maximum, holding.decimals) });
  }, [isMax, maximum]);
  const enter = (text: string) =>
    onDraft(value === undefined || price === undefined || holding === undefined ? { amount: text, isMax: false } : { value: text, amount: amountOfValue(text, price, holding.decimals), isMax: false });
  const typed = holding === undefined || amount.trim() === "" || isMax || !isPaused ? undefined : amountError(amount, holding);
  return (
    <Field
      label={`Amount in ${value === undefined ? (holding?.ticker ?? ticker) : code}`}
      name="amount"
      inputMode="decimal"
      autocomplete="off"
      required
      value={value ?? amount}
      onValue={enter}
      error={error ?? typed}
      hint={[holding && equivalent(holding, draft), hint].filter(Boolean).join(" · ")}
      tools={
        price !== undefined && (
          <button type="button" class="quiet small" onClick={() => onDraft({ value: value === undefined ? "" : undefined, amount: "", isMax: false })}>
            Enter {value === undefined ? code : holding?.ticker}
          </button>
        )
      }
      action={
        <button
          type="button"
          class="max"
          aria-pressed={isMax}
          disabled={holding === undefined || holding.spendable === 0n || !hasMax}
          onClick={() => holding && onDraft({ isMax: true, value: undefined, amount: formatAmount(holding.spendable, holding.decimals) })}
        >
          Max
        </button>
      }
    />
  );
}

/** Returns the amount in the other unit. */
function equivalent(holding: Holding, { amount, value }: Entered): string | undefined {
  if (amount === "" || amountError(amount, { ...holding, spendable: 2n ** 256n }) !== undefined) return undefined;
  if (value !== undefined) return `${amount} ${holding.ticker}`;
  const found = fiat(holding, parse(amount, holding.decimals));
  return found === undefined ? undefined : `≈ ${found}`;
}
