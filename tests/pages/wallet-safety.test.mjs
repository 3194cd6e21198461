// The wallet page before a signature. The facts about the transactions are replies in the form of the documents, which each test states: the page shows
// what a server reports. The facts of a real server: wallet-walk.test.mjs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, balanceIs, button, comparison, ETH, eventually, fillPayment, inspect, newName, press, review, serveWallet, show, signUp, useFaucet } from "./wallet.mjs";

const wallet = serveWallet();

const USDT = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const PHISHER = "0x00000000000000000000000000000000DeaDBeef";
const COLLECTION = "0x2222222222222222222222222222222222222222";
const SOURCE = { upstream: "node", block: "1" };

// Replies of the server to the requests for facts; a test replaces them. `undefined` is a server that cannot say.
async function facts(page) {
  const replies = {
    preview: () => ({ outcome: "unknown", changes: [], approvals: [], warnings: [], source: { ...SOURCE, partial: ["preview"] } }),
    recipient: () => ({ paidBefore: 1, lastAt: 1_700_000_000, lookAlikes: [], own: false, lists: [], warnings: [], source: {} }),
    approvals: () => ({ approvals: [], source: SOURCE }),
    nfts: () => ({ nfts: [], source: SOURCE }),
  };
  const requests = [];
  const serve = (pattern, name) => page.route(pattern, async (route) => {
    const body = route.request().postDataJSON() ?? Object.fromEntries(new URL(route.request().url()).searchParams);
    requests.push({ name, ...body });
    await route.fulfill({ json: { requestId: "local", data: await replies[name](body) } });
  });
  await serve("**/transaction/preview/**", "preview");
  await serve("**/v1/api/*/recipient", "recipient");
  await serve("**/v1/api/*/approvals?**", "approvals");
  await serve("**/v1/api/*/nfts?**", "nfts");
  return { replies, requests };
}

const usdt = (address, amount) => ({ address, kind: "erc20", contract: USDT, delta: { amount, decimals: 6 } });
const texts = (page, selector) => page.$$eval(selector, (all) => all.map((item) => item.innerText.replace(/\s+/g, " ").trim()));

async function funded() {
  const opened = await wallet.open();
  const { page } = opened;
  const served = await facts(page);
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  await useFaucet(page, "eth", "USDT");
  await page.locator(".tokens a", { hasText: "USDT" }).waitFor();
  const own = await addressOf(page, "eth");
  return { ...opened, ...served, own };
}

test("the review describes the known effects in words", async (context) => {
  const { page, problems, expected, replies, requests, own, close } = await funded();
  const effectsAre = async (reply, words) => {
    replies.preview = reply;
    await show(page, "eth");
    await show(page, "eth", "send", USDT);
    await fillPayment(page, { to: ETH, amount: "5" });
    await review(page);
    await page.waitForSelector(".preview[aria-busy=false]");
    await eventually(() => texts(page, ".preview p"), words);
  };
  const effects = { outcome: "success", approvals: [], warnings: [], source: SOURCE };
  await effectsAre(() => ({ ...effects, changes: [usdt(own, "-5000000"), usdt(ETH, "5000000")] }), ["You send 5 USDT."]);
  // The previewed call is the one that is signed.
  const { from, to, value, data } = requests.findLast(({ name }) => name === "preview");
  assert.deepEqual([from, to.toLowerCase(), value], [own, USDT.toLowerCase(), "0"]);
  assert.equal(data, `0xa9059cbb${"0".repeat(24)}${ETH.slice(2).toLowerCase()}${(5_000_000).toString(16).padStart(64, "0")}`);
  await page.waitForSelector(".review > .hint >> text=/^Paid once before, on /");
  await inspect(page, problems, "preview");

  const swapped = { address: own, kind: "coin", delta: { amount: "2000000000000000", decimals: 18 } };
  // More than the payment: the amounts are those of the person's words, with a warning.
  await effectsAre(() => ({ ...effects, changes: [usdt(own, "-5000000"), swapped] }), [
    "You send 5 USDT, you receive 0.002 ETH.",
    "This token does not do what you ask for: other amounts move than the payment has.",
  ]);
  // Tokens and collections outside the asset list are marked. The sandbox has no such contract.
  expected.push("status of 404");
  const received = [{ kind: "erc20", contract: COLLECTION, delta: { amount: "1", decimals: 0 } }, { kind: "erc721", contract: COLLECTION, id: "7", delta: { amount: "1", decimals: 0 } }];
  const marked = (unlisted) => () => ({ ...effects, changes: [usdt(own, "-5000000"), ...received.map((change) => ({ address: own, unlisted, ...change }))] });
  const mismatch = "This token does not do what you ask for: other amounts move than the payment has.";
  await effectsAre(marked(true), ["You send 5 USDT, you receive 1 0x2222…222222 (an unlisted token) and NFT #7 of 0x2222…222222 (an unlisted token).", mismatch]);
  await effectsAre(marked(undefined), ["You send 5 USDT, you receive 1 0x2222…222222 and NFT #7 of 0x2222…222222.", mismatch]);
  await effectsAre(() => ({ ...effects, outcome: "reverted", changes: [], reason: { text: "ERC20InsufficientBalance" } }), [
    "This transaction would fail. If you send it, you pay the fee for nothing. The contract’s reason: “ERC20InsufficientBalance”.",
  ]);
  await inspect(page, problems, "preview-reverted");
  const unknown = ["It is not known what this transaction will do: the server could not execute it. Check again"];
  await effectsAre(() => ({ outcome: "unknown", changes: [], source: { partial: ["preview"] } }), unknown);
  replies.preview = () => ({ ...effects, changes: [usdt(own, "-5000000"), usdt(ETH, "5000000")] });
  await page.locator(".preview >> text=Check again").click();
  await eventually(() => texts(page, ".preview p"), ["You send 5 USDT."]);
  context.diagnostic("success, swap, reverted, unknown");
  assert.deepEqual(problems, []);
  await close();
});

