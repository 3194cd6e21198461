// Contract tokens on Stellar, on the wallet page.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createIssuer } from "./stellar.mjs";
import { addressInfo, addressOf, balanceIs, button, comparison, confirm, fillPayment, inspect, newName, press, review, serveWallet, show, signUp, useFaucet, XLM } from "./wallet.mjs";

// The contracts of the lumen on the testnet and on the livenet, as the documentation of the network publishes the ids.
const LUMEN = "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC";
const OTHER = "CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA";

const wallet = serveWallet();
const toError = (page) => page.locator(".field:has([name=to]) .error");

// Returns the 32 bytes of an address G… or C… (SEP-23).
function payloadOf(address) {
  const bits = [...address].map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from(bits.match(/.{8}/g).slice(1, 33).map((byte) => Number.parseInt(byte, 2)));
}

// Replaces the recipient of a transfer, an account, by a contract in the transaction to sign: contracts hold nothing in the sandbox.
function withContract({ unsignedMessage, ...response }, account, contract) {
  const [from, to] = [[0, 0, payloadOf(account)], [1, undefined, payloadOf(contract)]].map(([type, kind, payload]) =>
    // SCV_ADDRESS, the type of the address, for accounts the type of the key, and the bytes.
    Buffer.concat([Buffer.from([0, 0, 0, 18, 0, 0, 0, type]), Buffer.alloc(kind === undefined ? 0 : 4), payload]).toString("hex"));
  const envelope = Buffer.from(Buffer.from(unsignedMessage, "base64").toString("hex").replaceAll(from, to), "hex");
  const network = createHash("sha256").update("Test SDF Network ; September 2015").digest();
  const hash = createHash("sha256").update(network).update(envelope.subarray(0, -4)).digest("hex");
  return { ...response, hash, unsignedMessage: envelope.toString("base64") };
}

test("stellar: the contract of a held asset is a part of the asset, which contracts receive then", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const [own, { address: recipient }] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "EUR")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");

  // A payment of lumens does not reach a contract.
  await show(page, "xlm", "send");
  await page.fill("[name=to]", OTHER);
  const rejection = "This is a contract, which receives no payments. To transfer XLM to a contract, add the contract of XLM with “Add token” first.";
  await toError(page).waitFor();
  assert.equal(await toError(page).textContent(), rejection);
  await inspect(page, problems, "contract-recipient");
  await page.fill("[name=to]", OTHER.replace("CAS", "CAT"));
  await page.getByText("This is not a valid address on this chain and network.").waitFor();

  await show(page, "xlm");
  await page.getByRole("link", { name: "Add token" }).click();
  expected.push("status of 400");
  await page.fill("[name=contract]", XLM);
  await press(page, "Look up");
  await page.waitForSelector("[name=contract][aria-invalid=true]:focus");
  expected.splice(0);
  await page.fill("[name=contract]", LUMEN);
  await press(page, "Look up");
  await page.waitForSelector("text=/Every account can create a token with any name/");
  await inspect(page, problems, "contract-found");
  await press(page, "Add the token");
  await page.click("summary:has-text('Contracts of your assets')");
  assert.equal(await page.textContent("#detail details[open] dl code"), LUMEN);
  assert.equal(await page.locator(".tokens a").count(), 0);
  assert.doesNotMatch(await page.textContent(".summary"), /no price/);
  await balanceIs(page, "1,000 XLM");
  await inspect(page, problems, "contract-added");

  // An account is paid as before.
  await show(page, "xlm", "send");
  await fillPayment(page, { to: recipient, amount: "25.5" });
  await review(page);
  assert.deepEqual((await comparison(page)).slice(0, 2), [["Operation", "Payment", "Payment"], ["Recipient", recipient, recipient]]);
  await confirm(page);
  const { balances: [lumens] } = await addressInfo(wallet.server, "xlm", "xlm", recipient);
  assert.equal(lumens.balance.amount, "10255000000");

  // A contract receives a transfer by the contract of the lumen.
  await page.route("**/get-hash/xlm/token-transfer", async (route) => {
    const body = route.request().postDataJSON();
    assert.deepEqual([body.contract, body.to, body.amount], [LUMEN, OTHER, "15000000"]);
    const response = await route.fetch({ postData: { ...body, to: recipient } });
    const { data, ...rest } = await response.json();
    await route.fulfill({ response, json: { ...rest, data: withContract(data, recipient, OTHER) } });
  });
  const change = { address: own, kind: "coin", delta: { amount: "-15000000", decimals: 7 } };
  await page.route("**/transaction/preview/xlm", (route) => route.fulfill({ json: { requestId: "local", data: { outcome: "success", changes: [change], warnings: [], source: { upstream: "node", block: "1" } } } }));
  await show(page, "xlm");
  await show(page, "xlm", "send");
  await fillPayment(page, { to: OTHER, amount: "max" });
  await page.waitForSelector("text=The contract determines what the payment does.");
  await press(page, "Review payment");
  await page.getByText("The review has the fee of a contract: enter an amount that leaves something for the fee.").waitFor();
  await page.fill("[name=amount]", "1.5");
  await inspect(page, problems, "contract-form");
  await review(page);
  const rows = Object.fromEntries((await comparison(page)).map(([name, ...both]) => [name, both]));
  for (const [name, value] of [["Contract", LUMEN], ["Function", "transfer"], ["Authorized calls", rows["Authorized calls"]?.[0]]]) {
    assert.deepEqual(rows[name], [value, value], JSON.stringify(rows));
  }
  assert.equal(rows["Arguments"][0], `address ${own}, address ${OTHER}, i128 15000000`);
  const terms = await page.textContent(".terms");
  assert.ok(terms.includes(OTHER) && terms.includes("1.5 XLM"), terms);
  await page.waitForSelector(".effect:has-text('You send 1.5 XLM.')");
  await inspect(page, problems, "review-contract");
  assert.deepEqual(problems, []);
  await close();
});

