/** The balances, prices and histories that were shown last, so that the page opens with them, and the paid names: encrypted by a key of the wallet. */
import { effect, signal } from "@preact/signals";
import type { HdWallet } from "@wallet-cloud/client/hd";
import { loadLast, saveLast } from "./device.js";
import type { Row } from "./effects.js";
import { type ChainState, knownStates, restoreStates } from "./holdings.js";
import { knownPrices, restorePrices } from "./prices.js";
import { keys } from "./state.js";
import { decrypt, encrypt } from "./vault.js";

interface Last {
  states: Record<string, ChainState>;
  prices: Record<string, string>;
  rows: Record<string, Row[]>;
  /** The names of recipients that were paid, latest first, with their addresses. */
  names?: PaidName[];
}

export interface PaidName {
  name: string;
  address: string;
}

/** Maximum number of stored names. */
const MAX_NAMES = 100;

/** A path that no address has. */
const PATH = "m/44'/148'/2147483646'";
/** Milliseconds without a change after which the state is stored. */
const DELAY = 1_000;

/** The first rows of each history. */
const rows = signal<Last["rows"]>({});

export const paidNames = signal<PaidName[]>([]);

export function keepName(name: string, address: string): void {
  paidNames.value = [{ name, address }, ...paidNames.value.filter((known) => known.name !== name)].slice(0, MAX_NAMES);
}

export const lastRows = (history: string): Row[] => rows.value[history] ?? [];

export function keepRows(history: string, shown: Row[]): void {
  rows.value = { ...rows.value, [history]: shown };
}

const keyOf = (hd: HdWallet) => crypto.subtle.importKey("raw", new Uint8Array(hd.ed25519(PATH).privateKey), "AES-GCM", false, ["encrypt", "decrypt"]);

// JSON has no whole numbers of any size.
const toText = (last: Last) => JSON.stringify(last, (_, value: unknown) => (typeof value === "bigint" ? { bigint: String(value) } : value));
const toLast = (text: string) =>
  JSON.parse(text, (_, value: { bigint?: unknown } | null) => (typeof value?.bigint === "string" ? BigInt(value.bigint) : value)) as Last;

async function store(hd: HdWallet, last: Last): Promise<void> {
  const sealed = await encrypt(await keyOf(hd), toText(last));
  // Not after the wallet was locked or removed.
  if (keys.value === hd) saveLast(sealed);
}

/** Shows the stored state where nothing newer is known. A state that cannot be read is ignored. */
async function restore(hd: HdWallet): Promise<void> {
  const stored = loadLast();
  if (stored === undefined) return;
  const last = toLast(await decrypt(await keyOf(hd), stored));
  if (keys.value !== hd) return;
  restoreStates(last.states);
  restorePrices(last.prices);
  rows.value = { ...last.rows, ...rows.value };
  paidNames.value = [...paidNames.value, ...(last.names ?? [])];
}

/** Restores the state when the wallet is unlocked, and stores the state from then on. */
export function startKeeping(): void {
  let restored: HdWallet | undefined;
  effect(() => {
    const hd = keys.value;
    if (hd === undefined) [rows.value, paidNames.value] = [{}, []];
    else if (restored !== hd) void restore(hd).catch(() => undefined).finally(() => (restored = hd));
  });
  effect(() => {
    const hd = keys.value;
    const last = { states: knownStates(), prices: knownPrices(), rows: rows.value, names: paidNames.value };
    if (hd === undefined) return undefined;
    // Before that, the stored state would be lost.
    const timer = setTimeout(() => restored === hd && void store(hd, last).catch(() => undefined), DELAY);
    return () => clearTimeout(timer);
  });
}
