/** Further recipients of a payment on btc-like chains. */
import { Field } from "./forms.js";

export interface Recipient {
  to: string;
  amount: string;
}

/** The most recipients that one payment may have, besides the first one. */
const MAX_MORE = 99;

interface Props {
  list: Recipient[];
  ticker: string;
  errors: Partial<Record<string, string>>;
  onUpdate: (update: (list: Recipient[]) => Recipient[]) => void;
}

export function MoreRecipients({ list, ticker, errors, onUpdate }: Props) {
  const change = (index: number, part: Partial<Recipient>) => onUpdate((current) => current.map((item, at) => (at === index ? { ...item, ...part } : item)));
  return (
    <>
      {list.map((item, index) => (
        <fieldset class="recipient" key={index}>
          <legend>Recipient {index + 2}</legend>
          <Field label="Recipient" name={`to-${index + 2}`} wraps required value={item.to} onValue={(to) => change(index, { to })} error={errors[`to-${index + 2}`]} />
          <Field
            label={`Amount in ${ticker}`}
            name={`amount-${index + 2}`}
            inputMode="decimal"
            required
            value={item.amount}
            onValue={(amount) => change(index, { amount })}
            error={errors[`amount-${index + 2}`]}
            action={
              <button type="button" aria-label={`Remove recipient ${index + 2}`} onClick={() => onUpdate((current) => current.filter((_, at) => at !== index))}>
                Remove
              </button>
            }
          />
        </fieldset>
      ))}
      {list.length < MAX_MORE && (
        <button type="button" onClick={() => onUpdate((current) => [...current, { to: "", amount: "" }])}>
          Add a recipient
        </button>
      )}
    </>
  );
}
