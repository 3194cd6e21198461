/** Payments, token transfers and contract calls on EVM chains. */
import { addressInfo } from "../address-info.js";
import { bytesToHex, inputAmount, parseHex, responseAmount, responseHex, responseInteger } from "../bytes.js";
import { chainId, type EthLikeChain } from "../chains.js";
import type { Client, Network } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import {
  type Amount,
  type FeeMode,
  type PreparedPayment,
  type Review,
  type Warning,
  verifyDecoding,
  verifyEqual,
  verifyFeeLimit,
} from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { SignedPayment } from "../signed-payment.js";
import type { EcdsaSigner } from "../signer.js";
import { evmAddress, parseEvmAddress } from "./address.js";
import { decodeSigned, encodeUnsigned, type EvmTransaction, evmTxid, type Prices, signingHash, transferCall } from "./transaction.js";

export interface EvmPayment {
  chain: EthLikeChain;
  network?: Network | undefined;
  /** Public key of the sender in hex. */
  publicKey: string;
  /** Recipient, or the called contract; `null` deploys the contract in `data`. */
  to: string | null;
  /** Amount in base units of the coin or token, or `max`. */
  amount: Amount;
  /** Contract of the ERC-20 token to send, instead of the coin. */
  token?: string | undefined;
  /** Calldata of a contract call in hex; not together with `token`. */
  data?: string | undefined;
  /** Fee mode (`normal` by default), or prices per unit of gas in wei. */
  fee?: FeeMode | { gasPrice: string | bigint } | { maxFeePerGas: string | bigint; maxPriorityFeePerGas: string | bigint } | undefined;
  gasLimit?: string | bigint | undefined;
  /** Nonce, to replace a pending transaction; by default the next one. */
  nonce?: number | undefined;
  /** Highest acceptable fee in wei; by default a limit of the chain, 0.1 ETH for example. */
  maxFee?: string | bigint | undefined;
  signal?: AbortSignal | undefined;
}

const COIN = 10n ** 18n;
/** Default of `maxFee`: a tenth of the highest fee that the services accept. */
const FEE_LIMITS: Record<EthLikeChain, bigint> = {
  eth: COIN / 10n,
  op: COIN / 10n,
  bsc: COIN / 2n,
  avax: 5n * COIN,
  etc: 20n * COIN,
  matic: 100n * COIN,
  ftm: 500n * COIN,
};

/** What is called on the chain, derived from the requested payment. */
interface Call {
  to: string | null;
  data: string;
  amount: string;
}

