/** Name and decimals of a token contract: from the balances of the wallet, otherwise as the server reads them. */
import { type Chain, token as requestToken } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { display } from "../chain-view.js";
import { stateOf } from "../holdings.js";
import { client } from "../state.js";

export interface NamedToken {
  name: string;
  ticker: string;
  decimals: number;
  /** False for a token outside the asset list, whose name anyone can choose. */
  isListed?: boolean | undefined;
}

/** Returns the token of a contract on an EVM chain, or nothing if it is not known, or not yet. */
export function useToken(chain: Chain, contract: string | undefined): NamedToken | undefined {
  const held = stateOf(chain).holdings.find(({ id }) => id !== "" && id.toLowerCase() === contract?.toLowerCase());
  const [found, setFound] = useState<NamedToken>();
  useEffect(() => {
    setFound(undefined);
    if (held !== undefined || contract === undefined) return;
    // Without a name, the contract remains.
    requestToken(client(), { chain: chain as never, contract }).then(({ listed, ...facts }) => setFound({ ...facts, isListed: listed }), () => undefined);
  }, [chain, contract, held === undefined]);
  return held ?? found;
}

/** Formats an amount of a token that may be unknown. */
export const inToken = (amount: string, token: NamedToken | undefined): string =>
  token === undefined ? `${amount} base units` : `${display(amount, token.decimals, token.decimals)} ${token.ticker}`;
