// The buttons of a payment do not move while fees, names, previews and lists arrive: a click between press and release would miss them.
// Positions are measured in every frame, and the responses are released by the test.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, overflow, PHONE, screenshot } from "./browser.mjs";
import { balanceIs, button, ETH, newName, serveWallet, show, signUp, unlock, until, useFaucet } from "./wallet.mjs";

const wallet = serveWallet();

// Holds the responses to requests of a pattern until the returned function releases them.
async function hold(page, pattern, respond = (route) => route.continue()) {
  let isRequested = false;
  let release;
  const isReleased = new Promise((resolve) => { release = resolve; });
  await page.route(pattern, async (route) => {
    isRequested = true;
    await isReleased;
    await respond(route);
  });
  return async () => {
    await until(() => isRequested, `a request of ${pattern}`);
    release();
  };
}

// Records each position of the last primary button from now on, and returns a function that returns the different ones.
async function watchButton(page) {
  await page.evaluate(() => {
    const { x, y, width, height } = [...document.querySelectorAll("button.primary")].at(-1).getBoundingClientRect();
    const boxes = (globalThis.boxes = new Set([JSON.stringify([x, y, width, height])]));
    const note = () => {
      if (globalThis.boxes !== boxes) return;
      const button = [...document.querySelectorAll("button.primary")].at(-1);
      const box = button?.getBoundingClientRect();
      if (box !== undefined) boxes.add(JSON.stringify([box.x, box.y, box.width, box.height]));
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  return () => page.evaluate(() => new Promise((resolve) => {
    // The frame after the next one has all that is displayed now.
    requestAnimationFrame(() => requestAnimationFrame(() => resolve([...globalThis.boxes])));
  }));
}

const fees = (page) => page.locator("fieldset", { hasText: "Fee" }).getByText("$").first();
const named = (route) => route.fulfill({ json: { requestId: "local", data: { name: "alice.eth", address: ETH, kind: "ens", verified: true } } });

test("fees, names and previews that arrive late move no button, and a click that began before them counts", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await show(page, "eth");
    await show(page, "eth", "send");
    const [releaseName, releaseFees] = [await hold(page, "**/api/resolve-name/*", named), await hold(page, "**/prepare-transaction/estimate/eth")];
    await button(page, "Review payment").waitFor();
    const formBoxes = await watchButton(page);
    await page.fill("[name=amount]", "0.01");
    await page.fill("[name=to]", "alice.eth");
    await page.getByText("Looking up the name…").waitFor();
    await releaseName();
    await page.getByText("alice.eth: the Ethereum Name Service").waitFor();
    const { x, y, width, height } = await button(page, "Review payment").boundingBox();
    await page.mouse.move(x + width / 2, y + height - 2);
    await page.mouse.down();
    await releaseFees();
    await fees(page).waitFor();
    assert.equal((await formBoxes()).length, 1, `${viewport.width}: form ${await formBoxes()}`);
    await screenshot(page, `wallet/layout-form-${viewport.width}`);

    const [releasePreview, releaseRecipient] = [await hold(page, "**/transaction/preview/**"), await hold(page, "**/v1/api/*/recipient")];
    await page.mouse.up();
    await page.getByText("Checking what happens…").waitFor();
    const reviewBoxes = await watchButton(page);
    await screenshot(page, `wallet/layout-checking-${viewport.width}`);
    await releasePreview();
    await releaseRecipient();
    await page.getByText("Your first payment to this address.").waitFor();
    await page.waitForSelector(".preview[aria-busy=false]");
    await page.waitForSelector(".decision .primary:enabled");
    assert.equal((await reviewBoxes()).length, 1, `${viewport.width}: review ${await reviewBoxes()}`);
    await screenshot(page, `wallet/layout-review-${viewport.width}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("a list of assets that arrives late does not move the button of a swap", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    // The list is loaded once for each opened wallet.
    await show(page, "");
    await page.reload();
    await unlock(page);
    const releaseList = await hold(page, "**/asset-info/v1/api/xlm-asset/**");
    await show(page, "xlm", "swap");
    await page.waitForSelector("[name=issuer]");
    const boxes = await watchButton(page);
    await releaseList();
    await page.locator("#swap-to option", { hasText: "circle.com" }).first().waitFor({ state: "attached" });
    assert.equal((await boxes()).length, 1, `${viewport.width}: ${await boxes()}`);
    await screenshot(page, `wallet/layout-swap-${viewport.width}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("the button covers no field of a small window with text of twice the size", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  for (const [width, height, size] of [[320, 568, "100%"], [390, 844, "200%"], [320, 568, "200%"]]) {
    await page.setViewportSize({ width, height });
    await page.evaluate((size) => { document.documentElement.style.fontSize = size; }, size);
    await show(page, "eth");
    await show(page, "eth", "send");
    await page.fill("[name=to]", ETH);
    await page.fill("[name=amount]", "0.01");
    await fees(page).waitFor();
    const view = `${width}-${size}`;
    const found = await page.evaluate(() => {
      const bar = document.querySelector(".decision");
      const covered = [...document.querySelectorAll("#detail form :is(input, textarea, button, select)")].filter((control) => {
        if (bar.contains(control) || control.disabled) return false;
        control.focus();
        const shown = (control.type === "radio" ? control.nextElementSibling : control).getBoundingClientRect();
        return shown.bottom > bar.getBoundingClientRect().top + 1 || shown.top < -1;
      });
      scrollTo(0, document.documentElement.scrollHeight);
      const before = bar.previousElementSibling.getBoundingClientRect();
      return { covered: covered.map((control) => control.outerHTML.slice(0, 100)), share: bar.offsetHeight / innerHeight, isEndVisible: before.bottom <= bar.getBoundingClientRect().top };
    });
    await screenshot(page, `wallet/layout-small-${view.replace("%", "")}`);
    assert.deepEqual(found.covered, [], view);
    assert.ok(found.isEndVisible, view);
    assert.ok(found.share < 0.4, `${view}: the bar has ${found.share} of the height`);
    assert.ok(await overflow(page) <= 0, `${view}: ${await overflow(page)} pixels too wide`);
  }
  assert.deepEqual(problems, []);
  await close();
});
