/** A new passphrase of this device. */
import { useState } from "preact/hooks";
import { messageOf } from "../../messages.js";
import { Field, Form, PasswordOwner, Problem, Submit, useWork } from "../../parts/forms.js";
import { useNewPassphrase } from "../../parts/NewPassphrase.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { announcement, changePassphrase, device, go } from "../../state.js";
import { WrongPassphraseError } from "../../vault.js";

export function PassphrasePage() {
  const [current, setCurrent] = useState("");
  const { passphrase, fields, isValid } = useNewPassphrase("New passphrase");
  const { busy, error, run } = useWork();
  const submit = () => {
    if (!isValid()) return;
    void run(async () => {
      await changePassphrase(current, passphrase);
      announcement.value = "Passphrase changed";
      go("settings");
    });
  };
  const isWrong = error instanceof WrongPassphraseError;
  return (
    <SettingsPage title="Passphrase">
      <p>The passphrase encrypts your keys in this browser and opens the wallet. Your other devices keep theirs.</p>
      <Form onSubmit={submit}>
        <PasswordOwner name={`${device.value?.username} (this device)`} />
        <Field
          label="Current passphrase"
          name="current-passphrase"
          type="password"
          autocomplete="current-password"
          required
          value={current}
          onValue={setCurrent}
          error={isWrong ? messageOf(error) : undefined}
        />
        {fields}
        <Problem text={error === undefined || isWrong ? undefined : messageOf(error)} />
        <Submit busy={busy}>Change passphrase</Submit>
      </Form>
    </SettingsPage>
  );
}
