/**
 * The signal of the caller of a request.
 *
 * In Node, `request.signal` follows the caller's signal by a weak reference only: after a garbage collection an abort may not
 * arrive. The caller's own signal always works.
 */
const signals = new WeakMap<Request, AbortSignal>();

/** Returns the class of requests whose signal `callerSignal` returns. The global class is read when this is called. */
export function requestClass(): typeof Request {
  return class extends globalThis.Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, init);
      if (init?.signal) signals.set(this, init.signal);
    }
  };
}

/** Returns the signal that the caller of a request gave, or else that of the request. */
export const callerSignal = (request: Request): AbortSignal => signals.get(request) ?? request.signal;
