/** The second factor of the account: enrolment, recovery codes, removal. */
import { confirmSecondFactor, type Enrolment, enrolSecondFactor, removeSecondFactor, replaceRecoveryCodes, secondFactor } from "@wallet-cloud/client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { AccountProblem, isIncorrect } from "../../parts/AccountProblem.js";
import { Copy, Field, Form, PasswordOwner, Spinner, Submit, useWork } from "../../parts/forms.js";
import { QrCode } from "../../parts/QrCode.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { announcement, client, device } from "../../state.js";

type Step = { name: "state" | "password" | "renew" | "remove" } | { name: "confirm"; enrolment: Enrolment } | { name: "codes"; codes: string[]; isNew: boolean };

export function FactorPage() {
  const [state, setState] = useState<{ active: boolean; recoveryCodes: number }>();
  const [step, setStep] = useState<Step>({ name: "state" });
  const { error, run } = useWork();
  const load = () => run(async () => setState(await secondFactor(client())));
  useEffect(() => void load(), []);
  const finish = (text: string) => {
    announcement.value = text;
    setStep({ name: "state" });
    void load();
  };
  return (
    <SettingsPage title="Second factor">
      <AccountProblem error={error} />
      {step.name === "state" && state === undefined && error === undefined && <Spinner />}
      {step.name === "state" && state !== undefined && <State {...state} onStep={(name) => setStep({ name })} />}
      {step.name === "password" && <AskPassword onEnrolled={(enrolment) => setStep({ name: "confirm", enrolment })} />}
      {step.name === "confirm" && <Confirm enrolment={step.enrolment} onCodes={(codes) => setStep({ name: "codes", codes, isNew: true })} />}
      {step.name === "codes" && <RecoveryCodes {...step} onSaved={() => finish(step.isNew ? "The second factor is on" : "The new recovery codes are valid")} />}
      {step.name === "renew" && (
        <CodeForm
          label="Code of your authenticator app"
          submit="Create new recovery codes"
          onCode={async (code) => setStep({ name: "codes", codes: await replaceRecoveryCodes(client(), code), isNew: false })}
        >
          <p>The earlier recovery codes are not valid any more.</p>
        </CodeForm>
      )}
      {step.name === "remove" && (
        <CodeForm
          label="Code"
          submit="Turn off the second factor"
          hint="6 digits of your authenticator app, or a recovery code."
          onCode={async (code) => {
            await removeSecondFactor(client(), code);
            finish("The second factor is off");
          }}
        >
          <p>After that, the password alone signs in new devices. All other devices are signed out.</p>
        </CodeForm>
      )}
    </SettingsPage>
  );
}

function State({ active, recoveryCodes, onStep }: { active: boolean; recoveryCodes: number; onStep: (name: "password" | "renew" | "remove") => void }) {
  if (!active) {
    return (
      <>
        <p>With a second factor, a new device needs a code of an authenticator app besides your password. The app works offline.</p>
        <button class="primary" onClick={() => onStep("password")}>
          Set up
        </button>
      </>
    );
  }
  return (
    <>
      <p class={recoveryCodes < 3 ? "notice warning" : "notice"}>
        The second factor is on. Recovery codes left: {recoveryCodes} of 10.
      </p>
      <p>A recovery code replaces the app once, if you lose it.</p>
      <div class="stack">
        <button onClick={() => onStep("renew")}>New recovery codes…</button>
        <button onClick={() => onStep("remove")}>Turn off…</button>
      </div>
    </>
  );
}

function AskPassword({ onEnrolled }: { onEnrolled: (enrolment: Enrolment) => void }) {
  const [password, setPassword] = useState("");
  const { busy, error, run } = useWork();
  return (
    <Form onSubmit={() => void run(async () => onEnrolled(await enrolSecondFactor(client(), password)))}>
      <p class="step">Step 1 of 3</p>
      <PasswordOwner name={device.value?.username ?? ""} />
      <Field
        label="Password of your account"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        value={password}
        onValue={setPassword}
        error={isIncorrect(error) ? "This is not your password." : undefined}
      />
      {!isIncorrect(error) && <AccountProblem error={error} />}
      <Submit busy={busy}>Continue</Submit>
    </Form>
  );
}

function Confirm({ enrolment: { uri, secret }, onCodes }: { enrolment: Enrolment; onCodes: (codes: string[]) => void }) {
  return (
    <CodeForm
      label="Code that the app shows"
      submit="Turn on"
      hint="6 digits. All other devices are signed out."
      onCode={async (code) => onCodes(await confirmSecondFactor(client(), code))}
    >
      <p class="step">Step 2 of 3</p>
      <p>Scan this code with an authenticator app, or enter the secret there.</p>
      <div class="receive">
        <QrCode text={uri} label="QR code of the second factor" />
        <p>
          <code class="secret">{secret.match(/.{1,4}/g)?.join(" ")}</code> <Copy text={secret} label="Secret" compact secret />
        </p>
      </div>
    </CodeForm>
  );
}

function RecoveryCodes({ codes, isNew, onSaved }: { codes: string[]; isNew: boolean; onSaved: () => void }) {
  return (
    <>
      {isNew && <p class="step">Step 3 of 3</p>}
      <p>Save these codes. Each replaces the app once. Without the app and without these codes you cannot sign in any more. They are shown only now.</p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="buttons">
        <Copy text={codes.join("\n")} label="Recovery codes" secret />
        <button class="primary" onClick={onSaved}>
          I have saved them
        </button>
      </div>
    </>
  );
}

interface CodeFormProps {
  label: string;
  submit: string;
  hint?: string;
  onCode: (code: string) => Promise<void>;
  children: ComponentChildren;
}

function CodeForm({ label, submit, hint, onCode, children }: CodeFormProps) {
  const [code, setCode] = useState("");
  const { busy, error, run } = useWork();
  return (
    <Form onSubmit={() => void run(() => onCode(code.trim()))}>
      {children}
      <Field
        label={label}
        name="code"
        autocomplete="one-time-code"
        required
        value={code}
        onValue={setCode}
        hint={hint}
        error={isIncorrect(error) ? "This code is incorrect, or was used before." : undefined}
      />
      {!isIncorrect(error) && <AccountProblem error={error} />}
      <Submit busy={busy}>{submit}</Submit>
    </Form>
  );
}
