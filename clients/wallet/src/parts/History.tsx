/** A history of transactions by day that loads more on request; above it the pending ones. */
import { type Chain, isEthLike } from "@wallet-cloud/client";
import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { counted, displayDay } from "../chain-view.js";
import type { Sent } from "../device.js";
import type { Row } from "../effects.js";
import { followed, limited, onEvents } from "../follow.js";
import { tokenList } from "../holdings.js";
import { keepRows, lastRows } from "../last-state.js";
import { messageOf, partialText, RECENT_ONLY } from "../messages.js";
import { announcement, network } from "../state.js";
import { BumpLinks } from "./BumpLinks.js";
import { Problem } from "./forms.js";
import { Icon } from "./icons.js";
import { type Known, TransactionRow } from "./TransactionRow.js";

const PAGE = 10;
/** Milliseconds between updates of an open history without events, and with events. */
const INTERVAL = { testnet: 10_000, livenet: 60_000 };
const FOLLOWED_INTERVAL = 300_000;

/** A page as the services return it. */
interface Page {
  transactions: unknown[];
  nextCursor?: string | null | undefined;
}

/**
 * The loaded part of the history named by `key`. The first page is renewed by the events of `name`, a chain or a watched key, when the
 * page becomes visible, and periodically.
 */
export function useHistory(key: string, name: string, loadPage: (page: { limit: number; cursor: string | undefined }) => Promise<Page>) {
  const [rows, setRows] = useState<Row[]>([]);
  const [cursor, setCursor] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isLoading, setLoading] = useState(true);
  const [isLoaded, setLoaded] = useState(false);
  const latest = useRef<Row[]>([]);
  const show = (changed: Row[]) => {
    latest.current = changed;
    setRows(changed);
  };
  const load = async (from: string | undefined) => {
    setLoading(true);
    setError(undefined);
    try {
      const page = await loadPage({ limit: PAGE, cursor: from });
      setLoaded(true);
      const found = page.transactions as Row[];
      const next = page.nextCursor ?? undefined;
      if (from !== undefined) {
        const before = latest.current;
        show([...before, ...found.filter(({ txid }) => !before.some((row) => row.txid === txid))]);
        setCursor(next);
        announcement.value = counted(found.length, "more transaction");
        return;
      }
      keepRows(key, found);
      const overlaps = latest.current.some(({ txid }) => found.some((row) => row.txid === txid));
      // The older rows stay, unless there may be others between them and the new page.
      const older = overlaps ? latest.current.filter(({ txid }) => !found.some((row) => row.txid === txid)) : [];
      if (!overlaps || older.length === 0) setCursor(next);
      show([...found, ...older.filter(({ status }) => status !== "pending")]);
    } catch (problem) {
      setError(problem);
    } finally {
      setLoading(false);
    }
  };
  const reload = () => load(undefined);
  useEffect(() => {
    show([]);
    setLoaded(false);
    setCursor(undefined);
    void reload();
  }, [key]);
  const isFollowed = followed.value.has(name);
  useEffect(() => {
    const reloadVisible = () => {
      if (document.visibilityState === "visible") void reload();
    };
    const timer = setInterval(reloadVisible, isFollowed ? FOLLOWED_INTERVAL : INTERVAL[network.value]);
    document.addEventListener("visibilitychange", reloadVisible);
    const unregister = isFollowed ? onEvents(name, reload) : undefined;
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", reloadVisible);
      unregister?.();
    };
  }, [key, isFollowed]);
  return { rows: isLoaded ? rows : lastRows(key), cursor, error, isLoading, isLimited: limited.value.has(name), reload, more: () => load(cursor) };
}

interface HistoryProps {
  chain: Chain;
  /** The address of the request; empty for an account or a key, whose rows have a direction. */
  own: string;
  holdings: Known[];
  partial: string[];
  /** Payments of this device that were not confirmed when the page last looked. */
  sent?: Sent[];
}

/** Returns the names of the wallet's tokens, and of those in the rows that the wallet does not hold any more. */
function useNames(chain: Chain, rows: Row[], holdings: Known[]): Known[] {
  const [listed, setListed] = useState<Known[]>([]);
  const isKnown = (contract: string) => holdings.some(({ id }) => id.toLowerCase() === contract.toLowerCase());
  const isIncomplete = isEthLike(chain) && rows.some(({ actions }) => actions.some(({ asset, unlisted }) => asset?.contract && !unlisted && !isKnown(asset.contract)));
  useEffect(() => {
    setListed([]);
    const toKnown = (list: Awaited<ReturnType<typeof tokenList>>) => setListed(list.map(({ contract, ticker, name }) => ({ id: contract, ticker, name })));
    // Without the list, the rows show the beginning of the contract.
    if (isIncomplete) void tokenList(chain).then(toKnown, () => undefined);
  }, [chain, isIncomplete]);
  return [...holdings, ...listed];
}

/** Returns the rows in groups of one day each, the newest first. */
function byDay(rows: Row[]): [day: string, rows: Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const day = displayDay(row.date);
    groups.set(day, [...(groups.get(day) ?? []), row]);
  }
  return [...groups];
}

/** A payment of this device that the history does not list. */
function SentRow({ chain, txid, summary }: Sent) {
  return (
    <li>
      <a href={`#/${chain}/sent/${txid}`}>
        <span class="direction">
          <Icon name="send" />
        </span>
        <span class="name">
          <strong>In progress</strong>
          <small>{summary}</small>
        </span>
      </a>
      <div class="row-actions">
        <BumpLinks chain={chain} txid={txid} />
      </div>
    </li>
  );
}

export function History({ chain, own, holdings, partial, sent = [], rows, cursor, error, isLoading, isLimited, reload, more }: HistoryProps & ReturnType<typeof useHistory>) {
  const tokens = useNames(chain, rows, holdings);
  const unlisted = sent.filter(({ txid }) => !rows.some((row) => row.txid === txid));
  const isEmpty = rows.length + unlisted.length === 0 && error === undefined;
  const isPending = ({ status }: Row) => status === "pending";
  const pending = rows.filter(isPending);
  const rowOf = (row: Row) => <TransactionRow key={row.txid} row={row} chain={chain} own={own} tokens={tokens} />;
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {partial.map((part) => (
        <p class="notice" key={part}>
          {part === "history" && rows.length > 0 ? RECENT_ONLY : partialText(part)}
        </p>
      ))}
      {isLimited && <p class="hint">Payments appear here later than on other chains: the account has no subscription left.</p>}
      <Problem text={error === undefined ? undefined : messageOf(error)}>
        <button onClick={() => void reload()}>Try again</button>
      </Problem>
      {isEmpty && (isLoading || !partial.includes("history")) && <p class="hint">{isLoading ? "Loading…" : "No transactions yet."}</p>}
      {pending.length + unlisted.length > 0 && (
        <>
          <h3>Pending</h3>
          <ul class="history">
            {unlisted.map((payment) => (
              <SentRow key={payment.txid} {...payment} />
            ))}
            {pending.map(rowOf)}
          </ul>
        </>
      )}
      {byDay(rows.filter((row) => !isPending(row))).map(([day, group]) => (
        <Fragment key={day}>
          <h3>{day}</h3>
          <ul class="history">{group.map(rowOf)}</ul>
        </Fragment>
      ))}
      {cursor !== undefined && (
        <button class="wide" onClick={() => void more()} disabled={isLoading} aria-busy={isLoading}>
          Load more
        </button>
      )}
    </section>
  );
}
