/** Accounts of btc-like chains (BIP 44): all addresses of an extended public key, derived in the client. */
import { bytesToHex } from "@noble/hashes/utils.js";
import type { ExtendedKeyData } from "../address-info.js";
import { responseAmount, responseInteger } from "../bytes.js";
import type { BtcLikeChain, Network } from "../chains.js";
import { VerificationError } from "../errors.js";
import { ExtendedKey } from "../extended-key.js";
import { verifyDecoding, verifyEqual } from "../payment.js";
import { btcLikeAddress } from "./address.js";
import { type AddressType, addressType, type BtcLikeParams, btcLikeParams } from "./params.js";
import { outpointOf, type OwnedUtxo } from "./transfer.js";

/** Version bytes of extended keys, which all btc-like chains accept in descriptors (BIP 32). */
const VERSIONS = {
  livenet: { private: 0x0488ade4, public: 0x0488b21e },
  testnet: { private: 0x04358394, public: 0x043587cf },
};

/** Number of unused addresses after which the search for used ones ends (BIP 44); the default of the service. */
const GAP = 20;
/** Maximum number of addresses of a response. */
const MAX_ADDRESSES = 1000;
/** Maximum number of addresses and outputs that a payment chooses from. */
const MAX_OWNERS = 50;
const MAX_OUTPUTS = 500;

/** An address of an account with its public key. */
export interface AccountAddress {
  /** Derivation path from the seed, for example `m/84'/0'/0'/0/5`. */
  path: string;
  /** Number of the address in its branch, from 0. */
  index: number;
  isChange: boolean;
  /** Public key in hex; of a p2tr address the internal key. */
  publicKey: string;
  address: string;
}

/** An unspent output of an account with the path of its key. */
export interface AccountUtxo extends OwnedUtxo {
  path: string;
  /** 0 while the transaction is pending. */
  confirmations: number;
}

/** Outputs and unused addresses of an account, all derived from its key. */
export interface AccountState {
  /** Next unused address for payments from others. */
  receive: AccountAddress;
  /** Next unused address for change. */
  change: AccountAddress;
  utxo: AccountUtxo[];
}

/** The extended public key of an account, and where it belongs. */
export interface BtcAccountOptions {
  chain: BtcLikeChain;
  network: Network;
  /** Address type on btc and ltc; `p2wpkh` by default. */
  type?: AddressType | undefined;
  /** Derivation path of the account, for example `m/84'/0'/0'`. */
  path: string;
  /** Extended public key at `path`: `xpub` on livenet, `tpub` on testnet. */
  xpub: string;
}

type Listed = ExtendedKeyData["addresses"][number];
type Branch = 0 | 1;

/** An account without its private keys. */
export class BtcAccount {
  /** The chain. */
  readonly chain: BtcLikeChain;
  /** The network. */
  readonly network: Network;
  /** The type of all addresses. */
  readonly type: AddressType;
  /** The derivation path of the account. */
  readonly path: string;
  /** Output descriptor of all addresses (BIP 380), the `xpub` of `extendedKeyInfo`. */
  readonly descriptor: string;
  readonly #params: BtcLikeParams;
  readonly #branches: readonly [ExtendedKey, ExtendedKey];
  readonly #derived = new Map<string, AccountAddress>();

