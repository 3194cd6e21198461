/** The address of a chain as text and QR code. */
import type { Chain } from "@wallet-cloud/client";
import { Copy, Heading } from "../parts/forms.js";
import { BackLink } from "../parts/BackLink.js";
import { QrCode } from "../parts/QrCode.js";
import { account, chainView, network } from "../state.js";

export function ReceiveScreen({ chain }: { chain: Chain }) {
  const { name, ticker, family } = chainView(chain);
  const { address } = account(chain);
  return (
    <>
      <header class="bar">
        <BackLink to={[chain]} label={`Back to ${name}`} />
        <Heading>Receive {ticker}</Heading>
      </header>
      <div class="receive">
        <QrCode text={address} label={`QR code of the ${name} address`} />
        <p class="address-full">
          <code>{address}</code>
        </p>
        <Copy text={address} label="Address" />
        <p class="notice">
          Only for {name} {network.value}
          {family === "eth-like" ? ", coins and its tokens" : family === "xlm" ? ", lumens and the assets that you added" : ""}. Anything else sent to this address may be lost.
        </p>
      </div>
    </>
  );
}
