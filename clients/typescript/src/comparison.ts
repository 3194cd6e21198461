/** The parts of a transaction that the client decoded and compared with the server's reading of the same bytes (`parse`). */
import { type PaymentAsset, verifyEqual } from "./payment.js";

/** Name of a compared part. Parts that a transaction does not have are absent; those of several outputs are in their order. */
export type ComparedPart =
  | "recipient"
  | "amount"
  | "fee"
  /** Amount and address of the change, and the spent outputs (btc-like). */
  | "change"
  | "change-address"
  | "inputs"
  | "lock-time"
  /** The called contract and its arguments (EVM); `all-tokens` is `true` if an approval allows all tokens of a collection. */
  | "contract"
  | "spender"
  | "allowance"
  | "token-id"
  | "all-tokens"
  | "data"
  | "nonce"
  | "gas-limit"
  /** The function, the arguments with their types and the authorized calls of a contract (Stellar). */
  | "function"
  | "arguments"
  | "authorizations"
  /** Stellar. An asset is `native`, or `CODE:ISSUER`. */
  | "operation"
  | "sender"
  | "asset"
  | "sent"
  | "sent-asset"
  | "received"
  | "received-asset"
  | "path"
  | "limit"
  | "claimable-balance"
  | "price"
  | "offer-id"
  | "signer"
  | "master-weight"
  | "low-threshold"
  | "medium-threshold"
  | "high-threshold"
  | "fee-source"
  | "memo"
  | "memo-type"
  | "sequence";

/** A part of the transaction that has the same value for the client and for the server. */
export interface ComparedFact {
  part: ComparedPart;
  /** As the client decoded it. An amount is an integer in base units. */
  own: string;
  /** As the server read it; an address can have another form, for example without the capital letters of its checksum. */
  server: string;
  /** The asset of an amount. */
  asset?: PaymentAsset | undefined;
}

/** Collects compared parts. Different values throw a `VerificationError` with the subject `parse`. */
export class Comparison {
  readonly facts: ComparedFact[] = [];

  /** Compares a part, with the asset if it is an amount. */
  add(part: ComparedPart, own: unknown, server: unknown, asset?: PaymentAsset): void {
    verifyEqual("parse", `${part} of parse`, own, server);
    this.#keep({ part, own, server, asset });
  }

  /** Compares a part that has several forms: `normalise` returns the common one. */
  addForms<T>(part: ComparedPart, own: T, server: T, normalise: (value: T) => unknown): void {
    verifyEqual("parse", `${part} of parse`, normalise(own), normalise(server));
    this.#keep({ part, own, server });
  }

  #keep({ part, own, server, asset }: { part: ComparedPart; own: unknown; server: unknown; asset?: PaymentAsset | undefined }): void {
    const [ownText, serverText] = [own, server].map((value) => String(value ?? "")) as [string, string];
    this.facts.push({ part, own: ownText, server: serverText, ...(asset === undefined ? {} : { asset }) });
  }
}
