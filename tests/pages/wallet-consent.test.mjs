// Payments of the wallet page that need a decision of the user: fees above the limit, equal payments, unfinished ones.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressInfo, balanceIs, BTC, button, confirm, ETH, eventually, fillPayment, inspect, mineUntilConfirmed, newName, press, review, sandbox,
  serveWallet, show, signUp, unlock, useFaucet,
} from "./wallet.mjs";

const wallet = serveWallet();
const received = async (family, chain, address) =>
  BigInt((await addressInfo(wallet.server, family, chain, address)).balances[0]?.balance.amount ?? 0);

// Changes `data` of the responses to a call.
const change = (context, call, edit) =>
  context.route(`**/${call}`, async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    edit(json.data);
    await route.fulfill({ response, json });
  });

test("bitcoin: a raised fee is signed only after the user accepts it", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");
  const bodies = [];
  context.on("request", (request) => { if (request.url().includes("/attach-signature/")) bodies.push(request.postDataJSON()); });
  const estimate = "prepare-transaction/estimate/btc";
  await change(context, estimate, ({ fees }) => { fees.normal = "79400"; });
  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "0.0002" });
  await press(page, "Review payment");
  await page.waitForSelector("text=The fee of 0.000794 BTC is above the limit of 0.0005 BTC. The wallet signed nothing.");
  await inspect(page, problems, "fee-above-limit");
  // A higher fee than the accepted one is not accepted.
  await context.unroute(`**/${estimate}`);
  await change(context, estimate, ({ fees }) => { fees.normal = "89400"; });
  await press(page, "Accept a fee of 0.000794 BTC");
  await page.waitForSelector("text=The fee of 0.000894 BTC is above the limit of 0.000794 BTC.");
  assert.equal(bodies.length, 0);
  await press(page, "Accept a fee of 0.000894 BTC");
  await page.waitForSelector(".comparison");
  await page.waitForSelector("text=0.000894 BTC");
  await confirm(page);
  assert.deepEqual(bodies.map(({ fee }) => fee), ["89400"]);
  // The next payment has the limit again.
  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "0.0003" });
  await press(page, "Review payment");
  await page.waitForSelector("text=is above the limit of 0.0005 BTC.");
  assert.deepEqual(problems, []);
  await close();
});

test("ethereum: an equal payment is made in addition only on demand", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  const to = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
  const status = "**/transaction/status/eth**";
  const pending = { status: "pending", confirmations: 0, block: "", date: 0 };
  await context.route(status, (route) => route.fulfill({ json: { requestId: "", data: pending } }));
  const pay = async () => {
    await show(page, "eth", "send");
    await fillPayment(page, { to, amount: "0.01" });
  };
  await pay();
  await review(page);
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  const first = await page.evaluate(() => location.hash);
  await pay();
  await press(page, "Review payment");
  await page.waitForSelector("text=/^An earlier attempt at this payment was sent and waits for a confirmation/");
  await inspect(page, problems, "equal-payment");
  assert.equal(await page.getByRole("link", { name: "Earlier payment" }).getAttribute("href"), first);
  await press(page, "Pay a second time");
  await page.waitForSelector(".comparison");
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  assert.notEqual(await page.evaluate(() => location.hash), first);
  await context.unroute(status);
  await sandbox(wallet.server.baseUrl, "mine", { chain: "eth" });
  assert.equal(await received("eth-like", "eth", to), 20_000_000_000_000_000n);
  // Both are final, so that the same payment is another one.
  await mineUntilConfirmed(page);
  await show(page, "eth");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 3 && ![...document.querySelectorAll("h3")].some(({ textContent }) => textContent === "Pending"));
  await pay();
  await review(page);
  assert.deepEqual(problems, []);
  await close();
});

test("ethereum: a payment whose signatures the server has is listed, and can be sent or given up", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  const attach = "**/transaction/attach-signature/eth";
  const before = await received("eth-like", "eth", ETH);
  await context.route(attach, (route) => route.fulfill({ json: { requestId: "", data: { txdata: "0x00" } } }));
  const sign = async (amount) => {
    await show(page, "eth", "send");
    await fillPayment(page, { to: ETH, amount });
    await review(page);
    await press(page, "Sign and send");
    await page.waitForSelector("text=/The server has the signature, and returned other data. If you try again, it cannot be paid twice/");
  };
  await sign("0.01");
  await inspect(page, problems, "false-signed-data");
  await context.unroute(attach);
  // The status of the transaction, which the network does not know.
  expected.push("status of 404");
  await page.reload();
  await unlock(page);
  await show(page, "eth");
  await page.locator(".history a", { hasText: `0.01 ETH to ${ETH}` }).click();
  await press(page, "Send the same transaction again");
  await mineUntilConfirmed(page);
  assert.equal((await received("eth-like", "eth", ETH)) - before, 10_000_000_000_000_000n);
  // Given up, it is in no list.
  await context.route(attach, (route) => route.fulfill({ json: { requestId: "", data: { txdata: "0x00" } } }));
  await sign("0.02");
  await context.unroute(attach);
  await show(page, "eth");
  await page.locator(".history a", { hasText: `0.02 ETH to ${ETH}` }).click();
  await press(page, "Give up");
  await page.waitForSelector(".balance");
  await eventually(() => page.locator(".history a", { hasText: "0.02 ETH" }).count(), 0);
  assert.equal(await button(page, "Give up").count(), 0);
  await eventually(() => page.evaluate(() => JSON.parse(localStorage.getItem("wallet-page:unsettled"))), []);
  assert.deepEqual(problems, []);
  await close();
});
