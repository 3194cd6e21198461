/** The address book: named recipients, encrypted with a key of the recovery phrase, so that nothing can replace an address unnoticed. */
import { computed, effect, signal } from "@preact/signals";
import { type Chain, isEthLike, type MemoType, type Network, randomUuid } from "@wallet-cloud/client";
import { loadSealedContacts, saveSealedContacts } from "./device.js";
import { keys, network } from "./state.js";
import { decrypt, encrypt } from "./vault.js";

export interface Contact {
  id: string;
  name: string;
  network: Network;
  /** The chain of the address; `eth` for all EVM chains. */
  chain: Chain;
  address: string;
  /** What the recipient requires (xlm). */
  memo?: string;
  memoType?: MemoType;
}

/** Returns the chain under which an address is stored: an address of an EVM chain is valid on all of them. */
export const bookChain = (chain: Chain): Chain => (isEthLike(chain) ? "eth" : chain);

/** The path of keys for data of a wallet that pays nothing (SLIP-15). */
const PATH = "m/10015'/0'";

const book = signal<{ key: CryptoKey; contacts: Contact[] } | undefined>(undefined);

/** True if the stored address book is damaged, or was changed without its key. */
export const isUnreadable = signal(false);

async function read(key: CryptoKey): Promise<Contact[]> {
  const sealed = loadSealedContacts();
  return sealed === undefined ? [] : (JSON.parse(await decrypt(key, sealed)) as Contact[]);
}

effect(() => {
  const hd = keys.value;
  book.value = undefined;
  isUnreadable.value = false;
  if (hd === undefined) return;
  void (async () => {
    const secret = await crypto.subtle.importKey("raw", Uint8Array.from(hd.secp256k1(PATH).privateKey), "HKDF", false, ["deriveKey"]);
    const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: new TextEncoder().encode("wallet page: address book") };
    const key = await crypto.subtle.deriveKey(derivation, secret, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
    const contacts = await read(key).catch(() => undefined);
    // The wallet may have been locked since.
    if (keys.peek() !== hd) return;
    isUnreadable.value = contacts === undefined;
    book.value = { key, contacts: contacts ?? [] };
  })();
});

/** The entries of the selected network by name; undefined until they are decrypted. */
export const contacts = computed(() =>
  book.value?.contacts.filter((contact) => contact.network === network.value).sort((a, b) => a.name.localeCompare(b.name)),
);

/** Returns the entries whose address is valid on a chain. */
export const contactsOf = (chain: Chain): Contact[] => (contacts.value ?? []).filter((contact) => contact.chain === bookChain(chain));

async function change(edit: (current: Contact[]) => Contact[]): Promise<void> {
  const key = book.value?.key;
  if (key === undefined) throw new Error("the wallet is locked");
  // With what another tab has stored; an unreadable book is replaced.
  const changed = edit(isUnreadable.value ? [] : await read(key));
  saveSealedContacts(await encrypt(key, JSON.stringify(changed)));
  isUnreadable.value = false;
  if (book.value !== undefined) book.value = { key, contacts: changed };
}

const isSame = (a: Contact, b: Contact) =>
  a.network === b.network && a.chain === b.chain && (a.chain === "eth" ? a.address.toLowerCase() === b.address.toLowerCase() : a.address === b.address);

/** Stores an entry; one with the same id or the same address is replaced. */
export function saveContact(entry: Omit<Contact, "id" | "network"> & { id?: string }): Promise<void> {
  const contact = { ...entry, id: entry.id ?? randomUuid(), network: network.value };
  return change((current) => [...current.filter((other) => other.id !== contact.id && !isSame(other, contact)), contact]);
}

export const deleteContact = (id: string): Promise<void> => change((current) => current.filter((other) => other.id !== id));

/** Starts a new address book in place of an unreadable one. */
export const resetContacts = (): Promise<void> => change(() => []);
