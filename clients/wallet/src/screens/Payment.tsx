/** A sent payment until it is confirmed. */
import { type Chain, isWalletError, type StatusUpdate } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { short } from "../chain-view.js";
import { dropSent, loadSent, type Sent } from "../device.js";
import { loadChain } from "../holdings.js";
import { messageOf } from "../messages.js";
import { BumpLinks } from "../parts/BumpLinks.js";
import { Copy, Problem, Spinner, useWork } from "../parts/forms.js";
import { SandboxDrawer } from "../parts/SandboxDrawer.js";
import { ScreenHeader } from "../parts/ScreenHeader.js";
import { chainView, go, noted, restorePayment, settlePayment } from "../state.js";

/** Milliseconds between requests on the sandbox, whose blocks come on request. */
const SANDBOX_INTERVAL = 1_500;

export function PaymentScreen({ chain, txid }: { chain: Chain; txid: string }) {
  const { name } = chainView(chain);
  const [sent] = useState<Sent | undefined>(() => loadSent().find((item) => item.txid === txid));
  const { status, error, resend, busy } = useStatus(sent);
  const isFinal = ["confirmed", "rejected", "replaced"].includes(status?.status ?? "");
  return (
    <>
      <ScreenHeader above={chain}>Payment</ScreenHeader>
      {sent === undefined ? (
        <p class="notice">This payment is not in progress on this device. The history of {name} has it.</p>
      ) : (
        <>
          <p class="sent-summary">{sent.summary}</p>
          <ol class="progress">
            <li class="done">Signed on this device</li>
            <li class={status === undefined || status.status === "unknown" ? "current" : "done"}>Accepted by the network</li>
            <li class={status?.status === "confirmed" ? "done" : status?.status === "pending" ? "current" : ""}>Confirmed</li>
          </ol>
          <p class="status" role="status">
            {!isFinal && error === undefined && <Spinner />}
            {textOf(status)}
          </p>
          {status?.status === "unknown" && (
            <p class="notice">The network does not know this transaction yet. It is safe to send it again: the same transaction cannot be paid twice. If you give it up and pay again, both may be paid.</p>
          )}
          <Problem text={error === undefined ? undefined : messageOf(error, chainView(chain))} />
          <dl>
            <dt>Transaction</dt>
            <dd>
              <code title={txid}>{short(txid, 9)}</code> <Copy text={txid} label="Transaction id" compact />
            </dd>
          </dl>
          <div class="buttons">
            {(error !== undefined || status?.status === "unknown") && (
              <button onClick={() => void resend()} disabled={busy}>
                Send the same transaction again
              </button>
            )}
            {status?.status === "unknown" && (
              <button
                onClick={() => {
                  settlePayment(txid);
                  go(chain);
                }}
              >
                Give up
              </button>
            )}
            {status?.status === "pending" && <BumpLinks chain={chain} txid={txid} />}
            <a class="button primary" href={`#/${chain}`}>
              Done
            </a>
          </div>
          {!isFinal && <SandboxDrawer chain={chain} />}
        </>
      )}
    </>
  );
}

function textOf(status: StatusUpdate | undefined): string {
  switch (status?.status) {
    case "confirmed":
      return status.block === "" ? "Confirmed." : `Confirmed in block ${status.block}.`;
    case "replaced":
      return "Replaced by another transaction.";
    case "rejected":
      return "Rejected by the network. Nothing was paid.";
    case "pending":
      return "Waiting for a confirmation…";
    default:
      return "Waiting for the network…";
  }
}

/** Watches a payment. A reload continues here, since the transaction is stored. */
function useStatus(sent: Sent | undefined) {
  const [status, setStatus] = useState<StatusUpdate>();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const { busy, run } = useWork();
  useEffect(() => {
    if (sent === undefined) return;
    const controller = new AbortController();
    const watch = async () => {
      setError(undefined);
      const interval = sent.network === "testnet" ? { interval: SANDBOX_INTERVAL } : {};
      try {
        let last: StatusUpdate | undefined;
        for await (const update of restorePayment(sent).watch({ ...interval, signal: controller.signal })) setStatus((last = update));
        if (last?.status !== "unknown") dropSent(sent.txid);
        await loadChain(sent.chain).catch(() => undefined);
      } catch (problem) {
        noted(problem);
        if (!isWalletError(problem) || problem.kind !== "aborted") setError(problem);
      }
    };
    void watch();
    return () => controller.abort();
  }, [sent, attempt]);
  const resend = () =>
    run(async () => {
      if (sent === undefined) return;
      try {
        await restorePayment(sent).send();
        setAttempt(attempt + 1);
      } catch (problem) {
        setError(noted(problem));
      }
    });
  return { status, error, resend, busy };
}
