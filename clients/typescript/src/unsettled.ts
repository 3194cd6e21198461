/** Attempts at payments whose outcome is unknown. A further attempt at the same payment conflicts with them. */
import type { OwnedUtxo } from "./btc/transfer.js";
import type { Chain } from "./chains.js";
import type { Client, Network } from "./client.js";
import { AlreadyPaidError, isWalletError } from "./errors.js";
import { randomUuid } from "./random.js";
import type { KeyValueStorage } from "./session-store.js";
import { transactionStatus } from "./watch.js";

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
  /** Identifies the payment; absent for a transaction that conflicts with its repetition by itself. */
  intent?: string | undefined;
  /** Id of the pending transaction that it replaces. */
  replaces?: string | undefined;
  spends: Spends;
}

/** An attempt with an unknown outcome. It contains no keys. */
export interface UnsettledPayment extends Attempt {
  chain: Chain;
  network: Network;
  /** Absent if the signed transaction was not received. */
  txid?: string | undefined;
  txdata?: string | undefined;
}

/**
 * Storage of unsettled payments, so that a payment is not made twice after a restart. `save` must resolve only when the list is
 * durable.
 */
export interface PaymentStore {
  load(): Promise<UnsettledPayment[]>;
  save(payments: readonly UnsettledPayment[]): Promise<void>;
}

/** Keeps unsettled payments in memory. */
export class MemoryPaymentStore implements PaymentStore {
  #payments: readonly UnsettledPayment[] = [];

  async load(): Promise<UnsettledPayment[]> {
    return [...this.#payments];
  }

  async save(payments: readonly UnsettledPayment[]): Promise<void> {
    this.#payments = [...payments];
  }
}

/** Keeps unsettled payments in `localStorage`, or `AsyncStorage` of React Native. */
export class KeyValuePaymentStore implements PaymentStore {
  readonly #storage: KeyValueStorage;
  readonly #key: string;

  constructor(storage: KeyValueStorage, key = "wallet-cloud-payments") {
    this.#storage = storage;
    this.#key = key;
  }

  async load(): Promise<UnsettledPayment[]> {
    const text = await this.#storage.getItem(this.#key);
    return text === null ? [] : (JSON.parse(text) as UnsettledPayment[]);
  }

  async save(payments: readonly UnsettledPayment[]): Promise<void> {
    await this.#storage.setItem(this.#key, JSON.stringify(payments));
  }
}

/** The last change of each store: changes are made sequentially. */
const changes = new WeakMap<PaymentStore, Promise<void>>();

function change({ payments }: Client, edit: (list: UnsettledPayment[]) => UnsettledPayment[]): Promise<void> {
  const before = changes.get(payments)?.catch(() => undefined) ?? Promise.resolve();
  const done = before.then(async () => payments.save(edit(await payments.load())));
  changes.set(payments, done);
  return done;
}

/** Stores an attempt before its signatures leave the device. */
export const holdPayment = (client: Client, payment: UnsettledPayment): Promise<void> =>
  payment.intent === undefined
    ? Promise.resolve()
    : change(client, (list) => [...list.filter(({ id }) => id !== payment.id), payment]);

/** Removes unsettled payments. */
export const releasePayments = (client: Client, isReleased: (payment: UnsettledPayment) => boolean): Promise<void> =>
  change(client, (list) => list.filter((payment) => !isReleased(payment)));

/** Removes all attempts at the payment of which one has this id or transaction id. */
export const forgetPayment = (client: Client, id: string): Promise<void> =>
  change(client, (list) => {
    const found = list.find((payment) => payment.id === id || payment.txid === id);
    const isSame = (payment: UnsettledPayment) => payment.intent === found?.intent && payment.chain === found?.chain && payment.network === found?.network;
    return list.filter((payment) => !isSame(payment));
  });

/**
 * Runs the request that first sends the signatures, and returns the signed transaction. If the request fails, the server may have the
 * transaction all the same.
 */
export async function whileHeld(client: Client, payment: UnsettledPayment, attach: () => Promise<string>): Promise<string> {
  await holdPayment(client, payment);
  const txdata = await attach();
  await releasePayments(client, ({ id }) => id === payment.id);
  return txdata;
}

/** Names a payment by its terms, unless the caller named it. */
export const intentOf = (paymentId: string | undefined, ...terms: unknown[]): string =>
  paymentId === undefined ? JSON.stringify(terms, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value)) : `id:${paymentId}`;

export const newAttempt = (attempt: Omit<Attempt, "id">): Attempt => ({ id: randomUuid(), ...attempt });

/** A payment by its terms. */
export interface Intended {
  chain: Chain;
  network: Network;
  intent: string;
}

/** Returns the attempts at a payment, the latest last. */
export async function attemptsAt(client: Client, { chain, network, intent }: Intended): Promise<UnsettledPayment[]> {
  const list = await client.payments.load();
  return list.filter((payment) => payment.intent === intent && payment.chain === chain && payment.network === network);
}

/**
 * Returns the attempt with which a new one must conflict. Final attempts are removed.
 *
 * An `AlreadyPaidError` means that an attempt is pending or confirmed.
 */
export async function openAttempt(client: Client, intended: Intended, signal?: AbortSignal): Promise<UnsettledPayment | undefined> {
  let open: UnsettledPayment | undefined;
  for (const attempt of await attemptsAt(client, intended)) {
    const status = await statusOf(client, attempt, signal);
    if (status === "confirmed" || status === "pending") throw new AlreadyPaidError(attempt.txid!, status);
    if (status === "rejected" || status === "replaced") await releasePayments(client, ({ id }) => id === attempt.id);
    else open = attempt;
  }
  return open;
}

/** Seconds by which the clocks of device and network may differ. */
const CLOCK_TOLERANCE = 300;

async function statusOf(client: Client, attempt: UnsettledPayment, signal: AbortSignal | undefined) {
  const { validUntil = Infinity } = attempt.spends;
  const whileUnknown = Date.now() / 1000 > validUntil + CLOCK_TOLERANCE ? "rejected" : "unknown";
  const { txid, txdata } = attempt;
  if (txid === undefined || txdata === undefined) return whileUnknown;
  try {
    const { status } = await transactionStatus(client, { ...attempt, txid, txdata, attempt }, signal);
    return status === "unknown" ? whileUnknown : status;
  } catch (error) {
    if (isWalletError(error) && error.kind !== "aborted") return "unknown";
    throw error;
  }
}
