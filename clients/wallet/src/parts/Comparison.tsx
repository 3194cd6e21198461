/** The transaction as this wallet decoded it, beside the server's reading. */
import type { Chain, ComparedFact, ComparedPart } from "@wallet-cloud/client";
import type { ComponentChildren } from "preact";
import { display } from "../chain-view.js";
import type { Holding } from "../holdings.js";
import { chainView } from "../state.js";
import { Icon } from "./icons.js";

type Props = { facts: readonly ComparedFact[]; holding: Holding; chain: Chain; children: ComponentChildren };

/** One line, which opens the comparison. `children` follow the comparison. */
export function Comparison({ facts, holding, chain, children }: Props) {
  return (
    <details class="comparison">
      <summary>
        <Icon name="allow" />
        Verified by this wallet
      </summary>
      <p class="hint">This wallet decoded the transaction itself and compared it with your request, and with the server's reading.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">Part</span>
            </th>
            <th scope="col">This wallet</th>
            <th scope="col">Server</th>
          </tr>
        </thead>
        <tbody>
          {comparedRows(facts, holding, chain).map(([name, own, server], index) => (
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>{own}</td>
              <td>{server}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </details>
  );
}

/** Names of the shown parts. */
const NAMES: Partial<Record<ComparedPart, string>> = {
  operation: "Operation",
  recipient: "Recipient",
  amount: "Amount",
  contract: "Contract",
  function: "Function",
  arguments: "Arguments",
  authorizations: "Authorized calls",
  spender: "Spender",
  allowance: "In the smallest units",
  "token-id": "Id of the token",
  "all-tokens": "All tokens",
  change: "Change to you",
  "change-address": "Change address",
  "claimable-balance": "Claimable balance",
  sent: "Sent",
  received: "Received",
  // Anyone can issue an asset with the same code.
  asset: "Issuer",
  "received-asset": "Issuer",
  fee: "Fee, at most",
  memo: "Memo",
};

type Row = [name: string, own: string, server: string];

function comparedRows(facts: readonly ComparedFact[], holding: Holding, chain: Chain): Row[] {
  const recipients = facts.filter(({ part }) => part === "recipient").length;
  return facts.flatMap((fact, index): Row[] => {
    const name = NAMES[fact.part];
    const [own, server] = [fact.own, fact.server].map((value) => shownValue(fact, value, holding, chain));
    if (name === undefined || own === undefined || server === undefined) return [];
    const isNumbered = recipients > 1 && (fact.part === "recipient" || fact.part === "amount");
    const number = facts.slice(0, index + 1).filter(({ part }) => part === fact.part).length;
    return [[isNumbered ? `${name} ${number}` : name, own, server]];
  });
}

/** Returns the name of an operation in words: `createAccount` as "Create account". */
const wordsOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a value as the table shows it; `undefined` for the issuer of lumens. */
function shownValue({ part, asset }: ComparedFact, value: string, holding: Holding, chain: Chain): string | undefined {
  if (part === "operation") return wordsOf(value);
  if (part === "all-tokens") return value === "false" ? "not allowed" : "allowed";
  if (part === "asset" || part === "received-asset") return value.split(":")[1];
  if (asset === undefined || "id" in asset) return value;
  const { decimals, ticker } = asset.kind === "coin" ? chainView(chain) : asset.kind === "xlm-asset" ? { decimals: 7, ticker: asset.code } : holding;
  return `${display(value, decimals, decimals)} ${ticker}`;
}
