// Steps of a user on the wallet page, and the sandbox behind it.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before } from "node:test";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { DESKTOP, LAYOUT, LIMIT, PHONE, launch, misfits, openPage, screenshot, violations } from "./browser.mjs";
import { startServer } from "./server.mjs";

export const PASSPHRASE = "a passphrase of this device";
export const PASSWORD = "tr0mbone & velvet 19";

// Recipients from published vectors: BIP 173; EIP-55; SEP-5, test 2.
export const BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
export const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
export const XLM = "GAVXVW5MCK7Q66RIBWZZKZEDQTRXWCZUP4DIIFXCCENGW2P6W4OA34RH";

// Starts a server, with settings in `env` and further options, and a browser for the tests of a file. `open` opens the page in a new browser context, which
// is a new device.
export function serveWallet(env, browser, options) {
  const served = {};
  before(async () => { [served.server, served.browser] = await Promise.all([startServer(env, options), launch(browser)]); });
  after(async () => {
    await served.browser?.close();
    await served.server?.stop();
  });
  served.open = () => openWallet(served);
  return served;
}

// Opens the page in a new browser context.
export async function openWallet({ browser, server }) {
  const opened = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  opened.page.setDefaultTimeout(LIMIT);
  await opened.context.addInitScript(recordNotices);
  await opened.open("/wallet");
  await button(opened.page, "Create a wallet").waitFor();
  return opened;
}

