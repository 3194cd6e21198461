/** The tools of the sandbox, closed at first: a wallet of real coins has none. */
import type { Chain } from "@wallet-cloud/client";
import { counted } from "../chain-view.js";
import { messageOf } from "../messages.js";
import { mine } from "../sandbox.js";
import { announcement, network } from "../state.js";
import { Problem, useWork } from "./forms.js";

export function SandboxDrawer({ chain, onMined }: { chain: Chain; onMined?: () => Promise<void> }) {
  const { busy, error, run } = useWork();
  // Stellar closes ledgers without miners.
  if (network.value !== "testnet" || chain === "xlm") return null;
  const mineBlock = () =>
    run(async () => {
      const { block, txids } = await mine(chain);
      announcement.value = `Mined block ${block} with ${counted(txids.length, "transaction")}`;
      await onMined?.();
    });
  return (
    <details class="drawer">
      <summary>Sandbox tools</summary>
      <div class="stack">
        <p class="hint">The testnet is a sandbox on this server. A block confirms the payments that wait.</p>
        <button disabled={busy} aria-busy={busy} onClick={() => void mineBlock()}>
          Mine a block
        </button>
        <Problem text={error === undefined ? undefined : messageOf(error)} />
      </div>
    </details>
  );
}
