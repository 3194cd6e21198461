/** Constants of the btc-like chains. */
import type { BtcLikeChain, Network } from "../chains.js";

/** Types of addresses with one key; all but p2pkh on btc and ltc only. */
export type AddressType = "p2pkh" | "p2sh-p2wpkh" | "p2wpkh" | "p2tr";

export interface BtcLikeParams {
  chain: BtcLikeChain;
  network: Network;
  /** Version byte of base58 addresses that pay to a public key hash. */
  p2pkh: number;
  /** Version bytes of base58 addresses that pay to a script hash. */
  p2sh: readonly number[];
  /** Human-readable part of segregated witness addresses (BIP 173). */
  hrp?: string;
  /** Prefix of CashAddr addresses. */
  cashAddr?: string;
  /** Minimum output in base units per byte of the output and its future input, or one limit for all outputs. */
  dust: { perByte: bigint } | { limit: bigint };
  /** Sequence number of every input, unless another is requested; `0xfffffffd` signals replaceability (BIP 125). */
  sequence: number;
  /** True if signatures commit to the bch fork. */
  forkId: boolean;
}

const REPLACEABLE = 0xfffffffd;
/** Disables replaceability, and the lock time if all inputs have it. */
export const FINAL = 0xffffffff;

type Row = Omit<BtcLikeParams, "chain" | "network">;

const BTC: Row = {
  p2pkh: 0,
  p2sh: [5],
  hrp: "bc",
  dust: { perByte: 3n },
  sequence: REPLACEABLE,
  forkId: false,
};
const LTC: Row = { ...BTC, p2pkh: 48, p2sh: [50, 5], hrp: "ltc", dust: { perByte: 30n } };
const BCH: Row = {
  p2pkh: 0,
  p2sh: [5],
  cashAddr: "bitcoincash",
  dust: { perByte: 3n },
  sequence: FINAL,
  forkId: true,
};
const DOGE: Row = {
  p2pkh: 30,
  p2sh: [22],
  dust: { limit: 1_000_000n },
  sequence: FINAL,
  forkId: false,
};

const ROWS: Record<BtcLikeChain, Record<Network, Row>> = {
  btc: { livenet: BTC, testnet: { ...BTC, p2pkh: 111, p2sh: [196], hrp: "tb" } },
  ltc: { livenet: LTC, testnet: { ...LTC, p2pkh: 111, p2sh: [58, 196], hrp: "tltc" } },
  bch: { livenet: BCH, testnet: { ...BCH, p2pkh: 111, p2sh: [196], cashAddr: "bchtest" } },
  doge: { livenet: DOGE, testnet: { ...DOGE, p2pkh: 113, p2sh: [196] } },
};

/** Returns the constants of a chain on a network. */
export function btcLikeParams(chain: BtcLikeChain, network: Network): BtcLikeParams {
  return { chain, network, ...ROWS[chain][network] };
}

/** Returns the type of the sender's address: `p2wpkh` by default where the chain has it. */
export function addressType(params: BtcLikeParams, type: AddressType | undefined): AddressType {
  return params.hrp === undefined ? "p2pkh" : (type ?? "p2wpkh");
}

/** Returns the minimum value of an output with this script: Bitcoin Core, `GetDustThreshold`. */
export function dustLimit({ dust }: BtcLikeParams, script: Uint8Array): bigint {
  if ("limit" in dust) return dust.limit;
  // Witness programs are spent by smaller inputs.
  const [version = 0] = script;
  const isWitness = script.length >= 4 && script.length <= 42 && (version === 0 || (version >= 0x51 && version <= 0x60)) && script[1] === script.length - 2;
  return dust.perByte * BigInt(8 + 1 + script.length + (isWitness ? 67 : 148));
}
