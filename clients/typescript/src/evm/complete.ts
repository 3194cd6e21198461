/** The second half of every preparation on EVM chains: verifies the hash, and completes the prepared payment. */
import { bytesToHex, responseHex } from "../bytes.js";
import type { EthLikeChain, Network } from "../chains.js";
import type { Client } from "../client.js";
import { type ComparedFact, Comparison } from "../comparison.js";
import { InputError } from "../errors.js";
import { type Charge, listedLimit, type MaxFee, verifyFee } from "../fee-limits.js";
import { type Approval, mergeWarnings, type PaymentAsset, type Review, type Warning, verifyDecoding, verifyEqual } from "../payment.js";
import { preview } from "../safety.js";
import { dataOf, inChain } from "../services.js";
import { type PreparedPayment, SignedPayment } from "../signed-payment.js";
import { whileHeld } from "../attempts.js";
import { newAttempt } from "../unsettled.js";
import type { EcdsaSigner } from "../signer.js";
import { checksumAddress, evmAddress } from "./address.js";
import { hasUnlimitedApproval, isExactTransfer, UNLIMITED_APPROVAL } from "./calls.js";
import { verifySignature } from "./signature.js";
import { encodeSigned, encodeUnsigned, type EvmTransaction, evmTxid, signingHash } from "./transaction.js";

/** A verified transaction of an EVM chain, to be signed. */
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
}

/** A call that `parse` names. */
interface ParsedCall {
  method: string;
  contract: string;
  token?: string | null;
  from?: string | null;
  to?: string | null;
  amount?: string | null;
  approved?: boolean | null;
  tokens?: { id: string; amount: string }[] | null;
}

/** The response of `parse`. */
interface Parsed {
  to: string | null;
  amount: string;
  nonce: number;
  data: string;
  gasLimit: string;
  fee: string;
  token?: { method: string; to: string; amount: string };
  calls?: ParsedCall[];
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
  const called = transaction.to === null ? null : checksumAddress(transaction.to);
  const response = await dataOf(connector.POST("/api/transaction/get-hash/{chain}", { ...init, body }));
  const own = signingHash(transaction);
  verifyEqual("hash", "the server's hash is not that of the requested transaction", own, responseHex(response.hash, "hash"));
  const unsignedMessage = hexOf(encodeUnsigned(transaction));
  const parse = connector.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } });
  const parsed: Parsed = await dataOf(parse);
  const comparison = compareParsed(parsed, chain, transaction, facts);

  const data = transfer.showsData && transaction.data.length > 0 ? { data: hexOf(transaction.data) } : {};
  const derived = transaction.to !== null && hasUnlimitedApproval(transaction.data) ? [UNLIMITED_APPROVAL] : [];
  const warnings = mergeWarnings(transfer.warnings, response.warnings, parsed.warnings, derived);
  const review: Review = { chain, network, from, ...facts, fee: fee.toString(), ...data, nonce: transaction.nonce, warnings };
  return {
    review,
    comparison,
    hashes: [own],
    preview: (options = {}) =>
      preview(client, { chain, network, from, to: called, value: transaction.value.toString(), ...(body.data === "" ? {} : { data: body.data }), signal: options.signal }),
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
function compareParsed(parsed: Parsed, chain: EthLikeChain, transaction: EvmTransaction, facts: Facts): ComparedFact[] {
  const { to, value, nonce, gasLimit, data } = transaction;
  const comparison = new Comparison();
  const coin: PaymentAsset = { kind: "coin", chain };
  const called = to === null ? null : checksumAddress(to);
  const isTokenCall = facts.approval !== undefined || facts.asset.kind !== "coin";
  if (isTokenCall) {
    verifyEqual("parse", "amount of parse", value, parsed.amount);
    compareTokenCall(comparison, parsed, facts, called, data);
  } else {
    comparison.addForms("recipient", called, parsed.to, lower);
    comparison.add("amount", value, parsed.amount, coin);
  }
  comparison.add("fee", maximumFee(transaction), parsed.fee, coin);
  comparison.add("nonce", nonce, parsed.nonce);
  comparison.add("gas-limit", gasLimit, parsed.gasLimit);
  comparison.add("data", hexOf(data), parsed.data);
  return comparison.facts;
}

/** Compares the server's reading of the calldata, in which the id of a token is the amount of `approve`. */
function compareTokenCall(comparison: Comparison, parsed: Parsed, facts: Facts, contract: string | null, data: Uint8Array): void {
  const [call, ...others] = Array.isArray(parsed.calls) ? parsed.calls : [];
  verifyEqual("parse", "number of calls of parse", 0, others.length);
  verifyEqual("parse", "method of parse", methodOf(facts), call?.method);
  verifyEqual("parse", "contract of the call of parse", lower(contract), lower(call?.contract));
  if (facts.approval !== undefined) compareApproval(comparison, parsed, facts.approval, contract, call);
  else compareTransfer(comparison, parsed, facts, contract, data, call);
}

function methodOf({ approval, asset }: Facts): string {
  if (approval === undefined) return asset.kind === "erc20" ? "transfer" : "safeTransferFrom";
  const methods = { erc20: "approve", erc721: "approve", collection: "setApprovalForAll", permit2: "lockdown" };
  return methods[approval.kind];
}

function compareApproval(comparison: Comparison, parsed: Parsed, approval: Approval, contract: string | null, call: ParsedCall | undefined): void {
  comparison.addForms("contract", contract, parsed.to, lower);
  comparison.addForms("spender", approval.spender, call?.to ?? null, lower);
  if (approval.kind === "permit2") verifyEqual("parse", "token of the call of parse", lower(approval.contract), lower(call?.token));
  if (approval.kind === "collection") comparison.add("all-tokens", approval.isUnlimited, call?.approved);
  else if (approval.kind === "erc721") comparison.add("token-id", approval.tokenId, call?.amount);
  else comparison.add("allowance", approval.amount, call?.amount);
}

function compareTransfer(comparison: Comparison, { to, token }: Parsed, facts: Facts, contract: string | null, data: Uint8Array, call: ParsedCall | undefined): void {
  const { asset, amount } = facts;
  comparison.addForms("recipient", facts.to, call?.to ?? null, lower);
  if (asset.kind === "erc721" || asset.kind === "erc1155") {
    const [moved, ...others] = call?.tokens ?? [];
    verifyEqual("parse", "number of tokens of parse", 0, others.length);
    comparison.add("token-id", asset.id, moved?.id);
    comparison.add("amount", amount, moved?.amount, asset);
  } else comparison.add("amount", amount, call?.amount, asset);
  comparison.addForms("contract", contract, to, lower);
  const expected = `transfer ${amount} ${lower(facts.to)}`;
  if (isExactTransfer(data)) verifyEqual("parse", "token of parse", expected, `${token?.method} ${token?.amount} ${lower(token?.to)}`);
}

/** Returns an address of a response in lower case. */
export const lower = (address: unknown): string | null => (address === null || address === undefined ? null : String(address).toLowerCase());

/** Compares the server's signed transaction with that of the client. */
function verifySigned(own: Uint8Array, txdata: string): void {
  const found = verifyDecoding("signed_transaction", () => responseHex(txdata, "txdata"));
  verifyEqual("signed_transaction", "the signed transaction differs from the verified one", own, found);
}
