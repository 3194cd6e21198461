/** Assets on Stellar: of requests, of reviews, and by their names. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bigEndian, concatBytes } from "../bytes.js";
import { type Network, XLM_PASSPHRASE } from "../chains.js";
import { InputError, VerificationError } from "../errors.js";
import type { PaymentAsset } from "../payment.js";
import { encodeContract, parseAccount } from "./strkey.js";

/** An asset: the coin, or a code with the issuer. */
export interface XlmAsset {
  code: string;
  issuer: string;
}

/** An asset in requests, responses and reviews. */
export type XlmPaymentAsset = Extract<PaymentAsset, { kind: "xlm-asset" }> | { kind: "coin"; chain: "xlm" };

/** Checks an asset that the caller provides. `field` is its name in errors. */
export function checkAsset({ code, issuer }: XlmAsset, field = "asset"): XlmAsset {
  if (!/^[a-zA-Z0-9]{1,12}$/.test(code)) throw new InputError(`${field}.code`, "not 1 to 12 letters and digits");
  parseAccount(issuer, `${field}.issuer`);
  return { code, issuer };
}

/** Returns the name of an asset: `native`, or `CODE:ISSUER`. Without an asset it is the lumen. */
export const assetName = (asset: XlmAsset | undefined) => (asset === undefined ? "native" : `${asset.code}:${asset.issuer}`);

/** Returns an asset as requests and reviews contain it. Without an asset it is the lumen. */
export const paymentAsset = (asset: XlmAsset | undefined): XlmPaymentAsset =>
  asset === undefined ? { kind: "coin", chain: "xlm" } : { kind: "xlm-asset", chain: "xlm", code: asset.code, issuer: asset.issuer };

/** Returns an asset by its name. */
export function namedAsset(name: string): XlmPaymentAsset {
  const [code = "", issuer] = name.split(":");
  return paymentAsset(issuer === undefined ? undefined : { code, issuer });
}

/** Returns the name of an asset in a response. Throws a `VerificationError` for anything else. */
export function responseAssetName(asset: unknown): string {
  const { kind, chain, code, issuer } = (asset ?? {}) as Record<string, unknown>;
  if (chain === "xlm" && kind === "coin") return "native";
  const isNamed = chain === "xlm" && kind === "xlm-asset" && typeof code === "string" && typeof issuer === "string";
  if (!isNamed) throw new VerificationError("path", "not an asset on Stellar");
  return assetName({ code, issuer });
}

/** Returns the address of the contract of an asset: `native`, or `CODE:ISSUER`. */
export function assetContract(name: string, network: Network): string {
  const networkId = sha256(new TextEncoder().encode(XLM_PASSPHRASE[network]));
  // ENVELOPE_TYPE_CONTRACT_ID and CONTRACT_ID_PREIMAGE_FROM_ASSET.
  return encodeContract(sha256(concatBytes(bigEndian(8, 4), networkId, bigEndian(1, 4), encodeAsset(name))));
}

function encodeAsset(name: string): Uint8Array {
  const [code = "", issuer] = name.split(":");
  if (issuer === undefined) return bigEndian(0, 4);
  const padded = new Uint8Array(code.length > 4 ? 12 : 4);
  padded.set(new TextEncoder().encode(code));
  return concatBytes(bigEndian(code.length > 4 ? 2 : 1, 4), padded, bigEndian(0, 4), parseAccount(issuer, "asset.issuer"));
}
