// The overview and the view of a chain: layout, marks of networks, notices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, PHONE, screenshot } from "./browser.mjs";
import { balanceIs, inspect, newName, press, serveWallet, show, signUp, useFaucet } from "./wallet.mjs";

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
  // All networks whose coin is ETH but Ethereum have a mark of their own; a token has that of its network.
  const marked = await page.$$eval(".chains .marked", (all) => all.map((mark) => mark.closest("a").hash));
  assert.deepEqual(marked, ["#/op", "#/base", "#/arb"]);
  await show(page, "eth");
  assert.equal(await page.locator(".tokens .marked img.mark[src*='coin/eth']").count(), 1);
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
  await page.waitForSelector(".toast >> text=Address copied");
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
