/** The transaction as this wallet decoded it, beside the server's reading. */
import type { Approval, Chain, Review } from "@wallet-cloud/client";
import { display } from "../chain-view.js";
import type { Holding } from "../holdings.js";
import type { ComparedRow, ParseRecord } from "../parse-record.js";
import { chainView } from "../state.js";
import { swapRows } from "./SwapTerms.js";

/** The transaction as this wallet decoded it, beside the server's reading (`parse`). */
export function Comparison({ review, parsed, holding, chain }: { review: Review; parsed: ParseRecord | undefined; holding: Holding; chain: Chain }) {
  if (parsed === undefined) return null;
  return (
    <section class="comparison" aria-labelledby="comparison">
      <h2 id="comparison">Verified before signing</h2>
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
          {comparedRows(review, parsed, holding, chain).map(([name, own, server]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{own}</td>
              <td>{server}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function comparedRows(review: Review, parsed: ParseRecord, holding: Holding, chain: Chain): ComparedRow[] {
  const coin = chainView(chain);
  const inAsset = (amount: string | undefined) => (amount === undefined || amount === "" ? "—" : `${display(amount, holding.decimals, holding.decimals)} ${holding.ticker}`);
  const inCoin = (amount: string | undefined) => (amount === undefined ? "—" : `${display(amount, coin.decimals, coin.decimals)} ${coin.ticker}`);
  if (parsed.outputs !== undefined) {
    const payments = review.outputs ?? [{ to: review.to ?? "", amount: review.amount }];
    const number = (index: number) => (payments.length > 1 ? ` ${index + 1}` : "");
    const rows = payments.flatMap(({ to, amount }, index): ComparedRow[] => [
      [`Recipient${number(index)}`, to, parsed.outputs?.[index]?.to ?? "—"],
      [`Amount${number(index)}`, inCoin(amount), inCoin(parsed.outputs?.[index]?.amount)],
    ]);
    return [...rows, ...changeRows(review, parsed.outputs[payments.length], inCoin)];
  }
  if (review.approval !== undefined) return [...approvalRows(review.approval, parsed), ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)]];
  if (parsed.token) {
    return [
      ["Recipient", review.to ?? "", parsed.token.to],
      ["Amount", inAsset(review.amount), inAsset(parsed.token.amount)],
      ["Contract", "contract" in review.asset ? review.asset.contract : "", parsed.to ?? ""],
      ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)],
    ];
  }
  if (review.swap !== undefined) return [...swapRows(review, review.swap, parsed.operations?.[0] ?? {}, inAsset), ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)]];
  if (parsed.operations !== undefined) {
    const rows: ComparedRow[] = [["Operation", operationOf(review), parsed.operations.map(({ type }) => type).join(", ")]];
    if (parsed.to) rows.push(["Recipient", review.to ?? "", parsed.to], ["Amount", inAsset(review.amount), inAsset(parsed.amount)]);
    // Anyone can issue an asset with the same code.
    if (review.asset.kind === "xlm-asset") rows.push(["Issuer", review.asset.issuer, parsed.operations[0]?.asset?.issuer ?? "—"]);
    rows.push(["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)]);
    if (review.memo !== undefined) rows.push(["Memo", review.memo, parsed.memo ?? "—"]);
    return rows;
  }
  return [
    ["Recipient", review.to ?? "", parsed.to ?? ""],
    ["Amount", inCoin(review.amount), inCoin(parsed.amount)],
    ["Fee, at most", inCoin(review.fee), inCoin(parsed.fee)],
  ];
}

/** Returns the compared rows of the change, which goes to an address of this wallet. */
function changeRows({ change, changeAddress }: Review, parsed: { to: string; amount: string } | undefined, inCoin: (amount: string | undefined) => string): ComparedRow[] {
  if (change === undefined || change === "0") return [];
  const rows: ComparedRow[] = [["Change to you", inCoin(change), inCoin(parsed?.amount)]];
  return changeAddress === undefined ? rows : [...rows, ["Change address", changeAddress, parsed?.to ?? "—"]];
}

function operationOf(review: Review): string {
  if (review.createsAccount) return "createAccount";
  return review.asset.kind === "xlm-asset" && review.to === review.asset.issuer && review.change === undefined && BigInt(review.amount) === 2n ** 63n - 1n
    ? "changeTrust"
    : "payment";
}

/** Returns the compared rows of an approval or revocation. */
function approvalRows({ kind, contract, spender, amount, tokenId }: Approval, { calls }: ParseRecord): ComparedRow[] {
  const [call] = calls ?? [];
  const rows: ComparedRow[] = [
    ["Contract", contract, call?.contract ?? "—"],
    ["Spender", spender, call?.to ?? "—"],
  ];
  if (kind === "collection") return [...rows, ["All tokens", "not allowed", call?.approved === false ? "not allowed" : "allowed"]];
  if (kind === "erc721") return [...rows, ["Id of the token", tokenId ?? "—", call?.amount ?? "—"]];
  return [...rows, ["Base units", amount ?? "—", call?.amount ?? "—"]];
}