test("an amount with 18 decimals has one line on a phone", async () => {
  const { page, problems, replies, own, close } = await funded();
  replies.preview = () => ({ outcome: "success", approvals: [], source: SOURCE, changes: [{ address: own, kind: "coin", delta: { amount: "-123456789012345678", decimals: 18 } }] });
  await page.setViewportSize({ width: 390, height: 844 });
  await show(page, "eth", "send");
  await fillPayment(page, { to: ETH, amount: "0.123456789012345678" });
  await review(page);
  await page.waitForSelector(".effect");
  const numbers = await page.evaluate(() => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector(".review"), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (node.parentElement.closest("code, details") !== null) continue;
      for (const { 0: text, index } of node.data.matchAll(/[\d,.]{12,}/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        found.push([text, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size]);
      }
    }
    return found;
  });
  // The large amount, what arrives, the fee, the total, and what is sent.
  assert.equal(numbers.filter(([text]) => text.includes("123456789012345678")).length, 3);
  assert.ok(numbers.length >= 5, JSON.stringify(numbers));
  assert.deepEqual(numbers.filter(([, lines]) => lines !== 1), []);
  await inspect(page, problems, "review-18-decimals");
  await close();
});

test("existing approvals of all kinds are listed, and each is revoked by a verified transaction", async () => {
  const { page, problems, replies, close } = await funded();
  const since = { txid: `0x${"ab".repeat(32)}`, at: 1_700_000_000 };
  const known = [
    { kind: "erc20", token: USDT, spender: PHISHER, amount: { amount: "5000000", decimals: 6 }, unlimited: false, since },
    { kind: "operator", token: COLLECTION, name: "Kittens", unlisted: true, spender: PHISHER, unlimited: true, since },
    { kind: "erc20", token: USDT, spender: "0x000000000022D473030F116dDEE9F6B43aC78BA3", spenderName: "Permit2", amount: { amount: (2n ** 256n - 1n).toString(), decimals: 6 }, unlimited: true, since },
  ];
  // Two pages, of which the first one is empty.
  replies.approvals = ({ cursor }) => (cursor === undefined ? { approvals: [], nextCursor: "next", source: SOURCE } : { approvals: known, source: { ...SOURCE, partial: ["names"] } });
  await show(page, "eth", "approvals");
  await page.waitForSelector(".approvals li:has-text('Permit2')");
  await page.waitForFunction(() => [...document.querySelectorAll(".approvals strong")].filter((item) => item.textContent.includes("USDT")).length === 2);
  assert.deepEqual(await texts(page, ".approvals strong"), ["Up to 5 USDT", "All NFTs of Kittens", "All USDT, without a limit"]);
  assert.ok((await texts(page, ".notice")).includes("Some names are not available."));
  await inspect(page, problems, "approvals-list");
  replies.preview = () => ({ outcome: "success", changes: [], source: SOURCE, approvals: [{ kind: "operator", token: COLLECTION, owner: "0x", spender: PHISHER, before: "1", after: "0", unlimited: false }] });
  await page.getByRole("button", { name: /^Revoke Kittens/ }).click();
  await page.waitForSelector(".comparison");
  await page.click(".comparison summary");
  const rows = await comparison(page);
  assert.deepEqual(rows.filter(([part]) => ["Contract", "Spender", "All tokens"].includes(part)).map(([part, own]) => [part, own.toLowerCase()]), [["Contract", COLLECTION], ["Spender", PHISHER.toLowerCase()], ["All tokens", "not allowed"]]);
  // A server that cannot list approvals: those of this device, named as such.
  replies.approvals = () => ({ approvals: [], source: { ...SOURCE, partial: ["approvals"] } });
  await show(page, "eth");
  await show(page, "eth", "approvals");
  await page.waitForSelector("text=This device has approved no one.");
  await page.waitForSelector("text=The server cannot list approvals.");
  assert.deepEqual(problems, []);
  await close();
});

test("NFTs are listed as texts, without a request for an image, and sent by a verified transaction", async () => {
  const { page, problems, replies, close } = await funded();
  const nft = { kind: "erc721", contract: COLLECTION, id: "7", amount: "1", collection: "<img src=x onerror=alert(1)>", tokenUri: "https://tracker.example/7.json", unlisted: true, flags: ["unlisted-token"] };
  replies.nfts = ({ cursor }) => (cursor === undefined ? { nfts: [nft], nextCursor: "more", source: SOURCE } : { nfts: [{ ...nft, kind: "erc1155", id: (2n ** 256n - 1n).toString(), amount: "30" }], source: SOURCE });
  await show(page, "eth", "nfts");
  await page.waitForSelector("text=https://tracker.example/7.json");
  await press(page, "Load more");
  await page.waitForSelector("strong:has-text('30 ×')");
  assert.equal(await page.locator("#detail img").count(), 0);
  await inspect(page, problems, "nfts");
  await page.getByRole("button", { name: /^Send #7 / }).click();
  await page.fill("[name=to]", ETH);
  await inspect(page, problems, "nft-send");
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await page.click(".comparison summary");
  const rows = await comparison(page);
  assert.deepEqual(rows.slice(0, 4).map(([part, own]) => [part, own]), [["Recipient", ETH], ["Id of the token", "7"], ["Amount", "1"], ["Contract", COLLECTION]]);
  await inspect(page, problems, "nft-review");
  await press(page, "Sign and send");
  await page.waitForFunction(() => location.hash.includes("/sent/"));
  assert.deepEqual(problems, []);
  await close();
});
