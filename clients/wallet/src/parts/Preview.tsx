/** What a transaction does when the server's nodes execute it now, in words. It is a statement of the server. */
import type { Chain, Preview, PreviewApproval, PreviewChange, Review } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { display, short } from "../chain-view.js";
import { chainView } from "../state.js";
import type { Ready } from "../unsettled.js";
import { type NamedToken, inToken, useToken } from "./useToken.js";

/** Milliseconds for which a review waits for facts of the server. */
export const FACTS_TIMEOUT = 6_000;

/** The state of a request whose failure is a fact, too: nothing is known. `again` repeats the request. */
export type Found<T> = { isLoading: true } | { isLoading: false; facts: T | undefined; again?: () => void };

/** Requests facts, and gives up after a few seconds. */
export function useFacts<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined): Found<T> {
  const [found, setFound] = useState<Found<T>>(load === undefined ? { isLoading: false, facts: undefined } : { isLoading: true });
  const request = (): void => {
    setFound({ isLoading: true });
    load?.(AbortSignal.timeout(FACTS_TIMEOUT)).then(
      (facts) => setFound({ isLoading: false, facts, again: request }),
      () => setFound({ isLoading: false, facts: undefined, again: request }),
    );
  };
  useEffect(() => {
    if (load !== undefined) request();
  }, []);
  return found;
}

/** States that facts are not known, which a further request can change. */
export function NotKnown({ text, again }: { text: string; again: (() => void) | undefined }) {
  return (
    <p class="hint">
      {text}{" "}
      {again !== undefined && (
        <button type="button" class="link" onClick={again}>
          Check again
        </button>
      )}
    </p>
  );
}

export const usePreview = ({ prepared: { preview } }: Ready): Found<Preview> => useFacts(preview && ((signal) => preview({ signal })));

/** Warnings of a preview by code. */
const WARNINGS: Record<string, string> = {
  transfer_mismatch: "This token is dishonest: it reports one transfer and makes another one.",
  preview_disagreement: "The server's nodes disagree about what this transaction does. Do not sign it unless you know why.",
};

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns true if an executed payment of tokens does not take the reviewed amount, and nothing else, from the sender. */
function differs({ from, asset, amount, to }: Review, { outcome, changes }: Preview): boolean {
  if (outcome !== "success" || asset.kind !== "erc20" || (to !== null && isSame(to, from))) return false;
  const own = changes.filter(({ address }) => isSame(address, from));
  const [change, ...others] = own;
  return others.length > 0 || change?.contract === undefined || !isSame(change.contract, asset.contract) || BigInt(change.delta.amount) !== -BigInt(amount);
}

/** Returns the approvals of a preview without a limit that the sender gives. */
export const unlimitedOf = (found: Found<Preview>, from: string): PreviewApproval | undefined =>
  found.isLoading ? undefined : found.facts?.approvals?.find(({ owner, unlimited, after }) => unlimited && after !== "0" && isSame(owner, from));

export function PreviewSection({ chain, review, found }: { chain: Chain; review: Review; found: Found<Preview> }) {
  return (
    <section class="preview" aria-label="What happens" aria-live="polite" aria-busy={found.isLoading}>
      {found.isLoading ? <p class="hint">Checking what happens…</p> : <Outcome chain={chain} review={review} preview={found.facts} again={found.again} />}
    </section>
  );
}

/** Returns true if only the offers of others are unknown: the changes have the limits of the swap. */
const isLimited = ({ outcome, source: { partial = [] } }: Preview) => outcome === "unknown" && partial.length > 0 && partial.every((part) => part === "paths");

function Outcome({ chain, review, preview, again }: { chain: Chain; review: Review; preview: Preview | undefined; again: (() => void) | undefined }) {
  if (preview === undefined || (preview.outcome === "unknown" && !isLimited(preview))) {
    return <NotKnown text="It is not known what this transaction will do: the server could not execute it." again={again} />;
  }
  const warnings = (preview.warnings ?? []).flatMap(({ code }) => WARNINGS[code] ?? []);
  if (preview.outcome === "reverted") {
    const { reason, failedOperation } = preview;
    const why = reason !== undefined ? ` The contract’s reason: “${reason.text}”.` : failedOperation && ` The network’s reason: “${failedOperation.code}”.`;
    return (
      <p class="notice problem" role="alert">
        This transaction would fail. If you send it, you pay the fee for nothing.{why}
      </p>
    );
  }
  const own = (address: string) => isSame(address, review.from);
  const approvals = (preview.approvals ?? []).filter(({ owner }) => own(owner));
  return (
    <>
      <Changes chain={chain} changes={preview.changes.filter(({ address }) => own(address))} />
      {isLimited(preview) && <p class="hint">The exact amount depends on the offers of others. If they do not reach this limit, the swap fails, and you pay the fee only.</p>}
      {approvals.map((approval) => (
        <ApprovalLine key={`${approval.token}/${approval.spender}/${approval.id}`} chain={chain} approval={approval} />
      ))}
      {[...warnings, ...(differs(review, preview) ? ["This token does not do what you ask for: other amounts move than the payment has."] : [])].map((text) => (
        <p class="notice warning" role="alert" key={text}>
          {text}
        </p>
      ))}
    </>
  );
}

