// Reports: the balance over time, the statement as a file, and non-fungible tokens in a history. The responses are scripted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { unreachable } from "./browser.mjs";
import { addressOf, button, eventually, inspect, newName, press, serveWallet, show, signUp } from "./wallet.mjs";

const wallet = serveWallet();
const DAY = 86_400;
const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
const value = (amount) => ({ amount: String(amount), decimals: 8 });
const envelope = (data) => ({ requestId: "00000000-0000-4000-8000-000000000000", data });
const date = (seconds) => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(seconds * 1000);

// The page of all tests of this file, with a wallet since the first test.
let opened;

// Replaces the responses of an operation, and returns the bodies of the requests.
async function serve(operation, reply) {
  const bodies = [];
  await opened.context.unroute(`**/api/*/${operation}`);
  await opened.context.route(`**/api/*/${operation}`, async (route) => {
    bodies.push(route.request().postDataJSON());
    const response = await reply(bodies.at(-1), bodies.length);
    await route.fulfill(response.status === undefined ? { json: envelope(response) } : response).catch(() => undefined);
  });
  return bodies;
}

const notices = (page) => page.$$eval("section:has(#over-time) .notice", (all) => all.map((it) => it.textContent));
const choose = (page, name) => page.getByRole("radio", { name, exact: true }).check();
const shown = (page, text) => page.waitForFunction((expected) => document.querySelector(".point strong")?.textContent === expected, text);

