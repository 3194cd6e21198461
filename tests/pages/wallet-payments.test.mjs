// Payments of the wallet page on three families, rejections and unknown outcomes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unreachable } from "./browser.mjs";
import {
  addressInfo, addressOf, balanceIs, BTC, button, comparison, confirm, enterAsset, ETH, fillPayment, inspect, inspectReview, mineUntilConfirmed,
  newName, notice, PASSPHRASE, press, review, sandbox, serveWallet, show, signUp, unlock, useFaucet, XLM,
} from "./wallet.mjs";
import { createIssuer } from "./stellar.mjs";

const wallet = serveWallet();

test("bitcoin: faucet, payment, invalid input, maximum", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await page.waitForFunction(() => document.querySelectorAll(".chains .amount strong").length === 15);
  await inspect(page, problems, "chains-empty");
  const own = await addressOf(page, "btc");
  assert.match(own, /^tb1q/);
  await inspect(page, problems, "receive-btc");
  await show(page, "btc", "faucet");
  await inspect(page, problems, "faucet-btc");
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");

  await show(page, "btc", "send");
  await fillPayment(page, { to: ETH, amount: "0.01" });
  await press(page, "Review payment");
  await page.waitForSelector("text=This is not a valid address on this chain and network.");
  await fillPayment(page, { to: BTC, amount: "0.2" });
  await press(page, "Review payment");
  await page.waitForSelector("text=Not enough funds: 0.1 BTC available.");
  await inspect(page, problems, "send-btc-error");
  // The fee does not fit: only the server knows that.
  expected.push("status of 400", "status of 422");
  await page.fill("[name=amount]", "0.1");
  await press(page, "Review payment");
  await page.waitForSelector("text=/^Not enough funds for the amount and the fee/");
  await page.fill("[name=amount]", "0.00000001");
  await press(page, "Review payment");
  await page.waitForSelector("text=/too small/");

  await fillPayment(page, { to: BTC, amount: "0.025", fee: "Fast" });
  // The arrow keys move within the radio buttons.
  assert.deepEqual((await unreachable(page)).filter((element) => !element.includes("radio")), []);
  await review(page);
  // Also the fees of the payments that were rejected are not requested any more.
  expected.splice(0);
  const rows = await comparison(page);
  assert.deepEqual(rows.slice(0, 2), [["Recipient", BTC, BTC], ["Amount", "0.025 BTC", "0.025 BTC"]]);
  assert.ok(rows.every(([, wallet, node]) => wallet === node), JSON.stringify(rows));
  await inspectReview(page, problems, "review-btc");
  const before = await addressInfo(wallet.server, "btc-like", "btc", BTC);
  // The sandbox mines by itself after some seconds; the page learns of it when this test permits.
  const status = "**/transaction/status/btc**";
  const pending = { status: "pending", confirmations: 0, block: "", date: 0 };
  await context.route(status, (route) => route.fulfill({ json: { requestId: "", data: pending } }));
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  await inspect(page, problems, "sent-btc");
  // A reload locks the wallet; the payment is watched again afterwards.
  const txid = await page.evaluate(() => location.hash.split("/").at(-1));
  await page.reload();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.click("button[type=submit]");
  await page.waitForSelector("text=Waiting for a confirmation");
  await page.click(".drawer summary");
  await press(page, "Mine a block");
  await notice(page, "Mined block");
  await context.unroute(status);
  await mineUntilConfirmed(page);
  await inspect(page, problems, "confirmed-btc");
  const paid = await addressInfo(wallet.server, "btc-like", "btc", BTC);
  assert.equal(BigInt(paid.balances[0].balance.amount) - BigInt(before.balances[0].balance.amount), 2_500_000n);
  assert.equal(paid.transactions[0].txid, txid);

  await show(page, "btc");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 2);
  await page.click(".history summary");
  await inspect(page, problems, "chain-btc");

  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "max" });
  await review(page);
  await confirm(page);
  await page.getByRole("link", { name: "Done" }).click();
  await balanceIs(page, "0 BTC");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 3);
  assert.deepEqual(problems, []);
  await close();
});

test("ethereum: coin, token, maximum of both", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  await useFaucet(page, "eth", "USDT");
  await page.waitForSelector("text=Tokens");

  await show(page, "eth", "send");
  await fillPayment(page, { to: ETH, amount: "0.25" });
  await review(page);
  assert.deepEqual((await comparison(page)).slice(0, 2), [["Recipient", ETH, ETH], ["Amount", "0.25 ETH", "0.25 ETH"]]);
  await confirm(page);

  await show(page, "eth");
  await inspect(page, problems, "chain-eth");
  await page.locator(".tokens a", { hasText: "USDT" }).click();
  await fillPayment(page, { to: ETH, amount: "12.5" });
  await review(page);
  const rows = await comparison(page);
  assert.deepEqual(rows.slice(0, 2), [["Recipient", ETH, ETH], ["Amount", "12.5 USDT", "12.5 USDT"]]);
  await inspectReview(page, problems, "review-usdt");
  const before = await addressInfo(wallet.server, "eth-like", "eth", ETH);
  const usdt = ({ balances }) => BigInt(balances.find(({ asset }) => asset.contract === rows[2][1])?.balance.amount ?? 0);
  await confirm(page);
  assert.equal(usdt(await addressInfo(wallet.server, "eth-like", "eth", ETH)) - usdt(before), 12_500_000n);

  await show(page, "eth", "send");
  await fillPayment(page, { to: ETH, amount: "max" });
  await review(page);
  await confirm(page);
  await show(page, "eth");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length >= 5);
  // What is left is the difference between the maximum fee and the charged one.
  await page.waitForFunction(() => Number.parseFloat(document.querySelector(".balance .large").textContent.replace("<", "")) < 0.001);
  assert.deepEqual(problems, []);
  await close();
});

