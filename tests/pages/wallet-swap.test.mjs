// Swaps of the wallet page on Stellar.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unreachable } from "./browser.mjs";
import { addressInfo, addressOf, balanceIs, bearer, comparison, confirm, eventually, inspect, newName, press, sandbox, serveWallet, show, signUp, useFaucet } from "./wallet.mjs";
import { createIssuer } from "./stellar.mjs";

const wallet = serveWallet();

const reviewSwap = async (page) => {
  await press(page, "Review swap");
  await page.waitForSelector(".comparison");
};

// The terms of the review by their names.
const terms = (page) =>
  page.$$eval(".review dl dt", (names) => Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling.textContent])));

test("stellar: a swap to an asset that is not added yet, without offers, through another asset, and back", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const [own, issuer] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "EUR")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");

  // Without a trustline, the account cannot receive the asset.
  await page.getByRole("link", { name: "Swap", exact: true }).click();
  await page.selectOption("#swap-to", "Another asset");
  await page.fill("[name=amount]", "25");
  await press(page, "Review swap");
  await page.waitForSelector("[name=code][aria-invalid=true]:focus");
  await page.fill("[name=code]", "EUR");
  await page.fill("[name=issuer]", issuer.address);
  await press(page, "Review swap");
  await page.waitForSelector("text=Your account cannot receive EUR yet: add the asset first.");
  await inspect(page, problems, "swap-no-trustline");
  // The form has the asset already.
  await page.getByRole("link", { name: "Add the asset" }).click();
  await page.waitForFunction((address) => document.querySelector("[name=issuer]")?.value === address, issuer.address);
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await confirm(page);

  // The account holds both assets now. The exchange has no offers at first.
  await show(page, "xlm", "swap");
  await page.waitForFunction(() => document.querySelector("#swap-to")?.selectedOptions[0]?.textContent === "EUR · 0");
  await press(page, "Review swap");
  await page.waitForSelector("text=Enter an amount.");
  await page.fill("[name=amount]", "1000");
  await press(page, "Review swap");
  await page.waitForSelector("text=/^Not enough funds: 998/");
  // The maximum leaves the fee of the chosen mode.
  const path = "/blockchain-connector-xlm/v1/api/prepare-transaction/estimate/xlm";
  const request = { method: "POST", headers: await bearer(wallet.server), body: JSON.stringify({ address: own, network: "testnet" }) };
  const estimate = await fetch(wallet.server.baseUrl + path, request);
  const { fees, spendable } = (await estimate.json()).data;
  await page.getByRole("radio", { name: "Fast" }).check();
  await press(page, "Max");
  const maximum = (Number(spendable) - Number(fees.fast)) / 1e7;
  await page.waitForFunction((expected) => Number(document.querySelector("[name=amount]").value) === expected, maximum);
  await page.fill("[name=amount]", "25");
  await press(page, "Review swap");
  await page.waitForSelector("text=The exchange has no offers for this amount of these assets.");
  assert.deepEqual((await unreachable(page)).filter((element) => !element.includes("radio")), []);
  await inspect(page, problems, "swap-no-offers");

  // 25 XLM are 12.5 USD, and these are 10 EUR.
  await issuer.sell("USD", undefined, "1000000000", "2");
  await issuer.sell("EUR", "USD", "1000000000", "1.25");
  await page.getByRole("radio", { name: "1 %" }).check();
  await reviewSwap(page);
  const shown = await terms(page);
  assert.deepEqual([shown["You send"], shown["You receive, at least"], shown["Through"], shown["To"]], ["25 XLM", "9.9 EUR", "USD", `Your account${own}`]);
  // The server knows all but the exchange: the preview has its limits.
  await page.waitForSelector("text=You send 25 XLM, you receive at least 9.9 EUR.");
  await page.waitForSelector("text=The exact amount depends on the offers of others.");
  const rows = Object.fromEntries((await comparison(page)).map(([name, ...both]) => [name, both]));
  for (const [name, value] of [["Operation", "Path payment strict send"], ["Recipient", own], ["Sent", "25 XLM"], ["Received", "9.9 EUR"], ["Issuer", issuer.address]]) {
    assert.deepEqual(rows[name], [value, value], JSON.stringify(rows));
  }
  await inspect(page, problems, "review-swap");
  await confirm(page);
  const held = async () => {
    const { balances } = await addressInfo(wallet.server, "xlm", "xlm", own);
    return Object.fromEntries(balances.map(({ asset, balance }) => [asset.code ?? "XLM", balance.amount]));
  };
  assert.equal((await held()).EUR, "100000000");

  // Back: EUR for lumens.
  await issuer.sell(undefined, "EUR", "1000000000", "0.5");
  await show(page, "xlm", "swap");
  const before = BigInt((await held()).XLM);
  await page.selectOption("#swap-from", { label: "EUR · 10" });
  await page.waitForSelector("text=Amount in EUR");
  await page.fill("[name=amount]", "4");
  await reviewSwap(page);
  assert.deepEqual(Object.values(await terms(page)).slice(0, 2), ["4 EUR", "7.96 XLM"]);
  await confirm(page);
  const after = await held();
  assert.deepEqual([after.EUR, BigInt(after.XLM) - before], ["60000000", 80_000_000n - 100n]);
  await show(page, "xlm");
  await page.waitForFunction(() => document.querySelector(".tokens .amount strong")?.textContent === "6");
  // The history has both sides of each swap; lumens with the fee.
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 4);
  const history = () => page.$$eval(".history > li", (items) =>
    items.slice(0, 2).map((item) => [item.querySelector("strong").textContent, ...[...item.querySelectorAll(".amount strong")].map((part) => part.textContent)]));
  await eventually(history, [["Swapped", "−4 EUR", "+7.99999 XLM"], ["Swapped", "−25.00001 XLM", "+10 EUR"]]);
  await inspect(page, problems, "chain-after-swap");
  assert.deepEqual(problems, []);
  await close();
});

