/** Payments on btc, ltc, bch and doge. */
import { bytesToHex, inputAmount, parseHex, responseAmount, responseHex, responseInteger } from "../bytes.js";
import type { BtcLikeChain } from "../chains.js";
import type { Client, Network } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import { type Amount, type FeeMode, type PreparedPayment, type Review, verifyDecoding, verifyEqual, verifyFeeLimit } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { SignedPayment } from "../signed-payment.js";
import type { EcdsaSignature, EcdsaSigner } from "../signer.js";
import { btcLikeAddress, hash160, isSameScript, ownScript, parsePublicKey, scriptOf } from "./address.js";
import { type AddressType, addressType, type BtcLikeParams, btcLikeParams } from "./params.js";
import { type SighashScheme, sighash } from "./sighash.js";
import { decodeTransaction, encodeStripped, type Transaction, txidOf, unsigned } from "./transaction.js";

export interface BtcPayment {
  chain: BtcLikeChain;
  network?: Network | undefined;
  /** Public key of the sender in hex. */
  publicKey: string;
  /** Address type of the sender on btc and ltc; `p2wpkh` by default. */
  type?: AddressType | undefined;
  to: string;
  /** Amount in base units, or `max`. */
  amount: Amount;
  /** Fee mode (`normal` by default), or the fee of the transaction in base units. */
  fee?: FeeMode | { total: string | bigint } | undefined;
  /** Highest acceptable fee in base units; by default a limit per virtual byte. */
  maxFee?: string | bigint | undefined;
  signal?: AbortSignal | undefined;
}

interface Utxo {
  txid: string;
  vout: number;
  value: string;
}

/** The requested payment with everything that the client derives by itself. */
interface Terms {
  params: BtcLikeParams;
  type: AddressType;
  publicKey: Uint8Array;
  from: string;
  recipient: Uint8Array;
  change: Uint8Array;
  scheme: SighashScheme;
}

/** The transaction that the client built, with the facts for the review. */
interface Built {
  transaction: Transaction;
  hashes: Uint8Array[];
  fee: bigint;
  change: bigint;
}

/** Prepares a payment and verifies it: the hashes must be those of the transaction that the client builds itself. */
export async function prepareBtc(client: Client, payment: BtcPayment): Promise<PreparedPayment<EcdsaSigner>> {
  const { chain, to, signal } = payment;
  const network = payment.network ?? client.network;
  const terms = toTerms(payment, network);
  const { connectorBtcLike: connector } = client.services;
  const init = inChain(chain, signal);
  const sender = { publicKey: payment.publicKey, network, type: terms.type };
  const requested = payment.amount === "max" ? "max" : inputAmount(payment.amount, "amount").toString();

  const estimateBody = { ...sender, address: terms.from, to, amount: requested };
  const estimate = await dataOf(connector.POST("/api/prepare-transaction/estimate/{chain}", { ...init, body: estimateBody }));
  const { amount, fee } = chooseAmounts(payment, requested, estimate);
  const utxo = checkUtxos(estimate.utxo);
  const body = { ...sender, utxo, to, amount: amount.toString(), fee: fee.toString() };

  const { hashes } = await dataOf(connector.POST("/api/transaction/get-hash/{chain}", { ...init, body }));
  const built = matchHashes(terms, utxo, amount, fee, checkHashes(hashes, utxo.length));
  const limit = payment.maxFee === undefined ? defaultLimit(terms, built) : inputAmount(payment.maxFee, "maxFee");
  verifyFeeLimit(built.fee, limit);
  const unsignedMessage = bytesToHex(encodeStripped(built.transaction));
  const parsed = await dataOf(
    connector.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } }),
  );
  verifyParsed(parsed, built.transaction);

  const review: Review = {
    chain,
    network,
    from: terms.from,
    to,
    asset: { kind: "coin", chain },
    amount: amount.toString(),
    fee: built.fee.toString(),
    change: built.change.toString(),
    warnings: estimate.warnings ?? [],
  };
  return {
    review,
    hashes: built.hashes,
    async sign(signer) {
      checkSigner(signer, terms.publicKey);
      const signatures = [];
      for (const [inputIndex, hash] of built.hashes.entries()) {
        signatures.push({ inputIndex, signature: wireSignature(await signer.sign(hash, review)) });
      }
      const attach = connector.POST("/api/transaction/attach-signature/{chain}", { ...init, body: { ...body, signatures } });
      const { txdata } = await dataOf(attach);
      const txid = verifySigned(txdata, built.transaction);
      return new SignedPayment(client, { chain, network, txid, txdata });
    },
  };
}

function toTerms(payment: BtcPayment, network: Network): Terms {
  const params = btcLikeParams(payment.chain, network);
  const type = addressType(params, payment.type);
  const publicKey = parsePublicKey(payment.publicKey, type);
  return {
    params,
    type,
    publicKey,
    from: btcLikeAddress(params, type, payment.publicKey),
    recipient: scriptOf(params, payment.to),
    change: ownScript(type, publicKey),
    scheme: params.forkId ? "forkid" : type === "p2wpkh" ? "bip143" : "legacy",
  };
}

interface Estimate {
  utxo: Utxo[];
  fees: Record<FeeMode, string>;
  amounts?: Record<FeeMode, string>;
}

