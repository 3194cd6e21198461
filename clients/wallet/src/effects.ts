/** What a transaction changes for the wallet, in words. The service worker uses these functions, too: without the state of the page. */
import { display, short } from "./chain-view.js";
import type { Holding } from "./holdings.js";

interface Value {
  amount: string;
  decimals: number;
}

interface ActionAsset {
  kind: string;
  contract?: string;
  /** The id of a non-fungible token. */
  id?: string;
  code?: string;
  issuer?: string;
}

interface Action {
  type?: string;
  from?: string;
  to?: string;
  value?: Value;
  asset?: ActionAsset | null;
  /** What the sender of a path payment paid with. */
  sourceAsset?: ActionAsset | null;
  sourceValue?: Value | null;
  name?: string | null;
  ticker?: string | null;
  unlisted?: boolean | null;
}

/** The fields of a transaction that all families share, and those of some. */
export interface Row {
  txid: string;
  block: string;
  date: number;
  status: string;
  fee: Value;
  value: Value;
  net?: Value | null;
  direction?: string | null;
  confirmations?: number | null;
  from: string;
  to: string;
  actions: Action[];
  failedActions?: Action[] | null;
  memo?: { type: string; value: string } | null;
  flags?: string[] | null;
}

/** A token with a name that the user knows. */
export type Named = Pick<Holding, "id" | "ticker" | "contract">;

export interface Effect {
  /** The id of the holding: empty for the coin. */
  id: string;
  amount: bigint;
  decimals: number;
  ticker: string;
}

/** Returns true if the action exchanges assets of its owner. */
export const isSwap = ({ sourceAsset, from, to }: Action, own: string) => Boolean(sourceAsset) && from === own && to === own;

/** Returns both sides of an action. The sides of a path payment have different assets. */
function sidesOf({ type, asset, value, from, to, name, ticker, sourceAsset, sourceValue }: Action) {
  if (type === "change-trust") return [];
  return [
    { owner: to, sign: 1n, asset, value, name, ticker },
    { owner: from, sign: -1n, asset: sourceAsset ?? asset, value: sourceValue ?? value, name, ticker },
  ];
}

/** Returns the id of a non-fungible token, which no holding has: each token of a collection is separate. */
const nftId = ({ contract, id }: ActionAsset): string | undefined => (id === undefined ? undefined : `${contract}/${id}`);

/** Returns the number of a non-fungible token and the name of the collection as the contract returns it, or the contract. */
const nftText = ({ contract = "", id = "" }: ActionAsset, name: string | null | undefined): string => `#${short(id, 6)} ${name || short(contract, 6)}`;

/** Returns the changes of the wallet's balances: of the coin with this ticker, and of each token. */
export function effectsOf(row: Row, coin: string, own: string, tokens: Named[]): Effect[] {
  const isSame = (address: string | undefined) => address?.toLowerCase() === own.toLowerCase();
  const sums = new Map<string, Effect>();
  for (const { owner, sign, asset, value, name, ticker } of row.actions.flatMap(sidesOf)) {
    // Assets of several issuers can have the same code.
    const nft = asset && nftId(asset);
    const id = nft ?? asset?.contract ?? (asset?.code === undefined ? undefined : `${asset.code}-${asset.issuer}`);
    if (id === undefined || !value || !isSame(owner)) continue;
    const known = tokens.find((token) => token.id.toLowerCase() === id.toLowerCase() || token.contract === id);
    const sum = sums.get(id) ?? { id, amount: 0n, decimals: value.decimals, ticker: nft ? nftText(asset!, name) : (ticker ?? known?.ticker ?? asset?.code ?? id.slice(0, 8)) };
    sum.amount += sign * BigInt(value.amount);
    sums.set(id, sum);
  }
  const effects = [...sums.values()].filter(({ amount }) => amount !== 0n);
  const net = coinEffect(row, isSame);
  // Beside tokens, the coin changes by the fee only, unless the other side of a swap is the coin.
  const isCoinSwapped = row.actions.some((action) => isSwap(action, own) && (action.sourceAsset?.kind === "coin" || action.asset?.kind === "coin"));
  const isHidden = effects.length > 0 && !isCoinSwapped;
  if (isHidden || net === undefined || net === 0n) return effects;
  return [...effects, { id: "", amount: net, decimals: row.value.decimals, ticker: coin }];
}

/** Returns the change of the coin's balance: what is paid to others without the fee, `net`, or the value with the sign of its direction. */
function coinEffect(row: Row, isSame: (address: string | undefined) => boolean): bigint | undefined {
  if (row.net) {
    const [net, paid] = [BigInt(row.net.amount), paidCoins(row, isSame)];
    // The fee is separate only if both explain the whole change.
    return paid > 0n && net === -paid - BigInt(row.fee.amount) ? -paid : net;
  }
  const amount = BigInt(row.value.amount);
  if (amount < 0n || !isSame(row.from)) return amount;
  return isSame(row.to) ? 0n : -amount;
}

/** Returns the coins that the wallet pays to others. The actions of an account on a btc-like chain do not contain change. */
function paidCoins(row: Row, isSame: (address: string | undefined) => boolean): bigint {
  const isPaid = ({ from, to, asset }: Action) => asset?.kind === "coin" && (isSame(from) || isSame("")) && !isSame(to);
  return row.direction === "out" ? row.actions.filter(isPaid).reduce((sum, { value }) => sum + BigInt(value?.amount ?? 0), 0n) : 0n;
}

/**
 * Returns the addresses that the wallet paid, or that paid the wallet: those of the actions, since the recipient of a transaction with
 * tokens is their contract.
 */
export function counterparties(row: Row, own: string, direction: string): string[] {
  const isOwn = (address: string | undefined) => own === "" || address?.toLowerCase() === own.toLowerCase();
  const moves = (row.actions.length > 0 ? row.actions : (row.failedActions ?? [])).filter(({ value }) => value);
  const found = direction === "in" ? moves.filter(({ to }) => isOwn(to)).map(({ from }) => from) : moves.filter(({ from }) => isOwn(from)).map(({ to }) => to);
  const isOther = (address: string | undefined): address is string => Boolean(address) && address !== own;
  const others = found.filter(isOther);
  return [...new Set(others.length > 0 ? others : [direction === "in" ? row.from : row.to].filter(isOther))];
}

/** Returns true if the flags of a transaction are a reason not to announce it: it may imitate a payment. */
export const isSuspect = (row: Row): boolean => Boolean(row.flags?.length);

/** Returns the amounts that a transaction pays to the wallet, for example `5 USDT`, or an empty text. */
export function receivedText(row: Row, coin: string, own: string, tokens: Named[]): string {
  if (row.direction !== "in" || row.status === "rejected" || isSuspect(row)) return "";
  const received = effectsOf(row, coin, own, tokens).filter(({ amount }) => amount > 0n);
  return received.map(({ amount, decimals, ticker }) => `${display(amount, decimals, 6)} ${ticker}`).join(" and ");
}
