/** Balances of all chains, the names of tokens, and prices. */
import { effect, signal } from "@preact/signals";
import {
  type AddressData,
  addressInfo,
  assetContract,
  type AssetData,
  assetId,
  assets,
  type BtcLikeChain,
  type Chain,
  type ExtendedKeyData,
  extendedKeyInfo,
  iconUrl,
  isBtcLike,
  isEthLike,
  type PaymentAsset,
  portfolio,
  type PortfolioEntry,
  type PortfolioKey,
} from "@wallet-cloud/client";
import type { AccountState, AccountUtxo } from "@wallet-cloud/client/hd";
import { btcAccount } from "./btc-accounts.js";
import type { ChainView } from "./chain-list.js";
import { short } from "./chain-view.js";
import { account, chains, chainView, client, keys, network, noted } from "./state.js";
import { watchedAssets, watchedTokens } from "./watched.js";
import { listedAsset, loadListedAssets } from "./xlm-assets.js";

/** One asset of the wallet on a chain. */
export interface Holding {
  /** Distinguishes the assets of a chain: empty for the coin. */
  id: string;
  asset: PaymentAsset;
  name: string;
  ticker: string;
  decimals: number;
  /** Address of its icon. Assets that the server does not list have none. */
  icon?: string;
  /** Balance in base units. */
  amount: bigint;
  /** The part that a payment can take now. */
  spendable: bigint;
  /** The contract of the asset, if the user added the contract (xlm). */
  contract?: string;
}

export interface ChainState {
  holdings: Holding[];
  /** The latest error; the holdings are those before it. */
  error?: unknown;
  /** The time of the holdings, in milliseconds since 1970. */
  updatedAt?: number;
  isLoading: boolean;
  partial: string[];
  /** Number of the wallet's own pending transactions, if the server reports it. */
  pending: number;
  /** False if the Stellar account does not exist yet. */
  activated: boolean;
  /** Outputs and unused addresses, verified by the key of the account (btc-like). */
  account?: AccountState | undefined;
}

const EMPTY: ChainState = { holdings: [], isLoading: false, partial: [], pending: 0, activated: true };

/** The states by network, chain and address. */
const states = signal<Record<string, ChainState>>({});

const keyOf = (chain: Chain) => `${network.value}:${chain}:${account(chain).address}`;

export const stateOf = (chain: Chain): ChainState => states.value[keyOf(chain)] ?? EMPTY;

// A locked wallet shows nothing.
effect(() => {
  if (keys.value === undefined) states.value = {};
});

/** Returns the states with balances. */
export const knownStates = (): Record<string, ChainState> =>
  Object.fromEntries(Object.entries(states.value).flatMap(([key, { account: _, error: __, ...state }]) => (state.updatedAt === undefined ? [] : [[key, { ...state, isLoading: false }]])));

/** Shows earlier states where no balances are known. */
export function restoreStates(earlier: Record<string, ChainState>): void {
  const isNew = ([key]: [string, ChainState]) => states.value[key]?.updatedAt === undefined;
  for (const [key, { holdings, updatedAt, partial, pending, activated }] of Object.entries(earlier).filter(isNew)) {
    change(key, { holdings, partial, pending, activated, ...(updatedAt === undefined ? {} : { updatedAt }) });
  }
}

/** Number of requests sent, and the number of the request whose facts a state shows. */
let requests = 0;
const shown = new Map<string, number>();

function change(key: string, part: Partial<ChainState>): void {
  states.value = { ...states.value, [key]: { ...(states.value[key] ?? EMPTY), ...part } };
}

/** Returns the loaded holdings of all chains on the selected network. */
export const knownHoldings = (): Holding[] => chains.value.flatMap(({ chain }) => stateOf(chain).holdings);

/** Returns the address for the next payment to the wallet; on btc-like chains nothing until the account is loaded. */
export const receiveAddress = (chain: Chain): string | undefined =>
  isBtcLike(chain) ? stateOf(chain).account?.receive.address : account(chain).address;

/** Returns the outputs of a pending transaction that belong to the wallet (btc-like). */
export const pendingOutputs = (chain: Chain, txid: string): AccountUtxo[] =>
  (stateOf(chain).account?.utxo ?? []).filter((output) => output.txid === txid && output.confirmations === 0);

