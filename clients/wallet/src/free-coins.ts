/** Free coins and tokens of the sandbox chains for this wallet. */
import type { Chain } from "@wallet-cloud/client";
import { faucetAmount } from "./chain-view.js";
import { receiveAddress } from "./holdings.js";
import { faucet, mine } from "./sandbox.js";
import { account, chainView } from "./state.js";

/** Pays coins, or tokens of a contract, to the wallet. The payment is mined at once. */
export async function getFreeCoins(chain: Chain, amount = faucetAmount(chainView(chain)), token?: string): Promise<void> {
  await faucet({ chain, address: receiveAddress(chain) ?? account(chain).address, amount, ...(token === undefined ? {} : { token }) });
  if (chain !== "xlm") await mine(chain);
}
