/** The signers of an account on Stellar: their weights, and the weights that operations require. */
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { dataOf, inChain } from "../services.js";
import { xlmAccount, type XlmAccountSettings } from "./account.js";
import { complete } from "./prepared.js";
import type { PreparedXlm } from "./signable.js";
import { encodeAccount, parseAccount } from "./strkey.js";
import { prepare, type XlmTerms } from "./terms.js";
import type { SignerSettings } from "./xdr.js";

/** A change of the signers. What is absent remains. */
export interface XlmSignerChange extends XlmTerms {
  /** Keys to add or change, by their addresses; weight 0 removes a key. */
  signers?: readonly { address: string; weight: number }[] | undefined;
  /** Weight of the account's own key; 0 if it may no longer sign. */
  masterWeight?: number | undefined;
  /** Weight that claims require. */
  lowThreshold?: number | undefined;
  /** Weight that payments, offers and trustlines require. */
  mediumThreshold?: number | undefined;
  /** Weight that changes of the signers require. */
  highThreshold?: number | undefined;
  /** Required as `true` if the weights of all signers do not reach a threshold: no signers could undo that. */
  allowLockout?: boolean | undefined;
}

/** The highest number of other signers of an account. */
const MAX_SIGNERS = 20;

/**
 * Prepares a change of the signers in one transaction: all of it is executed, or nothing. Without `allowLockout` the weights of the
 * account must reach its thresholds after the change, by the server's statement of its present signers.
 */
export async function prepareSignerChange(client: Client, change: XlmSignerChange): Promise<PreparedXlm> {
  const operations = settingsOf(change);
  const prepared = await prepare(client, change, undefined, operations.length);
  const { from, network } = prepared;
  if (operations.some(({ signer }) => signer?.address === from)) throw new InputError("signers", "the account itself: set masterWeight");
  if (change.allowLockout !== true) {
    checkWeights(change, from, await xlmAccount(client, { address: from, network, signal: change.signal }));
  }
  const body = { ...prepared.body, operations: operations.map(wireSettings) };
  const init = { ...inChain("xlm", change.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/multi-operations", init));
  const accepted = operations.map((settings) => [{ type: "setOptions" as const, ...settings }]);
  return complete(prepared, response, accepted);
}

/** Returns the settings of each operation: one signer each, and the weights in the last one, when the signers exist. */
function settingsOf(change: XlmSignerChange): SignerSettings[] {
  const { signers = [], masterWeight, lowThreshold, mediumThreshold, highThreshold } = change;
  if (signers.length > MAX_SIGNERS) throw new InputError("signers", `more than ${MAX_SIGNERS}`);
  const numbers = { masterWeight, lowThreshold, medThreshold: mediumThreshold, highThreshold };
  for (const [name, value] of Object.entries(numbers)) if (value !== undefined) checkWeight(value, name === "medThreshold" ? "mediumThreshold" : name);
  const list: SignerSettings[] = signers.map(({ address, weight }, index) => {
    checkWeight(weight, `signers[${index}].weight`);
    return { signer: { address: encodeAccount(parseAccount(address, `signers[${index}].address`)), weight } };
  });
  if (new Set(list.map(({ signer }) => signer!.address)).size !== list.length) throw new InputError("signers", "a key twice");
  const present = Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)) as SignerSettings;
  if (Object.keys(present).length > 0) list.push({ ...list.pop(), ...present });
  if (list.length === 0) throw new InputError("signers", "no change");
  return list;
}

function checkWeight(value: number, field: string): void {
  if (!Number.isInteger(value) || value < 0 || value > 255) throw new InputError(field, "not from 0 to 255");
}

/** Checks that all signers together reach the thresholds after the change. */
function checkWeights(change: XlmSignerChange, from: string, account: XlmAccountSettings): void {
  const weights = new Map(account.signers.map(({ key, weight }) => [key, weight]));
  for (const { address, weight } of change.signers ?? []) weights.set(address, weight);
  if (change.masterWeight !== undefined) weights.set(from, change.masterWeight);
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const { low, medium, high } = account.thresholds;
  const thresholds = { lowThreshold: change.lowThreshold ?? low, mediumThreshold: change.mediumThreshold ?? medium, highThreshold: change.highThreshold ?? high };
  for (const [field, threshold] of Object.entries(thresholds)) {
    // A threshold of 0 still requires a signature.
    if (total < Math.max(threshold, 1)) throw new InputError("allowLockout", `the weights of all signers are ${total}, below ${field}: ${threshold}`);
  }
}

function wireSettings({ signer, ...settings }: SignerSettings) {
  return { type: "setOptions" as const, ...settings, ...(signer === undefined ? {} : { signer: { ed25519PublicKey: signer.address, weight: signer.weight } }) };
}
