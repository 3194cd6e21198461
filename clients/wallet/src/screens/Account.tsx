/** Sign-up and login: the account of the services. It is separate from the keys. */
import { createAuthorization, login, register } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { newDevice, saveDevice } from "../device.js";
import { errorsOf, messageOf } from "../messages.js";
import { Field, Form, Heading, PasswordOwner, Problem, Submit, useWork } from "../parts/forms.js";
import { SecondFactor, useSecondFactor } from "../parts/SecondFactor.js";
import { registerToken } from "../sandbox.js";
import { baseUrl, createSession, currentSession, device, go, sessionEnded, update } from "../state.js";

/** Registers an account or logs in, and stores it on this device. The wallet follows in the next step. */
export function Account({ mode }: { mode: "create" | "restore" }) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { busy, error, run } = useWork();
  const { pending, establish } = useSecondFactor();
  const isNew = mode === "create";
  const submit = () =>
    run(async () => {
      const authorization = createAuthorization(baseUrl);
      const added = newDevice(username.trim());
      const credentials = { username: added.username, password };
      let securityToken: string;
      if (isNew) {
        securityToken = await register(authorization, await registerToken(), credentials);
      } else {
        const result = await login(authorization, credentials);
        securityToken = result.securityToken;
        added.deviceToken = result.deviceToken;
      }
      await establish(createSession(added.tokenId), securityToken, () => {
        saveDevice(added);
        device.value = added;
      });
    });
  if (pending !== undefined) return <SecondFactor step="Step 1 of 3" pending={pending} />;
  const { at, whole } = errorsOf(error, ["username", "password"]);
  return (
    <main class="card narrow">
      <p class="step">Step 1 of 3</p>
      <Heading>{isNew ? "Create your account" : "Sign in to your account"}</Heading>
      <p>{isNew ? "The account gives this device access to the services. It holds no keys." : "Use the account of your other device."}</p>
      <Form onSubmit={() => void submit()}>
        <Field label="User name" name="username" autocomplete="username" required value={username} onValue={setUsername} error={at.username} />
        <Field
          label="Password"
          name="password"
          type="password"
          autocomplete={isNew ? "new-password" : "current-password"}
          required
          value={password}
          onValue={setPassword}
          hint={isNew ? "8 to 128 characters. Not your recovery phrase, and not the passphrase of this device." : undefined}
          error={at.password}
        />
        <Problem text={whole} />
        <div class="buttons">
          <button type="button" onClick={() => go()}>
            Back
          </button>
          <Submit busy={busy}>{isNew ? "Create account" : "Sign in"}</Submit>
        </div>
      </Form>
    </main>
  );
}

/** Signs in again after the server ended the session. The keys stay. */
export function SignInAgain() {
  const [password, setPassword] = useState("");
  const { busy, error, run } = useWork();
  const { pending, establish } = useSecondFactor();
  const { username = "", deviceToken } = device.value ?? {};
  const submit = () =>
    run(async () => {
      const result = await login(createAuthorization(baseUrl), { username, password, deviceToken });
      await establish(currentSession(), result.securityToken, () => {
        update({ deviceToken: result.deviceToken });
        sessionEnded.value = false;
      });
    });
  if (pending !== undefined) return <SecondFactor pending={pending} />;
  return (
    <main class="card narrow">
      <Heading>Sign in again</Heading>
      <p>The session of this device has ended. Your keys are still here.</p>
      <Form onSubmit={() => void submit()}>
        <PasswordOwner name={username} />
        <Field label={`Password of ${username}`} name="password" type="password" autocomplete="current-password" required value={password} onValue={setPassword} />
        <Problem text={error === undefined ? undefined : messageOf(error)} />
        <Submit busy={busy}>Sign in</Submit>
      </Form>
    </main>
  );
}