  constructor({ chain, network, type, path, xpub }: BtcAccountOptions) {
    this.chain = chain;
    this.network = network;
    this.path = path;
    this.#params = btcLikeParams(chain, network);
    this.type = addressType(this.#params, type);
    const key = ExtendedKey.parse(xpub, VERSIONS[network].public);
    this.#branches = [key.child(0), key.child(1)];
    this.descriptor = descriptorOf(this.type, `${xpub}/<0;1>/*`);
  }

  /** Derives an address: by default one for payments from others, with `isChange` one for change. */
  address(index: number, isChange = false): AccountAddress {
    const steps = `${isChange ? 1 : 0}/${index}`;
    let found = this.#derived.get(steps);
    if (found === undefined) {
      const publicKey = bytesToHex(this.#branches[isChange ? 1 : 0].child(index).publicKey);
      const address = btcLikeAddress(this.#params, this.type, publicKey);
      found = { path: `${this.path}/${steps}`, index, isChange, publicKey, address };
      this.#derived.set(steps, found);
    }
    return found;
  }

  /**
   * Verifies the response of `extendedKeyInfo` for `descriptor`: every address and public key in it must be the derived one.
   * The next unused addresses follow from the used ones, and never from the server's list of the next ones. Throws a
   * `VerificationError` with the subject `addresses`.
   */
  verify({ addresses, next, utxo }: Pick<ExtendedKeyData, "addresses" | "next" | "utxo">): AccountState {
    return verifyDecoding("addresses", () => {
      if (addresses.length > MAX_ADDRESSES) throw new VerificationError("addresses", "the server lists too many addresses");
      const receive = this.#next(0, addresses, next.receive);
      const change = this.#next(1, addresses, next.change);
      const owned = utxo.map((output) => this.#utxo(output));
      if (new Set(owned.map(outpointOf)).size !== owned.length) throw new VerificationError("addresses", "the server lists an output twice");
      return { receive, change, utxo: owned };
    });
  }

  /** Verifies the addresses of a branch, and returns the one after the last used one. */
  #next(branch: Branch, addresses: readonly Listed[], expected: string | null | undefined): AccountAddress {
    const listed = addresses.filter(({ change }) => change === (branch === 1));
    let next = 0;
    for (const [index, { path, address, used }] of listed.entries()) {
      verifyEqual("addresses", "path of an address", `${branch}/${index}`, path);
      verifyEqual("addresses", `address ${path}`, this.address(index, branch === 1).address, address);
      if (!used) continue;
      // A search that ends after the gap does not find this address.
      if (index - next >= GAP) throw new VerificationError("addresses", `the server reports ${path} as used behind unused addresses`);
      next = index + 1;
    }
    const found = this.address(next, branch === 1);
    if (typeof expected === "string") verifyEqual("addresses", "next unused address", found.address, expected);
    return found;
  }

  #utxo({ txid, vout, value, address, path, publicKey, confirmations }: ExtendedKeyData["utxo"][number]): AccountUtxo {
    const [, branch, index] = /^([01])\/(0|[1-9]\d{0,8})$/.exec(path) ?? [];
    if (index === undefined) throw new VerificationError("addresses", `not a path of an address: ${path}`);
    const own = this.address(Number(index), branch === "1");
    verifyEqual("addresses", `owner of an output at ${path}`, `${own.address} ${own.publicKey}`, `${address} ${publicKey}`);
    if (!/^[0-9a-f]{64}$/.test(txid)) throw new VerificationError("addresses", "not a transaction id");
    const amount = responseAmount(value, "value").toString();
    const numbers = { vout: responseInteger(vout, "vout"), confirmations: responseInteger(confirmations, "confirmations") };
    return { txid, value: amount, ...numbers, publicKey: own.publicKey, type: this.type, path: own.path };
  }
}

/** Returns the account of a seed's key at `path`. */
export function accountOf(seed: Uint8Array, options: Omit<BtcAccountOptions, "xpub">): BtcAccount {
  const xpub = ExtendedKey.fromSeed(seed).derive(options.path).encode(VERSIONS[options.network].public);
  return new BtcAccount({ ...options, xpub });
}

/** Returns the descriptor of the account of a seed with its extended private key. */
export function privateDescriptor(seed: Uint8Array, { chain, network, type, path }: Omit<BtcAccountOptions, "xpub">): string {
  const key = ExtendedKey.fromSeed(seed).derive(path).encodePrivate(VERSIONS[network].private);
  return descriptorOf(addressType(btcLikeParams(chain, network), type), `${key}/<0;1>/*`);
}

function descriptorOf(type: AddressType, key: string): string {
  switch (type) {
    case "p2pkh":
      return `pkh(${key})`;
    case "p2sh-p2wpkh":
      return `sh(wpkh(${key}))`;
    case "p2wpkh":
      return `wpkh(${key})`;
    case "p2tr":
      return `tr(${key})`;
  }
}

/**
 * Returns the outputs that one payment can choose from: all, or if there are too many, the largest outputs of the
 * addresses with the largest sums. Confirmed outputs come first.
 */
export function payableOutputs(utxo: readonly AccountUtxo[]): AccountUtxo[] {
  const ranked = [...utxo].sort((one, other) => rank(one) - rank(other) || compare(BigInt(other.value), BigInt(one.value)));
  const owners = new Map<string, bigint>();
  for (const { path, value } of ranked) owners.set(path, (owners.get(path) ?? 0n) + BigInt(value));
  const largest = [...owners].sort(([, one], [, other]) => compare(other, one)).slice(0, MAX_OWNERS);
  const chosen = new Set(largest.map(([path]) => path));
  return ranked.filter(({ path }) => chosen.has(path)).slice(0, MAX_OUTPUTS);
}

const rank = ({ confirmations }: AccountUtxo) => (confirmations > 0 ? 0 : 1);
const compare = (one: bigint, other: bigint) => (one < other ? -1 : one > other ? 1 : 0);
