/** The second half of every preparation on btc-like chains: verifies the hashes, and completes the prepared payment. */
import { bytesToHex, parseHex, responseHex } from "../bytes.js";
import type { Client } from "../client.js";
import { type ComparedFact, Comparison } from "../comparison.js";
import { InputError } from "../errors.js";
import { listedLimit, type MaxFee, verifyFee } from "../fee-limits.js";
import { mergeWarnings, type PaymentAsset, type Review, verifyDecoding, verifyEqual, type Warning } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { type PreparedPayment, SignedPayment } from "../signed-payment.js";
import { whileHeld } from "../attempts.js";
import { newAttempt } from "../unsettled.js";
import type { BtcSigner, EcdsaSigner, TaprootSigner } from "../signer.js";
import { type Built, matchHashes, outpointOf, type OwnedOutput, type OwnedUtxo, type Owner, type Terms, totalOf, wireOutput, wireUtxo } from "./transfer.js";
import { isSameScript, scriptOf } from "./address.js";
import { attachSignatures } from "./signed.js";
import { encodeStripped, type Transaction } from "./transaction.js";

/** The signer of the sender's key, or the signers of all keys in any order. */
export type BtcSigners = BtcSigner | readonly BtcSigner[];

/** A verified payment on a btc-like chain, to be signed by the keys of all inputs. */
export interface PreparedBtc extends PreparedPayment<BtcSigners> {
  /** The outputs that the payment spends, with their owners. A replacement requires those of other keys. */
  readonly inputs: readonly OwnedUtxo[];
}

/** A transfer with its inputs and fee. */
export interface Transfer {
  terms: Terms;
  inputs: OwnedOutput[];
  fee: bigint;
  maxFee: MaxFee | undefined;
  warnings: Warning[] | undefined;
  /** Further facts for the review. */
  facts?: Pick<Review, "replaces" | "parent">;
  /** Identifies the payment, of a replacement that of the replaced one; absent if every repetition spends the same inputs. */
  intent?: string | undefined;
  signal: AbortSignal | undefined;
}

/** Verifies the server's hashes and returns the payment for review. */
export async function complete(client: Client, transfer: Transfer): Promise<PreparedBtc> {
  const { terms, inputs, signal } = transfer;
  const { network } = terms;
  const { chain } = terms.params;
  const { connectorBtcLike: connector } = client.services;
  const init = inChain(chain, signal);
  const body = wireTransfer(transfer);
  const getHash = dataOf(connector.POST("/api/transaction/get-hash/{chain}", { ...init, body }));
  const [response, listed] = await Promise.all([getHash, listedLimit(client, chain, network, signal)]);
  const built = matchHashes(terms, inputs, transfer.fee, checkHashes(response.hashes, inputs.length));
  verifyFee(chain, transfer.maxFee, listed, { fee: built.fee, paid: paidToOthers(transfer) });
  const unsignedMessage = bytesToHex(encodeStripped(built.transaction));
  const parse = connector.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } });
  const comparison = compareParsed(await dataOf(parse), terms, built.transaction);

  const review = reviewOf(transfer, built, mergeWarnings(transfer.warnings, response.warnings));
  const owned = inputs.map((input) => ({ ...wireUtxo(terms, input), publicKey: input.owner.publicKey, type: input.owner.type }));
  return {
    review,
    comparison,
    inputs: owned,
    hashes: built.hashes,
    async sign(signers) {
      const chosen = inputs.map(({ owner }) => signerOf([signers].flat(), owner));
      const signatures: { inputIndex: number; signature: ReturnType<typeof wireSignature> }[] = [];
      for (const [inputIndex, hash] of built.hashes.entries()) {
        signatures.push({ inputIndex, signature: wireSignature(await chosen[inputIndex]!.sign(hash, review)) });
      }
      const attempt = newAttempt({ intent: transfer.intent, replaces: review.replaces, spends: { inputs: owned } });
      const own = attachSignatures(terms.params, built.transaction, inputs, signatures.map(({ signature }) => signature));
      const { txdata } = await whileHeld(client, { chain, network, ...own, ...attempt }, () => {
        const attach = connector.POST("/api/transaction/attach-signature/{chain}", { ...init, body: { ...body, signatures } });
        return dataOf(attach);
      });
      verifySigned(own.txdata, txdata);
      return new SignedPayment(client, { chain, network, ...own, attempt });
    },
  };
}

/**
 * Returns the sum that others receive: without change, outputs to the owners of the inputs, and the payment of a child, which collects
 * an incoming transaction.
 */
function paidToOthers({ terms, inputs, facts }: Transfer): bigint {
  if (facts?.parent !== undefined) return 0n;
  const own = [terms.sender.script, terms.change.script, ...inputs.map(({ owner }) => owner.script)];
  const outputs = terms.payments.map(({ output }) => output);
  return totalOf(outputs.filter(({ script }) => !own.some((other) => isSameScript(other, script))));
}

