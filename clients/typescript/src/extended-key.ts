/** Extended keys of secp256k1 (BIP 32). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { base58check, hash160 } from "./btc/address.js";
import { bigEndian, concatBytes, toBigInt } from "./bytes.js";
import { addToPublicKey, ecdsaPublicKey } from "./curves.js";
import { decodePoint, ORDER } from "./secp256k1.js";

/** First index of the hardened keys. */
const HARDENED = 0x80000000;

/** Version, depth, fingerprint of the parent, index, chain code and key. */
const LENGTH = 78;

/** A public key with its chain code, and the private key if it is known: further keys are derived from it. */
export class ExtendedKey {
  private constructor(
    /** Compressed public key. */
    readonly publicKey: Uint8Array,
    /** Absent if only the public key is known. */
    readonly privateKey: Uint8Array | undefined,
    readonly chainCode: Uint8Array,
    /** Depth, fingerprint of the parent and index, as they are encoded. */
    readonly origin: Uint8Array,
  ) {}

  static #ofPrivate(secret: bigint, chainCode: Uint8Array, origin: Uint8Array): ExtendedKey {
    const privateKey = bigEndian(secret, 32);
    return new ExtendedKey(ecdsaPublicKey(privateKey), privateKey, chainCode, origin);
  }

  /** Returns the master key of a seed. */
  static fromSeed(seed: Uint8Array): ExtendedKey {
    const hash = hmac(sha512, new TextEncoder().encode("Bitcoin seed"), seed);
    return ExtendedKey.#ofPrivate(toBigInt(hash.slice(0, 32)), hash.slice(32), new Uint8Array(9));
  }

  /** Parses an extended public key with the version bytes of its network. */
  static parse(text: string, version: number): ExtendedKey {
    const bytes = base58check.decode(text);
    if (bytes.length !== LENGTH || toBigInt(bytes.slice(0, 4)) !== BigInt(version)) throw new TypeError("not an extended public key of this network");
    const publicKey = bytes.slice(45);
    if (decodePoint(publicKey) === undefined) throw new TypeError("not a secp256k1 public key");
    return new ExtendedKey(publicKey, undefined, bytes.slice(13, 45), bytes.slice(4, 13));
  }

  /** Derives a key of the next level. An index from 2147483648 is hardened, which requires the private key. */
  child(index: number): ExtendedKey {
    if (!Number.isInteger(index) || index < 0 || index > 0xffffffff) throw new TypeError("an index is an integer below 4294967296");
    if (index >= HARDENED && this.privateKey === undefined) throw new TypeError("a hardened key requires the private key");
    const parent = index >= HARDENED ? concatBytes(new Uint8Array(1), this.privateKey!) : this.publicKey;
    const hash = hmac(sha512, this.chainCode, concatBytes(parent, bigEndian(index, 4)));
    const tweak = toBigInt(hash.slice(0, 32));
    // No known index has such a hash; the probability is below 2^-127.
    if (tweak === 0n || tweak >= ORDER) throw new TypeError("no key has this index");
    const origin = concatBytes(Uint8Array.of(this.origin[0]! + 1), hash160(this.publicKey).slice(0, 4), bigEndian(index, 4));
    if (this.privateKey === undefined) return new ExtendedKey(addToPublicKey(this.publicKey, tweak), undefined, hash.slice(32), origin);
    return ExtendedKey.#ofPrivate((tweak + toBigInt(this.privateKey)) % ORDER, hash.slice(32), origin);
  }

  /** Derives the key at a path, for example `m/84'/0'/0'/0/5`. */
  derive(path: string): ExtendedKey {
    if (!/^m(\/\d+'?)*$/.test(path)) throw new TypeError("a path is m, followed by indexes: m/44'/0'/0'/0/0");
    let key: ExtendedKey = this;
    for (const [, digits, hardened] of path.matchAll(/\/(\d+)('?)/g)) {
      if (Number(digits) >= HARDENED) throw new TypeError("an index is below 2147483648");
      key = key.child(Number(digits) + (hardened === "" ? 0 : HARDENED));
    }
    return key;
  }

  /** Returns the extended public key. */
  encode(version: number): string {
    return this.#encode(version, this.publicKey);
  }

  /** Returns the extended private key. */
  encodePrivate(version: number): string {
    if (this.privateKey === undefined) throw new TypeError("the private key is not known");
    return this.#encode(version, concatBytes(new Uint8Array(1), this.privateKey));
  }

  #encode(version: number, key: Uint8Array): string {
    return base58check.encode(concatBytes(bigEndian(version, 4), this.origin, this.chainCode, key));
  }
}
