// The wallet page: the steps of a new user from README.md to the first confirmed payment, by what the page shows only.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PHONE } from "./browser.mjs";
import { button, ETH, inspect, newName, PASSPHRASE, PASSWORD, press, sandbox, serveWallet } from "./wallet.mjs";

const wallet = serveWallet();

// What a new user does: clicks, and fields that are filled.
const CLICKS = ["Create a wallet", "Create account", "I have written it down", "Continue", "Open the wallet", "Get free ETH", "Send", "Review payment", "Sign and send"];
const FIELDS = 9;

test("a new user pays after nine clicks and nine fields, with README.md alone", async () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const commands = readme.slice(0, readme.indexOf("## Documentation"));
  assert.match(commands, /cargo run +# .*http:\/\/127\.0\.0\.1:9000/);
  assert.match(commands.replaceAll("\n", " "), /open `http:\/\/127\.0\.0\.1:9000\/wallet`.*\*\*Create a wallet\*\*.*\*\*Get free ETH\*\* and \*\*Send\*\*/);

  const { page, problems, close } = await wallet.open();
  await page.setViewportSize(PHONE);
  await page.evaluate(() => {
    globalThis.clicks = [];
    // Clicks of the user, not those that a submission by the keyboard causes.
    addEventListener("click", ({ target, detail }) => {
      const control = target.closest("button, a");
      if (detail > 0 && control !== null) globalThis.clicks.push(control.textContent.trim());
    }, true);
  });
  let filled = 0;
  const fill = async (label, value) => {
    await page.getByLabel(label, { exact: true }).fill(value);
    filled += 1;
  };
  await press(page, "Create a wallet");
  await fill("User name", newName());
  await fill("Password", PASSWORD);
  await press(page, "Create account");
  await page.locator(".words strong").first().waitFor();
  const words = await page.locator(".words strong").allTextContents();
  await press(page, "I have written it down");
  await page.locator("label", { hasText: /^Word / }).first().waitFor();
  for (const label of await page.locator("label").allTextContents()) await fill(label, words[Number(label.slice("Word ".length)) - 1]);
  await press(page, "Continue");
  await fill("Passphrase", PASSPHRASE);
  await fill("Passphrase again", PASSPHRASE);
  await press(page, "Open the wallet");
  await button(page, "Get free ETH").waitFor();
  await inspect(page, problems, "first-step");
  await page.setViewportSize(PHONE);
  await press(page, "Get free ETH");
  // The form would reject the amount before the balance is loaded.
  await page.waitForFunction(() => Number.parseFloat(document.querySelector(".balance .large")?.textContent ?? "0") > 0);
  await page.getByRole("link", { name: "Send", exact: true }).click();
  await fill("Recipient", ETH);
  await fill("Amount in ETH", "0.25");
  await button(page, "Review payment").click();
  await button(page, "Sign and send").click();
  await page.waitForFunction(() => location.hash.includes("/sent/"));
  // The sandbox mines by itself every ten seconds; the test does not wait for that.
  await sandbox(wallet.server.baseUrl, "mine", { chain: "eth" });
  await page.waitForSelector("text=/^Confirmed in block/");

  assert.deepEqual(await page.evaluate(() => globalThis.clicks), CLICKS);
  assert.equal(filled, FIELDS);
  // The wallet has coins now: the first step is done.
  await page.evaluate(() => { location.hash = "#/"; });
  await page.waitForSelector(".chains");
  await button(page, "Get free ETH").waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
  await close();
});