function Changes({ chain, changes }: { chain: Chain; changes: readonly PreviewChange[] }) {
  if (changes.length === 0) return <p>Your balances do not change, except for the fee.</p>;
  const isPaid = ({ delta }: PreviewChange) => delta.amount.startsWith("-");
  const [sent, received] = [changes.filter(isPaid), changes.filter((change) => !isPaid(change))];
  return (
    <p class="effect">
      {sent.length > 0 && "You send "}
      <Amounts chain={chain} changes={sent} />
      {sent.length > 0 && received.length > 0 ? ", you receive " : received.length > 0 ? "You receive " : ""}
      <Amounts chain={chain} changes={received} />.
    </p>
  );
}

function Amounts({ chain, changes }: { chain: Chain; changes: readonly PreviewChange[] }) {
  return (
    <>
      {changes.map((change, index) => (
        <span key={`${change.contract}/${change.id}/${change.asset?.code}`}>
          {index === 0 ? "" : index === changes.length - 1 ? " and " : ", "}
          <Amount chain={chain} change={change} />
        </span>
      ))}
    </>
  );
}

function Amount({ chain, change: { kind, contract, id, asset, delta, bound, unlisted } }: { chain: Chain; change: PreviewChange }) {
  const token = useToken(chain, kind === "erc20" ? contract : undefined);
  const amount = delta.amount.replace("-", "");
  const note = unlisted || (contract !== undefined && token?.isListed === false) ? " (an unlisted token)" : "";
  if (contract !== undefined && id !== undefined) {
    const count = amount === "1" ? "" : `${amount} of `;
    return (
      <>
        <strong>
          {count}NFT #{short(id, 6)} of <code title={contract}>{short(contract, 6)}</code>
        </strong>
        {note}
      </>
    );
  }
  const limit = bound === "atMost" ? "at most " : bound === "atLeast" ? "at least " : "";
  const name = asset?.code ?? (contract === undefined ? chainView(chain).ticker : (token?.ticker ?? short(contract, 6)));
  return (
    <>
      <strong>
        {limit}
        {display(amount, delta.decimals, delta.decimals)} {name}
      </strong>
      {note}
    </>
  );
}

function ApprovalLine({ chain, approval }: { chain: Chain; approval: PreviewApproval }) {
  const { kind, token: contract, spender, after, unlimited, expirationLedger } = approval;
  const token = useToken(chain, kind === "erc20" || kind === "permit2" ? contract : undefined);
  const isEnded = after === "0" || (kind !== "sep41" && BigInt(spender) === 0n);
  const until = expirationLedger === undefined || isEnded ? "" : `, until ledger ${expirationLedger}`;
  return (
    <p class={unlimited && !isEnded ? "notice warning" : undefined}>
      <code title={spender}>{short(spender, 8)}</code> may {isEnded ? "no longer withdraw" : "withdraw"} <strong>{withdrawn(approval, isEnded, kind === "sep41" ? assetOf(chain, approval) : token)}</strong>
      {until}.
    </p>
  );
}

/** Returns the asset of a token contract on Stellar, or nothing for the contract of another token. */
function assetOf(chain: Chain, { asset }: PreviewApproval): NamedToken | undefined {
  if (asset === undefined) return undefined;
  const ticker = asset.code ?? chainView(chain).ticker;
  return { name: ticker, ticker, decimals: 7 };
}

function withdrawn({ kind, token: contract, id, after, unlimited }: PreviewApproval, isEnded: boolean, token: NamedToken | undefined): string {
  if (kind === "erc721") return `your NFT #${id ?? ""} of ${short(contract, 6)}`;
  if (kind === "operator") return `all your NFTs of ${short(contract, 6)}`;
  const name = token?.ticker ?? short(contract, 6);
  if (isEnded) return `your ${name}`;
  return unlimited ? `all your ${name}, without a limit` : `up to ${inToken(after, token)} of yours`;
}
