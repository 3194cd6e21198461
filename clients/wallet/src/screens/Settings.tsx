/** Recovery phrase, sign-out. */
import { useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { BackLink } from "../parts/BackLink.js";
import { Field, Heading, PasswordOwner, Submit, useWork } from "../parts/forms.js";
import { device, forget, reveal } from "../state.js";
import { Words } from "./Phrase.js";

export function Settings() {
  const [passphrase, setPassphrase] = useState("");
  const [phrase, setPhrase] = useState<string>();
  const [isRemoving, setRemoving] = useState(false);
  const { busy, error, run } = useWork();
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
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void run(async () => setPhrase(await reveal(passphrase)));
            }}
          >
            <PasswordOwner name={`${device.value?.username} (this device)`} />
            <Field
              label="Passphrase of this device"
              name="passphrase"
              type="password"
              autocomplete="current-password"
              required
              value={passphrase}
              onValue={setPassphrase}
              error={error === undefined ? undefined : messageOf(error)}
            />
            <Submit busy={busy}>Show the words</Submit>
          </form>
        ) : (
          <>
            <Words phrase={phrase} />
            <button
              onClick={() => {
                setPhrase(undefined);
                setPassphrase("");
              }}
            >
              Hide the words
            </button>
          </>
        )}
      </section>
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
