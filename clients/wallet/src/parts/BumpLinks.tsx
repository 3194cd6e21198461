/** The links that raise the fee of a pending transaction, or cancel it. */
import { type Chain, isEthLike } from "@wallet-cloud/client";
import { loadSent } from "../device.js";
import { pendingOutputs } from "../holdings.js";

/**
 * The links of a transaction whose bytes this device has, or of which an output belongs to the wallet, on a chain whose nodes
 * replace pending transactions.
 */
export function BumpLinks({ chain, txid }: { chain: Chain; txid: string }) {
  const isReplaceable = chain === "btc" || chain === "ltc" || isEthLike(chain);
  const isKnown = loadSent().some((sent) => sent.txid === txid && (isEthLike(chain) || sent.origin !== undefined)) || pendingOutputs(chain, txid).length > 0;
  if (!isReplaceable || !isKnown) return null;
  return (
    <>
      <a class="button" href={`#/${chain}/bump/${txid}`}>
        Speed up
      </a>
      {isEthLike(chain) && (
        <a class="button" href={`#/${chain}/bump/${txid}/cancel`}>
          Cancel<span class="visually-hidden"> the payment</span>
        </a>
      )}
    </>
  );
}
