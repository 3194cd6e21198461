/** Balances of all chains, the names of tokens, and prices. */
import { effect, signal } from "@preact/signals";
import { type AddressData, type AssetData, assetId, type Chain, isEthLike, type PaymentAsset } from "@wallet-cloud/client";
import { account, chains, chainView, client, keys, network, noted } from "./state.js";
import { watchedTokens } from "./watched.js";

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
}

export interface ChainState {
  holdings: Holding[];
  /** The latest error; the holdings are those before it. */
  error?: unknown;
  isLoading: boolean;
  partial: string[];
  /** Number of the wallet's own pending transactions, if the server reports it. */
  pending: number;
  /** False if the Stellar account does not exist yet. */
  activated: boolean;
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

function change(key: string, part: Partial<ChainState>): void {
  states.value = { ...states.value, [key]: { ...(states.value[key] ?? EMPTY), ...part } };
}

/** Returns the loaded holdings of all chains on the selected network. */
export const knownHoldings = (): Holding[] => chains.value.flatMap(({ chain }) => stateOf(chain).holdings);

/** Loads the balances of every chain, by one request for each family. */
export async function loadAll(): Promise<void> {
  const entries = chains.value.map(({ chain }) => ({ chain, address: account(chain).address, ...requestedTokens(chain) }));
  const results = client().portfolio({ entries });
  const loads = entries.map(({ chain }, index) =>
    load(chain, async () => {
      const { data, error } = (await results)[index]!;
      if (data === undefined) throw error;
      return data;
    }).catch(() => undefined),
  );
  await Promise.all(loads);
}

/** Loads the balances of a chain and `limit` transactions. */
export const loadChain = (chain: Chain, { limit = 0, cursor }: { limit?: number; cursor?: string | undefined } = {}) =>
  load(chain, () => client().addressInfo({ chain, address: account(chain).address, limit, cursor, ...requestedTokens(chain) }));

/** Returns the tokens outside the asset list that the user added. */
function requestedTokens(chain: Chain): { tokens?: string[] } {
  const contracts = watchedTokens(chain).map(({ contract }) => contract);
  return contracts.length === 0 ? {} : { tokens: contracts };
}

/** Shows the balances of a chain when they are received. */
async function load(chain: Chain, request: () => Promise<AddressData<Chain>>): Promise<AddressData<Chain>> {
  const key = keyOf(chain);
  change(key, { isLoading: true });
  try {
    const data = await request();
    const tokens = data.balances.length > 1 && isEthLike(chain) ? await tokenList(chain) : [];
    const holdings = data.balances.map((balance) => toHolding(chain, balance, tokens));
    // An account that does not exist yet has no balances.
    if (holdings.length === 0) holdings.push({ ...coinOf(chain), decimals: chainView(chain).decimals, amount: 0n, spendable: 0n });
    change(key, {
      holdings,
      error: undefined,
      isLoading: false,
      partial: (data.source.partial ?? []) as string[],
      pending: "pending" in data ? (data.pending?.count ?? 0) : 0,
      activated: "activated" in data ? data.activated : true,
    });
    return data;
  } catch (error) {
    change(key, { error: noted(error), isLoading: false });
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
    return { id: contract, asset, name: token.name, ticker: token.ticker, icon: client().iconUrl(kind, assetId(asset)), ...numbers };
  }
  if (kind === "xlm-asset" && code !== undefined && issuer !== undefined) {
    return { id: `${code}-${issuer}`, asset: { kind, chain: "xlm", code, issuer }, name: `Issued by ${issuer.slice(0, 4)}…${issuer.slice(-4)}`, ticker: code, ...numbers };
  }
  return { ...coinOf(chain), ...numbers };
}

function coinOf(chain: Chain) {
  const { name, ticker } = chainView(chain);
  return { id: "", asset: { kind: "coin", chain }, name, ticker, icon: coinIcon(chain) } as const;
}

/** Returns the address of the icon of a chain's coin. */
export const coinIcon = (chain: Chain): string => client().iconUrl("coin", chain);

/** A listed token of an EVM chain. */
export type Token = Extract<AssetData, { kind: "erc20" }>;

/** Returns the listed tokens of an EVM chain. */
export async function tokenList(chain: Chain): Promise<Token[]> {
  const list = await client().assets("erc20", { chain });
  return list.filter((asset): asset is Token => asset.kind === "erc20");
}
