/** The chains: family, decimals and the network constants that signatures commit to. */
import type { Network } from "./client.js";

export type BtcLikeChain = "btc" | "ltc" | "bch" | "doge";
export type EthLikeChain = "eth" | "etc" | "ftm" | "avax" | "matic" | "bsc" | "op" | "base" | "arb" | "gno";
export type Chain = BtcLikeChain | EthLikeChain | "xlm";
export type Family = "btc-like" | "eth-like" | "xlm";

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

export const isBtcLike = (chain: Chain): chain is BtcLikeChain => chainData(chain).family === "btc-like";
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
