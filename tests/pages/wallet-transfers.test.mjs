// Several recipients, replacements, approvals and signed messages on the wallet page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, balanceIs, BTC, comparison, confirm, ETH, fillPayment, inspect, newName, press, review, sandbox, serveWallet, show, signUp, useFaucet } from "./wallet.mjs";

const wallet = serveWallet();
const OTHER = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";
const SPENDER = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
// Has no code in the sandbox, so that no call of it fails.
const COLLECTION = "0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D";

// Keeps a payment pending: the sandbox mines pending transactions every few seconds.
async function keepPending(context, chain) {
  const pending = { status: "pending", confirmations: 0, block: "", date: 0 };
  await context.route(`**/transaction/status/${chain}**`, (route) => route.fulfill({ json: { requestId: "", data: pending } }));
  await sandbox(wallet.server.baseUrl, "automatic-blocks", { chain, on: false });
}

// Signs and sends a payment that stays pending, and opens its replacement. Returns the transaction id.
async function sendPending(page) {
  await press(page, "Sign and send");
  await page.waitForSelector("text=Waiting for a confirmation");
  return page.evaluate(() => location.hash.split("/").at(-1));
}

// Signs and sends a replacement, which is rejected if the sandbox mined the payment before.
async function signReplacement(page, replaced) {
  await press(page, "Sign and send");
  const sent = page.locator("text=Waiting for a confirmation").or(page.locator(".problem"));
  await sent.first().waitFor();
  if (await page.locator(".problem").count() > 0) {
    assert.match(await page.textContent(".problem"), /rejected the transaction/);
    return;
  }
  assert.notEqual(await page.evaluate(() => location.hash.split("/").at(-1)), replaced);
  // The entry of the replacement names the replaced payment, which is not listed itself.
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem("wallet-page:sent")));
  assert.ok(stored.every(({ txid }) => txid !== replaced), "the replaced payment is no longer in progress");
}

