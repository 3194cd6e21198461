/** The words of the recovery phrase, after the passphrase. */
import { useState } from "preact/hooks";
import { PassphraseForm } from "../../parts/PassphraseForm.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { reveal } from "../../state.js";
import { Words } from "../Phrase.js";

export function PhrasePage() {
  const [phrase, setPhrase] = useState<string>();
  return (
    <SettingsPage title="Recovery phrase">
      <p class="notice warning">Anyone who has these words can spend all your funds. Nobody who helps you needs them.</p>
      {phrase === undefined ? (
        <PassphraseForm label="Show the words" onPassphrase={async (passphrase) => setPhrase(await reveal(passphrase))} />
      ) : (
        <>
          <Words phrase={phrase} />
          <button onClick={() => setPhrase(undefined)}>Hide the words</button>
        </>
      )}
    </SettingsPage>
  );
}
