// Payment requests: links in the field of the recipient, and requests with an amount. Except for the last test, the responses are scripted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createIssuer } from "./stellar.mjs";
import { addressOf, BTC, confirm, enterAsset, ETH, inspect, newName, press, serveWallet, show, signUp, useFaucet, XLM } from "./wallet.mjs";

const wallet = serveWallet();
let opened;

// Replaces the responses of an operation, and returns the bodies of the requests.
async function serve(operation, reply) {
  const bodies = [];
  await opened.context.unroute(`**/api/payment-request/${operation}/*`);
  await opened.context.route(`**/api/payment-request/${operation}/*`, (route) => {
    bodies.push(route.request().postDataJSON());
    const { status = 200, ...data } = reply(bodies.at(-1));
    return route.fulfill({ status, json: status === 200 ? { requestId: "local", data } : { requestId: "local", error: data } });
  });
  return bodies;
}

const isFilled = (page, name, text) => page.waitForFunction(([of, expected]) => document.querySelector(`[name=${of}]`)?.value === expected, [name, text]);

test("a link becomes recipient, amount, asset and memo, and its text is marked as not proven", async () => {
  opened = await wallet.open();
  const { page, problems } = opened;
  await signUp(page, newName());
  const uri = `bitcoin:${BTC}?amount=0.01&label=Shop&message=Order%205512`;
  const bodies = await serve("parse", () => ({ network: "testnet", to: BTC, amount: "1000000", label: "Shop", message: "Order 5512" }));
  await show(page, "btc", "send");
  await page.fill("[name=to]", uri);
  await isFilled(page, "to", BTC);
  await isFilled(page, "amount", "0.01");
  assert.deepEqual(bodies, [{ network: "testnet", uri }]);
  await page.waitForSelector("text=“Shop: Order 5512”. This is the text of the link: nothing proves it.");
  await inspect(page, problems, "request-link");

  await useFaucet(page, "xlm");
  await serve("parse", () => ({ operation: "pay", network: "testnet", to: XLM, amount: "15000000", asset: { kind: "coin", chain: "xlm" }, memo: "77001", memoType: "id" }));
  await show(page, "xlm", "send");
  await page.fill("[name=to]", `web+stellar:pay?destination=${XLM}&amount=1.5&memo=77001&memo_type=MEMO_ID`);
  await isFilled(page, "amount", "1.5");
  await isFilled(page, "to", XLM);
  await isFilled(page, "memo", "77001");
});

test("a link that is not a payment, of a changed recipient, or of an asset that is not held is explained", async () => {
  const { page, problems, expected } = opened;
  await show(page, "eth", "send");
  const contract = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
  const cases = [
    [`ethereum:${contract}/deposit?value=1`, { to: contract, amount: "1", data: "0xd0e30db0" }, "The link is not usable here. It is a call of a contract, not a payment."],
    [`ethereum:${ETH}?value=1`, { to: contract, amount: "1" }, "The link is not usable here. The server read another payment in it."],
    [`ethereum:${contract}/transfer?address=${ETH}&uint256=1`, { to: contract, amount: "0", data: "0xa9", token: { to: ETH, amount: "1" } }, `The link requires ${contract}, which this wallet does not hold.`],
    [`ethereum:${ETH}@5?value=1`, { status: 400, code: "invalid_request", message: "The chain id is 5, not 17000.", retriable: false, field: "uri" }, "The chain id is 5, not 17000."],
  ];
  expected.push("status of 400");
  for (const [uri, reply, text] of cases) {
    await serve("parse", () => reply);
    await page.fill("[name=to]", uri);
    await page.getByText(text).waitFor();
    await page.fill("[name=to]", "");
  }
  assert.deepEqual(problems.splice(0), []);

  // A link that the server cannot read is not read in part: without the asset, lumens would be paid.
  expected.push("status of 503", "net::ERR_INTERNET_DISCONNECTED");
  await serve("parse", () => ({ status: 503, code: "service_unavailable", message: "Unavailable.", retriable: true }));
  const uri = `web+stellar:pay?destination=${XLM}&amount=5&asset_code=USD&asset_issuer=${XLM}&memo=7&memo_type=MEMO_ID`;
  await show(page, "xlm", "send");
  await page.fill("[name=to]", uri);
  await page.getByText("The link cannot be read now. The server is not available right now. Try again.").waitFor();
  assert.deepEqual(await Promise.all(["to", "amount", "memo"].map((name) => page.inputValue(`[name=${name}]`))), [uri, "", ""]);
  await opened.context.unroute("**/api/payment-request/parse/*");
  await opened.context.setOffline(true);
  await page.fill("[name=to]", "");
  await page.fill("[name=to]", uri);
  await page.getByText("The link cannot be read now. The server is not reachable. Check your connection and try again.").waitFor();
  await opened.context.setOffline(false);
  assert.deepEqual(problems.splice(0), []);
});