test("stellar: a listed asset is chosen by its domain, also for a swap", async () => {
  const { page, problems, close } = await wallet.open();
  // The issuer of the live network: on the sandbox, the account is created here.
  const issuer = "GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN";
  await sandbox(wallet.server.baseUrl, "faucet", { chain: "xlm", address: issuer, amount: "100000000" });
  await signUp(page, newName());
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await page.getByRole("link", { name: "Swap", exact: true }).click();
  await page.selectOption("#swap-to", { label: "USDC · circle.com" });
  await page.fill("[name=amount]", "25");
  await inspect(page, problems, "swap-listed");
  await press(page, "Review swap");
  await page.waitForSelector("text=Your account cannot receive USDC yet: add the asset first.");
  await page.getByRole("link", { name: "Add the asset" }).click();
  await page.waitForFunction(() => document.querySelector("[name=asset-search]")?.value === "USDC");
  await page.fill("[name=asset-search]", "");
  await page.waitForFunction(() => document.querySelectorAll(".asset").length > 10);
  await inspect(page, problems, "trustline-list");
  await page.fill("[name=asset-search]", "circle");
  await page.waitForFunction(() => document.querySelectorAll(".asset").length === 2);
  await page.locator(".asset", { hasText: "USD Coin" }).click();
  await page.waitForSelector(".comparison");
  assert.ok((await comparison(page)).some((row) => row[1] === issuer && row[2] === issuer));
  await inspect(page, problems, "review-trustline-listed");
  await confirm(page);
  await show(page, "xlm");
  await page.waitForSelector(".tokens >> text=USD Coin · circle.com");
  await show(page, "xlm", "trustline");
  await page.waitForSelector(".asset[disabled] >> text=Added");
  assert.deepEqual(problems, []);
  await close();
});

test("stellar: a listed balance is claimed", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const [own, issuer] = [await addressOf(page, "xlm"), await createIssuer(wallet.server)];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  const id = await issuer.setAside(own, undefined, "90000000");
  await show(page, "xlm", "claim");
  const [start, end] = [issuer.address.slice(0, 4), issuer.address.slice(-4)];
  await page.getByRole("button", { name: `Claim 9 XLM from ${start}…${end}` }).waitFor();
  assert.equal(await page.locator("text=The server cannot list all").count(), 0);
  await inspect(page, problems, "claim");
  await page.getByRole("button", { name: "Claim 9 XLM" }).click();
  await page.waitForSelector("text=/^You receive 9 XLM/");
  assert.deepEqual((await comparison(page)).find(([name]) => name === "Claimable balance"), ["Claimable balance", id.slice(8), id.slice(8)]);
  await confirm(page);
  const { balances } = await addressInfo(wallet.server, "xlm", "xlm", own);
  assert.equal(balances[0].balance.amount, String(10_090_000_000 - 100));
  await show(page, "xlm", "claim");
  await page.waitForSelector("[name=balance]");
  assert.equal(await page.locator("button", { hasText: "Claim" }).count(), 0);
  assert.deepEqual(problems, []);
  await close();
});
