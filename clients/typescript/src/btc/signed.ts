/** Signed transactions of the btc-like chains, built from the signatures of their inputs. */
import { bigEndian, bytesToHex, concatBytes, parseHex, toBigInt } from "../bytes.js";
import { InputError } from "../errors.js";
import { ORDER } from "../secp256k1.js";
import { hash160, witnessScript } from "./address.js";
import type { BtcLikeParams } from "./params.js";
import { encodeSigned, type Transaction, txidOf, withLength } from "./transaction.js";
import type { OwnedOutput } from "./transfer.js";

const SIGHASH_ALL = 1;
const SIGHASH_FORKID = 0x40;

/** The two numbers of a signature in hex. */
export interface SignatureNumbers {
  r: string;
  s: string;
}

/** Returns the transaction with the signatures of its inputs, as every implementation encodes them: with a low `s` (BIP 62). */
export function attachSignatures(
  params: BtcLikeParams,
  transaction: Transaction,
  spent: readonly OwnedOutput[],
  signatures: readonly SignatureNumbers[],
): { txid: string; txdata: string } {
  const inputs = transaction.inputs.map((input, index) => ({ ...input, ...unlock(params, spent[index]!, signatures[index]!) }));
  const signed = { ...transaction, inputs };
  return { txid: txidOf(signed), txdata: bytesToHex(encodeSigned(signed)) };
}

/** Returns the fields of an input that contain its signature. */
function unlock({ forkId }: BtcLikeParams, { owner }: OwnedOutput, { r, s }: SignatureNumbers): { scriptSig: Uint8Array; witness: Uint8Array[] } {
  const none = new Uint8Array();
  if (owner.type === "p2tr") return { scriptSig: none, witness: [concatBytes(bigEndian(numberOf(r), 32), bigEndian(numberOf(s), 32))] };
  const type = new Uint8Array([forkId ? SIGHASH_ALL | SIGHASH_FORKID : SIGHASH_ALL]);
  const signature = concatBytes(encodeDer(numberOf(r), numberOf(s)), type);
  const publicKey = parseHex(owner.publicKey, "publicKey");
  switch (owner.type) {
    case "p2pkh":
      return { scriptSig: concatBytes(withLength(signature), withLength(publicKey)), witness: [] };
    case "p2sh-p2wpkh":
      return { scriptSig: withLength(witnessScript(0, hash160(publicKey))), witness: [signature, publicKey] };
    case "p2wpkh":
      return { scriptSig: none, witness: [signature, publicKey] };
  }
}

function numberOf(hex: string): bigint {
  const digits = hex.replace(/^0[xX]/, "");
  const value = toBigInt(parseHex(digits.length % 2 === 0 ? digits : `0${digits}`, "signature"));
  if (value === 0n || value >= 2n ** 256n) throw new InputError("signer", "the signature is not valid");
  return value;
}

/** Encodes an ECDSA signature (DER, BIP 66). */
function encodeDer(r: bigint, s: bigint): Uint8Array {
  const low = s > ORDER / 2n && s < ORDER ? ORDER - s : s;
  const integers = concatBytes(derInteger(r), derInteger(low));
  return concatBytes(new Uint8Array([0x30, integers.length]), integers);
}

function derInteger(value: bigint): Uint8Array {
  // The first bit is the sign.
  const length = Math.floor(value.toString(2).length / 8) + 1;
  return concatBytes(new Uint8Array([0x02, length]), bigEndian(value, length));
}
