/** Balances over time and statements, from a server that returns scripted and hostile pages. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { AbortedError, createClient, fixedToken, InvalidResponseError, type StatementProgress, WalletCloud } from "../src/index.js";

const HEADER = "Date,Sent Amount,Sent Currency,Label,TxHash\r\n";
const PERIOD = { from: 1_767_225_600, to: 1_767_312_000 };
const ADDRESS = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";

/** Returns a wallet for which the server returns these pages, the last one for ever, and the bodies of the requests. */
function served(...pages: unknown[]) {
  const bodies: { path: string; body: Record<string, unknown> }[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const request = input as Request;
    bodies.push({ path: new URL(request.url).pathname, body: (await request.json()) as Record<string, unknown> });
    return Response.json({ requestId: "local", data: pages[Math.min(bodies.length, pages.length) - 1] });
  };
  const options = { baseUrl: "https://wallet.example", session: fixedToken("token"), network: "testnet", fetch } as const;
  assert.ok(createClient(options));
  return { wallet: new WalletCloud(options), bodies };
}

const csvPage = (csv: unknown, nextCursor?: unknown, partial?: string[]) => ({ csv, nextCursor, source: { partial } });
const row = (second: number, txid: string, cell = "1") => `2026-01-01 00:00:${String(second).padStart(2, "0")} UTC,${cell},BTC,,${txid}\r\n`;
const file = (wallet: WalletCloud, more: object = {}) => wallet.statementFile({ chain: "btc", address: ADDRESS, ...PERIOD, ...more });

test("requests have the form of the contract, at the service of the family", async () => {
  const { wallet, bodies } = served({ points: [], source: {} }, { points: [], source: {} }, { rows: [], source: {} }, csvPage(""));
  await wallet.balanceHistory({ chain: "btc", key: "vpub", interval: "day", currency: "eur" });
  await wallet.balanceHistory({ chain: "base", address: "0x1", interval: "month", from: 1, to: 2, network: "livenet" });
  assert.deepEqual(await wallet.statement({ chain: "xlm", address: "G", ...PERIOD, cursor: "next" }), { rows: [], source: {} });
  assert.deepEqual(await file(wallet), { csv: "", rows: 0, partial: [] });
  assert.deepEqual(bodies, [
    { path: "/address-info-btc-like/v1/api/btc/balance-history", body: { network: "testnet", key: "vpub", interval: "day", currency: "eur" } },
    { path: "/address-info-eth-like/v1/api/base/balance-history", body: { network: "livenet", address: "0x1", interval: "month", from: 1, to: 2 } },
    { path: "/address-info-xlm/v1/api/xlm/statement", body: { network: "testnet", address: "G", ...PERIOD, cursor: "next", format: "json" } },
    { path: "/address-info-btc-like/v1/api/btc/statement", body: { network: "testnet", address: ADDRESS, ...PERIOD, format: "csv" } },
  ]);
});

test("the pages of a statement are one file, with progress and everything that is missing", async () => {
  const quoted = row(20, "bb", '"a ""quoted"",\r\ncell"');
  const pages = [csvPage(HEADER + row(30, "aa") + row(30, "aa"), "one"), csvPage("", "two", ["history"]), csvPage(quoted + row(10, "cc"), null, ["history", "prices"])];
  const { wallet, bodies } = served(...pages);
  const progress: StatementProgress[] = [];
  const found = await file(wallet, { onProgress: (step: StatementProgress) => progress.push(step) });
  assert.deepEqual(found, { csv: pages.map(({ csv }) => csv).join(""), rows: 4, partial: ["history", "prices"] });
  const start = PERIOD.from;
  assert.deepEqual(progress, [
    { pages: 1, rows: 2, at: start + 30 },
    { pages: 2, rows: 2, at: start + 30 },
    { pages: 3, rows: 4, at: start + 10 },
  ]);
  assert.deepEqual(bodies.map(({ body }) => body["cursor"]), [undefined, "one", "two"]);
});

test("a page that is not a part of the file ends the statement", async () => {
  const first = HEADER + row(30, "aa");
  const hostile: [pages: unknown[], problem: RegExp][] = [
    [[csvPage(7)], /csv is not a string/],
    [[{ rows: [] }], /csv is not a string/],
    [[csvPage(first, "same"), csvPage("", "same")], /cursor/],
    [[csvPage(first, 5)], /cursor/],
    [[csvPage(first, { a: 1 })], /cursor/],
    [[csvPage(first + row(20, "bb"), "one"), csvPage(row(30, "aa"))], /has changed/],
    [[csvPage(first, "one"), csvPage(HEADER)], /time/],
    [[csvPage(first + "1,2\r\n")], /length/],
    [[csvPage(first.slice(0, -2))], /RFC 4180/],
    [[csvPage(`${first}"open`)], /RFC 4180/],
    [[csvPage(`${first}a"b,`)], /RFC 4180/],
    [[csvPage("A,B\r\n1,2\r\n")], /columns/],
    [[csvPage(first + row(20, "bb", "=HYPERLINK(1)"))], /formula/],
    [[csvPage(first + row(20, "bb", '"@SUM(1,2)"'))], /formula/],
    [[csvPage(first + row(20, "bb").replace("2026", "year"))], /time/],
  ];
  for (const [pages, problem] of hostile) {
    const { wallet, bodies } = served(...pages);
    await assert.rejects(file(wallet), (error) => error instanceof InvalidResponseError && problem.test(error.message), String(problem));
    assert.equal(bodies.length, pages.length);
  }
  // A million open quotes take linear time.
  await assert.rejects(file(served(csvPage('"'.repeat(999_999))).wallet), InvalidResponseError);
});

test("new cursors for ever end with an error, and an abort ends between the pages", async () => {
  let requests = 0;
  const endless: typeof globalThis.fetch = async () => Response.json({ requestId: "local", data: csvPage("", `cursor-${(requests += 1)}`) });
  const options = { baseUrl: "https://wallet.example", session: fixedToken("token"), network: "testnet" } as const;
  const wallet = new WalletCloud({ ...options, fetch: endless });
  await assert.rejects(file(wallet), /too long/);
  assert.equal(requests, 1_000);
  const controller = new AbortController();
  requests = 0;
  const onProgress = ({ pages }: StatementProgress) => void (pages === 3 && controller.abort());
  await assert.rejects(file(wallet, { signal: controller.signal, onProgress }), AbortedError);
  assert.equal(requests, 3);
});

test("points that are not numbers in the order of time, and rows that are not a list, are an invalid response", async () => {
  const point = (at: unknown, amount: unknown = "5", fiat?: unknown) => ({ at, balance: { amount, decimals: 8 }, fiat });
  const history = (points: unknown) => served({ points, source: {} }).wallet.balanceHistory({ chain: "btc", address: ADDRESS, interval: "day" });
  const valid = [point(0, "0", "0.5"), point(1)];
  assert.deepEqual((await history(valid)).points, JSON.parse(JSON.stringify(valid)));
  const invalid = [
    undefined, {}, [point(1), point(1)], [point(2), point(1)], [point("1")], [point(-1)], [point(1, 5)], [point(1, "-5")], [point(1, "1e3")],
    [point(1, "5", 7)], [point(1, "5", "Infinity")], [point(1, "5", "-1")], [{ at: 1 }],
  ];
  for (const points of invalid) await assert.rejects(history(points), InvalidResponseError);
  for (const rows of [undefined, "rows", {}]) {
    await assert.rejects(served({ rows, source: {} }).wallet.statement({ chain: "xlm", address: "G", ...PERIOD }), InvalidResponseError);
  }
});
