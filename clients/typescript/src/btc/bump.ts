/** Higher fees for pending transactions of btc and ltc: replacement (BIP 125), or a child that pays for its parent. */
import { parseHex, responseAmount, responseHex } from "../bytes.js";
import type { Client } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import { type FeeMode, verifyDecoding, verifyEqual, type Warning } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import type { SignedTransaction } from "../signed-payment.js";
import { isSameScript, scriptOf } from "./address.js";
import { complete, type PreparedBtc } from "./complete.js";
import { type BtcLikeParams, btcLikeParams } from "./params.js";
import { proveValues } from "./parents.js";
import { type BtcTransfer, changeOf, chooseFee } from "./payment.js";
import { decodeTransaction, type Output, type Transaction, txidOf } from "./transaction.js";
import { type BtcUtxo, checkInputs, checkUtxo, type OwnedOutput, outpointOf, ownerOf, type Terms, totalOf, wireUtxo } from "./transfer.js";

/** A replacement of a pending transaction with the same payments and a higher fee. */
export interface BtcBump extends BtcTransfer {
  /** The pending transaction, for example the stored `SignedPayment`. */
  pending: Pick<SignedTransaction, "txid" | "txdata" | "attempt">;
  /** Inputs of the transaction that belong to other keys, and confirmed outputs to spend if the change does not suffice. */
  utxo?: readonly BtcUtxo[] | undefined;
  /** Address of the change of the pending transaction; by default the sender's. */
  changeAddress?: string | undefined;
}

/** A transaction that spends the outputs that an incoming one pays to the sender, so that miners include both. */
export interface BtcChild extends BtcTransfer {
  /** Id of the incoming pending transaction. */
  parent: string;
  /** Recipient of the outputs; by default the sender. */
  to?: string | undefined;
}

/**
 * Prepares a replacement and verifies it: it spends the inputs of the pending transaction, and pays the same recipients
 * the same amounts. Only the change is lower. Either of the two transactions may still be confirmed.
 */
export async function prepareBtcBump(client: Client, bump: BtcBump): Promise<PreparedBtc> {
  const { chain, signal, pending } = bump;
  const network = bump.network ?? client.network;
  const params = btcLikeParams(chain, network);
  const sender = ownerOf(params, bump.type, bump.publicKey);
  const original = decodePending(pending);
  const change = changeOf(params, bump.changeAddress, sender);
  const terms: Terms = { params, network, sender, change, payments: [], ...termsOf(original, params) };
  const named = bump.utxo === undefined ? [] : checkUtxo(params, sender, bump.utxo);

  const body = {
    txid: pending.txid,
    publicKey: sender.publicKey,
    network,
    type: sender.type,
    ...(named.length === 0 ? {} : { utxo: named.map((output) => wireUtxo(terms, output)) }),
    ...(change.address === sender.address ? {} : { changeAddress: change.address }),
  };
  const { connectorBtcLike: connector } = client.services;
  const plan: Plan = await dataOf(connector.POST("/api/prepare-transaction/bump/{chain}", { ...inChain(chain, signal), body }));
  const inputs = plannedInputs(terms, plan, original, named);
  verifyStored(inputs, pending);
  await proveValues(client, terms, inputs.slice(original.inputs.length), signal);
  const payments = plannedPayments(terms, plan, original);
  const fee = chooseFee(bump.fee, plan.fees);
  const before = totalOf(inputs.slice(0, original.inputs.length)) - totalOf(original.outputs);
  if (before < 0n) throw new VerificationError("inputs", "the inputs are below the outputs of the pending transaction");
  const minimum = responseAmount(plan.minimumFee, "minimumFee");
  if (fee < minimum || fee <= before) throw new InputError("fee", `a replacement requires at least ${minimum}`);
  if (totalOf(inputs) < totalOf(payments.map(({ output }) => output)) + fee) {
    throw new InputError("fee", "the change does not cover this fee: choose a lower one, or add outputs in utxo");
  }
  const facts = { replaces: pending.txid };
  const intent = pending.attempt?.intent;
  return complete(client, { terms: { ...terms, payments }, inputs, fee, maxFee: bump.maxFee, warnings: plan.warnings, facts, intent, signal });
}

interface Plan {
  utxo?: BtcUtxo[];
  outputs?: { to: string; amount: string; script?: string }[];
  minimumFee?: string;
  fees?: Record<FeeMode, string>;
  childPaysForParent?: { utxo: BtcUtxo[]; fees: Record<FeeMode, string> };
  warnings?: Warning[];
}

