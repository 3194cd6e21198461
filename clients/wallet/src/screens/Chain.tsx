/** One chain: balances, actions, history. */
import type { Chain } from "@wallet-cloud/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { display, short } from "../chain-view.js";
import { dropSent, loadSent } from "../device.js";
import { type Holding, loadChain, stateOf } from "../holdings.js";
import { messageOf, partialText } from "../messages.js";
import { Copy, Heading, Problem, Spinner } from "../parts/forms.js";
import { AssetIcon, ChainIcon, Icon, type IconName } from "../parts/icons.js";
import { StellarAccount } from "../parts/StellarAccount.js";
import { type Row, TransactionRow } from "../parts/TransactionRow.js";
import { fiat } from "../prices.js";
import { mine } from "../sandbox.js";
import { account, announcement, chainView, network } from "../state.js";
import { BackLink } from "../parts/BackLink.js";

const PAGE = 10;
/** Milliseconds between updates of an open chain. */
const INTERVAL = { testnet: 10_000, livenet: 60_000 };

export function ChainScreen({ chain }: { chain: Chain }) {
  const { name } = chainView(chain);
  const state = stateOf(chain);
  const [coin, ...tokens] = state.holdings;
  const history = useHistory(chain);
  const pendingSent = loadSent().filter((sent) => sent.chain === chain && sent.network === network.value);
  useEffect(() => {
    // Transactions that the history lists as confirmed need no watching.
    for (const row of history.rows) if (row.status !== "pending") dropSent(row.txid);
  }, [history.rows]);
  return (
    <>
      <header class="bar">
        <BackLink to={[]} label="All chains" />
        <ChainIcon chain={chain} size={28} />
        <Heading>{name}</Heading>
      </header>
      <Balance chain={chain} coin={coin} isLoading={state.isLoading} />
      <Actions chain={chain} onMined={history.reload} />
      {!state.activated && (
        <p class="notice">This Stellar account does not exist yet. It is created by the first payment to it, of at least two base reserves.</p>
      )}
      <Tokens chain={chain} tokens={tokens} />
      {chain === "xlm" && state.activated && state.holdings.length > 0 && <StellarAccount />}
      {pendingSent.length > 0 && (
        <section aria-labelledby="sent">
          <h2 id="sent">In progress</h2>
          <ul class="plain">
            {pendingSent.map((sent) => (
              <li key={sent.txid}>
                <a class="row-link" href={`#/${chain}/sent/${sent.txid}`}>
                  {sent.summary}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <History chain={chain} {...history} />
    </>
  );
}

function Balance({ chain, coin, isLoading }: { chain: Chain; coin: Holding | undefined; isLoading: boolean }) {
  const { address } = account(chain);
  const value = coin === undefined ? undefined : fiat(coin, coin.amount);
  return (
    <section class="balance" aria-label="Balance">
      <p class="large">
        {coin === undefined ? isLoading ? <Spinner /> : "—" : display(coin.amount, coin.decimals)} <span>{chainView(chain).ticker}</span>
      </p>
      {value !== undefined && <p class="hint">{value}</p>}
      {coin !== undefined && coin.spendable !== coin.amount && (
        <p class="hint">
          Spendable now: {display(coin.spendable, coin.decimals)} {coin.ticker}
        </p>
      )}
      <p class="address">
        <code title={address}>{short(address, 10)}</code> <Copy text={address} label="Address" compact />
      </p>
    </section>
  );
}

function Actions({ chain, onMined }: { chain: Chain; onMined: () => Promise<void> }) {
  const [error, setError] = useState<unknown>();
  const isTestnet = network.value === "testnet";
  const run = async () => {
    setError(undefined);
    try {
      const { block, txids } = await mine(chain);
      announcement.value = `Mined block ${block} with ${txids.length} ${txids.length === 1 ? "transaction" : "transactions"}`;
      await onMined();
    } catch (problem) {
      setError(problem);
    }
  };
  return (
    <>
      <div class="actions" role="group" aria-label="Actions">
        <Action icon="send" label="Send" href={`#/${chain}/send`} />
        <Action icon="receive" label="Receive" href={`#/${chain}/receive`} />
        {isTestnet && <Action icon="faucet" label="Faucet" href={`#/${chain}/faucet`} />}
        {chain === "xlm" && <Action icon="self" label="Swap" href="#/xlm/swap" />}
        {chain === "xlm" && <Action icon="trust" label="Add asset" href="#/xlm/trustline" />}
        {isTestnet && chain !== "xlm" && (
          <button class="action" onClick={() => void run()}>
            <Icon name="mine" />
            Mine
          </button>
        )}
      </div>
      <Problem text={error === undefined ? undefined : messageOf(error)} />
    </>
  );
}

function Action({ icon, label, href }: { icon: IconName; label: string; href: string }) {
  return (
    <a class="action" href={href}>
      <Icon name={icon} />
      {label}
    </a>
  );
}

function Tokens({ chain, tokens }: { chain: Chain; tokens: Holding[] }) {
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">{chain === "xlm" ? "Assets" : "Tokens"}</h2>
      <ul class="chains tokens">
        {tokens.map((token) => (
          <li key={token.id}>
            <a href={`#/${chain}/send/${encodeURIComponent(token.id)}`}>
              <span class="visually-hidden">Send</span>
              <AssetIcon holding={token} />
              <span class="name">
                <strong>{token.ticker}</strong>
                <small>{token.name}</small>
              </span>
              <span class="amount">
                <strong>{display(token.amount, token.decimals, 6)}</strong>
                <small>{fiat(token, token.amount)}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The loaded part of the history. The first page is renewed periodically. */
function useHistory(chain: Chain) {
  const [rows, setRows] = useState<Row[]>([]);
  const [cursor, setCursor] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isLoading, setLoading] = useState(true);
  const latest = useRef<Row[]>([]);
  const show = (changed: Row[]) => {
    latest.current = changed;
    setRows(changed);
  };
  const load = async (from: string | undefined) => {
    setLoading(true);
    setError(undefined);
    try {
      const page = await loadChain(chain, { limit: PAGE, cursor: from });
      const found = page.transactions as Row[];
      const next = page.nextCursor ?? undefined;
      if (from !== undefined) {
        const before = latest.current;
        show([...before, ...found.filter(({ txid }) => !before.some((row) => row.txid === txid))]);
        setCursor(next);
        announcement.value = `${found.length} more transactions`;
        return;
      }
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
    setCursor(undefined);
    void reload();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void reload();
    }, INTERVAL[network.value]);
    return () => clearInterval(timer);
  }, [chain, network.value]);
  return { rows, cursor, error, isLoading, reload, more: () => load(cursor) };
}

function History({ chain, rows, cursor, error, isLoading, reload, more }: { chain: Chain } & ReturnType<typeof useHistory>) {
  const { partial, holdings } = stateOf(chain);
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {partial.map((part) => (
        <p class="notice" key={part}>
          {partialText(part)}
        </p>
      ))}
      <Problem text={error === undefined ? undefined : messageOf(error)}>
        <button onClick={() => void reload()}>Try again</button>
      </Problem>
      {rows.length === 0 && error === undefined && <p class="hint">{isLoading ? "Loading…" : "No transactions yet."}</p>}
      <ul class="history">
        {rows.map((row) => (
          <TransactionRow key={row.txid} row={row} chain={chain} own={account(chain).address} holdings={holdings} />
        ))}
      </ul>
      {cursor !== undefined && (
        <button class="wide" onClick={() => void more()} disabled={isLoading} aria-busy={isLoading}>
          Load more
        </button>
      )}
    </section>
  );
}
