// The wallet page follows its payments by events: they are announced and shown without polling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, balanceIs, newName, notice, press, sandbox, serveWallet, show, signUp, signUpAndFollow } from "./wallet.mjs";

const wallet = serveWallet();

test("payments on a chain of each family are announced, and appear without polling", async () => {
  const { page, context, problems, close } = await wallet.open();
  const { baseUrl } = wallet.server;
  const created = [];
  context.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/notifications/v1/api/subscription")) created.push(request.postDataJSON());
  });
  await page.clock.install();
  await signUpAndFollow(page, newName());
  assert.deepEqual([created.length, new Set(created.map(({ chain }) => chain)).size], [15, 15]);
  assert.deepEqual(created.filter(({ key }) => key !== undefined).map(({ chain }) => chain).sort(), ["bch", "btc", "doge", "ltc"]);
  const addresses = {};
  for (const chain of ["btc", "eth", "xlm"]) addresses[chain] = await addressOf(page, chain);

  // An open history requests nothing while nothing happens.
  await show(page, "btc");
  await page.waitForSelector("text=No transactions yet.");
  const requested = [];
  context.on("request", (request) => { if (request.url().includes("/address-info-")) requested.push(request.url()); });
  // An input, so that the wallet is not locked in the time after.
  await page.keyboard.press("Shift");
  await page.clock.fastForward(240_000);
  await page.keyboard.press("Shift");
  assert.deepEqual(requested, []);

  await sandbox(baseUrl, "faucet", { chain: "btc", address: addresses.btc, amount: "1230000" });
  await notice(page, "Received 0.0123 BTC");
  await balanceIs(page, "0.0123 BTC");
  await sandbox(baseUrl, "mine", { chain: "btc" });
  // The confirmation is an event, too.
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 1 && document.querySelector(".history .badge") === null);
  assert.ok(requested.length > 0 && requested.every((url) => url.includes("btc-like")), String(requested));

  // A chain that is not open changes in the list.
  const contract = "0x5A4Db0C500000000000000000000000000000001";
  await sandbox(baseUrl, "faucet", { chain: "xlm", address: addresses.xlm, amount: "250000000" });
  await notice(page, "Received 25 XLM");
  await page.waitForSelector("a[href='#/xlm'] .amount >> text=25");
  await sandbox(baseUrl, "faucet", { chain: "eth", address: addresses.eth, amount: "20000000000000000" });
  await sandbox(baseUrl, "mine", { chain: "eth" });
  await notice(page, "Received 0.02 ETH");
  await page.waitForSelector("a[href='#/eth'] .amount >> text=0.02");

  // A token outside the list is not named: it may imitate another one.
  await show(page, "eth");
  await sandbox(baseUrl, "faucet", { chain: "eth", address: addresses.eth, amount: "5000000", token: contract });
  await sandbox(baseUrl, "mine", { chain: "eth" });
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 2);
  assert.deepEqual((await page.evaluate(() => globalThis.notices)).filter((text) => text.includes("Received")), []);

  // Another token changes nothing that is subscribed: not even the list of subscriptions is requested.
  const listed = [];
  context.on("request", (request) => { if (request.url().includes("/api/subscription")) listed.push(request.url()); });
  await show(page, "eth", "token");
  await page.fill("[name=contract]", contract);
  await press(page, "Look up");
  await press(page, "Add the token");
  await page.waitForSelector(".tokens >> text=(unlisted)");
  assert.deepEqual(listed, []);
  assert.deepEqual(problems, []);
  await close();
});

test("the page continues after lost connections", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  const { baseUrl } = wallet.server;
  await signUpAndFollow(page, newName());
  const address = await addressOf(page, "ltc");
  await show(page, "ltc");
  expected.push("net::ERR_FAILED");
  let lost = 0;
  const areLost = new Promise((resolve) => {
    void context.route("**/notifications/v1/api/event**", (route) => {
      lost += 1;
      if (lost === 3) resolve();
      return lost <= 3 ? route.abort() : route.continue();
    });
  });
  // The request in flight has the first payment; the three after it are lost.
  await sandbox(baseUrl, "faucet", { chain: "ltc", address, amount: "5000000" });
  await notice(page, "Received 0.05 LTC");
  await areLost;
  await sandbox(baseUrl, "faucet", { chain: "ltc", address, amount: "1000000" });
  await notice(page, "Received 0.01 LTC");
  await balanceIs(page, "0.06 LTC");
  assert.ok(lost > 3, String(lost));
  assert.deepEqual(problems, []);
  await close();
});

test("without the permission or the service, an open history is polled", async () => {
  for (const [status, code] of [[403, "insufficient_permission"], [404, "not_found"]]) {
    const { page, context, problems, expected, close } = await wallet.open();
    expected.push(`status of ${status}`);
    const error = { code, message: "No.", retriable: false, details: {} };
    await context.route("**/notifications/v1/**", (route) => route.fulfill({ status, json: { requestId: "x", error } }));
    await page.clock.install();
    await signUp(page, newName());
    await show(page, "doge");
    await page.waitForSelector("text=No transactions yet.");
    const polled = page.waitForRequest((request) => request.url().includes("/api/doge"));
    await page.clock.fastForward(11_000);
    await polled;
    assert.deepEqual(problems, []);
    await close();
  }
});
