/** Curves with private keys: secp256k1 (ECDSA, BIP 340) and Ed25519, with hash functions that need no Web Crypto. */
import * as ed25519 from "@noble/ed25519";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import * as secp256k1 from "@noble/secp256k1";

ed25519.hashes.sha512 = sha512;
secp256k1.hashes.sha256 = sha256;
secp256k1.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

/** Returns the compressed public key, 33 bytes. */
export const ecdsaPublicKey = (privateKey: Uint8Array): Uint8Array => secp256k1.getPublicKey(privateKey);

/** Signs a hash with the nonce of RFC 6979 and a low `s`: one byte of recovery id, then r and s. */
export const signEcdsa = (hash: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  secp256k1.sign(hash, privateKey, { prehash: false, lowS: true, format: "recovered" });

/** Returns the x-only public key of BIP 340, 32 bytes. */
export const schnorrPublicKey = (privateKey: Uint8Array): Uint8Array => secp256k1.schnorr.getPublicKey(privateKey);

/** Signs a hash by BIP 340. `auxiliary` replaces the 32 random bytes. */
export const signSchnorr = (hash: Uint8Array, privateKey: Uint8Array, auxiliary?: Uint8Array): Uint8Array =>
  secp256k1.schnorr.sign(hash, privateKey, auxiliary);

/** Returns the public key plus a multiple of the generator from 1, compressed. Fails for the point at infinity or an invalid key. */
export const addToPublicKey = (publicKey: Uint8Array, factor: bigint): Uint8Array =>
  secp256k1.Point.fromBytes(publicKey).add(secp256k1.Point.BASE.multiply(factor)).toBytes();

/** Returns the public key of a seed (RFC 8032), 32 bytes. */
export const ed25519PublicKey = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed);

/** Signs a message with a seed (RFC 8032). */
export const signEd25519 = (message: Uint8Array, seed: Uint8Array): Uint8Array => ed25519.sign(message, seed);
