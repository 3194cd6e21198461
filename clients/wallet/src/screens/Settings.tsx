/** Recovery phrase, notifications, sign-out. */
import { useState } from "preact/hooks";
import { BackLink } from "../parts/BackLink.js";
import { Heading } from "../parts/forms.js";
import { PassphraseForm } from "../parts/PassphraseForm.js";
import { PushSwitch } from "../parts/PushSwitch.js";
import { device, forget, reveal } from "../state.js";
import { Words } from "./Phrase.js";

const canPush = "PushManager" in globalThis && "serviceWorker" in navigator;

export function Settings() {
  const [phrase, setPhrase] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  return (
    <>
      <header class="bar">
        <BackLink to={[]} label="All chains" />
        <Heading>Settings</Heading>
      </header>
      <section aria-labelledby="account">
        <h2 id="account">Account</h2>
        <p>
          Signed in as <strong>{device.value?.username}</strong>. On a second device, sign in with this account and enter the recovery phrase.
        </p>
      </section>
      <section aria-labelledby="phrase">
        <h2 id="phrase">Recovery phrase</h2>
        {phrase === undefined ? (
          <PassphraseForm label="Show the words" onPassphrase={async (passphrase) => setPhrase(await reveal(passphrase))} />
        ) : (
          <>
            <Words phrase={phrase} />
            <button onClick={() => setPhrase(undefined)}>Hide the words</button>
          </>
        )}
      </section>
      {canPush && <PushSwitch />}
      <section aria-labelledby="remove">
        <h2 id="remove">Sign out</h2>
        <p>Ends the session and removes the keys from this browser. You need the recovery phrase to restore them.</p>
        {isRemoving ? (
          <div class="buttons">
            <button onClick={() => setRemoving(false)}>Cancel</button>
            <button class="danger" onClick={() => void forget()}>
              Remove the wallet from this browser
            </button>
          </div>
        ) : (
          <button onClick={() => setRemoving(true)}>Sign out…</button>
        )}
      </section>
    </>
  );
}