test("the balance over time is a line, and the same values as a table", async () => {
  opened = await wallet.open();
  const { page, problems } = opened;
  await signUp(page, newName());
  const amounts = [0, 150_000_000, 150_000_000, 20_000_000];
  const points = amounts.map((amount, index) => ({ at: today - (3 - index) * DAY, balance: value(amount), ...(index === 1 ? {} : { fiat: String(amount / 1e8 * 60_000) }) }));
  const bodies = await serve("balance-history", ({ currency }) => ({ points: currency ? points : points.map(({ fiat: _, ...point }) => point), source: {} }));
  await show(page, "btc");
  await page.getByRole("link", { name: "Reports" }).click();
  await shown(page, "0.2 BTC");
  const { key, interval, from, network } = bodies[0];
  assert.match(key, /^wpkh\(tpub/);
  assert.deepEqual([interval, network, Math.round((Date.now() / 1000 - from) / DAY), bodies.length], ["day", "testnet", 30, 1]);
  const [line] = await page.$$eval(".plot .line", (paths) => paths.map((path) => path.getAttribute("d")));
  assert.equal(line, "M0.00 100.00L33.33 25.00L66.67 25.00L100.00 90.00");
  const label = await page.getAttribute(".plot svg", "aria-label");
  assert.equal(label, `Balance from ${date(today - 3 * DAY)} to now. Highest 1.5 BTC on ${date(today - 2 * DAY)}, lowest 0 BTC on ${date(today - 3 * DAY)}. The table below has all values.`);
  await page.click("details.other summary");
  const rows = await page.$$eval("tbody tr", (all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.deepEqual(rows, [["Now", "0.2 BTC"], [date(today - DAY), "1.5 BTC"], [date(today - 2 * DAY), "1.5 BTC"], [date(today - 3 * DAY), "0 BTC"]]);
  await page.hover(".plot svg", { position: { x: 1, y: 20 } });
  await shown(page, "0 BTC");
  await page.mouse.move(0, 0);
  await inspect(page, problems, "reports-balance");
  // The Tab key reaches one radio button of a group.
  assert.deepEqual((await unreachable(page)).filter((control) => !control.includes("radio")), []);

  await choose(page, "USD");
  await shown(page, "$12,000.00");
  assert.equal(bodies.at(-1).currency, "usd");
  assert.deepEqual(await notices(page), ["The server has no price for 1 of 4 points: the line has a gap there."]);
  assert.equal(await page.getAttribute(".plot .line", "d"), "M0.00 100.00h0M66.67 10.00L100.00 88.00");
  await inspect(page, problems, "reports-value");
  await choose(page, "5 years");
  await page.waitForFunction(() => document.querySelector(".point strong") !== null);
  await choose(page, "BTC");
  await shown(page, "0.2 BTC");
  await eventually(() => [bodies.at(-1).interval, bodies.at(-1).currency], ["month", undefined]);
});

test("what the server does not know is stated, and a failure can be repeated", async () => {
  const { page, problems, expected } = opened;
  const point = { at: today, balance: value(5) };
  const replies = [
    { points: [{ ...point, at: today - DAY }, point], source: { partial: ["history", "addresses"] } },
    { points: [point], source: { partial: ["history"] } },
    { points: [], source: { partial: ["history"] } },
    { points: [{ at: 1, balance: { amount: "x", decimals: 8 } }], source: {} },
    { points: [point], source: {} },
  ];
  let next = 0;
  const bodies = await serve("balance-history", () => replies[next]);
  const open = async (selector) => {
    await show(page, "btc");
    await show(page, "btc", "reports");
    await page.waitForSelector(selector);
  };
  await open(".chart");
  const missing = `The server does not know the balance before ${date(today - DAY)}: its history is incomplete.`;
  assert.deepEqual(await notices(page), [missing, "The key has more addresses than are shown."]);
  next = 1;
  await open("text=The server knows the current balance only");
  next = 2;
  await open("text=The server does not know the balance of this period");
  assert.equal(await page.locator(".chart, details.other").count(), 0);
  next = 3;
  await open(".problem");
  next = 4;
  const before = bodies.length;
  await press(page, "Try again");
  await shown(page, "0.00000005 BTC");
  assert.equal(bodies.length, before + 1);
  assert.deepEqual([problems.splice(0), expected], [[], []]);
});

const HEADER = "Date,Sent Amount,Sent Currency,TxHash\r\n";
const line = (seconds, txid) => `${new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ")} UTC,1,BTC,${txid}\r\n`;

test("a statement is saved as a file, with progress, and can be cancelled", async () => {
  const { page, problems } = opened;
  const end = Date.UTC(new Date().getUTCFullYear() - 1, 6, 1) / 1000;
  const pages = [HEADER + line(end, "aa"), line(end - DAY, "bb"), line(end - 2 * DAY, "cc")];
  let release;
  let held = new Promise((resolve) => { release = resolve; });
  const bodies = await serve("statement", async ({ cursor = "0" }) => {
    if (cursor === "2") await held;
    return { csv: pages[Number(cursor)], nextCursor: cursor === "2" ? undefined : String(Number(cursor) + 1), source: { partial: cursor === "1" ? ["history"] : [] } };
  });
  await show(page, "btc");
  await show(page, "btc", "reports");
  await choose(page, String(new Date().getUTCFullYear() - 1));
  await press(page, "Save as CSV");
  await page.waitForSelector(`text=2 rows, back to ${date(end - DAY)}`);
  const progress = await page.$eval("progress", (it) => it.value);
  assert.ok(progress > 0.4 && progress < 0.6, String(progress));
  await inspect(page, problems, "reports-progress");
  await press(page, "Cancel");
  await page.waitForSelector("text=Cancelled. Nothing was saved.");
  release();

  const saved = page.waitForEvent("download");
  await press(page, "Save as CSV");
  const download = await saved;
  const year = new Date().getUTCFullYear() - 1;
  assert.equal(download.suggestedFilename(), `statement-btc-testnet-${year}-01-01-${year}-12-31.csv`);
  assert.equal(readFileSync(await download.path(), "utf8"), pages.join(""));
  await page.waitForSelector("text=3 rows.");
  await page.waitForSelector("text=the rows may not add up");
  const { key, cursor, ...body } = bodies.at(-3);
  assert.deepEqual([cursor, body], [undefined, { network: "testnet", from: Date.UTC(year, 0, 1) / 1000, to: Date.UTC(year + 1, 0, 1) / 1000, format: "csv", currency: "usd" }]);
  assert.match(key, /^wpkh/);
  await inspect(page, problems, "reports-saved");
});

test("a period without a day, an empty statement and a failure are stated", async () => {
  const { page, problems, expected } = opened;
  const replies = [{ csv: HEADER, source: {} }, { csv: HEADER + line(5, "aa").replace("1,", "=1,"), source: {} }];
  const bodies = await serve("statement", (_, count) => replies[count - 1]);
  await choose(page, "Other");
  await page.fill("[name=from]", "2026-03-01");
  await page.fill("[name=to]", "2026-02-01");
  await page.waitForSelector("text=The end is before the start");
  await press(page, "Save as CSV");
  assert.equal(bodies.length, 0);
  await inspect(page, problems, "reports-dates");
  await page.fill("[name=to]", "2026-03-01");
  await press(page, "Save as CSV");
  await page.waitForSelector("text=There are no movements in this period.");
  assert.deepEqual([bodies[0].from, bodies[0].to], [Date.UTC(2026, 2, 1) / 1000, Date.UTC(2026, 2, 2) / 1000]);
  await press(page, "Save as CSV");
  await page.waitForSelector(".problem");
  assert.deepEqual([problems.splice(0), expected], [[], []]);
});

test("non-fungible tokens are rows of the history, each with its number", async () => {
  const { page, context, problems } = opened;
  const own = await addressOf(page, "eth");
  const [other, contract] = ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x2222222222222222222222222222222222222222"];
  const ether = (amount) => ({ amount, decimals: 18 });
  const nft = (kind, id, amount, from, to, more = {}) => ({ asset: { kind, chain: "eth", contract, id }, value: { amount, decimals: 0 }, from, to, unlisted: true, ...more });
  const row = (index, actions, from, direction) => ({
    txid: `0x${String(index).repeat(64)}`, block: "7", date: today - index, fee: ether("1000"), value: ether("0"), net: ether("0"), from, to: contract, status: "confirmed", direction,
    flags: ["unlisted-token"], actions,
  });
  const transactions = [
    row(1, [nft("erc721", "42", "1", other, own, { name: "Cats" })], other, "in"),
    row(2, [nft("erc1155", "7", "3", own, other), nft("erc1155", (2n ** 256n - 1n).toString(), "1", own, other)], own, "out"),
  ];
  const data = { address: own, chain: "eth", balances: [{ asset: { kind: "coin", chain: "eth" }, balance: ether("5"), spendable: ether("5") }], transactions, source: { upstream: "etherscan", block: "9" } };
  await context.route("**/address-info-eth-like/v1/api/eth?**", (route) => route.fulfill({ json: envelope(data) }));
  await show(page, "eth");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 2);
  const rows = await page.$$eval(".history > li", (all) => all.map((it) => [it.querySelector(".name strong").textContent, ...[...it.querySelectorAll(".amount strong")].map((amount) => amount.textContent)]));
  assert.deepEqual(rows, [["Received", "+1 #42 Cats"], ["Sent", "−3 #7 0x2222…222222", "−1 #115792…639935 0x2222…222222"]]);
  await page.click(".history > li:first-child summary");
  await inspect(page, problems, "history-nfts");
  assert.ok(await button(page, "Copy transaction id").first().isVisible());
});
