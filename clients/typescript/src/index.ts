/** Client of Wallet Cloud Services. Signers and key derivation are in `/signers` and `/hd`. */
export * from "./accounts.js";
export * from "./address-info.js";
export * from "./amounts.js";
export * from "./assets.js";
export { type AddressType } from "./btc/params.js";
export type { BtcSigners, PreparedBtc } from "./btc/complete.js";
export { type BtcBump, type BtcChild, prepareBtcBump, prepareBtcChild } from "./btc/bump.js";
export { type BtcPayment, type BtcTransfer, prepareBtc } from "./btc/payment.js";
export type { BtcOutput, BtcUtxo, OwnedUtxo } from "./btc/transfer.js";
export { btcUtxo, type BtcUtxoQuery } from "./btc/utxo.js";
export * from "./addresses.js";
export * from "./chains.js";
export * from "./client.js";
export type { ComparedFact, ComparedPart } from "./comparison.js";
export * from "./errors.js";
export * from "./event-socket.js";
export * from "./events.js";
export type { MaxFee } from "./fee-limits.js";
export { type EvmApproval, type EvmRevocation, prepareApproval, prepareRevocation } from "./evm/approval.js";
export { type EvmBump, prepareEvmBump } from "./evm/bump.js";
export type { EvmTransfer, PreparedEvm } from "./evm/complete.js";
export {
  type EvmMessage,
  type EvmTypedData,
  type MessageReview,
  type MessageTerms,
  type PreparedMessage,
  prepareMessage,
  prepareTypedData,
} from "./evm/message.js";
export { type NftTransfer, prepareNftTransfer } from "./evm/nft.js";
export { type CallTerms, type EvmPayment, prepareEvm } from "./evm/payment.js";
export type { Permission as PermitPermission, Permit } from "./evm/permit.js";
export type { TypedData } from "./evm/typed-data/typed-data.js";
export { lookupAddress, type LookupAddressQuery, type NameMemo, nameSkeleton, type ResolvedName, resolveName, type ResolveNameQuery } from "./names.js";
export {
  createPaymentRequest,
  type CreatePaymentRequestQuery,
  parsePaymentRequest,
  type ParsePaymentRequestQuery,
  type PaymentRequest,
} from "./payment-request.js";
export {
  type Attempt,
  KeyValuePaymentStore,
  MemoryPaymentStore,
  type PaymentStore,
  type Spends,
  type UnsettledPayment,
} from "./payment-store.js";
export { type PastPrice, type PastPriceQuery, pastPrices } from "./past.js";
export {
  balanceHistory,
  type BalanceHistory,
  type BalanceHistoryQuery,
  type BalancePoint,
  type OwnHistoryQuery,
  statement,
  type StatementAmount,
  statementFile,
  type StatementFile,
  type StatementPage,
  type StatementProgress,
  type StatementQuery,
  type StatementRow,
} from "./own-history.js";
export type { Amount, Approval, CallReview, FeeMode, OfferReview, PaymentAsset, Review, SignerReview, SwapReview, Warning } from "./payment.js";
export * from "./portfolio.js";
export { type RandomSource, randomUuid } from "./random.js";
export { DEFAULT_RETRY, type RetryPolicy, type Sleep } from "./retry.js";
export {
  approvals,
  type ExistingApproval,
  type FactSource,
  nfts,
  type OwnedNft,
  type OwnerQuery,
  preview,
  type Preview,
  type PreviewApproval,
  type PreviewChange,
  type PreviewQuery,
  previewXlm,
  recipient,
  type RecipientFacts,
  type RecipientQuery,
  type Value,
  type XlmPreviewQuery,
} from "./safety.js";
export { dataOf, type Services } from "./services.js";
export { Session, type Permission, type SessionOptions } from "./session.js";
export * from "./session-store.js";
export { type PreparedPayment, SignedPayment, type SignedTransaction, signedTransactionOf } from "./signed-payment.js";
export type * from "./signer.js";
export * from "./subscriptions.js";
export type { TokenSource, TransportOptions } from "./transport.js";
export { WalletCloud } from "./wallet.js";
export { forgetPayment } from "./unsettled.js";
export * from "./watch.js";
export * from "./webhooks.js";
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
export { assetContract, type XlmAsset } from "./xlm/assets.js";
export type { ContractInvocation, InvocationTree } from "./xlm/call-xdr.js";
export {
  prepareContractCall,
  prepareTokenTransfer,
  type XlmCallTerms,
  type XlmContractCall,
  type XlmTokenTransfer,
} from "./xlm/contract-call.js";
export type { ContractMapEntry, ContractValue } from "./xlm/contract-value.js";
export { prepareClaim, prepareTrustline, prepareXlm, type XlmClaim, type XlmPayment, type XlmTrustline } from "./xlm/payment.js";
export { prepareOffer, prepareOfferDeletion, type XlmOffer, type XlmOfferDeletion } from "./xlm/offer.js";
export type { PreparedXlm, XlmSigners } from "./xlm/signable.js";
export { prepareCosignature, prepareFeeBump, type XlmCosignature, type XlmFeeBump } from "./xlm/signed.js";
export { prepareSignerChange, type XlmSignerChange } from "./xlm/signer-change.js";
export { prepareSwap, type XlmSwap } from "./xlm/swap.js";
export type { MemoType, XlmTerms } from "./xlm/terms.js";
