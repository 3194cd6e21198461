/** The balance of a coin over time: a line, a table, and the parts that the server does not know. */
import { type BalanceHistory, balanceHistory, type BalancePoint, type OwnHistoryQuery } from "@wallet-cloud/client";
import { useEffect, useState } from "preact/hooks";
import { display } from "../chain-view.js";
import { messageOf, partialText } from "../messages.js";
import { currency, formatFiat } from "../prices.js";
import { chainView, client, noted } from "../state.js";
import { Problem, Spinner } from "./forms.js";
import { Segments } from "./Segments.js";

const DAY = 86_400;

/** The periods: seconds back from now, and the distance of the points. A year has at most 366 days, the maximum of a request. */
const PERIODS = {
  month: { label: "30 days", length: 30 * DAY, interval: "day" },
  year: { label: "1 year", length: 364 * DAY, interval: "day" },
  years: { label: "5 years", length: 5 * 365 * DAY, interval: "month" },
} as const;
type Period = keyof typeof PERIODS;
const OPTIONS = (Object.keys(PERIODS) as Period[]).map((value) => ({ value, label: PERIODS[value].label }));

type Unit = "coin" | "fiat";

/** A point with the drawn number, which requires a price in a currency. */
interface Drawn extends BalancePoint {
  value: number | undefined;
  text: string;
}

// Points are the starts of days in UTC.
const days = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });
const dayOf = (at: number) => days.format(at * 1000);
const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 3, notation: "compact" });

export function BalanceChart({ owner, label }: { owner: OwnHistoryQuery; label: string }) {
  const { ticker } = chainView(owner.chain);
  const [period, setPeriod] = useState<Period>("month");
  const [unit, setUnit] = useState<Unit>("coin");
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ key: string; history?: BalanceHistory; error?: unknown }>();
  const key = `${period}/${unit}/${currency.value}/${attempt}`;
  useEffect(() => {
    const controller = new AbortController();
    const { length, interval } = PERIODS[period];
    const query = { ...owner, interval, from: Math.floor(Date.now() / 1000) - length, signal: controller.signal, ...(unit === "fiat" ? { currency: currency.value } : {}) };
    const show = (result: Omit<NonNullable<typeof loaded>, "key">) => {
      if (!controller.signal.aborted) setLoaded({ key, ...result });
    };
    balanceHistory(client(), query).then((history) => show({ history }), (error: unknown) => show({ error: noted(error) }));
    return () => controller.abort();
  }, [key]);
  // The earlier line remains until the requested one is loaded, unless the unit differs.
  const history = loaded?.key.split("/")[1] === unit ? loaded.history : undefined;
  const points = (history?.points ?? []).map((point) => drawn(point, unit, ticker));
  return (
    <section aria-labelledby="over-time">
      <h2 id="over-time">Balance over time</h2>
      <Segments label="Period" options={OPTIONS} value={period} onChoose={setPeriod} />
      <Segments label="Shown in" options={[{ value: "coin", label }, { value: "fiat", label: currency.value.toUpperCase() }]} value={unit} onChoose={setUnit} />
      <Problem text={loaded?.error === undefined ? undefined : messageOf(loaded.error)}>
        <button onClick={() => setAttempt(attempt + 1)}>Try again</button>
      </Problem>
      {history === undefined ? (
        loaded?.error === undefined && (
          <p class="status" role="status">
            <Spinner />
            Loading…
          </p>
        )
      ) : (
        <>
          {wordsOf(history, points, unit).map((text) => (
            <p class="notice" key={text}>
              {text}
            </p>
          ))}
          <Chart points={points} unit={unit} />
          <Table points={points} unit={unit} />
        </>
      )}
    </section>
  );
}

function drawn(point: BalancePoint, unit: Unit, ticker: string): Drawn {
  const { amount, decimals } = point.balance;
  if (unit === "coin") return { ...point, value: Number(amount) / 10 ** decimals, text: `${display(amount, decimals, decimals)} ${ticker}` };
  return point.fiat === undefined ? { ...point, value: undefined, text: "no price" } : { ...point, value: Number(point.fiat), text: formatFiat(Number(point.fiat)) };
}

