/** The client: base URL, session and services. */
import type { Network } from "./chains.js";
import { InputError } from "./errors.js";
import { createServices, type Services } from "./services.js";
import { createTransport, type TokenSource, type TransportOptions } from "./transport.js";
import { MemoryPaymentStore, type PaymentStore } from "./payment-store.js";

/** Options of a client. */
export interface ClientOptions extends TransportOptions {
  /** Base URL of the services without a path, for example `https://wallet.example`. */
  baseUrl: string;
  /** A `Session`, or any source of permission tokens. */
  session: TokenSource;
  /** Network of every call that names no other; `livenet` by default. */
  network?: Network | undefined;
  /** Storage of payments that are not final; by default memory, in which a restart loses them. */
  payments?: PaymentStore | undefined;
}

/** Base URL, network, session and services, the first argument of all functions. */
export interface Client {
  readonly baseUrl: string;
  readonly network: Network;
  /** Every operation of every service, with generated types. */
  readonly services: Services;
  /** Asset info with one attempt of at most five seconds, for facts that are not necessary. */
  readonly quickAssetInfo: Services["assetInfo"];
  readonly options: ClientOptions;
  /** Payments that are not final. */
  readonly payments: PaymentStore;
}

/** Time limit of requests for facts that are not necessary, in milliseconds. */
const QUICK_TIMEOUT = 5_000;

/** Creates a client. Functions such as `addressInfo` and `prepareBtc` take it as their first argument. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  if (!/^https?:\/\//.test(baseUrl)) throw new InputError("baseUrl", "not an HTTP address");
  const services = createServices(baseUrl, createTransport(options), createTransport(options, options.session));
  const once = createTransport({ ...options, retry: { attempts: 1 }, timeout: QUICK_TIMEOUT }, options.session);
  const { assetInfo: quickAssetInfo } = createServices(baseUrl, once, once);
  const network = options.network ?? "livenet";
  return { baseUrl, network, services, quickAssetInfo, options, payments: options.payments ?? new MemoryPaymentStore() };
}

/** A token that the app already has, for example a merchant's token that its server issued. */
export const fixedToken = (permissionToken: string): TokenSource => ({ getPermissionToken: async () => permissionToken });
