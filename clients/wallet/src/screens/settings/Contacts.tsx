/** The address book. */
import { type Chain, isXlmContract, type MemoType } from "@wallet-cloud/client";
import { useState } from "preact/hooks";
import { short } from "../../chain-view.js";
import { bookChain, type Contact, contacts, deleteContact, isUnreadable, resetContacts, saveContact } from "../../contacts.js";
import { INVALID_ADDRESS, messageOf } from "../../messages.js";
import { Field, Form, Problem, Spinner, Submit, useWork } from "../../parts/forms.js";
import { ChainIcon } from "../../parts/icons.js";
import { recipientError } from "../../parts/RecipientField.js";
import { Segments } from "../../parts/Segments.js";
import { SettingsPage } from "../../parts/SettingsPage.js";
import { announcement, chains } from "../../state.js";
import { MEMO_TYPES } from "../Send.js";

export function ContactsPage() {
  const [edited, setEdited] = useState<Contact | "new">();
  if (edited !== undefined) return <ContactForm known={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />;
  const list = contacts.value;
  return (
    <SettingsPage title="Address book">
      <p>Recipients that you use again. They are encrypted in this browser, and suggested when you send.</p>
      {isUnreadable.value && (
        <Problem text="The stored address book cannot be read: it is damaged, or another program changed it. It is not used.">
          <button onClick={() => void resetContacts()}>Start a new address book</button>
        </Problem>
      )}
      {list === undefined && <Spinner />}
      {list !== undefined && list.length > 0 && (
        <ul class="rows">
          {list.map((contact) => (
            <li key={contact.id}>
              <button class="row" onClick={() => setEdited(contact)}>
                <ChainIcon chain={contact.chain} size={28} />
                <span class="row-label">
                  {contact.name}
                  <small>{contact.memo === undefined ? labelOf(contact.chain) : `${labelOf(contact.chain)} · memo ${contact.memo}`}</small>
                </span>
                <code class="row-value">{short(contact.address, 5)}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      {!isUnreadable.value && (
        <button class="primary" onClick={() => setEdited("new")}>
          Add a recipient
        </button>
      )}
    </SettingsPage>
  );
}

const labelOf = (chain: Chain): string => (chain === "eth" ? "Ethereum and other EVM chains" : (chains.value.find((item) => item.chain === chain)?.name ?? chain));

/** The chains to choose from; EVM chains share their addresses. */
const bookChains = (): Chain[] => [...new Set(chains.value.map(({ chain }) => bookChain(chain)))];

function ContactForm({ known, onClose }: { known: Contact | undefined; onClose: () => void }) {
  const [name, setName] = useState(known?.name ?? "");
  const [chain, setChain] = useState<Chain>(known?.chain ?? bookChains()[0]!);
  const [address, setAddress] = useState(known?.address ?? "");
  const [memo, setMemo] = useState(known?.memo ?? "");
  const [memoType, setMemoType] = useState<MemoType>(known?.memoType ?? "text");
  const [isInvalid, setInvalid] = useState(false);
  const { busy, error, run } = useWork();
  const isValid = chains.value.some((item) => bookChain(item.chain) === chain && (recipientError(item.chain, address.trim()) === undefined || (chain === "xlm" && isXlmContract(address.trim()))));
  const submit = () => {
    setInvalid(!isValid);
    if (!isValid) return;
    void run(async () => {
      const withMemo = chain === "xlm" && memo.trim() !== "" ? { memo: memo.trim(), memoType } : {};
      await saveContact({ ...(known === undefined ? {} : { id: known.id }), name: name.trim(), chain, address: address.trim(), ...withMemo });
      announcement.value = `${name.trim()} is saved`;
      onClose();
    });
  };
  const remove = () =>
    run(async () => {
      await deleteContact(known!.id);
      announcement.value = `${known!.name} is deleted`;
      onClose();
    });
  return (
    <SettingsPage title={known === undefined ? "Add a recipient" : "Change a recipient"}>
      <Form onSubmit={submit}>
        <Field label="Name" name="contact-name" required value={name} onValue={setName} />
        <div class="field">
          <label for="contact-chain">Chain</label>
          <select id="contact-chain" value={chain} onChange={(event) => setChain(event.currentTarget.value as Chain)}>
            {bookChains().map((item) => (
              <option key={item} value={item}>
                {labelOf(item)}
              </option>
            ))}
          </select>
        </div>
        <Field
          label="Address"
          name="contact-address"
          wraps
          required
          value={address}
          onValue={(value) => {
            setAddress(value);
            setInvalid(false);
          }}
          error={isInvalid ? INVALID_ADDRESS : undefined}
          hint="Compare it with what the recipient gave you."
        />
        {chain === "xlm" && <Field label="Memo (optional)" name="contact-memo" value={memo} onValue={setMemo} hint="Exchanges identify their customers by a memo." />}
        {chain === "xlm" && memo !== "" && <Segments label="Type of the memo" options={MEMO_TYPES} value={memoType} onChoose={setMemoType} />}
        <Problem text={error === undefined ? undefined : messageOf(error)} />
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <Submit busy={busy}>Save</Submit>
        </div>
      </Form>
      {known !== undefined && (
        <button class="link" onClick={() => void remove()}>
          Delete this recipient
        </button>
      )}
    </SettingsPage>
  );
}
