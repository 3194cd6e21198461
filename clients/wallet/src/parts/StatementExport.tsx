/** A statement of all movements in a period, as a file for tax software. */
import { isWalletError, type OwnHistoryQuery, type StatementFile, statementFile, type StatementProgress } from "@wallet-cloud/client";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { counted } from "../chain-view.js";
import { messageOf, partialText } from "../messages.js";
import { currency } from "../prices.js";
import { announcement, client, network } from "../state.js";
import { Form, Problem, Submit, useWork } from "./forms.js";
import { Segments } from "./Segments.js";

type Period = "this" | "last" | "other";

const DAY = 86_400;
/** Seconds by which the clock of the server may be behind: a period must not end in the future. */
const SKEW = 60;

const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** Returns the first and last day of a year as `2026-01-01`, at most today. */
function daysOf(year: number): [string, string] {
  const today = new Date().toISOString().slice(0, 10);
  const last = `${year}-12-31`;
  return [`${year}-01-01`, last < today ? last : today];
}

/** Returns the period from the start of the first day to the end of the last day, both in UTC. */
function periodOf([first, last]: [string, string]): { from: number; to: number } {
  const start = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
  return { from: start(first), to: Math.min(start(last) + DAY, Math.floor(Date.now() / 1000) - SKEW) };
}

export function StatementExport({ owner }: { owner: OwnHistoryQuery }) {
  const year = new Date().getUTCFullYear();
  const [period, setPeriod] = useState<Period>("this");
  const [other, setOther] = useState<[string, string]>(daysOf(year));
  const [progress, setProgress] = useState<StatementProgress>();
  const [saved, setSaved] = useState<StatementFile & { name: string; url: string }>();
  const { busy, error, run } = useWork();
  const controller = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  useEffect(() => () => saved && URL.revokeObjectURL(saved.url), [saved]);
  const chosen = period === "other" ? other : daysOf(period === "this" ? year : year - 1);
  const { from, to } = periodOf(chosen);
  const isValid = from < to;
  const submit = () =>
    run(async () => {
      if (!isValid) return;
      const { signal } = (controller.current = new AbortController());
      setSaved(undefined);
      setProgress(undefined);
      const file = await statementFile(client(), { ...owner, from, to, currency: currency.value, onProgress: setProgress, signal });
      const url = URL.createObjectURL(new Blob([file.csv], { type: "text/csv" }));
      const name = `statement-${owner.chain}-${network.value === "livenet" ? "" : "testnet-"}${chosen.join("-")}.csv`;
      if (signal.aborted) return URL.revokeObjectURL(url);
      if (file.rows > 0) save(name, url);
      announcement.value = `The statement has ${counted(file.rows, "row")}`;
      setSaved({ ...file, name, url });
    });
  const isCancelled = isWalletError(error) && error.kind === "aborted";
  return (
    <section aria-labelledby="statement">
      <h2 id="statement">Statement</h2>
      <p>All movements and fees as a CSV file, for tax software such as Koinly, or a spreadsheet. Days are those of UTC.</p>
      <Form onSubmit={() => void submit()}>
        <Segments
          label="Period of the statement"
          options={[{ value: "this", label: String(year) }, { value: "last", label: String(year - 1) }, { value: "other", label: "Other" }]}
          value={period}
          onChoose={setPeriod}
        />
        {period === "other" && (
          <div class="dates">
            <DateField label="From" value={other[0]} onValue={(first) => setOther([first, other[1]])} />
            <DateField label="To" value={other[1]} onValue={(last) => setOther([other[0], last])} error={isValid ? undefined : "The end is before the start, or a date is missing."} />
          </div>
        )}
        <p class="hint">Values are in {currency.value.toUpperCase()}, at the prices of the days. Another currency can be chosen in the settings.</p>
        {busy ? (
          <div class="stack">
            <progress aria-label="Statement" max={1} {...(progress === undefined ? {} : { value: (to - progress.at) / (to - from) })} />
            <p role="status">{progress === undefined ? "Reading the history…" : `${counted(progress.rows, "row")}, back to ${days.format(progress.at * 1000)}`}</p>
            <button type="button" onClick={() => controller.current?.abort()}>
              Cancel
            </button>
          </div>
        ) : (
          <Submit busy={false}>Save as CSV</Submit>
        )}
      </Form>
      {isCancelled && <p class="notice">Cancelled. Nothing was saved.</p>}
      <Problem text={error === undefined || isCancelled ? undefined : messageOf(error)} />
      {saved !== undefined && (
        <>
          {saved.partial.map((part) => (
            <p class="notice warning" key={part}>
              {MISSING[part] ?? partialText(part)}
            </p>
          ))}
          <p class="notice">
            {saved.rows === 0 ? "There are no movements in this period." : `${counted(saved.rows, "row")}. `}
            {saved.rows > 0 && (
              <a href={saved.url} download={saved.name}>
                Save the file again
              </a>
            )}
          </p>
        </>
      )}
    </section>
  );
}

/** Missing parts of a statement, in sentences. */
const MISSING: Record<string, string> = {
  history: "The server does not have the complete history: the rows may not add up.",
  prices: "The server has no prices for some rows right now. A later statement may have them.",
};

/** Saves a file as the browser saves downloads. */
function save(name: string, url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}

function DateField({ label, value, onValue, error }: { label: string; value: string; onValue: (value: string) => void; error?: string | undefined }) {
  const id = useId();
  return (
    <div class={`field${error ? " invalid" : ""}`}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        name={label.toLowerCase()}
        required
        min="2009-01-03"
        max={new Date().toISOString().slice(0, 10)}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        {...(error ? { "aria-invalid": "true" as const, "aria-describedby": `${id}-error` } : {})}
      />
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
