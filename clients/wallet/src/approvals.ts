/**
 * The approvals that this device signed: shown while they wait for a block, and instead of the list of a server that cannot list the
 * approvals of an address. The list has public data only.
 */
import { signal } from "@preact/signals";
import { type Approval, type Chain, dataOf, type Network, type Review } from "@wallet-cloud/client";
import { client, network } from "./state.js";

const STORED = "wallet-page:approvals";

/** A transaction that sets an allowance. */
interface Change {
  txid: string;
  amount: string;
  isUnlimited: boolean;
}

/** What a spender may withdraw from an account. */
export interface KnownApproval {
  network: Network;
  chain: Chain;
  owner: string;
  contract: string;
  spender: string;
  /** The latest allowance that a block contains, as far as this device knows. */
  current?: Change | undefined;
  /** A change that waits for a block. */
  pending?: Change | undefined;
}

const read = (): KnownApproval[] => JSON.parse(localStorage.getItem(STORED) ?? "[]") as KnownApproval[];
const approvals = signal<KnownApproval[]>(read());

function store(list: KnownApproval[]): void {
  approvals.value = list;
  localStorage.setItem(STORED, JSON.stringify(list));
}

const isSame = (a: KnownApproval, b: KnownApproval) =>
  a.network === b.network && a.chain === b.chain && [a.owner, a.contract, a.spender].join().toLowerCase() === [b.owner, b.contract, b.spender].join().toLowerCase();

/** Returns the approvals of an account on the selected network. */
export const approvalsOf = (chain: Chain, owner: string): KnownApproval[] =>
  approvals.value.filter((item) => item.network === network.value && item.chain === chain && item.owner.toLowerCase() === owner.toLowerCase());

/** Stores the allowance of a signed transaction, before it is sent. */
export function noteApproval({ chain, network, from: owner }: Review, { kind, contract, spender, amount = "0", isUnlimited }: Approval, txid: string): void {
  if (kind !== "erc20") return;
  const named = { network, chain, owner, contract, spender };
  const list = read();
  const known = list.find((item) => isSame(item, named));
  store([{ ...named, current: known?.current, pending: { txid, amount, isUnlimited } }, ...list.filter((item) => item !== known)]);
}

type State = "confirmed" | "rejected" | "pending";

/** Returns the state of a transaction; one that no node knows may arrive later. */
async function stateOf({ chain, network }: KnownApproval, txid: string): Promise<State> {
  const query = { txid: `0x${txid.replace(/^0x/, "")}`, network };
  const status = client().services.connectorEthLike.GET("/api/transaction/status/{chain}", { params: { path: { chain: chain as never }, query } });
  return dataOf(status).then((data) => data.status as State, () => "pending");
}

/** Returns an approval after its change has a state, or nothing if nothing is allowed. */
function settled(item: KnownApproval, pending: Change, state: State): KnownApproval | undefined {
  if (state === "pending") return item;
  const current = state === "confirmed" ? pending : item.current;
  return current === undefined || current.amount === "0" ? undefined : { ...item, current, pending: undefined };
}

/** Looks up the changes of an account that wait for a block. */
export async function settleApprovals(chain: Chain, owner: string): Promise<void> {
  for (const item of approvalsOf(chain, owner)) {
    const { pending } = item;
    if (pending === undefined) continue;
    const next = settled(item, pending, await stateOf(item, pending.txid));
    // The user may have made a further change in the meantime.
    store(read().flatMap((stored) => (isSame(stored, item) && stored.pending?.txid === pending.txid ? (next ?? []) : stored)));
  }
}
