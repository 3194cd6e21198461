/** The approvals of an account that this device knows, each with a button that revokes it. */
import type { EthLikeChain } from "@wallet-cloud/client";
import { useEffect } from "preact/hooks";
import { approvalsOf, type KnownApproval, settleApprovals } from "../approvals.js";
import { short } from "../chain-view.js";
import { account } from "../state.js";
import { inToken, useToken } from "./useToken.js";

interface Props {
  chain: EthLikeChain;
  isBusy: boolean;
  onRevoke: (approval: KnownApproval) => void;
}

export function ApprovalList({ chain, isBusy, onRevoke }: Props) {
  const { address } = account(chain);
  useEffect(() => void settleApprovals(chain, address), [chain, address]);
  const list = approvalsOf(chain, address);
  return (
    <section aria-labelledby="approved">
      <h2 id="approved">Who may withdraw your tokens</h2>
      {list.length === 0 && <p>This device has approved no one.</p>}
      <ul class="chains tokens approvals">
        {list.map((item) => (
          <Row key={`${item.contract}/${item.spender}`} approval={item} isBusy={isBusy} onRevoke={onRevoke} />
        ))}
      </ul>
      <p class="hint">The list has the approvals that this device made. To revoke one of another device or app, enter it below.</p>
    </section>
  );
}

function Row({ approval, isBusy, onRevoke }: { approval: KnownApproval } & Omit<Props, "chain">) {
  const { chain, contract, spender, current, pending } = approval;
  const token = useToken(chain, contract);
  const { amount, isUnlimited } = current ?? pending ?? { amount: "0", isUnlimited: false };
  const isRevoking = pending?.amount === "0";
  return (
    <li class="approval">
      <span class="name">
        <strong>{isUnlimited ? `All ${token?.ticker ?? "tokens"}, without a limit` : `Up to ${inToken(amount, token)}`}</strong>
        <small>
          By <code title={spender}>{short(spender, 8)}</code>
          {pending === undefined ? "" : isRevoking ? " · revoked with the next block" : " · waits for a block"}
        </small>
      </span>
      <button type="button" class="revoke" disabled={isBusy || isRevoking} onClick={() => onRevoke(approval)} aria-label={`Revoke ${token?.ticker ?? short(contract)} for ${short(spender)}`}>
        Revoke
      </button>
    </li>
  );
}
