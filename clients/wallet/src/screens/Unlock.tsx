/** The locked wallet. */
import { useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { Field, Heading, PasswordOwner, Submit, useWork } from "../parts/forms.js";
import { device, forget, unlock } from "../state.js";

export function Unlock() {
  const [passphrase, setPassphrase] = useState("");
  const [isForgetting, setForgetting] = useState(false);
  const { busy, error, run } = useWork();
  return (
    <main class="card narrow">
      <Heading>Welcome back, {device.value?.username}</Heading>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => unlock(passphrase));
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
        <Submit busy={busy}>Unlock</Submit>
      </form>
      {isForgetting ? (
        <div class="notice problem" role="alert">
          <p>This removes the keys from this browser. You need the recovery phrase to restore them.</p>
          <div class="buttons">
            <button onClick={() => setForgetting(false)}>Keep them</button>
            <button class="danger" onClick={() => void forget()}>
              Remove the wallet
            </button>
          </div>
        </div>
      ) : (
        <button class="link" onClick={() => setForgetting(true)}>
          Forgot the passphrase?
        </button>
      )}
    </main>
  );
}
