/** What the signature of a permit allows, in words. */
import type { Chain, Permit } from "@wallet-cloud/client";
import { displayDate } from "../chain-view.js";
import { inToken, useToken } from "./useToken.js";

/** Times beyond this one have no meaning for a user, and no date (year 9999). */
const LAST_TIME = 253_402_300_799n;
/** Amounts from here on are not balances: an unlimited allowance. */
const UNLIMITED = 2n ** 127n;
export const isAll = (amount: string) => BigInt(amount) >= UNLIMITED;

const time = (seconds: string): string => (BigInt(seconds) > LAST_TIME ? "no limit" : displayDate(Number(seconds)));

/** What one permission lets the spender withdraw. */
function Permitted({ chain, permission: { token, amount, expiration } }: { chain: Chain; permission: Permit["permissions"][number] }) {
  const known = useToken(chain, token);
  return (
    <dd>
      <strong>{isAll(amount) ? "All tokens, without a limit" : inToken(amount, known)}</strong> of {known?.name} <code class="address-full">{token}</code>
      {expiration === undefined ? "" : ` until ${time(expiration)}`}
    </dd>
  );
}

export function PermitTerms({ permit, chain }: { permit: Permit; chain: Chain }) {
  return (
    <>
      <dt>May be withdrawn</dt>
      {permit.permissions.map((permission, index) => (
        <Permitted key={index} chain={chain} permission={permission} />
      ))}
      <dt>{permit.standard === "eip-3009" ? "To the recipient" : "By the spender"}</dt>
      <dd>
        <code class="address-full">{permit.spender}</code>
      </dd>
      <dt>Signature valid until</dt>
      <dd>{permit.deadline === undefined ? "no limit" : time(permit.deadline)}</dd>
    </>
  );
}
