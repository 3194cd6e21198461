/** Entries of the address book below the recipient of a payment, while they match what is typed. */
import type { Chain } from "@wallet-cloud/client";
import { short } from "../chain-view.js";
import { type Contact, contactsOf } from "../contacts.js";
import type { PaymentRequest } from "../payment-uri.js";

/** Maximum number of suggestions. */
const MAX_SHOWN = 4;

interface Props {
  chain: Chain;
  /** The text of the field. */
  typed: string;
  onChoose: (request: PaymentRequest) => void;
}

/** Returns the entries that match a typed text by their name or the beginning of their address. */
export function suggestionsFor(chain: Chain, typed: string): Contact[] {
  const text = typed.toLowerCase();
  const found = contactsOf(chain).filter(({ name, address }) => name.toLowerCase().includes(text) || address.toLowerCase().startsWith(text));
  return found.slice(0, MAX_SHOWN);
}

export function KnownRecipients({ chain, typed, onChoose }: Props) {
  const chosen = contactsOf(chain).find(({ address }) => address.toLowerCase() === typed.toLowerCase());
  if (chosen !== undefined) {
    return (
      <p class="known">
        <strong>{chosen.name}</strong>, from your address book
      </p>
    );
  }
  const found = suggestionsFor(chain, typed);
  if (found.length === 0) return null;
  return (
    <ul class="rows" aria-label="Address book">
      {found.map((contact) => (
        <li key={contact.id}>
          <button type="button" class="row" onClick={() => onChoose(requestOf(contact))}>
            <span class="row-label">{contact.name}</span>
            <code class="row-value">{short(contact.address, 6)}</code>
          </button>
        </li>
      ))}
    </ul>
  );
}

function requestOf({ address, memo, memoType }: Contact): PaymentRequest {
  return { to: address, ...(memo === undefined ? {} : { memo }), ...(memoType === undefined ? {} : { memoType }) };
}
