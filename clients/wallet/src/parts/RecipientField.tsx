/** The recipient of a payment: typed, pasted or scanned, and checked while the user types. */
import { type Chain, isAddress, isWalletError, isXlmContract, type MemoType } from "@wallet-cloud/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { networkName } from "../chain-view.js";
import { contactsOf } from "../contacts.js";
import { type Holding, receiveAddress } from "../holdings.js";
import { INVALID_ADDRESS, messageOf } from "../messages.js";
import { isLink, isName, type PaymentRequest, readRequest } from "../payment-uri.js";
import { announcement, chainView, network } from "../state.js";
import { Field } from "./forms.js";
import { KnownRecipients, suggestionsFor } from "./KnownRecipients.js";
import { NameNotice, useName } from "./NameNotice.js";
import { onDemand } from "./onDemand.js";
import { SaveRecipient } from "./SaveRecipient.js";
import { usePause } from "./usePause.js";

const Scanner = onDemand(async () => (await import("./Scanner.js")).loadScanner());

/** Returns true for an asset on Stellar that contracts can receive: the transfer is a call of the contract of the asset. */
const reachesContracts = ({ asset, contract }: Holding): boolean => asset.kind === "xlm-token" || contract !== undefined;

/** Returns the error of a recipient's address, which must belong to the chain on the selected network. */
export function recipientError(chain: Chain, to: string, holding?: Holding): string | undefined {
  if (isAddress(chain, network.value, to)) return undefined;
  if (holding === undefined || chain !== "xlm" || !isXlmContract(to)) return INVALID_ADDRESS;
  if (reachesContracts(holding)) return undefined;
  return `This is a contract, which receives no payments. To transfer ${holding.ticker} to a contract, add the contract of ${holding.ticker} with “Add token” first.`;
}

interface Props {
  chain: Chain;
  /** What is paid. */
  holding?: Holding | undefined;
  value: string;
  error: string | undefined;
  /** The memo of the payment, which the address book stores with the recipient (xlm). */
  memo?: { memo: string; memoType: MemoType } | undefined;
  onValue: (to: string) => void;
  /** Receives a pasted or scanned recipient, possibly with an amount. */
  onRequest: (request: PaymentRequest) => void;
}

export function RecipientField({ chain, holding, value, error, memo, onValue, onRequest }: Props) {
  const [isScanning, setScanning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const reading = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => reading.current?.abort(), []);
  const isPaused = usePause(value);
  const to = value.trim();
  const invalid = to === "" ? undefined : recipientError(chain, to, holding);
  const isValid = to !== "" && invalid === undefined;
  const isNamed = !isValid && isName(chain, to);
  const { resolved, problem: nameProblem, isLoading } = useName(chain, to, isPaused, onRequest);
  const name = networkName(chainView(chain));
  const isOwn = to === receiveAddress(chain);
  const isKnown = contactsOf(chain).some(({ address }) => address.toLowerCase() === to.toLowerCase());
  const hint = isLink(to) && problem === undefined ? "Reading the link…" : isLoading ? "Looking up the name…" : !isValid ? `An address or a name on ${name}` : isOwn ? "This is your own address." : `A valid address on ${name}`;
  const read = async (text: string) => {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    setProblem(undefined);
    setNote(undefined);
    try {
      const request = await readRequest(chain, text, signal);
      if (signal.aborted) return;
      onRequest(request);
      setNote(request.note);
    } catch (error) {
      if (signal.aborted) return;
      onRequest({ to: text.trim() });
      if (isWalletError(error) && error.retriable) return setProblem(`The link cannot be read now. ${messageOf(error)}`);
      const isFalse = isWalletError(error) && error.kind === "verification";
      setProblem(`The link is not usable here. ${isFalse ? "The server read another payment in it." : messageOf(error)}`);
    }
  };
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => undefined);
    if (text === undefined) announcement.value = "The browser does not allow pasting here. Use the keyboard or the menu of the field.";
    else await read(text);
  };
  const type = (text: string) => {
    setProblem(undefined);
    setNote(undefined);
    onValue(text);
    // A link that was pasted by the keyboard.
    if (isLink(text) && text.length > value.length + 10) void read(text);
  };
  return (
    <>
      <Field
        label="Recipient"
        name="to"
        wraps
        required
        value={value}
        onValue={type}
        error={error ?? problem ?? nameProblem ?? (!isNamed && !isLink(to) && isPaused && suggestionsFor(chain, to).length === 0 ? invalid : undefined)}
        hint={hint}
        tools={
          <>
            <button type="button" class="quiet small" onClick={() => void paste()}>
              Paste
            </button>
            <button type="button" class="quiet small" onClick={() => setScanning(true)}>
              Scan
            </button>
          </>
        }
      />
      {note !== undefined && (
        <p class="notice">
          “{note}”. This is the text of the link: nothing proves it.
        </p>
      )}
      {resolved !== undefined && <NameNotice resolved={resolved} />}
      <KnownRecipients chain={chain} typed={to} onChoose={onRequest} />
      {isValid && !isOwn && !isKnown && <SaveRecipient key={to} chain={chain} address={to} memo={memo} />}
      {isScanning && (
        <Scanner
          onText={(text) => {
            setScanning(false);
            void read(text);
          }}
          onClose={() => setScanning(false)}
        />
      )}
    </>
  );
}
