/** The name of a recipient, resolved by the server while it is typed. */
import { type Chain, isAddress, nameSkeleton, type ResolvedName, resolveName } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { contacts } from "../contacts.js";
import { paidNames } from "../last-state.js";
import { messageOf } from "../messages.js";
import { isName, type PaymentRequest } from "../payment-uri.js";
import { client, network, noted } from "../state.js";

/** A name that is being resolved, that has an address, or that has none. */
export interface NameState {
  resolved?: ResolvedName;
  problem?: string;
  isLoading: boolean;
}

/** What shows that an address belongs to a name. */
const PROOFS: Record<ResolvedName["kind"], string> = {
  ens: "the Ethereum Name Service has this address",
  bip353: "the owner of the domain has signed this address",
  federation: "a statement of the domain’s server, without a proof",
};

/** Resolves a typed name after a pause. The address replaces the name in the form, so that what is reviewed is the address that is paid. */
export function useName(chain: Chain, typed: string, isPaused: boolean, onRequest: (request: PaymentRequest) => void): NameState {
  const [state, setState] = useState<NameState>({ isLoading: false });
  const isWanted = isPaused && isName(chain, typed) && !isAddress(chain, network.value, typed);
  useEffect(() => {
    if (!isWanted) return undefined;
    const controller = new AbortController();
    setState({ isLoading: true });
    resolveName(client(), { chain, name: typed, network: network.value, signal: controller.signal }).then(
      (resolved) => {
        if (!isAddress(chain, network.value, resolved.address)) return setState({ problem: "The server returned an address that is not valid here.", isLoading: false });
        setState({ resolved, isLoading: false });
        onRequest({ to: resolved.address, name: resolved.name, ...(resolved.memo === undefined ? {} : { memo: resolved.memo.value, memoType: resolved.memo.type }) });
      },
      (problem: unknown) => {
        if (!controller.signal.aborted) setState({ problem: messageOf(noted(problem)), isLoading: false });
      },
    );
    return () => controller.abort();
  }, [chain, typed, isWanted]);
  // The texts of an earlier name.
  if (isName(chain, typed) || state.resolved?.address === typed) return state;
  return { isLoading: false };
}

/** Returns the name of another address, in the address book or paid before, that looks like a resolved name. */
function imitatedBy({ name, address }: ResolvedName): string | undefined {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const [label = ""] = name.split(/[.*@]/);
  const looksAlike = (known: string) => {
    // An entry of the address book is often the first part of a name.
    const shown = /[.*@]/.test(known) ? name : label;
    return !isSame(known, shown) && nameSkeleton(known) === nameSkeleton(shown);
  };
  const known = [...(contacts.value ?? []), ...paidNames.value];
  return known.find((item) => !isSame(item.address, address) && looksAlike(item.name))?.name;
}

export function NameNotice({ resolved }: { resolved: ResolvedName }) {
  const { name, kind, verified, warnings = [] } = resolved;
  const imitated = imitatedBy(resolved);
  return (
    <>
      <p class="known">
        <strong>{name}</strong>: {PROOFS[kind]}
        {verified ? "." : ". Compare the address with one that you trust."}
      </p>
      {warnings.some(({ code }) => code === "confusable_name") && (
        <p class="notice problem" role="alert">
          Letters of this name look like others. It may imitate a name that you know: compare the address with one that you trust.
        </p>
      )}
      {imitated !== undefined && (
        <p class="notice problem" role="alert">
          This is not “{imitated}”, which you know: only the letters look alike. Compare the address with one that you trust.
        </p>
      )}
    </>
  );
}
