/** What the signature of a permit allows, in words. */
import type { Chain, Permit } from "@wallet-cloud/client";
import { display, displayDate } from "../chain-view.js";
import { stateOf } from "../holdings.js";

/** Times beyond this one have no meaning for a user, and no date (year 9999). */
const LAST_TIME = 253_402_300_799n;
/** Amounts from here on are not balances: an unlimited allowance. */
const UNLIMITED = 2n ** 127n;

const time = (seconds: string): string => (BigInt(seconds) > LAST_TIME ? "no limit" : displayDate(Number(seconds)));

export function PermitTerms({ permit, chain }: { permit: Permit; chain: Chain }) {
  const { holdings } = stateOf(chain);
  const amountOf = (contract: string, amount: string) => {
    if (BigInt(amount) >= UNLIMITED) return "All tokens, without a limit";
    const token = holdings.find(({ id }) => id.toLowerCase() === contract.toLowerCase());
    return token === undefined ? `${amount} base units` : `${display(amount, token.decimals, token.decimals)} ${token.ticker}`;
  };
  return (
    <>
      <dt>May be withdrawn</dt>
      {permit.permissions.map(({ token, amount, expiration }, index) => (
        <dd key={index}>
          <strong>{amountOf(token, amount)}</strong> of <code class="address-full">{token}</code>
          {expiration === undefined ? "" : ` until ${time(expiration)}`}
        </dd>
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
