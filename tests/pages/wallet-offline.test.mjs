// The wallet page offline: the last state and version, encrypted; no response to a request with a token is stored.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, balanceIs, eventually, inspect, newName, notice, PASSPHRASE, serveWallet, show, signUp, unlock, until, useFaucet } from "./wallet.mjs";

const wallet = serveWallet();

const FILES = "wallet-page-files";
const cached = (page) => page.evaluate(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname), FILES);
const isEarlier = (path) => path.includes("/0000000000000000/");
// Waits until the paths in the cache are as expected.
const untilCached = (page, isExpected) => until(async () => isExpected(await cached(page)), "the files in the cache");
const isKept = (page) => untilCached(page, (paths) => paths.includes("/wallet"));

test("the page can be installed", async () => {
  const { page, context, problems, close } = await wallet.open();
  const devtools = await context.newCDPSession(page);
  const { errors, data, url } = await devtools.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  const { start_url: start, scope, icons } = JSON.parse(data);
  assert.deepEqual([start, scope], ["/wallet", "/wallet"]);
  for (const { src, type } of icons) {
    const response = await page.request.get(new URL(src, url).href);
    assert.deepEqual([response.status(), response.headers()["content-type"]], [200, type], src);
  }
  assert.deepEqual((await devtools.send("Page.getInstallabilityErrors")).installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito"), []);
  assert.deepEqual(problems, []);
  await close();
});

test("the page opens offline with the last balances and histories", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  const address = await addressOf(page, "eth");
  await page.waitForFunction(() => document.querySelectorAll(".chains .amount strong").length === 15);
  await isKept(page);
  // The state is stored a second after the last change.
  await page.waitForFunction(() => localStorage.getItem("wallet-page:last") !== null);
  // With the worker in control, all icons are stored, too.
  await page.reload();
  await unlock(page);
  await page.waitForFunction(() => document.querySelectorAll(".chains img").length > 14 && [...document.querySelectorAll(".chains img")].every((image) => image.complete));
  await show(page, "eth");
  await page.waitForSelector(".history > li >> text=+1");
  // The state is stored a second after the next change, with this history.
  const stored = () => page.evaluate(() => localStorage.getItem("wallet-page:last"));
  const before = await stored();
  await page.click("[aria-label='Refresh balances']");
  await notice(page, "Balances updated");
  await until(async () => (await stored()) !== before, "the state is not stored");
  const paths = await cached(page);
  const [, version] = paths.find((path) => path.endsWith("/wallet.js")).split("/").slice(1);
  assert.ok(paths.every((path) => path === "/wallet" || path.startsWith(`/wallet/${version}/`) || path.startsWith("/asset-info/v1/api/icon/")), paths.join(" "));
  // Nothing is readable without the keys of the wallet.
  const { nonce, ciphertext, ...others } = await page.evaluate(() => JSON.parse(localStorage.getItem("wallet-page:last")));
  assert.deepEqual([Buffer.from(nonce, "base64").length, others], [12, {}]);
  assert.ok(ciphertext.length > 100 && !Buffer.from(ciphertext, "base64").toString("latin1").includes(address.slice(2, 20)));

  // Also of a request that the page sends just before the reload.
  expected.push("ERR_INTERNET_DISCONNECTED", "ERR_FAILED");
  await context.setOffline(true);
  await page.reload();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.click("button[type=submit]");
  await page.waitForSelector(".state >> text=You are offline.");
  await page.waitForSelector(".balance .large >> text=1");
  await page.waitForSelector(".history > li >> text=+1");
  await eventually(() => page.locator(".chains .amount strong").count(), 15);
  await page.waitForFunction(() => [...document.querySelectorAll(".chains img")].every((image) => image.complete && image.naturalWidth > 0));
  // Screens that had not been opened.
  await show(page, "eth", "receive");
  await page.waitForSelector(`text=${address}`);
  await show(page, "settings");
  await page.waitForSelector("h1:has-text('Settings')");
  await show(page);
  await inspect(page, problems, "offline");

  await context.setOffline(false);
  // Online again, the balances are loaded without a request of the user.
  await page.waitForSelector(".state", { state: "detached" });
  await page.waitForSelector(".facts >> text=Updated just now");
  assert.deepEqual(problems, []);
  await close();
});

test("after an update, the page has the new version, also offline", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  await isKept(page);
  // A page of an earlier version, as the cache has it before an update.
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const earlier = "/wallet/0000000000000000/";
    await cache.put(`${earlier}wallet.js`, new Response("document.title = 'earlier'", { headers: { "content-type": "text/javascript" } }));
    const html = (await (await cache.match("/wallet")).text()).replaceAll(/\/wallet\/[0-9a-f]{16}\//g, earlier);
    await cache.put("/wallet", new Response(html, { headers: { "content-type": "text/html" } }));
  }, FILES);
  await page.reload();
  await page.waitForSelector("[name=passphrase]");
  assert.equal(await page.title(), "Wallet");
  await untilCached(page, (paths) => !paths.some(isEarlier));
  await context.setOffline(true);
  await page.reload();
  await unlock(page);
  await context.setOffline(false);
  assert.deepEqual(problems.filter((problem) => !problem.includes("net::ERR_")), []);
  await close();
});

test("a tab of an earlier version that misses a file reloads itself, once for a version", async () => {
  const { page, context, expected, problems, close } = await wallet.open();
  await signUp(page, newName());
  expected.push("404", "Failed to fetch dynamically imported module", "to apply style");
  const loads = [];
  page.on("framenavigated", (frame) => loads.push(frame.url()));
  const next = "/wallet/1111111111111111/";
  // An update of the server: the page has other URLs, and the files of this tab do not exist any more.
  await context.route("**/wallet", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(/\/wallet\/[0-9a-f]{16}\//g, next) });
  });
  await context.route("**/pay.js", (route) => route.fulfill({ status: 404, body: "" }));
  // The tab of the browser has neither a worker nor its cache.
  await page.evaluate(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const reloaded = page.waitForEvent("load");
  await page.evaluate(() => { location.hash = "#/eth/send"; });
  await reloaded;
  assert.equal(await page.evaluate(() => sessionStorage.getItem("wallet-page:reloaded")), next);
  // The stored version is that of the update: a further failure shows its error, with a button.
  await context.unroute("**/wallet");
  await page.evaluate((version) => sessionStorage.setItem("wallet-page:reloaded", version), next);
  loads.length = 0;
  await context.route("**/wallet", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: route.request().isNavigationRequest() ? await response.text() : (await response.text()).replaceAll(/\/wallet\/[0-9a-f]{16}\//g, next) });
  });
  await page.reload();
  await unlock(page);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  assert.deepEqual(loads.length, 1, loads.join(" "));
  assert.deepEqual(problems, []);
  await close();
});
