/** The second half of every preparation on EVM chains: verifies the hash, and completes the prepared payment. */
import { bytesToHex, responseHex } from "../bytes.js";
import type { EthLikeChain, Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { type Charge, listedLimit, type MaxFee, verifyFee } from "../fee-limits.js";
import { mergeWarnings, type Review, type Warning, verifyDecoding, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { type PreparedPayment, SignedPayment } from "../signed-payment.js";
import { whileHeld } from "../attempts.js";
import { newAttempt } from "../unsettled.js";
import type { EcdsaSigner } from "../signer.js";
import { evmAddress } from "./address.js";
import { hasUnlimitedApproval, UNLIMITED_APPROVAL } from "./calls.js";
import { verifySignature } from "./signature.js";
import { encodeSigned, encodeUnsigned, type EvmTransaction, evmTxid, signingHash } from "./transaction.js";

export type PreparedEvm = PreparedPayment<EcdsaSigner>;

/** The sender and the limits of every transaction. */
export interface EvmTransfer {
  chain: EthLikeChain;
  network?: Network | undefined;
  /** Public key of the sender in hex. */
  publicKey: string;
  /** Highest acceptable fee in wei; by default the limits of the chain for the fee and for the tip. */
  maxFee?: MaxFee | undefined;
  signal?: AbortSignal | undefined;
}

/** The fields of a review that depend on the purpose of the transaction. */
export type Facts = Pick<Review, "to" | "asset" | "amount"> & Partial<Pick<Review, "l1Fee" | "approval" | "replaces" | "isCancellation">>;

/** A transaction to verify. */
export interface Transfer {
  terms: EvmTransfer;
  network: Network;
  transaction: EvmTransaction;
  facts: Facts;
  /** Identifies the payment, of a replacement that of the replaced one; absent if every repetition has the same effect as one. */
  intent?: string | undefined;
  /** True if the caller chose the price of the gas. */
  isOwnPrice: boolean;
  /** False if the review describes the calldata in other fields. */
  showsData: boolean;
  warnings: Warning[] | undefined;
  /** Compares what the server reads in the calldata. */
  verifyCall?: (parsed: Parsed) => void;
}

/** The response of `parse`. */
export interface Parsed {
  to: string | null;
  amount: string;
  nonce: number;
  data: string;
  gasLimit: string;
  fee: string;
  token?: { method: string; to: string; amount: string };
  calls?: { method: string; contract: string; to?: string | null; amount?: string | null; approved?: boolean | null }[];
  warnings?: Warning[];
}

/** Verifies the server's hash and returns the transaction for review. */
export async function complete(client: Client, transfer: Transfer): Promise<PreparedEvm> {
  const { terms, network, transaction, facts } = transfer;
  const { chain, publicKey, signal } = terms;
  const from = evmAddress(publicKey);
  const fee = maximumFee(transaction);
  verifyFee(chain, terms.maxFee, await listedLimit(client, chain, network, signal), chargeOf(transfer));

  const { connectorEthLike: connector } = client.services;
  const init = inChain(chain, signal);
  const body = { ...wireTransaction(transaction, fee), publicKey, network };
  const response = await dataOf(connector.POST("/api/transaction/get-hash/{chain}", { ...init, body }));
  const own = signingHash(transaction);
  verifyEqual("hash", "the server's hash is not that of the requested transaction", own, responseHex(response.hash, "hash"));
  const unsignedMessage = hexOf(encodeUnsigned(transaction));
  const parse = connector.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } });
  const parsed: Parsed = await dataOf(parse);
  verifyParsed(parsed, transaction);
  transfer.verifyCall?.(parsed);

  const data = transfer.showsData && transaction.data.length > 0 ? { data: hexOf(transaction.data) } : {};
  const derived = transaction.to !== null && hasUnlimitedApproval(transaction.data) ? [UNLIMITED_APPROVAL] : [];
  const warnings = mergeWarnings(transfer.warnings, response.warnings, parsed.warnings, derived);
  const review: Review = { chain, network, from, ...facts, fee: fee.toString(), ...data, nonce: transaction.nonce, warnings };
  return {
    review,
    hashes: [own],
    async sign(signer) {
      if (signer.curve !== "secp256k1" || evmAddress(signer.publicKey) !== from) {
        throw new InputError("signer", "the signer has another public key than the payment");
      }
      const { r, s, recovery } = await signer.sign(own, review);
      const signature = { r, s, ...(recovery === undefined ? {} : { recovery }) };
      const bytes = encodeSigned(transaction, verifySignature(own, publicKey, { r, s }));
      const signed = { txid: evmTxid(bytes), txdata: hexOf(bytes) };
      const { replaces, isCancellation } = facts;
      const spends = { from, nonce: transaction.nonce };
      const attempt = newAttempt({ intent: transfer.intent, replaces, ...(isCancellation ? { isCancellation } : {}), spends });
      const { txdata } = await whileHeld(client, { chain, network, ...signed, ...attempt }, () =>
        dataOf(connector.POST("/api/transaction/attach-signature/{chain}", { ...init, body: { ...body, signature } })),
      );
      verifySigned(bytes, txdata);
      return new SignedPayment(client, { chain, network, ...signed, attempt });
    },
  };
}

