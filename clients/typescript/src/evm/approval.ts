/** Allowances of token contracts: approval of an exact amount, and revocation. */
import { inputAmount } from "../bytes.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { type Approval, mergeWarnings } from "../payment.js";
import { evmAddress, parseEvmAddress } from "./address.js";
import { approvalForAllCall, approveCall, isUnlimited, lockdownCall, PERMIT2, UNLIMITED_APPROVAL } from "./calls.js";
import { complete, hexOf, type PreparedEvm } from "./complete.js";
import { type CallTerms, prepareCall } from "./payment.js";

/** An allowance of an ERC-20 token. */
export interface EvmApproval extends CallTerms {
  /** Contract of the token. */
  token: string;
  /** Account or contract that may withdraw the tokens. */
  spender: string;
  /** Highest amount in the token's base unit. It replaces an earlier allowance. */
  amount: string | bigint;
  /** Required as `true` for an amount that no balance reaches, for example 2^256 − 1. */
  allowUnlimited?: boolean | undefined;
}

/** The end of an allowance. */
export interface EvmRevocation extends CallTerms {
  /** Contract of the token or collection. */
  token: string;
  /** Required, except for a single token. */
  spender?: string | undefined;
  /**
   * `erc20` by default; `collection` for an approval of all tokens of an ERC-721 or ERC-1155 contract, `erc721` for that of
   * a single token, `permit2` for an allowance of the token within Permit2.
   */
  kind?: Approval["kind"] | undefined;
  /** Id of the single token. */
  tokenId?: string | bigint | undefined;
}

/** The spender in the call that revokes the approval of a single token. */
const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** Prepares and verifies an approval of an exact amount. An unlimited one requires `allowUnlimited`. */
export async function prepareApproval(client: Client, approval: EvmApproval): Promise<PreparedEvm> {
  const amount = inputAmount(approval.amount, "amount", true);
  if (amount >= 2n ** 256n) throw new InputError("amount", "above 256 bits");
  if (isUnlimited(amount) && approval.allowUnlimited !== true) {
    throw new InputError("allowUnlimited", "the amount is unlimited: the spender could withdraw all tokens at any time");
  }
  return prepare(client, approval, { kind: "erc20", spender: approval.spender, amount });
}

/** Prepares and verifies a revocation: an allowance of 0, or the end of the approval of all tokens or of a single one. */
export async function prepareRevocation(client: Client, revocation: EvmRevocation): Promise<PreparedEvm> {
  return prepare(client, revocation, revokedOf(revocation));
}

function revokedOf({ kind = "erc20", spender, tokenId }: EvmRevocation): Allowance {
  if (kind === "erc721") {
    if (spender !== undefined) throw new InputError("spender", "not for a single token");
    if (tokenId === undefined) throw new InputError("tokenId", "required for a single token");
    const id = inputAmount(tokenId, "tokenId", true);
    if (id >= 2n ** 256n) throw new InputError("tokenId", "above 256 bits");
    return { kind, spender: ZERO_ADDRESS, tokenId: id };
  }
  if (tokenId !== undefined) throw new InputError("tokenId", "only for a single token");
  if (spender === undefined) throw new InputError("spender", "required");
  return kind === "collection" ? { kind, spender } : { kind, spender, amount: 0n };
}

type Allowance = { spender: string } & ({ kind: "erc20" | "permit2"; amount: bigint } | { kind: "collection" } | { kind: "erc721"; tokenId: bigint });

async function prepare(client: Client, terms: CallTerms & { token: string }, allowance: Allowance): Promise<PreparedEvm> {
  const { chain, token } = terms;
  const { spender } = allowance;
  const network = terms.network ?? client.network;
  const [contract, account] = [parseEvmAddress(token, "token"), parseEvmAddress(spender, "spender")];
  if (evmAddress(terms.publicKey).toLowerCase() === spender.toLowerCase()) throw new InputError("spender", "the sender itself");
  const data = callOf(allowance, contract, account);
  const to = allowance.kind === "permit2" ? PERMIT2 : token;
  const prepared = await prepareCall(client, terms, network, { to: to.toLowerCase(), data: hexOf(data), amount: "0" });
  const unlimited = allowance.kind === "erc20" && isUnlimited(allowance.amount);
  return complete(client, {
    terms,
    network,
    transaction: prepared.transaction,
    facts: {
      to,
      asset: { kind: "coin", chain },
      amount: "0",
      approval: { kind: allowance.kind, contract: token, spender, ...numberOf(allowance), isUnlimited: unlimited },
      ...prepared.l1Fee,
    },
    isOwnPrice: typeof terms.fee === "object",
    showsData: true,
    warnings: mergeWarnings(prepared.warnings, unlimited ? [UNLIMITED_APPROVAL] : []),
  });
}

function callOf(allowance: Allowance, contract: Uint8Array, account: Uint8Array): Uint8Array {
  switch (allowance.kind) {
    case "permit2":
      return lockdownCall(contract, account);
    case "erc20":
      return approveCall(account, allowance.amount);
    case "erc721":
      return approveCall(account, allowance.tokenId);
    case "collection":
      return approvalForAllCall(account, false);
  }
}

/** Returns the amount or the id of the token for the review. */
function numberOf(allowance: Allowance): Pick<Approval, "amount" | "tokenId"> {
  if (allowance.kind === "erc20" || allowance.kind === "permit2") return { amount: allowance.amount.toString() };
  return allowance.kind === "erc721" ? { tokenId: allowance.tokenId.toString() } : {};
}
