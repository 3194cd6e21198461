/** One transaction of a history. */
import type { Chain } from "@wallet-cloud/client";
import { explorerPage } from "../chain-list.js";
import { display, displayDate, short } from "../chain-view.js";
import type { Holding } from "../holdings.js";
import { flagText } from "../messages.js";
import { chainView, network } from "../state.js";
import { BumpLink } from "./BumpLink.js";
import { Copy } from "./forms.js";
import { Icon, type IconName } from "./icons.js";

interface Value {
  amount: string;
  decimals: number;
}

interface ActionAsset {
  kind: string;
  contract?: string;
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

interface Effect {
  /** The id of the holding: empty for the coin. */
  id: string;
  amount: bigint;
  decimals: number;
  ticker: string;
}

const VERBS: Record<string, string> = { in: "Received", out: "Sent", self: "To yourself" };
const ICONS: Record<string, IconName> = { in: "receive", out: "send", self: "self" };

export function TransactionRow({ row, chain, own, holdings }: { row: Row; chain: Chain; own: string; holdings: Holding[] }) {
  const effects = effectsOf(row, chain, own, holdings);
  const direction = directionOf(row, own, effects);
  const isFailed = row.status === "rejected";
  const other = direction === "in" ? row.from : row.to;
  const page = explorerPage(chainView(chain), network.value, row.txid);
  const title = isFailed ? "Failed" : titleOf(row, own, direction);
  return (
    <li class={isFailed ? "failed" : undefined}>
      <details>
        <summary>
          <span class={`direction ${isFailed ? "failed" : direction}`}>
            <Icon name={isFailed ? "failed" : ICONS[direction]!} />
          </span>
          <span class="name">
            <strong>{title}</strong>
            <small>
              {row.status === "pending" ? <span class="badge">Pending</span> : displayDate(row.date)}
              {row.memo && <span class="memo"> · “{row.memo.value}”</span>}
            </small>
          </span>
          <span class="amount">
            {effects.map(({ id, amount, decimals, ticker }) => (
              <strong key={id} class={amount > 0n ? "plus" : undefined}>
                {amount > 0n ? "+" : ""}
                {display(amount, decimals, 6)} <small>{ticker}</small>
              </strong>
            ))}
          </span>
        </summary>
        {(row.flags ?? []).map((flag) => (
          <p class="notice warning" key={flag}>
            {flagText(flag)}
          </p>
        ))}
        <dl>
          {other !== "" && other !== own && (
            <>
              <dt>{direction === "in" ? "From" : "To"}</dt>
              <dd>
                <code>{other}</code>
              </dd>
            </>
          )}
          <dt>Fee</dt>
          <dd>
            {display(row.fee.amount, row.fee.decimals, 18)} {chainView(chain).ticker}
          </dd>
          {row.memo && (
            <>
              <dt>Memo</dt>
              <dd>
                {row.memo.value} ({row.memo.type})
              </dd>
            </>
          )}
          {row.block !== "" && (
            <>
              <dt>{chain === "xlm" ? "Ledger" : "Block"}</dt>
              <dd>
                {row.block}
                {row.confirmations ? ` · ${row.confirmations} confirmations` : ""}
              </dd>
            </>
          )}
          <dt>Transaction</dt>
          <dd>
            <code title={row.txid}>{short(row.txid, 9)}</code> <Copy text={row.txid} label="Transaction id" compact />
            {page !== undefined && (
              <a href={page} target="_blank" rel="noopener noreferrer">
                Show in an explorer
              </a>
            )}
          </dd>
        </dl>
        {row.status === "pending" && <BumpLink chain={chain} txid={row.txid} />}
      </details>
    </li>
  );
}

const TYPES: Record<string, string> = {
  "change-trust": "Asset added",
  "account-merge": "Account merged",
  "claim-claimable-balance": "Claimed",
  "create-claimable-balance": "Set aside",
  "manage-sell-offer": "Offer",
  "manage-buy-offer": "Offer",
};

/** Returns true if the action exchanges assets of its owner. */
const isSwap = ({ sourceAsset, from, to }: Action, own: string) => Boolean(sourceAsset) && from === own && to === own;

function titleOf(row: Row, own: string, direction: string): string {
  const [action] = row.actions;
  if (action !== undefined && isSwap(action, own)) return "Swapped";
  return TYPES[action?.type ?? ""] ?? VERBS[direction] ?? "Transaction";
}

function directionOf(row: Row, own: string, effects: Effect[]): string {
  if (row.direction) return row.direction;
  if (row.from === own && row.to === own) return "self";
  const [first] = effects;
  if (first !== undefined && first.amount !== 0n) return first.amount > 0n ? "in" : "out";
  return row.from === own ? "out" : "in";
}

/** Returns both sides of an action. The sides of a path payment have different assets. */
function sidesOf({ type, asset, value, from, to, ticker, sourceAsset, sourceValue }: Action) {
  if (type === "change-trust") return [];
  return [
    { owner: to, sign: 1n, asset, value, ticker },
    { owner: from, sign: -1n, asset: sourceAsset ?? asset, value: sourceValue ?? value, ticker },
  ];
}

/** Returns the changes of the wallet's balances: of the coin, and of each token. */
export function effectsOf(row: Row, chain: Chain, own: string, holdings: Holding[]): Effect[] {
  const isSame = (address: string | undefined) => address?.toLowerCase() === own.toLowerCase();
  const tokens = new Map<string, Effect>();
  for (const { owner, sign, asset, value, ticker } of row.actions.flatMap(sidesOf)) {
    // Assets of several issuers can have the same code.
    const id = asset?.contract ?? (asset?.code === undefined ? undefined : `${asset.code}-${asset.issuer}`);
    if (id === undefined || !value || !isSame(owner)) continue;
    const known = holdings.find((holding) => holding.id.toLowerCase() === id.toLowerCase());
    const sum = tokens.get(id) ?? { id, amount: 0n, decimals: value.decimals, ticker: ticker ?? known?.ticker ?? asset?.code ?? id.slice(0, 8) };
    sum.amount += sign * BigInt(value.amount);
    tokens.set(id, sum);
  }
  const effects = [...tokens.values()].filter(({ amount }) => amount !== 0n);
  const net = coinEffect(row, isSame);
  // Beside tokens, the coin changes by the fee only, unless the other side of a swap is the coin.
  const isCoinSwapped = row.actions.some((action) => isSwap(action, own) && (action.sourceAsset?.kind === "coin" || action.asset?.kind === "coin"));
  const isHidden = effects.length > 0 && !isCoinSwapped;
  if (isHidden || net === undefined || net === 0n) return effects;
  return [...effects, { id: "", amount: net, decimals: row.value.decimals, ticker: chainView(chain).ticker }];
}

/** Returns the change of the coin's balance: `net`, or the value with the sign of its direction. */
function coinEffect(row: Row, isSame: (address: string | undefined) => boolean): bigint | undefined {
  if (row.net) return BigInt(row.net.amount);
  const amount = BigInt(row.value.amount);
  if (amount < 0n || !isSame(row.from)) return amount;
  return isSame(row.to) ? 0n : -amount;
}
