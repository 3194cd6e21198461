/** The balance of an owner over time, and statements for tax advisers. */
import type { BtcLikeChain, EthLikeChain, Network } from "./chains.js";
import { responseAmount, responseInteger } from "./bytes.js";
import type { Client } from "./client.js";
import { AbortedError, InvalidResponseError } from "./errors.js";
import { familyCall, type FactSource, type Value } from "./safety.js";

/** An owner: an address, or on btc-like chains an extended public key. */
export interface OwnHistoryQuery {
  chain: BtcLikeChain | EthLikeChain | "xlm";
  address?: string | undefined;
  /** Extended public key or output descriptor instead of `address` (btc-like). */
  key?: string | undefined;
  network?: Network | undefined;
  /** Code of ISO 4217 in lower case, for values at the prices of the time. */
  currency?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The times of the points. */
export interface BalanceHistoryQuery extends OwnHistoryQuery {
  /** Unix seconds; by default a day, 30 days or a year before `to`. */
  from?: number | undefined;
  /** Unix seconds; by default now, so that the last point is the current balance. */
  to?: number | undefined;
  interval: "hour" | "day" | "month";
}

/** The coin's balance at a time. */
export interface BalancePoint {
  /** Unix seconds. */
  at: number;
  balance: Value;
  /** Value in `currency`: a decimal number. Absent if there is no price. */
  fiat?: string | undefined;
}

/** The balance over time, the oldest point first. Before a gap in the history there are no points. */
export interface BalanceHistory {
  points: BalancePoint[];
  source: FactSource;
}

/** The period of a statement. */
export interface StatementQuery extends OwnHistoryQuery {
  /** Unix seconds: the first time that belongs to the period. */
  from: number;
  /** Unix seconds: the first time after the period, not in the future. */
  to: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** An amount with the asset. */
export interface StatementAmount {
  asset: { kind: string; chain?: string | undefined; contract?: string | undefined; id?: string | undefined; code?: string | undefined; issuer?: string | undefined };
  value: Value;
  unlisted?: boolean | undefined;
  /** Name of an unlisted token, which anyone can choose. */
  name?: string | undefined;
}

/** A movement of an asset, or a fee without a movement. */
export interface StatementRow {
  /** Unix seconds. */
  at: number;
  txid: string;
  type: "send" | "receive" | "swap" | "self" | "fee" | "failed" | "mined";
  sent?: StatementAmount | undefined;
  received?: StatementAmount | undefined;
  fee?: StatementAmount | undefined;
  counterparty?: string | undefined;
  /** Price of a whole unit in `currency`: a decimal number. */
  price?: string | undefined;
  /** Value in `currency`. */
  fiat?: string | undefined;
  flags?: readonly string[] | undefined;
}

/** A page of a statement, latest first. A page may be empty before the last one. */
export interface StatementPage {
  rows: StatementRow[];
  nextCursor?: string | undefined;
  source: { partial?: readonly string[] | undefined };
}

/** The part of a file that was read. */
export interface StatementProgress {
  pages: number;
  rows: number;
  /** Unix seconds of the earliest row so far: rows are read from `to` back to `from`. */
  at: number;
}

/** A statement as a file of comma-separated values. */
export interface StatementFile {
  /** UTF-8 by RFC 4180, with a header. */
  csv: string;
  rows: number;
  /** The parts that the server lacks, so that the rows may not add up. */
  partial: string[];
}

type CsvPage = Omit<StatementPage, "rows"> & { csv: string };

/** Maximum number of pages, of up to 1000 rows each, and of characters of a file. */
const MAX_PAGES = 1_000;
const MAX_LENGTH = 200_000_000;

/** Returns the balance over time. Checks that the points are numbers in the order of time. */
export async function balanceHistory(client: Client, { chain, ...query }: BalanceHistoryQuery): Promise<BalanceHistory> {
  const history = await familyCall<BalanceHistory>(client, chain, "balance-history", query);
  if (!Array.isArray(history.points)) throw invalid("points is not a list");
  let before = -1;
  for (const { at, balance, fiat } of history.points) {
    responseAmount(balance?.amount, "balance");
    responseInteger(balance?.decimals, "decimals");
    if (fiat !== undefined && !isDecimal(fiat)) throw invalid("fiat is not a decimal number");
    if (responseInteger(at, "at") <= before) throw invalid("the points are not in the order of time");
    before = at;
  }
  return history;
}

const isDecimal = (text: unknown) => typeof text === "string" && /^\d{1,40}(\.\d{1,40})?$/.test(text);

/** Returns a page of a statement as records. */
export async function statement(client: Client, { chain, ...query }: StatementQuery): Promise<StatementPage> {
  const page = await familyCall<StatementPage>(client, chain, "statement", inFormat("json", query));
  if (!Array.isArray(page.rows)) throw invalid("rows is not a list");
  return page;
}

const inFormat = <Q extends object>(format: "json" | "csv", query: Q) => ({ ...query, format });

/**
 * Reads a whole statement, page by page, as one file. Fails if the pages do not form one file: repeated cursors or transactions, as after a
 * reorganisation of the chain, and cells that a spreadsheet reads as formulas.
 */
export async function statementFile(
  client: Client,
  { chain, onProgress, ...query }: StatementQuery & { onProgress?: ((progress: StatementProgress) => void) | undefined },
): Promise<StatementFile> {
  const [texts, partial, cursors, transactions] = [[] as string[], new Set<string>(), new Set<string>(), new Transactions()];
  let { cursor } = query;
  for (let length = 0; texts.length < MAX_PAGES && length < MAX_LENGTH; length += texts.at(-1)!.length) {
    if (query.signal?.aborted) throw new AbortedError("aborted by the caller");
    const page = await familyCall<CsvPage>(client, chain, "statement", inFormat("csv", { ...query, cursor }));
    if (typeof page.csv !== "string") throw invalid("csv is not a string");
    transactions.add(parseCsv(page.csv));
    texts.push(page.csv);
    for (const part of page.source?.partial ?? []) partial.add(part);
    onProgress?.({ pages: texts.length, rows: transactions.rows, at: transactions.earliest ?? query.to });
    const next: unknown = page.nextCursor ?? undefined;
    if (next === undefined) return { csv: texts.join(""), rows: transactions.rows, partial: [...partial] };
    if (typeof next !== "string" || cursors.has(next)) throw invalid("the cursor of the next page is repeated or not a string");
    cursors.add(next);
    cursor = next;
  }
  throw invalid("the statement is too long");
}

/** The transactions of the rows of all pages. */
class Transactions {
  rows = 0;
  earliest: number | undefined;
  #columns: string[] | undefined;
  #latest = "";
  readonly #known = new Set<string>();

