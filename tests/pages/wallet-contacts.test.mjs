// The wallet page: the address book, and its entries as suggestions for the recipient.

import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceIs, button, ETH, eventually, inspect, newName, notice, press, serveWallet, show, signUp, unlock, useFaucet, XLM } from "./wallet.mjs";

const wallet = serveWallet();

async function add(page, { name, chain, address, memo, type }) {
  await press(page, "Add a recipient");
  await page.fill("[name=contact-name]", name);
  await page.selectOption("#contact-chain", chain);
  await page.fill("[name=contact-address]", address);
  if (memo !== undefined) {
    await page.fill("[name=contact-memo]", memo);
    await page.getByRole("radio", { name: type }).check();
  }
  await press(page, "Save");
}

const names = (page) => page.$$eval("#detail .rows .row-label", (all) => all.map((label) => label.firstChild.textContent));

test("the address book is encrypted, survives a lock, and suggests recipients with their memo", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await show(page, "settings");
  await page.click("a:has-text('Address book'):has-text('0')");
  await add(page, { name: "Alice", chain: "eth", address: ETH.replace("5aA", "5aa") });
  await page.waitForSelector("text=This is not a valid address on this chain and network.");
  assert.equal(await page.evaluate(() => document.activeElement.name), "contact-address");
  await inspect(page, problems, "settings-contact");
  await page.fill("[name=contact-address]", ETH);
  await press(page, "Save");
  await notice(page, "Alice is saved");
  await add(page, { name: "Exchange", chain: "xlm", address: XLM, memo: "4711", type: "Number" });
  await notice(page, "Exchange is saved");
  await eventually(() => names(page), ["Alice", "Exchange"]);
  await inspect(page, problems, "settings-contacts");
  const stored = await page.evaluate(() => localStorage["wallet-page:contacts"]);
  for (const secret of ["Alice", ETH, "4711", XLM]) assert.ok(!stored.includes(secret), `${secret} is stored in clear`);

  await page.getByRole("button", { name: "Lock the wallet" }).click();
  await button(page, "Unlock").waitFor();
  await page.reload();
  await unlock(page);
  // An address of Ethereum is valid on all EVM chains, and not on others.
  await show(page, "base", "send");
  await page.click(".rows button:has-text('Alice')");
  await eventually(() => page.inputValue("[name=to]"), ETH);
  await page.waitForSelector(".known >> text=Alice, from your address book");
  await page.fill("[name=to]", "ali");
  await eventually(() => names(page), ["Alice"]);
  await inspect(page, problems, "send-suggestion");
  await page.fill("[name=to]", "bob");
  await page.waitForSelector("#detail .rows", { state: "detached" });
  await show(page, "btc", "send");
  await page.waitForSelector("[name=to]");
  await eventually(() => names(page), []);

  // The memo and its type come with the recipient, into the payment.
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await show(page, "xlm", "send");
  await page.click(".rows button:has-text('Exchange')");
  await eventually(async () => [await page.inputValue("[name=to]"), await page.inputValue("[name=memo]")], [XLM, "4711"]);
  assert.ok(await page.getByRole("radio", { name: "Number" }).isChecked());
  const prepared = page.waitForRequest((request) => request.postData()?.includes("4711") ?? false);
  await page.fill("[name=amount]", "5");
  await press(page, "Review payment");
  assert.match((await prepared).postData(), /"memoType":"id"/);

  await show(page, "settings", "contacts");
  await page.click(".rows button:has-text('Alice')");
  await press(page, "Delete this recipient");
  await notice(page, "Alice is deleted");
  await eventually(() => names(page), ["Exchange"]);
  assert.deepEqual(problems, []);
  await close();
});

test("a changed address book is not used", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await show(page, "settings", "contacts");
  await add(page, { name: "Alice", chain: "eth", address: ETH });
  await notice(page, "Alice is saved");
  await page.evaluate(() => {
    const sealed = JSON.parse(localStorage["wallet-page:contacts"]);
    const bytes = atob(sealed.ciphertext);
    const changed = String.fromCharCode(bytes.charCodeAt(0) ^ 1) + bytes.slice(1);
    localStorage["wallet-page:contacts"] = JSON.stringify({ ...sealed, ciphertext: btoa(changed) });
  });
  await page.reload();
  await unlock(page);
  await page.waitForSelector("text=The stored address book cannot be read");
  await inspect(page, problems, "settings-contacts-changed");
  await show(page, "eth", "send");
  await page.waitForSelector("[name=to]");
  await eventually(() => names(page), []);
  await show(page, "settings", "contacts");
  await press(page, "Start a new address book");
  await add(page, { name: "Bob", chain: "eth", address: ETH });
  await notice(page, "Bob is saved");
  await page.reload();
  await unlock(page);
  await page.waitForSelector(".rows >> text=Bob");
  assert.deepEqual(problems, []);
  await close();
});

test("a recipient is saved from the form of a payment, with the key Enter, and the payment is not submitted", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await show(page, "xlm", "send");
  await page.fill("[name=to]", XLM.slice(0, 20));
  assert.equal(await button(page, "Save this recipient").count(), 0);
  await page.fill("[name=to]", XLM);
  await page.fill("[name=memo]", "customer 7");
  await press(page, "Save this recipient");
  assert.ok(await button(page, "Save").isDisabled());
  await page.fill("[name=recipient-name]", "Exchange");
  await inspect(page, problems, "send-save-recipient");
  await page.press("[name=recipient-name]", "Enter");
  await page.waitForSelector(".known:has-text('Exchange')");
  assert.equal(await page.locator(".error").count(), 0);
  assert.equal(await button(page, "Save this recipient").count(), 0);
  await page.reload();
  await unlock(page);
  await page.fill("[name=to]", "exch");
  await page.click(".rows button:has-text('Exchange')");
  await eventually(async () => [await page.inputValue("[name=to]"), await page.inputValue("[name=memo]")], [XLM, "customer 7"]);
  assert.deepEqual(problems, []);
  await close();
});

test("a list of assets that arrives late does not replace the recipient that is typed after a link", async () => {
  const { page, context, problems, close } = await wallet.open();
  let release;
  const isReleased = new Promise((resolve) => { release = resolve; });
  await context.route("**/address-info-eth-like/**", async (route) => {
    await isReleased;
    await route.continue();
  });
  await signUp(page, newName());
  await show(page, "eth", "send");
  await page.fill("[name=to]", `ethereum:${ETH}`);
  await eventually(() => page.inputValue("[name=to]"), ETH);
  await page.fill("[name=to]", "ali");
  release();
  await page.waitForSelector("text=/^Available: 0 ETH/");
  assert.equal(await page.inputValue("[name=to]"), "ali");
  assert.deepEqual(problems, []);
  await close();
});
