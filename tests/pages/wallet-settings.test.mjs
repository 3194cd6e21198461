// The wallet page: recovery phrase, settings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, PHONE, unreachable } from "./browser.mjs";
import {
  bearer, button, enterPhrase, eventually, inspect, newName, notice, openTab, PASSPHRASE, press, protect, serveWallet, show, signIn, signUp, unlock, useFaucet,
} from "./wallet.mjs";

const wallet = serveWallet();

test("recovery phrase: numbers and words are apart, and three words are confirmed", async () => {
  const { page, problems, close } = await wallet.open();
  await page.setViewportSize(PHONE);
  await signIn(page, "create", newName());
  await page.waitForSelector(".words strong");
  const items = await page.$$eval(".words li", (all) => all.map((item) => {
    const [number, word] = [...item.children].map((part) => part.getBoundingClientRect());
    return { text: item.textContent, gap: word.left - number.right, overflow: item.scrollWidth - item.clientWidth };
  }));
  assert.equal(items.length, 12);
  for (const [index, { text, gap, overflow }] of items.entries()) {
    assert.match(text, new RegExp(`^${index + 1} [a-z]+$`));
    assert.ok(gap >= 6 && overflow <= 0, `${text}: ${gap} pixels apart, ${overflow} too wide`);
  }
  const words = items.map(({ text }) => text.split(" ")[1]);

  await press(page, "I have written it down");
  await page.waitForSelector("input[name^=word-]");
  const names = await page.$$eval("input[name^=word-]", (all) => all.map((input) => input.name));
  assert.equal(new Set(names).size, 3);
  const positions = names.map((name) => Number(name.slice("word-".length)));
  for (const position of positions) await page.fill(`[name=word-${position}]`, words[position - 1]);
  await page.fill(`[name=word-${positions[1]}]`, `${words[positions[1] - 1]}s`);
  await press(page, "Continue");
  await eventually(() => page.$$eval(".field .error", (all) => all.map((error) => error.textContent)), [`This is not word ${positions[1]} of your phrase.`]);
  assert.equal(await page.getAttribute(`[name=word-${positions[1]}]`, "aria-invalid"), "true");
  await inspect(page, problems, "check-words");
  // Capital letters and spaces of a phone's keyboard.
  await page.fill(`[name=word-${positions[1]}]`, ` ${words[positions[1] - 1].toUpperCase()} `);
  await press(page, "Continue");
  await button(page, "Open the wallet").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

// Opens each page of the settings with the keyboard alone, at twice the size of texts, on a narrow window.
test("settings: keyboard only, and texts of twice the size", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await show(page, "settings");
  await page.waitForSelector(".rows a");
  const pages = await page.$$eval(".rows a", (all) => all.map((link) => link.getAttribute("href").split("/").at(-1)));
  assert.deepEqual(pages, ["lock", "passphrase", "phrase", "export", "password", "factor", "devices", "contacts", "currency"]);
  await page.setViewportSize({ width: 640, height: 844 });
  await page.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
  for (const name of ["", ...pages]) {
    await show(page, "settings", ...[name].filter(Boolean));
    await page.waitForFunction(() => document.activeElement?.localName === "h1");
    // One choice of a group is reached with Tab, the others with the arrow keys.
    assert.deepEqual((await unreachable(page)).filter((element) => !element.includes("radio")), [], name);
    assert.equal(await overflow(page), 0, name);
    const cut = await page.$$eval("#detail h1, #detail label, #detail button, #detail .row-label, #detail p", (all) => all.filter((item) => item.scrollWidth > item.clientWidth + 1 && getComputedStyle(item).display !== "inline").map((item) => item.outerHTML.slice(0, 120)));
    assert.deepEqual(cut, [], name);
  }
  // A row opens with Enter.
  await show(page, "settings");
  await page.locator(".rows a", { hasText: "Passphrase" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector("h1:has-text('Passphrase')");
  assert.deepEqual(problems, []);
  await close();
});

test("settings: the passphrase of the device changes, also for another tab, and the keys stay", async () => {
  const opened = await wallet.open();
  const { page, problems, close } = opened;
  await signUp(page, newName());
  const other = await openTab(wallet, opened);
  await show(page, "eth", "receive");
  const address = await page.textContent(".address-full code");
  await show(page, "settings", "passphrase");
  const fill = async (current, changed, again = changed) => {
    await page.fill("[name=current-passphrase]", current);
    await page.fill("[name=passphrase]", changed);
    await page.fill("[name=passphrase-again]", again);
    await press(page, "Change passphrase");
  };
  await fill(PASSPHRASE, "short");
  await page.waitForSelector("text=Use at least 8 characters.");
  await fill(PASSPHRASE, "another passphrase", "another passphras");
  await page.waitForSelector("text=The two are different.");
  await fill("not the passphrase", "another passphrase");
  await page.waitForSelector("text=This is not the passphrase of this wallet.");
  await inspect(page, problems, "settings-passphrase");
  await fill(PASSPHRASE, "another passphrase");
  await page.waitForSelector(".rows");
  // A change of a setting in the other tab does not restore the earlier passphrase.
  await show(other, "settings", "currency");
  await other.getByRole("radio", { name: /EUR/ }).check();
  await page.reload();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await press(page, "Unlock");
  await page.waitForSelector("text=This is not the passphrase of this wallet.");
  await page.fill("[name=passphrase]", "another passphrase");
  await press(page, "Unlock");
  await page.waitForSelector(".chains");
  await show(page, "eth", "receive");
  assert.equal(await page.textContent(".address-full code"), address);
  assert.deepEqual(problems, []);
  await close();
});

test("settings: a list with the current values; the words need the passphrase; signing out removes everything", async () => {
  const { page, problems, close } = await wallet.open();
  const phrase = await signUp(page, newName());
  await show(page, "settings");
  await page.waitForSelector("h1:has-text('Settings')");
  await inspect(page, problems, "settings");
  await page.click("a:has-text('Recovery phrase')");
  await page.fill("[name=passphrase]", PASSPHRASE);
  await inspect(page, problems, "settings-phrase");
  await press(page, "Show the words");
  await page.waitForSelector(".words");
  assert.equal((await page.$$eval(".words strong", (all) => all.map((item) => item.textContent))).join(" "), phrase);
  await press(page, "Hide the words");
  await page.waitForSelector(".words", { state: "detached" });
  await page.click("[aria-label='Settings'] >> visible=true");
  await press(page, "Sign out…");
  await press(page, "Remove the wallet from this browser");
  await button(page, "Create a wallet").waitFor();
  await eventually(() => page.evaluate(() => localStorage.length), 0);
  assert.deepEqual(problems, []);
  await close();
});

const isLocked = (page) => button(page, "Unlock").waitFor();
const isUnlocked = async (page) => assert.equal(await page.locator(".panes").count(), 1, "the wallet is locked");

test("auto-lock: after five minutes without input in any tab, or the chosen time", async () => {
  const { page, context, problems, close } = await wallet.open();
  await context.clock.install();
  await signUp(page, newName());
  const other = await openTab(wallet, { context, problems });
  // The time counts from here: the second tab may have opened slowly. The clock runs on between the steps: time is left for a busy machine.
  await page.keyboard.press("Shift");
  await context.clock.fastForward("04:00");
  await page.keyboard.press("Shift");
  // The input in a tab counts for the other one.
  await context.clock.fastForward("04:00");
  for (const tab of [page, other]) await isUnlocked(tab);
  await context.clock.fastForward("01:05");
  for (const tab of [page, other]) await isLocked(tab);

  await unlock(page);
  await show(page, "settings");
  await page.click("text=Auto-lock");
  await inspect(page, problems, "settings-lock");
  await page.getByRole("radio", { name: "1 minute" }).check();
  await notice(page, "The wallet locks after 1 minute");
  await page.keyboard.press("Shift");
  await context.clock.fastForward("00:30");
  await isUnlocked(page);
  await context.clock.fastForward("00:35");
  await isLocked(page);
  // The choice remains.
  await page.reload();
  await unlock(page);
  await show(page, "settings");
  assert.match(await page.textContent("a:has-text('Auto-lock')"), /1 minute$/);
  assert.deepEqual(problems, []);
  await close();
});

test("auto-lock: the clock counts after a sleep, in which no timer runs, before any input has an effect", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  // Sets the clock without running timers, as after a sleep. Fails if the wallet is locked then, before the next timer can lock it.
  const sleep = async (seconds) => {
    const isUnlocked = await page.evaluate((milliseconds) => {
      const { now } = Date;
      Date.now = () => now() + milliseconds;
      return document.querySelector(".panes") !== null;
    }, seconds * 1000);
    assert.ok(isUnlocked, "the wallet is locked");
  };
  const wakes = [
    () => page.mouse.click(1, 1),
    () => page.keyboard.press("Shift"),
    () => page.evaluate(() => { document.dispatchEvent(new Event("visibilitychange")); }),
    () => page.evaluate(() => { dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })); }),
  ];
  for (const wake of wakes) {
    await page.keyboard.press("Shift");
    await sleep(290);
    await wake();
    await isUnlocked(page);
    await page.keyboard.press("Shift");
    await sleep(301);
    await wake();
    await isLocked(page);
    await unlock(page);
  }
  // A click that wakes the wallet does not reach its button.
  const { hash } = new URL(page.url());
  // Waits until the button is stable.
  await page.getByRole("button", { name: "Settings" }).hover();
  await sleep(301);
  await page.mouse.down();
  await page.mouse.up();
  await isLocked(page);
  assert.equal(new URL(page.url()).hash, hash);
  // A clock that was set back prolongs nothing.
  await unlock(page);
  await sleep(-3600);
  await page.mouse.click(1, 1);
  await isLocked(page);
  assert.deepEqual(problems, []);
  await close();
});

