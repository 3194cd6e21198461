// Accounts of btc-like chains on the wallet page: several addresses, change, incorrect data of a server, a higher fee for an
// incoming payment.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressInfo, addressOf, balanceIs, bearer, BTC, button, comparison, confirm, enterPhrase, eventually, fillPayment, inspect, newName, press, protect,
  review, sandbox, serveWallet, show, signIn, signUp, useFaucet,
} from "./wallet.mjs";

const wallet = serveWallet();

// The account m/84'/1'/0' of the mnemonic "abandon … about": its first addresses for payments and for change, as several wallets
// record them (SixFiveSoftware/cnlib, usable_address_test.go).
const ABANDON = `${"abandon ".repeat(11)}about`;
const RECEIVE = [
  "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl", "tb1qd7spv5q28348xl4myc8zmh983w5jx32cjhkn97", "tb1qxdyjf6h5d6qxap4n2dap97q4j5ps6ua8sll0ct",
];
const CHANGE = ["tb1q9u62588spffmq4dzjxsr5l297znf3z6j5p2688", "tb1qkwgskuzmmwwvqajnyr7yp9hgvh5y45kg8wvdmd"];
// Of another key: BIP 173.
const FOREIGN = { address: BTC, publicKey: "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798" };

// The requests for the account on btc: of all chains, and of the single one.
const ACCOUNT = /\/address-info-btc-like\/v1\/api\/(batch|btc\/xpub)$/;
const receiveIs = (page, address) =>
  page.waitForFunction((expected) => document.querySelector(".address-full code")?.textContent === expected, address);
const senders = (page) => page.$$eval(".review dt", (all) => [...all.find((term) => term.textContent === "From").nextElementSibling.children].map((code) => code.textContent));
const balanceOf = async (address) => BigInt((await addressInfo(wallet.server, "btc-like", "btc", address)).balances[0].balance.amount);

// Pays an address and mines a block.
async function pay(chain, address, amount) {
  await sandbox(wallet.server.baseUrl, "faucet", { chain, address, amount });
  await sandbox(wallet.server.baseUrl, "mine", { chain });
}

// Returns a signed transaction as the server decodes it.
async function parse(txdata) {
  const headers = await bearer(wallet.server);
  const init = { method: "POST", headers, body: JSON.stringify({ txdata, network: "testnet" }) };
  const response = await fetch(`${wallet.server.baseUrl}/blockchain-connector-btc-like/v1/api/transaction/parse/btc`, init);
  return (await response.json()).data;
}

async function restore(page, phrase) {
  await signIn(page, "create", newName());
  await press(page, "I already have a recovery phrase");
  await enterPhrase(page, phrase);
  await protect(page);
}

test("bitcoin: several addresses pay, the change has its own address and is spent with the others", async () => {
  const { page, context, problems, close } = await wallet.open();
  const requests = [];
  page.on("request", (request) => { if (request.url().includes("/address-info-btc-like/")) requests.push(request.url()); });
  // The balances are loaded again when the subscriptions are new.
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await context.route("**/notifications/v1/api/**", async (route) => {
    await released;
    await route.fallback();
  });
  await restore(page, ABANDON);
  await page.waitForFunction(() => document.querySelectorAll(".chains .amount strong").length === 15);
  // One request for all accounts.
  assert.deepEqual(requests.map((url) => url.split("/").slice(-2).join("/")), ["api/batch"]);
  release();
  for (const [index, address] of RECEIVE.entries()) {
    await show(page, "btc", "receive");
    await receiveIs(page, address);
    await page.waitForSelector(`text=Address ${index + 1} of this wallet, at the path m/84'/1'/0'/0/${index}`);
    await pay("btc", address, "1000000");
    await show(page, "btc");
  }
  await inspect(page, problems, "account-btc");
  await balanceIs(page, "0.03 BTC");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 3);

  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "0.025" });
  await review(page);
  assert.deepEqual((await senders(page)).sort(), [...RECEIVE].sort());
  const rows = await comparison(page);
  assert.deepEqual(rows.map(([name]) => name), ["Recipient", "Amount", "Change to you", "Change address"]);
  assert.deepEqual(rows[3], ["Change address", CHANGE[0], CHANGE[0]]);
  assert.ok(rows.every(([, own, server]) => own === server), JSON.stringify(rows));
  await inspect(page, problems, "review-account-btc");
  const before = await balanceOf(BTC);
  await confirm(page);
  assert.equal(await balanceOf(BTC) - before, 2_500_000n);
  for (const address of RECEIVE) assert.equal(await balanceOf(address), 0n);
  const change = await balanceOf(CHANGE[0]);
  assert.ok(change > 400_000n && change < 500_000n, `${change}`);

  // The history is that of the account: change is no payment to others.
  await show(page, "btc");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 4);
  const shown = () => page.$eval(".history > li", (row) => [".name strong", ".name small", ".amount strong"].map((part) => row.querySelector(part)?.textContent));
  await eventually(shown, ["Sent", `To ${BTC.slice(0, 6)}…${BTC.slice(-6)}`, "−0.025 BTC"]);
  // With the fee, to the last base unit.
  const total = (3_000_000n - change).toString().padStart(8, "0");
  assert.equal(await page.textContent(".history dt:has-text('With the fee') + dd"), `−0.${total} BTC`.replace(/0+ BTC$/, " BTC"));

  // The next payment spends the change and a new receipt, with the change to the next address.
  await show(page, "btc", "receive");
  await page.waitForSelector("text=Address 4 of this wallet");
  const fourth = await addressOf(page, "btc");
  await pay("btc", fourth, "1000000");
  await show(page, "btc");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 5);
  await page.waitForFunction(() => Number.parseFloat(document.querySelector(".balance .large").textContent) > 0.0101);
  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "0.0101" });
  await review(page);
  assert.deepEqual((await senders(page)).sort(), [CHANGE[0], fourth].sort());
  assert.deepEqual((await comparison(page)).at(-1), ["Change address", CHANGE[1], CHANGE[1]]);
  await confirm(page);

  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "max" });
  await review(page);
  assert.deepEqual(await senders(page), [CHANGE[1]]);
  await confirm(page);
  await show(page, "btc");
  await balanceIs(page, "0 BTC");
  assert.deepEqual(problems, []);
  await close();
});

