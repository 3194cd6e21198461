// The wallet page: recovery phrase, settings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE } from "./browser.mjs";
import { button, inspect, newName, press, serveWallet, signIn } from "./wallet.mjs";

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
  const names = await page.$$eval("input[name^=word-]", (all) => all.map((input) => input.name));
  assert.equal(new Set(names).size, 3);
  const positions = names.map((name) => Number(name.slice("word-".length)));
  for (const position of positions) await page.fill(`[name=word-${position}]`, words[position - 1]);
  await page.fill(`[name=word-${positions[1]}]`, `${words[positions[1] - 1]}s`);
  await press(page, "Continue");
  assert.deepEqual(await page.$$eval(".field .error", (all) => all.map((error) => error.textContent)), [`This is not word ${positions[1]} of your phrase.`]);
  assert.equal(await page.getAttribute(`[name=word-${positions[1]}]`, "aria-invalid"), "true");
  await inspect(page, problems, "check-words");
  // Capital letters and spaces of a phone's keyboard.
  await page.fill(`[name=word-${positions[1]}]`, ` ${words[positions[1] - 1].toUpperCase()} `);
  await press(page, "Continue");
  await button(page, "Open the wallet").waitFor();
  assert.deepEqual(problems, []);
  await close();
});
