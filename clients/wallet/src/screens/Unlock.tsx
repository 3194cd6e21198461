/** The locked wallet. */
import { useState } from "preact/hooks";
import { Heading } from "../parts/forms.js";
import { loadCode } from "../parts/onDemand.js";
import { PassphraseForm } from "../parts/PassphraseForm.js";
import { device } from "../page.js";

/** Loads the code of the wallet: from the first input on, while the user types. */
const open = () => loadCode(() => import("../open.js"));

export function Unlock() {
  const [isForgetting, setForgetting] = useState(false);
  return (
    <main class="card narrow" onInput={() => void open().catch(() => undefined)}>
      <Heading>Welcome back, {device.value?.username}</Heading>
      <PassphraseForm label="Unlock" onPassphrase={async (passphrase) => (await open()).unlock(passphrase)} />
      {isForgetting ? (
        <div class="notice problem" role="alert">
          <p>This removes the keys from this browser. You need the recovery phrase to restore them.</p>
          <div class="buttons">
            <button onClick={() => setForgetting(false)}>Keep them</button>
            <button class="danger" onClick={() => void open().then(({ forget }) => forget())}>
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
