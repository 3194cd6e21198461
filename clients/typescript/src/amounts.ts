/** Amounts: integers in the base unit as decimal strings, and their external form with a decimal point. */
import { InputError } from "./errors.js";

/** Formats an amount in the base unit, for example `formatAmount("123450000", 8)` is `1.2345`. */
export function formatAmount(amount: string | bigint, decimals: number): string {
  const value = typeof amount === "bigint" ? amount : parseInteger(amount, "amount");
  checkDecimals(decimals);
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Parses a decimal string into the base unit, for example `parseAmount("1.2345", 8)` is `123450000n`. */
export function parseAmount(text: string, decimals: number): bigint {
  checkDecimals(decimals);
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (match === null) throw new InputError("amount", "not a decimal number: digits with at most one point");
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > decimals && /[1-9]/.test(fraction.slice(decimals))) {
    throw new InputError("amount", `more than ${decimals} digits after the point`);
  }
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** Parses an integer with an optional minus sign. */
function parseInteger(text: string, field: string): bigint {
  if (!/^-?\d{1,90}$/.test(text)) throw new InputError(field, "not an integer in the base unit");
  return BigInt(text);
}

function checkDecimals(decimals: number): void {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 80) throw new InputError("decimals", "not from 0 to 80");
}