/** Returns what is missing in the line, in sentences. */
function wordsOf({ source }: BalanceHistory, points: Drawn[], unit: Unit): string[] {
  const [first] = points;
  const unpriced = points.filter(({ value }) => value === undefined).length;
  const words = (source.partial ?? []).flatMap((part) => {
    if (part === "prices") return [];
    if (part !== "history") return partialText(part);
    if (first === undefined) return "The server does not know the balance of this period: its history is incomplete.";
    return points.length === 1 ? "The server knows the current balance only: its history is incomplete." : `The server does not know the balance before ${dayOf(first.at)}: its history is incomplete.`;
  });
  if (unit === "fiat" && unpriced > 0) words.push(unpriced === points.length ? "The server has no prices of this period." : `The server has no price for ${unpriced} of ${points.length} points: the line has a gap there.`);
  return words;
}

/** Returns the next number of 1, 2, 2.5 and 5 with zeros. */
function nextRound(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return (([1, 2, 2.5, 5].find((step) => step * power >= value)) ?? 10) * power;
}

function Chart({ points, unit }: { points: Drawn[]; unit: Unit }) {
  const [pointed, setPointed] = useState<number>();
  const known = points.filter((point): point is Drawn & { value: number } => point.value !== undefined);
  const [first, last] = [points[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  const highest = known.reduce((one, other) => (other.value > one.value ? other : one));
  const lowest = known.reduce((one, other) => (other.value < one.value ? other : one));
  const top = highest.value > 0 ? nextRound(highest.value) : 1;
  const length = Math.max(1, points.at(-1)!.at - first.at);
  const x = ({ at }: Drawn) => ((at - first.at) / length) * 100;
  const runs = runsOf(points).map((run) => run.map((point) => `${x(point).toFixed(2)} ${(100 - (point.value / top) * 100).toFixed(2)}`));
  const shown = points[pointed ?? -1] ?? last;
  const summary = highest.value === lowest.value ? `Always ${highest.text}.` : `Highest ${highest.text} on ${dayOf(highest.at)}, lowest ${lowest.text} on ${dayOf(lowest.at)}.`;
  const tick = (value: number) => (unit === "fiat" ? formatFiat(value, true) : numbers.format(value));
  const point = (event: PointerEvent & { currentTarget: SVGElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = first.at + ((event.clientX - left) / width) * length;
    setPointed(points.reduce((best, { at: other }, index) => (Math.abs(other - at) < Math.abs(points[best]!.at - at) ? index : best), 0));
  };
  return (
    <figure class="chart">
      <p class="point">
        <strong>{shown.text}</strong> <small>{shown === points.at(-1) ? "Now" : dayOf(shown.at)}</small>
      </p>
      <div class="plot">
        <div class="ticks" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{tick(value)}</span>
          ))}
        </div>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" role="img" aria-label={`Balance from ${dayOf(first.at)} to now. ${summary} The table below has all values.`} onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPointed(undefined)}>
          <path class="grid" d="M0 0H100M0 50H100M0 100H100" />
          {runs.map((run) => (
            <path class="area" key={run[0]} d={`M${run[0]!.split(" ")[0]} 100L${run.join("L")}V100z`} />
          ))}
          <path class="line" d={runs.map((run) => `M${run.join("L")}${run.length === 1 ? "h0" : ""}`).join("")} />
          {pointed !== undefined && <path class="cursor" d={`M${x(shown)} 0V100`} />}
        </svg>
      </div>
      <div class="ticks dates" aria-hidden="true">
        <span>{dayOf(first.at)}</span>
        {points.length > 2 && <span>{dayOf(first.at + length / 2)}</span>}
        <span>Now</span>
      </div>
      <figcaption class="hint">{summary}</figcaption>
    </figure>
  );
}

/** Returns the points with values, in runs without a gap. */
function runsOf(points: Drawn[]): (Drawn & { value: number })[][] {
  const runs: (Drawn & { value: number })[][] = [];
  points.forEach(({ value, ...point }, index) => {
    if (value === undefined) return;
    if (index === 0 || points[index - 1]!.value === undefined) runs.push([]);
    runs.at(-1)!.push({ ...point, value });
  });
  return runs;
}

function Table({ points, unit }: { points: Drawn[]; unit: Unit }) {
  if (points.length === 0) return null;
  return (
    <details class="other">
      <summary>Show as a table</summary>
      <div class="scroll" role="region" aria-label="Balances" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Start of the day (UTC)</th>
              <th scope="col">{unit === "coin" ? "Balance" : "Value"}</th>
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((point, index) => (
              <tr key={point.at}>
                <th scope="row">{index === 0 ? "Now" : dayOf(point.at)}</th>
                <td>{point.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
