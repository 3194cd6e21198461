/** Everything behind one object. The functions that it calls can be imported one by one instead: smaller bundles. */
import {
  accountSessions,
  type AccountSession,
  changePassword,
  confirmSecondFactor,
  createAuthorization,
  type Credentials,
  deleteAccount,
  endSession,
  type Enrolment,
  enrolSecondFactor,
  login,
  type Login,
  proveSecondFactor,
  register,
  removeSecondFactor,
  replaceRecoveryCodes,
  secondFactor,
} from "./accounts.js";
import {
  addressInfo,
  type AddressData,
  type AddressQuery,
  extendedKeyInfo,
  type ExtendedKeyData,
  type ExtendedKeyQuery,
  history,
  pages,
  token,
  type TokenData,
  type TokenQuery,
} from "./address-info.js";
import { addressOf } from "./addresses.js";
import { payExclusively } from "./attempts.js";
import {
  type AssetKind,
  type AssetOf,
  type AssetPrices,
  type AssetQuery,
  assets,
  type ChainFacts,
  chainFacts,
  type ChainQuery,
  iconUrl,
  type PriceQuery,
  prices,
} from "./assets.js";
import type { BtcSigners, PreparedBtc } from "./btc/complete.js";
import { type BtcBump, type BtcChild, prepareBtcBump, prepareBtcChild } from "./btc/bump.js";
import { type BtcPayment, intendedBtc, prepareBtc } from "./btc/payment.js";
import type { AddressType } from "./btc/params.js";
import type { BtcUtxo } from "./btc/transfer.js";
import { btcUtxo, type BtcUtxoQuery } from "./btc/utxo.js";
import type { BtcLikeChain, Chain, EthLikeChain } from "./chains.js";
import { type Client, type ClientOptions, createClient } from "./client.js";
import { ApiError, InputError } from "./errors.js";
import { type FollowedEvent, followEvents, type FollowQuery } from "./events.js";
import { type EvmApproval, type EvmRevocation, prepareApproval, prepareRevocation } from "./evm/approval.js";
import { type EvmBump, prepareEvmBump } from "./evm/bump.js";
import type { PreparedEvm } from "./evm/complete.js";
import { type EvmMessage, type EvmTypedData, type PreparedMessage, prepareMessage, prepareTypedData } from "./evm/message.js";
import { intendedNft, type NftTransfer, prepareNftTransfer } from "./evm/nft.js";
import { type EvmPayment, intendedEvm, prepareEvm } from "./evm/payment.js";
import {
  balanceHistory,
  type BalanceHistory,
  type BalanceHistoryQuery,
  statement,
  statementFile,
  type StatementFile,
  type StatementPage,
  type StatementProgress,
  type StatementQuery,
} from "./own-history.js";
import {
  createPaymentRequest,
  type CreatePaymentRequestQuery,
  parsePaymentRequest,
  type ParsePaymentRequestQuery,
  type PaymentRequest,
} from "./payment-request.js";
import type { UnsettledPayment } from "./payment-store.js";
import {
  portfolio,
  type PortfolioEntry,
  type PortfolioKey,
  type PortfolioKeyResult,
  type PortfolioQuery,
  type PortfolioResult,
} from "./portfolio.js";
import { type PreparedPayment, SignedPayment, type SignedTransaction, signedTransactionOf } from "./signed-payment.js";
import {
  approvals,
  type ExistingApproval,
  type FactSource,
  nfts,
  type OwnedNft,
  type OwnerQuery,
  preview,
  type Preview,
  type PreviewQuery,
  previewXlm,
  recipient,
  type RecipientFacts,
  type RecipientQuery,
  type XlmPreviewQuery,
} from "./safety.js";
import type { BtcSigner, EcdsaSigner, Ed25519Signer } from "./signer.js";
import { subscribe, type SubscribeQuery, type SubscribeResult, type Subscription, subscriptions, unsubscribe } from "./subscriptions.js";
import { forgetPayment, type Intended } from "./unsettled.js";
import {
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
import {
  prepareContractCall,
  prepareTokenTransfer,
  type XlmContractCall,
  xlmCallTerms,
  type XlmTokenTransfer,
  xlmTokenTransferTerms,
} from "./xlm/contract-call.js";
import {
  prepareClaim,
  prepareTrustline,
  prepareXlm,
  type XlmClaim,
  type XlmPayment,
  type XlmTrustline,
  xlmPaymentTerms,
} from "./xlm/payment.js";
import { prepareOffer, prepareOfferDeletion, type XlmOffer, type XlmOfferDeletion, xlmOfferTerms } from "./xlm/offer.js";
import type { PreparedXlm } from "./xlm/signable.js";
import { prepareCosignature, prepareFeeBump, type XlmCosignature, type XlmFeeBump } from "./xlm/signed.js";
import { prepareSignerChange, type XlmSignerChange } from "./xlm/signer-change.js";
import { prepareSwap, type XlmSwap, xlmSwapTerms } from "./xlm/swap.js";
import { intendedXlm } from "./xlm/terms.js";

type AnyChain = BtcLikeChain | EthLikeChain | "xlm";

/** Signs and sends a prepared payment. */
async function signAndSend<S>(prepared: PreparedPayment<S>, signer: S, signal?: AbortSignal): Promise<SignedPayment> {
  return (await prepared.sign(signer)).send({ signal });
}

/** Returns the public key of the sender: that of the first signer. */
function senderKey(signers: BtcSigners): string {
  const [first] = [signers].flat();
  if (first === undefined) throw new InputError("signer", "no signer");
  return first.publicKey;
}

/** All functions of the client in one object. */
export class WalletCloud {
  /** The client of the functions that this object calls. */
  readonly client: Client;

  /** Creates the object and the client. */
  constructor(options: ClientOptions) {
    this.client = createClient(options);
  }

  /** Registration, passwords, second factor and sessions of user accounts. */
  readonly accounts = {
    /** Registers a user, with a token of the app's own server, and returns a security token. Not repeated. */
    register: (registerToken: string, credentials: Credentials): Promise<string> => register(this.#authorization(), registerToken, credentials),
    /** Checks user name and password, and returns a security token. */
    login: (credentials: Credentials & { deviceToken?: string | undefined }): Promise<Login> => login(this.#authorization(), credentials),
    /** Changes the password; every other session of the account ends. */
    changePassword: (password: string, newPassword: string): Promise<Login> => changePassword(this.client, password, newPassword),
    /** Deletes the account. */
    delete: (password: string): Promise<void> => deleteAccount(this.client, password),
    /** Exchanges the security token of a password for one of both factors. */
    proveSecondFactor: (securityToken: string, code: string): Promise<string> => proveSecondFactor(this.#authorization(), securityToken, code),
    /** Returns the state of the second factor. */
    secondFactor: () => secondFactor(this.client),
    /** Starts the enrolment of a second factor. */
    enrolSecondFactor: (password: string): Promise<Enrolment> => enrolSecondFactor(this.client, password),
    /** Confirms the enrolment, and returns the recovery codes, which are not shown again. */
    confirmSecondFactor: (code: string): Promise<string[]> => confirmSecondFactor(this.client, code),
    /** Replaces the recovery codes. */
    replaceRecoveryCodes: (code: string): Promise<string[]> => replaceRecoveryCodes(this.client, code),
    /** Removes the second factor. */
    removeSecondFactor: (code: string): Promise<void> => removeSecondFactor(this.client, code),
    /** Returns the sessions of the account, those used last first. */
    sessions: (): Promise<AccountSession[]> => accountSessions(this.client),
    /** Ends a session of the account. */
    endSession: (id: string): Promise<void> => endSession(this.client, id),
  };

  /** Verifies a payment and returns it for review; `sign` and `send` follow. */
  readonly prepare = {
    /** Prepares a payment on a btc-like chain. */
    btc: (payment: BtcPayment): Promise<PreparedBtc> => prepareBtc(this.client, payment),
    /** Prepares a payment or call on an EVM chain. */
    evm: (payment: EvmPayment): Promise<PreparedPayment<EcdsaSigner>> => prepareEvm(this.client, payment),
    /** Prepares the transfer of a non-fungible token (ERC-721, ERC-1155). */
    nft: (transfer: NftTransfer): Promise<PreparedEvm> => prepareNftTransfer(this.client, transfer),
    /** Prepares a replacement with a higher fee, or a cancellation. */
    btcBump: (bump: BtcBump): Promise<PreparedBtc> => prepareBtcBump(this.client, bump),
    /** Prepares a payment from a pending transaction, which raises the fee of both. */
    btcChild: (child: BtcChild): Promise<PreparedBtc> => prepareBtcChild(this.client, child),
    /** Prepares a replacement with a higher fee, or a cancellation. */
    evmBump: (bump: EvmBump): Promise<PreparedEvm> => prepareEvmBump(this.client, bump),
    /** Prepares an approval of an ERC-20 token. */
    approval: (approval: EvmApproval): Promise<PreparedEvm> => prepareApproval(this.client, approval),
    /** Prepares the end of an approval. */
    revocation: (revocation: EvmRevocation): Promise<PreparedEvm> => prepareRevocation(this.client, revocation),
    /** Prepares the signature of a message (EIP-191). */
    message: (message: EvmMessage): Promise<PreparedMessage> => prepareMessage(this.client, message),
    /** Prepares the signature of typed data (EIP-712). */
    typedData: (typedData: EvmTypedData): Promise<PreparedMessage> => prepareTypedData(this.client, typedData),
    /** Prepares a payment on Stellar. */
    xlm: (payment: XlmPayment): Promise<PreparedXlm> => prepareXlm(this.client, payment),
    /** Prepares a trustline: the permission to hold an asset. */
    trustline: (trustline: XlmTrustline): Promise<PreparedXlm> => prepareTrustline(this.client, trustline),
    /** Prepares the claim of a claimable balance. */
    claim: (claim: XlmClaim): Promise<PreparedXlm> => prepareClaim(this.client, claim),
    /** Prepares the call of a contract. */
    contractCall: (call: XlmContractCall): Promise<PreparedXlm> => prepareContractCall(this.client, call),
    /** Prepares the transfer of a token of a contract (SEP-41). */
    tokenTransfer: (transfer: XlmTokenTransfer): Promise<PreparedXlm> => prepareTokenTransfer(this.client, transfer),
    /** Prepares an exchange of assets with a limit. */
    swap: (swap: XlmSwap): Promise<PreparedXlm> => prepareSwap(this.client, swap),
    /** Prepares an offer of the order book, or its change. */
    offer: (offer: XlmOffer): Promise<PreparedXlm> => prepareOffer(this.client, offer),
    /** Prepares the deletion of an offer. */
    offerDeletion: (deletion: XlmOfferDeletion): Promise<PreparedXlm> => prepareOfferDeletion(this.client, deletion),
    /** Prepares a change of the signers, weights and thresholds of an account. */
    signerChange: (change: XlmSignerChange): Promise<PreparedXlm> => prepareSignerChange(this.client, change),
    /** Prepares a further signature of a transaction of several signers. */
    cosignature: (transaction: XlmCosignature): Promise<PreparedXlm> => prepareCosignature(this.client, transaction),
    /** Prepares a fee bump, which pays the fee of a pending transaction. */
    feeBump: (bump: XlmFeeBump): Promise<PreparedXlm> => prepareFeeBump(this.client, bump),
  };

  /**
   * Prepares, verifies, signs and sends in one call, without a review. A payment whose outcome is unknown is sent again with the
   * same bytes, and if these are rejected, with a transaction that conflicts with them. A payment that was sent and is not final, or
   * that another call is making, is the error `already_paid`.
   */
  readonly pay = {
    /** Pays on a btc-like chain. */
    btc: async (payment: Omit<BtcPayment, "publicKey">, signer: BtcSigners): Promise<SignedPayment> => {
      const terms = { ...payment, publicKey: senderKey(signer) };
      const prepare = () => this.prepare.btc(terms);
      return this.#payOnce(intendedBtc(this.client, terms), prepare, signer, payment.signal);
    },
    /** Pays or calls on an EVM chain. */
    evm: async (payment: Omit<EvmPayment, "publicKey">, signer: EcdsaSigner): Promise<SignedPayment> => {
      const terms = { ...payment, publicKey: signer.publicKey };
      const prepare = () => this.prepare.evm(terms);
      return this.#payOnce(intendedEvm(this.client, terms), prepare, signer, payment.signal);
    },
    /** Transfers a non-fungible token (ERC-721, ERC-1155). */
    nft: async (transfer: Omit<NftTransfer, "publicKey">, signer: EcdsaSigner): Promise<SignedPayment> => {
      const terms = { ...transfer, publicKey: signer.publicKey };
      const prepare = () => this.prepare.nft(terms);
      return this.#payOnce(intendedNft(this.client, terms), prepare, signer, transfer.signal);
    },
    /** Replaces a pending transaction. */
    btcBump: async (bump: Omit<BtcBump, "publicKey">, signer: BtcSigners): Promise<SignedPayment> =>
      signAndSend(await this.prepare.btcBump({ ...bump, publicKey: senderKey(signer) }), signer, bump.signal),
    /** Pays from a pending transaction, which raises the fee of both. */
    btcChild: async (child: Omit<BtcChild, "publicKey">, signer: BtcSigner): Promise<SignedPayment> =>
      signAndSend(await this.prepare.btcChild({ ...child, publicKey: signer.publicKey }), signer, child.signal),
    /** Replaces a pending transaction. */
    evmBump: async (bump: Omit<EvmBump, "publicKey">, signer: EcdsaSigner): Promise<SignedPayment> =>
      signAndSend(await this.prepare.evmBump({ ...bump, publicKey: signer.publicKey }), signer, bump.signal),
    /** Approves a spender of an ERC-20 token. */
    approval: async (approval: Omit<EvmApproval, "publicKey">, signer: EcdsaSigner): Promise<SignedPayment> =>
      signAndSend(await this.prepare.approval({ ...approval, publicKey: signer.publicKey }), signer, approval.signal),
    /** Ends an approval. */
    revocation: async (revocation: Omit<EvmRevocation, "publicKey">, signer: EcdsaSigner): Promise<SignedPayment> =>
      signAndSend(await this.prepare.revocation({ ...revocation, publicKey: signer.publicKey }), signer, revocation.signal),
    /** Pays on Stellar. */
    xlm: async (payment: Omit<XlmPayment, "publicKey">, signer: Ed25519Signer): Promise<SignedPayment> => {
      const terms = { ...payment, publicKey: signer.publicKey };
      const prepare = () => this.prepare.xlm(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmPaymentTerms(payment)), prepare, signer, payment.signal);
    },
    /** Creates, changes or removes a trustline. */
    trustline: async (trustline: Omit<XlmTrustline, "publicKey">, signer: Ed25519Signer): Promise<SignedPayment> =>
      signAndSend(await this.prepare.trustline({ ...trustline, publicKey: signer.publicKey }), signer, trustline.signal),
    /** Claims a claimable balance. */
    claim: async (claim: Omit<XlmClaim, "publicKey">, signer: Ed25519Signer): Promise<SignedPayment> =>
      signAndSend(await this.prepare.claim({ ...claim, publicKey: signer.publicKey }), signer, claim.signal),
    /** Calls a contract. */
    contractCall: async (call: Omit<XlmContractCall, "publicKey">, signer: Ed25519Signer): Promise<SignedPayment> => {
      const terms = { ...call, publicKey: signer.publicKey };
      const prepare = () => this.prepare.contractCall(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmCallTerms(call)), prepare, signer, call.signal);
    },
    /** Transfers a token of a contract (SEP-41). */
    tokenTransfer: async (transfer: Omit<XlmTokenTransfer, "publicKey">, signer: Ed25519Signer): Promise<SignedPayment> => {
      const terms = { ...transfer, publicKey: signer.publicKey };
      const prepare = () => this.prepare.tokenTransfer(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmTokenTransferTerms(transfer)), prepare, signer, transfer.signal);
    },
    /** Exchanges assets with a limit. */
    swap: async (swap: Omit<XlmSwap, "publicKey">, signer: Ed25519Signer): Promise<SignedPayment> => {
      const terms = { ...swap, publicKey: signer.publicKey };
      const prepare = () => this.prepare.swap(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmSwapTerms(swap)), prepare, signer, swap.signal);
    },
    offer: async (offer: Omit<XlmOffer, "publicKey">, signer: Ed25519Signer) => {
      const terms = { ...offer, publicKey: signer.publicKey };
      const prepare = () => this.prepare.offer(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmOfferTerms(offer)), prepare, signer, offer.signal);
    },
    offerDeletion: async (deletion: Omit<XlmOfferDeletion, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.offerDeletion({ ...deletion, publicKey: signer.publicKey }), signer, deletion.signal),
    signerChange: async (change: Omit<XlmSignerChange, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.signerChange({ ...change, publicKey: signer.publicKey }), signer, change.signal),
    feeBump: async (bump: Omit<XlmFeeBump, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.feeBump({ ...bump, publicKey: signer.publicKey }), signer, bump.signal),
  };

  /** Prepares, verifies and signs messages of EVM accounts, without a review. */
  readonly sign = {
    /** Signs a message (EIP-191). */
    message: async (message: Omit<EvmMessage, "publicKey">, signer: EcdsaSigner) =>
      (await this.prepare.message({ ...message, publicKey: signer.publicKey })).sign(signer),
    /** Signs typed data (EIP-712). */
    typedData: async (typedData: Omit<EvmTypedData, "publicKey">, signer: EcdsaSigner) =>
      (await this.prepare.typedData({ ...typedData, publicKey: signer.publicKey })).sign(signer),
  };

  /** What is known before a signature. All of it are statements of the server; the verification of a payment does not depend on them. */
  readonly safety = {
    /** Returns the effects of a transaction on an EVM chain. */
    preview: (query: PreviewQuery): Promise<Preview> => preview(this.client, query),
    /** Returns the effects of a transaction on Stellar. */
    previewXlm: (query: XlmPreviewQuery): Promise<Preview> => previewXlm(this.client, query),
    /** Returns a page of the approvals of an EVM account that are not zero now. */
    approvals: (query: OwnerQuery): Promise<{ approvals: ExistingApproval[]; nextCursor?: string; source: FactSource }> => approvals(this.client, query),
    /** Returns a page of the non-fungible tokens of an EVM account. */
    nfts: (query: OwnerQuery): Promise<{ nfts: OwnedNft[]; nextCursor?: string; source: FactSource }> => nfts(this.client, query),
    /** Returns what is known of the recipient of a payment. */
    recipient: (query: RecipientQuery): Promise<RecipientFacts> => recipient(this.client, query),
  };

  /** Payment requests as links and QR codes. */
  readonly paymentRequest = {
    /** Parses a payment request. */
    parse: (query: ParsePaymentRequestQuery): Promise<PaymentRequest> => parsePaymentRequest(this.client, query),
    /** Creates a payment request. */
    create: (query: CreatePaymentRequestQuery): Promise<string> => createPaymentRequest(this.client, query),
  };

  /** Facts about btc-like keys. */
  readonly btc = {
    /** Returns the spendable outputs of a key. */
    utxo: (query: BtcUtxoQuery): Promise<BtcUtxo[]> => btcUtxo(this.client, query),
  };

  /** Facts about Stellar accounts. */
  readonly xlm = {
    /** Returns signers, thresholds, flags and data entries of an account. */
    account: (query: XlmAccountQuery): Promise<XlmAccountSettings> => xlmAccount(this.client, query),
    /** Returns a page of the open offers of an account. */
    offers: (query: XlmOffersQuery): Promise<XlmOffers> => xlmOffers(this.client, query),
    /** Returns the paths of a payment through the exchange of the network, the best first. */
    paths: (query: XlmPathsQuery): Promise<XlmPath[]> => xlmPaths(this.client, query),
  };

  /** Events of the wallet's transactions. The session needs the permission `notify`. */
  readonly notifications = {
    /** Subscribes to the entries, each once. */
    subscribe: (query: SubscribeQuery): Promise<SubscribeResult[]> => subscribe(this.client, query),
    /** Deletes a subscription. */
    unsubscribe: (id: string, signal?: AbortSignal): Promise<void> => unsubscribe(this.client, id, signal),
    /** Returns all subscriptions. */
    subscriptions: (signal?: AbortSignal): Promise<Subscription[]> => subscriptions(this.client, signal),
    /** Yields the events, and continues after lost connections. */
    follow: (query: FollowQuery = {}): AsyncGenerator<FollowedEvent, void, undefined> => followEvents(this.client, query),
  };

  /** Derives the address of a public key. */
  addressOf(chain: Chain, publicKey: string, type?: AddressType): string {
    return addressOf(chain, this.client.network, publicKey, type);
  }

  /** Returns balances and one page of transactions, latest first. */
  addressInfo<C extends AnyChain>(query: AddressQuery<C>): Promise<AddressData<C>> {
    return addressInfo(this.client, query);
  }

  /** Returns the balances of many addresses and extended keys with one request per family. */
  portfolio(query: PortfolioQuery): Promise<PortfolioResult[]>;
  portfolio(query: PortfolioQuery<PortfolioEntry | PortfolioKey>): Promise<(PortfolioResult | PortfolioKeyResult)[]>;
  portfolio(query: PortfolioQuery<PortfolioEntry | PortfolioKey>): Promise<(PortfolioResult | PortfolioKeyResult)[]> {
    return portfolio(this.client, query);
  }

  /** Returns all addresses of an extended public key: a watch-only wallet in one call. */
  extendedKeyInfo(query: ExtendedKeyQuery): Promise<ExtendedKeyData> {
    return extendedKeyInfo(this.client, query);
  }

  /** Returns the metadata of a token. */
  token(query: TokenQuery): Promise<TokenData> {
    return token(this.client, query);
  }

  /** Yields the pages of the history, latest first. */
  pages<C extends AnyChain>(query: AddressQuery<C>): AsyncGenerator<AddressData<C>, void, undefined> {
    return pages(this.client, query);
  }

  /** Yields every transaction, latest first. */
  history<C extends AnyChain>(query: AddressQuery<C>): AsyncGenerator<AddressData<C>["transactions"][number], void, undefined> {
    return history(this.client, query);
  }

  /** Returns the balance of the coin over time. */
  balanceHistory(query: BalanceHistoryQuery): Promise<BalanceHistory> {
    return balanceHistory(this.client, query);
  }

  /** Returns a page of a statement: the movements of a period. */
  statement(query: StatementQuery): Promise<StatementPage> {
    return statement(this.client, query);
  }

  /** Reads a whole statement as one file of comma-separated values. */
  statementFile(query: StatementQuery & { onProgress?: (progress: StatementProgress) => void }): Promise<StatementFile> {
    return statementFile(this.client, query);
  }

  /** Returns the assets of a kind. */
  assets<K extends AssetKind>(kind: K, query: AssetQuery = {}): Promise<AssetOf<K>[]> {
    return assets(this.client, kind, query);
  }

  /** Returns the facts of the chains that a wallet needs. */
  chainFacts(query: ChainQuery = {}): Promise<ChainFacts[]> {
    return chainFacts(this.client, query);
  }

  /** Returns prices of assets. */
  prices(query: PriceQuery): Promise<AssetPrices[]> {
    return prices(this.client, query);
  }

  /** Returns the URL of the icon of an asset. */
  iconUrl(kind: AssetKind, id: string): string {
    return iconUrl(this.client, kind, id);
  }

  /** Restores a signed transaction that was stored, to send or watch it again. */
  signedPayment(stored: SignedTransaction): SignedPayment {
    return new SignedPayment(this.client, stored);
  }

  /** Payments that are not final: further attempts at the same payments conflict with them, or are `already_paid`. */
  readonly unsettled = {
    /** Returns all payments that are not final. */
    list: (): Promise<UnsettledPayment[]> => this.client.payments.load(),
    /**
     * Removes a payment by its transaction id or `id`, and the attempts that conflict with it. After that the same payment is a new
     * one: if an attempt is executed after all, both are paid.
     */
    forget: (id: string): Promise<void> => forgetPayment(this.client, id),
  };

  /** Makes a payment, or sends an earlier attempt at it. */
  #payOnce<S>(intended: Intended, prepare: () => Promise<PreparedPayment<S>>, signer: S, signal: AbortSignal | undefined): Promise<SignedPayment> {
    return payExclusively(
      this.client,
      intended,
      async (attempts) => (await this.#sendAgain(attempts, signal)) ?? signAndSend(await prepare(), signer, signal),
    );
  }

  /**
   * Sends attempts with an unknown outcome again, the first one first. Returns `undefined` if there is none that the server accepts,
   * or if the status decides: after a success of the server, or a cancellation.
   */
  async #sendAgain(attempts: UnsettledPayment[], signal: AbortSignal | undefined): Promise<SignedPayment | undefined> {
    if (attempts.some(({ isSent, isCancellation }) => isSent || isCancellation)) return undefined;
    for (const stored of attempts.map(signedTransactionOf)) {
      if (stored === undefined) continue;
      try {
        return await this.signedPayment(stored).send({ signal });
      } catch (error) {
        // Not accepted; without an outcome it would be another error.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    return undefined;
  }

  #authorization() {
    return createAuthorization(this.client.baseUrl, this.client.options);
  }
}
