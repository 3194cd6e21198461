/** A new passphrase of this device, typed twice. */
import { useState } from "preact/hooks";
import { Field } from "./forms.js";

const MIN_LENGTH = 8;

/** Returns the typed passphrase, its two fields, and a function that returns true if both are valid and shows the errors otherwise. */
export function useNewPassphrase(label: string) {
  const [passphrase, setPassphrase] = useState("");
  const [again, setAgain] = useState("");
  const [invalid, setInvalid] = useState<{ first?: string; second?: string }>({});
  const isValid = (): boolean => {
    const found: { first?: string; second?: string } = {};
    if ([...passphrase].length < MIN_LENGTH) found.first = `Use at least ${MIN_LENGTH} characters.`;
    else if (passphrase !== again) found.second = "The two are different.";
    setInvalid(found);
    return found.first === undefined && found.second === undefined;
  };
  const shared = { type: "password", autocomplete: "new-password", required: true } as const;
  const fields = (
    <>
      <Field {...shared} label={label} name="passphrase" value={passphrase} onValue={setPassphrase} error={invalid.first} />
      <Field {...shared} label={`${label} again`} name="passphrase-again" value={again} onValue={setAgain} error={invalid.second} />
    </>
  );
  return { passphrase, fields, isValid };
}
