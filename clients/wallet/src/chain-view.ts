/** Texts for amounts, numbers, addresses and times. */
import { formatAmount } from "@wallet-cloud/client";
import type { ChainView } from "./chain-list.js";

/** What the faucet pays at once, in base units: plenty for tests, and below the limits of the sandbox. */
export function faucetAmount({ chain, family, decimals }: ChainView): string {
  if (chain === "doge") return `1000${"0".repeat(decimals)}`;
  if (family === "btc-like") return `1${"0".repeat(decimals - 1)}`;
  return family === "xlm" ? `1000${"0".repeat(decimals)}` : `1${"0".repeat(decimals)}`;
}

/** Returns the network of a chain in words. */
export const networkName = ({ name, network }: Pick<ChainView, "name" | "network">): string => (network === "livenet" ? name : `${name} test network`);

/** Returns a number with a word, which has an s unless the number is one. */
export const counted = (count: number, word: string): string => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** Formats an amount for display: grouped digits, and at most `digits` after the point, rounded down. */
export function display(amount: string | bigint, decimals: number, digits = 8): string {
  const [whole = "0", fraction = ""] = formatAmount(amount, decimals).split(".");
  const sign = whole.startsWith("-") ? "−" : "";
  const grouped = number.format(BigInt(whole.replace("-", "")));
  const shown = fraction.slice(0, digits).replace(/0+$/, "");
  if (shown === "" && grouped === "0" && fraction !== "") return `${sign}< 0.${"0".repeat(digits - 1)}1`;
  return `${sign}${grouped}${shown === "" ? "" : `.${shown}`}`;
}

/** Returns the class of an amount in large type: a long one is smaller, so that no line breaks within the number on a phone. */
export const largeClass = (digits: string): string => `large${digits.length > 34 ? " longest" : digits.length > 20 ? " long" : digits.length > 14 ? " wide" : ""}`;

/** Shortens an address or hash in the middle. */
export const short = (text: string, edge = 8): string => (text.length <= 2 * edge + 1 ? text : `${text.slice(0, edge)}…${text.slice(-edge)}`);

const dates = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
export const displayDate = (seconds: number): string => dates.format(new Date(seconds * 1000));

const times = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
export const displayTime = (seconds: number): string => times.format(new Date(seconds * 1000));

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

/** Returns the day of a time, in the time zone of the browser. */
export function displayDay(seconds: number): string {
  const day = days.format(new Date(seconds * 1000));
  const now = new Date();
  if (day === days.format(now)) return "Today";
  now.setDate(now.getDate() - 1);
  return day === days.format(now) ? "Yesterday" : day;
}
