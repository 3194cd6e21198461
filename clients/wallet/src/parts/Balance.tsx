/** The balance of a chain's coin, and an address for payments. */
import type { Chain } from "@wallet-cloud/client";
import { display, short } from "../chain-view.js";
import { shownAge } from "../freshness.js";
import type { Holding } from "../holdings.js";
import { fiat } from "../prices.js";
import { chainView, coinLabel } from "../state.js";
import { Copy, Spinner } from "./forms.js";

interface BalanceProps {
  chain: Chain;
  coin: Holding | undefined;
  isLoading: boolean;
  /** True for the wallet's own coins, whose age is known. */
  isOwn?: boolean;
  address: string | undefined;
}

export function Balance({ chain, coin, isLoading, isOwn = false, address }: BalanceProps) {
  const { ticker } = chainView(chain);
  const value = coin === undefined ? undefined : fiat(coin, coin.amount);
  const label = coinLabel(chain);
  const facts = [value, label === ticker ? undefined : label, isOwn ? shownAge(chain) : undefined].filter(Boolean);
  return (
    <section class="balance" aria-label="Balance">
      <p class="large">
        {coin === undefined ? isLoading ? <Spinner /> : "—" : display(coin.amount, coin.decimals)} <span>{ticker}</span>
      </p>
      {facts.length > 0 && <p class="hint">{facts.join(" · ")}</p>}
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
