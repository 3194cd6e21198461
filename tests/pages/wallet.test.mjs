// The wallet page: sign-up, restore on a second device, payments on three families, rejections, history.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, launch, openPage, unreachable } from "./browser.mjs";
import { startServer } from "./server.mjs";
import {
  addressInfo, addressOf, balanceIs, button, comparison, confirm, confirmPhrase, enterPhrase, fillPayment, inspect,
  mineUntilConfirmed, newName, PASSPHRASE,
  PASSWORD, press, protect, review, sandbox, show, signIn, signUp, useFaucet,
} from "./wallet.mjs";

// Recipients from published vectors: BIP 173; EIP-55; SEP-5, test 2.
const BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const XLM = "GAVXVW5MCK7Q66RIBWZZKZEDQTRXWCZUP4DIIFXCCENGW2P6W4OA34RH";

let server;
let browser;

before(async () => { [server, browser] = await Promise.all([startServer(), launch()]); });
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Opens the page in a new browser context, which is a new device.
async function openWallet() {
  const opened = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  opened.page.setDefaultTimeout(20_000);
  await opened.open("/wallet");
  await button(opened.page, "Create a wallet").waitFor();
  return opened;
}

test("sign-up, lock and a second device: the keys are the same and never leave the browser", async () => {
  const { page, context, problems, close } = await openWallet();
  const sent = [];
  context.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await inspect(page, problems, "welcome");
  const username = newName();
  await press(page, "Create a wallet");
  await inspect(page, problems, "sign-up");
  await press(page, "Back");
  await signIn(page, "create", username);
  await page.waitForSelector(".words");
  await inspect(page, problems, "recovery-phrase");
  const phrase = await confirmPhrase(page);
  await page.waitForSelector("[name=passphrase]");
  await inspect(page, problems, "passphrase");
  await protect(page);
  const addresses = {};
  for (const chain of ["btc", "eth", "xlm", "doge"]) addresses[chain] = await addressOf(page, chain);

  await page.click("[aria-label='Lock the wallet']");
  await button(page, "Unlock").waitFor();
  await page.fill("[name=passphrase]", "another passphrase");
  await page.click("button[type=submit]");
  await page.waitForSelector("text=This is not the passphrase of this wallet.");
  await inspect(page, problems, "locked");
  await page.reload();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.click("button[type=submit]");
  await page.waitForSelector(".chains");

  const words = phrase.split(" ");
  const secrets = [PASSPHRASE, ...[0, 3, 6, 9].map((start) => words.slice(start, start + 3).join(" "))];
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const secret of [...secrets, PASSWORD]) assert.ok(!stored.includes(secret), "a secret is stored in clear");
  for (const request of sent) for (const secret of secrets) assert.ok(!request.includes(secret), `a secret was sent: ${request.split(" ")[0]}`);
  assert.ok(sent.some((request) => request.includes(PASSWORD)), "the requests were not recorded");

  const second = await openWallet();
  await signIn(second.page, "restore", username);
  await second.page.waitForSelector("[name=phrase]");
  await second.page.fill("[name=phrase]", phrase.replace(/\S+$/, "zebra zebra"));
  await second.page.click("button[type=submit]");
  await second.page.waitForSelector("text=This is not a valid recovery phrase");
  await inspect(second.page, second.problems, "restore");
  await enterPhrase(second.page, `  ${phrase.toUpperCase()} `);
  await protect(second.page);
  for (const chain of Object.keys(addresses)) assert.equal(await addressOf(second.page, chain), addresses[chain]);
  await second.page.click("[aria-label='Refresh balances']");
  await second.page.waitForSelector("text=Balances updated");
  // The session of the first device is still valid.
  await page.click("[aria-label='Refresh balances']");
  await page.waitForSelector("text=Balances updated");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});

