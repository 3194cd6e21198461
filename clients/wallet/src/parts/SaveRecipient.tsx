/** Adds the recipient of a payment to the address book, from the form of the payment. */
import type { Chain, MemoType } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { bookChain, contacts, isUnreadable, saveContact } from "../contacts.js";
import { messageOf } from "../messages.js";
import { announcement } from "../state.js";
import { Field, Problem, useWork } from "./forms.js";

interface Props {
  chain: Chain;
  address: string;
  /** What the recipient requires (xlm). */
  memo: { memo: string; memoType: MemoType } | undefined;
}

export function SaveRecipient({ chain, address, memo }: Props) {
  const [name, setName] = useState<string>();
  const { busy, error, run } = useWork();
  // An unreadable book would be replaced, which only its page offers.
  if (contacts.value === undefined || isUnreadable.value) return null;
  if (name === undefined) {
    return (
      <button type="button" class="link" onClick={() => setName("")}>
        Save this recipient
      </button>
    );
  }
  const save = () => {
    const chosen = name.trim();
    if (chosen === "") return;
    void run(async () => {
      await saveContact({ name: chosen, chain: bookChain(chain), address, ...memo });
      announcement.value = `${chosen} is saved`;
    });
  };
  // The field is in the form of the payment, which the key Enter would submit.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    save();
  };
  return (
    <div class="save" onKeyDown={onKeyDown}>
      <Field
        label="Name in the address book"
        name="recipient-name"
        value={name}
        onValue={setName}
        action={
          <button type="button" disabled={busy || name.trim() === ""} onClick={save}>
            Save
          </button>
        }
      />
      <Problem text={error === undefined ? undefined : messageOf(error)} />
    </div>
  );
}