/** Loads the balances of every chain, by one request for each family. */
export async function loadAll(): Promise<void> {
  // A family does not wait for the others.
  const families = new Set(chains.value.map(({ family }) => family));
  await Promise.all([...families].map((family) => loadFamily(chains.value.filter((chain) => chain.family === family))));
}

async function loadFamily(family: ChainView[]): Promise<void> {
  const entries = family.map(({ chain }) => entryOf(chain));
  const results = portfolio(client(), { entries });
  const loading = entries.map(({ chain }, index) =>
    load(chain, async () => {
      const result = (await results)[index]!;
      if (result.data === undefined) throw result.error;
      return "xpub" in result ? verified(result.chain, result.data) : result.data;
    }).catch(() => undefined),
  );
  await Promise.all(loading);
}

/** Returns what is requested of a chain: the account on btc-like chains, otherwise the address. */
const entryOf = (chain: Chain): PortfolioEntry | PortfolioKey =>
  isBtcLike(chain)
    ? { chain, xpub: btcAccount(chain).descriptor }
    : { chain, address: account(chain).address, ...requested(chain) };

interface PageQuery {
  limit?: number;
  cursor?: string | undefined;
}

/** Loads the balances of a chain and `limit` transactions. */
export async function loadChain(chain: Chain, { limit = 0, cursor }: PageQuery = {}): Promise<Loaded> {
  if (isBtcLike(chain)) return loadAccount(chain, { limit, cursor });
  const query = { chain, address: account(chain).address, limit, cursor, ...requested(chain) };
  return load<AddressData<Chain>>(chain, () => addressInfo(client(), query), limit > 0);
}

/** Loads all addresses of an account, and `limit` transactions. */
export const loadAccount = (chain: BtcLikeChain, { limit = 0, cursor }: PageQuery = {}) =>
  load(chain, async () => {
    const { descriptor } = btcAccount(chain);
    return verified(chain, await extendedKeyInfo(client(), { chain, xpub: descriptor, limit, cursor }));
  }, limit > 0);

/** Returns a response with the state of the account. Addresses that are not those of its key are an error. */
function verified(chain: BtcLikeChain, data: ExtendedKeyData) {
  const state = btcAccount(chain).verify(data);
  const pending = new Set(state.utxo.filter(({ confirmations }) => confirmations === 0).map(({ txid }) => txid));
  return { ...data, account: state, pending: { count: pending.size } };
}

/** Returns the tokens and the assets outside the asset list that the user added. */
function requested(chain: Chain): { tokens?: string[]; assets?: string[] } {
  const tokens = watchedTokens(chain).map(({ contract }) => contract);
  const assets = chain === "xlm" ? watchedAssets.value.map(({ code, issuer }) => `${code}:${issuer}`) : [];
  return { ...(tokens.length === 0 ? {} : { tokens }), ...(assets.length === 0 ? {} : { assets }) };
}

/** A token of a Stellar contract; without a balance if the contract has none that can be read. */
interface WireToken {
  contract: string;
  symbol?: string | null | undefined;
  balance?: { amount: string; decimals: number } | null | undefined;
}

/** A response of any family. */
interface Loaded {
  balances: WireBalance[];
  tokens?: WireToken[] | null | undefined;
  claimableBalances?: AddressData<"xlm">["claimableBalances"];
  transactions: unknown[];
  nextCursor?: string | null | undefined;
  source: { partial?: readonly unknown[] | null | undefined };
  pending?: { count: number } | null | undefined;
  activated?: boolean;
  account?: AccountState;
}

/** Shows the balances of a chain, or the error, when they are received, unless the balances of a later request are shown already. */
async function load<T extends Loaded>(chain: Chain, request: () => Promise<T>, hasHistory = false): Promise<T> {
  const key = keyOf(chain);
  const number = ++requests;
  const isLate = () => number < (shown.get(key) ?? 0);
  change(key, { isLoading: true });
  try {
    const data = await request();
    if (chain === "xlm" && data.balances.length > 1) await loadListedAssets().catch(() => undefined);
    const tokens = data.balances.length > 1 && isEthLike(chain) ? await tokenList(chain) : [];
    const holdings = data.balances.map((balance) => toHolding(chain, balance, tokens));
    if (isLate()) return data;
    shown.set(key, number);
    // An account that does not exist yet has no balances.
    if (holdings.length === 0) holdings.push({ ...coinOf(chain), decimals: chainView(chain).decimals, amount: 0n, spendable: 0n });
    addContracts(holdings, data.tokens ?? []);
    change(key, {
      holdings,
      error: undefined,
      updatedAt: Date.now(),
      isLoading: false,
      // Without a history, the response has nothing about the shown history.
      partial: [...((data.source.partial ?? []) as string[]), ...(hasHistory ? [] : stateOf(chain).partial.filter((part) => part === "history"))],
      pending: data.pending?.count ?? 0,
      activated: data.activated ?? true,
      account: data.account,
    });
    return data;
  } catch (error) {
    const problem = noted(error);
    if (!isLate()) change(key, { error: problem, isLoading: false });
    throw error;
  }
}

