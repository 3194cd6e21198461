/** Payments, token transfers and contract calls on EVM chains. */
import { addressInfo } from "../address-info.js";
import { bytesToHex, inputAmount, parseHex, responseAmount, responseInteger } from "../bytes.js";
import { chainId, type Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import type { Amount, FeeMode, Warning } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { openAttempt } from "../attempts.js";
import { type Intended, intentOf } from "../unsettled.js";
import { evmAddress, parseEvmAddress } from "./address.js";
import { transferCall } from "./calls.js";
import { complete, type EvmTransfer, hexOf, lower, type PreparedEvm } from "./complete.js";
import type { EvmTransaction, Prices } from "./transaction.js";

/** The sender, the fee and the nonce of a call. */
export interface CallTerms extends EvmTransfer {
  /** Fee mode (`normal` by default), or prices per unit of gas in wei. */
  fee?: FeeMode | { gasPrice: string | bigint } | { maxFeePerGas: string | bigint; maxPriorityFeePerGas: string | bigint } | undefined;
  gasLimit?: string | bigint | undefined;
  /** Nonce, to replace a pending transaction; by default the next one. */
  nonce?: number | undefined;
}

/** A payment of a coin or token, or a call, on an EVM chain. */
export interface EvmPayment extends CallTerms {
  /**
   * Name of the payment in the app, for example of an order. Until an attempt is final, further ones with this name conflict with
   * it, or are `already_paid` if it was sent, so that at most one is executed. By default the sender and what is paid identify it.
   */
  paymentId?: string | undefined;
  /** Recipient, or the called contract; `null` deploys the contract in `data`. */
  to: string | null;
  /** Amount in base units of the coin or token, or `max`. */
  amount: Amount;
  /** Contract of the ERC-20 token to send, instead of the coin. */
  token?: string | undefined;
  /** Calldata of a contract call in hex; not together with `token`. */
  data?: string | undefined;
}

/** What is called on the chain, derived from the requested payment. */
export interface Call {
  to: string | null;
  data: string;
  amount: string;
}

/** Prepares a payment and verifies it: the hash must be that of the transaction that the client encodes itself. */
export async function prepareEvm(client: Client, payment: EvmPayment): Promise<PreparedEvm> {
  const { chain, publicKey, token } = payment;
  const network = payment.network ?? client.network;
  const from = evmAddress(publicKey);
  const intent = evmIntent(payment, from);
  const open = await openAttempt(client, { chain, network, intent }, payment.signal);
  const tokenAmount = token === undefined ? undefined : await tokenAmountOf(client, payment, network, from);
  // Of two transactions with one nonce, the network accepts one.
  const terms = { ...payment, nonce: open?.nonce ?? payment.nonce };
  const prepared = await prepareCall(client, terms, network, toCall(payment, tokenAmount));
  const { transaction, l1Fee, warnings } = prepared;
  return complete(client, {
    terms: payment,
    network,
    transaction,
    facts: {
      to: payment.to,
      asset: token === undefined ? { kind: "coin", chain } : { kind: "erc20", chain, contract: token },
      amount: (tokenAmount ?? transaction.value).toString(),
      ...l1Fee,
    },
    intent,
    isOwnPrice: typeof payment.fee === "object",
    showsData: token === undefined,
    warnings,
  });
}

/** Names the payment. With a nonce of the caller, attempts with another nonce are other payments. */
function evmIntent({ paymentId, to, amount, token, data, nonce }: EvmPayment, from: string): string {
  return intentOf(paymentId, from, lower(to), amount, lower(token), data ?? "", nonce ?? "");
}

/** Identifies a payment. */
export function intendedEvm(client: Client, payment: EvmPayment): Intended {
  const { chain, network = client.network, publicKey } = payment;
  return { chain, network, intent: evmIntent(payment, evmAddress(publicKey)) };
}

/** A transaction with the server's nonce, gas limit and prices, where the caller chose none. */
interface PreparedCall {
  transaction: EvmTransaction;
  l1Fee: { l1Fee?: string };
  warnings: Warning[] | undefined;
}

/** Requests an estimate of a call, and builds its transaction. */
export async function prepareCall(client: Client, terms: CallTerms, network: Network, call: Call): Promise<PreparedCall> {
  const { connectorEthLike: connector } = client.services;
  const nonce = terms.nonce === undefined ? {} : { nonce: terms.nonce };
  const body = { address: evmAddress(terms.publicKey), network, ...call, ...nonce };
  const estimate = await dataOf(connector.POST("/api/prepare-transaction/estimate/{chain}", { ...inChain(terms.chain, terms.signal), body }));
  const transaction = toTransaction(terms, network, call, estimate);
  const l1Fee = estimate.l1Fee ? { l1Fee: responseAmount(estimate.l1Fee, "l1Fee").toString() } : {};
  return { transaction, l1Fee, warnings: estimate.warnings };
}

/** Returns the amount of a token transfer; `max` is the spendable balance. */
async function tokenAmountOf(client: Client, payment: EvmPayment, network: Network, from: string): Promise<bigint> {
  if (payment.amount !== "max") return inputAmount(payment.amount, "amount");
  const { chain, token = "", signal } = payment;
  const { balances } = await addressInfo(client, { chain, address: from, network, limit: 0, signal });
  const balance = balances.find(({ asset }) => asset.kind === "erc20" && asset.contract.toLowerCase() === token.toLowerCase());
  const amount = balance === undefined ? 0n : responseAmount((balance.spendable ?? balance.balance).amount, "balance");
  if (amount === 0n) throw new InputError("amount", "the address has no listed balance of this token");
  return amount;
}

function toCall(payment: EvmPayment, tokenAmount: bigint | undefined): Call {
  const { to, token, data = "" } = payment;
  if (to === null) {
    if (token !== undefined || payment.amount === "max") throw new InputError("to", "a deployment has no token and no max");
    return { to, data: hexData(data), amount: inputAmount(payment.amount, "amount", true).toString() };
  }
  const recipient = parseEvmAddress(to, "to");
  if (token === undefined || tokenAmount === undefined) {
    const amount = payment.amount === "max" ? "max" : inputAmount(payment.amount, "amount", data !== "").toString();
    return { to, data: hexData(data), amount };
  }
  if (data !== "") throw new InputError("data", "a token transfer has no other calldata");
  parseEvmAddress(token, "token");
  if (tokenAmount >= 2n ** 256n) throw new InputError("amount", "above 256 bits");
  return { to: token, data: hexOf(transferCall(recipient, tokenAmount)), amount: "0" };
}

function hexData(data: string): string {
  const digits = bytesToHex(parseHex(data, "data"));
  return digits === "" ? "" : `0x${digits}`;
}

type Modes = Record<FeeMode, string>;

interface Estimate {
  nonce: number;
  gasLimit: string;
  gasPrices: Modes;
  maxFees?: Modes;
  priorityFees?: Modes;
  amounts?: Modes;
  l1Fee?: string | null;
  warnings?: Warning[];
}

function toTransaction(payment: CallTerms, network: Network, call: Call, estimate: Estimate): EvmTransaction {
  const mode = typeof payment.fee === "string" ? payment.fee : "normal";
  const gasLimit = payment.gasLimit === undefined ? responseAmount(estimate.gasLimit, "gasLimit") : inputAmount(payment.gasLimit, "gasLimit");
  const nonce = payment.nonce ?? responseInteger(estimate.nonce, "nonce");
  const prices = typeof payment.fee === "object" ? customPrices(payment.fee) : modePrices(estimate, mode, call.amount === "max");
  const transaction = {
    chainId: chainId(payment.chain, network),
    nonce,
    gasLimit,
    prices,
    to: call.to === null ? null : parseEvmAddress(call.to, "to"),
    value: call.amount === "max" ? responseAmount(estimate.amounts?.[mode], `amounts.${mode}`) : BigInt(call.amount),
    data: parseHex(call.data, "data"),
  };
  if (call.amount === "max" && typeof payment.fee === "object") {
    throw new InputError("fee", "max requires a fee mode");
  }
  return transaction;
}

/** Returns the prices of a mode. With `max` the gas price is the maximum too, so that nothing stays on the account. */
function modePrices(estimate: Estimate, mode: FeeMode, isMax: boolean): Prices {
  const gasPrice = responseAmount(estimate.gasPrices?.[mode], `gasPrices.${mode}`);
  if (estimate.maxFees === undefined || estimate.priorityFees === undefined) return { gasPrice };
  const maxFeePerGas = isMax ? gasPrice : responseAmount(estimate.maxFees[mode], `maxFees.${mode}`);
  const tip = responseAmount(estimate.priorityFees[mode], `priorityFees.${mode}`);
  return { maxFeePerGas, maxPriorityFeePerGas: tip < maxFeePerGas ? tip : maxFeePerGas };
}

function customPrices(fee: Exclude<CallTerms["fee"], FeeMode | undefined>): Prices {
  if ("gasPrice" in fee) return { gasPrice: inputAmount(fee.gasPrice, "gasPrice", true) };
  return {
    maxFeePerGas: inputAmount(fee.maxFeePerGas, "maxFeePerGas"),
    maxPriorityFeePerGas: inputAmount(fee.maxPriorityFeePerGas, "maxPriorityFeePerGas", true),
  };
}
