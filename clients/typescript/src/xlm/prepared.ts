/** The second half of every preparation: verifies the server's transaction, and completes the prepared payment. */
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "@scure/base";
import { bigEndian, bytesToHex, concatBytes, responseHex } from "../bytes.js";
import { XLM_PASSPHRASE } from "../chains.js";
import type { Network } from "../client.js";
import { InputError } from "../errors.js";
import { listedLimit, verifyFee } from "../fee-limits.js";
import { type PreparedPayment, type Review, type Warning, verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { SignedPayment } from "../signed-payment.js";
import { newAttempt, whileHeld } from "../unsettled.js";
import type { Ed25519Signer } from "../signer.js";
import { encodeAccount, parseXlmPublicKey } from "./strkey.js";
import type { Prepared } from "./terms.js";
import { verifyParsed, verifyTransaction } from "./verify.js";
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
  const paid = subject.asset.kind === "coin" ? BigInt(subject.amount) : 0n;
  verifyFee("xlm", terms.maxFee, await listedLimit(client, "xlm", network, terms.signal), { fee, paid });
  const envelope = decode("encoding", unsignedMessage);
  const operation = verifyTransaction(prepared, envelope, accepted);
  const hash = transactionHash(envelope, network);
  verifyEqual("hash", "the server's hash is not that of its transaction", hash, responseHex(response.hash, "hash"));
  const { connectorXlm } = client.services;
  const init = inChain("xlm", terms.signal);
  const parse = connectorXlm.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } });
  verifyParsed(await dataOf(parse), envelope, hash);

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
    hashes: [hash],
    async sign(signer) {
      if (signer.curve !== "ed25519" || encodeAccount(parseXlmPublicKey(signer.publicKey)) !== from) {
        throw new InputError("signer", "the signer has another public key than the payment");
      }
      const signature = await signer.sign(hash, review);
      const { publicKey } = body;
      const spends = { from, sequence: review.sequence, validUntil: review.validUntil };
      const attempt = newAttempt({ intent: prepared.intent, spends });
      const txdata = await whileHeld(client, { chain: "xlm", network, ...attempt }, async () => {
        const attach = connectorXlm.POST("/api/transaction/attach-signature/{chain}", {
          ...init,
          body: { publicKey, network, unsignedMessage, signature },
        });
        return (await dataOf(attach)).txdata;
      });
      const signed = decode("signed_transaction", txdata);
      const message = "the signed transaction differs from the verified one";
      verifyEqual("signed_transaction", message, envelope.bytes, signed.bytes);
      return new SignedPayment(client, { chain: "xlm", network, txid: bytesToHex(hash), txdata, attempt });
    },
  };
}

const decode = (subject: "encoding" | "signed_transaction", message: string): XlmEnvelope =>
  verifyDecoding(subject, () => decodeEnvelope(base64.decode(message)));

/** Returns the hash that is signed: over the network, the envelope type and the transaction. */
function transactionHash({ bytes }: XlmEnvelope, network: Network): Uint8Array {
  const networkId = sha256(new TextEncoder().encode(XLM_PASSPHRASE[network]));
  return sha256(concatBytes(networkId, bigEndian(2, 4), bytes));
}
