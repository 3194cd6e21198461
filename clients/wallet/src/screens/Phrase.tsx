/** The recovery phrase and the passphrase of this device: steps 2 and 3 of a new wallet. */
import { createMnemonic, isMnemonic } from "@wallet-cloud/client/hd";
import { useMemo, useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { Copy, Field, Heading, PasswordOwner, Problem, Submit, useWork } from "../parts/forms.js";
import { useNewPassphrase } from "../parts/NewPassphrase.js";
import { device, forget, go, store } from "../state.js";
import { canEncrypt } from "../vault.js";

type Mode = "create" | "restore";

/** Steps 2 and 3. The words stay in memory until the wallet is stored. */
export function Phrase({ mode }: { mode: Mode }) {
  const [phrase, setPhrase] = useState<string>();
  const [chosen, setChosen] = useState<Mode>(mode);
  if (phrase !== undefined) return <Passphrase phrase={phrase} />;
  if (chosen === "restore") return <EnterPhrase onPhrase={setPhrase} onCreate={() => setChosen("create")} />;
  return <NewPhrase onPhrase={setPhrase} onRestore={() => setChosen("restore")} />;
}

/** Number of words that the user types to show that they are written down. */
const CHECKED_WORDS = 3;

/** Returns positions of words, chosen at random. */
function choosePositions(count: number): number[] {
  const random = crypto.getRandomValues(new Uint32Array(count));
  const positions = Array.from({ length: count }, (_, index) => index);
  positions.sort((a, b) => random[a]! - random[b]!);
  return positions.slice(0, CHECKED_WORDS).sort((a, b) => a - b);
}

export function Words({ phrase }: { phrase: string }) {
  return (
    <ol class="words">
      {phrase.split(" ").map((word, index) => (
        <li key={index}>
          <span>{index + 1}</span> <strong>{word}</strong>
        </li>
      ))}
    </ol>
  );
}

function NewPhrase({ onPhrase, onRestore }: { onPhrase: (phrase: string) => void; onRestore: () => void }) {
  const phrase = useMemo(() => createMnemonic(), []);
  const words = phrase.split(" ");
  const positions = useMemo(() => choosePositions(words.length), [phrase]);
  const [isChecking, setChecking] = useState(false);
  const [typed, setTyped] = useState<string[]>(positions.map(() => ""));
  /** The positions of wrong words. */
  const [wrong, setWrong] = useState<number[]>([]);
  const check = (event: Event) => {
    event.preventDefault();
    const found = positions.filter((position, index) => typed[index]?.trim().toLowerCase() !== words[position]);
    setWrong(found);
    if (found.length === 0) onPhrase(phrase);
  };
  if (!isChecking) {
    return (
      <main class="card narrow" key="show">
        <p class="step">Step 2 of 3</p>
        <Heading>Write down your recovery phrase</Heading>
        <p>These twelve words are your wallet. Anyone who has them can spend your funds; without them a lost device cannot be replaced.</p>
        <Words phrase={phrase} />
        <div class="buttons">
          <Copy text={phrase} label="Recovery phrase" secret />
          <button class="primary" onClick={() => setChecking(true)}>
            I have written it down
          </button>
        </div>
        <button class="link" onClick={onRestore}>
          I already have a recovery phrase
        </button>
      </main>
    );
  }
  return (
    <main class="card narrow" key="check">
      <p class="step">Step 2 of 3</p>
      <Heading>Check your notes</Heading>
      <p>Type these three words from what you have written down.</p>
      <form onSubmit={check}>
        {positions.map((position, index) => (
          <Field
            key={position}
            label={`Word ${position + 1}`}
            name={`word-${position + 1}`}
            autocomplete="off"
            required
            value={typed[index] ?? ""}
            onValue={(value) => setTyped(typed.map((old, other) => (other === index ? value : old)))}
            error={wrong.includes(position) ? `This is not word ${position + 1} of your phrase.` : undefined}
          />
        ))}
        <div class="buttons">
          <button type="button" onClick={() => setChecking(false)}>
            Show the words
          </button>
          <Submit busy={false}>Continue</Submit>
        </div>
      </form>
    </main>
  );
}

function EnterPhrase({ onPhrase, onCreate }: { onPhrase: (phrase: string) => void; onCreate: () => void }) {
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const submit = (event: Event) => {
    event.preventDefault();
    const phrase = typed.trim().toLowerCase().split(/\s+/).join(" ");
    if (isMnemonic(phrase)) onPhrase(phrase);
    else setError("This is not a valid recovery phrase. Check every word and the order.");
  };
  return (
    <main class="card narrow">
      <p class="step">Step 2 of 3</p>
      <Heading>Enter your recovery phrase</Heading>
      <p>It stays in this browser.</p>
      <form onSubmit={submit}>
        <Field label="Recovery phrase" name="phrase" multiline required value={typed} onValue={setTyped} error={error} hint="12 or 24 English words, separated by spaces" />
        <Submit busy={false}>Continue</Submit>
      </form>
      <button class="link" onClick={onCreate}>
        Create a new phrase instead
      </button>
    </main>
  );
}

function Passphrase({ phrase }: { phrase: string }) {
  const { passphrase, fields, isValid } = useNewPassphrase("Passphrase");
  const { busy, error, run } = useWork();
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isValid()) return;
    void run(async () => {
      await store(phrase, passphrase);
      go();
    });
  };
  return (
    <main class="card narrow">
      <p class="step">Step 3 of 3</p>
      <Heading>Protect this device</Heading>
      <p>The passphrase encrypts your keys in this browser. You type it to open the wallet; it is never sent.</p>
      {!canEncrypt() && <Problem text="This browser offers encryption only on HTTPS or on this computer: open the page as http://localhost." />}
      <form onSubmit={submit}>
        <PasswordOwner name={`${device.value?.username} (this device)`} />
        {fields}
        <Problem text={error === undefined ? undefined : messageOf(error)} />
        <Submit busy={busy}>Open the wallet</Submit>
      </form>
      <button class="link" onClick={() => void forget()}>
        Start over
      </button>
    </main>
  );
}
