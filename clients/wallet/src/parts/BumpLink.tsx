/** The link that raises the fee of a pending transaction. */
import { type Chain, isEthLike } from "@wallet-cloud/client";
import { loadSent } from "../device.js";
import { pendingOutputs } from "../holdings.js";

/**
 * The link of a transaction whose bytes this device has, or of which an output belongs to the wallet, on a chain whose nodes
 * replace pending transactions.
 */
export function BumpLink({ chain, txid }: { chain: Chain; txid: string }) {
  const isReplaceable = chain === "btc" || chain === "ltc" || isEthLike(chain);
  const isKnown = loadSent().some((sent) => sent.txid === txid && (isEthLike(chain) || sent.origin !== undefined)) || pendingOutputs(chain, txid).length > 0;
  if (!isReplaceable || !isKnown) return null;
  return (
    <a class="button" href={`#/${chain}/bump/${txid}`}>
      {isEthLike(chain) ? "Speed up or cancel" : "Speed up"}
    </a>
  );
}
