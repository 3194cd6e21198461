/** The recipient of a payment: typed, pasted or scanned, and checked while the user types. */
import { type Chain, isAddress, type MemoType } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { networkName } from "../chain-view.js";
import { contactsOf } from "../contacts.js";
import { receiveAddress } from "../holdings.js";
import { type PaymentRequest, readPayment } from "../payment-uri.js";
import { announcement, chainView, network } from "../state.js";
import { Field } from "./forms.js";
import { KnownRecipients, suggestionsFor } from "./KnownRecipients.js";
import { canScan, Scanner } from "./Scanner.js";
import { SaveRecipient } from "./SaveRecipient.js";
import { usePause } from "./usePause.js";

export const INVALID_ADDRESS = "This is not a valid address on this chain and network.";

/** Returns true for an address of the chain on the selected network. */
export const isRecipient = (chain: Chain, to: string): boolean => isAddress(chain, network.value, to);

interface Props {
  chain: Chain;
  value: string;
  error: string | undefined;
  /** The memo of the payment, which the address book stores with the recipient (xlm). */
  memo?: { memo: string; memoType: MemoType } | undefined;
  onValue: (to: string) => void;
  /** Receives a pasted or scanned recipient, possibly with an amount. */
  onRequest: (request: PaymentRequest) => void;
}

export function RecipientField({ chain, value, error, memo, onValue, onRequest }: Props) {
  const [isScanning, setScanning] = useState(false);
  const isPaused = usePause(value);
  const to = value.trim();
  const isValid = to !== "" && isRecipient(chain, to);
  const name = networkName(chainView(chain));
  const isOwn = to === receiveAddress(chain);
  const isKnown = contactsOf(chain).some(({ address }) => address.toLowerCase() === to.toLowerCase());
  const hint = !isValid ? `An address on ${name}` : isOwn ? "This is your own address." : `A valid address on ${name}`;
  const paste = async () => {
    try {
      onRequest(readPayment(await navigator.clipboard.readText()));
    } catch {
      announcement.value = "The browser does not allow pasting here. Use the keyboard or the menu of the field.";
    }
  };
  return (
    <>
      <Field
        label="Recipient"
        name="to"
        autocomplete="off"
        required
        value={value}
        onValue={onValue}
        error={error ?? (to !== "" && !isValid && isPaused && suggestionsFor(chain, to).length === 0 ? INVALID_ADDRESS : undefined)}
        hint={hint}
        tools={
          <>
            <button type="button" class="quiet small" onClick={() => void paste()}>
              Paste
            </button>
            {canScan && (
              <button type="button" class="quiet small" onClick={() => setScanning(true)}>
                Scan
              </button>
            )}
          </>
        }
      />
      <KnownRecipients chain={chain} typed={to} onChoose={onRequest} />
      {isValid && !isOwn && !isKnown && <SaveRecipient key={to} chain={chain} address={to} memo={memo} />}
      {isScanning && (
        <Scanner
          onText={(text) => {
            setScanning(false);
            onRequest(readPayment(text));
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  );
}
