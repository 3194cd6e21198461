// The history of a chain: counterparties by the actions, exact amounts, days, pending payments.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf, balanceIs, confirm, ETH, eventually, fillPayment, inspect, newName, press, review, sandbox, serveWallet, show, signUp, useFaucet, XLM,
} from "./wallet.mjs";

const wallet = serveWallet();
const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const SHORT = `${ETH.slice(0, 6)}…${ETH.slice(-6)}`;

// Title, counterparty and amounts of each row.
const rows = (page) => page.$$eval(".history > li", (all) =>
  all.map((row) => [".name strong", ".name small", ".amount strong"].map((part) => row.querySelector(part)?.textContent)));
const hasRows = (page, count) => page.waitForFunction((expected) => document.querySelectorAll(".history > li").length === expected, count);
const groups = (page) => page.$$eval("h3:has(+ .history)", (all) => all.map((title) => [title.textContent, title.nextElementSibling.children.length]));

async function pay(page, amount, token = "") {
  await show(page, "eth", "send", token);
  await fillPayment(page, { to: ETH, amount });
  await review(page);
}

test("ethereum: the recipient of a token, exact amounts, and a pending payment on top", async () => {
  const { page, context, problems, close } = await wallet.open();
  const { baseUrl } = wallet.server;
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  await useFaucet(page, "eth", "USDT");
  await page.waitForSelector("text=Tokens");
  await pay(page, "5", USDT);
  await confirm(page);
  await pay(page, "0.012345678901234567");
  await confirm(page);
  await show(page, "eth");
  await hasRows(page, 4);
  await page.waitForFunction(() => ![...document.querySelectorAll("h3")].some(({ textContent }) => textContent === "Pending"));
  const [sent, token, ...received] = await rows(page);
  assert.deepEqual(sent, ["Sent", `To ${SHORT}`, "−0.012345678901234567 ETH"]);
  assert.deepEqual(token, ["Sent", `To ${SHORT}`, "−5 USDT"]);
  assert.deepEqual(received.map(([title, from, amount]) => [title, from.startsWith("From 0x"), amount]), [["Received", true, "+1,000 USDT"], ["Received", true, "+1 ETH"]]);
  await page.click(".history > li:nth-child(2) summary");
  const facts = await page.$eval(".history details[open] dl", (list) => list.textContent);
  assert.ok(facts.includes(`To${ETH}`) && facts.includes("TokenUSDT · Tether USD") && !facts.includes(USDT), facts);
  // The prices of the sandbox are fixed: 1.11 USD for a token.
  await page.waitForFunction(() => /Value that day\$5\.55/.test(document.querySelector(".history details[open] dl").textContent));
  await inspect(page, problems, "history-eth");

  // Without blocks, a payment remains pending.
  await sandbox(baseUrl, "automatic-blocks", { chain: "eth", on: false });
  await pay(page, "0.02");
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  await show(page, "eth");
  await hasRows(page, 5);
  await page.waitForSelector(".badge >> text=Pending");
  await eventually(async () => (await rows(page))[0], ["Sent", `To ${SHORT}`, "−0.02 ETH"]);
  await eventually(() => groups(page), [["Pending", 1], ["Today", 4]]);
  const pending = page.locator(".history > li").first();
  await eventually(() => pending.getByRole("link").allTextContents(), ["Speed up", "Cancel the payment"]);
  await inspect(page, problems, "history-pending");
  await pending.getByRole("link", { name: "Cancel" }).click();
  await page.waitForSelector("text=A payment of nothing to yourself takes its place.");
  await page.goBack();
  await pending.getByRole("link", { name: "Speed up" }).click();
  await page.waitForSelector("text=The same payment with a higher fee takes its place.");

  // A payment that the history does not list is on top, too.
  await context.route("**/address-info-eth-like/v1/api/eth?**", async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ response, json: { ...envelope, data: { ...data, transactions: data.transactions.filter(({ status }) => status !== "pending") } } });
  });
  await show(page, "eth");
  await page.waitForSelector(`text=0.02 ETH to ${ETH}`);
  await hasRows(page, 5);
  await eventually(() => groups(page), [["Pending", 1], ["Today", 4]]);
  await eventually(() => pending.getByRole("link").allTextContents().then((texts) => texts.slice(1)), ["Speed up", "Cancel the payment"]);
  await context.unroute("**/address-info-eth-like/v1/api/eth?**");
  await sandbox(baseUrl, "automatic-blocks", { chain: "eth", on: true });
  assert.deepEqual(problems, []);
  await close();
});

test("rows are grouped by day", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  const address = await addressOf(page, "xlm");
  // The page also requests the signers of an account that exists.
  await sandbox(wallet.server.baseUrl, "faucet", { chain: "xlm", address, amount: "60000000" });
  const now = new Date();
  now.setHours(12, 0, 0, 0);
  await page.clock.setFixedTime(now);
  const at = (days) => Math.floor(now.getTime() / 1000) - days * 86_400;
  const value = (amount) => ({ amount, decimals: 7 });
  const lumen = { kind: "coin", chain: "xlm" };
  const row = (index, date) => ({
    txid: String(index).repeat(64), block: "7", date, fee: value("100"), value: value("15000000"), from: XLM, to: address, status: "confirmed",
    direction: "in", actions: [{ type: "transfer", asset: lumen, value: value("15000000"), from: XLM, to: address }],
  });
  const transactions = [at(0), at(0), at(1), at(30)].map((date, index) => row(index, date));
  const data = {
    address, chain: "xlm", activated: true, balances: [{ asset: lumen, balance: value("60000000"), spendable: value("60000000"), details: {} }],
    transactions, reserves: {}, claimableBalances: [], liquidityPools: [], source: { upstream: "horizon", block: "9" },
  };
  await context.route("**/address-info-xlm/v1/api/xlm?**", (route) => route.fulfill({ json: { requestId: "", data } }));
  await show(page, "xlm");
  await hasRows(page, 4);
  const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long" }).format(at(30) * 1000);
  await eventually(() => groups(page), [["Today", 2], ["Yesterday", 1], [long, 1]]);
  assert.deepEqual(problems, []);
  await close();
});
