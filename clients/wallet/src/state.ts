/** State of the wallet: the chains, the keys, the session and the client. */
import { computed, signal } from "@preact/signals";
import {
  addressOf,
  type Chain,
  type ChainFacts,
  chainFacts,
  type Client,
  createClient,
  type EthLikeChain,
  forgetPayment,
  KeyValuePaymentStore,
  KeyValueSessionStore,
  Session,
  SignedPayment,
  type SignedTransaction,
} from "@wallet-cloud/client";
import { HdWallet } from "@wallet-cloud/client/hd";
import { ecdsaSigner, ed25519Signer } from "@wallet-cloud/client/signers";
import { type ChainView, storeFacts, viewsOf } from "./chain-list.js";
import { deviceName } from "./device-name.js";
import { clearDevice, dropSent, loadFacts } from "./device.js";
import { device, go, keys, network, sessionEnded, storedDevice, update } from "./page.js";
import { seal, unseal } from "./vault.js";

export * from "./page.js";

export const baseUrl = location.origin;

/** The chain list of the server, empty until it was loaded for the first time. */
const facts = signal<ChainFacts[]>(loadFacts());
/** The chains of the selected network. */
export const chains = computed<ChainView[]>(() => viewsOf(facts.value, network.value));

export const isChain = (name: string | undefined): name is Chain => chains.value.some(({ chain }) => chain === name);

/** Returns the facts about a chain on the selected network. */
export function chainView(chain: Chain): ChainView {
  const view = chains.value.find((item) => item.chain === chain);
  if (view === undefined) throw new Error(`the server does not list the chain ${chain}`);
  return view;
}

/** Returns the ticker of a chain's coin, with the network if several have this coin. */
export function coinLabel(chain: Chain): string {
  const { ticker, name } = chainView(chain);
  return chains.value.filter((other) => other.ticker === ticker).length > 1 ? `${ticker} on ${name}` : ticker;
}

/** Loads the chain list. The stored one remains if the server is not reachable. */
export async function loadChains(): Promise<void> {
  facts.value = storeFacts(await chainFacts(client()));
}

/** The session of this browser, whose tokens are in `localStorage`. */
export const createSession = (tokenId: string): Session =>
  new Session({
    authorization: `${baseUrl}/authorization/v1`,
    tokenId,
    // Without the password or a code, `secret` only lists and ends sessions.
    permissions: ["read", "notify", "secret"],
    deviceName: deviceName(),
    store: new KeyValueSessionStore(localStorage),
  });

const tokenId = computed(() => device.value?.tokenId);
const session = computed(() => (tokenId.value === undefined ? undefined : createSession(tokenId.value)));

/** Payments with an unknown outcome, which a reload does not lose. */
const payments = new KeyValuePaymentStore(localStorage, "wallet-page:unsettled");

/** The client for the selected network. */
export const cloud = computed(() =>
  session.value === undefined
    ? undefined
    : createClient({ baseUrl, session: session.value, network: network.value, payments }),
);

/** Returns the client. Only screens behind the sign-in call it. */
export function client(): Client {
  if (cloud.value === undefined) throw new Error("no account on this device");
  return cloud.value;
}

/** Returns the session of this browser. */
export function currentSession(): Session {
  if (session.value === undefined) throw new Error("no account on this device");
  return session.value;
}

/** Encrypts and stores a recovery phrase, and unlocks the wallet. */
export async function store(phrase: string, passphrase: string): Promise<void> {
  const hd = await HdWallet.fromMnemonic(phrase);
  update({ vault: await seal(phrase, passphrase) });
  keys.value = hd;
}

/** Decrypts the stored recovery phrase and unlocks the wallet. */
export async function unlock(passphrase: string): Promise<void> {
  keys.value = await HdWallet.fromMnemonic(await reveal(passphrase));
}

/** Returns the stored recovery phrase. */
export async function reveal(passphrase: string): Promise<string> {
  const vault = storedDevice()?.vault;
  if (vault === undefined) throw new Error("no wallet on this device");
  return unseal(vault, passphrase);
}

/** Encrypts the stored recovery phrase under another passphrase. The keys and all data that they encrypt stay the same. */
export async function changePassphrase(current: string, changed: string): Promise<void> {
  update({ vault: await seal(await reveal(current), changed) });
}

/** Erases the keys from memory. */
export const lock = (): void => {
  keys.value?.erase();
  keys.value = undefined;
};

/** Ends the session and removes everything that is stored in this browser. */
export async function forget(): Promise<void> {
  await session.value?.end().catch(() => undefined);
  clearDevice();
  lock();
  sessionEnded.value = false;
  facts.value = [];
  device.value = undefined;
  go();
}

/** Returns the keys. Only screens of the unlocked wallet call it. */
export function unlockedKeys(): HdWallet {
  if (keys.value === undefined) throw new Error("the wallet is locked");
  return keys.value;
}

/** Derives the key of a chain by its path in the chain list. */
function derive(chain: Chain) {
  const hd = unlockedKeys();
  const { family, path } = chainView(chain);
  return family === "xlm" ? hd.ed25519(path) : hd.secp256k1(path);
}

/** Public key and address on every chain, by chain. */
const accounts = computed(() => {
  // Read here, so that other keys, another list and another network start with an empty map.
  const [selected] = [network.value, keys.value, chains.value];
  const found = new Map<Chain, { publicKey: string; address: string }>();
  return (chain: Chain) => {
    let account = found.get(chain);
    if (account === undefined) {
      const { publicKey } = derive(chain);
      account = { publicKey, address: addressOf(chain, selected, publicKey) };
      found.set(chain, account);
    }
    return account;
  };
});

/** Returns the public key and the address of the wallet on a chain; on btc-like chains the first ones of the account. */
export const account = (chain: Chain) => accounts.value(chain);

/** Returns the signer of an EVM chain. */
export function ecdsa(chain: EthLikeChain) {
  return ecdsaSigner(derive(chain).privateKey);
}

/** Returns the Stellar signer. */
export const ed25519 = () => ed25519Signer(derive("xlm").privateKey);

/** Removes a payment that is final, or that the user gives up. */
export function settlePayment(txid: string): void {
  dropSent(txid);
  if (cloud.value !== undefined) void forgetPayment(cloud.value, txid);
}

export const restorePayment = (stored: SignedTransaction) => new SignedPayment(client(), stored);
