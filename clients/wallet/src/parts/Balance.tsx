/** The balance of a chain's coin, and an address for payments. */
import type { Chain } from "@wallet-cloud/client";
import { display, short } from "../chain-view.js";
import type { Holding } from "../holdings.js";
import { fiat } from "../prices.js";
import { chains, chainView } from "../state.js";
import { Copy, Spinner } from "./forms.js";

interface BalanceProps {
  chain: Chain;
  coin: Holding | undefined;
  isLoading: boolean;
  address: string | undefined;
}

export function Balance({ chain, coin, isLoading, address }: BalanceProps) {
  const { name, ticker } = chainView(chain);
  // Several networks have this coin.
  const isShared = chains.value.filter((other) => other.ticker === ticker).length > 1;
  const value = coin === undefined ? undefined : fiat(coin, coin.amount);
  return (
    <section class="balance" aria-label="Balance">
      <p class="large">
        {coin === undefined ? isLoading ? <Spinner /> : "—" : display(coin.amount, coin.decimals)} <span>{ticker}</span>
      </p>
      {(value !== undefined || isShared) && <p class="hint">{[value, isShared ? `${ticker} on ${name}` : undefined].filter(Boolean).join(" · ")}</p>}
      {coin !== undefined && coin.spendable !== coin.amount && (
        <p class="hint">
          Spendable now: {display(coin.spendable, coin.decimals)} {coin.ticker}
        </p>
      )}
      {address !== undefined && (
        <p class="address">
          <code title={address}>{short(address, 10)}</code> <Copy text={address} label="Address" compact />
        </p>
      )}
    </section>
  );
}
