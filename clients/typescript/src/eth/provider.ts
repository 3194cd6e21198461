/** An EIP-1193 provider over the services: requests of an app are verified, reviewed by the user, and signed on this device. */
import { chainId, CHAINS, type EthLikeChain, isEthLike, type Network } from "../chains.js";
import type { Client } from "../client.js";
import { InputError } from "../errors.js";
import { evmAddress } from "../evm/address.js";
import type { MaxFee } from "../fee-limits.js";
import { type MessageReview, prepareMessage, prepareTypedData } from "../evm/message.js";
import { prepareEvm } from "../evm/payment.js";
import type { Review } from "../payment.js";
import { randomUuid } from "../random.js";
import type { EcdsaSigner } from "../signer.js";
import { addressParam, messageParam, paramAt, quantity, transactionParam, typedDataParam } from "./params.js";
import { invalidParams, ProviderError, providerErrorOf } from "./provider-error.js";

/** A request that the user approves or not. */
export type ReviewedRequest =
  | { kind: "connect"; address: string }
  | { kind: "transaction"; review: Review }
  | { kind: "message"; review: MessageReview }
  | { kind: "switch-chain"; chain: EthLikeChain; chainId: number };

/** Shows a request to the user. `true` approves it; everything else is the error 4001. */
export type Approve = (request: ReviewedRequest) => Promise<boolean>;

/** The keys, the consent and the limits of a provider. */
export interface EthProviderOptions {
  client: Client;
  signer: EcdsaSigner;
  approve: Approve;
  /** The chains that an app can choose; by default all. The first one is selected at the start. */
  chains?: readonly EthLikeChain[] | undefined;
  /** Highest acceptable fee of a transaction in wei; by default the limits of its chain. */
  maxFee?: MaxFee | undefined;
  /** True if unlimited permits are shown to the user; by default they are the error -32602. */
  allowUnlimited?: boolean | undefined;
}

/** A request of an app (EIP-1193). */
export interface EthRequest {
  method: string;
  params?: unknown;
}

type Listener = (...values: never[]) => void;

/** The chain of a request, and the account that it may use. */
interface Context {
  chain: EthLikeChain;
  isConnected: boolean;
}

/** The methods of the provider. All others are the error 4200. */
export const METHODS = [
  "eth_accounts",
  "eth_requestAccounts",
  "eth_chainId",
  "eth_sendTransaction",
  "personal_sign",
  "eth_signTypedData_v4",
  "wallet_switchEthereumChain",
] as const;

const hex = (id: number) => `0x${id.toString(16)}`;

/** EIP-1193 provider of one account. It emits `chainChanged` and `accountsChanged`. */
export class EthProvider {
  readonly address: string;
  readonly chains: readonly EthLikeChain[];
  readonly network: Network;
  readonly #options: EthProviderOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  #chain: EthLikeChain;
  #isConnected = false;

  constructor(options: EthProviderOptions) {
    const { client, signer, chains = CHAINS.map(({ chain }) => chain).filter(isEthLike) } = options;
    const [first] = chains;
    if (first === undefined) throw new InputError("chains", "no chain");
    this.#options = options;
    this.#chain = first;
    this.chains = [...chains];
    this.network = client.network;
    this.address = evmAddress(signer.publicKey);
  }

  /** Adds a listener of `chainChanged` or `accountsChanged`. */
  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  /** Executes a request on the selected chain. Failures are `ProviderError`s. */
  request(request: EthRequest): Promise<unknown> {
    return this.requestOn(request, { chain: this.#chain, isConnected: this.#isConnected });
  }

  /** Ends the connection of the app, which has no account then. */
  disconnect(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#emit("accountsChanged", []);
  }

  /** Executes a request on a chain, for an app with or without access to the account. */
  async requestOn({ method, params }: EthRequest, context: Context): Promise<unknown> {
    try {
      return await this.#dispatch(method, params, context);
    } catch (error) {
      throw providerErrorOf(error);
    }
  }

  async #dispatch(method: string, params: unknown, context: Context): Promise<unknown> {
    switch (method) {
      case "eth_chainId":
        return hex(chainId(context.chain, this.network));
      case "eth_accounts":
        return context.isConnected ? [this.address] : [];
      case "eth_requestAccounts":
        return this.#connect(context);
      case "wallet_switchEthereumChain":
        return this.#switchChain(paramAt(params, 0));
      case "personal_sign":
        this.#checkAccount(paramAt(params, 1), context);
        return this.#signMessage(paramAt(params, 0), context);
      case "eth_signTypedData_v4":
        this.#checkAccount(paramAt(params, 0), context);
        return this.#signTypedData(paramAt(params, 1), context);
      case "eth_sendTransaction":
        return this.#sendTransaction(paramAt(params, 0), context);
      default:
        throw new ProviderError(4200, `${method} is not a method of this provider`);
    }
  }

  async #connect({ isConnected }: Context): Promise<string[]> {
    if (!isConnected) {
      await this.#approve({ kind: "connect", address: this.address });
      this.#isConnected = true;
      this.#emit("accountsChanged", [this.address]);
    }
    return [this.address];
  }

  async #switchChain(param: unknown): Promise<null> {
    const id = Number(quantity((param as { chainId?: unknown } | undefined)?.chainId, "chainId"));
    const chain = this.chains.find((item) => chainId(item, this.network) === id);
    if (chain === undefined) throw new ProviderError(4902, `the provider does not have the chain ${id}`);
    if (chain !== this.#chain) {
      await this.#approve({ kind: "switch-chain", chain, chainId: id });
      this.#chain = chain;
      this.#emit("chainChanged", hex(id));
    }
    return null;
  }

  async #signMessage(param: unknown, { chain }: Context): Promise<string> {
    const { client, signer } = this.#options;
    const prepared = await prepareMessage(client, { chain, publicKey: signer.publicKey, message: messageParam(param) });
    await this.#approve({ kind: "message", review: prepared.review });
    return prepared.sign(signer);
  }

  async #signTypedData(param: unknown, { chain }: Context): Promise<string> {
    const { client, signer, allowUnlimited } = this.#options;
    const prepared = await prepareTypedData(client, { chain, publicKey: signer.publicKey, typedData: typedDataParam(param), allowUnlimited });
    await this.#approve({ kind: "message", review: prepared.review });
    return prepared.sign(signer);
  }

  async #sendTransaction(param: unknown, context: Context): Promise<string> {
    const { client, signer, maxFee } = this.#options;
    const { from, chainId: id, ...payment } = transactionParam(param);
    this.#checkAccount(from ?? this.address, context);
    const { chain } = context;
    if (id !== undefined && id !== chainId(chain, this.network)) throw invalidParams("chainId is not that of the selected chain");
    // Each request of an app is a new transaction, also with equal terms.
    const terms = { ...payment, chain, publicKey: signer.publicKey, maxFee, paymentId: randomUuid() };
    const prepared = await prepareEvm(client, terms);
    await this.#approve({ kind: "transaction", review: prepared.review });
    return (await (await prepared.sign(signer)).send()).txid;
  }

  #checkAccount(param: unknown, { isConnected }: Context): void {
    const isOwn = addressParam(param) === this.address.toLowerCase();
    if (!isConnected || !isOwn) throw new ProviderError(4100, "the account is not connected");
  }

  async #approve(request: ReviewedRequest): Promise<void> {
    if ((await this.#options.approve(request)) !== true) throw new ProviderError(4001, "the user did not approve the request");
  }

  #emit(event: string, value: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) (listener as (value: unknown) => void)(value);
  }
}
