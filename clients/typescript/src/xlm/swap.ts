/** Swaps on Stellar: path payments through the exchange of the network, to the sender or to another account. */
import { responseAmount } from "../bytes.js";
import type { Client } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import { type SwapReview, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { type XlmPath, xlmPaths } from "./account.js";
import { assetName, checkAsset, paymentAsset, responseAssetName, type XlmAsset } from "./assets.js";
import { complete } from "./prepared.js";
import type { PreparedXlm } from "./signable.js";
import { parseMuxed } from "./strkey.js";
import { inputInt64, MAX_INT64, prepare, type Prepared, type XlmTerms } from "./terms.js";
import type { XlmOperation } from "./xdr.js";

/** A swap. Exactly one of `sendAmount` and `receiveAmount` is set; the price determines the other amount. */
export interface XlmSwap extends XlmTerms {
  chain?: "xlm" | undefined;
  /** `G…`, or `M…` for one user of a multiplexed account; the sender if absent. */
  to?: string | undefined;
  /** The asset to send; lumens if absent. */
  sendAsset?: XlmAsset | undefined;
  /** The asset to receive; lumens if absent. */
  receiveAsset?: XlmAsset | undefined;
  /** The amount to send in stroops. */
  sendAmount?: string | bigint | undefined;
  /** The amount to receive in stroops. */
  receiveAmount?: string | bigint | undefined;
  /** An item of `xlmPaths` for the same assets and amount; by default the one with the best price. */
  path?: XlmPath | undefined;
  /**
   * By how much the other amount may be worse than that of the path when the network executes the swap: basis points,
   * 0 to 5000; 50 (0.5 %) by default.
   */
  tolerance?: number | undefined;
  /** The least amount to receive, or the highest one to send, in stroops. It replaces `tolerance`. */
  limit?: string | bigint | undefined;
}

const DEFAULT_TOLERANCE = 50;
const MAX_TOLERANCE = 5000;
const BASIS_POINTS = 10_000n;
/** Assets between the two of a path. */
const MAX_PATH = 5;

/** A checked swap. Assets are named `native` or `CODE:ISSUER`. */
interface Requested {
  exact: SwapReview["exact"];
  amount: bigint;
  sendAsset: string;
  receiveAsset: string;
}

/** A path that fits the swap. */
interface FoundPath {
  /** The amount that the price determines, by the server's statement. */
  other: bigint;
  between: string[];
  assets: XlmPath["path"];
}

/**
 * Prepares a swap. An `InputError` with the field `path` means that the exchange has no path, often since the recipient
 * has no trustline for the received asset; with the field `limit`, that the path does not reach the limit.
 *
 * The price is the server's statement. The review has the amounts that the transaction guarantees.
 */
export async function prepareSwap(client: Client, swap: XlmSwap): Promise<PreparedXlm> {
  const requested = checkSwap(swap);
  const limitOf = checkLimit(swap, requested.exact);
  if (swap.to !== undefined) parseMuxed(swap.to, "to");
  const prepared = await prepare(client, swap, xlmSwapTerms(swap));
  const to = swap.to ?? prepared.from;
  const path = swap.path === undefined ? await bestPath(prepared, swap, requested) : checkPath(swap.path, requested);
  const limit = limitOf(path.other);
  const [sent, received] = requested.exact === "sent" ? [requested.amount, limit] : [limit, requested.amount];
  const [sendAsset, destAsset] = [paymentAsset(swap.sendAsset), paymentAsset(swap.receiveAsset)];

  const { connectorXlm } = client.services;
  const fields = { destination: to, sendAsset, destAsset, path: path.assets };
  const [sendText, receiveText] = [sent.toString(), received.toString()];
  const operation =
    requested.exact === "sent"
      ? ({ type: "pathPaymentStrictSend", ...fields, sendAmount: sendText, destMin: receiveText } as const)
      : ({ type: "pathPaymentStrictReceive", ...fields, sendMax: sendText, destAmount: receiveText } as const);
  const init = { ...inChain("xlm", swap.signal), body: { ...prepared.body, operations: [operation] } };
  const response = await dataOf(connectorXlm.POST("/api/transaction/get-hash/{chain}/multi-operations", init));
  const names = { destination: to, sendAsset: requested.sendAsset, destAsset: requested.receiveAsset, path: path.between };
  const expected: XlmOperation =
    requested.exact === "sent"
      ? { type: "pathPaymentStrictSend", ...names, sendAmount: sent, destMin: received }
      : { type: "pathPaymentStrictReceive", ...names, sendMax: sent, destAmount: received };
  return complete(prepared, response, [[expected]]);
}

/** Returns what identifies a swap besides its sender and memo. */
export const xlmSwapTerms = ({ to, sendAsset, receiveAsset, sendAmount, receiveAmount }: Omit<XlmSwap, "publicKey">): unknown[] => [
  "swap",
  to,
  ...[sendAsset, receiveAsset].flatMap((asset) => [asset?.code, asset?.issuer]),
  sendAmount,
  receiveAmount,
];

function checkSwap(swap: XlmSwap): Requested {
  const name = (asset: XlmAsset | undefined, field: string) => assetName(asset === undefined ? undefined : checkAsset(asset, field));
  const [sendAsset, receiveAsset] = [name(swap.sendAsset, "sendAsset"), name(swap.receiveAsset, "receiveAsset")];
  const { sendAmount, receiveAmount } = swap;
  if (sendAmount !== undefined && receiveAmount !== undefined) throw new InputError("receiveAmount", "not together with sendAmount");
  if (sendAmount !== undefined) return { exact: "sent", amount: inputInt64(sendAmount, "sendAmount"), sendAsset, receiveAsset };
  if (receiveAmount === undefined) throw new InputError("sendAmount", "either sendAmount or receiveAmount is required");
  return { exact: "received", amount: inputInt64(receiveAmount, "receiveAmount"), sendAsset, receiveAsset };
}

/** Checks `limit` and `tolerance`, and returns the function from the amount of the path to the guaranteed one. */
function checkLimit({ limit, tolerance = DEFAULT_TOLERANCE }: XlmSwap, exact: Requested["exact"]): (other: bigint) => bigint {
  if (!Number.isInteger(tolerance) || tolerance < 0 || tolerance > MAX_TOLERANCE) {
    throw new InputError("tolerance", `not from 0 to ${MAX_TOLERANCE} basis points`);
  }
  const isSent = exact === "sent";
  if (limit === undefined) {
    const part = BigInt(tolerance);
    // Rounded so that the deviation is at most the tolerance.
    if (isSent) return (other) => (other * (BASIS_POINTS - part) + BASIS_POINTS - 1n) / BASIS_POINTS;
    return (other) => {
      const most = (other * (BASIS_POINTS + part)) / BASIS_POINTS;
      return most > MAX_INT64 ? MAX_INT64 : most;
    };
  }
  const chosen = inputInt64(limit, "limit");
  return (other) => {
    const isReached = isSent ? other >= chosen : other <= chosen;
    if (!isReached) throw new InputError("limit", `the path has ${other} at the current price`);
    return chosen;
  };
}

/** Requests the paths, and returns the one with the best price. */
async function bestPath({ client, network, from }: Prepared, { to, signal }: XlmSwap, requested: Requested): Promise<FoundPath> {
  const exact = requested.exact === "sent" ? { sourceAsset: requested.sendAsset } : { destinationAsset: requested.receiveAsset };
  const paths = await xlmPaths(client, { from, to, amount: requested.amount.toString(), ...exact, network, signal });
  // The response also contains the paths to or from the other assets of the account.
  const isRequested = (path: XlmPath) =>
    responseAssetName(path.sourceAsset) === requested.sendAsset && responseAssetName(path.destinationAsset) === requested.receiveAsset;
  const [first, ...others] = paths.filter(isRequested).map((path) => checkPath(path, requested));
  if (first === undefined) throw new InputError("path", "the exchange has no path for this amount between these assets");
  const isBetter = (one: FoundPath, other: FoundPath) => (requested.exact === "sent" ? one.other > other.other : one.other < other.other);
  return others.reduce((best, path) => (isBetter(path, best) ? path : best), first);
}

/** Checks that a path of the server is one for the swap. */
function checkPath(path: XlmPath, { exact, amount, sendAsset, receiveAsset }: Requested): FoundPath {
  verifyEqual("path", "sent asset of the path", sendAsset, responseAssetName(path.sourceAsset));
  verifyEqual("path", "received asset of the path", receiveAsset, responseAssetName(path.destinationAsset));
  const isSent = exact === "sent";
  verifyEqual("path", `${exact} amount of the path`, amount, isSent ? path.sourceAmount : path.destinationAmount);
  const other = isSent ? responseAmount(path.destinationAmount, "destinationAmount") : responseAmount(path.sourceAmount, "sourceAmount");
  const isPossible = other > 0n && other <= MAX_INT64;
  if (!isPossible) throw new VerificationError("path", "the path has no possible amount", undefined, other.toString());
  if (!Array.isArray(path.path) || path.path.length > MAX_PATH) throw new VerificationError("path", `not at most ${MAX_PATH} assets`);
  return { other, between: path.path.map(responseAssetName), assets: path.path };
}
