/** The last step of every transaction on Stellar: signatures, and the comparison of the signed transaction. */
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import { whileHeld } from "../attempts.js";
import { bigEndian, bytesToHex, concatBytes, equalBytes, parseHex } from "../bytes.js";
import { type Network, XLM_PASSPHRASE } from "../chains.js";
import type { Client } from "../client.js";
import type { ComparedFact } from "../comparison.js";
import { InputError } from "../errors.js";
import { type Review, verifyDecoding, verifyEqual } from "../payment.js";
import type { Attempt } from "../payment-store.js";
import { previewXlm } from "../safety.js";
import { dataOf, inChain } from "../services.js";
import { type PreparedPayment, SignedPayment } from "../signed-payment.js";
import type { Ed25519Signer } from "../signer.js";
import { newAttempt } from "../unsettled.js";
import { encodeAccount, parseXlmPublicKey } from "./strkey.js";
import type { DecoratedSignature } from "./xdr.js";

/** The signer of the account's key, or a list of signers of the account. The network accepts the latter if their weights suffice. */
export type XlmSigners = Ed25519Signer | readonly Ed25519Signer[];

/** A verified transaction on Stellar, which one or several keys sign. */
export type PreparedXlm = PreparedPayment<XlmSigners>;

/** A verified transaction. */
export interface Signable {
  client: Client;
  network: Network;
  signal: AbortSignal | undefined;
  /** The account that a single signer belongs to. */
  account: string;
  /** The envelope as the server returned it. */
  message: string;
  /** Type of the envelope, the encoded transaction, and the signatures so far. */
  type: number;
  bytes: Uint8Array;
  signatures: readonly DecoratedSignature[];
  review: Review;
  comparison: readonly ComparedFact[];
  attempt: Omit<Attempt, "id">;
}

/** Returns the hash that is signed: over the network, the envelope type and the transaction. */
export function transactionHash({ type, bytes, network }: Pick<Signable, "type" | "bytes" | "network">): Uint8Array {
  const networkId = sha256(new TextEncoder().encode(XLM_PASSPHRASE[network]));
  return sha256(concatBytes(networkId, bigEndian(type, 4), bytes));
}

/** Returns the transaction for review. */
export function signable(transaction: Signable): PreparedXlm {
  const { review, comparison } = transaction;
  const hash = transactionHash(transaction);
  const { client, network } = transaction;
  const envelope = base64.encode(encodeEnvelope(transaction, transaction.signatures));
  const preview = (options: { signal?: AbortSignal | undefined } = {}) => previewXlm(client, { transaction: envelope, network, signal: options.signal });
  return { review, comparison, hashes: [hash], preview, sign: (signers) => sign(transaction, hash, signers) };
}

async function sign(transaction: Signable, hash: Uint8Array, signers: XlmSigners): Promise<SignedPayment> {
  const { client, network, review } = transaction;
  let envelope = base64.encode(encodeEnvelope(transaction, transaction.signatures));
  const steps: { publicKey: string; signature: { R: string; s: string }; envelope: string }[] = [];
  const signatures = [...transaction.signatures];
  for (const signer of checkSigners(transaction, signers)) {
    const signature = await signer.sign(hash, review);
    signatures.push(decorate(signer, signature));
    envelope = base64.encode(encodeEnvelope(transaction, signatures));
    steps.push({ publicKey: signer.publicKey, signature, envelope });
  }
  const attempt = newAttempt(transaction.attempt);
  const signed = { txid: bytesToHex(hash), txdata: envelope };
  await whileHeld(client, { chain: "xlm", network, ...signed, ...attempt }, async () => {
    let unsignedMessage = transaction.message;
    for (const { publicKey, signature, envelope: own } of steps) {
      const body = { publicKey, network, unsignedMessage, signature };
      const attach = client.services.connectorXlm.POST("/api/transaction/attach-signature/{chain}", { ...inChain("xlm", transaction.signal), body });
      const { txdata } = await dataOf(attach);
      const found = verifyDecoding("signed_transaction", () => base64.decode(txdata));
      verifyEqual("signed_transaction", "the signed transaction differs from the verified one", base64.decode(own), found);
      unsignedMessage = own;
    }
  });
  return new SignedPayment(client, { chain: "xlm", network, ...signed, attempt });
}

/** Returns the signers in a list. A single one must be that of the account. */
function checkSigners({ account, signatures }: Signable, signers: XlmSigners): Ed25519Signer[] {
  const list = [signers].flat();
  const keys = list.map(({ curve, publicKey }) => {
    if (curve !== "ed25519") throw new InputError("signer", "not a signer for Stellar");
    return parseXlmPublicKey(publicKey);
  });
  if (keys.length === 0) throw new InputError("signer", "no signer");
  if (!Array.isArray(signers) && encodeAccount(keys[0]!) !== account) {
    throw new InputError("signer", "the signer has another public key than the payment");
  }
  const isTwice = keys.some((key, index) => keys.slice(0, index).some((other) => equalBytes(other, key)));
  if (isTwice || keys.some((key) => signatures.some(({ hint }) => equalBytes(hint, key.slice(-4))))) {
    throw new InputError("signer", "the key has signed already");
  }
  return list;
}

/** Returns a signature with its hint, the end of the public key. */
function decorate(signer: Ed25519Signer, { R, s }: { R: string; s: string }): DecoratedSignature {
  const signature = concatBytes(parseHex(R, "signature"), parseHex(s, "signature"));
  if (signature.length !== 64) throw new InputError("signer", "the signature is not valid");
  return { hint: parseXlmPublicKey(signer.publicKey).slice(-4), signature };
}

function encodeEnvelope({ type, bytes }: Signable, signatures: readonly DecoratedSignature[]): Uint8Array {
  const decorated = signatures.map(({ hint, signature }) => concatBytes(hint, bigEndian(signature.length, 4), signature));
  return concatBytes(bigEndian(type, 4), bytes, bigEndian(signatures.length, 4), ...decorated);
}
