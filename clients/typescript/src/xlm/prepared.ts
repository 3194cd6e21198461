/** The second half of every preparation: verifies the server's transaction, and completes the prepared payment. */
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import { bigEndian, bytesToHex, concatBytes, equalBytes, parseHex, responseHex } from "../bytes.js";
import { type Network, XLM_PASSPHRASE } from "../chains.js";
import { InputError } from "../errors.js";
import { listedLimit, verifyFee } from "../fee-limits.js";
import { type Review, type Warning, verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { type PreparedPayment, SignedPayment } from "../signed-payment.js";
import { whileHeld } from "../attempts.js";
import { newAttempt } from "../unsettled.js";
import type { Ed25519Signature, Ed25519Signer } from "../signer.js";
import { encodeAccount, parseMuxed, parseXlmPublicKey } from "./strkey.js";
import type { Prepared } from "./terms.js";
import { compareParsed } from "./parsed.js";
import { verifyTransaction } from "./verify.js";
import { decodeEnvelope, type XlmEnvelope, type XlmOperation } from "./xdr.js";

interface HashResponse {
  unsignedMessage: string;
  hash: string;
  warnings?: Warning[];
}

/** Verifies the server's transaction against the request and completes the prepared payment. */
export async function complete(
  prepared: Prepared,
  response: HashResponse,
  accepted: XlmOperation[],
  subject: Pick<Review, "to" | "asset" | "amount" | "swap">,
): Promise<PreparedPayment<Ed25519Signer>> {
  const { client, terms, network, from, fee, body } = prepared;
  const { unsignedMessage } = response;
  const isToItself = subject.swap === undefined && subject.to !== null && equalBytes(parseMuxed(subject.to, "to").key, parseXlmPublicKey(from));
  const paid = subject.asset.kind === "coin" && !isToItself ? BigInt(subject.amount) : 0n;
  verifyFee("xlm", terms.maxFee, await listedLimit(client, "xlm", network, terms.signal), { fee, paid });
  const envelope = decode(unsignedMessage);
  const operation = verifyTransaction(prepared, envelope, accepted);
  const hash = transactionHash(envelope, network);
  verifyEqual("hash", "the server's hash is not that of its transaction", hash, responseHex(response.hash, "hash"));
  const { connectorXlm } = client.services;
  const init = inChain("xlm", terms.signal);
  const parse = connectorXlm.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } });
  const comparison = compareParsed(await dataOf(parse), envelope, hash, terms);

  const review: Review = {
    chain: "xlm",
    network,
    from,
    ...subject,
    fee: fee.toString(),
    ...(terms.memo ? { memo: terms.memo } : {}),
    createsAccount: operation.type === "createAccount",
    validUntil: Number(envelope.transaction.validUntil),
    sequence: envelope.transaction.sequence.toString(),
    warnings: response.warnings ?? [],
  };
  return {
    review,
    comparison,
    hashes: [hash],
    async sign(signer) {
      if (signer.curve !== "ed25519" || encodeAccount(parseXlmPublicKey(signer.publicKey)) !== from) {
        throw new InputError("signer", "the signer has another public key than the payment");
      }
      const signature = await signer.sign(hash, review);
      const { publicKey } = body;
      const own = encodeEnvelope(envelope, parseXlmPublicKey(publicKey), signature);
      const signed = { txid: bytesToHex(hash), txdata: base64.encode(own) };
      const spends = { from, sequence: review.sequence, validUntil: review.validUntil };
      const attempt = newAttempt({ intent: prepared.intent, spends });
      const { txdata } = await whileHeld(client, { chain: "xlm", network, ...signed, ...attempt }, () => {
        const attach = connectorXlm.POST("/api/transaction/attach-signature/{chain}", {
          ...init,
          body: { publicKey, network, unsignedMessage, signature },
        });
        return dataOf(attach);
      });
      const found = verifyDecoding("signed_transaction", () => base64.decode(txdata));
      verifyEqual("signed_transaction", "the signed transaction differs from the verified one", own, found);
      return new SignedPayment(client, { chain: "xlm", network, ...signed, attempt });
    },
  };
}

const decode = (message: string): XlmEnvelope => verifyDecoding("encoding", () => decodeEnvelope(base64.decode(message)));

/** Encodes the transaction with one signature. */
function encodeEnvelope({ bytes }: XlmEnvelope, publicKey: Uint8Array, { R, s }: Ed25519Signature): Uint8Array {
  const signature = concatBytes(parseHex(R, "signature"), parseHex(s, "signature"));
  if (signature.length !== 64) throw new InputError("signer", "the signature is not valid");
  // The hint of a signature is the end of the public key.
  const decorated = concatBytes(publicKey.slice(-4), bigEndian(signature.length, 4), signature);
  return concatBytes(bigEndian(2, 4), bytes, bigEndian(1, 4), decorated);
}

/** Returns the hash that is signed: over the network, the envelope type and the transaction. */
function transactionHash({ bytes }: XlmEnvelope, network: Network): Uint8Array {
  const networkId = sha256(new TextEncoder().encode(XLM_PASSPHRASE[network]));
  return sha256(concatBytes(networkId, bigEndian(2, 4), bytes));
}
