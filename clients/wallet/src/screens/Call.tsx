/** Calls a function of a contract on Stellar. The review has the call, the calls that the signature authorizes, and the simulated effects. */
import { type ContractValue, InputError, prepareContractCall } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { loadChain, stateOf } from "../holdings.js";
import { errorsOf } from "../messages.js";
import { ConsentProblem } from "../parts/Consent.js";
import { type Consent, Field, Form, Submit, useWork } from "../parts/forms.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { SignAndSend } from "../parts/SignAndSend.js";
import { account, client, ed25519 } from "../state.js";
import type { Ready } from "../unsettled.js";

const FIELDS = ["contract", "function", "arguments"] as const;

export function CallScreen() {
  const [draft, setDraft] = useState({ contract: "", function: "", arguments: "" });
  const [ready, setReady] = useState<Ready>();
  const work = useWork();
  const { busy, error, setError, run } = work;
  const { at } = errorsOf(error, FIELDS);
  const { holdings: [coin] } = stateOf("xlm");
  useEffect(() => void loadChain("xlm").catch(() => undefined), []);
  const submit = (given: Consent = {}) =>
    run(async () => {
      const { publicKey } = account("xlm");
      const [contract, name] = [draft.contract.trim(), draft.function.trim()];
      const prepared = await prepareContractCall(client(), { publicKey, contract, function: name, arguments: argumentsOf(draft.arguments), ...given });
      setReady({ prepared, sign: () => prepared.sign(ed25519()) });
    }, given);
  if (ready !== undefined && coin !== undefined) {
    return <SignAndSend chain="xlm" holding={coin} ready={ready} onBack={() => setReady(undefined)} title="Call a contract" />;
  }
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    value: draft[name],
    error: at[name],
    onValue: (text: string) => {
      setDraft({ ...draft, [name]: text });
      setError(undefined);
    },
  });
  return (
    <>
      <ScreenHeader above="xlm">Call a contract</ScreenHeader>
      <p class="notice warning">A contract does what its code says. Call only contracts that you trust.</p>
      <Form onSubmit={() => void submit()}>
        <Field {...field("contract")} label="Contract" wraps required hint="The address of the contract: C…" />
        <Field {...field("function")} label="Function" required />
        <Field {...field("arguments")} label="Arguments" multiline hint="A type and a value in each line: “address G…”, “i128 15000000”, “symbol name”" />
        <ConsentProblem chain="xlm" work={work} onConsent={(given) => void submit(given)} fields={FIELDS} />
        <Submit busy={busy}>Review</Submit>
      </Form>
    </>
  );
}

/** Returns the arguments in the notation of the review. Lists and maps have their value in JSON. */
function argumentsOf(text: string): ContractValue[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").map(argumentOf);
}

function argumentOf(line: string, index: number): ContractValue {
  const [type = "", value] = line.split(/\s+(.*)/s);
  if (type === "void") return { type };
  if (!["bool", "vec", "map"].includes(type)) return { type, value } as ContractValue;
  try {
    return { type, value: JSON.parse(value ?? "") } as ContractValue;
  } catch {
    throw new InputError(`arguments[${index}]`, `not a value of the type ${type}`);
  }
}