test("locking a tab locks the others, and no secret stays in memory", async () => {
  const { page, context, problems, close } = await wallet.open();
  const phrase = await signUp(page, newName());
  const other = await openTab(wallet, { context, problems });
  // Without handles of elements, which Chromium keeps for the test together with what they refer to.
  await page.reload();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await press(page, "Unlock");
  await show(page, "settings", "phrase");
  await button(page, "Show the words").waitFor();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await press(page, "Show the words");
  await page.locator(".words").waitFor();
  const session = await context.newCDPSession(page);
  const holds = async (text) => {
    const chunks = [];
    const collect = ({ chunk }) => chunks.push(chunk);
    session.on("HeapProfiler.addHeapSnapshotChunk", collect);
    await session.send("HeapProfiler.collectGarbage");
    await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
    session.off("HeapProfiler.addHeapSnapshotChunk", collect);
    return JSON.parse(chunks.join("")).strings.some((string) => string.includes(text));
  };
  assert.ok(await holds(phrase), "the snapshot has no strings");
  await other.getByRole("button", { name: "Lock the wallet" }).click();
  for (const tab of [page, other]) await isLocked(tab);
  // After the work that was in progress.
  await eventually(() => holds(phrase), false, "the recovery phrase is in memory");
  await eventually(() => holds(PASSPHRASE), false, "the passphrase is in memory");
  assert.deepEqual(problems, []);
  await close();
});

