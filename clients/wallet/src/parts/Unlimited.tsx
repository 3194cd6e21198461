/** Allowances without a limit: a notice, and a second question before the signature. */
import type { Chain } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { Form, Problem, Submit } from "./forms.js";
import { useToken } from "./useToken.js";

/** An allowance without a limit: the contract of the tokens, and who may withdraw them. */
export interface UnlimitedAllowance {
  contract: string;
  spender: string;
}

/** Returns a function that runs `sign` at once, or if a second consent is needed, with the second call only. */
export function useSecondQuestion(isNeeded: boolean, sign: () => void) {
  const [isAsked, setAsked] = useState(false);
  const submit = () => (!isNeeded || isAsked ? sign() : setAsked(true));
  return { isAsked, submit };
}

export function UnlimitedNotice({ chain, allowance: { contract, spender }, isAsked }: { chain: Chain; allowance: UnlimitedAllowance; isAsked: boolean }) {
  const token = useToken(chain, contract);
  const name = token === undefined ? "the tokens of this contract" : `${token.name} (${token.ticker})`;
  return (
    <div class="notice warning" role={isAsked ? "alert" : undefined}>
      {isAsked ? (
        <p>
          Are you sure? With this signature, <code class="address-full">{spender}</code> can take all of {name}, also what you receive later.
        </p>
      ) : (
        <p>No limit: the spender can take all of {name} at any time. Allow a spender only the amount that a payment needs.</p>
      )}
    </div>
  );
}

interface DecisionProps {
  label: string;
  /** The label after the second question, once it is asked. */
  consent: string | undefined;
  busy: boolean;
  problem: string | undefined;
  onBack: () => void;
  onSubmit: () => void;
}

/** The end of a review: back to the form, or sign. */
export function Decision({ label, consent, busy, problem, onBack, onSubmit }: DecisionProps) {
  return (
    <div class="decision">
      <Form onSubmit={onSubmit}>
        <Problem text={problem} />
        <div class="buttons">
          <button type="button" onClick={onBack} disabled={busy}>
            Change
          </button>
          <Submit busy={busy}>{consent ?? label}</Submit>
        </div>
      </Form>
    </div>
  );
}
