/** Rules for a further attempt at a payment: it conflicts with those that are not final, or the payment is made already. */
import { outpointOf } from "./btc/transfer.js";
import type { Client } from "./client.js";
import { AlreadyPaidError, isWalletError } from "./errors.js";
import { exclusively, type Spends, type UnsettledPayment } from "./payment-store.js";
import { attemptsAt, conflicts, holdPayment, type Intended, releaseMined, releasePayments } from "./unsettled.js";
import { isMined, type StatusUpdate, transactionStatus } from "./watch.js";

/**
 * Returns what a new attempt uses up, so that at most one of all attempts is executed; `undefined` if none is open. Final attempts
 * are removed.
 *
 * An `AlreadyPaidError` means that an attempt is pending, confirmed without the knowledge of the caller, or sent and not final.
 */
export async function openAttempt(client: Client, intended: Intended, signal?: AbortSignal): Promise<Spends | undefined> {
  const open = await openAttempts(client, await attemptsAt(client, intended), signal);
  return open.length === 0 ? undefined : commonOf(open);
}

/** Returns the part that all attempts use up, the latest one first. */
function commonOf(open: readonly UnsettledPayment[]): Spends {
  const { spends } = open.at(-1)!;
  const isCommon = (outpoint: string) => open.every((attempt) => attempt.spends.inputs?.some((input) => outpointOf(input) === outpoint));
  const common = spends.inputs?.filter((input) => isCommon(outpointOf(input)));
  return common === undefined || common.length === 0 ? spends : { ...spends, inputs: common };
}

const alreadyPaid = ({ txid, id }: UnsettledPayment, status: AlreadyPaidError["status"]) => new AlreadyPaidError(txid ?? id, status);

type Status = Pick<StatusUpdate, "status" | "block" | "replacedBy">;

interface Known extends Status {
  attempt: UnsettledPayment;
}

/** Returns the attempts with which a new one must conflict, and removes the final ones. */
async function openAttempts(client: Client, attempts: readonly UnsettledPayment[], signal: AbortSignal | undefined): Promise<UnsettledPayment[]> {
  if (attempts.length === 0) return [];
  const known: Known[] = [];
  for (const attempt of attempts) known.push({ attempt, ...(await statusOf(client, attempt, signal)) });
  const mined = await minedOf(client, known);
  for (const { attempt, status } of mined) {
    // The caller does not know of it yet, so the payment is not another one.
    const isNew = status === "confirmed" && !attempt.isSent && !attempt.isCancellation;
    if (isNew) throw alreadyPaid(attempt, "confirmed");
    await releaseMined(client, attempt);
  }
  const open: UnsettledPayment[] = [];
  const rest = known.filter(({ attempt }) => !mined.some((other) => other.attempt.id === attempt.id || conflicts(other.attempt, attempt)));
  const pending = rest.find(({ attempt, status }) => status === "pending" && !attempt.isCancellation);
  if (pending !== undefined) throw alreadyPaid(pending.attempt, "pending");
  for (const { attempt, status } of rest) {
    if (status === "rejected" || status === "replaced") {
      await releasePayments(client, ({ id }) => id === attempt.id);
      continue;
    }
    if (attempt.isSent && !attempt.isCancellation) throw alreadyPaid(attempt, "unknown");
    open.push(attempt);
  }
  return open;
}

/** Returns the attempts in blocks, also those that replaced another one. */
async function minedOf(client: Client, known: readonly Known[]): Promise<Known[]> {
  const mined = known.filter(isMined);
  const replaced = known.filter(({ replacedBy }) => replacedBy !== undefined);
  for (const attempt of replaced.length === 0 ? [] : await client.payments.load()) {
    const isReplacement = replaced.some((other) => other.replacedBy === attempt.txid && conflicts(other.attempt, attempt));
    if (isReplacement && !mined.some((other) => other.attempt.id === attempt.id)) mined.push({ attempt, status: "confirmed", block: "" });
  }
  return mined;
}

/** Seconds by which the clocks of device and network may differ. */
const CLOCK_TOLERANCE = 300;

/** Returns the status of an attempt; `unknown` if the server does not return it. */
async function statusOf(client: Client, attempt: UnsettledPayment, signal: AbortSignal | undefined): Promise<Status> {
  const { validUntil = Infinity } = attempt.spends;
  const isExpired = Date.now() / 1000 > validUntil + CLOCK_TOLERANCE;
  const whileUnknown: Status = { status: isExpired ? "rejected" : "unknown", block: "" };
  const { txid, txdata } = attempt;
  if (txid === undefined || txdata === undefined) return whileUnknown;
  try {
    const found = await transactionStatus(client, { ...attempt, txid, txdata, attempt }, signal);
    return found.status === "unknown" ? whileUnknown : found;
  } catch (error) {
    if (isWalletError(error) && error.kind !== "aborted") return { status: "unknown", block: "" };
    throw error;
  }
}

const lockOf = (step: string, { chain, network, intent }: Intended) => `${step}:${chain}:${network}:${intent}`;

/**
 * Runs the request that first sends the signatures. The attempt is stored before, and until its transaction is final: the server has
 * the signatures, whatever it responds.
 *
 * An `AlreadyPaidError` means that another attempt was signed since the preparation, with which this one does not conflict.
 */
export async function whileHeld<T>(client: Client, payment: UnsettledPayment, attach: () => Promise<T>): Promise<T> {
  const { intent } = payment;
  if (intent !== undefined) {
    const intended = { ...payment, intent };
    await exclusively(client.payments, lockOf("sign", intended), async () => {
      const others = (await attemptsAt(client, intended)).filter((other) => other.id !== payment.id && !conflicts(other, payment));
      const [open] = await openAttempts(client, others, undefined);
      if (open !== undefined) throw alreadyPaid(open, "unknown");
      await holdPayment(client, payment);
    });
  }
  return attach();
}

/**
 * Runs a payment while no other one with the same terms runs, and passes the attempts at it. If another one was sent since the call,
 * the call is its repetition: `AlreadyPaidError`.
 */
export async function payExclusively<T>(client: Client, intended: Intended, pay: (attempts: UnsettledPayment[]) => Promise<T>): Promise<T> {
  const before = (await attemptsAt(client, intended)).map(({ id }) => id);
  return exclusively(client.payments, lockOf("pay", intended), async () => {
    const attempts = await attemptsAt(client, intended);
    const sent = attempts.find(({ id, isSent }) => isSent && !before.includes(id));
    if (sent === undefined) return pay(attempts);
    const { status } = await statusOf(client, sent, undefined);
    throw alreadyPaid(sent, status === "pending" || status === "confirmed" ? status : "unknown");
  });
}