export const hexOf = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;

/** Returns the fee if all gas is used. */
export const maximumFee = ({ gasLimit, prices }: EvmTransaction): bigint =>
  gasLimit * ("gasPrice" in prices ? prices.gasPrice : prices.maxFeePerGas);

/** Returns the fee. A legacy price of the server counts as tip: it could leave out the prices of EIP-1559. */
function chargeOf({ terms, transaction, isOwnPrice }: Transfer): Charge {
  const { gasLimit, prices, value, to } = transaction;
  const fee = maximumFee(transaction);
  const isToItself = to !== null && hexOf(to) === evmAddress(terms.publicKey).toLowerCase();
  const paid = isToItself ? 0n : value;
  if ("gasPrice" in prices) return { fee, paid, tip: isOwnPrice ? undefined : fee };
  return { fee, paid, tip: gasLimit * prices.maxPriorityFeePerGas };
}

function wireTransaction({ gasLimit, prices, nonce, value, to, data }: EvmTransaction, fee: bigint) {
  const price =
    "gasPrice" in prices
      ? { gasPrice: prices.gasPrice.toString() }
      : {
          maxFeePerGas: prices.maxFeePerGas.toString(),
          maxPriorityFeePerGas: prices.maxPriorityFeePerGas.toString(),
        };
  const call = { to: to === null ? null : hexOf(to), data: data.length === 0 ? "" : hexOf(data) };
  return { ...call, amount: value.toString(), fee: fee.toString(), gasLimit: gasLimit.toString(), ...price, nonce };
}

/** Compares the server's reading of the transaction with the client's. */
function verifyParsed(parsed: Parsed, transaction: EvmTransaction): void {
  const { to, value, nonce, gasLimit, data } = transaction;
  verifyParse("recipient", to === null ? null : hexOf(to), lower(parsed.to));
  verifyParse("amount", value, parsed.amount);
  verifyParse("nonce", nonce, parsed.nonce);
  verifyParse("gas limit", gasLimit, parsed.gasLimit);
  verifyParse("fee", maximumFee(transaction), parsed.fee);
  verifyParse("data", hexOf(data), parsed.data);
}

/** Throws a `VerificationError` unless `parse` shows this value. */
export const verifyParse = (message: string, expected: unknown, found: unknown): void =>
  verifyEqual("parse", `${message} of parse`, expected, found);

/** Returns an address of a response in lower case. */
export const lower = (address: unknown): string | null => (address === null || address === undefined ? null : String(address).toLowerCase());

/** Compares the server's signed transaction with that of the client. */
function verifySigned(own: Uint8Array, txdata: string): void {
  const found = verifyDecoding("signed_transaction", () => responseHex(txdata, "txdata"));
  verifyEqual("signed_transaction", "the signed transaction differs from the verified one", own, found);
}
