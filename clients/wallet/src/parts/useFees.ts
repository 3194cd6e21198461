/** The fees of a payment while the form is filled in. */
import type { Chain } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { type Estimated, estimateFees, type FeeEstimate } from "../fees.js";
import { type Holding, stateOf } from "../holdings.js";
import { PAUSE } from "./usePause.js";

export type Paid = Estimated;

/** Returns the fees of a payment after a pause of the input. Without fees the form works, too: the review has the fee. */
export function useFees(chain: Chain, holding: Holding | undefined, payment: Paid | undefined): FeeEstimate | undefined {
  const [found, setFound] = useState<{ key: string; estimate: FeeEstimate }>();
  const key = payment === undefined ? "" : JSON.stringify([holding?.id, payment], (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
  useEffect(() => {
    if (payment === undefined || holding === undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      // Not with balances that the wallet did not accept.
      if (stateOf(chain).error !== undefined) return;
      estimateFees(chain, holding, payment, controller.signal).then(
        (estimate) => setFound({ key, estimate }),
        () => undefined,
      );
    }, PAUSE);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [chain, key]);
  return found?.key === key ? found.estimate : undefined;
}
