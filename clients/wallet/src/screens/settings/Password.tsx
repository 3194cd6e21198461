/** A new password of the account. */
import { changePassword } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { fieldOf, messageOf } from "../../messages.js";
import { AccountProblem, isIncorrect } from "../../parts/AccountProblem.js";
import { Field, Form, PasswordOwner, Submit, useWork } from "../../parts/forms.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { announcement, client, device, go, update } from "../../state.js";

export function PasswordPage() {
  const [password, setPassword] = useState("");
  const [changed, setChanged] = useState("");
  const { busy, error, run } = useWork();
  const submit = () =>
    run(async () => {
      const { deviceToken } = await changePassword(client(), password, changed);
      update({ deviceToken });
      announcement.value = "Password changed";
      go("settings");
    });
  const isWeak = fieldOf(error, ["password"]) === "password" && !isIncorrect(error);
  return (
    <SettingsPage title="Password">
      <p>The password belongs to your account and signs in new devices. It is not the passphrase, which opens the wallet on this device.</p>
      <Form onSubmit={() => void submit()}>
        <PasswordOwner name={device.value?.username ?? ""} />
        <Field
          label="Current password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          onValue={setPassword}
          error={isIncorrect(error) ? "This is not your current password." : undefined}
        />
        <Field
          label="New password"
          name="new-password"
          type="password"
          autocomplete="new-password"
          required
          value={changed}
          onValue={setChanged}
          hint="8 to 128 characters. All other devices are signed out."
          error={isWeak ? messageOf(error) : undefined}
        />
        {!isIncorrect(error) && !isWeak && <AccountProblem error={error} />}
        <Submit busy={busy}>Change password</Submit>
      </Form>
    </SettingsPage>
  );
}
