/** The listed assets on Stellar, with the home domains of their issuers. The list is that of the livenet. */
import { type AssetOf, assets, type XlmAsset } from "@wallet-cloud/client";
import { signal } from "@preact/signals";
import { client } from "./state.js";

export type ListedAsset = AssetOf<"xlm-asset">;

/** The list, empty until it is loaded. */
export const listedAssets = signal<ListedAsset[]>([]);

export async function loadListedAssets(): Promise<void> {
  if (listedAssets.value.length > 0) return;
  listedAssets.value = await assets(client(), "xlm-asset");
}

/** Distinguishes the assets of the account, as `id` of a holding. */
export const idOf = ({ code, issuer }: XlmAsset): string => `${code}-${issuer}`;

/** Returns a listed asset. */
export const listedAsset = (id: string): ListedAsset | undefined => listedAssets.value.find((asset) => idOf(asset) === id);

/** Returns the listed assets whose code, name or home domain contains a text. */
export function search(text: string): ListedAsset[] {
  const wanted = text.trim().toLowerCase();
  return listedAssets.value.filter(({ code, name, homeDomain }) => [code, name, homeDomain ?? ""].some((part) => part.toLowerCase().includes(wanted)));
}
