/** Transfers on btc-like chains: everything that the client derives from a request, and the transaction that follows. */
import { bytesToHex, parseHex, responseAmount, responseInteger } from "../bytes.js";
import type { Network } from "../chains.js";
import { InputError, VerificationError } from "../errors.js";
import { verifyDecoding, verifyEqual } from "../payment.js";
import { btcLikeAddress, hash160, ownScript, parsePublicKey } from "./address.js";
import { type AddressType, addressType, type BtcLikeParams, dustLimit } from "./params.js";
import { sighash, taprootSighash } from "./sighash.js";
import type { Output, Transaction } from "./transaction.js";

/**
 * A recipient and its amount in base units, or an output that carries data and no value: bytes in hex for one push, or the
 * script (`OP_RETURN` with pushes only) in hex.
 */
export type BtcOutput = { to: string; amount: string | bigint } | { data: string } | { script: string };

/** An unspent output to spend. */
export interface BtcUtxo {
  txid: string;
  vout: number;
  /** Value in base units. */
  value: string;
  /** Public key of its owner in hex; by default that of the payment. */
  publicKey?: string | undefined;
  /** Address type of its owner; by default that of the payment. */
  type?: AddressType | undefined;
  /** Sequence number of the input; by default that of the payment. */
  sequence?: number | undefined;
}

/** An unspent output that names its owner. */
export interface OwnedUtxo extends BtcUtxo {
  publicKey: string;
  type: AddressType;
}

/** The owner of outputs: a key with its address. */
export interface Owner {
  type: AddressType;
  /** Public key in lower-case hex; of a p2tr address the internal key. */
  publicKey: string;
  address: string;
  script: Uint8Array;
}

/** An output to spend with its owner. */
export interface OwnedOutput {
  txid: string;
  vout: number;
  value: bigint;
  owner: Owner;
  /** Sequence number of the input; by default that of the transfer. */
  sequence?: number | undefined;
}

/** A transfer without its inputs. */
export interface Terms {
  params: BtcLikeParams;
  network: Network;
  /** The owner of inputs that name no other. */
  sender: Owner;
  /** The payments and data in output order; the recipient of data is empty. */
  payments: { to: string; output: Output }[];
  change: { address: string; script: Uint8Array };
  version: number;
  lockTime: number;
  sequence: number;
}

/** Derives the owner from a public key and the requested type. */
export function ownerOf(params: BtcLikeParams, requested: AddressType | undefined, publicKey: string): Owner {
  const type = addressType(params, requested);
  const bytes = parsePublicKey(publicKey, type);
  return { type, publicKey: bytesToHex(bytes), address: btcLikeAddress(params, type, publicKey), script: ownScript(type, bytes) };
}

export const isUint32 = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 0xffffffff;
const isSameOwner = (one: Owner, other: Owner) => one.type === other.type && one.publicKey === other.publicKey;
export const outpointOf = ({ txid, vout }: { txid: string; vout: number }): string => `${txid}:${vout}`;

/** Checks the outputs that the caller offers to spend. */
export function checkUtxo(params: BtcLikeParams, sender: Owner, list: readonly BtcUtxo[]): OwnedOutput[] {
  if (list.length === 0) throw new InputError("utxo", "no outputs");
  const checked = list.map(({ txid, vout, value, publicKey, type, sequence }, index) => {
    const field = `utxo[${index}]`;
    if (!/^[0-9a-f]{64}$/.test(txid)) throw new InputError(`${field}.txid`, "not a transaction id in lower case");
    if (!isUint32(vout)) throw new InputError(`${field}.vout`, "not an output number");
    if (!/^(0|[1-9]\d{0,19})$/.test(value)) throw new InputError(`${field}.value`, "not an integer in the base unit");
    if (sequence !== undefined && !isUint32(sequence)) throw new InputError(`${field}.sequence`, "not from 0 to 4294967295");
    return { txid, vout, value: BigInt(value), owner: ownerOf(params, type ?? sender.type, publicKey ?? sender.publicKey), sequence };
  });
  if (new Set(checked.map(outpointOf)).size !== checked.length) throw new InputError("utxo", "an output twice");
  return checked;
}

/**
 * Checks the inputs that the server selected. Each must be one of `offered` with the same owner, if the caller offered
 * outputs, and otherwise belong to the sender.
 */
