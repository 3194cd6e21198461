/** Prices of offers: fractions of two positive numbers of 31 bits, as the network stores them. */
import { InputError } from "../errors.js";

const MAX_PART = 2n ** 31n - 1n;

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b);
}

/** Returns the fraction `n/d` in lowest terms; `undefined` unless both parts are positive. */
export function fraction(n: bigint, d: bigint): string | undefined {
  if (n <= 0n || d <= 0n) return undefined;
  const common = divisor(n, d);
  return `${n / common}/${d / common}`;
}

/** Reads a decimal number, or a fraction, exactly; `undefined` for anything else. */
export function readPrice(text: string): string | undefined {
  const [, n, d] = /^(\d{1,40})\/(\d{1,40})$/.exec(text) ?? [];
  if (n !== undefined && d !== undefined) return fraction(BigInt(n), BigInt(d));
  const [, whole, decimals = ""] = /^(\d{1,40})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

/** Parses a price of the caller, which the network must be able to store exactly. */
export function inputPrice(text: string): string {
  const price = readPrice(text);
  if (price === undefined) throw new InputError("price", "not a positive decimal number such as 0.25, or a fraction such as 1/4");
  if (price.split("/").some((part) => BigInt(part) > MAX_PART)) throw new InputError("price", "no fraction of two numbers of 31 bits");
  return price;
}

/** Returns the value of an amount at a price, rounded up. */
export function valueAt(amount: bigint, price: string): bigint {
  const [n, d] = price.split("/").map(BigInt) as [bigint, bigint];
  return (amount * n + d - 1n) / d;
}
