/** Payments that are not final. A further attempt at the same payment conflicts with them. */
import { type OwnedUtxo, outpointOf } from "./btc/transfer.js";
import type { Chain } from "./chains.js";
import type { Client, Network } from "./client.js";
import { changePayments } from "./payment-store.js";
import { randomUuid } from "./random.js";

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

/** Maximum number of stored payments. Beyond it the oldest one that was sent is dropped. */
const MAX_PAYMENTS = 1000;

type OnChain = Pick<UnsettledPayment, "chain" | "network">;
const isOnSameChain = (one: OnChain, other: OnChain): boolean => one.chain === other.chain && one.network === other.network;

/** Returns true if the network accepts at most one of two transactions. */
export function conflicts(one: OnChain & { spends: Spends }, other: OnChain & { spends: Spends }): boolean {
  if (!isOnSameChain(one, other)) return false;
  const [a, b] = [one.spends, other.spends];
  const spent = new Set((a.inputs ?? []).map(outpointOf));
  if ((b.inputs ?? []).some((input) => spent.has(outpointOf(input)))) return true;
  if (a.from === undefined || a.from !== b.from) return false;
  const isSame = <T>(left: T | undefined, right: T | undefined) => left !== undefined && left === right;
  return isSame(a.nonce, b.nonce) || isSame(a.sequence, b.sequence);
}

/** Stores an attempt before its signatures leave the device. A later form of the same transaction replaces the earlier one. */
export function holdPayment(client: Client, payment: UnsettledPayment): Promise<void> {
  if (payment.intent === undefined) return Promise.resolve();
  const isSame = (other: UnsettledPayment) =>
    other.id === payment.id || (payment.txid !== undefined && other.txid === payment.txid && isOnSameChain(other, payment));
  return changePayments(client.payments, (list) => {
    const known = list.find(isSame);
    const others = list.filter((other) => !isSame(other));
    const oldest = others.length < MAX_PAYMENTS ? -1 : others.findIndex(({ isSent }) => isSent);
    if (oldest >= 0) others.splice(oldest, 1);
    return [...others, known?.isSent ? { ...payment, isSent: true } : payment];
  });
}

/** Stores if the server has sent a transaction. */
export const markSent = (client: Client, attempt: Attempt | undefined, isSent: boolean): Promise<void> =>
  attempt?.intent === undefined
    ? Promise.resolve()
    : changePayments(client.payments, (list) => list.map((payment) => (payment.id === attempt.id ? { ...payment, isSent } : payment)));

/** Removes unsettled payments. */
export const releasePayments = (client: Client, isReleased: (payment: UnsettledPayment) => boolean): Promise<void> =>
  changePayments(client.payments, (list) => list.filter((payment) => !isReleased(payment)));

/** Removes a payment in a block, and those that it excludes. */
export const releaseMined = (client: Client, mined: OnChain & { txid?: string | undefined; spends: Spends }): Promise<void> =>
  releasePayments(client, (payment) => (mined.txid !== undefined && payment.txid === mined.txid) || conflicts(payment, mined));

/** Removes the payment with this id or transaction id, and the attempts that conflict with it. */
export const forgetPayment = (client: Client, id: string): Promise<void> =>
  changePayments(client.payments, (list) => {
    const found = list.filter((payment) => payment.id === id || payment.txid === id);
    return list.filter((payment) => !found.some((other) => other === payment || conflicts(other, payment)));
  });

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
export async function attemptsAt(client: Client, intended: Intended): Promise<UnsettledPayment[]> {
  const list = await client.payments.load();
  return list.filter((payment) => payment.intent === intended.intent && isOnSameChain(payment, intended));
}
