// The wallet page: password, second factor and devices of the account.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { enterPhrase, eventually, inspect, newName, notice, PASSWORD, press, protect, serveWallet, show, signIn, signUp, unlock } from "./wallet.mjs";
import { oneTimePassword } from "./second-factor.mjs";

const wallet = serveWallet();
const NEW_PASSWORD = "another tr0mbone & velvet";

// Opens the wallet of an account in another browser.
async function openOnSecondDevice(username, phrase, ...expected) {
  const opened = await wallet.open();
  opened.expected.push(...expected);
  await signIn(opened.page, "restore", username);
  await enterPhrase(opened.page, phrase);
  await protect(opened.page);
  return opened;
}

const errorOf = (page, name) => page.locator(`.field:has([name=${name}]) .error`).textContent();

// Lets the permission token expire, so that the next request refreshes the session.
const expireToken = (page) => page.evaluate(() => {
  const key = Object.keys(localStorage).find((key) => key.startsWith("wallet-cloud-session:"));
  localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), permissionExpiresAt: 0 });
});

test("password: errors at their fields; a change signs out other devices, and this one continues", async () => {
  const { page, problems, expected, close } = await wallet.open();
  expected.push("status of 400", "status of 401");
  const username = newName();
  const phrase = await signUp(page, username);
  const second = await openOnSecondDevice(username, phrase, "status of 401");
  await show(page, "settings");
  await page.click("a:has-text('Password')");
  const change = async (password, changed) => {
    await page.fill("[name=password]", password);
    await page.fill("[name=new-password]", changed);
    await press(page, "Change password");
  };
  await change("another password", NEW_PASSWORD);
  assert.equal(await errorOf(page, "password"), "This is not your current password.");
  await change(PASSWORD, "password");
  assert.equal(await errorOf(page, "new-password"), "Choose a longer or less common password.");
  await inspect(page, problems, "settings-password");
  await change(PASSWORD, NEW_PASSWORD);
  await notice(page, "Password changed");
  await page.waitForSelector("h1:has-text('Settings')");
  for (const { page: tab } of [{ page }, second]) {
    await expireToken(tab);
    await tab.click("[aria-label='Refresh balances']");
  }
  await notice(page, "Balances updated");
  await second.page.waitForSelector("text=The session of this device has ended.");
  await second.page.fill("[name=password]", PASSWORD);
  await press(second.page, "Sign in");
  await second.page.waitForSelector("text=The user name or the password is wrong.");
  await second.page.fill("[name=password]", NEW_PASSWORD);
  await press(second.page, "Sign in");
  await second.page.waitForSelector(".chains");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});

