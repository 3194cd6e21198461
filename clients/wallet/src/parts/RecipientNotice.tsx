/** What is known of the recipient of a payment: earlier payments, addresses that look alike, lists of the operator. */
import { type Chain, isBtcLike, isXlmContract, recipient as recipientFacts, type RecipientFacts, type Review } from "@wallet-cloud/client";
import { btcAccount } from "../btc-accounts.js";
import { contactsOf } from "../contacts.js";
import { account, client } from "../state.js";
import { displayDate } from "../chain-view.js";
import { type Found, NotKnown, useFacts } from "./Preview.js";

/** Requests what is known of the recipient of a payment. */
export function useRecipient(chain: Chain, { to, network }: Review, isPayment: boolean): Found<RecipientFacts> {
  const payer = () => (isBtcLike(chain) ? { key: btcAccount(chain).descriptor } : { address: account(chain).address });
  // The server searches histories for accounts only.
  return useFacts(isPayment && to !== null && !isXlmContract(to) ? (signal) => recipientFacts(client(), { chain, network, to, ...payer(), signal }) : undefined);
}

/** Returns true if a payment to the recipient needs a second consent. */
export const isSuspicious = (found: Found<RecipientFacts>): boolean =>
  !found.isLoading && found.facts !== undefined && ((found.facts.lists ?? []).length > 0 || (found.facts.lookAlikes.length > 0 && !found.facts.own));

/** Characters at both ends that people compare. */
const EDGE = 4;

/** Marks the characters of an address that differ from those of another one. */
function Marked({ address, other }: { address: string; other: string }) {
  const prefix = /^(0x|[a-z]+1|[a-z]+:)?/.exec(address)?.[0].length ?? 0;
  const [start, end] = [prefix + EDGE, address.length - EDGE];
  return (
    <code class="address-full">
      {address.slice(0, start)}
      <mark>{address.slice(start, end)}</mark>
      {address.slice(end)}
      <span class="visually-hidden">, in the middle unlike {other.slice(start, start + 6)}…</span>
    </code>
  );
}

export function RecipientNotice({ chain, to, found }: { chain: Chain; to: string; found: Found<RecipientFacts> }) {
  if (found.isLoading) return <p class="hint">Checking the recipient…</p>;
  const { facts, again } = found;
  const notKnown = <NotKnown text="Earlier payments to this address are not known." again={again} />;
  if (facts === undefined) return notKnown;
  const { lists = [], lookAlikes, own, paidBefore, lastAt } = facts;
  if (own) return <p class="notice">This is your own address.</p>;
  const isSaved = contactsOf(chain).some(({ address }) => address.toLowerCase() === to.toLowerCase());
  return (
    <>
      {lists.map(({ name }) => (
        <p class="notice problem" role="alert" key={name}>
          This address is on the list “{name}” of the server's operator.
        </p>
      ))}
      {lookAlikes.map(({ address, kind, at }) => (
        <div class="notice warning alike" role="alert" key={address}>
          <p>
            This is not the address {kind === "own" ? "of your own wallet" : "that you know"}: only the ends are the same. Someone may have put it into your history to be copied.
          </p>
          <dl>
            <dt>Now</dt>
            <dd>
              <Marked address={to} other={address} />
            </dd>
            <dt>{kind === "own" ? "Yours" : at === undefined ? "Known" : displayDate(at)}</dt>
            <dd>
              <Marked address={address} other={to} />
            </dd>
          </dl>
        </div>
      ))}
      {paidBefore === undefined && notKnown}
      {paidBefore === 0 && lookAlikes.length === 0 && !isSaved && <p class="hint">Your first payment to this address.</p>}
      {paidBefore !== undefined && paidBefore > 0 && (
        <p class="hint">
          Paid {paidBefore === 1 ? "once" : `${paidBefore} times`} before{lastAt === undefined ? "" : `, ${paidBefore === 1 ? "" : "last "}on ${displayDate(lastAt)}`}.
        </p>
      )}
    </>
  );
}
