/** ECDSA signatures of EVM accounts. */
import { parseHex, toBigInt } from "../bytes.js";
import { InputError } from "../errors.js";
import { type VerifiedSignature, verifyEcdsa } from "../secp256k1.js";
import type { EcdsaSignature } from "../signer.js";
import { parsePoint } from "./address.js";

/** Verifies a signature, and returns it with its low `s`. */
export function verifySignature(hash: Uint8Array, publicKey: string, { r, s }: EcdsaSignature): VerifiedSignature {
  const numbers = [r, s].map((digits) => toBigInt(parseHex(digits, "signature"))) as [bigint, bigint];
  const verified = verifyEcdsa(hash, parsePoint(publicKey), ...numbers);
  if (verified === undefined) throw new InputError("signer", "the signature is not valid");
  return verified;
}