for (const [chain, ticker, change, amount] of [["ltc", "LTC", /^tltc1q/, "0.15"], ["bch", "BCH", /^bchtest:q/, "0.15"], ["doge", "DOGE", /^n/, "1500"]]) {
  test(`${chain}: two addresses pay, and the change is spent`, async () => {
    const { page, problems, close } = await wallet.open();
    await signUp(page, newName());
    const used = [];
    for (const count of [1, 2]) {
      await show(page, chain, "receive");
      await page.waitForSelector(`text=Address ${count} of this wallet`);
      used.push(await page.textContent(".address-full code"));
      await useFaucet(page, chain);
      await page.waitForFunction((count) => document.querySelectorAll(".history > li").length === count, count);
    }
    assert.notEqual(used[0], used[1]);
    // The balance and the history are two requests.
    await page.waitForFunction((paid) => Number.parseFloat(document.querySelector(".balance .large").textContent.replace(",", "")) > paid, Number(amount));
    const recipient = { ltc: "tltc1qw508d6qejxtdg4y5r3zarvary0c5xw7klfsuq0", bch: "bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap", doge: "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc" }[chain];
    await show(page, chain, "send");
    await fillPayment(page, { to: recipient, amount });
    await review(page);
    assert.deepEqual((await senders(page)).sort(), used.sort());
    const [name, own, server] = (await comparison(page)).at(-1);
    assert.equal(name, "Change address");
    assert.match(own, change);
    assert.ok(own === server && !used.includes(own), own);
    await confirm(page);
    await show(page, chain, "send");
    await fillPayment(page, { to: recipient, amount: "max" });
    await review(page);
    assert.deepEqual(await senders(page), [own]);
    await confirm(page);
    await show(page, chain);
    await balanceIs(page, `0 ${ticker}`);
    assert.deepEqual(problems, []);
    await close();
  });
}

// Changes the data that the server returns about the account.
function falsify(context, change) {
  return context.route(ACCOUNT, async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    change(data.keys?.find(({ chain }) => chain === "btc").data ?? data);
    await route.fulfill({ response, json: { ...envelope, data } });
  });
}

test("a server that returns other addresses gets no payment, and its addresses are not shown", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");
  await show(page, "btc", "receive");
  await page.waitForSelector("text=Address 2 of this wallet");
  const own = await page.textContent(".address-full code");
  const prepared = [];
  context.on("request", (request) => { if (/blockchain-connector-btc-like\/v1\/api\/transaction/.test(request.url())) prepared.push(request.url()); });

  const lies = {
    "next receive address": ({ next }) => { next.receive = FOREIGN.address; },
    "next change address": ({ next }) => { next.change = FOREIGN.address; },
    "listed address": ({ addresses }) => { addresses[1].address = FOREIGN.address; },
    "path of an output": ({ utxo }) => { utxo[0].path = "0/1"; },
    "owner of an output": ({ utxo }) => { Object.assign(utxo[0], FOREIGN); },
  };
  for (const [name, lie] of Object.entries(lies)) {
    await falsify(context, lie);
    await show(page, "btc", "send");
    await fillPayment(page, { to: FOREIGN.address, amount: "0.01" });
    await press(page, "Review payment");
    await page.waitForSelector("text=/^The server returned addresses of another wallet. The wallet signed nothing/", name);
    await show(page, "btc", "receive");
    await page.waitForSelector("text=The server returned addresses of another wallet. The address below belongs to this wallet, but may have been used before.");
    assert.equal(await page.textContent(".address-full code"), own, name);
    assert.ok(!(await page.content()).includes(FOREIGN.address), name);
    if (name === "next receive address") await inspect(page, problems, "receive-other-addresses");
    await context.unroute(ACCOUNT);
  }
  assert.deepEqual(prepared, []);

  // After a reload the server's data were never valid: the first address is shown, which is derived here.
  await falsify(context, lies["next receive address"]);
  await page.reload();
  await page.fill("[name=passphrase]", "a passphrase of this device");
  await page.click("button[type=submit]");
  await page.waitForSelector("text=/addresses of another wallet.*may have been used before/");
  const first = await page.textContent(".address-full code");
  assert.ok(![own, FOREIGN.address].includes(first), first);
  await context.unroute(ACCOUNT);
  await show(page, "btc");
  await balanceIs(page, "0.1 BTC");
  assert.ok((await addressInfo(wallet.server, "btc-like", "btc", first)).balances[0].balance.amount === "10000000");

  // The connector replaces the address of the change in the transaction.
  await context.route("**/transaction/get-hash/btc", (route) =>
    route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), changeAddress: FOREIGN.address }) }));
  await show(page, "btc", "send");
  await fillPayment(page, { to: RECEIVE[0], amount: "0.01" });
  await press(page, "Review payment");
  await page.waitForSelector("text=The server prepared another transaction. The wallet signed nothing.");
  await context.unroute("**/transaction/get-hash/btc");
  assert.deepEqual(problems, []);
  await close();
});

