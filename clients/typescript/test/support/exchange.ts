/** A market on the sandbox's exchange: an issuer, a maker with offers, and accounts that trade. */
import type { Ed25519Signer, WalletCloud } from "../../src/index.js";
import type { HdWallet } from "../../src/hd.js";
import { ed25519Signer } from "../../src/signers.js";
import { fund, transact } from "./local.js";

export interface Trader {
  signer: Ed25519Signer;
  address: string;
}

/** An asset as the client's payments have it. */
export interface Issued {
  code: string;
  issuer: string;
}

const LUMEN = { kind: "coin", chain: "xlm" } as const;
export const wire = (asset: Issued | undefined) => (asset === undefined ? LUMEN : ({ kind: "xlm-asset", chain: "xlm", ...asset } as const));
export const named = (asset: Issued | undefined) => (asset === undefined ? "native" : `${asset.code}:${asset.issuer}`);

/** Opens an account with lumens. */
export async function trader(wallet: WalletCloud, hd: HdWallet, account: number): Promise<Trader> {
  const signer = ed25519Signer(hd.key("xlm", { account }).privateKey);
  const address = wallet.addressOf("xlm", signer.publicKey);
  await fund("xlm", address, "10000000000");
  return { signer, address };
}

export const trust = (wallet: WalletCloud, { signer }: Trader, assets: Issued[]) =>
  transact(wallet, signer, assets.map((asset) => ({ type: "changeTrust", asset: wire(asset) })));

/** Sells an amount in stroops, at a price in units of the bought asset. */
export const offer = (wallet: WalletCloud, { signer }: Trader, selling: Issued | undefined, buying: Issued | undefined, amount: string, price: string) =>
  transact(wallet, signer, [{ type: "manageSellOffer", selling: wire(selling), buying: wire(buying), amount, price }]);

/** Returns the balance of an asset in stroops. */
export async function balanceOf(wallet: WalletCloud, address: string, asset?: Issued): Promise<bigint> {
  const assets = asset === undefined ? [] : [named(asset)];
  const { balances } = await wallet.addressInfo({ chain: "xlm", address, limit: 0, assets });
  const found = balances.find(({ asset: other }) => (other.kind === "xlm-asset" ? other.code === asset?.code : asset === undefined));
  return BigInt(found?.balance.amount ?? 0);
}

export interface Market {
  issuer: Trader;
  maker: Trader;
  usd: Issued;
  eur: Issued;
}

/**
 * Opens a market with 1000 units of each offer: USD for 2 XLM, EUR for 1.25 USD, EUR for 3 XLM. EUR is therefore cheaper
 * through USD, at 2.5 XLM.
 */
export async function market(wallet: WalletCloud, hd: HdWallet): Promise<Market> {
  const [issuer, maker] = [await trader(wallet, hd, 100), await trader(wallet, hd, 101)];
  const [usd, eur] = ["USD", "EUR"].map((code) => ({ code, issuer: issuer.address })) as [Issued, Issued];
  await trust(wallet, maker, [usd, eur]);
  const issued = [usd, eur].map((asset) => ({ type: "payment", destination: maker.address, asset: wire(asset), amount: "50000000000" }));
  await transact(wallet, issuer.signer, issued);
  await offer(wallet, maker, usd, undefined, "10000000000", "2");
  await offer(wallet, maker, eur, usd, "10000000000", "1.25");
  await offer(wallet, maker, eur, undefined, "10000000000", "3");
  return { issuer, maker, usd, eur };
}
