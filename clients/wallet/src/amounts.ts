/** Amounts that a user enters: in units of an asset, or as a value in the currency of the user. */
import { formatAmount, isWalletError, parseAmount } from "@wallet-cloud/client";
import { display } from "./chain-view.js";
import type { Holding } from "./holdings.js";

/** Returns the error of an entered amount that needs no server. */
export function amountError(text: string, holding: Pick<Holding, "decimals" | "spendable" | "ticker">): string | undefined {
  try {
    const amount = parse(text, holding.decimals);
    if (amount === 0n) return "Enter an amount above zero.";
    return amount > holding.spendable ? `Not enough funds: ${display(holding.spendable, holding.decimals)} ${holding.ticker} available.` : undefined;
  } catch (problem) {
    if (text.trim() === "") return "Enter an amount.";
    return isWalletError(problem) ? `Enter a number such as 0.5, with at most ${holding.decimals} decimals.` : String(problem);
  }
}

/** Parses an amount with a decimal point or comma. */
export const parse = (text: string, decimals: number): bigint => parseAmount(text.trim().replace(/^(\d*),(\d+)$/, "$1.$2").replace(/^\./, "0."), decimals);

/** Digits after the point of prices and values in computations. */
const DIGITS = 18;

/** Returns the amount with a value at a price of the whole unit, rounded down, as text; nothing if the value is not a number. */
export function amountOfValue(value: string, price: string, decimals: number): string {
  try {
    const unit = parseAmount(price.replace(/(\.\d{18})\d+$/, "$1"), DIGITS);
    return unit === 0n ? "" : formatAmount((parse(value, DIGITS) * 10n ** BigInt(decimals)) / unit, decimals);
  } catch {
    return "";
  }
}
