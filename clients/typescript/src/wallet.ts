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
import { type BtcPayment, prepareBtc } from "./btc/payment.js";
import type { AddressType } from "./btc/params.js";
import type { BtcLikeChain, Chain, EthLikeChain } from "./chains.js";
import { type Client, type ClientOptions, createClient } from "./client.js";
import { type EvmPayment, prepareEvm } from "./evm/payment.js";
import type { PreparedPayment } from "./payment.js";
import { portfolio, type PortfolioQuery, type PortfolioResult } from "./portfolio.js";
import { SignedPayment, type SignedTransaction } from "./signed-payment.js";
import type { EcdsaSigner, Ed25519Signer } from "./signer.js";
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
} from "./xlm/payment.js";
import { prepareSwap, type XlmSwap } from "./xlm/swap.js";

type AnyChain = BtcLikeChain | EthLikeChain | "xlm";

/** Signs and sends a prepared payment. */
async function signAndSend<S>(prepared: PreparedPayment<S>, signer: S, signal?: AbortSignal): Promise<SignedPayment> {
  return (await prepared.sign(signer)).send({ signal });
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
    enrolSecondFactor: () => enrolSecondFactor(this.client),
    confirmSecondFactor: (code: string) => confirmSecondFactor(this.client, code),
    replaceRecoveryCodes: (code: string) => replaceRecoveryCodes(this.client, code),
    removeSecondFactor: (code: string) => removeSecondFactor(this.client, code),
    sessions: () => accountSessions(this.client),
    endSession: (id: string) => endSession(this.client, id),
  };

  /** Verifies a payment and returns it for review; `sign` and `send` follow. */
  readonly prepare = {
    btc: (payment: BtcPayment): Promise<PreparedPayment<EcdsaSigner>> => prepareBtc(this.client, payment),
    evm: (payment: EvmPayment): Promise<PreparedPayment<EcdsaSigner>> => prepareEvm(this.client, payment),
    xlm: (payment: XlmPayment): Promise<PreparedPayment<Ed25519Signer>> => prepareXlm(this.client, payment),
    trustline: (trustline: XlmTrustline) => prepareTrustline(this.client, trustline),
    claim: (claim: XlmClaim) => prepareClaim(this.client, claim),
    swap: (swap: XlmSwap) => prepareSwap(this.client, swap),
  };

  /** Prepares, verifies, signs and sends in one call, without a review. */
  readonly pay = {
    btc: async (payment: Omit<BtcPayment, "publicKey">, signer: EcdsaSigner) =>
      signAndSend(await this.prepare.btc({ ...payment, publicKey: signer.publicKey }), signer, payment.signal),
    evm: async (payment: Omit<EvmPayment, "publicKey">, signer: EcdsaSigner) =>
      signAndSend(await this.prepare.evm({ ...payment, publicKey: signer.publicKey }), signer, payment.signal),
    xlm: async (payment: Omit<XlmPayment, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.xlm({ ...payment, publicKey: signer.publicKey }), signer, payment.signal),
    trustline: async (trustline: Omit<XlmTrustline, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.trustline({ ...trustline, publicKey: signer.publicKey }), signer, trustline.signal),
    claim: async (claim: Omit<XlmClaim, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.claim({ ...claim, publicKey: signer.publicKey }), signer, claim.signal),
    swap: async (swap: Omit<XlmSwap, "publicKey">, signer: Ed25519Signer) =>
      signAndSend(await this.prepare.swap({ ...swap, publicKey: signer.publicKey }), signer, swap.signal),
  };

  /** Facts about Stellar accounts. */
  readonly xlm = {
    account: (query: XlmAccountQuery) => xlmAccount(this.client, query),
    offers: (query: XlmOffersQuery) => xlmOffers(this.client, query),
    paths: (query: XlmPathsQuery) => xlmPaths(this.client, query),
  };

  /** Derives the address of a public key. */
  addressOf(chain: Chain, publicKey: string, type?: AddressType): string {
    return addressOf(chain, this.client.network, publicKey, type);
  }

  addressInfo<C extends AnyChain>(query: AddressQuery<C>): Promise<AddressData<C>> {
    return addressInfo(this.client, query);
  }

  /** Returns the balances of many addresses with one request per family. */
  portfolio(query: PortfolioQuery): Promise<PortfolioResult[]> {
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

  #authorization() {
    return createAuthorization(this.client.baseUrl, this.client.options);
  }
}
