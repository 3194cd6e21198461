/** Payments that are not final. A further attempt at the same payment conflicts with them. */
import { outpointOf } from "./btc/transfer.js";
import type { Chain, Network } from "./chains.js";
import type { Client } from "./client.js";
import { type Attempt, changePayments, type Spends, type UnsettledPayment } from "./payment-store.js";
import { randomUuid } from "./random.js";

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