  add(records: string[][]): void {
    for (const record of records) {
      const columns = this.#columns ?? record;
      if (record.length !== columns.length) throw invalid("the rows of csv differ in length");
      if (this.#columns === undefined) {
        this.#columns = columns;
        if (!columns.includes("Date") || !columns.includes("TxHash")) throw invalid("csv has no columns Date and TxHash");
        continue;
      }
      if (record.some((cell) => /^[=+\-@\t\r]/.test(cell))) throw invalid("csv has a formula");
      const txid = record[columns.indexOf("TxHash")]!;
      // The rows of a transaction follow each other.
      if (txid !== this.#latest && this.#known.has(txid)) throw invalid("the history has changed while the statement was read: read the statement again");
      this.#known.add(txid);
      this.#latest = txid;
      this.rows += 1;
      const at = Date.parse(record[columns.indexOf("Date")]!.replace(/^(\S+) (\S+) UTC$/, "$1T$2Z")) / 1000;
      if (Number.isNaN(at)) throw invalid("Date is not a time");
      this.earliest = Math.min(at, this.earliest ?? at);
    }
  }
}

/** Parses complete records of RFC 4180. */
function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let end = 0;
  for (const { 0: found, 1: quoted, 2: plain = "", 3: separator } of text.matchAll(/(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    end += found.length;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if (separator === ",") continue;
    records.push(record);
    record = [];
  }
  if (end !== text.length || record.length > 0) throw invalid("csv does not consist of records of RFC 4180");
  return records;
}

const invalid = (problem: string) => new InvalidResponseError(problem, 200);
