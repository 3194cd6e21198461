/** Constants of the btc-like chains. */
import type { BtcLikeChain } from "../chains.js";
import type { Network } from "../client.js";

export type AddressType = "p2pkh" | "p2wpkh";

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
  /** Minimum change output in base units. */
  dust: Record<AddressType, bigint>;
  /** Sequence number of every input; `0xfffffffd` signals replaceability (BIP 125). */
  sequence: number;
  /** True if signatures commit to the bch fork. */
  forkId: boolean;
  /** Highest accepted fee rate in base units per virtual byte, unless the caller sets `maxFee`. */
  maxFeeRate: bigint;
}

const REPLACEABLE = 0xfffffffd;
const FINAL = 0xffffffff;

type Row = Omit<BtcLikeParams, "chain" | "network">;

const BTC: Row = {
  p2pkh: 0,
  p2sh: [5],
  hrp: "bc",
  dust: { p2pkh: 546n, p2wpkh: 294n },
  sequence: REPLACEABLE,
  forkId: false,
  maxFeeRate: 2_000n,
};
const LTC: Row = { ...BTC, p2pkh: 48, p2sh: [50, 5], hrp: "ltc", dust: { p2pkh: 5460n, p2wpkh: 2940n } };
const BCH: Row = {
  p2pkh: 0,
  p2sh: [5],
  cashAddr: "bitcoincash",
  dust: { p2pkh: 546n, p2wpkh: 546n },
  sequence: FINAL,
  forkId: true,
  maxFeeRate: 1_000n,
};
const DOGE: Row = {
  p2pkh: 30,
  p2sh: [22],
  dust: { p2pkh: 1_000_000n, p2wpkh: 1_000_000n },
  sequence: FINAL,
  forkId: false,
  maxFeeRate: 200_000n,
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
