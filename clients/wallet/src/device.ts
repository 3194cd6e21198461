/** What this browser stores: the account, the encrypted recovery phrase, settings, watched keys and tokens, and payments in progress. */
import { type BtcLikeChain, type ChainFacts, type EthLikeChain, type Network, type OwnedUtxo, randomUuid, type SignedTransaction } from "@wallet-cloud/client";
import type { Sealed, Vault } from "./vault.js";
import { CACHE, FILES_CACHE } from "./worker-data.js";

export interface Device {
  /** Identifies the session of this browser. */
  tokenId: string;
  username: string;
  /** Lets the server limit logins of a known browser less. */
  deviceToken?: string;
  /** Absent until the user has chosen a passphrase. */
  vault?: Vault;
  network: Network;
  /** Minutes without input after which the wallet locks itself. */
  lockMinutes?: number;
  /** The currency in which values are shown: a code of ISO 4217 in lower case. */
  currency?: string;
}

/** What a replacement of a payment requires. */
export interface BtcOrigin {
  /** The outputs that the payment spends, with the paths of their keys. */
  inputs: (OwnedUtxo & { path: string })[];
  /** The address of its change. */
  changeAddress: string;
}

/** A sent transaction that was not confirmed yet when the page last looked. */
export interface Sent extends SignedTransaction {
  /** Amount and recipient for display. */
  summary: string;
  /** What a replacement requires (btc-like). */
  origin?: BtcOrigin | undefined;
}

/** An extended public key, or a descriptor of one. It cannot spend, but reveals all addresses of an account. */
export interface WatchedKey {
  id: string;
  network: Network;
  chain: BtcLikeChain;
  xpub: string;
  name: string;
}

/** A token outside the asset list, with the metadata of its contract. */
export interface WatchedToken {
  network: Network;
  chain: EthLikeChain | "xlm";
  contract: string;
  name: string;
  ticker: string;
  decimals: number;
}

/** An issued asset of the Stellar account, which a server without an index returns only on request. */
export interface WatchedAsset {
  network: Network;
  code: string;
  issuer: string;
}

export interface Watched {
  keys: WatchedKey[];
  tokens: WatchedToken[];
  assets: WatchedAsset[];
}

const DEVICE = "wallet-page:device";
const OUTBOX = "wallet-page:sent";
const CHAINS = "wallet-page:chains";
const WATCHED = "wallet-page:watched";
const EVENTS = "wallet-page:events";
const SUBSCRIPTIONS = "wallet-page:subscriptions";
const PUSH = "wallet-page:push";
const LAST = "wallet-page:last";
const INPUT = "wallet-page:input";
const CONTACTS = "wallet-page:contacts";
const MAX_SENT = 50;

export const newDevice = (username: string): Device => ({ tokenId: randomUuid(), username, network: "testnet" });

export function loadDevice(): Device | undefined {
  const value = read<Partial<Device>>(DEVICE);
  if (typeof value?.tokenId !== "string" || typeof value.username !== "string") return undefined;
  return { ...value, network: value.network === "livenet" ? "livenet" : "testnet" } as Device;
}

export const saveDevice = (device: Device): void => localStorage.setItem(DEVICE, JSON.stringify(device));

/** Removes everything that the page stored, and its notifications. */
export function clearDevice(): void {
  localStorage.clear();
  void navigator.serviceWorker?.getRegistration("/wallet").then((registration) => registration?.unregister());
  for (const cache of [CACHE, FILES_CACHE]) void globalThis.caches?.delete(cache);
}

export const loadSent = (): Sent[] => read<Sent[]>(OUTBOX) ?? [];

/** Stores a signed transaction before it is sent, so that the same bytes can be sent again after a reload. */
export function keepSent(sent: Sent): void {
  const others = loadSent().filter(({ txid }) => txid !== sent.txid);
  localStorage.setItem(OUTBOX, JSON.stringify([sent, ...others].slice(0, MAX_SENT)));
}

export function dropSent(txid: string): void {
  localStorage.setItem(OUTBOX, JSON.stringify(loadSent().filter((sent) => sent.txid !== txid)));
}

/** Returns the chain list that was loaded last. */
export function loadFacts(): ChainFacts[] {
  const list = read<ChainFacts[]>(CHAINS);
  return Array.isArray(list) ? list : [];
}

/** Returns the position in the log of events. */
export const loadCursor = (): string => localStorage.getItem(EVENTS) ?? "";

export const saveCursor = (cursor: string): void => localStorage.setItem(EVENTS, cursor);

/** Returns the networks of the subscriptions that this browser has used, by id. */
export const loadSubscriptions = (): Record<string, Network> => read<Record<string, Network>>(SUBSCRIPTIONS) ?? {};

export const saveSubscriptions = (used: Record<string, Network>): void => localStorage.setItem(SUBSCRIPTIONS, JSON.stringify(used));

/** Returns the push endpoint of this browser that the service has; empty without one. */
export const loadPush = (): string => localStorage.getItem(PUSH) ?? "";

export const savePush = (endpoint: string): void => localStorage.setItem(PUSH, endpoint);

/** Returns the encrypted state that was shown last. */
export const loadLast = (): Sealed | undefined => read<Sealed>(LAST);

export const saveLast = (state: Sealed): void => localStorage.setItem(LAST, JSON.stringify(state));

/** Returns the time of the last input in any tab, in milliseconds. */
export const loadInput = (): number => Number(localStorage.getItem(INPUT) ?? 0);

export const saveInput = (time: number): void => localStorage.setItem(INPUT, String(time));

/** Returns the encrypted address book. */
export const loadSealedContacts = (): Sealed | undefined => read<Sealed>(CONTACTS);

export const saveSealedContacts = (sealed: Sealed): void => localStorage.setItem(CONTACTS, JSON.stringify(sealed));

/** Returns the watched keys and tokens. */
export function loadWatched(): Watched {
  const value = read<Partial<Watched>>(WATCHED);
  const list = <T>(items: T[] | undefined): T[] => (Array.isArray(items) ? items : []);
  return { keys: list(value?.keys), tokens: list(value?.tokens), assets: list(value?.assets) };
}

export const saveWatched = (watched: Watched): void => localStorage.setItem(WATCHED, JSON.stringify(watched));

export const saveFacts = (list: ChainFacts[]): void => localStorage.setItem(CHAINS, JSON.stringify(list));

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}
