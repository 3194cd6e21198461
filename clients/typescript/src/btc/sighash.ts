/** Hashes that the inputs of a btc-like transaction sign: legacy, BIP 143, its bch form with a fork id, and BIP 341. */
import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, littleEndian } from "../bytes.js";
import { p2pkhScript } from "./address.js";
import { taggedHash } from "./taproot.js";
import { encodeOutpoint, encodeOutput, encodeStripped, hash256, type Output, type Transaction, withLength } from "./transaction.js";

export type SighashScheme = "legacy" | "bip143" | "forkid";

const SIGHASH_ALL = 1;
const SIGHASH_FORKID = 0x40;

/**
 * Returns the hash of one input for SIGHASH_ALL, in signing byte order.
 *
 * `value` is the amount of the spent output. Legacy hashes do not commit to it.
 */
export function sighash(
  transaction: Transaction,
  index: number,
  publicKeyHash: Uint8Array,
  value: bigint,
  scheme: SighashScheme,
): Uint8Array {
  const scriptCode = p2pkhScript(publicKeyHash);
  if (scheme === "legacy") return legacy(transaction, index, scriptCode);
  return segregated(transaction, index, scriptCode, value, scheme === "forkid" ? SIGHASH_ALL | SIGHASH_FORKID : SIGHASH_ALL);
}

function legacy(transaction: Transaction, index: number, scriptCode: Uint8Array): Uint8Array {
  const inputs = transaction.inputs.map((input, at) => ({ ...input, scriptSig: at === index ? scriptCode : new Uint8Array() }));
  return hash256(concatBytes(encodeStripped({ ...transaction, inputs }), littleEndian(SIGHASH_ALL, 4)));
}

/** BIP 143, without the reuse of its three digests. */
function segregated(transaction: Transaction, index: number, scriptCode: Uint8Array, value: bigint, type: number): Uint8Array {
  const { inputs, outputs } = transaction;
  const input = inputs[index]!;
  return hash256(
    concatBytes(
      littleEndian(transaction.version, 4),
      hash256(concatBytes(...inputs.map(encodeOutpoint))),
      hash256(concatBytes(...inputs.map(({ sequence }) => littleEndian(sequence, 4)))),
      encodeOutpoint(input),
      withLength(scriptCode),
      littleEndian(value, 8),
      littleEndian(input.sequence, 4),
      hash256(concatBytes(...outputs.map(encodeOutput))),
      littleEndian(transaction.lockTime, 4),
      littleEndian(type, 4),
    ),
  );
}

/** Returns the hash of one input for the key path with SIGHASH_DEFAULT (BIP 341). `spent` are the outputs of all inputs. */
export function taprootSighash(transaction: Transaction, index: number, spent: readonly Output[]): Uint8Array {
  const { inputs, outputs } = transaction;
  const digest = (parts: Uint8Array[]) => sha256(concatBytes(...parts));
  return taggedHash(
    "TapSighash",
    // Epoch, hash type.
    new Uint8Array([0, 0]),
    littleEndian(transaction.version, 4),
    littleEndian(transaction.lockTime, 4),
    digest(inputs.map(encodeOutpoint)),
    digest(spent.map(({ value }) => littleEndian(value, 8))),
    digest(spent.map(({ script }) => withLength(script))),
    digest(inputs.map(({ sequence }) => littleEndian(sequence, 4))),
    digest(outputs.map(encodeOutput)),
    // Key path without annex.
    new Uint8Array([0]),
    littleEndian(index, 4),
  );
}
