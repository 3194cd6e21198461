/** One transaction of a history. */
import { type Chain, isEthLike } from "@wallet-cloud/client";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { explorerPage } from "../chain-list.js";
import { counted, display, displayTime, short } from "../chain-view.js";
import { counterparties, type Effect, effectsOf, isSwap, type Row } from "../effects.js";
import type { Holding } from "../holdings.js";
import { flagText } from "../messages.js";
import { currency, pastValues } from "../prices.js";
import { chainView, network } from "../state.js";
import { BumpLinks } from "./BumpLinks.js";
import { Copy } from "./forms.js";
import { Icon, type IconName } from "./icons.js";

const VERBS: Record<string, string> = { in: "Received", out: "Sent", self: "To yourself" };
const ICONS: Record<string, IconName> = { in: "receive", out: "send", self: "self" };

/** A token with the names that the user knows. */
export type Known = Pick<Holding, "id" | "ticker" | "name">;

interface RowProps {
  row: Row;
  chain: Chain;
  own: string;
  tokens: Known[];
}

export function TransactionRow(props: RowProps) {
  const { row, chain, own, tokens } = props;
  const effects = effectsOf(row, chainView(chain).ticker, own, tokens);
  const direction = directionOf(row, own, effects);
  const isFailed = row.status === "rejected";
  const isPending = row.status === "pending";
  const [isOpen, setOpen] = useState(false);
  const others = hasCounterparty(row, own) ? counterparties(row, own, direction) : [];
  const subtitle = others.length === 0 ? "" : `${direction === "in" ? "From" : "To"} ${others.length > 1 ? `${others.length} addresses` : nameOf(others[0]!, tokens)}`;
  return (
    <li class={isFailed ? "failed" : undefined}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class={`direction ${isFailed ? "failed" : direction}`}>
            <Icon name={isFailed ? "failed" : ICONS[direction]!} />
          </span>
          <span class="name">
            <strong>{isFailed ? "Failed" : titleOf(row, chain, own, direction, effects)}</strong>
            <small>
              {subtitle}
              {row.memo && <span class="memo">“{row.memo.value}”</span>}
            </small>
          </span>
          <span class="amount">
            {effects.toSorted((one, other) => Number(one.amount > 0n) - Number(other.amount > 0n)).map(({ id, amount, decimals, ticker }) => (
              <strong key={id} class={amount > 0n ? "plus" : undefined}>
                {amount > 0n ? "+" : ""}
                {display(amount, decimals, decimals)} <small>{ticker}</small>
              </strong>
            ))}
            <small>{isPending ? <span class="badge">Pending</span> : displayTime(row.date)}</small>
          </span>
        </summary>
        <Details {...props} others={others} direction={direction} effects={effects} isOpen={isOpen} />
      </details>
      {isPending && (
        <div class="row-actions">
          <BumpLinks chain={chain} txid={row.txid} />
        </div>
      )}
    </li>
  );
}

