/** The address of a chain as text and QR code; on btc-like chains the next unused one of the account. */
import { type Chain, isBtcLike } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { networkName } from "../chain-view.js";
import { loadChain, receiveAddress, stateOf } from "../holdings.js";
import { messageOf } from "../messages.js";
import { Copy, Problem, Spinner } from "../parts/forms.js";
import { QrCode } from "../parts/QrCode.js";
import { RequestAmount } from "../parts/RequestAmount.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { account, chainView } from "../state.js";

export function ReceiveScreen({ chain }: { chain: Chain }) {
  const { ticker } = chainView(chain);
  const { error } = stateOf(chain);
  useEffect(() => {
    if (isBtcLike(chain) || stateOf(chain).holdings.length === 0) void loadChain(chain).catch(() => undefined);
  }, [chain]);
  const hasFailed = isBtcLike(chain) && error !== undefined;
  // The first address always belongs to the account.
  const address = receiveAddress(chain) ?? (hasFailed ? account(chain).address : undefined);
  return (
    <>
      <ScreenHeader above={chain}>Receive {ticker}</ScreenHeader>
      <Problem text={hasFailed ? `${messageOf(error, undefined, "")} The address below belongs to this wallet, but may have been used before.` : undefined} />
      {address === undefined ? (
        <p class="status" role="status">
          <Spinner />
          Searching an unused address…
        </p>
      ) : (
        <Address key={address} chain={chain} address={address} />
      )}
    </>
  );
}

function Address({ chain, address }: { chain: Chain; address: string }) {
  const view = chainView(chain);
  const { name, family } = view;
  const next = stateOf(chain).account?.receive;
  const [made, setMade] = useState<string>();
  return (
    <div class="receive">
      <QrCode text={made ?? address} label={made === undefined ? `QR code of the ${name} address` : "QR code of the request"} />
      <p class="address-full">
        <code>{address}</code>
      </p>
      <Copy text={address} label="Address" />
      <RequestAmount chain={chain} address={address} made={made} onMade={setMade} />
      {next !== undefined && (
        <p class="hint">
          Address {next.index + 1} of this wallet, at the path <code>{next.path}</code>. After a payment to it, the next one appears here.
        </p>
      )}
      <p class="notice">
        Only for payments on {networkName(view)}
        {family === "eth-like" ? ": its coin and its tokens" : family === "xlm" ? ": lumens and the assets that you added" : ""}. Anything else sent to this address may be lost.
      </p>
    </div>
  );
}