// Starts or stops the blocks that the sandbox mines after a time: a pending payment remains pending until the test mines.
const automaticBlocks = (on) => sandbox(wallet.server.baseUrl, "automatic-blocks", { chain: "btc", on });

test("bitcoin: a payment from two addresses is replaced, with the change to the same address", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  const pending = { status: "pending", confirmations: 0, block: "", date: 0 };
  await context.route("**/transaction/status/btc**", (route) => route.fulfill({ json: { requestId: "", data: pending } }));
  const sent = [];
  context.on("request", (request) => { if (request.url().endsWith("/transaction/send/btc")) sent.push(request.postDataJSON().txdata); });
  await automaticBlocks(false);
  for (const index of [2, 3]) {
    await useFaucet(page, "btc");
    await show(page, "btc", "receive");
    await page.waitForSelector(`text=Address ${index} of this wallet`);
  }
  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "0.15", fee: "Slow" });
  await review(page);
  const from = await senders(page);
  assert.ok(from.length >= 2, from.join());
  const before = await comparison(page);
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  await page.getByRole("link", { name: "Speed up" }).click();
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  const after = await comparison(page);
  assert.deepEqual([after[0], after[1], after[3]], [before[0], before[1], before[3]]);
  assert.ok(Number.parseFloat(after[2][1]) < Number.parseFloat(before[2][1]), JSON.stringify([before, after]));
  assert.deepEqual(await senders(page), from);
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  const [first, second] = await Promise.all(sent.map(parse));
  const outpoints = ({ inputs }) => inputs.map(({ txid, vout }) => `${txid}:${vout}`);
  assert.deepEqual(outpoints(second), outpoints(first));
  assert.deepEqual(second.outputs.map(({ to }) => to), first.outputs.map(({ to }) => to));
  assert.deepEqual(second.outputs[0], first.outputs[0]);
  await context.unroute("**/transaction/status/btc**");
  await sandbox(wallet.server.baseUrl, "mine", { chain: "btc" });
  assert.equal(await balanceOf(second.outputs[1].to), BigInt(second.outputs[1].amount));
  await automaticBlocks(true);
  assert.deepEqual(problems, []);
  await close();
});

test("bitcoin: an incoming payment gets a higher fee by a payment to the wallet itself", async () => {
  const { page, context, problems, close } = await wallet.open();
  await signUp(page, newName());
  await automaticBlocks(false);
  const address = await addressOf(page, "btc");
  const { txid: parent } = await sandbox(wallet.server.baseUrl, "faucet", { chain: "btc", address, amount: "300000" });
  await show(page, "btc");
  await page.waitForFunction((txid) => document.querySelector(`.history code[title="${txid}"]`) !== null, parent);
  await page.locator(".history > li summary").first().click();
  await page.locator(`.history a[href="#/btc/bump/${parent}"]`).click();
  await page.waitForSelector("text=0.003 BTC to this wallet");
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await page.waitForSelector("text=This transaction spends the incoming one.");
  const rows = await comparison(page);
  assert.deepEqual(rows.map(([name]) => name), ["Recipient", "Amount"]);
  assert.ok(rows.every(([, own, server]) => own === server), JSON.stringify(rows));
  const [[, recipient], [, amount]] = rows;
  await inspect(page, problems, "review-child-btc");
  const bodies = [];
  context.on("request", (request) => { if (request.url().endsWith("/transaction/send/btc")) bodies.push(request.postDataJSON()); });
  await confirm(page);
  const { inputs, outputs } = await parse(bodies[0].txdata);
  assert.deepEqual(inputs.map(({ txid }) => txid), [parent]);
  assert.deepEqual(outputs.map(({ to }) => to), [recipient]);
  assert.equal(await balanceOf(recipient), BigInt(outputs[0].amount));
  assert.ok(Number.parseFloat(amount) > 0 && Number.parseFloat(amount) < 0.003, amount);
  await show(page, "btc");
  await page.waitForSelector("text=To yourself");
  await inspect(page, problems, "chain-child-btc");
  await automaticBlocks(true);
  assert.deepEqual(problems, []);
  await close();
});
