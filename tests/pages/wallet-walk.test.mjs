// A person who is offered a poisoned address, listed addresses, a dishonest token and a phishing approval. All facts are those of the server, which executes
// the contracts, reads the history and has lists of its operator.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch } from "./browser.mjs";
import { program, startServer } from "./server.mjs";
import { addressOf, balanceIs, button, confirm, ETH, eventually, fillPayment, inspect, newName, openWallet, press, review, sandbox, show, signUp, useFaucet } from "./wallet.mjs";

const modules = new URL("../oracles/node_modules", import.meta.url).pathname;
const oracles = createRequire(modules);
const { createWalletClient, defineChain, getContractAddress, http, parseAbi } = oracles("viem");
const { generatePrivateKey, privateKeyToAccount } = oracles("viem/accounts");

// The same first and last four characters as ETH.
const POISONED = `0x5aae${"0".repeat(32)}eaed`;
const WARNED = "0x1111111111111111111111111111111111111111";
const REFUSED = "0x2222222222222222222222222222222222222222";
const PHISHER = "0x00000000000000000000000000000000DeaDBeef";

const wallet = {};
const folder = mkdtempSync(join(tmpdir(), "wallet-walk-"));

before(async () => {
  const data = join(folder, "data");
  const first = await startServer({}, ["--data", data]);
  for (const [name, address, action] of [["complaints", WARNED, "warn"], ["sanctions", REFUSED, "refuse"]]) {
    const file = join(folder, name);
    writeFileSync(file, `${address}\n`);
    execFileSync(program, ["lists", "import", name, file, "--action", action, "--data", data]);
  }
  // A server that runs uses a new list after minutes.
  await first.stop();
  [wallet.server, wallet.browser] = await Promise.all([startServer({}, ["--data", data]), launch()]);
});
after(async () => {
  await wallet.browser?.close();
  await wallet.server?.stop();
  rmSync(folder, { recursive: true });
});

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((item) => item.innerText.replace(/\s+/g, " ").trim()));

// Deploys the dishonest token, all of which belongs to a holder, and returns its address.
async function deploy({ baseUrl, endpoints }, holder) {
  const [compiler, source] = ["../nodes/evm/compile.cjs", "Dishonest.sol"].map((file) => new URL(file, import.meta.url).pathname);
  const { ok: bytecode } = JSON.parse(execFileSync(process.execPath, [compiler, modules, source, "Dishonest"]));
  const account = privateKeyToAccount(generatePrivateKey());
  await sandbox(baseUrl, "faucet", { chain: "eth", address: account.address, amount: "1000000000000000000" });
  await sandbox(baseUrl, "mine", { chain: "eth" });
  const chain = defineChain({ id: 11155111, name: "sandbox", nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 }, rpcUrls: { default: { http: [endpoints.eth] } } });
  const client = createWalletClient({ account, chain, transport: http() });
  await client.deployContract({ abi: parseAbi(["constructor(address holder)"]), bytecode, args: [holder] });
  await sandbox(baseUrl, "mine", { chain: "eth" });
  return getContractAddress({ from: account.address, nonce: 0n });
}

// The maximum number of requests for facts that the page did not get in time on a busy machine.
const MAX_CHECKS = 20;

// Reviews a payment, and waits until everything about the payment is known.
async function offered(page, { to, amount, token }) {
  await show(page, "eth");
  await show(page, "eth", "send", ...(token === undefined ? [] : [token]));
  await fillPayment(page, { to, amount });
  await review(page);
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    await page.waitForSelector(".preview[aria-busy=false]");
    await page.waitForSelector("text=Checking the recipient…", { state: "detached" });
    const again = button(page, "Check again");
    if ((await again.count()) === 0) return;
    await again.first().click();
  }
}

test("walk over a real server: a poisoned address, listed addresses, a dishonest token and a phishing approval", async (context) => {
  const { page, problems, expected, close } = await openWallet(wallet);
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  const own = await addressOf(page, "eth");
  const token = await deploy(wallet.server, own);

  // 1. An address of the history, and a copy of its ends.
  await offered(page, { to: ETH, amount: "0.01" });
  await page.waitForSelector(".review >> text=first payment");
  await confirm(page);
  await offered(page, { to: POISONED, amount: "0.01" });
  await page.waitForSelector(".alike");
  const alike = ["This is not the address that you know: only the ends are the same. Someone may have put it into your history to be copied."];
  assert.deepEqual(await texts(page, ".alike > p"), alike);
  assert.equal(await page.locator(".review >> text=first payment").count(), 0);
  assert.deepEqual(await page.$$eval(".alike mark", (all) => all.map((item) => item.textContent)), [POISONED.slice(6, -4), ETH.slice(6, -4)]);
  await press(page, "Sign and send");
  await button(page, "Pay anyway").waitFor();
  context.diagnostic(`poisoned address: ${alike}`);
  await inspect(page, problems, "real-walk-address");

  // 2. Addresses on the lists of the operator.
  await offered(page, { to: WARNED, amount: "0.01" });
  const listed = "This address is on the list “complaints” of the server's operator.";
  await page.waitForSelector(`text=${listed}`);
  await press(page, "Sign and send");
  await button(page, "Pay anyway").waitFor();
  context.diagnostic(`listed address: ${listed}`);
  expected.push("status of 403");
  await show(page, "eth");
  await show(page, "eth", "send");
  await fillPayment(page, { to: REFUSED, amount: "0.01" });
  await press(page, "Review payment");
  const rejection = "The server does not pay this address: it is on the list “sanctions” of its operator.";
  await page.waitForSelector(`.field .error:has-text("${rejection}")`);
  context.diagnostic(`rejected address: ${rejection}`);

  // 3. A token that reports five and takes seven.
  await show(page, "eth", "token");
  await page.fill("[name=contract]", token);
  await press(page, "Look up");
  await press(page, "Add the token");
  await page.locator(".tokens a", { hasText: "DISH" }).waitFor();
  await offered(page, { to: ETH, amount: "5", token });
  const dishonest = [
    "You send 7 DISH (an unlisted token).",
    "This token is dishonest: it reports one transfer and makes another one.",
    "This token does not do what you ask for: other amounts move than the payment has.",
  ];
  await eventually(() => texts(page, ".preview p"), dishonest);
  context.diagnostic(`dishonest token: ${dishonest.join(" ")}`);
  await inspect(page, problems, "real-walk-token");

  // 4. An approval of five that the contract makes unlimited.
  await show(page, "eth", "approvals");
  await page.click("details.other summary");
  await page.fill("[name=token]", token);
  await page.fill("[name=spender]", PHISHER);
  await page.fill("[name=amount]", "5");
  await press(page, "Review");
  await page.waitForSelector(".preview[aria-busy=false]");
  const phishing = ["Your balances do not change, except for the fee.", "0x000000…DeaDBeef may withdraw all your DISH, without a limit."];
  await eventually(() => texts(page, ".preview p"), phishing);
  await press(page, "Sign and send");
  await button(page, "Allow without a limit").waitFor();
  assert.ok(!(await page.evaluate(() => location.hash)).includes("/sent/"));
  context.diagnostic(`phishing approval: ${phishing.join(" ")}`);
  await inspect(page, problems, "real-walk-approval");
  assert.deepEqual(problems, []);
  await close();
});
