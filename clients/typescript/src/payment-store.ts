/** Storage of payments that are not final, and the locks under which they change. */
import type { OwnedUtxo } from "./btc/transfer.js";
import type { Chain, Network } from "./chains.js";
import type { KeyValueStorage } from "./session-store.js";

/** What a transaction uses up: of two transactions that have it in common, the network accepts one. */
export interface Spends {
  /** The spent outputs with their owners (btc-like). */
  inputs?: readonly OwnedUtxo[] | undefined;
  /** Address of the sender (EVM, Stellar). */
  from?: string | undefined;
  /** Nonce (EVM). */
  nonce?: number | undefined;
  /** Sequence number (Stellar). */
  sequence?: string | undefined;
  /** Unix time in seconds after which the network rejects the transaction (Stellar). */
  validUntil?: number | undefined;
}

/** One attempt at a payment. */
export interface Attempt {
  id: string;
  /** Identifies the payment; absent for a transaction whose repetition has the same effect as one. */
  intent?: string | undefined;
  /** Id of the pending transaction that it replaces. */
  replaces?: string | undefined;
  /** True if it pays nothing, and only prevents the transaction that it replaces. */
  isCancellation?: boolean | undefined;
  spends: Spends;
}

/** An attempt that is not final. It contains no keys. */
export interface UnsettledPayment extends Attempt {
  chain: Chain;
  network: Network;
  /** Absent in an attempt that an earlier version stored without its signed transaction. */
  txid?: string | undefined;
  txdata?: string | undefined;
  /** True if the server responded that it has sent the transaction. This is a statement of the server. */
  isSent?: boolean | undefined;
}

/**
 * Storage of unsettled payments, so that a payment is not made twice after a restart. `save` must resolve only when the list is
 * durable.
 */
export interface PaymentStore {
  load(): Promise<UnsettledPayment[]>;
  save(payments: readonly UnsettledPayment[]): Promise<void>;
  /**
   * Runs `work` while no other holder of the same storage runs one with this name, for example another tab. Absent if only one
   * client uses the storage.
   */
  exclusive?<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Keeps unsettled payments in memory. */
export class MemoryPaymentStore implements PaymentStore {
  #payments: readonly UnsettledPayment[] = [];

  /** Returns all stored payments. */
  async load(): Promise<UnsettledPayment[]> {
    return [...this.#payments];
  }

  /** Replaces all stored payments. */
  async save(payments: readonly UnsettledPayment[]): Promise<void> {
    this.#payments = [...payments];
  }
}

/** Runs works with the same name sequentially. */
class Queue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(name) ?? Promise.resolve()).then(work);
    const end = done.catch(() => undefined);
    this.#last.set(name, end);
    try {
      return await done;
    } finally {
      if (this.#last.get(name) === end) this.#last.delete(name);
    }
  }
}

/** The works of all storages with the same key in this process. */
const processQueue = new Queue();

/**
 * Keeps unsettled payments in `localStorage`, or `AsyncStorage` of React Native. Tabs that share the storage change it one at a time
 * where the browser has the Web Locks API.
 */
export class KeyValuePaymentStore implements PaymentStore {
  readonly #storage: KeyValueStorage;
  readonly #key: string;

  constructor(storage: KeyValueStorage, key = "wallet-cloud-payments") {
    this.#storage = storage;
    this.#key = key;
  }

  /** Returns all stored payments. */
  async load(): Promise<UnsettledPayment[]> {
    const text = await this.#storage.getItem(this.#key);
    return text === null ? [] : (JSON.parse(text) as UnsettledPayment[]);
  }

  /** Replaces all stored payments. */
  async save(payments: readonly UnsettledPayment[]): Promise<void> {
    await this.#storage.setItem(this.#key, JSON.stringify(payments));
  }

  exclusive<T>(name: string, work: () => Promise<T>): Promise<T> {
    // React Native has no `navigator.locks`, nor has a page without HTTPS.
    const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
    const scoped = `${this.#key}:${name}`;
    return locks === undefined ? processQueue.run(scoped, work) : (locks.request(scoped, work) as Promise<T>);
  }
}

const queues = new WeakMap<PaymentStore, Queue>();

/** Runs works with the same name on a store sequentially, in this process and, as far as the store supports it, in others. */
export function exclusively<T>(store: PaymentStore, name: string, work: () => Promise<T>): Promise<T> {
  if (store.exclusive !== undefined) return store.exclusive(name, work);
  const queue = queues.get(store) ?? new Queue();
  queues.set(store, queue);
  return queue.run(name, work);
}

/** Changes the stored list. */
export const changePayments = (store: PaymentStore, edit: (list: UnsettledPayment[]) => UnsettledPayment[]): Promise<void> =>
  exclusively(store, "list", async () => store.save(edit(await store.load())));
