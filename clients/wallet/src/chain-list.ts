/** The chains of the wallet: `GET /api/chain/list`, stored in this browser. */
import { type Chain, type ChainFacts, chainId, CHAINS, type Family, isEthLike, type Network } from "@wallet-cloud/client";
import { loadFacts, saveFacts } from "./device.js";

/** A chain on the selected network. */
export interface ChainView {
  chain: Chain;
  network: Network;
  family: Family;
  name: string;
  ticker: string;
  decimals: number;
  /** Seconds between blocks, approximately. */
  blockTime: number;
  /** Derivation path of the wallet's key. */
  path: string;
  /** URL templates of a public explorer. */
  explorer: { transaction: string; address: string };
}

/**
 * The first key of an account by BIP 44, BIP 84 or SEP-5. Any other path from a server is not used: keys at an arbitrary path
 * would be out of reach of every other wallet.
 */
const PATHS: Record<Family, RegExp> = {
  "btc-like": /^m\/(44|84)'\/\d{1,4}'\/0'\/0\/0$/,
  "eth-like": /^m\/44'\/\d{1,4}'\/0'\/0\/0$/,
  xlm: /^m\/44'\/148'\/0'$/,
};

/**
 * Returns true for a chain that the client supports. Payments are made with the constants of the client, so a row with other
 * decimals or another chain id would show amounts that are not those that are signed.
 */
function isUsable(facts: ChainFacts): boolean {
  const known = CHAINS.find(({ chain }) => chain === facts.chain);
  if (known === undefined || known.family !== facts.family || known.decimals !== facts.decimals) return false;
  if (facts.network !== "livenet" && facts.network !== "testnet") return false;
  if (isEthLike(known.chain) && chainId(known.chain, facts.network) !== facts.chainId) return false;
  return PATHS[known.family].test(facts.derivationPath);
}

const isSame = (a: ChainFacts, b: ChainFacts) => a.chain === b.chain && a.network === b.network;

/** Stores a new list. A chain that is known keeps its path, so that the addresses of this browser never change. */
export function storeFacts(list: ChainFacts[]): ChainFacts[] {
  const known = loadFacts();
  const merged = list.filter(isUsable).map((facts) => {
    const before = known.find((item) => isSame(item, facts));
    return before === undefined ? facts : { ...facts, derivationPath: before.derivationPath };
  });
  saveFacts(merged);
  return merged;
}

/** Returns the stored chains of a network, in the order of the list. The names are those of the livenets. */
export function viewsOf(list: ChainFacts[], network: Network): ChainView[] {
  const nameOf = (facts: ChainFacts) => list.find(({ chain, network }) => chain === facts.chain && network === "livenet")?.name ?? facts.name;
  return list
    .filter((facts) => facts.network === network && isUsable(facts))
    .map((facts) => ({
      chain: facts.chain as Chain,
      network,
      family: facts.family as Family,
      name: nameOf(facts),
      ticker: facts.coin,
      decimals: facts.decimals,
      blockTime: facts.blockTime,
      path: facts.derivationPath,
      explorer: facts.explorer,
    }));
}

/** Returns the page of a transaction at a public explorer. The transactions of a sandbox have none. */
export function explorerPage({ explorer }: ChainView, network: Network, txid: string): string | undefined {
  if (network !== "livenet" || !explorer.transaction.startsWith("https://")) return undefined;
  return explorer.transaction.replace("{txid}", encodeURIComponent(txid));
}
