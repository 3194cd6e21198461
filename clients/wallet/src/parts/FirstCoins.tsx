/** The next step of a new wallet on the sandbox: free coins, with one tap. */
import type { Chain } from "@wallet-cloud/client";
import { display, faucetAmount } from "../chain-view.js";
import { getFreeCoins } from "../free-coins.js";
import { stateOf } from "../holdings.js";
import { messageOf } from "../messages.js";
import { announcement, chains, chainView, go, network } from "../state.js";
import { Problem, useWork } from "./forms.js";

/** The chain of a first payment, which is confirmed within seconds. */
const FIRST: Chain = "eth";

export function FirstCoins() {
  const { busy, error, run } = useWork();
  const isEmpty = chains.value.every(({ chain }) => stateOf(chain).holdings[0]?.amount === 0n);
  if (network.value !== "testnet" || !isEmpty || !chains.value.some(({ chain }) => chain === FIRST)) return null;
  const { ticker, decimals } = chainView(FIRST);
  const receive = () =>
    run(async () => {
      await getFreeCoins(FIRST);
      announcement.value = `Received ${display(faucetAmount(chainView(FIRST)), decimals)} ${ticker}`;
      go(FIRST);
    });
  return (
    <div class="notice first" role="group" aria-label="First step">
      <p>Your wallet is ready. The testnet is a sandbox, in which you can try everything with free coins.</p>
      <button class="primary" disabled={busy} aria-busy={busy} onClick={() => void receive()}>
        Get free {ticker}
      </button>
      <Problem text={error === undefined ? undefined : messageOf(error)} />
    </div>
  );
}
