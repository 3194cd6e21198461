// The overview and the view of a chain: layout, marks of networks, notices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, screenshot } from "./browser.mjs";
import { balanceIs, eventually, inspect, newName, notice, press, serveWallet, show, signUp, useFaucet } from "./wallet.mjs";

const wallet = serveWallet();

// The elements whose text is wider than the element, or that begin at the edge of their pane.
const faults = (page) => page.evaluate(() => {
  const name = (element) => element.textContent.trim();
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
  const overflowing = visible(".actions a, .more-actions a, .drawer summary").filter((element) => element.scrollWidth > element.clientWidth);
  const left = (element) => element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft);
  const atEdge = visible(".pane h2, .pane h1").filter((element) => left(element) - element.closest(".pane").getBoundingClientRect().left < 16);
  return [...overflowing.map((element) => `too wide: ${name(element)}`), ...atEdge.map((element) => `at the edge: ${name(element)}`)];
});

test("titles have a margin, actions hold their texts, networks with the same coin have marks", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth", "USDT");
  await page.waitForSelector("text=Tokens");
  for (const viewport of [{ width: 320, height: 640 }, PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const parts of [[], ["eth"], ["xlm"]]) {
      await show(page, ...parts);
      assert.deepEqual(await faults(page), [], `${viewport.width} ${parts}`);
    }
  }
  // All networks whose coin is ETH but Ethereum have a mark; a token has the mark of the network.
  const marked = await page.$$eval(".chains .marked", (all) => all.map((mark) => mark.closest("a").hash));
  assert.deepEqual(marked, ["#/op", "#/base", "#/arb"]);
  await show(page, "eth");
  await eventually(() => page.locator(".tokens .marked img.mark[src*='coin/eth']").count(), 1);
  await show(page, "op");
  await page.waitForSelector("text=ETH on OP Mainnet");
  await inspect(page, problems, "chain-op");
  await show(page);
  await inspect(page, problems, "overview");
  await close();
});

test("a notice covers no control", async () => {
  const { page, context, problems, close } = await wallet.open();
  await context.grantPermissions(["clipboard-write"]);
  await signUp(page, newName());
  await show(page, "eth");
  await balanceIs(page, "0 ETH");
  // The actions are where a notice appears.
  await page.setViewportSize({ width: PHONE.width, height: 320 });
  await press(page, "Copy address");
  await notice(page, "Address copied");
  await screenshot(page, "wallet/notice-small-light");
  const covered = await page.evaluate(() => {
    const toast = document.querySelector(".toast").getBoundingClientRect();
    const isBelow = ({ left, right, top, bottom }) => bottom > toast.top && top < toast.bottom && right > toast.left && left < toast.right;
    const controls = [...document.querySelectorAll("a[href], button, h1")].filter((control) => control.checkVisibility());
    return { isVisible: toast.top > 0, covered: controls.filter((control) => isBelow(control.getBoundingClientRect())).map((control) => control.textContent) };
  });
  assert.deepEqual(covered, { isVisible: true, covered: [] });
  assert.deepEqual(problems, []);
  await close();
});

// An error of a service, as every service returns it.
const failure = (code) => ({ status: 503, json: { requestId: "x", error: { code, message: "unavailable", retriable: false } } });
const text = (page, selector) => page.textContent(selector).then((found) => found.replace(/\s+/g, " ").trim());

test("the state is true: ages, missing parts of the total, one notice for all chains, offline", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  expected.push("status of 503", "ERR_INTERNET_DISCONNECTED");
  // Of the coins, one has no price.
  await context.route("**/asset-info/v1/api/price?**", (route) => {
    const assets = new URL(route.request().url()).searchParams.get("assets").split(",");
    return route.fulfill({ json: { requestId: "", data: assets.map((asset) => ({ asset, prices: asset === "gno" ? {} : { usd: "2000" } })) } });
  });
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await context.route("**/address-info-xlm/v1/api/batch", async (route) => {
    await released;
    await route.continue();
  });
  await page.clock.install();
  // With the timers of the page.
  await page.reload();
  // The balances are loaded again when the subscriptions are new, before the first request for events.
  const followed = page.waitForRequest((request) => request.url().includes("/notifications/v1/api/event"));
  await signUp(page, newName());
  await useFaucet(page, "gno");
  await balanceIs(page, "1 XDAI");
  await show(page);
  await page.waitForSelector(".missing >> text=without XLM (loading), without XDAI (no price)");
  await inspect(page, problems, "overview-incomplete");
  release();
  await followed;
  await page.waitForFunction(() => document.querySelector(".missing")?.textContent === "without XDAI (no price)");
  await page.waitForSelector(".facts >> text=Updated just now");

  // Later, a part of the chains fails: the notice names the chains, their balances keep their age. The input defers the lock.
  await page.keyboard.press("Shift");
  await page.clock.fastForward(240_000);
  await page.waitForSelector(".facts >> text=Updated 4 minutes ago");
  await context.route("**/address-info-eth-like/v1/api/batch", (route) => route.fulfill(failure("upstream_unavailable")));
  await press(page, "Refresh balances");
  await notice(page, "10 of 15 chains are not updated");
  await page.waitForSelector(".state p >> text=10 of 15 chains cannot be updated");
  assert.match(await text(page, ".state p"), /^10 of 15 chains cannot be updated\. The nodes do not respond right now\. The balances shown were updated 4 minutes ago\.$/);
  await page.click(".state summary");
  await page.waitForSelector("text=/^Ethereum, Ethereum Classic, .*, Gnosis Chain$/");
  await eventually(() => page.locator(".chains small", { hasText: "Updated 4 minutes ago" }).count(), 10);
  await inspect(page, problems, "overview-failed");
  await context.unroute("**/address-info-eth-like/v1/api/batch");
  await press(page, "Update all");
  await notice(page, "Balances updated");
  await page.waitForSelector(".state", { state: "detached" });

  await context.setOffline(true);
  await page.waitForSelector(".state >> text=You are offline.");
  await page.clock.fastForward(240_000);
  await press(page, "Refresh balances");
  await notice(page, "Offline: the balances are not updated");
  await page.waitForSelector(".state >> text=The balances shown were updated 4 minutes ago.");
  await inspect(page, problems, "overview-offline");
  await show(page, "gno");
  await page.waitForSelector(".balance >> text=Updated 4 minutes ago");
  await context.setOffline(false);
  assert.deepEqual(problems, []);
  await close();
});
