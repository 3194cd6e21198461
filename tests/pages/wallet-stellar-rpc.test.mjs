// The Stellar account on the wallet page, if the network has a Stellar RPC and no Horizon.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createIssuer } from "./stellar.mjs";
import { addressInfo, addressOf, balanceIs, confirm, enterAsset, fillPayment, inspect, newName, press, review, serveWallet, show, signUp, unlock, useFaucet } from "./wallet.mjs";

// The contract of the lumen on the testnet, as the documentation of the network publishes the id.
const LUMEN = "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC";

const wallet = serveWallet({}, undefined, ["--stellar-rpc-only"]);

test("stellar without Horizon: payment, token and asset, and what is not listed", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const [own, issuer] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "POINTS")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await page.waitForSelector("text=Claimable balances could not be loaded.");

  await show(page, "xlm", "token");
  await page.fill("[name=contract]", LUMEN);
  await press(page, "Look up");
  await press(page, "Add the token");
  // The contract of a held asset is a part of the asset.
  await page.click("summary:has-text('Contracts of your assets')");
  assert.equal(await page.textContent("#detail details[open] dl code"), LUMEN);

  await show(page, "xlm", "send");
  await fillPayment(page, { to: issuer.address, amount: "10", memo: "17" });
  await review(page);
  await confirm(page);
  const { balances: [lumens] } = await addressInfo(wallet.server, "xlm", "xlm", issuer.address);
  assert.equal(lumens.balance.amount, "10100000000");

  await show(page, "xlm", "trustline");
  await enterAsset(page, "POINTS", issuer.address);
  await press(page, "Review");
  await confirm(page);
  await issuer.pay(own, "70000000");
  await show(page, "xlm");
  await page.waitForSelector(".tokens strong >> text=POINTS");
  await page.waitForSelector("text=Only recent transfers are listed");
  await page.waitForSelector(".history li");
  assert.equal(await page.locator("text=No transactions yet.").count(), 0);
  for (const text of ["Assets may be missing", "Open offers cannot be listed"]) assert.equal(await page.locator(`text=${text}`).count(), 0, text);
  await inspect(page, problems, "stellar-rpc");

  // A device that has not added the asset: the balance appears when the asset is entered.
  await page.evaluate(() => localStorage.removeItem("wallet-page:watched"));
  await page.reload();
  await unlock(page);
  await show(page, "xlm");
  await page.waitForSelector("text=Assets may be missing");
  await page.waitForSelector("text=Open offers cannot be listed");
  assert.equal(await page.locator(".tokens strong >> text=POINTS").count(), 0);
  await inspect(page, problems, "stellar-rpc-incomplete");
  await show(page, "xlm", "trustline");
  await enterAsset(page, "POINTS", issuer.address);
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await show(page, "xlm");
  await page.waitForSelector(".tokens strong >> text=POINTS");
  await page.waitForSelector("text=Assets may be missing", { state: "hidden" });

  expected.push("status of 503");
  await show(page, "xlm", "swap");
  await page.selectOption("#swap-to", { label: "POINTS · 7" });
  await page.fill("[name=amount]", "1");
  await press(page, "Review swap");
  await page.waitForSelector("text=The server cannot find prices of swaps");
  await inspect(page, problems, "stellar-rpc-swap");
  assert.deepEqual(problems, []);
  await close();
});