test("stellar: payment with a memo that creates an account, asset, rejected payment", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await show(page, "xlm");
  await page.waitForSelector("text=This Stellar account does not exist yet");
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");

  await show(page, "xlm", "send");
  await fillPayment(page, { to: XLM, amount: "20", memo: "invoice 5512" });
  await inspect(page, problems, "send-xlm");
  await review(page);
  await page.waitForSelector("text=This payment creates it.");
  const rows = Object.fromEntries((await comparison(page)).map(([name, ...both]) => [name, both]));
  assert.deepEqual([rows.Recipient, rows.Amount, rows.Memo], [[XLM, XLM], ["20 XLM", "20 XLM"], ["invoice 5512", "invoice 5512"]]);
  await inspectReview(page, problems, "review-xlm");
  await confirm(page);
  const paid = await addressInfo(wallet.server, "xlm", "xlm", XLM);
  assert.equal(paid.balances[0].balance.amount, "200000000");
  assert.deepEqual(paid.transactions[0].memo, { type: "text", value: "invoice 5512" });

  await show(page, "xlm", "trustline");
  await enterAsset(page, "POINTS", XLM);
  await inspect(page, problems, "trustline");
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await inspect(page, problems, "review-trustline");
  await confirm(page);
  await show(page, "xlm");
  await page.waitForSelector("text=POINTS");
  await page.waitForSelector("text=“invoice 5512”");
  await inspect(page, problems, "chain-xlm");

  // The recipient has no trustline for the asset: the issuer is the recipient's only account, so use another one.
  expected.push("status of 400", "status of 422");
  await show(page, "xlm", "send");
  await fillPayment(page, { to: XLM, amount: "979.9" });
  await press(page, "Review payment");
  await page.waitForSelector("text=/^Not enough funds/");
  assert.deepEqual(problems, []);
  await close();
});

test("dogecoin: after an unknown outcome the same bytes are sent again", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "doge");
  await balanceIs(page, "1,000 DOGE");
  const recipient = "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc";
  const bodies = [];
  await context.route("**/transaction/send/doge", (route) => {
    bodies.push(route.request().postData());
    return route.abort();
  });
  expected.push("net::ERR_FAILED", "status of 404");
  await show(page, "doge", "send");
  await fillPayment(page, { to: recipient, amount: "12,5" });
  await review(page);
  await press(page, "Sign and send");
  await button(page, "Send the same transaction again").waitFor();
  await inspect(page, problems, "unknown-outcome");
  await context.unroute("**/transaction/send/doge");
  context.on("request", (request) => { if (request.url().endsWith("/transaction/send/doge")) bodies.push(request.postData()); });
  await press(page, "Send the same transaction again");
  await mineUntilConfirmed(page);
  assert.ok(bodies.length >= 2 && new Set(bodies).size === 1, bodies.join("\n"));
  const paid = await addressInfo(wallet.server, "btc-like", "doge", recipient);
  assert.equal(paid.balances[0].balance.amount, "1250000000");
  assert.deepEqual(problems, []);
  await close();
});

test("bitcoin: a payment whose broadcast gets a false response is not made twice, also after a reload", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  for (let count = 0; count < 2; count += 1) await useFaucet(page, "btc");
  await balanceIs(page, "0.2 BTC");
  const before = await addressInfo(wallet.server, "btc-like", "btc", BTC);
  // The server broadcasts the transaction, and responds that it was rejected.
  const error = { code: "transaction_rejected", message: "A message.", retriable: false, details: {} };
  const send = "**/transaction/send/btc";
  await context.route(send, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 422, json: { requestId: "", error } });
  });
  expected.push("status of 422");
  const payment = { to: BTC, amount: "0.03" };
  await show(page, "btc", "send");
  await fillPayment(page, payment);
  await review(page);
  await press(page, "Sign and send");
  await page.waitForSelector("text=If you try again, it cannot be paid twice.");
  await context.unroute(send);
  await page.reload();
  await unlock(page);
  await show(page, "btc", "send");
  await fillPayment(page, payment);
  await press(page, "Review payment");
  await page.waitForSelector("text=/^An earlier attempt at this payment/");
  await inspect(page, problems, "earlier-attempt");
  await sandbox(wallet.server.baseUrl, "mine", { chain: "btc" });
  const paid = await addressInfo(wallet.server, "btc-like", "btc", BTC);
  assert.equal(BigInt(paid.balances[0].balance.amount) - BigInt(before.balances[0].balance.amount), 3_000_000n);
  // The payment is final, so that the same one can be made on purpose.
  await show(page, "btc");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 3 && ![...document.querySelectorAll("h3")].some(({ textContent }) => textContent === "Pending"));
  await show(page, "btc", "send");
  await fillPayment(page, payment);
  await review(page);
  await confirm(page);
  assert.deepEqual(problems, []);
  await close();
});