// Addresses of published phrases: BIP 39's first test phrase in eth wallets, and SEP-5, test 1.
for (const [chain, phrase, address] of [
  ["eth", `${"abandon ".repeat(11)}about`, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
  ["xlm", "illness spike retreat truth genius clock brain pass fit cave bargain toe", "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"],
]) {
  test(`a published phrase has its published address on ${chain}`, async () => {
    const { page, problems, close } = await openWallet();
    await signIn(page, "create", newName());
    await press(page, "I already have a recovery phrase");
    await enterPhrase(page, phrase);
    await protect(page);
    assert.equal(await addressOf(page, chain), address);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("invalid accounts are explained at their fields", async () => {
  const { page, problems, expected, close } = await openWallet();
  expected.push("status of 400", "status of 401", "status of 409");
  const username = newName();
  const error = (name) => page.locator(`.field:has([name=${name}]) .error`);
  await press(page, "Create a wallet");
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", "password");
  await page.click("button[type=submit]");
  assert.equal(await error("password").textContent(), "Choose a longer or less common password.");
  await page.fill("[name=password]", PASSWORD);
  await page.click("button[type=submit]");
  await page.waitForSelector(".words");

  const second = await openWallet();
  second.expected.push("status of 401", "status of 409");
  await signIn(second.page, "create", username);
  assert.match(await second.page.locator(".error").textContent(), /^This user name is taken/);
  await inspect(second.page, second.problems, "username-taken");
  await press(second.page, "Back");
  await press(second.page, "Restore a wallet");
  await second.page.fill("[name=username]", username);
  await second.page.fill("[name=password]", `${PASSWORD}.`);
  await second.page.click("button[type=submit]");
  await second.page.waitForSelector("text=The user name or the password is wrong.");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});

test("bitcoin: faucet, payment, invalid input, maximum", async () => {
  const { page, context, problems, expected, close } = await openWallet();
  await signUp(page, newName());
  await page.waitForFunction(() => document.querySelectorAll(".chains .amount strong").length === 12);
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
  expected.splice(0);

  await fillPayment(page, { to: BTC, amount: "0.025", fee: "Fast" });
  // The arrow keys move within the radio buttons.
  assert.deepEqual((await unreachable(page)).filter((element) => !element.includes("radio")), []);
  await review(page);
  const rows = await comparison(page);
  assert.deepEqual(rows.slice(0, 2), [["Recipient", BTC, BTC], ["Amount", "0.025 BTC", "0.025 BTC"]]);
  assert.ok(rows.every(([, wallet, node]) => wallet === node), JSON.stringify(rows));
  await inspect(page, problems, "review-btc");
  const before = await addressInfo(server, "btc-like", "btc", BTC);
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
  await context.unroute(status);
  await mineUntilConfirmed(page);
  await inspect(page, problems, "confirmed-btc");
  const paid = await addressInfo(server, "btc-like", "btc", BTC);
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
  const { page, problems, close } = await openWallet();
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
  await inspect(page, problems, "review-usdt");
  const before = await addressInfo(server, "eth-like", "eth", ETH);
  const usdt = ({ balances }) => BigInt(balances.find(({ asset }) => asset.contract === rows[2][1])?.balance.amount ?? 0);
  await confirm(page);
  assert.equal(usdt(await addressInfo(server, "eth-like", "eth", ETH)) - usdt(before), 12_500_000n);

  await show(page, "eth", "send");
  await fillPayment(page, { to: ETH, amount: "max" });
  await review(page);
  await confirm(page);
  await show(page, "eth");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length >= 5);
  // What is left is the difference between the maximum fee and the charged one.
  const left = await page.textContent(".balance .large");
  assert.ok(Number.parseFloat(left.replace("<", "")) < 0.001, left);
  assert.deepEqual(problems, []);
  await close();
});

test("stellar: payment with a memo that creates an account, asset, rejected payment", async () => {
  const { page, problems, expected, close } = await openWallet();
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
  await inspect(page, problems, "review-xlm");
  await confirm(page);
  const paid = await addressInfo(server, "xlm", "xlm", XLM);
  assert.equal(paid.balances[0].balance.amount, "200000000");
  assert.deepEqual(paid.transactions[0].memo, { type: "text", value: "invoice 5512" });

  await show(page, "xlm", "trustline");
  await page.fill("[name=code]", "POINTS");
  await page.fill("[name=issuer]", XLM);
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

test("history: load more, and a failed request is explained and repeated", async () => {
  const { page, problems, expected, context, close } = await openWallet();
  await signUp(page, newName());
  const address = await addressOf(page, "ltc");
  for (let count = 0; count < 23; count += 1) await sandbox(server.baseUrl, "faucet", { chain: "ltc", address, amount: `${100_000 + count}` });
  await sandbox(server.baseUrl, "mine", { chain: "ltc" });
  await show(page, "ltc");
  const rows = () => page.locator(".history > li").count();
  await button(page, "Load more").waitFor();
  const loaded = [await rows()];
  while (await button(page, "Load more").count() > 0) {
    const count = await rows();
    await press(page, "Load more");
    await page.waitForFunction((count) => document.querySelectorAll(".history > li").length > count || document.querySelector(".history ~ .wide") === null, count);
    loaded.push(await rows());
  }
  assert.equal(loaded.at(-1), 23, String(loaded));
  assert.ok(loaded.length >= 3, String(loaded));
  await inspect(page, problems, "history-ltc");

  expected.push("status of 503");
  const unavailable = { requestId: "x", error: { code: "upstream_unavailable", message: "unavailable", retriable: false } };
  await context.route("**/address-info-btc-like/v1/api/doge**", (route) => route.fulfill({ status: 503, json: unavailable }));
  await show(page, "doge");
  await page.waitForSelector("text=The chain's node is not reachable right now. Try again.");
  await inspect(page, problems, "chain-unavailable");
  await context.unroute("**/address-info-btc-like/v1/api/doge**");
  await press(page, "Try again");
  await page.waitForSelector("text=No transactions yet.");
  assert.deepEqual(problems, []);
  await close();
});

test("dogecoin: after an unknown outcome the same bytes are sent again", async () => {
  const { page, context, problems, expected, close } = await openWallet();
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
  const paid = await addressInfo(server, "btc-like", "doge", recipient);
  assert.equal(paid.balances[0].balance.amount, "1250000000");
  assert.deepEqual(problems, []);
  await close();
});

test("history: memo, flags, failed and pending transactions, incomplete data, livenet without an upstream", async () => {
  const { page, context, problems, expected, close } = await openWallet();
  await signUp(page, newName());
  const address = await addressOf(page, "xlm");
  const value = (amount) => ({ amount, decimals: 7 });
  const lumen = { kind: "coin", chain: "xlm" };
  const row = (txid, fields) => ({
    txid: txid.repeat(64), block: "7", date: 1_760_000_000, fee: value("100"), value: value("0"), from: XLM, to: address,
    status: "confirmed", actions: [], ...fields,
  });
  const transactions = [
    row("a", { block: "", status: "pending", from: address, to: XLM, value: value("-50000000") }),
    row("b", { value: value("15000000"), memo: { type: "text", value: "<b>rent</b>" }, flags: ["look-alike-address"] }),
    row("c", { status: "rejected", from: address, to: XLM, failedActions: [{ type: "transfer", asset: lumen, value: value("1"), from: address, to: XLM }] }),
    row("d", { actions: [{ type: "transfer", asset: { kind: "xlm-asset", chain: "xlm", code: "FREE", issuer: XLM }, value: value("90000000000"), from: XLM, to: address }], flags: ["unlisted-token"] }),
  ];
  const data = {
    address, chain: "xlm", activated: true, balances: [{ asset: lumen, balance: value("965000000"), spendable: value("940000000"), details: {} }],
    transactions, reserves: {}, claimableBalances: [], liquidityPools: [], source: { upstream: "horizon", block: "9", partial: ["fills", "rows"] },
  };
  await context.route("**/address-info-xlm/**", (route) => route.fulfill({ json: { requestId: "", data } }));
  await show(page, "xlm");
  await page.waitForSelector("text=Some transactions could not be read and are missing.");
  await page.waitForSelector("text=Filled offers may be missing.");
  await page.waitForSelector("text=Spendable now: 94 XLM");
  const rows = await page.$$eval(".history summary", (all) => all.map((it) => [...it.querySelectorAll(".name strong, .amount strong, .badge, .memo")].map((part) => part.textContent)));
  assert.deepEqual(rows, [
    ["Sent", "Pending", "−5 XLM"],
    ["Received", " · “<b>rent</b>”", "+1.5 XLM"],
    ["Failed"],
    ["Received", "+9,000 FREE"],
  ]);
  await page.click(".history li:nth-child(2) summary");
  await page.waitForSelector("text=The address resembles another one in this list");
  await inspect(page, problems, "history-xlm");
  await context.unroute("**/address-info-xlm/**");

  expected.push("status of 503", "status of 400", "status of 404");
  await press(page, "Livenet");
  await page.waitForSelector("text=The server has no connection to this chain on this network.");
  assert.equal(await page.getByRole("link", { name: "Faucet" }).count(), 0);
  await show(page);
  await inspect(page, problems, "livenet-unavailable");
  await show(page, "btc", "receive");
  assert.match(await page.textContent(".address-full code"), /^bc1q/);
  assert.deepEqual(problems, []);
  await close();
});

test("prices: values are shown where the server has them", async () => {
  const { page, context, problems, close } = await openWallet();
  const queries = [];
  await context.route("**/asset-info/v1/openapi.json", (route) => route.fulfill({ json: { paths: { "/api/price": {} } } }));
  await context.route("**/asset-info/v1/api/price?**", (route) => {
    const query = new URL(route.request().url()).searchParams;
    queries.push(query);
    const prices = { btc: "50000.5", eth: "2000" };
    const known = query.get("assets").split(",").map((asset) => ({ asset, prices: asset in prices ? { usd: prices[asset] } : {} }));
    return route.fulfill({ json: { requestId: "", data: known } });
  });
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");
  await page.waitForSelector(".total >> text=$5,000.05");
  await page.waitForSelector(".balance >> text=$5,000.05");
  await useFaucet(page, "eth", "USDT");
  await press(page, "Refresh balances");
  await page.waitForSelector("text=Balances updated");
  // Tokens are requested by their contract.
  assert.ok(queries.some((query) => query.get("assets").includes(",eth:0xdAC17F958D2ee523a2206206994597C13D831ec7")), queries.join(" "));
  assert.deepEqual([queries[0].get("currency"), queries[0].get("network")], ["usd", "testnet"]);
  await inspect(page, problems, "prices");
  await show(page, "btc", "send");
  await page.waitForSelector("text=Available: 0.1 BTC ($5,000.05)");
  assert.deepEqual(problems, []);
  await close();
});

test("settings: the words need the passphrase; signing out removes everything", async () => {
  const { page, problems, close } = await openWallet();
  const username = newName();
  const phrase = await signUp(page, username);
  await show(page, "settings");
  await page.fill("[name=passphrase]", PASSPHRASE);
  await inspect(page, problems, "settings");
  await press(page, "Show the words");
  await page.waitForSelector(".words");
  assert.equal((await page.$$eval(".words li", (all) => all.map((item) => item.textContent))).join(" "), phrase);
  await press(page, "Sign out…");
  await press(page, "Remove the wallet from this browser");
  await button(page, "Create a wallet").waitFor();
  assert.equal(await page.evaluate(() => localStorage.length), 0);
  assert.deepEqual(problems, []);
  await close();
});
