/** The second step of a login: a code of the authenticator app, or a recovery code. */
import { isWalletError, type Session } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { messageOf } from "../messages.js";
import { Field, Form, Heading, Problem, Submit, useWork } from "./forms.js";

/** A login that requires a code. */
export interface PendingLogin {
  complete: (code: string) => Promise<void>;
}

const isRequired = (error: unknown): boolean =>
  isWalletError(error) && error.code === "invalid_credentials" && "factor" in error.details && error.details.factor === "otp";

/** Establishes a session with a security token. `pending` is set if the account requires a code. */
export function useSecondFactor() {
  const [pending, setPending] = useState<PendingLogin>();
  const establish = async (session: Session, securityToken: string, onEstablished: () => void) => {
    try {
      await session.establish([securityToken]);
    } catch (error) {
      if (!isRequired(error)) throw error;
      const complete = async (code: string) => {
        await session.establish([securityToken], code);
        onEstablished();
      };
      setPending({ complete });
      return;
    }
    onEstablished();
  };
  return { pending, establish };
}

/** Requests the code. */
export function SecondFactor({ pending, step }: { pending: PendingLogin; step?: string }) {
  const [code, setCode] = useState("");
  const { busy, error, run } = useWork();
  const isIncorrect = isWalletError(error) && error.code === "invalid_credentials";
  return (
    <main class="card narrow">
      {step !== undefined && <p class="step">{step}</p>}
      <Heading>Enter your code</Heading>
      <p>Your account has a second factor.</p>
      <Form onSubmit={() => void run(() => pending.complete(code.trim()))}>
        <Field
          label="Code"
          name="code"
          autocomplete="one-time-code"
          required
          value={code}
          onValue={setCode}
          hint="6 digits of your authenticator app, or a recovery code."
          error={isIncorrect ? "This code is incorrect, or was used before." : undefined}
        />
        <Problem text={error === undefined || isIncorrect ? undefined : messageOf(error)} />
        <Submit busy={busy}>Continue</Submit>
      </Form>
    </main>
  );
}