test("bitcoin: a payment that the server received but did not send keeps its inputs after a reload", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  for (let count = 0; count < 2; count += 1) await useFaucet(page, "btc");
  await balanceIs(page, "0.2 BTC");
  const bodies = [];
  const send = "**/transaction/send/btc";
  await context.route(send, (route) => {
    bodies.push(route.request().postDataJSON());
    return route.abort();
  });
  expected.push("net::ERR_FAILED", "status of 404");
  const pay = async () => {
    await show(page, "btc", "send");
    await fillPayment(page, { to: BTC, amount: "0.03" });
    await review(page);
    await press(page, "Sign and send");
    await button(page, "Send the same transaction again").waitFor();
  };
  await pay();
  // A further payment would spend this larger output.
  const own = await addressOf(page, "btc");
  await sandbox(wallet.server.baseUrl, "faucet", { chain: "btc", address: own, amount: "50000000" });
  await sandbox(wallet.server.baseUrl, "mine", { chain: "btc" });
  await page.reload();
  await unlock(page);
  await pay();
  // The first outpoint of a transaction with witnesses.
  const inputs = bodies.map(({ txdata }) => txdata.slice(14, 86));
  assert.ok(bodies.length >= 2 && new Set(inputs).size === 1, JSON.stringify(inputs));
  assert.deepEqual(problems, []);
  await close();
});

test("stellar: an issued asset is received and sent, to recipients that accept it", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const [own, issuer] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "POINTS")];
  const second = await wallet.open();
  await signUp(second.page, newName());
  const recipient = await addressOf(second.page, "xlm");
  const addAsset = async (tab) => {
    await useFaucet(tab, "xlm");
    await tab.waitForFunction(() => /^1,00[05] XLM$/.test(document.querySelector(".balance .large")?.textContent.trim()));
    await show(tab, "xlm", "trustline");
    await enterAsset(tab, "POINTS", issuer.address);
    await press(tab, "Review");
    await tab.waitForSelector(".comparison");
    await confirm(tab);
  };
  await addAsset(page);
  await issuer.pay(own, "500000000");
  await show(page, "xlm");
  const held = () => page.locator(".tokens .amount strong").textContent();
  await page.waitForFunction(() => document.querySelector(".tokens .amount strong")?.textContent === "50");

  // The recipient has no account, and then no trustline.
  await page.locator(".tokens a", { hasText: "POINTS" }).click();
  await page.waitForSelector("text=Amount in POINTS");
  await fillPayment(page, { to: recipient, amount: "12.5", memo: "order 7" });
  expected.push("status of 400");
  await press(page, "Review payment");
  await page.waitForSelector("text=The recipient's account does not exist yet.");
  await sandbox(wallet.server.baseUrl, "faucet", { chain: "xlm", address: recipient, amount: "50000000" });
  await press(page, "Review payment");
  await page.waitForSelector("text=The recipient cannot receive this asset");
  await inspect(page, problems, "asset-not-accepted");
  await addAsset(second.page);

  await review(page);
  const rows = Object.fromEntries((await comparison(page)).map(([name, ...both]) => [name, both]));
  for (const [name, value] of [["Recipient", recipient], ["Amount", "12.5 POINTS"], ["Issuer", issuer.address], ["Memo", "order 7"]]) {
    assert.deepEqual(rows[name], [value, value], JSON.stringify(rows));
  }
  await inspectReview(page, problems, "review-asset");
  await confirm(page);
  const received = await addressInfo(wallet.server, "xlm", "xlm", recipient);
  const points = received.balances.find(({ asset }) => asset.code === "POINTS" && asset.issuer === issuer.address);
  assert.equal(points.balance.amount, "125000000");

  // All of it: the fee is paid in lumens.
  await show(page, "xlm", "send", encodeURIComponent(`POINTS-${issuer.address}`));
  await fillPayment(page, { to: recipient, amount: "max" });
  await review(page);
  await confirm(page);
  await show(page, "xlm");
  await page.waitForFunction(() => document.querySelector(".tokens .amount strong")?.textContent === "0");
  await page.waitForSelector("text=−37.5 POINTS");
  await show(second.page, "xlm");
  await second.page.waitForSelector("text=+12.5 POINTS");
  await inspect(second.page, second.problems, "chain-asset");
  assert.equal(await held(), "0");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});
