/** Repetition of requests: which errors, how often, how long between the attempts. */
import { AbortedError, isWalletError, type WalletError } from "./errors.js";

/** How often and how long a request is repeated. */
export interface RetryPolicy {
  /** Maximum number of attempts, the first included. */
  attempts: number;
  /** Wait before the second attempt in milliseconds; doubled for each further one, with jitter. */
  baseDelay: number;
  /** The longest wait in milliseconds. A longer `Retry-After` ends the repetition. */
  maxDelay: number;
}

/** The policy of clients that state no other. */
export const DEFAULT_RETRY: RetryPolicy = { attempts: 4, baseDelay: 300, maxDelay: 20_000 };

/** Waits; the default uses `setTimeout`. */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

export const sleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(new AbortedError("aborted by the caller"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, milliseconds);
    if (signal?.aborted) aborted();
    else signal?.addEventListener("abort", aborted, { once: true });
  });

/** Repeats an operation that is safe to repeat, as long as its errors are retriable. */
export async function retrying<T>(
  policy: RetryPolicy,
  operation: () => Promise<T>,
  options: { signal?: AbortSignal | undefined; sleep?: Sleep | undefined } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await operation();
    } catch (error) {
      const delay = isWalletError(error) && shouldRepeat(error) ? delayAfter(policy, error, attempt) : undefined;
      if (delay === undefined) throw error;
      await (options.sleep ?? sleep)(delay, options.signal);
    }
  }
}

/** Returns true for temporary failures. A transaction that is not known yet is not repeated here: see `watch`. */
function shouldRepeat(error: WalletError): boolean {
  return error.retriable && error.code !== "transaction_not_found" && error.code !== "pending_transactions";
}

function delayAfter(policy: RetryPolicy, error: WalletError, attempt: number): number | undefined {
  if (attempt >= policy.attempts) return undefined;
  const backoff = policy.baseDelay * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  const requested = "retryAfter" in error && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
  const delay = Math.max(requested, Math.min(backoff, policy.maxDelay));
  return delay > policy.maxDelay ? undefined : delay;
}

/** The longest wait of `delayOfLoop` without `Retry-After`, and with it. */
const LOOP_DELAYS = { usual: 30_000, requested: 600_000 };

/**
 * Returns the milliseconds before the next attempt of a loop that has no last attempt, after a number of failures in a row.
 * Returns `undefined` for an error that a repetition does not change.
 */
export function delayOfLoop(error: unknown, failures: number): number | undefined {
  if (!isWalletError(error) || !error.retriable) return undefined;
  const backoff = Math.min(LOOP_DELAYS.usual, 1000 * 2 ** Math.min(failures - 1, 10)) * (0.5 + Math.random() / 2);
  const requested = "retryAfter" in error && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
  return Math.max(backoff, Math.min(requested, LOOP_DELAYS.requested));
}
