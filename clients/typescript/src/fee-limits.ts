/** Limits of fees: those of the chain list, and never more than the constants of this client. */
import { type ChainFacts, listedFacts } from "./assets.js";
import { inputAmount, responseAmount, responseInteger } from "./bytes.js";
import { type Chain, FEE_CEILINGS, type FeeLimit, type Network } from "./chains.js";
import type { Client } from "./client.js";
import { FeeLimitError, isWalletError } from "./errors.js";

/** Highest acceptable fee in base units of the coin; `unlimited` accepts every fee of the server. */
export type MaxFee = string | bigint | "unlimited";

/** The fee of a transaction. */
export interface Charge {
  /** The highest fee that can be charged. */
  fee: bigint;
  /** The amount that is paid to others in the coin; 0 for tokens and calls. */
  paid: bigint;
  /** The part of the fee that the producer of the block receives (EVM). */
  tip?: bigint | undefined;
}

/** Loads the limits of the chain list by one request of at most five seconds; `undefined` if it fails or the server has none. */
export async function listedLimit(client: Client, chain: Chain, network: Network, signal?: AbortSignal): Promise<FeeLimit | undefined> {
  try {
    const rows = await listedFacts(client, { network, signal });
    // A server of an earlier version has no limits.
    const listed: ListedLimit | undefined = rows.find((facts) => facts.chain === chain)?.feeLimit;
    return listed ? parseLimit(listed) : undefined;
  } catch (error) {
    // The limits of this client remain.
    if (isWalletError(error)) return undefined;
    throw error;
  }
}

type ListedLimit = ChainFacts["feeLimit"];

function parseLimit({ percent, absolute, tip }: ListedLimit): FeeLimit {
  const common = { percent: BigInt(responseInteger(percent, "percent")), absolute: responseAmount(absolute, "absolute") };
  return typeof tip === "string" ? { ...common, tip: responseAmount(tip, "tip") } : common;
}

const higher = (one: bigint, other: bigint) => (one > other ? one : other);
const totalLimit = ({ percent, absolute }: FeeLimit, paid: bigint) => higher((paid * percent) / 100n, absolute);

/** Throws a `FeeLimitError` if the fee is above `maxFee`, or without it above the limits of the chain. */
export function verifyFee(chain: Chain, maxFee: MaxFee | undefined, listed: FeeLimit | undefined, { fee, paid, tip }: Charge): void {
  if (maxFee === "unlimited") return;
  const verifyAtMost = (charged: "fee" | "tip", value: bigint, maximum: bigint): void => {
    if (value > maximum) throw new FeeLimitError(charged, fee.toString(), value.toString(), maximum.toString());
  };
  if (maxFee !== undefined) return verifyAtMost("fee", fee, inputAmount(maxFee, "maxFee"));
  for (const limits of [FEE_CEILINGS[chain], listed]) {
    if (limits === undefined) continue;
    verifyAtMost("fee", fee, totalLimit(limits, paid));
    if (tip !== undefined && limits.tip !== undefined) verifyAtMost("tip", tip, limits.tip);
  }
}
