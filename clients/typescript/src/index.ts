/** Client of Wallet Cloud Services. Signers and key derivation are in `/signers` and `/hd`. */
export * from "./accounts.js";
export * from "./address-info.js";
export * from "./amounts.js";
export * from "./assets.js";
export { type AddressType } from "./btc/params.js";
export { type BtcPayment, prepareBtc } from "./btc/payment.js";
export * from "./addresses.js";
export * from "./chains.js";
export * from "./client.js";
export * from "./errors.js";
export { type EvmPayment, prepareEvm } from "./evm/payment.js";
export type { Amount, FeeMode, PaymentAsset, PreparedPayment, Review, SwapReview, Warning } from "./payment.js";
export * from "./portfolio.js";
export { type RandomSource, randomUuid } from "./random.js";
export { DEFAULT_RETRY, type RetryPolicy, type Sleep } from "./retry.js";
export { dataOf, type Services } from "./services.js";
export { Session, type Permission, type SessionOptions } from "./session.js";
export * from "./session-store.js";
export { SignedPayment, type SignedTransaction } from "./signed-payment.js";
export type * from "./signer.js";
export type { TokenSource, TransportOptions } from "./transport.js";
export { WalletCloud } from "./wallet.js";
export * from "./watch.js";
export {
  xlmAccount,
  type XlmAccountQuery,
  type XlmAccountSettings,
  xlmOffers,
  type XlmOffers,
  type XlmOffersQuery,
  type XlmPath,
  xlmPaths,
  type XlmPathsQuery,
} from "./xlm/account.js";
export type { XlmAsset } from "./xlm/assets.js";
export { prepareClaim, prepareTrustline, prepareXlm, type XlmClaim, type XlmPayment, type XlmTrustline } from "./xlm/payment.js";
export { prepareSwap, type XlmSwap } from "./xlm/swap.js";
export type { MemoType, XlmTerms } from "./xlm/terms.js";
