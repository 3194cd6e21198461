/** The allowance that a transaction sets, in words. */
import type { Approval, Chain } from "@wallet-cloud/client";
import { inToken, type NamedToken, useToken } from "./useToken.js";

export function ApprovalTerms({ chain, approval }: { chain: Chain; approval: Approval }) {
  const { kind, contract, spender, tokenId } = approval;
  const token = useToken(chain, kind === "erc20" || kind === "permit2" ? contract : undefined);
  return (
    <>
      <dt>May be withdrawn</dt>
      <dd>
        <strong>{allowance(approval, token)}</strong>
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
      <dt>{token === undefined ? "Contract of the tokens" : "Token"}</dt>
      <dd>
        {token?.name}
        <code class="address-full">{contract}</code>
      </dd>
    </>
  );
}

function allowance({ kind, amount = "0", isUnlimited }: Approval, token: NamedToken | undefined): string {
  if (isUnlimited) return "All tokens, without a limit";
  return (kind !== "erc20" && kind !== "permit2") || amount === "0" ? "Nothing" : inToken(amount, token);
}
