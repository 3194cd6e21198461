// Watched keys and tokens outside the asset list on the wallet page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, eventually, inspect, newName, notice, press, sandbox, serveWallet, show, signUp, VPUB, watchKey } from "./wallet.mjs";

const wallet = serveWallet();

// The first addresses of the key, and the private key of BIP 84, "Test vectors".
const ADDRESSES = ["tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl", "tb1qd7spv5q28348xl4myc8zmh983w5jx32cjhkn97"];
const ZPRV =
  "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE";

test("an extended public key is watched, a private key is not sent", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const sent = [];
  page.on("request", (request) => { if (request.url().includes("/xpub")) sent.push(request.postData()); });
  await show(page, "watch");
  await page.fill("[name=xpub]", ZPRV);
  await page.waitForSelector("text=/This is a private key/");
  await press(page, "Watch");
  await inspect(page, problems, "watch-private");
  assert.deepEqual(sent, []);
  expected.push("status of 400");
  for (const text of ["nonsense", `${VPUB.slice(0, -1)}d`]) {
    await page.fill("[name=xpub]", text);
    await press(page, "Watch");
    // The error is that of the field, which has the focus.
    await page.waitForSelector("[name=xpub][aria-invalid=true]:focus");
    const described = await page.getAttribute("[name=xpub]", "aria-describedby");
    const [error] = await Promise.all(described.split(" ").map((id) => page.locator(`[id="${id}"]`).textContent()));
    assert.equal(error, "This is not an extended public key of this chain and network.");
    assert.equal(await page.locator("[role=alert]").count(), 0);
  }
  await inspect(page, problems, "watch-invalid");
  expected.splice(0);

  for (const address of ADDRESSES) await sandbox(wallet.server.baseUrl, "faucet", { chain: "btc", address, amount: "1000000" });
  await watchKey(page);
  await page.waitForFunction(() => document.querySelector(".balance .large")?.textContent.trim() === "0.02 BTC");
  await page.waitForSelector("text=2 used addresses · 2 unspent outputs");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 2);
  assert.equal(await page.locator(".history .plus").first().textContent(), "+0.01 BTC");
  await page.click(".history summary");
  await inspect(page, problems, "watch");
  // The key is stored in this browser, not the private one.
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  assert.ok(stored.includes(VPUB) && !stored.includes("zprv"));

  await press(page, "Stop watching");
  await notice(page, "Cold storage is not watched any more");
  await eventually(() => page.locator("a[href^='#/watch/']").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("a token outside the asset list is added by its contract", async () => {
  const { page, problems, expected, close } = await wallet.open();
  const { baseUrl } = wallet.server;
  // A token of the sandbox that no list has, with 6 decimals.
  const contract = "0x5A4Db0C500000000000000000000000000000001";
  await signUp(page, newName());
  const address = await addressOf(page, "eth");
  await sandbox(baseUrl, "faucet", { chain: "eth", address, amount: "1000000000", token: contract });
  await sandbox(baseUrl, "mine", { chain: "eth" });
  await show(page, "eth", "token");
  expected.push("status of 404");
  await page.fill("[name=contract]", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
  await press(page, "Look up");
  await page.waitForSelector("[name=contract][aria-invalid=true]:focus");
  await page.waitForSelector("text=There is no ERC-20 token at this address.");
  await inspect(page, problems, "token-missing");
  expected.splice(0);
  await page.fill("[name=contract]", contract);
  await press(page, "Look up");
  await page.waitForSelector("text=/Every account can create a token with any name/");
  await inspect(page, problems, "token-found");
  const requested = page.waitForRequest((request) => /address-info-eth-like.*tokens=/.test(request.url()));
  await press(page, "Add the token");
  const { searchParams } = new URL((await requested).url());
  assert.equal(searchParams.get("tokens").toLowerCase(), contract.toLowerCase());
  await page.waitForSelector(".tokens >> text=(unlisted)");
  assert.match(await page.textContent(".tokens .amount"), /1,000/);
  await inspect(page, problems, "token-added");
  await show(page, "eth", "token");
  await page.getByRole("button", { name: /^Remove / }).click();
  await eventually(() => page.locator("text=Added tokens").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});