test("stellar: the token of another contract is a separate asset, which accounts and contracts receive", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const own = await addressOf(page, "xlm");
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  // The sandbox has contracts of assets only.
  const token = { contract: OTHER, symbol: "FUND", balance: { amount: "12500", decimals: 3 } };
  const asset = { kind: "xlm-token", chain: "xlm", contract: OTHER };
  const action = { type: "transfer", asset, value: { amount: "5000", decimals: 3 }, from: own, to: XLM, unlisted: true, ticker: "FUND", decimals: 3 };
  const lumens = (amount) => ({ amount, decimals: 7 });
  const sent = { txid: "ab".repeat(32), block: "9", date: 1_800_000_000, fee: lumens("100"), value: lumens("0"), net: lumens("-100"),
    direction: "out", confirmations: 1, from: own, to: XLM, status: "confirmed", actions: [action], flags: ["unlisted-token"] };
  await page.route(/address-info-xlm\/v1\/api\/xlm\?.*tokens=/, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(/&tokens=[^&]*/, "") });
    const { data, ...rest } = await response.json();
    const transactions = data.transactions.length === 0 ? [] : [...data.transactions, sent];
    await route.fulfill({ response, json: { ...rest, data: { ...data, transactions, tokens: [token] } } });
  });
  // The balances are loaded again when the subscriptions are new, which can be after the token was added.
  await page.route("**/address-info-xlm/v1/api/batch", async (route) => {
    const { requests: [{ tokens, ...request }], ...query } = route.request().postDataJSON();
    const response = await route.fetch({ postData: { ...query, requests: [request] } });
    const { results: [{ data, ...result }], ...rest } = await (await response.json()).data;
    const added = { ...data, ...(tokens === undefined ? {} : { tokens: [token] }) };
    await route.fulfill({ response, json: { requestId: "local", data: { ...rest, results: [{ ...result, data: added }] } } });
  });
  await page.getByRole("link", { name: "Add token" }).click();
  await page.fill("[name=contract]", OTHER);
  await press(page, "Look up");
  await press(page, "Add the token");
  await page.waitForSelector(".tokens .amount >> text=12.5");
  assert.equal(await page.textContent(".tokens small"), "Contract CAS3…OWMA");
  const row = page.locator(".history li:has(small:text-is('FUND'))");
  await row.waitFor();
  assert.match(await row.locator(".amount strong").textContent(), /^[-−]5 FUND$/u);
  assert.match(await row.locator(".name strong").textContent(), /^Sent$/);
  assert.match(await row.locator(".name small").textContent(), /^To /);
  await inspect(page, problems, "token-added");
  await page.click(".tokens a");
  await page.waitForSelector("text=The contract determines what the payment does.");
  for (const to of [XLM, LUMEN]) {
    await page.fill("[name=to]", to);
    await page.getByText("A valid address on Stellar test network").waitFor();
    assert.equal(await toError(page).count(), 0);
  }
  await inspect(page, problems, "token-form");
  await button(page, "Review payment").waitFor();
  assert.deepEqual(problems, []);
  await close();
});
