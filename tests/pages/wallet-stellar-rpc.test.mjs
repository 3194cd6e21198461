// The Stellar account on the wallet page, if the network has a Stellar RPC and no Horizon.

import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceAddress, createIssuer } from "./stellar.mjs";
import { addressInfo, addressOf, balanceIs, comparison, confirm, enterAsset, fillPayment, inspect, newName, press, review, serveWallet, show, signUp, unlock, useFaucet } from "./wallet.mjs";

// The contract of the lumen on the testnet, as the documentation of the network publishes the id.
const LUMEN = "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC";

const wallet = serveWallet({}, undefined, ["--stellar-rpc-only"]);

test("stellar without Horizon: payment, token and asset, and what is not listed", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const [own, issuer] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "POINTS")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await page.waitForSelector("text=Claimable balances may be missing: the server cannot list all.");

  await show(page, "xlm", "token");
  await page.fill("[name=contract]", LUMEN);
  await press(page, "Look up");
  await press(page, "Add the token");
  // The contract of a held asset is a part of the asset.
  await page.click("summary:has-text('Contracts of your assets')");
  assert.equal(await page.textContent("#detail details[open] dl code"), LUMEN);

  await show(page, "xlm", "send");
  await fillPayment(page, { to: issuer.address, amount: "10", memo: "17" });
  await review(page);
  await confirm(page);
  const { balances: [lumens] } = await addressInfo(wallet.server, "xlm", "xlm", issuer.address);
  assert.equal(lumens.balance.amount, "10100000000");

  await show(page, "xlm", "trustline");
  await enterAsset(page, "POINTS", issuer.address);
  await press(page, "Review");
  await confirm(page);
  await issuer.pay(own, "70000000");
  await show(page, "xlm");
  await page.waitForSelector(".tokens strong >> text=POINTS");
  await page.waitForSelector("text=Only recent transfers are listed");
  await page.waitForSelector(".history li");
  assert.equal(await page.locator("text=No transactions yet.").count(), 0);
  for (const text of ["Assets may be missing", "Open offers cannot be listed"]) assert.equal(await page.locator(`text=${text}`).count(), 0, text);
  await inspect(page, problems, "stellar-rpc");

  // A device that has not added the asset: the balance appears when the asset is entered.
  await page.evaluate(() => localStorage.removeItem("wallet-page:watched"));
  await page.reload();
  await unlock(page);
  await show(page, "xlm");
  await page.waitForSelector("text=Assets may be missing");
  await page.waitForSelector("text=Open offers cannot be listed");
  assert.equal(await page.locator(".tokens strong >> text=POINTS").count(), 0);
  await inspect(page, problems, "stellar-rpc-incomplete");
  await show(page, "xlm", "trustline");
  await enterAsset(page, "POINTS", issuer.address);
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await show(page, "xlm");
  await page.waitForSelector(".tokens strong >> text=POINTS");
  await page.waitForSelector("text=Assets may be missing", { state: "hidden" });
  assert.deepEqual(problems, []);
  await close();
});

// Opens a new wallet with lumens, and with a trustline for an asset of a new issuer.
async function openHolder() {
  const opened = await wallet.open();
  const { page } = opened;
  await signUp(page, newName());
  const [own, issuer] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "POINTS")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await show(page, "xlm", "trustline");
  await enterAsset(page, "POINTS", issuer.address);
  await press(page, "Review");
  await confirm(page);
  await issuer.pay(own, "70000000");
  await show(page, "xlm");
  await page.waitForSelector(".tokens strong >> text=POINTS");
  return { ...opened, own, issuer };
}

// The terms of the review by their names.
const terms = (page) =>
  page.$$eval(".review dl.terms dt", (names) => Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling.textContent])));

// Returns the balances of an account by the codes of their assets.
async function held(address, issuer) {
  const { balances } = await addressInfo(wallet.server, "xlm", "xlm", `${address}&assets=POINTS:${issuer.address}`);
  return Object.fromEntries(balances.map(({ asset, balance }) => [asset.code ?? "XLM", balance.amount]));
}

test("stellar without Horizon: a swap whose least amount the user enters, since no rate is known", async () => {
  const { page, problems, expected, close, own, issuer } = await openHolder();
  expected.push("status of 503");
  await show(page, "xlm", "swap");
  await page.waitForSelector("text=/^No rate is known: the server has no index/");
  await page.selectOption("#swap-to", { label: "POINTS · 7" });
  await page.fill("[name=amount]", "10");
  await press(page, "Review swap");
  await page.waitForSelector("text=Enter an amount.");
  await page.fill("[name=minimum]", "0");
  await press(page, "Review swap");
  await page.waitForSelector("[name=minimum][aria-invalid=true]:focus");
  await page.waitForSelector("text=Enter an amount above zero.");
  await inspect(page, problems, "stellar-rpc-swap");

  // Without an offer, the network rejects the swap.
  await page.fill("[name=minimum]", "4");
  const reviewSwap = async () => {
    await press(page, "Review swap");
    await page.waitForSelector(".comparison");
  };
  await reviewSwap();
  expected.push("status of 422");
  await press(page, "Sign and send");
  await page.waitForSelector("text=The server reports that the network rejected the transaction.");
  assert.equal((await held(own, issuer)).POINTS, "70000000");

  // 10 XLM are 5 POINTS.
  await issuer.sell("POINTS", undefined, "1000000000", "2");
  await page.click("[aria-label='Back to the form']");
  await reviewSwap();
  const shown = await terms(page);
  assert.deepEqual([shown["You send"], shown["You receive, at least"], shown.Through], ["10 XLM", "4 POINTS", undefined]);
  const rows = Object.fromEntries((await comparison(page)).map(([name, ...both]) => [name, both]));
  assert.deepEqual([rows.Sent, rows.Received], [["10 XLM", "10 XLM"], ["4 POINTS", "4 POINTS"]], JSON.stringify(rows));
  await inspect(page, problems, "stellar-rpc-swap-review");
  await confirm(page);
  assert.equal((await held(own, issuer)).POINTS, "120000000");
  assert.deepEqual(problems, []);
  await close();
});

