/**
 * Values of inputs that the signatures do not prove: proven by the transactions that created the inputs.
 *
 * A signature that commits to the value of one input only (BIP 143, bch) proves the value in a transaction with one input. With several,
 * a server could request two signatures of the same transaction, each with a false value of another input, and combine the valid halves.
 */
import { bytesToHex, responseHex } from "../bytes.js";
import type { Client } from "../client.js";
import { VerificationError } from "../errors.js";
import { verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import type { BtcLikeParams } from "./params.js";
import { decodeTransaction, type Output, txidOf } from "./transaction.js";
import { outpointOf, type OwnedOutput, type Owner, type Terms, wireUtxo } from "./transfer.js";

/** Returns true if a false value of an output would not make its signature invalid: p2pkh, except on bch. */
const isUncommitted = ({ forkId }: BtcLikeParams, { type }: Owner): boolean => !forkId && type === "p2pkh";

/** Returns the inputs whose values the signatures do not prove. The signature of a p2tr input commits to the values of all inputs. */
function unprovenOf(params: BtcLikeParams, inputs: readonly OwnedOutput[]): readonly OwnedOutput[] {
  if (inputs.some(({ owner }) => owner.type === "p2tr")) return [];
  return inputs.length > 1 ? inputs : inputs.filter(({ owner }) => isUncommitted(params, owner));
}

/** Returns the field of an estimate that requests the parents of inputs, unless a p2tr input of these owners proves all values. */
export const parentsField = (owners: readonly Owner[]): { parents?: true } =>
  owners.every(({ type }) => type === "p2tr") ? {} : { parents: true };

/**
 * Verifies the values of inputs by their parents, which the server returns in hex. Each parent is identified by its hash, so that a
 * server cannot state another value.
 */
export function verifyValues(params: BtcLikeParams, inputs: readonly OwnedOutput[], parents: unknown): void {
  const unproven = unprovenOf(params, inputs);
  if (unproven.length === 0) return;
  const created = verifyDecoding("inputs", () => outputsOf(parents));
  for (const input of unproven) {
    const output = created.get(outpointOf(input));
    if (output === undefined) throw new VerificationError("inputs", "the server does not prove the value of an input");
    verifyEqual("inputs", "script of an input", bytesToHex(output.script), bytesToHex(input.owner.script));
    verifyEqual("inputs", "value of an input", output.value, input.value);
  }
}

/** Returns the outputs of transactions by outpoint. */
function outputsOf(parents: unknown): Map<string, Output> {
  if (!Array.isArray(parents)) throw new VerificationError("inputs", "the server returned no transactions that created the inputs");
  const created = new Map<string, Output>();
  for (const hex of parents) {
    const transaction = decodeTransaction(responseHex(hex, "parents"));
    const txid = txidOf(transaction);
    for (const [vout, output] of transaction.outputs.entries()) created.set(outpointOf({ txid, vout }), output);
  }
  return created;
}

/** Requests the parents of inputs that no estimate selected, and verifies their values. */
export async function proveValues(client: Client, terms: Terms, inputs: readonly OwnedOutput[], signal: AbortSignal | undefined): Promise<void> {
  const { params, network, sender } = terms;
  const unproven = unprovenOf(params, inputs);
  if (unproven.length === 0) return;
  const owner = { publicKey: sender.publicKey, type: sender.type, address: sender.address };
  const utxo = unproven.map((input) => wireUtxo(terms, input));
  const body = { ...owner, network, to: sender.address, amount: "max", utxo, parents: true };
  const { connectorBtcLike: connector } = client.services;
  const estimate = connector.POST("/api/prepare-transaction/estimate/{chain}", { ...inChain(params.chain, signal), body });
  verifyValues(params, unproven, (await dataOf(estimate)).parents);
}