export function checkInputs(terms: Pick<Terms, "params" | "sender">, utxo: BtcUtxo[], offered: OwnedOutput[] | undefined): OwnedOutput[] {
  const isValid = Array.isArray(utxo) && utxo.length > 0 && utxo.every(({ txid }) => /^[0-9a-f]{64}$/.test(txid));
  if (!isValid) throw new VerificationError("inputs", "the server returned no valid inputs");
  const outpoints = new Set(utxo.map(({ txid, vout }) => `${txid}:${responseInteger(vout, "vout")}`));
  if (outpoints.size !== utxo.length) throw new VerificationError("inputs", "the server returned an input twice");
  return utxo.map((entry) => checkInput(terms, entry, offered));
}

function checkInput({ params, sender }: Pick<Terms, "params" | "sender">, entry: BtcUtxo, offered: OwnedOutput[] | undefined): OwnedOutput {
  const { txid, vout, publicKey = sender.publicKey, type = sender.type } = entry;
  const owner = verifyDecoding("inputs", () => ownerOf(params, type, publicKey));
  const value = responseAmount(entry.value, "value");
  const known = offered?.find((output) => outpointOf(output) === outpointOf(entry));
  if (offered !== undefined && known === undefined) throw new VerificationError("inputs", "the server spends an output that was not offered");
  if (!isSameOwner(owner, known?.owner ?? sender)) throw new VerificationError("inputs", "the server names another owner of an input");
  if (known !== undefined && known.value !== value) {
    throw new VerificationError("inputs", "value of an input", known.value.toString(), value.toString());
  }
  verifyEqual("inputs", "sequence number of an input", known?.sequence, entry.sequence);
  return { txid, vout, value, owner, sequence: known?.sequence };
}

/** Returns an input in the form of requests. */
export function wireUtxo({ sender }: Terms, { txid, vout, value, owner, sequence }: OwnedOutput) {
  const key = owner.publicKey === sender.publicKey ? {} : { publicKey: owner.publicKey };
  const type = owner.type === sender.type ? {} : { type: owner.type };
  return { txid, vout, value: value.toString(), ...key, ...type, ...(sequence === undefined ? {} : { sequence }) };
}

/** Returns an output in the form of requests. */
export function wireOutput({ to, output }: Terms["payments"][number]) {
  const amount = output.value.toString();
  return to === "" ? { to, amount, script: bytesToHex(output.script) } : { to, amount };
}

export const totalOf = (values: readonly { value: bigint }[]): bigint => values.reduce((sum, { value }) => sum + value, 0n);

/** The transaction that the client built, with the facts for the review. */
export interface Built {
  transaction: Transaction;
  hashes: Uint8Array[];
  fee: bigint;
  change: bigint;
}

/**
 * Builds the transaction and compares its hashes with the server's.
 *
 * Change that costs more than it is worth becomes fee; the server decides this near the dust limit, so a remainder below
 * twice the limit is accepted in both forms.
 */
export function matchHashes(terms: Terms, inputs: OwnedOutput[], fee: bigint, hashes: Uint8Array[]): Built {
  const left = totalOf(inputs) - totalOf(terms.payments.map(({ output }) => output)) - fee;
  if (left < 0n) throw new VerificationError("inputs", "the inputs are below amount and fee");
  const dust = dustLimit(terms.params, terms.change.script);
  const candidates = [...(left >= dust ? [left] : []), ...(left < 2n * dust ? [0n] : [])];
  for (const change of candidates) {
    const transaction = build(terms, inputs, change);
    const own = inputs.map((_, index) => hashOf(terms, transaction, inputs, index));
    if (own.every((hash, index) => bytesToHex(hash) === bytesToHex(hashes[index]!))) {
      return { transaction, hashes: own, fee: fee + left - change, change };
    }
  }
  throw new VerificationError("hash", "the server's hashes are not those of the requested payment");
}

function build({ payments, change, version, lockTime, sequence }: Terms, spent: OwnedOutput[], left: bigint): Transaction {
  const inputs = spent.map(({ txid, vout, sequence: own = sequence }) => ({ txid, vout, scriptSig: new Uint8Array(), sequence: own, witness: [] }));
  const outputs = payments.map(({ output }) => output);
  if (left > 0n) outputs.push({ value: left, script: change.script });
  return { version, inputs, outputs, lockTime };
}

/** Returns the hash that the owner of an input signs. */
function hashOf({ params }: Terms, transaction: Transaction, inputs: OwnedOutput[], index: number): Uint8Array {
  const { owner, value } = inputs[index]!;
  if (owner.type === "p2tr") {
    const spent = inputs.map((input) => ({ value: input.value, script: input.owner.script }));
    return taprootSighash(transaction, index, spent);
  }
  const keyHash = hash160(parseHex(owner.publicKey, "publicKey"));
  const scheme = params.forkId ? "forkid" : owner.type === "p2pkh" ? "legacy" : "bip143";
  return sighash(transaction, index, keyHash, value, scheme);
}