interface WireBalance {
  asset: { kind: string; contract?: string; code?: string; issuer?: string };
  balance: { amount: string; decimals: number };
  spendable?: { amount: string } | null | undefined;
}

/** Returns the coin of a balance. */
export const coinHolding = (chain: Chain, balance: WireBalance): Holding => toHolding(chain, balance, []);

function toHolding(chain: Chain, balance: WireBalance, tokens: Token[]): Holding {
  const { kind, contract, code, issuer } = balance.asset;
  const amount = BigInt(balance.balance.amount);
  const numbers = {
    decimals: balance.balance.decimals,
    amount,
    spendable: balance.spendable ? BigInt(balance.spendable.amount) : amount,
  };
  if (kind === "erc20" && contract !== undefined) {
    const isSame = (item: { contract: string }) => item.contract.toLowerCase() === contract.toLowerCase();
    const token = tokens.find(isSame);
    const asset = { kind, chain, contract } as const;
    if (token === undefined) {
      const added = watchedTokens(chain).find(isSame);
      const ticker = added?.ticker || contract.slice(0, 8);
      return { id: contract, asset, name: `${added?.name || "Token"} (unlisted)`, ticker, ...numbers };
    }
    return { id: contract, asset, name: token.name, ticker: token.ticker, icon: iconUrl(client(), kind, assetId(asset)), ...numbers };
  }
  if (kind === "xlm-asset" && code !== undefined && issuer !== undefined) {
    return { id: `${code}-${issuer}`, asset: { kind, chain: "xlm", code, issuer }, name: issuedName(`${code}-${issuer}`, issuer), ticker: code, ...numbers };
  }
  return { ...coinOf(chain), ...numbers };
}

/** Adds the tokens of contracts. The contract of a held asset has the same balance, and is a part of that asset. */
function addContracts(holdings: Holding[], tokens: readonly WireToken[]): void {
  const contractOf = ({ asset }: Holding) =>
    asset.kind === "coin" ? assetContract("native", network.value) : asset.kind === "xlm-asset" ? assetContract(`${asset.code}:${asset.issuer}`, network.value) : undefined;
  for (const { contract, symbol, balance } of tokens) {
    const held = holdings.find((holding) => contractOf(holding) === contract);
    if (held !== undefined) held.contract = contract;
    if (held !== undefined || balance === undefined || balance === null) continue;
    const amount = BigInt(balance.amount);
    const edges = short(contract, 4);
    const asset = { kind: "xlm-token", chain: "xlm", contract } as const;
    holdings.push({ id: contract, asset, name: `Contract ${edges}`, ticker: symbol || edges, decimals: balance.decimals, amount, spendable: amount });
  }
}

/** Returns the name of an issued asset: a listed one with the home domain, which identifies the issuer. */
function issuedName(id: string, issuer: string): string {
  const listed = listedAsset(id);
  return listed === undefined ? `Issued by ${issuer.slice(0, 4)}…${issuer.slice(-4)}` : [listed.name, listed.homeDomain].filter(Boolean).join(" · ");
}

function coinOf(chain: Chain) {
  const { name, ticker } = chainView(chain);
  return { id: "", asset: { kind: "coin", chain }, name, ticker, icon: coinIcon(chain) } as const;
}

/** Returns the address of the icon of a chain's coin. */
export const coinIcon = (chain: Chain): string => iconUrl(client(), "coin", chain);

/** A listed token of an EVM chain. */
export type Token = Extract<AssetData, { kind: "erc20" }>;

/** Returns the listed tokens of an EVM chain. */
export async function tokenList(chain: Chain): Promise<Token[]> {
  const list = await assets(client(), "erc20", { chain });
  return list.filter((asset): asset is Token => asset.kind === "erc20");
}
