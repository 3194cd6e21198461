/** Terms shared by the payments of all families. */
import type { Chain, Network } from "./chains.js";
import { bytesToHex } from "./bytes.js";
import type { ContractInvocation, InvocationTree } from "./xlm/call-xdr.js";
import { VerificationError, type VerificationSubject } from "./errors.js";

/** Fee mode, or a fee that the caller chose: the form depends on the family. */
export type FeeMode = "slow" | "normal" | "fast";

/** The amount in base units, or `max` for everything that can be sent after the fee. */
export type Amount = string | bigint | "max";

/** What is sent: the coin of the chain, an ERC-20 token, a non-fungible token, a Stellar asset, or a token of a Stellar contract. */
export type PaymentAsset =
  | { kind: "coin"; chain: Chain }
  | { kind: "erc20"; chain: Chain; contract: string }
  | { kind: "erc721" | "erc1155"; chain: Chain; contract: string; id: string }
  | { kind: "xlm-asset"; chain: "xlm"; code: string; issuer: string }
  | { kind: "xlm-token"; chain: "xlm"; contract: string };

/** Notice of a service about a payment, for example an unusual fee. */
export interface Warning {
  code: string;
  message: string;
}

/** The received side of a swap. */
export interface SwapReview {
  /** The side with an exact amount. The amount of the other side is its limit. */
  exact: "sent" | "received";
  asset: PaymentAsset;
  /** Amount that the recipient receives at least. */
  amount: string;
  /** The assets through which the exchange leads. */
  path: readonly PaymentAsset[];
}

/** An offer on the Stellar exchange. */
export interface OfferReview {
  /** `sell` for an exact amount of the sold asset, `buy` of the bought one; `passive` takes no offer of the same price. */
  kind: "sell" | "buy" | "passive";
  selling: PaymentAsset;
  buying: PaymentAsset;
  /** Exact amount of the sold asset, with `buy` of the bought one; `0` deletes the offer. */
  amount: string;
  /** Units of the other asset for one of the asset with the amount: a fraction in lowest terms, for example `1/4`. */
  price: string;
  /** Id of the changed or deleted offer; absent for a new one. */
  offerId?: string | undefined;
}

/** The change of an account on Stellar in who can sign for the account. */
export interface SignerReview {
  /** Weight of the account's own key. */
  masterWeight?: number | undefined;
  /** Weights that operations require. */
  lowThreshold?: number | undefined;
  mediumThreshold?: number | undefined;
  highThreshold?: number | undefined;
  /** Weights of other keys; 0 removes the key. */
  signers: readonly { address: string; weight: number }[];
}

/** A call of a contract on Stellar with the calls that the signature authorizes in the name of the account. */
export interface CallReview extends ContractInvocation {
  /** Each is this call; `invocations` are the further calls that the contract may make in the name of the account. */
  authorizations: readonly InvocationTree[];
}

/** The allowance that a transaction sets. */
export interface Approval {
  /**
   * `erc20` for an amount of a token, `collection` for all tokens of an ERC-721 or ERC-1155 contract, `erc721` for a single
   * token, `permit2` for an amount of a token within Permit2.
   */
  kind: "erc20" | "collection" | "erc721" | "permit2";
  contract: string;
  /** Account or contract that may withdraw the tokens; the zero address for a single token, whose approval is only revoked. */
  spender: string;
  /** Highest amount in the token's base unit; `0` revokes. Absent for a collection, whose approval is only revoked. */
  amount?: string | undefined;
  /** Id of a single token (`erc721`). */
  tokenId?: string | undefined;
  isUnlimited: boolean;
}

/** What a review screen shows before the user signs. Amounts are integers in base units. */
export interface Review {
  chain: Chain;
  network: Network;
  /** Address of the sender. */
  from: string;
  /** The addresses whose outputs are spent, if they are not only that of the sender (btc-like). */
  senders?: readonly string[] | undefined;
  /** The recipient as the caller gave it; `null` for the deployment of a contract, and with `outputs`, `offer` and `signers`. */
  to: string | null;
  /**
   * The recipients of a payment to several, in output order (btc-like). An output that carries data has an empty recipient and
   * its script in hex.
   */
  outputs?: readonly { to: string; amount: string; script?: string }[] | undefined;
  asset: PaymentAsset;
  /** Amount that the recipient receives, with `outputs` the sum; of a swap, the amount that is sent at most. */
  amount: string;
  /** What the recipient of a swap receives instead of `asset` and `amount` (Stellar). */
  swap?: SwapReview | undefined;
  /** The offer that the transaction creates, changes or deletes; `asset` and `amount` are what it sells at most (Stellar). */
  offer?: OfferReview | undefined;
  /** The change of the account's signers (Stellar). */
  signers?: SignerReview | undefined;
  /** The called function; of a transfer of a token, `to`, `asset` and `amount` are those of the arguments (Stellar). */
  call?: CallReview | undefined;
  /** The account that pays the fee if it is another one (Stellar). */
  feeSource?: string | undefined;
  /** The highest fee that can be charged, in the chain's coin; on a rollup without its L1 part. */
  fee: string;
  /** The part of `fee` for the resources of a contract call (Stellar). */
  resourceFee?: string | undefined;
  /** L1 fee of a rollup, in addition to `fee`. It is an estimate of the server. */
  l1Fee?: string | undefined;
  /** Change that returns to the sender (btc-like). */
  change?: string | undefined;
  /** Address of the change if it is not the sender's (btc-like). */
  changeAddress?: string | undefined;
  /** Id of the pending transaction that this one replaces. */
  replaces?: string | undefined;
  /** True if the transaction only replaces another one: a payment of nothing to the sender (EVM). */
  isCancellation?: boolean | undefined;
  /** The allowance that the transaction sets (EVM). */
  approval?: Approval | undefined;
  /** Id of the pending transaction whose fee this one adds to (btc-like). */
  parent?: string | undefined;
  /** Memo (Stellar). */
  memo?: string | undefined;
  /** True if the payment creates the recipient's account (Stellar). */
  createsAccount?: boolean | undefined;
  /** Calldata in hex (EVM), present if it is not empty. */
  data?: string | undefined;
  /** Nonce of the transaction (EVM). */
  nonce?: number | undefined;
  /** Sequence number of the transaction (Stellar). */
  sequence?: string | undefined;
  /** Unix time in seconds after which the network rejects the transaction (Stellar). */
  validUntil?: number | undefined;
  warnings: Warning[];
}

/** Returns all warnings, each code once. */
export function mergeWarnings(...lists: (Warning[] | undefined)[]): Warning[] {
  const all = lists.flatMap((list) => list ?? []);
  return all.filter(({ code }, index) => all.findIndex((other) => other.code === code) === index);
}

/** Throws a `VerificationError` unless both values are equal. */
export function verifyEqual(subject: VerificationSubject, message: string, expected: unknown, found: unknown): void {
  const [left, right] = [text(expected), text(found)];
  if (left !== right) throw new VerificationError(subject, message, left, right);
}

function text(value: unknown): string {
  if (value instanceof Uint8Array) return bytesToHex(value);
  return value === null || value === undefined ? "none" : String(value);
}

/** Runs a decoder of the server's data; everything that it throws means that the data is not valid. */
export function verifyDecoding<T>(subject: VerificationSubject, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof VerificationError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new VerificationError(subject, `the server's transaction cannot be decoded: ${reason}`);
  }
}