function Details({ row, chain, tokens, others, direction, effects, isOpen }: RowProps & { others: string[]; direction: string; effects: Effect[]; isOpen: boolean }) {
  const value = usePastValue(chain, row, effects, isOpen);
  const page = explorerPage(chainView(chain), network.value, row.txid);
  const { ticker } = chainView(chain);
  const named = effects.flatMap(({ id }) => tokens.find((token) => id !== "" && token.id.toLowerCase() === id.toLowerCase()) ?? []);
  // With a separate fee, the change of the balance is both.
  const isFeeSeparate = row.net && effects.some(({ id, amount }) => id === "" && amount !== BigInt(row.net!.amount));
  return (
    <>
      {(row.flags ?? []).map((flag) => (
        <p class="notice warning" key={flag}>
          {flagText(flag)}
        </p>
      ))}
      <dl>
        {others.length > 0 && (
          <>
            <dt>{direction === "in" ? "From" : "To"}</dt>
            <dd>
              {others.map((address) => (
                <code class="address-full" key={address}>
                  {address}
                </code>
              ))}
            </dd>
          </>
        )}
        {named.map((token) => (
          <Fact name="Token" key={token.id}>
            {token.ticker} · {token.name}
          </Fact>
        ))}
        {value !== undefined && <Fact name="Value that day">{value}</Fact>}
        <Fact name="Fee">
          {display(row.fee.amount, row.fee.decimals, 18)} {ticker}
        </Fact>
        {isFeeSeparate && (
          <Fact name="With the fee">
            {display(row.net!.amount, row.net!.decimals, 18)} {ticker}
          </Fact>
        )}
        {row.memo && (
          <Fact name="Memo">
            {row.memo.value} ({row.memo.type})
          </Fact>
        )}
        {row.block !== "" && (
          <Fact name={chain === "xlm" ? "Ledger" : "Block"}>
            {row.block}
            {row.confirmations ? ` · ${counted(row.confirmations, "confirmation")}` : ""}
          </Fact>
        )}
        <Fact name="Transaction">
          <code title={row.txid}>{short(row.txid, 7)}</code> <Copy text={row.txid} label="Transaction id" compact />
          {page !== undefined && (
            <a href={page} target="_blank" rel="noopener noreferrer">
              Show in an explorer
            </a>
          )}
        </Fact>
      </dl>
    </>
  );
}

/** Returns the name of an effect's asset in asset info. Non-fungible tokens, and tokens of contracts on Stellar, have no prices. */
const pricedOf = (chain: Chain, { id }: Effect): string | undefined =>
  id === "" ? chain : id.includes("/") || (chain === "xlm" && !id.includes("-")) ? undefined : `${chain}:${id}`;

/** Returns the value of a confirmed transaction at the prices of its day, which an open row requests. */
function usePastValue(chain: Chain, row: Row, effects: Effect[], isOpen: boolean): string | undefined {
  const [value, setValue] = useState<string>();
  useEffect(() => {
    if (!isOpen || row.status === "pending") return;
    const priced = effects.flatMap((effect) => {
      const asset = pricedOf(chain, effect);
      return asset === undefined ? [] : [{ ...effect, asset }];
    });
    const textOf = (text: string | undefined, index: number) => (text === undefined ? [] : [priced.length === 1 ? text : `${text} (${priced[index]!.ticker})`]);
    pastValues(priced, row.date).then((found) => setValue(found.flatMap(textOf).join(" · ") || undefined), () => undefined);
  }, [isOpen, currency.value, row.txid]);
  return value;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
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

function titleOf(row: Row, chain: Chain, own: string, direction: string, effects: Effect[]): string {
  const [action] = row.actions;
  if (action !== undefined && isSwap(action, own)) return "Swapped";
  // On an EVM chain, a transaction of the wallet that only costs a fee, for example an approval.
  const isCall = isEthLike(chain) && direction === "out" && row.value.amount === "0" && effects.every(({ id }) => id === "");
  return TYPES[action?.type ?? ""] ?? (isCall ? "Contract call" : (VERBS[direction] ?? "Transaction"));
}

/** Returns true for a payment, of which somebody else is the sender or the recipient. */
function hasCounterparty({ actions: [action] }: Row, own: string): boolean {
  return action === undefined || !(isSwap(action, own) || (action.type ?? "") in TYPES);
}

/** Returns the ticker of a listed token's contract, otherwise the address. */
const nameOf = (address: string, tokens: Known[]): string => tokens.find(({ id }) => id.toLowerCase() === address.toLowerCase())?.ticker ?? short(address, 6);

function directionOf(row: Row, own: string, effects: Effect[]): string {
  if (row.direction) return row.direction;
  if (row.from === own && row.to === own) return "self";
  const [first] = effects;
  if (first !== undefined && first.amount !== 0n) return first.amount > 0n ? "in" : "out";
  return row.from === own ? "out" : "in";
}
