/** Keys of all chains from one mnemonic: BIP 39, BIP 32, BIP 44, BIP 49, BIP 84, BIP 86, and SLIP-10 for Stellar (SEP-5). */
import { hmac } from "@noble/hashes/hmac.js";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { accountOf, type BtcAccount, privateDescriptor } from "./btc/account.js";
import type { AddressType } from "./btc/params.js";
import { type BtcLikeChain, type Chain, isBtcLike, type Network } from "./chains.js";
import { ed25519PublicKey } from "./curves.js";
import { ExtendedKey } from "./extended-key.js";
import { encodeSeed } from "./xlm/strkey.js";

export { type AccountAddress, type AccountState, type AccountUtxo, BtcAccount, type BtcAccountOptions, payableOutputs } from "./btc/account.js";

/** A key with the path from the seed. */
export interface DerivedKey {
  /** Derivation path, for example `m/84'/0'/0'/0/0`. */
  path: string;
  privateKey: Uint8Array;
  /** Public key in hex: compressed secp256k1, or Ed25519. */
  publicKey: string;
}

/** SLIP-44 coin types of livenet. Every testnet has the coin type 1, except where wallets keep the livenet's path. */
const COIN_TYPES: Partial<Record<Chain, number>> = { btc: 0, ltc: 2, doge: 3, bch: 145, etc: 61 };
/** The coin type of eth. EVM wallets use the path of eth on the other chains, so that the address is the same. */
const EVM_COIN_TYPE = 60;

/** First index of the path: BIP 44, BIP 49, BIP 84, BIP 86. */
const PURPOSES: Record<AddressType, number> = { p2pkh: 44, "p2sh-p2wpkh": 49, p2wpkh: 84, p2tr: 86 };

/** What distinguishes the paths of a chain. */
export interface PathOptions {
  network?: Network | undefined;
  /** Address type on btc and ltc; `p2wpkh` by default. */
  type?: AddressType | undefined;
  /** Account number, from 0; on Stellar the number of the key. */
  account?: number | undefined;
  /** Address number, from 0; not on Stellar. */
  index?: number | undefined;
  /** True for a change address (btc-like). */
  change?: boolean | undefined;
}

/** Returns the usual derivation path of a chain. */
export function derivationPath(chain: Chain, options: PathOptions = {}): string {
  const { network = "livenet", type, account = 0, index = 0, change = false } = options;
  if (chain === "xlm") return `m/44'/148'/${account}'`;
  const hasSegwit = chain === "btc" || chain === "ltc";
  const isUtxo = hasSegwit || chain === "bch" || chain === "doge";
  const purpose = hasSegwit ? PURPOSES[type ?? "p2wpkh"] : 44;
  const coinType = isUtxo && network === "testnet" ? 1 : (COIN_TYPES[chain] ?? EVM_COIN_TYPE);
  return `m/${purpose}'/${coinType}'/${account}'/${change ? 1 : 0}/${index}`;
}

/** Returns the path of an account: that of its addresses without the last two steps. */
export const accountPath = (path: string): string => path.replace(/\/[01]\/\d+$/, "");

/** Creates a mnemonic of 12 (128 bits) or 24 words (256 bits) from `crypto.getRandomValues`. */
export const createMnemonic = (strength: 128 | 256 = 128): string => generateMnemonic(wordlist, strength);

/** Returns true if the words and the checksum of an English mnemonic are valid. */
export const isMnemonic = (mnemonic: string): boolean => validateMnemonic(normalize(mnemonic), wordlist);

const normalize = (mnemonic: string) => mnemonic.normalize("NFKD").trim().toLowerCase().split(/\s+/).join(" ");

/** A seed, from which the keys of all chains are derived. Keep it in memory only while it is needed. */
export class HdWallet {
  readonly #stored: Uint8Array;
  #isErased = false;

  /** `seed` has 16 to 64 bytes; from a mnemonic 64. */
  constructor(seed: Uint8Array) {
    if (seed.length < 16 || seed.length > 64) throw new TypeError("a seed has 16 to 64 bytes");
    this.#stored = seed.slice();
  }

  get #seed(): Uint8Array {
    if (this.#isErased) throw new TypeError("the seed was erased");
    return this.#stored;
  }

  /** Overwrites the seed, also for every other holder of this object. Afterwards no key can be derived. */
  erase(): void {
    this.#isErased = true;
    this.#stored.fill(0);
  }

  /** Restores the wallet of an English mnemonic. Fails if a word or the checksum is not valid. */
  static async fromMnemonic(mnemonic: string, passphrase = ""): Promise<HdWallet> {
    const words = normalize(mnemonic);
    if (!validateMnemonic(words, wordlist)) throw new TypeError("not a valid mnemonic: check the words and their order");
    return new HdWallet(await mnemonicToSeed(words, passphrase));
  }

  /** Derives the key of a chain at its usual path. */
  key(chain: Chain, options: PathOptions = {}): DerivedKey {
    const path = derivationPath(chain, options);
    return chain === "xlm" ? this.ed25519(path) : this.secp256k1(path);
  }

  /**
   * Returns the account of a chain: all its addresses, without private keys. By default it is the one at the usual path;
   * `path` names another one.
   */
  account(chain: BtcLikeChain, options: Omit<PathOptions, "index" | "change"> & { path?: string | undefined } = {}): BtcAccount {
    const { network = "livenet", type, path = accountPath(derivationPath(chain, options)) } = options;
    return accountOf(this.#seed, { chain, network, type, path });
  }

  /**
   * Returns the private key of a chain as other wallets import it: hex on EVM chains, `S…` on Stellar, and on btc-like chains the
   * descriptor of the whole account with its extended private key (BIP 380). `path` is that of the first address.
   */
  exportKey(chain: Chain, options: { network?: Network | undefined; path?: string | undefined } = {}): string {
    const { network = "livenet", path = derivationPath(chain, options) } = options;
    if (isBtcLike(chain)) return privateDescriptor(this.#seed, { chain, network, path: accountPath(path) });
    return chain === "xlm" ? encodeSeed(this.ed25519(path).privateKey) : `0x${bytesToHex(this.secp256k1(path).privateKey)}`;
  }

  /** Derives a secp256k1 key (BIP 32). */
  secp256k1(path: string): DerivedKey {
    const { privateKey, publicKey } = ExtendedKey.fromSeed(this.#seed).derive(path);
    if (privateKey === undefined) throw new TypeError("the path has no private key");
    return { path, privateKey, publicKey: bytesToHex(publicKey) };
  }

  /** Derives an Ed25519 key (SLIP-10). Every index is hardened. */
  ed25519(path: string): DerivedKey {
    const privateKey = slip10(this.#seed, path);
    return { path, privateKey, publicKey: bytesToHex(ed25519PublicKey(privateKey)) };
  }
}

/** SLIP-10 derivation for Ed25519. */
function slip10(seed: Uint8Array, path: string): Uint8Array {
  if (!/^m(\/\d+')*$/.test(path)) throw new TypeError("every index of an Ed25519 path is hardened: m/44'/148'/0'");
  let node = hmac(sha512, new TextEncoder().encode("ed25519 seed"), seed);
  for (const [, digits] of path.matchAll(/\/(\d+)'/g)) {
    const index = Number(digits);
    if (index >= 0x80000000) throw new TypeError("an index is below 2147483648");
    const data = new Uint8Array(37);
    data.set(node.slice(0, 32), 1);
    new DataView(data.buffer).setUint32(33, index + 0x80000000);
    node = hmac(sha512, node.slice(32), data);
  }
  return node.slice(0, 32);
}