test("stellar without Horizon: a balance that no server lists is claimed by its id", async () => {
  const { page, problems, close, own, issuer } = await openHolder();
  const [points, lumens, foreign] = [await issuer.setAside(own, "POINTS", "30000000"), await issuer.setAside(own, undefined, "90000000"), await issuer.setAside(issuer.address, undefined, "1")];
  await page.getByRole("link", { name: "Claim", exact: true }).click();
  await page.waitForSelector("text=The server cannot list all claimable balances.");
  const enter = async (id) => {
    await page.fill("[name=balance]", id);
    await press(page, "Review");
  };
  const address = balanceAddress(points);
  for (const [id, text] of [
    ["00000000abcd", "text=This is not the id of a claimable balance: 72 hex digits, or B and 57 more characters."],
    [`${address.slice(0, -1)}${address.endsWith("A") ? "Q" : "A"}`, "text=This is not the id of a claimable balance: 72 hex digits, or B and 57 more characters."],
    [`00000000${"ab".repeat(32)}`, "text=No claimable balance has this id. It may have been claimed already."],
    [foreign, "text=Your account cannot claim this balance, or not now."],
  ]) {
    await enter(id);
    await page.waitForSelector("[name=balance][aria-invalid=true]:focus");
    await page.waitForSelector(text);
  }
  await inspect(page, problems, "stellar-rpc-claim");

  await enter(address);
  await page.waitForSelector("text=/^You receive 3 POINTS/");
  assert.equal((await terms(page)).To, `Your account${own}`);
  const rows = await comparison(page);
  assert.ok(rows.some(([, wallet, node]) => wallet === node && wallet.includes(points.slice(8, 16))), JSON.stringify(rows));
  await inspect(page, problems, "stellar-rpc-claim-review");
  await confirm(page);
  await show(page, "xlm", "claim");
  await enter(lumens);
  await page.waitForSelector("text=/^You receive 9 XLM/");
  await confirm(page);
  const { POINTS, XLM } = await held(own, issuer);
  assert.deepEqual([POINTS, BigInt(XLM) > 10_089_000_000n], ["100000000", true]);
  assert.deepEqual(problems, []);
  await close();
});

test("stellar without Horizon: a function of a contract is called", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const [own, shop] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "POINTS")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await page.getByRole("link", { name: "Call", exact: true }).click();
  const call = async (contract, name, ...values) => {
    await page.fill("[name=contract]", contract);
    await page.fill("[name=function]", name);
    await page.fill("[name=arguments]", values.join("\n"));
    await press(page, "Review");
  };
  const transfer = [`address ${own}`, `address ${shop.address}`, "i128 25000000"];
  const isAt = (name, text = "") => page.waitForSelector(`.field.invalid:has([name=${name}]) .error:has-text("${text}")`);
  await call(LUMEN.replace("CDLZ", "CDLA"), "transfer", ...transfer);
  await isAt("contract", "This is not the address of a contract on this chain.");
  await call(LUMEN, "no function", ...transfer);
  await isAt("function", "The name of a function has 1 to 32 characters");
  for (const value of ["i129 5", "i128 five", "bool yes", "vec [", `address ${own.slice(1)}`]) {
    await call(LUMEN, "transfer", value);
    await isAt("arguments", "Argument 1: not ");
  }
  await inspect(page, problems, "call-invalid");
  expected.push("status of 400");
  await call(LUMEN, "missing", "void", "bool true", 'vec [{"type":"u32","value":"1"}]');
  await page.waitForSelector("text=The contract does not accept this call.");

  await call(LUMEN, "transfer", ...transfer);
  await page.waitForSelector(".comparison");
  await page.waitForSelector(".effect:has-text('You send 2.5 XLM.')");
  const terms = await page.textContent(".terms");
  assert.ok(terms.includes(LUMEN) && terms.includes("transfer") && terms.includes(shop.address), terms);
  await inspect(page, problems, "call-review");
  await page.click(".comparison summary");
  const rows = Object.fromEntries((await comparison(page)).map(([part, ours]) => [part, ours]));
  assert.deepEqual([rows["Function"], rows["Arguments"]], ["transfer", transfer.join(", ")]);
  await confirm(page);
  const { balances: [lumens] } = await addressInfo(wallet.server, "xlm", "xlm", shop.address);
  assert.equal(lumens.balance.amount, "10025000000");

  // The preview states who may withdraw how much; an approval without a limit has a warning.
  const approve = async (amount) => {
    await show(page, "xlm");
    await page.getByRole("link", { name: "Call", exact: true }).click();
    await call(LUMEN, "approve", `address ${own}`, `address ${shop.address}`, `i128 ${amount}`, "u32 100000");
    await page.waitForSelector(".comparison");
  };
  await approve((1n << 120n).toString());
  await page.waitForSelector(".preview .notice.warning:has-text('may withdraw all your XLM, without a limit, until ledger 100000.')");
  await inspect(page, problems, "call-unlimited");
  await approve("30000000");
  await page.waitForSelector(".preview:has-text('may withdraw up to 3 XLM of yours, until ledger 100000.')");
  await page.waitForSelector(".preview:has-text('Your balances do not change, except for the fee.')");
  await inspect(page, problems, "call-approval");
  await confirm(page);
  assert.deepEqual(problems, []);
  await close();
});
