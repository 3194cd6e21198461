/** Replacements of pending EVM transactions: the same one with higher prices, or a payment of nothing to the sender. */
import { bytesToHex, parseHex, responseAmount, responseHex, responseInteger } from "../bytes.js";
import { chainId, type EthLikeChain } from "../chains.js";
import type { Client } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import { mergeWarnings, verifyDecoding, verifyEqual, type Warning } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import type { SignedTransaction } from "../signed-payment.js";
import { checksumAddress, evmAddress, parseEvmAddress } from "./address.js";
import { decodeTokenCall, isExactTransfer, isUnlimited, UNLIMITED_APPROVAL } from "./calls.js";
import { complete, type EvmTransfer, type Facts, lower, type PreparedEvm } from "./complete.js";
import { decodeSigned, type EvmTransaction, evmTxid, type Prices } from "./transaction.js";

/** A pending transaction to replace with a higher fee, or to cancel. */
export interface EvmBump extends EvmTransfer {
  /** The pending transaction, for example the stored `SignedPayment`. */
  pending: Pick<SignedTransaction, "txid" | "txdata" | "attempt">;
  /** `speed-up` for the same transaction with higher prices, `cancel` for a payment of nothing to the sender. */
  mode: "speed-up" | "cancel";
}

/**
 * Prepares a replacement and verifies it: the nonce is that of the pending transaction, and with `speed-up` also the
 * recipient, the amount, the calldata and the gas limit. Either of the two transactions may still be confirmed.
 */
export async function prepareEvmBump(client: Client, bump: EvmBump): Promise<PreparedEvm> {
  const { chain, mode, pending, signal } = bump;
  const network = bump.network ?? client.network;
  const from = evmAddress(bump.publicKey);
  const original = decodePending(pending, chainId(chain, network));
  const { connectorEthLike: connector } = client.services;
  const body = { txid: pending.txid, network, mode };
  const plan: Plan = await dataOf(connector.POST("/api/prepare-transaction/bump/{chain}", { ...inChain(chain, signal), body }));
  verifyEqual("sender", "sender of the pending transaction", from.toLowerCase(), lower(plan.from));
  verifyEqual("nonce", "nonce of the pending transaction", original.nonce, responseInteger(plan.nonce, "nonce"));
  const prices = verifyPrices(plan, original.prices);
  const call = mode === "cancel" ? cancellation(plan, from) : original;
  verifyCall(plan, call);
  const transaction = { ...call, chainId: original.chainId, nonce: original.nonce, prices };
  const nothing: Facts = { to: from, asset: { kind: "coin", chain }, amount: "0", isCancellation: true };
  const facts = mode === "cancel" ? nothing : factsOf(chain, original);
  return complete(client, {
    terms: bump,
    network,
    transaction,
    facts: { ...facts, replaces: pending.txid },
    intent: pending.attempt?.intent,
    isOwnPrice: false,
    showsData: facts.asset.kind === "coin" || !isExactTransfer(original.data),
    warnings: mergeWarnings(plan.warnings, facts.approval?.isUnlimited ? [UNLIMITED_APPROVAL] : []),
  });
}

interface Plan {
  from: string;
  to: string | null;
  amount: string;
  gasLimit: string;
  gasPrice?: string;
  maxFeePerGas?: string;
  maxPriorityFeePerGas?: string;
  nonce: number;
  data: string;
  warnings?: Warning[];
}

/** Decodes the bytes of the pending transaction, which must have its hash and be of this chain. */
function decodePending({ txid, txdata }: EvmBump["pending"], id: number): EvmTransaction {
  const bytes = parseHex(txdata, "pending");
  if (evmTxid(bytes) !== txid) throw new InputError("pending", "txdata is not the transaction with this id");
  try {
    const transaction = decodeSigned(bytes);
    if (transaction.chainId === id) return transaction;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new InputError("pending", "not a transaction that this client builds for this chain");
}

const cancellation = (plan: Plan, from: string) => ({
  to: parseEvmAddress(from, "publicKey"),
  value: 0n,
  data: new Uint8Array(),
  gasLimit: responseAmount(plan.gasLimit, "gasLimit"),
});

/** Compares the server's replacement with the client's. */
function verifyCall(plan: Plan, { to, value, data, gasLimit }: Pick<EvmTransaction, "to" | "value" | "data" | "gasLimit">): void {
  verifyEqual("recipient", "recipient of the replacement", to === null ? null : `0x${bytesToHex(to)}`, lower(plan.to));
  verifyEqual("amount", "amount of the replacement", value, plan.amount);
  verifyEqual("data", "calldata of the replacement", data, responseHex(plan.data, "data"));
  verifyEqual("fee", "gas limit of the replacement", gasLimit, plan.gasLimit);
}

/** Returns the prices, which must be of the same form as the pending ones and at least a tenth higher. */
function verifyPrices(plan: Plan, pending: Prices): Prices {
  const raised = (name: "gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas", before: bigint) => {
    const price = verifyDecoding("fee", () => responseAmount(plan[name], name));
    if (price * 10n < before * 11n) throw new VerificationError("fee", `${name} of the replacement is not a tenth higher`, before.toString(), price.toString());
    return price;
  };
  if ("gasPrice" in pending) return { gasPrice: raised("gasPrice", pending.gasPrice) };
  return {
    maxFeePerGas: raised("maxFeePerGas", pending.maxFeePerGas),
    maxPriorityFeePerGas: raised("maxPriorityFeePerGas", pending.maxPriorityFeePerGas),
  };
}

/** Returns the facts about a transaction as its payment had them. */
function factsOf(chain: EthLikeChain, { to, value, data }: EvmTransaction): Facts {
  const contract = to === null ? null : checksumAddress(to);
  const coin: Facts = { to: contract, asset: { kind: "coin", chain }, amount: value.toString() };
  const call = contract === null || value > 0n ? undefined : decodeTokenCall(data);
  if (call === undefined || contract === null) return coin;
  const account = checksumAddress(call.to);
  switch (call.method) {
    case "transfer":
      return { to: account, asset: { kind: "erc20", chain, contract }, amount: call.amount.toString() };
    case "approve": {
      const approval = { kind: "erc20", contract, spender: account, amount: call.amount.toString(), isUnlimited: isUnlimited(call.amount) } as const;
      return { ...coin, approval };
    }
    case "setApprovalForAll":
      return { ...coin, approval: { kind: "collection", contract, spender: account, isUnlimited: call.isApproved } };
  }
}
