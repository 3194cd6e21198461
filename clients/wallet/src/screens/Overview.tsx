/** All chains with their balances. */
import type { Chain, Network } from "@wallet-cloud/client";
import { useEffect } from "preact/hooks";
import { display } from "../chain-view.js";
import { failures, isOffline, reconnections, shownAge, totalOf } from "../freshness.js";
import { loadAll, stateOf } from "../holdings.js";
import { FirstCoins } from "../parts/FirstCoins.js";
import { Spinner } from "../parts/forms.js";
import { ChainIcon, Icon } from "../parts/icons.js";
import { Age, StateNotice } from "../parts/StateNotice.js";
import { fiat, loadPrices } from "../prices.js";
import { announcement, chains, device, go, lock, network, route, update } from "../state.js";
import { watchedKeys } from "../watched.js";

export function Overview() {
  useEffect(() => {
    void loadPrices();
    // Again for the tokens that were found.
    void loadAll().then(loadPrices);
  }, [network.value, chains.value.map(({ chain }) => chain).join(), reconnections.value]);
  const { sum, missing } = totalOf();
  const isBusy = chains.value.some(({ chain }) => stateOf(chain).isLoading);
  const refresh = async () => {
    await loadAll();
    await loadPrices();
    const failed = failures().reduce((count, { chains }) => count + chains.length, 0);
    if (failed === 0) announcement.value = "Balances updated";
    else announcement.value = isOffline.value ? "Offline: the balances are not updated" : `${failed} of ${chains.value.length} chains ${failed === 1 ? "is" : "are"} not updated`;
  };
  return (
    <nav class="pane list" aria-label="Chains">
      <header class="bar">
        {route.value.length === 0 ? <h1>Wallet</h1> : <p class="title">Wallet</p>}
        <div class="tools">
          <button class="quiet round" aria-label="Refresh balances" onClick={() => void refresh()} aria-busy={isBusy}>
            <Icon name="refresh" />
          </button>
          <button class="quiet round" aria-label="Settings" onClick={() => go("settings")}>
            <Icon name="settings" />
          </button>
          <button class="quiet round" aria-label="Lock the wallet" onClick={lock}>
            <Icon name="lock" />
          </button>
        </div>
      </header>
      <div class="summary">
        {sum !== undefined && <p class="total">{sum}</p>}
        {sum !== undefined && missing.length > 0 && <p class="hint missing">{missing.join(", ")}</p>}
        <p class="hint facts">
          <span>{device.value?.username}</span>
          <Age />
          {sum !== undefined && network.value === "testnet" && <span>Sandbox coins have no value</span>}
        </p>
        <StateNotice onRetry={() => void refresh()} />
        <NetworkSwitch />
        <FirstCoins />
      </div>
      <ul class="chains">
        {chains.value.map(({ chain, name }) => (
          <ChainRow key={chain} chain={chain} name={name} isCurrent={route.value[0] === chain} />
        ))}
      </ul>
      <WatchedKeys />
    </nav>
  );
}

/** The watched keys, whose balances are not part of the wallet. */
function WatchedKeys() {
  const isCurrent = (id: string | undefined) => route.value[0] === "watch" && route.value[1] === id;
  return (
    <section aria-labelledby="watched">
      <h2 id="watched">Watched keys</h2>
      {watchedKeys.value.length > 0 && (
        <ul class="chains">
          {watchedKeys.value.map(({ id, chain, name }) => (
            <li key={id}>
              <a href={`#/watch/${id}`} aria-current={isCurrent(id) ? "page" : undefined}>
                <ChainIcon chain={chain} />
                <span class="name">
                  <strong>{name}</strong>
                  <small>Watch only</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p>
        <a class="row-link" href="#/watch" aria-current={isCurrent(undefined) ? "page" : undefined}>
          Watch a key
        </a>
      </p>
    </section>
  );
}

function NetworkSwitch() {
  const choose = (chosen: Network) => () => update({ network: chosen });
  return (
    <div class="segments" role="group" aria-label="Network">
      {(["testnet", "livenet"] as const).map((name) => (
        <button key={name} aria-pressed={network.value === name} onClick={choose(name)}>
          {name === "testnet" ? "Testnet" : "Livenet"}
        </button>
      ))}
    </div>
  );
}

function ChainRow({ chain, name, isCurrent }: { chain: Chain; name: string; isCurrent: boolean }) {
  const { holdings, error, isLoading, pending } = stateOf(chain);
  const [coin, ...others] = holdings;
  const tokens = others.filter(({ amount }) => amount > 0n);
  const value = coin === undefined ? undefined : fiat(coin, coin.amount);
  return (
    <li>
      <a href={`#/${chain}`} aria-current={isCurrent ? "page" : undefined}>
        <ChainIcon chain={chain} />
        <span class="name">
          <strong>{name}</strong>
          <small>{[tokens.map(({ ticker }) => ticker).join(", ") || (pending > 0 ? "Payment pending" : ""), shownAge(chain)].filter(Boolean).join(" · ")}</small>
        </span>
        <span class="amount">
          {coin === undefined ? (
            isLoading ? <Spinner /> : error !== undefined && <small>Not available</small>
          ) : (
            <>
              <strong>{display(coin.amount, coin.decimals, 6)}</strong>
              <small>
                {coin.ticker}
                {value === undefined ? "" : ` · ${value}`}
              </small>
            </>
          )}
        </span>
      </a>
    </li>
  );
}
