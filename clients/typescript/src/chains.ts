/** The chains: family, decimals, the highest fees, and the network constants that signatures commit to. */

/** The networks of a chain: the real one, or the one for tests. */
export type Network = "livenet" | "testnet";
/** Chains with outputs. */
export type BtcLikeChain = "btc" | "ltc" | "bch" | "doge";
/** EVM chains. */
export type EthLikeChain = "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
/** All chains. */
export type Chain = BtcLikeChain | EthLikeChain | "xlm";
/** Families of chains with the same operations. */
export type Family = "btc-like" | "eth-like" | "xlm";

/** A chain, with the facts that the client does not take from a server. */
export interface ChainData {
  chain: Chain;
  family: Family;
  name: string;
  ticker: string;
  decimals: number;
}

const row = (chain: Chain, family: Family, name: string, ticker: string, decimals: number): ChainData => ({
  chain,
  family,
  name,
  ticker,
  decimals,
});

/** Every supported chain, in display order. */
export const CHAINS: readonly ChainData[] = [
  row("btc", "btc-like", "Bitcoin", "BTC", 8),
  row("eth", "eth-like", "Ethereum", "ETH", 18),
  row("ltc", "btc-like", "Litecoin", "LTC", 8),
  row("bch", "btc-like", "Bitcoin Cash", "BCH", 8),
  row("doge", "btc-like", "Dogecoin", "DOGE", 8),
  row("etc", "eth-like", "Ethereum Classic", "ETC", 18),
  row("ftm", "eth-like", "Fantom", "FTM", 18),
  row("avax", "eth-like", "Avalanche", "AVAX", 18),
  row("matic", "eth-like", "Polygon", "POL", 18),
  row("bsc", "eth-like", "BNB Smart Chain", "BNB", 18),
  row("op", "eth-like", "OP Mainnet", "ETH", 18),
  row("base", "eth-like", "Base", "ETH", 18),
  row("arb", "eth-like", "Arbitrum One", "ETH", 18),
  row("gno", "eth-like", "Gnosis Chain", "XDAI", 18),
  row("xlm", "xlm", "Stellar", "XLM", 7),
];

/** Returns the row of a chain. */
export const chainData = (chain: Chain): ChainData => CHAINS.find((data) => data.chain === chain)!;

/** Returns true for chains with outputs. */
export const isBtcLike = (chain: Chain): chain is BtcLikeChain => chainData(chain).family === "btc-like";
/** Returns true for EVM chains. */
export const isEthLike = (chain: Chain): chain is EthLikeChain => chainData(chain).family === "eth-like";

/** EIP-155 chain ids, livenet and testnet. The client does not take them from the server. */
const CHAIN_IDS: Record<EthLikeChain, readonly [livenet: number, testnet: number]> = {
  eth: [1, 11155111],
  etc: [61, 63],
  ftm: [250, 4002],
  avax: [43114, 43113],
  matic: [137, 80002],
  bsc: [56, 97],
  op: [10, 11155420],
  base: [8453, 84532],
  arb: [42161, 421614],
  gno: [100, 10200],
};

/** Returns the EIP-155 chain id. */
export const chainId = (chain: EthLikeChain, network: Network): number => CHAIN_IDS[chain][network === "livenet" ? 0 : 1];

/** Passphrases of the Stellar networks, to which every signature commits. */
export const XLM_PASSPHRASE: Record<Network, string> = {
  livenet: "Public Global Stellar Network ; September 2015",
  testnet: "Test SDF Network ; September 2015",
};

/** The limits of a chain. The fee is at most the higher one of `percent` and `absolute`. */
export interface FeeLimit {
  /** Share of the amount that is paid to others in the coin, in percent. */
  percent: bigint;
  /** Base units of the coin. */
  absolute: bigint;
  /** Highest sum of all tips (EIP-1559) in base units of the coin. */
  tip?: bigint | undefined;
}

const PERCENT = 2n;
const COIN = 10n ** 18n;
const limit = (absolute: bigint): FeeLimit => ({ percent: PERCENT, absolute });
const withTip = (absolute: bigint): FeeLimit => ({ ...limit(absolute), tip: absolute / 10n });

/** The highest limits. A server can only lower them. */
export const FEE_CEILINGS: Record<Chain, FeeLimit> = {
  btc: limit(50_000n),
  ltc: limit(1_000_000n),
  bch: limit(100_000n),
  doge: limit(100_000_000n),
  eth: withTip(COIN / 50n),
  etc: limit(COIN / 50n),
  ftm: withTip(COIN),
  avax: withTip(COIN / 10n),
  matic: withTip(COIN),
  bsc: withTip(COIN / 100n),
  op: withTip(COIN / 500n),
  base: withTip(COIN / 500n),
  arb: withTip(COIN / 500n),
  gno: withTip(COIN / 20n),
  xlm: limit(5_000_000n),
};
