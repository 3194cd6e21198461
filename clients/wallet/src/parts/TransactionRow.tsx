/** One transaction of a history. */
import type { Chain } from "@wallet-cloud/client";
import { explorerPage } from "../chain-list.js";
import { display, displayDate, short } from "../chain-view.js";
import { type Effect, effectsOf, isSwap, type Row } from "../effects.js";
import type { Holding } from "../holdings.js";
import { flagText } from "../messages.js";
import { chainView, network } from "../state.js";
import { BumpLink } from "./BumpLink.js";
import { Copy } from "./forms.js";
import { Icon, type IconName } from "./icons.js";

const VERBS: Record<string, string> = { in: "Received", out: "Sent", self: "To yourself" };
const ICONS: Record<string, IconName> = { in: "receive", out: "send", self: "self" };

export function TransactionRow({ row, chain, own, holdings }: { row: Row; chain: Chain; own: string; holdings: Holding[] }) {
  const effects = effectsOf(row, chainView(chain).ticker, own, holdings);
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
