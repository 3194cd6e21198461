/** Taproot keys without scripts (BIP 86, BIP 341). */
import { sha256 } from "@noble/hashes/sha2.js";
import { bigEndian, concatBytes, toBigInt } from "../bytes.js";
import { InputError } from "../errors.js";
import { combine, liftX, ORDER } from "../secp256k1.js";

/** Hash of BIP 340 with a tag. */
export function taggedHash(tag: string, ...parts: Uint8Array[]): Uint8Array {
  const prefix = sha256(new TextEncoder().encode(tag));
  return sha256(concatBytes(prefix, prefix, ...parts));
}

/** Returns the number that is added to the internal key without scripts. `x` is its x coordinate, 32 bytes. */
export function taprootTweak(x: Uint8Array): bigint {
  const tweak = toBigInt(taggedHash("TapTweak", x));
  if (tweak >= ORDER) throw new InputError("publicKey", "not an internal key of taproot");
  return tweak;
}

/** Returns the x coordinate of the output key, 32 bytes. `publicKey` is the internal key, of 33 bytes in either parity. */
export function outputKey(publicKey: Uint8Array): Uint8Array {
  const x = publicKey.slice(1);
  const internal = liftX(toBigInt(x), false);
  const output = internal === undefined ? undefined : combine(taprootTweak(x), internal, 1n);
  if (output === undefined) throw new InputError("publicKey", "not a secp256k1 public key");
  return bigEndian(output.x, 32);
}
