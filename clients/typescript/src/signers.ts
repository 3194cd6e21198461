/** Signers for private keys that stay in the app. */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { bigEndian, toBigInt } from "./bytes.js";
import { taprootTweak } from "./btc/taproot.js";
import { ecdsaPublicKey, ed25519PublicKey, schnorrPublicKey, signEcdsa, signEd25519, signSchnorr } from "./curves.js";
import { ORDER } from "./secp256k1.js";
import type { EcdsaSigner, Ed25519Signer, SchnorrSignature, TaprootSigner } from "./signer.js";

export type {
  BtcSigner,
  EcdsaSignature,
  EcdsaSigner,
  Ed25519Signature,
  Ed25519Signer,
  SchnorrSignature,
  Signer,
  TaprootSigner,
} from "./signer.js";

/** A private key: 32 bytes, or 64 hex digits. */
export type PrivateKey = Uint8Array | string;

function keyBytes(privateKey: PrivateKey): Uint8Array {
  const bytes = typeof privateKey === "string" ? hexToBytes(privateKey.replace(/^0[xX]/, "")) : privateKey.slice();
  if (bytes.length !== 32) throw new TypeError("a private key has 32 bytes");
  return bytes;
}

function checkHash(hash: Uint8Array): void {
  if (hash.length !== 32) throw new TypeError("a hash has 32 bytes");
}

/** ECDSA signer over secp256k1 for btc-like and EVM chains: RFC 6979 nonces, low `s`, recovery id. */
export function ecdsaSigner(privateKey: PrivateKey): EcdsaSigner {
  const key = keyBytes(privateKey);
  return {
    curve: "secp256k1",
    publicKey: bytesToHex(ecdsaPublicKey(key)),
    async sign(hash) {
      checkHash(hash);
      // One byte of recovery id, then r and s.
      const bytes = signEcdsa(hash, key);
      return { r: bytesToHex(bytes.slice(1, 33)), s: bytesToHex(bytes.slice(33)), recovery: bytes[0] };
    },
  };
}

/** Schnorr signer (BIP 340). */
export interface SchnorrSigner {
  readonly curve: "secp256k1-schnorr";
  /** X-only public key: 64 hex digits. */
  readonly publicKey: string;
  sign(hash: Uint8Array): Promise<SchnorrSignature>;
}

/** Schnorr signer for a key that is used unchanged. `auxiliary` replaces the 32 random bytes of BIP 340. */
export function schnorrSigner(privateKey: PrivateKey, auxiliary?: Uint8Array): SchnorrSigner {
  const key = keyBytes(privateKey);
  return {
    curve: "secp256k1-schnorr",
    publicKey: bytesToHex(schnorrPublicKey(key)),
    async sign(hash) {
      checkHash(hash);
      const signature = bytesToHex(signSchnorr(hash, key, auxiliary));
      return { r: signature.slice(0, 64), s: signature.slice(64) };
    },
  };
}

/**
 * Signer for p2tr addresses on btc and ltc: BIP 340 with the key tweaked by BIP 86. `auxiliary` replaces the 32 random bytes
 * of BIP 340.
 */
export function taprootSigner(privateKey: PrivateKey, auxiliary?: Uint8Array): TaprootSigner {
  const key = keyBytes(privateKey);
  const publicKey = ecdsaPublicKey(key);
  const secret = toBigInt(key);
  // The internal key has an even y coordinate.
  const even = publicKey[0] === 2 ? secret : ORDER - secret;
  const { sign } = schnorrSigner(bigEndian((even + taprootTweak(publicKey.slice(1))) % ORDER, 32), auxiliary);
  return { curve: "secp256k1-taproot", publicKey: bytesToHex(publicKey), sign };
}

/** Ed25519 signer (RFC 8032) for Stellar. The private key is the seed of 32 bytes. */
export function ed25519Signer(privateKey: PrivateKey): Ed25519Signer {
  const key = keyBytes(privateKey);
  return {
    curve: "ed25519",
    publicKey: bytesToHex(ed25519PublicKey(key)),
    async sign(hash) {
      checkHash(hash);
      const signature = bytesToHex(signEd25519(hash, key));
      return { R: signature.slice(0, 64), s: signature.slice(64) };
    },
  };
}