/** Prepares a payment and verifies it: the hash must be that of the transaction that the client encodes itself. */
export async function prepareEvm(client: Client, payment: EvmPayment): Promise<PreparedPayment<EcdsaSigner>> {
  const { chain, publicKey, signal } = payment;
  const network = payment.network ?? client.network;
  const from = evmAddress(publicKey);
  const { connectorEthLike: connector } = client.services;
  const init = inChain(chain, signal);
  const tokenAmount = payment.token === undefined ? undefined : await tokenAmountOf(client, payment, network, from);
  const call = toCall(payment, tokenAmount);

  const nonce = payment.nonce === undefined ? {} : { nonce: payment.nonce };
  const estimateBody = { address: from, network, ...call, ...nonce };
  const estimate = await dataOf(connector.POST("/api/prepare-transaction/estimate/{chain}", { ...init, body: estimateBody }));
  const transaction = toTransaction(payment, network, call, estimate);
  const fee = maximumFee(transaction);
  verifyFeeLimit(fee, payment.maxFee === undefined ? FEE_LIMITS[chain] : inputAmount(payment.maxFee, "maxFee"));

  const body = { ...wireTransaction(transaction, call, fee), publicKey, network };
  const { hash } = await dataOf(connector.POST("/api/transaction/get-hash/{chain}", { ...init, body }));
  const own = signingHash(transaction);
  verifyEqual("hash", "the server's hash is not that of the requested transaction", own, responseHex(hash, "hash"));
  const unsignedMessage = `0x${bytesToHex(encodeUnsigned(transaction))}`;
  const parsed = await dataOf(
    connector.POST("/api/transaction/parse/{chain}", { ...init, body: { unsignedMessage, network } }),
  );
  verifyParsed(parsed, transaction, payment, tokenAmount);

  const l1Fee = estimate.l1Fee ? { l1Fee: responseAmount(estimate.l1Fee, "l1Fee").toString() } : {};
  const data = payment.token === undefined && call.data !== "" ? { data: call.data } : {};
  const review: Review = {
    chain,
    network,
    from,
    to: payment.to,
    asset: payment.token === undefined ? { kind: "coin", chain } : { kind: "erc20", chain, contract: payment.token },
    amount: (tokenAmount ?? transaction.value).toString(),
    fee: fee.toString(),
    ...l1Fee,
    ...data,
    nonce: transaction.nonce,
    warnings: estimate.warnings ?? [],
  };
  return {
    review,
    hashes: [own],
    async sign(signer) {
      if (signer.curve !== "secp256k1" || evmAddress(signer.publicKey) !== from) {
        throw new InputError("signer", "the signer has another public key than the payment");
      }
      const { r, s, recovery } = await signer.sign(own, review);
      const signature = { r, s, ...(recovery === undefined ? {} : { recovery }) };
      const attach = connector.POST("/api/transaction/attach-signature/{chain}", { ...init, body: { ...body, signature } });
      const { txdata } = await dataOf(attach);
      return new SignedPayment(client, { chain, network, txid: verifySigned(txdata, transaction), txdata });
    },
  };
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
  return { to: token, data: `0x${bytesToHex(transferCall(recipient, tokenAmount))}`, amount: "0" };
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

function toTransaction(payment: EvmPayment, network: Network, call: Call, estimate: Estimate): EvmTransaction {
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

function customPrices(fee: Exclude<EvmPayment["fee"], FeeMode | undefined>): Prices {
  if ("gasPrice" in fee) return { gasPrice: inputAmount(fee.gasPrice, "gasPrice", true) };
  return {
    maxFeePerGas: inputAmount(fee.maxFeePerGas, "maxFeePerGas"),
    maxPriorityFeePerGas: inputAmount(fee.maxPriorityFeePerGas, "maxPriorityFeePerGas", true),
  };
}

const maximumFee = ({ gasLimit, prices }: EvmTransaction): bigint =>
  gasLimit * ("gasPrice" in prices ? prices.gasPrice : prices.maxFeePerGas);

function wireTransaction({ gasLimit, prices, nonce, value }: EvmTransaction, { to, data }: Call, fee: bigint) {
  const price =
    "gasPrice" in prices
      ? { gasPrice: prices.gasPrice.toString() }
      : {
          maxFeePerGas: prices.maxFeePerGas.toString(),
          maxPriorityFeePerGas: prices.maxPriorityFeePerGas.toString(),
        };
  return { to, amount: value.toString(), fee: fee.toString(), gasLimit: gasLimit.toString(), ...price, nonce, data };
}

interface Parsed {
  to: string | null;
  amount: string;
  nonce: number;
  data: string;
  gasLimit: string;
  fee: string;
  token?: { method: string; to: string; amount: string };
}

/** Compares the server's reading of the transaction with the client's. */
function verifyParsed(parsed: Parsed, transaction: EvmTransaction, payment: EvmPayment, tokenAmount: bigint | undefined): void {
  const hex = (bytes: Uint8Array | null) => (bytes === null ? null : `0x${bytesToHex(bytes)}`);
  const same = (message: string, expected: unknown, found: unknown) => verifyEqual("parse", `${message} of parse`, expected, found);
  same("recipient", hex(transaction.to), parsed.to === null ? null : String(parsed.to).toLowerCase());
  same("amount", transaction.value, parsed.amount);
  same("nonce", transaction.nonce, parsed.nonce);
  same("gas limit", transaction.gasLimit, parsed.gasLimit);
  same("fee", maximumFee(transaction), parsed.fee);
  same("data", hex(transaction.data), parsed.data);
  if (payment.token === undefined) return;
  if (parsed.token?.method !== "transfer") throw new VerificationError("parse", "parse shows no token transfer");
  same("token recipient", payment.to?.toLowerCase(), String(parsed.token.to).toLowerCase());
  same("token amount", tokenAmount, parsed.token.amount);
}

/** Returns the hash of the signed transaction, which must be the verified one with a signature. */
function verifySigned(txdata: string, expected: EvmTransaction): string {
  const bytes = responseHex(txdata, "txdata");
  const signed = verifyDecoding("signed_transaction", () => decodeSigned(bytes));
  const message = "the signed transaction differs from the verified one";
  verifyEqual("signed_transaction", message, encodeUnsigned(expected), encodeUnsigned(signed));
  return evmTxid(bytes);
}
