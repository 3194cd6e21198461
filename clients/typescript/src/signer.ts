/** The interface of signers. `@wallet-cloud/client/signers` has local ones; an app can provide others: hardware, HSM. */

/** ECDSA signature over secp256k1: `r` and `s` in hex. A high `s` is accepted and normalised by the services. */
export interface EcdsaSignature {
  r: string;
  s: string;
  /** Recovery id, 0 to 3; optional. */
  recovery?: number | undefined;
}

/** Schnorr signature (BIP 340): its two halves in hex. */
export interface SchnorrSignature {
  r: string;
  s: string;
}

/** Ed25519 signature (RFC 8032): its two halves in hex. */
export interface Ed25519Signature {
  R: string;
  s: string;
}

/** Signer for btc-like and EVM chains. */
export interface EcdsaSigner {
  readonly curve: "secp256k1";
  /** Public key in hex, compressed unless the address requires the uncompressed form. */
  readonly publicKey: string;
  /** Signs a hash of 32 bytes without hashing it again. `review` describes the payment for a device with a screen. */
  sign(hash: Uint8Array, review?: unknown): Promise<EcdsaSignature>;
}

/** Signer for p2tr addresses on btc and ltc: BIP 340 with the key that is tweaked without scripts (BIP 86). */
export interface TaprootSigner {
  readonly curve: "secp256k1-taproot";
  /** Internal public key in hex, 33 bytes. */
  readonly publicKey: string;
  /** Signs a hash of 32 bytes with the tweaked key. `review` describes the payment for a device with a screen. */
  sign(hash: Uint8Array, review?: unknown): Promise<SchnorrSignature>;
}

/** Signer of a btc-like key. */
export type BtcSigner = EcdsaSigner | TaprootSigner;

/** Signer for Stellar. */
export interface Ed25519Signer {
  readonly curve: "ed25519";
  /** Public key: 64 hex digits. */
  readonly publicKey: string;
  /** Signs the transaction hash of 32 bytes. */
  sign(hash: Uint8Array, review?: unknown): Promise<Ed25519Signature>;
}

/** Any signer. */
export type Signer = EcdsaSigner | TaprootSigner | Ed25519Signer;