test("bitcoin: several recipients, replacement with a higher fee", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");
  await show(page, "btc", "send");
  await fillPayment(page, { to: BTC, amount: "0.01" });
  await press(page, "Add a recipient");
  await press(page, "Add a recipient");
  await page.fill("[name=to-2]", ETH);
  await page.fill("[name=amount-2]", "0.02");
  await press(page, "Review payment");
  await page.waitForSelector("text=Enter the address of recipient 3.");
  await press(page, "Remove recipient 3");
  await press(page, "Review payment");
  await page.waitForSelector("text=Recipient 2: This is not a valid address on this chain and network.");
  await page.fill("[name=to-2]", OTHER);
  await page.fill("[name=amount-2]", "0.095");
  await press(page, "Review payment");
  await page.waitForSelector("text=Not enough funds for all recipients: 0.1 BTC available.");
  await inspect(page, problems, "send-btc-several");
  await page.fill("[name=amount-2]", "0.02");
  await page.getByRole("radio", { name: "Slow" }).check();
  await review(page);
  const rows = await comparison(page);
  assert.deepEqual(rows.slice(0, 4), [
    ["Recipient 1", BTC, BTC], ["Amount 1", "0.01 BTC", "0.01 BTC"], ["Recipient 2", OTHER, OTHER], ["Amount 2", "0.02 BTC", "0.02 BTC"],
  ]);
  assert.ok(rows.every(([, own, server]) => own === server), JSON.stringify(rows));
  await page.waitForSelector("text=To, 2 of 2");
  await inspect(page, problems, "review-btc-several");
  await keepPending(context, "btc");
  const txid = await sendPending(page);

  // From the row of the history.
  await show(page, "btc");
  await page.waitForSelector("h3:text-is('Pending')");
  await page.getByRole("link", { name: "Speed up" }).first().click();
  await page.waitForSelector("text=0.03 BTC to 2 recipients");
  await inspect(page, problems, "bump-btc");
  // The sandbox may have mined the payment already.
  expected.push("status of 4");
  await press(page, "Review");
  const outcome = page.locator(".comparison, .problem").first();
  await outcome.waitFor();
  if (await page.locator(".comparison").count() > 0) {
    await page.waitForSelector("text=This transaction replaces the pending one.");
    const replaced = await comparison(page);
    assert.deepEqual(replaced.slice(0, 4), rows.slice(0, 4));
    assert.notDeepEqual(replaced[4], rows[4]);
    assert.ok(replaced.every(([, own, server]) => own === server), JSON.stringify(replaced));
    await signReplacement(page, txid);
  } else {
    assert.match(await outcome.textContent(), /not valid/);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("ethereum: speed up, cancel, approve, revoke", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await useFaucet(page, "eth", "USDT");
  await page.waitForSelector("text=Tokens");
  // A block between estimate and preparation can raise the base fee above the slow price.
  await keepPending(context, "eth");
  await show(page, "eth", "send");
  await fillPayment(page, { to: ETH, amount: "0.25", fee: "Slow" });
  await review(page);
  const first = await sendPending(page);
  await page.getByRole("link", { name: "Speed up" }).click();
  await page.waitForSelector(`text=0.25 ETH to ${ETH}`);
  await inspect(page, problems, "bump-eth");
  // The sandbox may have mined the payment already, or may do so before the replacement is sent.
  expected.push("status of 4");
  await press(page, "Review");
  const outcome = page.locator(".comparison, .problem").first();
  await outcome.waitFor();
  if (await page.locator(".comparison").count() > 0) {
    const rows = await comparison(page);
    assert.deepEqual(rows.slice(0, 2), [["Recipient", ETH, ETH], ["Amount", "0.25 ETH", "0.25 ETH"]]);
    await press(page, "Change");
    await page.getByRole("radio", { name: "Cancel" }).check();
    await press(page, "Review");
    await page.waitForSelector(".comparison, .problem");
  }
  if (await page.locator(".comparison").count() > 0) {
    const own = await page.textContent(".review dd:nth-of-type(1) code");
    assert.deepEqual((await comparison(page)).slice(0, 2), [["Recipient", own, own], ["Amount", "0 ETH", "0 ETH"]]);
    await signReplacement(page, first);
  }
  await context.unroute("**/transaction/status/eth**");
  await sandbox(wallet.server.baseUrl, "automatic-blocks", { chain: "eth", on: true });

  const openForm = async () => {
    await show(page, "eth", "approvals");
    await page.click("details.other summary");
  };
  await show(page, "eth", "approvals");
  await page.waitForSelector("text=/^(No one|This device has approved no one)\\.$/");
  await inspect(page, problems, "approvals-empty");
  // The status of the replaced payment is not requested any more.
  expected.splice(0);
  await openForm();
  await inspect(page, problems, "approvals");
  await press(page, "USDT");
  await page.fill("[name=spender]", "0x12");
  await page.fill("[name=amount]", "2.5");
  await press(page, "Review");
  await page.waitForSelector("text=The spender is not a valid address");
  await page.fill("[name=spender]", SPENDER);
  await page.fill("[name=amount]", `1${"0".repeat(60)}`);
  await press(page, "Review");
  await page.waitForSelector("text=This wallet does not sign unlimited approvals.");
  await page.fill("[name=amount]", "2.5");
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await page.waitForSelector("text=2.5 USDT");
  const rows = await comparison(page);
  assert.deepEqual(rows.slice(1, 3), [["Spender", SPENDER, SPENDER], ["In the smallest units", "2500000", "2500000"]]);
  assert.ok(rows.every(([, own, server]) => own.toLowerCase() === server.toLowerCase()), JSON.stringify(rows));
  await inspect(page, problems, "review-approval");
  await confirm(page);

  // The list has the approval in units of the token, until a block contains the revocation.
  await show(page, "eth", "approvals");
  await page.waitForSelector(".approval >> text=Up to 2.5 USDT");
  await page.waitForFunction(() => !document.querySelector(".approval")?.textContent.includes("waits"));
  await inspect(page, problems, "approvals-list");
  await press(page, `Revoke USDT for ${SPENDER.slice(0, 8)}…${SPENDER.slice(-8)}`);
  await page.waitForSelector(".comparison");
  assert.deepEqual((await comparison(page)).slice(1, 3), [["Spender", SPENDER, SPENDER], ["In the smallest units", "0", "0"]]);
  await confirm(page);
  await show(page, "eth", "approvals");
  await page.waitForFunction(() => document.querySelector(".approval") === null);

  // A token of ERC-721 with an id of 256 bits, which is not an unlimited approval.
  const tokenId = (2n ** 256n - 1n).toString();
  await show(page, "eth");
  await openForm();
  await page.getByRole("radio", { name: "NFT", exact: true }).check();
  await page.fill("[name=token]", COLLECTION);
  await page.fill("[name=token-id]", "one");
  await press(page, "Review");
  await page.waitForSelector("text=The id of the token is a whole number.");
  await page.fill("[name=token-id]", tokenId);
  await inspect(page, problems, "revoke-nft");
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  assert.deepEqual((await comparison(page)).slice(2, 3), [["Id of the token", tokenId, tokenId]]);
  assert.equal(await page.locator(".notice.warning", { hasText: "all tokens" }).count(), 0);
  await inspect(page, problems, "review-revoke-nft");
  await confirm(page);
  assert.deepEqual(problems, []);
  await close();
});

test("ethereum: a signed text, and a permit with its warning", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const own = await addressOf(page, "eth");
  await show(page, "eth", "message");
  await page.fill("[name=message]", "Sign in to example.com");
  await inspect(page, problems, "message");
  await press(page, "Review message");
  await page.waitForSelector("text=Signed by");
  await press(page, "Sign");
  assert.match(await page.textContent(".signature"), /^0x[0-9a-f]{128}1[bc]$/);
  await inspect(page, problems, "message-signed");

  await show(page, "eth");
  await show(page, "eth", "message");
  await page.getByRole("radio", { name: "Typed data" }).check();
  await page.fill("[name=message]", "{");
  await press(page, "Review message");
  await page.waitForSelector("text=The typed data are not valid JSON.");
  const field = (text) => ({ type: text.split(" ")[0], name: text.split(" ")[1] });
  const permit = {
    types: { Permit: ["address owner", "address spender", "uint256 value", "uint256 nonce", "uint256 deadline"].map(field) },
    primaryType: "Permit",
    domain: { name: "USD Coin", version: "2", chainId: 1, verifyingContract: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48" },
    message: { owner: own, spender: SPENDER, value: (2n ** 256n - 1n).toString(), nonce: 0, deadline: "1798761600" },
  };
  await page.fill("[name=message]", JSON.stringify(permit));
  await press(page, "Review message");
  await page.waitForSelector("text=The value of “domain.chainId” is not accepted: not that of the chain: 11155111.");
  permit.domain.chainId = 11155111;
  await page.fill("[name=message]", JSON.stringify(permit));
  await press(page, "Review message");
  await page.waitForSelector("text=All tokens, without a limit");
  assert.equal(await page.locator(".notice.warning").count(), 1);
  await page.waitForSelector(`text=${SPENDER}`);
  await inspect(page, problems, "message-permit");
  // An allowance without a limit needs two confirmations, and the second one names the token and the spender.
  await press(page, "Sign");
  // The name of the token is loaded from the asset list.
  await page.getByRole("alert").filter({ hasText: new RegExp(`Are you sure.*${SPENDER}.*all of USD Coin`, "i") }).waitFor();
  assert.equal(await page.locator(".signature").count(), 0);
  await inspect(page, problems, "message-permit-question");
  await press(page, "Allow without a limit");
  await page.waitForSelector(".signature");
  assert.match(await page.textContent(".signature"), /^0x[0-9a-f]{128}1[bc]$/);

  // A transfer of EIP-3009 is shown as one, an authorisation of an unknown form has a warning.
  const fields = "address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce";
  const transfer = { from: own, to: SPENDER, value: "2500000", validAfter: 0, validBefore: "1798761600", nonce: `0x${"00".repeat(32)}` };
  const data = (primaryType, declared, message) => JSON.stringify({ ...permit, types: { [primaryType]: declared.split(",").map(field) }, primaryType, message });
  const reviewData = async (text) => {
    await show(page, "eth");
    await show(page, "eth", "message");
    await page.getByRole("radio", { name: "Typed data" }).check();
    await page.fill("[name=message]", text);
    await press(page, "Review message");
    await page.waitForSelector("text=Signed by");
  };
  await reviewData(data("TransferWithAuthorization", fields, transfer));
  await page.waitForSelector(`text=${SPENDER}`);
  assert.equal(await page.locator(".notice.warning").count(), 0);
  await inspect(page, problems, "message-eip3009");
  const further = "address owner,address spender,uint256 value,uint256 nonce,uint256 deadline,bool more";
  await reviewData(data("Permit", further, { ...permit.message, value: "7", more: true }));
  await page.waitForSelector(".notice.warning");
  assert.match(await page.textContent(".notice.warning"), /authorisation/);
  await inspect(page, problems, "message-unknown");
  assert.deepEqual(problems, []);
  await close();
});
