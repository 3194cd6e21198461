/** The passphrase of this device, for what needs the recovery phrase. */
import { useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { device } from "../page.js";
import { Field, Form, PasswordOwner, Submit, useWork } from "./forms.js";

export function PassphraseForm({ label, onPassphrase }: { label: string; onPassphrase: (passphrase: string) => Promise<void> }) {
  const [passphrase, setPassphrase] = useState("");
  const { busy, error, run } = useWork();
  return (
    <Form onSubmit={() => void run(() => onPassphrase(passphrase))}>
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
      <Submit busy={busy}>{label}</Submit>
    </Form>
  );
}