function chooseAmounts(payment: BtcPayment, requested: string, estimate: Estimate): { amount: bigint; fee: bigint } {
  const mode = payment.fee ?? "normal";
  if (typeof mode === "object") {
    const fee = inputAmount(mode.total, "fee");
    if (requested !== "max") return { amount: BigInt(requested), fee };
    // With a fee that the caller chose, everything else is sent.
    const total = estimate.utxo.reduce((sum, { value }) => sum + responseAmount(value, "utxo"), 0n);
    if (total <= fee) throw new InputError("fee", "the fee is not below the available amount");
    return { amount: total - fee, fee };
  }
  const fee = responseAmount(estimate.fees?.[mode], `fees.${mode}`);
  const amount = requested === "max" ? responseAmount(estimate.amounts?.[mode], `amounts.${mode}`) : BigInt(requested);
  return { amount, fee };
}

function checkUtxos(utxo: Utxo[]): Utxo[] {
  const isValid = Array.isArray(utxo) && utxo.length > 0 && utxo.every(({ txid }) => /^[0-9a-f]{64}$/.test(txid));
  if (!isValid) throw new VerificationError("inputs", "the server returned no valid inputs");
  const outpoints = new Set(utxo.map(({ txid, vout }) => `${txid}:${responseInteger(vout, "vout")}`));
  if (outpoints.size !== utxo.length) throw new VerificationError("inputs", "the server returned an input twice");
  return utxo.map(({ txid, vout, value }) => ({ txid, vout, value }));
}

function checkHashes(hashes: { inputIndex: number; hash: string }[], count: number): Uint8Array[] {
  verifyEqual("hash", "number of hashes", count, Array.isArray(hashes) ? hashes.length : undefined);
  return hashes.map(({ inputIndex, hash }, index) => {
    verifyEqual("hash", "index of an input", index, inputIndex);
    return responseHex(hash, "hash");
  });
}

/**
 * Builds the transaction and compares its hashes with the server's.
 *
 * The change returns to the sender. Change that costs more than it is worth becomes fee; the server decides this
 * near the dust limit, so a remainder below twice the limit is accepted in both forms.
 */
function matchHashes(terms: Terms, utxo: Utxo[], amount: bigint, fee: bigint, hashes: Uint8Array[]): Built {
  const values = utxo.map(({ value }) => responseAmount(value, "value"));
  const left = values.reduce((sum, value) => sum + value, 0n) - amount - fee;
  if (left < 0n) throw new VerificationError("inputs", "the inputs are below amount and fee");
  const dust = terms.params.dust[terms.type];
  const candidates = [...(left >= dust ? [left] : []), ...(left < 2n * dust ? [0n] : [])];
  const keyHash = hash160(terms.publicKey);
  for (const change of candidates) {
    const transaction = build(terms, utxo, amount, change);
    const own = values.map((value, index) => sighash(transaction, index, keyHash, value, terms.scheme));
    if (own.every((hash, index) => bytesToHex(hash) === bytesToHex(hashes[index]!))) {
      return { transaction, hashes: own, fee: fee + left - change, change };
    }
  }
  throw new VerificationError("hash", "the server's hashes are not those of the requested payment");
}

function build({ params, recipient, change }: Terms, utxo: Utxo[], amount: bigint, left: bigint): Transaction {
  const inputs = utxo.map(({ txid, vout }) => ({
    txid,
    vout,
    scriptSig: new Uint8Array(),
    sequence: params.sequence,
    witness: [],
  }));
  const outputs = [{ value: amount, script: recipient }];
  if (left > 0n) outputs.push({ value: left, script: change });
  return { version: 2, inputs, outputs, lockTime: 0 };
}

/** Limit of the fee for the size of the signed transaction, estimated from above. */
function defaultLimit({ params, type }: Terms, { transaction }: Built): bigint {
  const perInput = type === "p2wpkh" ? 28 : 108;
  const size = encodeStripped(transaction).length + transaction.inputs.length * perInput;
  return params.maxFeeRate * BigInt(size);
}

interface Parsed {
  inputs: { txid: string; vout: number }[];
  outputs: { amount: string; script: string }[];
  lockTime: number;
}

/** Compares the server's reading of the transaction with the client's. */
function verifyParsed(parsed: Parsed, { inputs, outputs, lockTime }: Transaction): void {
  const found = verifyDecoding("parse", () => ({
    inputs: parsed.inputs.map(({ txid, vout }) => `${txid}:${vout}`).join(),
    outputs: parsed.outputs.map(({ amount, script }) => `${amount} to ${script}`).join(),
  }));
  const parse = (message: string, expected: unknown, actual: unknown) => verifyEqual("parse", message, expected, actual);
  parse("inputs of parse", inputs.map(({ txid, vout }) => `${txid}:${vout}`).join(), found.inputs);
  parse("outputs of parse", outputs.map(({ value, script }) => `${value} to ${bytesToHex(script)}`).join(), found.outputs);
  parse("lock time of parse", lockTime, parsed.lockTime);
}

function checkSigner(signer: EcdsaSigner, publicKey: Uint8Array): void {
  if (signer.curve !== "secp256k1" || !isSameScript(parseHex(signer.publicKey, "signer"), publicKey)) {
    throw new InputError("signer", "the signer has another public key than the payment");
  }
}

export const wireSignature = ({ r, s, recovery }: EcdsaSignature) =>
  recovery === undefined ? { r, s } : { r, s, recovery };

/** Returns the id of the signed transaction, which must be the verified one with signatures. */
function verifySigned(txdata: string, expected: Transaction): string {
  const signed = verifyDecoding("signed_transaction", () => decodeTransaction(responseHex(txdata, "txdata")));
  const bytes = (transaction: Transaction) => encodeStripped(unsigned(transaction));
  verifyEqual("signed_transaction", "the signed transaction differs from the verified one", bytes(expected), bytes(signed));
  return txidOf(signed);
}
