/** Everything behind one object. The functions that it calls can be imported one by one instead: smaller bundles. */
import {
  accountSessions,
  changePassword,
  confirmSecondFactor,
  createAuthorization,
  type Credentials,
  deleteAccount,
  endSession,
  enrolSecondFactor,
  login,
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
import { btcUtxo, type BtcUtxoQuery } from "./btc/utxo.js";
import type { BtcLikeChain, Chain, EthLikeChain } from "./chains.js";
import { type Client, type ClientOptions, createClient } from "./client.js";
import { ApiError, InputError } from "./errors.js";
import { followEvents, type FollowQuery } from "./events.js";
import { type EvmApproval, type EvmRevocation, prepareApproval, prepareRevocation } from "./evm/approval.js";
import { type EvmBump, prepareEvmBump } from "./evm/bump.js";
import { type EvmMessage, type EvmTypedData, prepareMessage, prepareTypedData } from "./evm/message.js";
import { type EvmPayment, intendedEvm, prepareEvm } from "./evm/payment.js";
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
import type { BtcSigner, EcdsaSigner, Ed25519Signer } from "./signer.js";
import { subscribe, type SubscribeQuery, subscriptions, unsubscribe } from "./subscriptions.js";
import { forgetPayment, type Intended } from "./unsettled.js";
import {
  xlmAccount,
  type XlmAccountQuery,
  xlmOffers,
  type XlmOffersQuery,
  xlmPaths,
  type XlmPathsQuery,
} from "./xlm/account.js";
import {
  prepareClaim,
  prepareTrustline,
  prepareXlm,
  type XlmClaim,
  type XlmPayment,
  type XlmTrustline,
  xlmPaymentTerms,
} from "./xlm/payment.js";
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

export class WalletCloud {
  readonly client: Client;

  constructor(options: ClientOptions) {
    this.client = createClient(options);
  }

  readonly accounts = {
    register: (registerToken: string, credentials: Credentials) => register(this.#authorization(), registerToken, credentials),
    login: (credentials: Credentials & { deviceToken?: string | undefined }) => login(this.#authorization(), credentials),
    changePassword: (password: string, newPassword: string) => changePassword(this.client, password, newPassword),
    delete: (password: string) => deleteAccount(this.client, password),
    proveSecondFactor: (securityToken: string, code: string) => proveSecondFactor(this.#authorization(), securityToken, code),
    secondFactor: () => secondFactor(this.client),
    enrolSecondFactor: (password: string) => enrolSecondFactor(this.client, password),
    confirmSecondFactor: (code: string) => confirmSecondFactor(this.client, code),
    replaceRecoveryCodes: (code: string) => replaceRecoveryCodes(this.client, code),
    removeSecondFactor: (code: string) => removeSecondFactor(this.client, code),
    sessions: () => accountSessions(this.client),
    endSession: (id: string) => endSession(this.client, id),
  };

  /** Verifies a payment and returns it for review; `sign` and `send` follow. */
  readonly prepare = {
    btc: (payment: BtcPayment): Promise<PreparedBtc> => prepareBtc(this.client, payment),
    evm: (payment: EvmPayment): Promise<PreparedPayment<EcdsaSigner>> => prepareEvm(this.client, payment),
    btcBump: (bump: BtcBump) => prepareBtcBump(this.client, bump),
    btcChild: (child: BtcChild) => prepareBtcChild(this.client, child),
    evmBump: (bump: EvmBump) => prepareEvmBump(this.client, bump),
    approval: (approval: EvmApproval) => prepareApproval(this.client, approval),
    revocation: (revocation: EvmRevocation) => prepareRevocation(this.client, revocation),
    message: (message: EvmMessage) => prepareMessage(this.client, message),
    typedData: (typedData: EvmTypedData) => prepareTypedData(this.client, typedData),
    xlm: (payment: XlmPayment): Promise<PreparedPayment<Ed25519Signer>> => prepareXlm(this.client, payment),
    trustline: (trustline: XlmTrustline) => prepareTrustline(this.client, trustline),
    claim: (claim: XlmClaim) => prepareClaim(this.client, claim),
    swap: (swap: XlmSwap) => prepareSwap(this.client, swap),
  };

  /**
   * Prepares, verifies, signs and sends in one call, without a review. A payment whose outcome is unknown is sent again with the
   * same bytes, and if these are rejected, with a transaction that conflicts with them. A payment that was sent and is not final, or
   * that another call is making, is the error `already_paid`.
   */
  readonly pay = {
    btc: async (payment: Omit<BtcPayment, "publicKey">, signer: BtcSigners) => {
      const terms = { ...payment, publicKey: senderKey(signer) };
      const prepare = () => this.prepare.btc(terms);
      return this.#payOnce(intendedBtc(this.client, terms), prepare, signer, payment.signal);
    },
    evm: async (payment: Omit<EvmPayment, "publicKey">, signer: EcdsaSigner) => {
      const terms = { ...payment, publicKey: signer.publicKey };
      const prepare = () => this.prepare.evm(terms);
      return this.#payOnce(intendedEvm(this.client, terms), prepare, signer, payment.signal);
    },
    btcBump: async (bump: Omit<BtcBump, "publicKey">, signer: BtcSigners) =>
      signAndSend(await this.prepare.btcBump({ ...bump, publicKey: senderKey(signer) }), signer, bump.signal),
    btcChild: async (child: Omit<BtcChild, "publicKey">, signer: BtcSigner) =>
      signAndSend(await this.prepare.btcChild({ ...child, publicKey: signer.publicKey }), signer, child.signal),
    evmBump: async (bump: Omit<EvmBump, "publicKey">, signer: EcdsaSigner) =>
      signAndSend(await this.prepare.evmBump({ ...bump, publicKey: signer.publicKey }), signer, bump.signal),
    approval: async (approval: Omit<EvmApproval, "publicKey">, signer: EcdsaSigner) =>
      signAndSend(await this.prepare.approval({ ...approval, publicKey: signer.publicKey }), signer, approval.signal),
    revocation: async (revocation: Omit<EvmRevocation, "publicKey">, signer: EcdsaSigner) =>
      signAndSend(await this.prepare.revocation({ ...revocation, publicKey: signer.publicKey }), signer, revocation.signal),
    xlm: async (payment: Omit<XlmPayment, "publicKey">, signer: Ed25519Signer) => {
      const terms = { ...payment, publicKey: signer.publicKey };
      const prepare = () => this.prepare.xlm(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmPaymentTerms(payment)), prepare, signer, payment.signal);
    },
    trustline: async (trustline: Omit<XlmTrustline, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.trustline({ ...trustline, publicKey: signer.publicKey }), signer, trustline.signal),
    claim: async (claim: Omit<XlmClaim, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.claim({ ...claim, publicKey: signer.publicKey }), signer, claim.signal),
    swap: async (swap: Omit<XlmSwap, "publicKey">, signer: Ed25519Signer) => {
      const terms = { ...swap, publicKey: signer.publicKey };
      const prepare = () => this.prepare.swap(terms);
      return this.#payOnce(intendedXlm(this.client, terms, xlmSwapTerms(swap)), prepare, signer, swap.signal);
    },
  };

  /** Prepares, verifies and signs messages of EVM accounts, without a review. */
  readonly sign = {
    message: async (message: Omit<EvmMessage, "publicKey">, signer: EcdsaSigner) =>
      (await this.prepare.message({ ...message, publicKey: signer.publicKey })).sign(signer),
    typedData: async (typedData: Omit<EvmTypedData, "publicKey">, signer: EcdsaSigner) =>
      (await this.prepare.typedData({ ...typedData, publicKey: signer.publicKey })).sign(signer),
  };

  /** Facts about btc-like keys. */
  readonly btc = {
    utxo: (query: BtcUtxoQuery) => btcUtxo(this.client, query),
  };

  /** Facts about Stellar accounts. */
  readonly xlm = {
    account: (query: XlmAccountQuery) => xlmAccount(this.client, query),
    offers: (query: XlmOffersQuery) => xlmOffers(this.client, query),
    paths: (query: XlmPathsQuery) => xlmPaths(this.client, query),
  };

  /** Events of the wallet's transactions. The session needs the permission `notify`. */
  readonly notifications = {
    subscribe: (query: SubscribeQuery) => subscribe(this.client, query),
    unsubscribe: (id: string, signal?: AbortSignal) => unsubscribe(this.client, id, signal),
    subscriptions: (signal?: AbortSignal) => subscriptions(this.client, signal),
    follow: (query: FollowQuery = {}) => followEvents(this.client, query),
  };

  /** Derives the address of a public key. */
  addressOf(chain: Chain, publicKey: string, type?: AddressType): string {
    return addressOf(chain, this.client.network, publicKey, type);
  }

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

  token(query: TokenQuery): Promise<TokenData> {
    return token(this.client, query);
  }

  pages<C extends AnyChain>(query: AddressQuery<C>): AsyncGenerator<AddressData<C>, void, undefined> {
    return pages(this.client, query);
  }

  history<C extends AnyChain>(query: AddressQuery<C>): AsyncGenerator<AddressData<C>["transactions"][number], void, undefined> {
    return history(this.client, query);
  }

  assets<K extends AssetKind>(kind: K, query: AssetQuery = {}): Promise<AssetOf<K>[]> {
    return assets(this.client, kind, query);
  }

  chainFacts(query: ChainQuery = {}): Promise<ChainFacts[]> {
    return chainFacts(this.client, query);
  }

  prices(query: PriceQuery): Promise<AssetPrices[]> {
    return prices(this.client, query);
  }

  iconUrl(kind: AssetKind, id: string): string {
    return iconUrl(this.client, kind, id);
  }

  /** Restores a signed transaction that was stored, to send or watch it again. */
  signedPayment(stored: SignedTransaction): SignedPayment {
    return new SignedPayment(this.client, stored);
  }

  /** Payments that are not final: further attempts at the same payments conflict with them, or are `already_paid`. */
  readonly unsettled = {
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
