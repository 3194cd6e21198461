// The committed build of the wallet page is that of its sources, and small.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { launch, openPage, PHONE } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { button, newName, signUp, unlock } from "./wallet.mjs";

const folder = new URL("../../clients/wallet/", import.meta.url);
const path = (name) => new URL(name, folder).pathname;
const isInstalled = ["", "../typescript/"].every((client) => existsSync(path(`${client}node_modules/.installed`)));
const committed = () => Object.fromEntries(readdirSync(path("dist")).sort().map((name) => [name, readFileSync(path(`dist/${name}`), "utf8")]));

// The maximum sizes as a browser loads the files from a server that compresses: of the scripts of the screens, of those that scan a QR
// code, which load when a user scans one, and of all files of the first screen.
const MAX_SCRIPTS = 155_000;
const MAX_SCANNER = 18_000;
const SCANNER = ["Scanner.js", "qr-decoder.js"];
const MAX_FIRST_SCREEN = 60_000;

test("the committed build is that of the sources", { skip: !isInstalled && "NOT RUN: build of the wallet page: its packages are not installed" }, () => {
  const before = committed();
  const target = new URL("../../target/wallet-page/", import.meta.url).pathname;
  execFileSync("npm", ["run", "--silent", "check"], { cwd: path("."), stdio: "inherit" });
  execFileSync("npx", ["vite", "build", "--logLevel", "warn", "--emptyOutDir", "--outDir", target], { cwd: path("."), stdio: "inherit" });
  const names = readdirSync(target).sort();
  assert.deepEqual(names, Object.keys(before));
  for (const name of names) {
    assert.ok(readFileSync(target + name, "utf8") === before[name], `${name} differs: run npm run build in clients/wallet`);
  }
});

test("the scripts are small", () => {
  const sizes = Object.entries(committed()).filter(([name]) => name.endsWith(".js") && name !== "sw.js").map(([name, text]) => [name, gzipSync(text).length]);
  const isScanner = ([name]) => SCANNER.includes(name);
  const sum = (all) => all.reduce((total, [, size]) => total + size, 0);
  const [screens, scanner] = [sizes.filter((file) => !isScanner(file)), sizes.filter(isScanner)];
  assert.ok(screens.length > 3 && sum(screens) > 10_000 && sum(screens) < MAX_SCRIPTS, `${sum(screens)} bytes`);
  assert.ok(scanner.length === SCANNER.length && sum(scanner) > 10_000 && sum(scanner) < MAX_SCANNER, `${sum(scanner)} bytes`);
});

// Opens the page, and returns the size of the files that it loads until the control is visible, as a server that compresses sends them.
async function load(page, baseUrl, control) {
  const files = [];
  const note = (response) => void (new URL(response.url()).pathname.startsWith("/wallet") && files.push(response));
  page.on("response", note);
  await page.goto(`${baseUrl}/wallet`);
  await control.waitFor();
  page.off("response", note);
  const parts = await Promise.all(files.map(async (response) => [new URL(response.url()).pathname.split("/").at(-1), gzipSync(await response.body()).length]));
  return { names: parts.map(([name]) => name), size: parts.reduce((sum, [, size]) => sum + size, 0) };
}

test("the first screen loads little, and the rest when a wallet is opened", async (context) => {
  const [server, browser] = await Promise.all([startServer(), launch()]);
  context.after(async () => {
    await browser.close();
    await server.stop();
  });
  const { page } = await openPage(browser, { viewport: PHONE, colorScheme: "light" }, server.baseUrl);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  // A long task blocks input for more than 50 ms: the page is interactive at the end of the last one.
  await page.addInitScript(() => {
    globalThis.longTasks = [];
    new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration]))).observe({ type: "longtask", buffered: true });
  });
  const welcome = await load(page, server.baseUrl, button(page, "Create a wallet"));
  const times = await page.evaluate(() => performance.getEntriesByType("paint").map(({ name, startTime }) => `${name} ${Math.round(startTime)} ms`));
  const tasks = await page.evaluate(() => globalThis.longTasks);
  const end = Math.round(Math.max(0, ...tasks.map(([start, duration]) => start + duration)));
  context.diagnostic(`first screen: ${welcome.size} bytes, with the CPU slowed four times: ${times.join(", ")}, ${tasks.length} long tasks until ${end} ms`);
  assert.ok(welcome.size > 10_000 && welcome.size <= MAX_FIRST_SCREEN, `${welcome.size} bytes of ${welcome.names}`);
  assert.ok(!welcome.names.includes("client.js"), String(welcome.names));

  // The lock screen of a wallet.
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await signUp(page, newName());
  const locked = await load(page, server.baseUrl, button(page, "Unlock"));
  assert.ok(locked.size > 10_000 && locked.size <= MAX_FIRST_SCREEN, `${locked.size} bytes of ${locked.names}`);
  // The code of the wallet loads with the first letter of the passphrase.
  const opening = page.waitForRequest((request) => request.url().endsWith("/open.js"));
  await page.locator("[name=passphrase]").pressSequentially("a");
  await opening;
  await unlock(page);
});
