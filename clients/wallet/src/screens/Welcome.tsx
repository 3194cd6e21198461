/** First screen on a new device. */
import { CHAINS } from "@wallet-cloud/client";
import logo from "../icons/icon.svg?inline";
import { Heading } from "../parts/forms.js";
import { go } from "../page.js";

export function Welcome() {
  return (
    <main class="card narrow hero">
      <img src={logo} alt="" width="64" height="64" />
      <Heading>One wallet, {CHAINS.length} chains</Heading>
      <p class="lead">Your keys are created in this browser and stay in it, encrypted with your passphrase. The server never sees them.</p>
      <div class="stack">
        <button class="primary" onClick={() => go("create")}>
          Create a wallet
        </button>
        <button onClick={() => go("restore")}>Restore a wallet</button>
      </div>
      <p class="hint">The testnets of this server are a sandbox on this computer: its coins are free and have no value.</p>
    </main>
  );
}
