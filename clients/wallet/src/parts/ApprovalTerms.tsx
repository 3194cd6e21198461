/** The allowance that a transaction sets, in words. */
import type { Approval, Chain } from "@wallet-cloud/client";
import { display } from "../chain-view.js";
import { stateOf } from "../holdings.js";

export function ApprovalTerms({ chain, approval }: { chain: Chain; approval: Approval }) {
  const { contract, spender, tokenId } = approval;
  return (
    <>
      <dt>May be withdrawn</dt>
      <dd>
        <strong>{allowance(chain, approval)}</strong>
      </dd>
      {tokenId === undefined ? (
        <>
          <dt>By the spender</dt>
          <dd>
            <code class="address-full">{spender}</code>
          </dd>
        </>
      ) : (
        <>
          <dt>Id of the token</dt>
          <dd>
            <code class="address-full">{tokenId}</code>
          </dd>
        </>
      )}
      <dt>Contract of the tokens</dt>
      <dd>
        <code class="address-full">{contract}</code>
      </dd>
    </>
  );
}

function allowance(chain: Chain, { kind, contract, amount = "0", isUnlimited }: Approval): string {
  if (isUnlimited) return "All tokens, without a limit";
  if (kind !== "erc20" || amount === "0") return "Nothing";
  const token = stateOf(chain).holdings.find(({ id }) => id.toLowerCase() === contract.toLowerCase());
  return token === undefined ? `${amount} base units` : `${display(amount, token.decimals, token.decimals)} ${token.ticker}`;
}
