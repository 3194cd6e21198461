/** Calls of contracts on Stellar, and transfers of their tokens (SEP-41). */
import { inputAmount, Reader, responseAmount } from "../bytes.js";
import type { Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError, VerificationError } from "../errors.js";
import { type PaymentAsset, verifyEqual } from "../payment.js";
import { dataOf, inChain } from "../services.js";
import { assetContract, namedAsset, responseAssetName } from "./assets.js";
import { type ContractValue, encodeAddress, encodeArguments, isSymbol, readValue } from "./contract-value.js";
import { complete, type HashResponse } from "./prepared.js";
import type { PreparedXlm } from "./signable.js";
import { parseContract } from "./strkey.js";
import { prepare, type Prepared, type XlmTerms } from "./terms.js";
import type { XlmOperation } from "./xdr.js";

/** The terms of every contract call. A call has no memo: the address `M…` of a recipient names the user. */
export interface XlmCallTerms extends Omit<XlmTerms, "memo" | "memoType" | "fee"> {
  chain?: "xlm" | undefined;
  /** Address of the contract: `C…`. */
  contract: string;
  /** The highest fee in stroops, the resources included; by default the simulated resources with the normal fee of an operation. */
  fee?: { total: string | bigint } | undefined;
}

/** The call of a function of a contract. */
export interface XlmContractCall extends XlmCallTerms {
  function: string;
  arguments: ContractValue[];
}

/** The transfer of a token of a contract. */
export interface XlmTokenTransfer extends XlmCallTerms {
  /** `G…`, `M…` for one user of a multiplexed account, or a contract `C…`. */
  to: string;
  /** Amount in the base unit of the token. */
  amount: string | bigint;
}

interface CallResponse extends HashResponse {
  fee: string;
  resourceFee: string;
}

const MAX_INT128 = 2n ** 127n - 1n;

/**
 * Prepares the call of a contract. The contract alone determines the effects: show `review.call` with the calls that the signature
 * authorizes, and the preview. Calls that require the signature of another account are the error `contract_call_failed`.
 */
export async function prepareContractCall(client: Client, call: XlmContractCall): Promise<PreparedXlm> {
  const operation = callOf(call.contract, call.function, call.arguments);
  const prepared = await prepare(client, termsOf(call), xlmCallTerms(call));
  const body = { ...bodyOf(prepared, call), function: call.function, arguments: call.arguments };
  const init = { ...inChain("xlm", call.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/contract-call", init));
  return finish(prepared, call, response, operation);
}

/**
 * Prepares the transfer of a token. The signature authorizes this transfer alone. `review.asset` is the asset of the contract if the
 * contract is that of an asset; other contracts alone determine what a transfer does: show the preview.
 */
export async function prepareTokenTransfer(client: Client, transfer: XlmTokenTransfer): Promise<PreparedXlm> {
  const { contract, to } = transfer;
  encodeAddress(to, "to");
  const amount = inputAmount(transfer.amount, "amount");
  if (amount > MAX_INT128) throw new InputError("amount", "above 127 bits");
  parseContract(contract, "contract");
  const prepared = await prepare(client, termsOf(transfer), xlmTokenTransferTerms(transfer));
  const { from, network } = prepared;
  const addresses = [from, to].map((value) => ({ type: "address", value }) as const);
  const operation = callOf(contract, "transfer", [...addresses, { type: "i128", value: amount.toString() }]);
  const body = { ...bodyOf(prepared, transfer), to, amount: amount.toString() };
  const init = { ...inChain("xlm", transfer.signal), body };
  const response = await dataOf(client.services.connectorXlm.POST("/api/transaction/get-hash/{chain}/token-transfer", init));
  verifyEqual("amount", "amount of the transfer", amount, response.amount?.amount);
  const completed = await finish(prepared, transfer, response, operation, assetOf(contract, network, response.asset));
  const authorized = completed.review.call?.authorizations ?? [];
  if (authorized.length > 1 || authorized.some(({ invocations }) => invocations.length > 0)) {
    throw new VerificationError("operations", "the signature would authorize more than the transfer");
  }
  return completed;
}

/** Returns what identifies a call besides its sender. */
export const xlmCallTerms = (call: Omit<XlmContractCall, "publicKey">): unknown[] => ["call", call.contract, call.function, JSON.stringify(call.arguments)];

/** Returns what identifies a transfer besides its sender. */
export const xlmTokenTransferTerms = ({ contract, to, amount }: Omit<XlmTokenTransfer, "publicKey">): unknown[] => ["token", contract, to, amount];

/** Returns the asset of a token contract. The id of the contract proves an asset that the server names. */
function assetOf(contract: string, network: Network, named: unknown): PaymentAsset {
  if (assetContract("native", network) === contract) return namedAsset("native");
  if (named === undefined || named === null) return { kind: "xlm-token", chain: "xlm", contract };
  const name = responseAssetName(named);
  verifyEqual("data", "contract of the asset", assetContract(name, network), contract);
  return namedAsset(name);
}

/** Checks a call, and returns the operation with the arguments in the form of a decoded transaction. */
function callOf(contract: string, name: string, values: ContractValue[]): XlmOperation {
  parseContract(contract, "contract");
  if (typeof name !== "string" || name === "" || !isSymbol(name)) throw new InputError("function", "not 1 to 32 characters of a-z, A-Z, 0-9 and _");
  const decoded = encodeArguments(values).map((bytes) => readValue(new Reader(bytes)));
  return { type: "invokeHostFunction", contract, function: name, arguments: decoded, authorizations: [] };
}

const termsOf = ({ fee, ...terms }: XlmCallTerms): XlmTerms => ({ ...terms, ...(fee === undefined ? {} : { fee }), memo: undefined, memoType: undefined });

function bodyOf({ from, network, body, fee }: Prepared, terms: XlmCallTerms) {
  const { timeout, sequence } = body;
  return {
    address: from,
    network,
    contract: terms.contract,
    ...(terms.fee === undefined ? {} : { fee: fee.toString() }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(sequence === undefined ? {} : { sequence }),
  };
}

async function finish(prepared: Prepared, terms: XlmCallTerms, response: CallResponse, operation: XlmOperation, asset?: PaymentAsset): Promise<PreparedXlm> {
  const fee = responseAmount(response.fee, "fee");
  if (terms.fee !== undefined) verifyEqual("fee", "fee", prepared.fee, fee);
  // The transaction must have this fee, and the fee is compared with its limit.
  prepared.fee = fee;
  const completed = await complete(prepared, response, [[operation]], asset);
  verifyEqual("fee", "fee of the resources", completed.review.resourceFee, response.resourceFee);
  return completed;
}