test("currency: values are shown in the chosen one, which the server has", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await page.waitForSelector(".balance >> text=/^\\$[1-9]/");
  await show(page, "settings");
  await page.click("text=Currency");
  await inspect(page, problems, "settings-currency");
  await page.getByRole("radio", { name: "Euro" }).check();
  await show(page, "btc");
  await page.waitForSelector(".balance >> text=/^€[1-9]/");
  await page.waitForSelector(".total >> text=/^€[1-9]/");
  await page.reload();
  await unlock(page);
  await page.waitForSelector(".total >> text=/^€[1-9]/");
  // The server accepts every choice.
  await show(page, "settings", "currency");
  await page.waitForSelector(".choices");
  const codes = await page.$$eval(".choices .row-value", (all) => all.map((code) => code.textContent.toLowerCase()));
  assert.ok(codes.length >= 20, codes.join());
  const prices = await fetch(`${wallet.server.baseUrl}/asset-info/v1/api/price?assets=btc&network=testnet&currency=${codes.join()}`, { headers: await bearer(wallet.server) });
  assert.equal(prices.status, 200, await prices.text());
  assert.deepEqual(problems, []);
  await close();
});

test("private keys: after the passphrase only, hidden until revealed, never copied or sent by themselves", async () => {
  const { page, context, problems, close } = await wallet.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const requests = [];
  context.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  await signIn(page, "create", newName());
  await press(page, "I already have a recovery phrase");
  await enterPhrase(page, `${"abandon ".repeat(11)}about`);
  await protect(page);
  await page.evaluate(() => navigator.clipboard.writeText("before"));
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await show(page, "settings");
  await page.click("a:has-text('Private keys')");
  await page.selectOption("#export-chain", "eth");
  await page.fill("[name=passphrase]", "another passphrase");
  await press(page, "Continue");
  await page.waitForSelector("text=This is not the passphrase of this wallet.");
  await page.fill("[name=passphrase]", PASSPHRASE);
  await press(page, "Continue");
  await button(page, "Reveal").waitFor();
  // The first key of this phrase in all wallets of Ethereum.
  const key = "0x1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727";
  assert.ok(!(await page.content()).includes(key));
  await inspect(page, problems, "settings-export-hidden");
  await press(page, "Reveal");
  assert.equal(await page.textContent(".key code"), key);
  await inspect(page, problems, "settings-export");
  assert.equal(await clipboard(), "before");
  await press(page, "Copy private key");
  await notice(page, "Private key copied");
  assert.equal(await clipboard(), key);
  await press(page, "Hide");
  assert.ok(!(await page.content()).includes(key));

  // Another chain needs the passphrase again.
  await page.selectOption("#export-chain", "btc");
  await page.fill("[name=passphrase]", PASSPHRASE);
  await press(page, "Continue");
  await press(page, "Reveal");
  const descriptor = await page.textContent(".key code");
  assert.match(descriptor, /^wpkh\(tprv8\w+\/<0;1>\/\*\)$/);
  await page.getByRole("button", { name: "Lock the wallet" }).click();
  await unlock(page);
  assert.equal(await page.locator(".key").count(), 0);
  const secrets = [key, key.slice(2), /tprv8\w+/.exec(descriptor)[0]];
  assert.ok(requests.length > 20);
  for (const secret of secrets) assert.ok(!requests.some((request) => request.includes(secret)), "a key was sent");
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const secret of secrets) assert.ok(!stored.includes(secret), "a key was stored");
  assert.deepEqual(problems, []);
  await close();
});
