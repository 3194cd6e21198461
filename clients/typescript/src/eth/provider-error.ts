/** Errors of EIP-1193 providers. */
import { ApiError, InputError, isWalletError } from "../errors.js";

/**
 * 4001: not approved by the user; 4100: the account is not connected; 4200: not a method of this provider; 4902: a chain that the
 * provider does not have; -32602: invalid parameters; -32003: rejected by the network; -32603: any other failure.
 */
export type ProviderErrorCode = 4001 | 4100 | 4200 | 4902 | -32602 | -32003 | -32603;

/** An error with a code of EIP-1193 or EIP-1474. `cause` is the error of the client, if there is one. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";

  constructor(
    readonly code: ProviderErrorCode,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message, options);
  }
}

export const invalidParams = (message: string): ProviderError => new ProviderError(-32602, message);

/** Returns the error of a provider for one of the client. Others remain as they are. */
export function providerErrorOf(error: unknown): unknown {
  if (!isWalletError(error)) return error;
  const isRejected = error instanceof ApiError && error.is("transaction_rejected");
  const code = error instanceof InputError ? -32602 : isRejected ? -32003 : -32603;
  return new ProviderError(code, error.message, { cause: error });
}
