/** Work on pending transactions of the sandbox, which mines by itself from time to time. */
import { ApiError, InputError } from "../../src/index.js";

/** Returns true for the errors of a replacement if the transaction was mined before. */
const isMined = (error: unknown): boolean =>
  error instanceof ApiError && ((error.is("invalid_transaction") && error.field === "txid") || error.is("transaction_rejected"));

/** Runs a test again, at most twice, if a block was mined between sending a transaction and replacing it. */
export async function whilePending(test: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await test();
    } catch (error) {
      if (!isMined(error) || attempt === 3) throw error;
    }
  }
}

/** Returns a check for `assert.rejects`: an error of the input, unless the transaction was mined before. */
export const inputError = (field: string) => (error: unknown): boolean => {
  if (isMined(error)) throw error;
  return error instanceof InputError && error.field === field;
};