test("second factor: QR code, recovery codes, new codes, removal", async () => {
  const { page, problems, expected, close } = await wallet.open();
  expected.push("status of 401");
  const username = newName();
  const phrase = await signUp(page, username);
  await show(page, "settings");
  await page.click("a:has-text('Second factor'):has-text('Off')");
  await press(page, "Set up");
  await page.fill("[name=password]", "another password");
  await press(page, "Continue");
  assert.equal(await errorOf(page, "password"), "This is not your password.");
  await inspect(page, problems, "settings-factor-password");
  const enrolled = page.waitForResponse("**/api/account/otp");
  await page.fill("[name=password]", PASSWORD);
  await press(page, "Continue");
  await page.waitForSelector(".qr");
  await inspect(page, problems, "settings-factor-confirm");

  // The QR code is that of the URI, and the text that of its secret.
  const { uri, secret } = (await (await enrolled).json()).data;
  assert.equal(new URL(uri).searchParams.get("secret"), secret);
  assert.equal((await page.textContent(".secret")).replaceAll(" ", ""), secret);
  const { encode } = await import(pathToFileURL(createRequire(new URL("../../clients/wallet/package.json", import.meta.url)).resolve("uqr")));
  const expectedPath = encode(uri, { ecc: "M", border: 2 }).data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  assert.equal(await page.getAttribute(".qr path", "d"), expectedPath);

  await page.fill("[name=code]", oneTimePassword(secret, 5));
  await press(page, "Turn on");
  assert.equal(await errorOf(page, "code"), "This code is incorrect, or was used before.");
  await page.fill("[name=code]", oneTimePassword(secret));
  await press(page, "Turn on");
  await page.waitForSelector(".codes li");
  const codes = await page.$$eval(".codes li", (all) => all.map((item) => item.textContent));
  assert.deepEqual([codes.length, new Set(codes).size], [10, 10]);
  await inspect(page, problems, "settings-factor-codes");
  await press(page, "I have saved them");
  await page.waitForSelector("text=Recovery codes left: 10 of 10.");
  await inspect(page, problems, "settings-factor-on");

  // A new device needs a code; a recovery code is valid once.
  const second = await wallet.open();
  second.expected.push("status of 401");
  await signIn(second.page, "restore", username);
  await second.page.fill("[name=code]", codes[0]);
  await press(second.page, "Continue");
  await enterPhrase(second.page, phrase);
  await protect(second.page);
  await show(second.page, "settings", "factor");
  await second.page.waitForSelector("text=Recovery codes left: 9 of 10.");

  await press(page, "New recovery codes…");
  await page.fill("[name=code]", oneTimePassword(secret, 1));
  await press(page, "Create new recovery codes");
  await page.waitForFunction((old) => {
    const shown = [...document.querySelectorAll(".codes li")].map((item) => item.textContent);
    return shown.length === 10 && shown.every((code) => !old.includes(code));
  }, codes);
  const [replaced] = await page.$$eval(".codes li", (all) => all.map((item) => item.textContent));
  await press(page, "I have saved them");
  await press(page, "Turn off…");
  await page.fill("[name=code]", codes[1]);
  await press(page, "Turn off the second factor");
  assert.equal(await errorOf(page, "code"), "This code is incorrect, or was used before.");
  await page.fill("[name=code]", replaced);
  await press(page, "Turn off the second factor");
  await page.waitForSelector("text=The second factor is off");
  await page.waitForSelector("text=With a second factor, a new device needs a code");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});

test("devices: the sessions of the account, and their end", async () => {
  const { page, problems, close } = await wallet.open();
  const username = newName();
  const phrase = await signUp(page, username);
  const others = [];
  for (let count = 0; count < 3; count += 1) others.push(await openOnSecondDevice(username, phrase, "status of 401"));
  await show(page, "settings");
  await page.click("a:has-text('Devices'):has-text('4')");
  await page.waitForSelector(".devices li:nth-child(4)");
  const rows = await page.$$eval(".devices li", (all) => all.map((row) => [row.querySelector(".row-label").firstChild.textContent, row.textContent.includes("This device"), row.querySelector("button") !== null]));
  assert.deepEqual(rows, [["Chrome on Linux", true, false], ...Array(3).fill(["Chrome on Linux", false, true])]);
  await inspect(page, problems, "settings-devices");

  const isSignedOut = async ({ page: tab }) => {
    await expireToken(tab);
    await tab.click("[aria-label='Refresh balances']");
    await tab.waitForSelector("text=The session of this device has ended.");
  };
  // Those used last come first.
  await page.click(".devices li:nth-child(2) button");
  await notice(page, "Chrome on Linux is signed out");
  await eventually(() => page.locator(".devices li").count(), 3);
  await press(page, "End all other sessions");
  await notice(page, "All other devices are signed out");
  await eventually(() => page.locator(".devices li").count(), 1);
  for (const other of others) await isSignedOut(other);
  await page.reload();
  await unlock(page);
  await page.click("[aria-label='Refresh balances']");
  await notice(page, "Balances updated");
  assert.deepEqual([...problems, ...others.flatMap((other) => other.problems)], []);
  await Promise.all([close(), ...others.map((other) => other.close())]);
});
