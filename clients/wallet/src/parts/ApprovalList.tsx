/** The approvals of an account as the server finds them, otherwise those that this device made, each with a button that revokes it. */
import { approvals as requestApprovals, type EthLikeChain, type EvmRevocation, type ExistingApproval } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { approvalsOf, settleApprovals } from "../approvals.js";
import { displayDate, short } from "../chain-view.js";
import { partialText } from "../messages.js";
import { account, client } from "../state.js";
import { inToken, useToken } from "./useToken.js";

/** What a revocation names. */
export type Revoked = Pick<EvmRevocation, "token" | "kind"> & { spender: string };

interface Props {
  chain: EthLikeChain;
  isBusy: boolean;
  onRevoke: (revoked: Revoked) => void;
}

/** An approval of the list. */
interface Item {
  kind: ExistingApproval["kind"];
  contract: string;
  spender: string;
  /** Base units; absent for all tokens of a collection. */
  amount?: string | undefined;
  isUnlimited: boolean;
  /** A name of the contract, which anyone can choose, or of the spender. */
  name?: string | undefined;
  spenderName?: string | undefined;
  at?: number | undefined;
  /** A change by this device that waits for a block. */
  pending?: "revoked" | "approved" | undefined;
}

/** Maximum number of pages that are loaded. */
const MAX_PAGES = 10;

/** Loads all approvals, or `undefined` if the server cannot list any. */
async function loadAll(chain: EthLikeChain, address: string): Promise<{ list: ExistingApproval[]; partial: string[] } | undefined> {
  const list: ExistingApproval[] = [];
  const partial = new Set<string>();
  let cursor: string | undefined;
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const page = await requestApprovals(client(), { chain, address, cursor });
    list.push(...page.approvals);
    for (const part of page.source.partial ?? []) partial.add(part);
    cursor = page.nextCursor;
    if (cursor === undefined) break;
  }
  if (cursor !== undefined) partial.add("approvals");
  return list.length === 0 && partial.has("approvals") ? undefined : { list, partial: [...partial] };
}

const isSame = (one: Pick<Item, "contract" | "spender">, other: Pick<Item, "contract" | "spender">) =>
  one.contract.toLowerCase() === other.contract.toLowerCase() && one.spender.toLowerCase() === other.spender.toLowerCase();

/** Returns the approvals of the server, and those of this device that wait for a block, or without the server those of this device. */
function useApprovals(chain: EthLikeChain, address: string) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof loadAll>> | "loading">("loading");
  // Again when a block contains a change of this device.
  const settled = approvalsOf(chain, address).map(({ current, pending }) => `${current?.txid}/${pending?.txid}`).join();
  useEffect(() => void loadAll(chain, address).then(setLoaded, () => setLoaded(undefined)), [chain, address, settled]);
  useEffect(() => void settleApprovals(chain, address), [chain, address]);
  const own = approvalsOf(chain, address).map(({ contract, spender, current, pending }): Item => {
    const { amount, isUnlimited } = current ?? pending!;
    return { kind: "erc20", contract, spender, amount, isUnlimited, pending: pending && (pending.amount === "0" ? "revoked" : "approved") };
  });
  if (loaded === "loading") return { isLoading: true, isComplete: false, list: [], partial: [] };
  if (loaded === undefined) return { isLoading: false, isComplete: false, list: own, partial: [] };
  const known = loaded.list.map(({ kind, token: contract, spender, amount, unlimited: isUnlimited, name, spenderName, since }): Item => {
    const { pending } = own.find((item) => kind === "erc20" && isSame(item, { contract, spender })) ?? {};
    return { kind, contract, spender, amount: amount?.amount, isUnlimited, name, spenderName, at: since.at, pending };
  });
  const added = own.filter((item) => item.pending === "approved" && !known.some((other) => isSame(item, other)));
  return { isLoading: false, isComplete: true, list: [...added, ...known], partial: loaded.partial };
}

export function ApprovalList({ chain, isBusy, onRevoke }: Props) {
  const { isLoading, isComplete, list, partial } = useApprovals(chain, account(chain).address);
  return (
    <section aria-labelledby="approved">
      <h2 id="approved">Who may withdraw your tokens</h2>
      {partial.map((part) => (
        <p class="notice" key={part}>
          {partialText(part)}
        </p>
      ))}
      {list.length === 0 && <p>{isLoading ? "Loading…" : isComplete ? "No one." : "This device has approved no one."}</p>}
      <ul class="chains tokens approvals">
        {list.map((item) => (
          <Row key={`${item.kind}/${item.contract}/${item.spender}`} chain={chain} item={item} isBusy={isBusy} onRevoke={onRevoke} />
        ))}
      </ul>
      {!isLoading && !isComplete && <p class="hint">The server cannot list approvals. These are the ones that this device made; to revoke one of another device or app, enter it below.</p>}
    </section>
  );
}

function Row({ chain, item, isBusy, onRevoke }: { item: Item } & Props) {
  const { kind, contract, spender, spenderName, at, pending } = item;
  const token = useToken(chain, kind === "operator" ? undefined : contract);
  const isRevoking = pending === "revoked";
  const name = token?.ticker ?? item.name ?? short(contract);
  return (
    <li class="approval">
      <span class="name">
        <strong>{kind === "operator" ? `All NFTs of ${item.name ?? short(contract)}` : item.isUnlimited ? `All ${name}, without a limit` : `Up to ${inToken(item.amount ?? "0", token)}`}</strong>
        <small>
          By {spenderName === undefined ? "" : `${spenderName} `}
          <code title={spender}>{short(spender, 8)}</code>
          {kind === "permit2" ? " through Permit2" : ""}
          {at === undefined ? "" : ` since ${displayDate(at)}`}
          {pending === undefined ? "" : isRevoking ? " · revoked with the next block" : " · waits for a block"}
        </small>
      </span>
      <button
        type="button"
        class="revoke"
        disabled={isBusy || isRevoking}
        onClick={() => onRevoke({ token: contract, spender, kind: kind === "operator" ? "collection" : kind })}
        aria-label={`Revoke ${name} for ${short(spender)}`}
      >
        Revoke
      </button>
    </li>
  );
}
