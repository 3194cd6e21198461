// The form of a payment on the wallet page: recipients that are pasted and scanned, checks while typing, values, fees and the maximum.

import assert from "node:assert/strict";
import { test } from "node:test";
import { overflow, unreachable } from "./browser.mjs";
import { balanceIs, BTC, comparison, ETH, eventually, fillPayment, inspect, inspectReview, newName, press, review, serveWallet, show, signUp, useFaucet, XLM } from "./wallet.mjs";

const wallet = serveWallet();

// BIP 350.
const BTC_LONG = "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c";
const SATOSHI = 100_000_000n;
const error = (page, name) => page.locator(`.field:has([name=${name}]) .error`);
const hint = (page, name) => page.locator(`.field:has([name=${name}]) .hint`);
const options = (page) => page.locator("fieldset", { hasText: "Fee" }).locator("label");

test("a recipient is pasted and checked while typing, an amount is entered as a value, and fees have a price and a time", async () => {
  const { page, context, problems, close } = await wallet.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");
  await show(page, "btc", "send");
  await page.waitForSelector("text=BTC on Bitcoin test network");

  // Nothing is submitted: the errors come with a pause of the input.
  await page.fill("[name=to]", ETH);
  assert.equal(await error(page, "to").textContent(), "This is not a valid address on this chain and network.");
  await page.fill("[name=amount]", "0.2");
  assert.equal(await error(page, "amount").textContent(), "Not enough funds: 0.1 BTC available.");
  await page.fill("[name=amount]", "0.000000001");
  await page.waitForSelector("text=Enter a number such as 0.5, with at most 8 decimals.");
  assert.equal(await page.evaluate(() => document.activeElement.name), "amount");
  await inspect(page, problems, "send-typed-errors");

  // A pasted URI has the amount, too.
  await page.evaluate((text) => navigator.clipboard.writeText(text), `bitcoin:${BTC}?amount=0.01&label=Shop`);
  await press(page, "Paste");
  await page.waitForFunction((expected) => document.querySelector("[name=to]").value === expected, BTC);
  await page.waitForFunction(() => document.querySelector("[name=amount]").value === "0.01");
  await page.waitForSelector("text=A valid address on Bitcoin test network");
  await options(page).filter({ hasText: "$" }).first().waitFor();
  const fees = await options(page).allTextContents();
  assert.deepEqual(fees.map((text) => text.replace(/\$\d+\.\d\d/, " $ ")), ["Slow $ about 4 h", "Normal $ about 1 h", "Fast $ about 20 min"]);
  await inspect(page, problems, "send-btc");
  assert.deepEqual((await unreachable(page)).filter((element) => !element.includes("radio")), []);

  // A value in dollars is an exact amount in the review.
  await press(page, "Enter USD");
  await page.waitForSelector("text=Amount in USD");
  await page.fill("[name=amount]", "25");
  const [amount] = /^0\.\d+/.exec(await hint(page, "amount").textContent());
  await inspect(page, problems, "send-btc-value");
  await review(page);
  assert.deepEqual((await comparison(page))[1], ["Amount", `${amount} BTC`, `${amount} BTC`]);
  assert.match(await page.textContent(".terms"), /Arrives0\.\d+ BTC in about 1 h/);
  assert.match(await page.textContent(".sum .hint"), /^\$2[45]\.\d\d$/);
  await press(page, "Change");

  // The maximum names the fee, and the review has both.
  await press(page, "Max");
  await page.waitForSelector("text=/Everything, less the fee of 0\\.\\d+ BTC\\. Nothing remains\\./");
  const [, fee] = /fee of 0\.(\d+) BTC/.exec(await hint(page, "amount").textContent());
  const sent = SATOSHI / 10n - BigInt(fee.padEnd(8, "0"));
  const maximum = `0.${sent.toString().padStart(8, "0").replace(/0+$/, "")}`;
  await eventually(() => page.inputValue("[name=amount]"), maximum);
  await inspect(page, problems, "send-btc-max");
  await review(page);
  assert.equal((await comparison(page))[1][1], `${maximum} BTC`);
  assert.deepEqual(problems, []);
  await close();
});

test("a recipient is displayed as a whole in a narrow window, in a field without lines", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const field = page.locator("[name=to]");
  // The lengths of the addresses are 62, 42 and 56 characters.
  for (const [chain, to] of [["btc", BTC_LONG], ["eth", ETH], ["xlm", XLM]]) {
    await show(page, chain, "send");
    for (const [width, height, size] of [[390, 844, "100%"], [320, 640, "200%"]]) {
      await page.setViewportSize({ width, height });
      await page.evaluate((size) => { document.documentElement.style.fontSize = size; }, size);
      await field.fill(to);
      await page.waitForSelector("text=/^A valid address on/");
      const hidden = await field.evaluate((it) => [it.scrollWidth - it.clientWidth, it.scrollHeight - it.clientHeight]);
      assert.deepEqual(hidden, [0, 0], `${chain}: ${width}, ${size}`);
      assert.ok(await overflow(page) <= 0, `${chain}: ${width}, ${size}`);
    }
    await inspect(page, problems, `send-${chain}-address`);
  }

  // The address of a document with ends of lines, and the key of a field of one line.
  await field.fill("");
  await field.focus();
  await page.keyboard.insertText(`${XLM.slice(0, 30)}\n${XLM.slice(30)}`);
  await eventually(() => field.inputValue(), XLM);
  await page.waitForSelector("text=/^A valid address on/");
  await page.waitForSelector(".decision .primary:enabled");
  await field.press("Enter");
  await page.waitForSelector("text=Enter an amount.");
  assert.equal(await field.inputValue(), XLM);
  assert.deepEqual(problems, []);
  await close();
});

test("the maximum of an account on Stellar leaves the reserve, and that of a token the coins for fees", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await show(page, "xlm", "send");
  await fillPayment(page, { to: XLM, amount: "max" });
  await page.waitForSelector("text=/The rest of 1 XLM cannot be spent now/");
  await inspect(page, problems, "send-xlm-max");

  await useFaucet(page, "eth");
  await useFaucet(page, "eth", "USDT");
  await page.waitForSelector("text=Tokens");
  await page.locator(".tokens a", { hasText: "USDT" }).click();
  await page.waitForSelector("text=USDT on Ethereum test network");
  await fillPayment(page, { to: ETH, amount: "max" });
  await page.waitForSelector("text=/Everything\\. For other fees, 0\\.999\\d+ ETH is left/");
  assert.equal(await page.inputValue("[name=amount]"), "1000");
  await inspect(page, problems, "send-usdt-max");
  await review(page);
  await inspectReview(page, problems, "review-usdt-max");
  assert.deepEqual(problems, []);
  await close();
});
