/** Requests of WalletConnect sessions, as `@reown/walletkit` passes them on. The relay and the pairing are those of that library. */
import { chainId } from "../chains.js";
import { type EthProvider, type EthRequest, METHODS } from "./provider.js";
import { invalidParams, ProviderError } from "./provider-error.js";

/** The event `session_request`. */
export interface SessionRequest {
  id: number;
  topic: string;
  params: { request: EthRequest; chainId: string };
}

/** The argument of `respondSessionRequest`. */
export interface SessionResponse {
  topic: string;
  response: { id: number; jsonrpc: "2.0" } & ({ result: unknown } | { error: { code: number; message: string } });
}

const EVENTS = ["chainChanged", "accountsChanged"] as const;

/** Signer of an approved WalletConnect session: every request names its chain, and has access to the account. */
export class WalletConnectSigner {
  readonly #provider: EthProvider;

  constructor(provider: EthProvider) {
    this.#provider = provider;
  }

  /** Returns what the session supports, for `buildApprovedNamespaces` and `approveSession`. */
  namespaces(): { eip155: { chains: string[]; methods: string[]; events: string[]; accounts: string[] } } {
    const { chains, network, address } = this.#provider;
    const ids = chains.map((chain) => `eip155:${chainId(chain, network)}`);
    const methods = METHODS.filter((method) => method !== "eth_requestAccounts" && method !== "wallet_switchEthereumChain");
    return { eip155: { chains: ids, methods, events: [...EVENTS], accounts: ids.map((id) => `${id}:${address}`) } };
  }

  /** Executes a request of a session and returns the response to send. */
  async respond({ id, topic, params }: SessionRequest): Promise<SessionResponse> {
    try {
      const { chains, network } = this.#provider;
      const chain = chains.find((item) => `eip155:${chainId(item, network)}` === params.chainId);
      if (chain === undefined) throw invalidParams("a chain that the session does not have");
      if (!this.namespaces().eip155.methods.includes(params.request.method)) throw new ProviderError(4200, "a method that the session does not have");
      const result = await this.#provider.requestOn(params.request, { chain, isConnected: true });
      return { topic, response: { id, jsonrpc: "2.0", result } };
    } catch (error) {
      const { code, message } = error instanceof ProviderError ? error : new ProviderError(-32603, "internal error");
      return { topic, response: { id, jsonrpc: "2.0", error: { code, message } } };
    }
  }
}
