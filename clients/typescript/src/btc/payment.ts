/** Payments on btc, ltc, bch and doge. */
import { inputAmount, parseHex, responseAmount } from "../bytes.js";
import type { BtcLikeChain, Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import type { MaxFee } from "../fee-limits.js";
import type { Amount, FeeMode, Warning } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { openAttempt } from "../attempts.js";
import { type Intended, intentOf } from "../unsettled.js";
import { scriptOf } from "./address.js";
import { complete, type PreparedBtc } from "./complete.js";
import { type AddressType, type BtcLikeParams, btcLikeParams, FINAL } from "./params.js";
import { dataScript, isDataScript } from "./data.js";
import { parentsField, verifyValues } from "./parents.js";
import { type BtcOutput, type BtcUtxo, checkInputs, checkUtxo, isUint32, type OwnedOutput, ownerOf, type Owner, type Terms, totalOf, wireOutput, wireUtxo } from "./transfer.js";

/** The sender and the fee of every transfer. */
export interface BtcTransfer {
  chain: BtcLikeChain;
  network?: Network | undefined;
  /** Public key of the sender in hex; of a p2tr address the internal key (BIP 86). */
  publicKey: string;
  /** Address type of the sender on btc and ltc; `p2wpkh` by default. */
  type?: AddressType | undefined;
  /** Fee mode (`normal` by default), or the fee of the transaction in base units. */
  fee?: FeeMode | { total: string | bigint } | undefined;
  /** Highest acceptable fee in base units; by default the limit of the chain. */
  maxFee?: MaxFee | undefined;
  signal?: AbortSignal | undefined;
}

/** A payment on a btc-like chain. */
export interface BtcPayment extends BtcTransfer {
  /**
   * Name of the payment in the app, for example of an order. Until an attempt is final, further ones with this name conflict with
   * it, or are `already_paid` if it was sent, so that at most one is executed. By default the sender and what is paid identify it.
   */
  paymentId?: string | undefined;
  /** Recipient. Required without `outputs`. */
  to?: string | undefined;
  /** Amount in base units, or `max`. Required without `outputs`. */
  amount?: Amount | undefined;
  /** The recipients and data in output order, 1 to 100, instead of `to` and `amount`. */
  outputs?: readonly BtcOutput[] | undefined;
  /** The outputs to select from, also of other keys; by default all outputs of the sender's address. */
  utxo?: readonly BtcUtxo[] | undefined;
  /** Address of the change, for example of the next change key of an HD wallet; by default the sender's. */
  changeAddress?: string | undefined;
  /** Lowest number of confirmations of the outputs to spend; by default 0. */
  minConfirmations?: number | undefined;
  /** Earliest block height or, from 500 000 000 on, earliest Unix time of the transaction. */
  locktime?: number | undefined;
  /** Sequence number of all inputs whose `utxo` entry has none (BIP 68, BIP 125). */
  sequence?: number | undefined;
}

const MAX_RECIPIENTS = 100;

/** Prepares a payment and verifies it: the hashes must be those of the transaction that the client builds itself. */
export async function prepareBtc(client: Client, payment: BtcPayment): Promise<PreparedBtc> {
  const { chain, signal, minConfirmations } = payment;
  const network = payment.network ?? client.network;
  const params = btcLikeParams(chain, network);
  const sender = ownerOf(params, payment.type, payment.publicKey);
  const requested = recipientsOf(params, payment);
  const change = changeOf(params, payment.changeAddress, sender);
  const { version, lockTime, sequence } = checkTerms(params, payment);
  const terms: Terms = { params, network, sender, payments: requested.payments, change, version, lockTime, sequence };
  const intent = btcIntent(payment, sender, requested);
  const open = await openAttempt(client, { chain, network, intent }, signal);
  // Attempts that spend the inputs of an earlier one cannot both be valid.
  const utxo = open?.inputs ?? payment.utxo;
  const offered = utxo === undefined ? undefined : checkUtxo(params, sender, utxo);

  const body = {
    publicKey: sender.publicKey,
    network,
    type: sender.type,
    address: sender.address,
    ...requested.wire,
    ...(offered === undefined ? {} : { utxo: offered.map((output) => wireUtxo(terms, output)) }),
    ...(change.address === sender.address ? {} : { changeAddress: change.address }),
    ...parentsField([sender, ...(offered ?? []).map(({ owner }) => owner)]),
    ...(minConfirmations === undefined || open !== undefined ? {} : { minConfirmations }),
  };
  const { connectorBtcLike: connector } = client.services;
  const estimate: Estimate = await dataOf(connector.POST("/api/prepare-transaction/estimate/{chain}", { ...inChain(chain, signal), body }));
  const inputs = checkInputs(terms, estimate.utxo, offered);
  verifyValues(params, inputs, estimate.parents);
  const fee = chooseFee(payment.fee, estimate.fees);
  const payments = requested.max === undefined ? requested.payments : [maximum(requested.max, payment, estimate, inputs, fee)];
  return complete(client, { terms: { ...terms, payments }, inputs, fee, maxFee: payment.maxFee, warnings: estimate.warnings, intent, signal });
}

/** Names the payment: with `utxo` the sender is one of several keys, which may differ between attempts. */
function btcIntent({ paymentId, utxo }: BtcPayment, { type, publicKey }: Owner, { wire }: Requested): string {
  return intentOf(paymentId, utxo === undefined ? [type, publicKey] : "utxo", wire);
}

/** Identifies a payment. */
export function intendedBtc(client: Client, payment: BtcPayment): Intended {
  const { chain, network = client.network } = payment;
  const params = btcLikeParams(chain, network);
  const intent = btcIntent(payment, ownerOf(params, payment.type, payment.publicKey), recipientsOf(params, payment));
  return { chain, network, intent };
}

/** A payment to one recipient or several, or of all funds to one. */
interface Requested {
  payments: Terms["payments"];
  max?: { to: string; script: Uint8Array };
  wire: { to: string; amount: string } | { outputs: ReturnType<typeof wireOutput>[] };
}

function recipientsOf(params: BtcLikeParams, { to, amount, outputs }: BtcPayment): Requested {
  if (outputs === undefined) {
    if (to === undefined) throw new InputError("to", "required without outputs");
    if (amount === undefined) throw new InputError("amount", "required without outputs");
    const script = scriptOf(params, to);
    if (amount === "max") return { payments: [], max: { to, script }, wire: { to, amount } };
    const value = inputAmount(amount, "amount");
    return { payments: [{ to, output: { value, script } }], wire: { to, amount: value.toString() } };
  }
  if (to !== undefined || amount !== undefined) throw new InputError("outputs", "not together with to and amount");
  if (outputs.length === 0 || outputs.length > MAX_RECIPIENTS) throw new InputError("outputs", `not from 1 to ${MAX_RECIPIENTS}`);
  const payments = outputs.map((output, index) => paymentOf(params, output, `outputs[${index}]`));
  return { payments, wire: { outputs: payments.map(wireOutput) } };
}

function paymentOf(params: BtcLikeParams, output: BtcOutput, field: string): Terms["payments"][number] {
  if ("data" in output) return { to: "", output: { value: 0n, script: dataScript(parseHex(output.data, `${field}.data`), `${field}.data`) } };
  if ("script" in output) {
    const script = parseHex(output.script, `${field}.script`);
    if (!isDataScript(script)) throw new InputError(`${field}.script`, "not OP_RETURN with pushes only");
    return { to: "", output: { value: 0n, script } };
  }
  const value = inputAmount(output.amount, `${field}.amount`);
  return { to: output.to, output: { value, script: scriptOf(params, output.to, `${field}.to`) } };
}

/** Returns the address of the change: the requested one, by default the sender's. */
export function changeOf(params: BtcLikeParams, address: string | undefined, sender: Owner): Terms["change"] {
  if (address === undefined) return { address: sender.address, script: sender.script };
  return { address, script: scriptOf(params, address, "changeAddress") };
}

function checkTerms({ sequence: ordinary }: BtcLikeParams, { locktime = 0, sequence, utxo = [] }: BtcPayment) {
  if (!isUint32(locktime)) throw new InputError("locktime", "not from 0 to 4294967295");
  if (sequence !== undefined && !isUint32(sequence)) throw new InputError("sequence", "not from 0 to 4294967295");
  const isEnforced = utxo.some((entry) => entry.sequence !== undefined && entry.sequence !== FINAL);
  if (locktime > 0 && sequence === FINAL && !isEnforced) throw new InputError("sequence", "the lock time has no effect with 4294967295");
  // A lock time is effective only below the highest number.
  return { version: 2, lockTime: locktime, sequence: sequence ?? (locktime > 0 ? Math.min(ordinary, FINAL - 1) : ordinary) };
}

interface Estimate {
  utxo: BtcUtxo[];
  fees: Record<FeeMode, string>;
  amounts?: Record<FeeMode, string>;
  /** The transactions that created the inputs. */
  parents?: string[];
  warnings?: Warning[];
}

/** Returns the chosen fee, or that of the mode. */
export function chooseFee(choice: BtcTransfer["fee"], fees: Record<FeeMode, string> | undefined): bigint {
  if (typeof choice === "object") return inputAmount(choice.total, "fee");
  const mode = choice ?? "normal";
  return responseAmount(fees?.[mode], `fees.${mode}`);
}

/** Returns the payment of all funds. With a fee that the caller chose, everything else is sent. */
function maximum(to: { to: string; script: Uint8Array }, { fee: choice }: BtcPayment, estimate: Estimate, inputs: OwnedOutput[], fee: bigint) {
  const mode = typeof choice === "string" ? choice : "normal";
  const value = typeof choice === "object" ? totalOf(inputs) - fee : responseAmount(estimate.amounts?.[mode], `amounts.${mode}`);
  if (value <= 0n) throw new InputError("fee", "the fee is not below the available amount");
  return { to: to.to, output: { value, script: to.script } };
}