/** Returns the fields of get-hash. */
function wireTransfer({ terms, inputs, fee }: Transfer) {
  const { params, network, sender, payments, change } = terms;
  const outputs = payments.map(wireOutput);
  const recipients = isOnePayment(payments) ? outputs[0]! : { outputs };
  return {
    publicKey: sender.publicKey,
    type: sender.type,
    network,
    utxo: inputs.map((input) => wireUtxo(terms, input)),
    ...recipients,
    ...(change.address === sender.address ? {} : { changeAddress: change.address }),
    ...(terms.version === 2 ? {} : { version: terms.version }),
    ...(terms.lockTime === 0 ? {} : { locktime: terms.lockTime }),
    ...(terms.sequence === params.sequence ? {} : { sequence: terms.sequence }),
    fee: fee.toString(),
  };
}

/** Returns true for a payment to one recipient without data. */
const isOnePayment = (payments: Terms["payments"]) => payments.length === 1 && payments[0]!.to !== "";

function reviewOf({ terms, inputs, facts }: Transfer, built: Built, warnings: Warning[]): Review {
  const { params, network, sender, payments, change } = terms;
  const isOne = isOnePayment(payments);
  const senders = [...new Set(inputs.map(({ owner }) => owner.address))];
  return {
    chain: params.chain,
    network,
    from: sender.address,
    ...(senders.join() === sender.address ? {} : { senders }),
    to: isOne ? payments[0]!.to : null,
    ...(isOne ? {} : { outputs: payments.map(wireOutput) }),
    asset: { kind: "coin", chain: params.chain },
    amount: totalOf(payments.map(({ output }) => output)).toString(),
    fee: built.fee.toString(),
    change: built.change.toString(),
    ...(change.address === sender.address || built.change === 0n ? {} : { changeAddress: change.address }),
    ...facts,
    warnings,
  };
}

function checkHashes(hashes: { inputIndex: number; hash: string }[], count: number): Uint8Array[] {
  verifyEqual("hash", "number of hashes", count, Array.isArray(hashes) ? hashes.length : undefined);
  return hashes.map(({ inputIndex, hash }, index) => {
    verifyEqual("hash", "index of an input", index, inputIndex);
    return responseHex(hash, "hash");
  });
}

interface Parsed {
  inputs: { txid: string; vout: number }[];
  outputs: { to: string; amount: string; script: string }[];
  lockTime: number;
}

/** Compares the server's reading of the transaction with the client's. */
function compareParsed(parsed: Parsed, { params, payments, change }: Terms, { inputs, outputs, lockTime }: Transaction): ComparedFact[] {
  const comparison = new Comparison();
  const coin: PaymentAsset = { kind: "coin", chain: params.chain };
  const scriptAt = (address: string) => (address === "" ? "" : verifyDecoding("parse", () => scriptOf(params, address)));
  verifyEqual("parse", "number of outputs of parse", outputs.length, Array.isArray(parsed.outputs) ? parsed.outputs.length : undefined);
  for (const [index, { value, script }] of outputs.entries()) {
    const { to, amount, script: found } = verifyDecoding("parse", () => ({ ...parsed.outputs[index]! }));
    const payment = payments[index];
    verifyEqual("parse", "script of parse", script, found);
    if (payment !== undefined) comparison.addForms("recipient", payment.to, to, scriptAt);
    comparison.add(payment === undefined ? "change" : "amount", value, amount, coin);
    if (payment === undefined) comparison.addForms("change-address", change.address, to, scriptAt);
  }
  const spent = (list: readonly { txid: string; vout: number }[]) => list.map(outpointOf).join();
  comparison.add("inputs", spent(inputs), verifyDecoding("parse", () => spent(parsed.inputs)));
  comparison.add("lock-time", lockTime, parsed.lockTime);
  return comparison.facts;
}

/** Returns the signer of an owner's key. */
function signerOf(signers: readonly BtcSigner[], { type, publicKey }: Owner): EcdsaSigner | TaprootSigner {
  const curve = type === "p2tr" ? "secp256k1-taproot" : "secp256k1";
  const found = signers.find((signer) => signer.curve === curve && bytesToHex(parseHex(signer.publicKey, "signer")) === publicKey);
  if (found === undefined) throw new InputError("signer", `no ${type === "p2tr" ? "taproot signer" : "signer"} for the public key ${publicKey}`);
  return found;
}

const wireSignature = ({ r, s, recovery }: { r: string; s: string; recovery?: number | undefined }) =>
  recovery === undefined ? { r, s } : { r, s, recovery };

/** Compares the server's signed transaction with that of the client. */
function verifySigned(own: string, txdata: string): void {
  const found = verifyDecoding("signed_transaction", () => responseHex(txdata, "txdata"));
  verifyEqual("signed_transaction", "the signed transaction differs from the verified one", own, bytesToHex(found));
}