/** Decodes the bytes of the pending transaction, which must have its id. */
function decodePending({ txid, txdata }: BtcBump["pending"]): Transaction {
  try {
    const transaction = decodeTransaction(parseHex(txdata, "pending"));
    if (txidOf(transaction) === txid) return transaction;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new InputError("pending", "txdata is not the transaction with this id");
}

/** Returns the fields that the replacement has in common with the pending transaction. */
function termsOf({ version, lockTime, inputs }: Transaction, params: BtcLikeParams) {
  const [first, ...others] = inputs.map(({ sequence }) => sequence);
  const isCommon = first !== undefined && others.every((sequence) => sequence === first);
  return { version, lockTime, sequence: isCommon ? first : params.sequence };
}

/** Returns the inputs of the replacement: those of the pending transaction, then some of the named outputs. */
function plannedInputs(terms: Terms, plan: Plan, original: Transaction, named: OwnedOutput[]): OwnedOutput[] {
  if (!Array.isArray(plan.utxo)) throw new VerificationError("inputs", "the server returned no replacement");
  // The values of inputs that the caller did not name are those of the server.
  const isNamed = (entry: { txid: string; vout: number }) => named.some((output) => outpointOf(output) === outpointOf(entry));
  const isAdded = (index: number) => index >= original.inputs.length;
  const inputs = plan.utxo.map((entry, index) => {
    const [input] = checkInputs(terms, [entry], isAdded(index) || isNamed(entry) ? named : undefined);
    return input!;
  });
  const spent = inputs.map(outpointOf);
  const expected = original.inputs.map(outpointOf);
  verifyEqual("inputs", "inputs of the pending transaction", expected.join(), spent.slice(0, expected.length).join());
  if (new Set(spent).size !== spent.length) throw new VerificationError("inputs", "the server returned an input twice");
  return inputs;
}

/** Compares the values of the inputs with those that are stored with the pending transaction. */
function verifyStored(inputs: readonly OwnedOutput[], { attempt }: BtcBump["pending"]): void {
  for (const stored of attempt?.spends.inputs ?? []) {
    const input = inputs.find((item) => outpointOf(item) === outpointOf(stored));
    if (input !== undefined) verifyEqual("inputs", "value of an input", stored.value, input.value);
  }
}

/** Returns the outputs of the pending transaction without the change, with the addresses of the server. */
function plannedPayments({ params, change }: Terms, { outputs }: Plan, original: Transaction): Terms["payments"] {
  const changeIndex = original.outputs.map(({ script }) => isSameScript(script, change.script)).lastIndexOf(true);
  const expected = original.outputs.filter((_, index) => index !== changeIndex);
  verifyEqual("recipient", "number of payments", expected.length, Array.isArray(outputs) ? outputs.length : undefined);
  return expected.map((output, index) => plannedPayment(params, output, outputs![index]!));
}

function plannedPayment(params: BtcLikeParams, output: Output, { to, amount, script: data }: { to: string; amount: string; script?: string }) {
  const script = data === undefined ? verifyDecoding("recipient", () => scriptOf(params, to)) : responseHex(data, "script");
  if (data !== undefined) verifyEqual("recipient", "recipient of data", "", to);
  verifyEqual("recipient", "script of a payment", output.script, script);
  verifyEqual("amount", "amount of a payment", output.value, amount);
  return { to, output };
}

/**
 * Prepares a child of an incoming transaction and verifies it: it spends outputs of that transaction only, and pays all
 * of them, less the fee, to the sender or to `to`.
 */
export async function prepareBtcChild(client: Client, child: BtcChild): Promise<PreparedBtc> {
  const { chain, signal, parent } = child;
  const network = child.network ?? client.network;
  const params = btcLikeParams(chain, network);
  const sender = ownerOf(params, child.type, child.publicKey);
  const to = child.to ?? sender.address;
  const script = scriptOf(params, to);
  if (!/^[0-9a-f]{64}$/.test(parent)) throw new InputError("parent", "not a transaction id in lower case");
  const { connectorBtcLike: connector } = client.services;
  const body = { txid: parent, publicKey: sender.publicKey, network, type: sender.type };
  const plan: Plan = await dataOf(connector.POST("/api/prepare-transaction/bump/{chain}", { ...inChain(chain, signal), body }));
  const { childPaysForParent: found } = plan;
  if (found === undefined) throw new InputError("parent", "not an incoming transaction: replace it instead");
  const common = { version: 2, lockTime: 0, sequence: params.sequence };
  const terms = { params, network, sender, change: { address: sender.address, script: sender.script }, ...common };
  const inputs = checkInputs(terms, found.utxo, undefined);
  for (const { txid } of inputs) verifyEqual("inputs", "transaction of an input", parent, txid);
  await proveValues(client, { ...terms, payments: [] }, inputs, signal);
  const fee = chooseFee(child.fee, found.fees);
  const value = totalOf(inputs) - fee;
  if (value <= 0n) throw new InputError("fee", "the fee is not below the outputs of the transaction");
  const payments = [{ to, output: { value, script } }];
  return complete(client, { terms: { ...terms, payments }, inputs, fee, maxFee: child.maxFee, warnings: plan.warnings, facts: { parent }, signal });
}