test("a request has an amount and a purpose, as a link and a QR code of the own address", async () => {
  const { page, problems } = opened;
  const own = await addressOf(page, "btc");
  const uri = `bitcoin:${own}?amount=0.25&message=Dinner`;
  const bodies = await serve("create", () => ({ uri }));
  await page.click("details.request summary");
  await page.fill("[name=amount]", "0,25");
  await page.fill("[name=message]", "Dinner");
  await press(page, "Make a link");
  await page.getByText(uri).waitFor();
  assert.deepEqual(bodies, [{ network: "testnet", to: own, amount: "25000000", message: "Dinner" }]);
  const code = () => page.getAttribute("svg.qr", "aria-label");
  assert.equal(await code(), "QR code of the request");
  await inspect(page, problems, "request-made");

  // A server that puts another address into the link.
  await serve("create", () => ({ uri: uri.replace(own, BTC) }));
  await page.fill("[name=amount]", "0.5");
  assert.equal(await code(), "QR code of the Bitcoin address");
  await press(page, "Make a link");
  await page.waitForSelector(".problem");
  assert.equal(await code(), "QR code of the Bitcoin address");
  assert.deepEqual(problems, []);
});

test("a request of a token or of an issued asset is paid by its link", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  const own = await addressOf(page, "eth");
  await useFaucet(page, "eth", "USDT");
  await page.waitForSelector(".tokens >> text=USDT");
  await show(page, "eth", "receive");
  await page.click("details.request summary");
  const option = page.locator("#asset option", { hasText: "USDT ·" });
  const contract = await option.getAttribute("value");
  await page.selectOption("#asset", contract);
  await page.getByLabel("Amount in USDT").fill("5");
  await inspect(page, problems, "request-token");
  await press(page, "Make a link");
  const made = page.locator("details.request code");
  const uri = await made.textContent();
  assert.match(uri, new RegExp(`^ethereum:${contract}@[0-9]+/transfer\\?address=${own}&uint256=5e6$`, "i"));
  // With another asset, the request is not shown any more.
  await page.selectOption("#asset", "");
  await made.waitFor({ state: "hidden" });
  await show(page, "eth", "send");
  await page.fill("[name=to]", uri);
  await isFilled(page, "to", own);
  await isFilled(page, "amount", "5");
  assert.equal(await page.inputValue("#asset"), contract);

  await useFaucet(page, "xlm");
  const { address: issuer } = await createIssuer(wallet.server, "EUR");
  await page.click("text=Add asset");
  await enterAsset(page, "EUR", issuer);
  await press(page, "Review");
  await page.waitForSelector(".comparison");
  await confirm(page);
  const receiver = await addressOf(page, "xlm");
  await page.click("details.request summary");
  await page.selectOption("#asset", `EUR-${issuer}`);
  await page.getByLabel("Amount in EUR").fill("7.5");
  await press(page, "Make a link");
  const link = await made.textContent();
  const { searchParams } = new URL(link);
  assert.deepEqual(["destination", "amount", "asset_code", "asset_issuer"].map((name) => searchParams.get(name)), [receiver, "7.5", "EUR", issuer]);
  assert.deepEqual(problems, []);
  await close();
});