// Records the notices of a page: each is shown for seconds, or until the next one.
function recordNotices() {
  globalThis.notices = [];
  let shown = "";
  new MutationObserver(() => {
    const text = document.querySelector(".toast")?.textContent ?? "";
    if (text !== shown && text !== "") globalThis.notices.push(text);
    shown = text;
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

// Waits until the page has shown a notice that begins with a text, since the last notice that a test has waited for.
export async function notice(page, text) {
  const find = (text) => globalThis.notices.findIndex((notice) => notice.startsWith(text)) + 1;
  const index = await (await page.waitForFunction(find, text)).jsonValue();
  await page.evaluate((index) => globalThis.notices.splice(0, index), index);
}

// Waits until a reading of the page or of its requests has an expected value, and fails with the difference otherwise.
export async function eventually(read, expected, name) {
  const end = Date.now() + LIMIT;
  while (Date.now() < end && !isDeepStrictEqual(await read(), expected)) await setTimeout(20);
  assert.deepEqual(await read(), expected, name);
}

// Waits until a function returns neither false nor undefined, and returns the value.
export async function until(read, name) {
  for (const end = Date.now() + LIMIT; Date.now() < end; await setTimeout(20)) {
    const found = await read();
    if (found !== undefined && found !== false) return found;
  }
  return assert.fail(name);
}

export const newName = () => `user-${randomBytes(6).toString("hex")}`;

// The windows with the sizes of text in which every screen fits.
const FITTING = [
  { viewport: { width: 320, height: 640 }, sizes: ["100%"] },
  { viewport: PHONE, sizes: ["100%", "200%"] },
  { viewport: DESKTOP, sizes: ["100%"] },
];

// Returns the violations of the current screen in both schemes of colours, and stores screenshots.
async function inspectSchemes(page, viewport, name) {
  const findings = [];
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const view = `${viewport.width}-${colorScheme}`;
    // The whole of axe-core once: the schemes differ in their colours only, which do not depend on the size of the window.
    const rules = viewport === DESKTOP ? LAYOUT : colorScheme === "dark" ? ["color-contrast"] : undefined;
    if (colorScheme === "light" || viewport === PHONE) {
      const found = await violations(page, rules);
      findings.push(...found.map((finding) => `${view}: ${finding}`));
    }
    await screenshot(page, `wallet/${name}-${view}`);
  }
  return findings;
}

// Fails if the current screen is not accessible, too wide, cut, or has console errors, in any view.
export async function inspect(page, problems, name) {
  // The code of a screen that is loaded on demand.
  await page.getByText("Loading…", { exact: true }).first().waitFor({ state: "hidden" });
  const findings = problems.splice(0);
  // A message is a sentence: no name of a field or of a code follows in brackets.
  findings.push(...(await page.locator(".error, .notice").allInnerTexts()).filter((text) => /\([a-z_.]+\)\.?(\s|$)/.test(text)));
  for (const { viewport, sizes } of FITTING) {
    await page.setViewportSize(viewport);
    if (viewport === PHONE || viewport === DESKTOP) findings.push(...await inspectSchemes(page, viewport, name));
    for (const size of sizes) findings.push(...(await misfits(page, size)).map((finding) => `${viewport.width} with text of ${size}: ${finding}`));
  }
  assert.deepEqual(findings, [], name);
}

export const button = (page, name) => page.getByRole("button", { name, exact: true });

// Presses a button: below facts that appear later and move it, by the keyboard.
export async function press(page, name) {
  if (name !== "Review") return button(page, name).click();
  await button(page, name).click({ trial: true });
  await button(page, name).press("Enter");
}

// Registers an account, or logs in.
export async function signIn(page, mode, username) {
  await press(page, mode === "create" ? "Create a wallet" : "Restore a wallet");
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", PASSWORD);
  await page.click("button[type=submit]");
}

// Reads the words of a new wallet and types those that the page requests.
export async function confirmPhrase(page) {
  await page.waitForSelector(".words li");
  const words = await page.$$eval(".words strong", (all) => all.map((item) => item.textContent));
  await press(page, "I have written it down");
  await page.waitForSelector("input[name^=word-]");
  for (const input of await page.$$("input[name^=word-]")) {
    const position = Number((await input.getAttribute("name")).slice("word-".length));
    await input.fill(words[position - 1]);
  }
  await page.click("button[type=submit]");
  return words.join(" ");
}

export async function enterPhrase(page, phrase) {
  await page.fill("[name=phrase]", phrase);
  await page.click("button[type=submit]");
}

export async function protect(page) {
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.fill("[name=passphrase-again]", PASSPHRASE);
  await press(page, "Open the wallet");
  await page.waitForSelector(".chains");
}

// Creates a wallet and returns its recovery phrase.
export async function signUp(page, username) {
  await signIn(page, "create", username);
  const phrase = await confirmPhrase(page);
  await protect(page);
  return phrase;
}

// Creates a wallet and waits until it follows its payments by events: after that it requests nothing without a reason.
export async function signUpAndFollow(page, username) {
  const followed = page.waitForRequest((request) => request.url().includes("/notifications/v1/api/event"));
  await signUp(page, username);
  await followed;
}

// Opens a screen of the wallet without reloading the page, which would lock it. The page has handled the change afterwards, so that
// nothing is read from the screen before.
export async function show(page, ...parts) {
  const target = `#/${parts.join("/")}`;
  await page.evaluate((hash) => new Promise((resolve) => {
    if (location.hash === hash) return resolve();
    // Later than the listener of the page and than what it displays; independent of the timers, which a test may stop.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    addEventListener("hashchange", () => port2.postMessage(""), { once: true });
    location.hash = hash;
  }), target);
  await page.waitForFunction((hash) => location.hash === hash, target);
}

// The account m/84'/1'/0' of the mnemonic "abandon … about".
export const VPUB =
  "vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc";

// Watches an extended public key of Bitcoin.
export async function watchKey(page, name = "Cold storage", key = VPUB) {
  await show(page, "watch");
  await page.fill("[name=xpub]", key);
  await page.fill("[name=key-name]", name);
  await press(page, "Watch");
  await page.waitForSelector(`h1:has-text('${name}')`);
}

// Returns the address of the receive screen.
export async function addressOf(page, chain) {
  await show(page, chain, "receive");
  return page.textContent(".address-full code");
}

// Gets coins, or tokens of a contract, by the faucet of the page.
export async function useFaucet(page, chain, ticker) {
  await show(page, chain, "faucet");
  if (ticker !== undefined) {
    const option = page.locator("#faucet-asset option", { hasText: `${ticker} ·` });
    await page.selectOption("#faucet-asset", await option.getAttribute("value"));
  }
  // Not by its position, which changes when the list of tokens is loaded.
  await page.getByRole("button", { name: /^Get \d/ }).evaluate((button) => button.click());
  await page.waitForFunction((chain) => location.hash === `#/${chain}`, chain);
}

// Waits until the balance of the open chain is a text.
export function balanceIs(page, text) {
  return page.waitForFunction((expected) => document.querySelector(".balance .large")?.textContent.trim() === expected, text);
}

// Enters an asset on Stellar that is not in the list.
export async function enterAsset(page, code, issuer) {
  await page.locator("[name=code]").waitFor({ state: "attached" });
  if (await page.locator("details.other:not([open])").count() > 0) await page.click("details.other summary");
  await page.fill("[name=code]", code);
  await page.fill("[name=issuer]", issuer);
}

export async function fillPayment(page, { to, amount, fee, memo }) {
  await page.fill("[name=to]", to);
  if (amount === "max") await press(page, "Max");
  else await page.fill("[name=amount]", amount);
  if (fee !== undefined) await page.getByRole("radio", { name: fee }).check();
  if (memo !== undefined) await page.fill("[name=memo]", memo);
}

export async function review(page) {
  await press(page, "Review payment");
  await page.waitForSelector(".comparison");
}

// Fails unless the review fits on the screen of a phone, with the button. Inspects the review with the comparison, too.
export async function inspectReview(page, problems, name) {
  await page.setViewportSize(PHONE);
  const button = await page.locator("button.primary").boundingBox();
  assert.ok(button.y + button.height <= PHONE.height, `${name}: the button ends at ${button.y + button.height}`);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height <= PHONE.height, `${name}: ${height} pixels high`);
  await inspect(page, problems, name);
  await page.click(".comparison summary");
  await inspect(page, problems, `${name}-comparison`);
}

// Returns the compared rows of the review: part, this wallet, server.
export function comparison(page) {
  return page.$$eval(".comparison tbody tr", (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
}

export async function unlock(page) {
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.click("button[type=submit]");
  await page.waitForSelector(".chains");
}

// Opens another tab of the same browser and unlocks the wallet in it.
export async function openTab({ server }, { context, problems }) {
  const page = await context.newPage();
  page.setDefaultTimeout(LIMIT);
  page.on("pageerror", (error) => problems.push(`exception: ${error}`));
  await page.goto(`${server.baseUrl}/wallet`);
  await unlock(page);
  return page;
}

// Signs and sends the reviewed payment, mines a block and waits for the confirmation. Returns the transaction id.
export async function confirm(page) {
  await press(page, "Sign and send");
  await page.waitForFunction(() => location.hash.includes("/sent/"));
  const txid = await page.evaluate(() => location.hash.split("/").at(-1));
  await mineUntilConfirmed(page);
  return txid;
}

// Mines until the open payment is confirmed, also if the transaction is sent only now. Stellar ledgers close at once.
export async function mineUntilConfirmed(page) {
  const { origin, hash } = new URL(page.url());
  const [, chain] = hash.split("/");
  const isConfirmed = () => page.waitForSelector("text=/^Confirmed in block/", { timeout: 3_000 }).then(() => true, () => false);
  await until(async () => {
    if (chain !== "xlm") await sandbox(origin, "mine", { chain });
    return isConfirmed();
  }, "the payment is not confirmed");
}

// Calls an operation of the sandbox outside the page.
export async function sandbox(baseUrl, path, body) {
  const response = await fetch(`${baseUrl}/sandbox/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()).data;
}

// Returns the headers of a request with a merchant's token.
export async function bearer({ baseUrl, merchantKey }) {
  const issued = await fetch(`${baseUrl}/authorization/v1/api/permission/issue-by-key`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tokenId: "0b8d1c1e-6a0f-4a3e-8f4b-0d9a3f2e7c55", permissions: ["read"], merchantKey }),
  });
  const { data } = await issued.json();
  return { authorization: `Bearer ${data.permissionToken.permissionToken}`, "content-type": "application/json" };
}

// Returns address info of an address.
export async function addressInfo(server, family, chain, address) {
  const { baseUrl } = server;
  const headers = await bearer(server);
  const response = await fetch(`${baseUrl}/address-info-${family}/v1/api/${chain}?network=testnet&address=${address}`, { headers });
  return (await response.json()).data;
}
