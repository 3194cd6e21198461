// The subscriptions of the wallet page with few subscriptions for an account: 15 chains and one more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, newName, notice, press, sandbox, serveWallet, show, signUpAndFollow, unlock, VPUB, watchKey } from "./wallet.mjs";

const wallet = serveWallet({ WALLET_CLOUD_NOTIFY_MAX_SUBSCRIPTIONS: "16,10000" });
const ADDRESS = "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl";
const SECOND = "tpubD8eQVK4Kdxg3gHrF62jGP7dKVCoYiEB8dFSpuTawkL5YxTus5j5pf83vaKnii4bc6v2NVEy81P2gYrJczYne3QNNwMTS53p5uzDyHvnw2jm";
const LATER = "text=Payments appear here later than on other chains";

// Opens the page. `created` and `deleted` are the chains and ids of the requests for subscriptions.
async function openFollowed() {
  const opened = await wallet.open();
  const { page, context } = opened;
  const [created, deleted] = [[], []];
  context.on("request", (request) => {
    if (!request.url().includes("/notifications/v1/api/subscription")) return;
    if (request.method() === "POST") created.push(request.postDataJSON());
    if (request.method() === "DELETE") deleted.push(request.url().split("/").at(-1));
  });
  await signUpAndFollow(page, newName());
  return { ...opened, created, deleted };
}

// Waits for the next request for events, which follows the changes of the subscriptions.
const followedBy = async (page, action) => {
  const followed = page.waitForRequest((request) => request.url().includes("/notifications/v1/api/event"));
  await action();
  await followed;
};

test("a watched key is followed, and beyond the limit the page shows a note and polls", async () => {
  const { page, context, created, deleted, problems, expected, close } = await openFollowed();
  const { baseUrl } = wallet.server;
  await followedBy(page, () => watchKey(page));
  await eventually(() => [created.length, created[15]?.key.xpub, created[15]?.label], [16, VPUB, "watch only"]);
  await sandbox(baseUrl, "faucet", { chain: "btc", address: ADDRESS, amount: "1230000" });
  await notice(page, "Received 0.0123 BTC in Cold storage");
  await page.waitForFunction(() => document.querySelectorAll(".history > li").length === 1);

  // The rejected creation is a console error of the browser.
  expected.push("status of 409");
  await followedBy(page, () => watchKey(page, "Second", SECOND));
  await page.waitForSelector(LATER);
  await eventually(() => [created.length, deleted], [17, []]);

  // A key that is not watched any more makes room.
  await show(page);
  await page.click("text=Cold storage");
  await page.waitForSelector("h1:has-text('Cold storage')");
  await followedBy(page, () => press(page, "Stop watching"));
  await page.click("text=Second");
  await page.waitForSelector("h1:has-text('Second')");
  await page.waitForFunction((text) => !document.body.textContent.includes(text), LATER.slice(5));
  await eventually(() => [deleted, created.at(-1).id], [[created[15].id], created[16].id]);

  // Nor does a chain that the server does not list any more.
  const list = "**/asset-info/v1/api/chain/list";
  await context.route(list, async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    await route.fulfill({ response, headers: { "content-type": "application/json" }, json: { ...envelope, data: data.filter(({ chain }) => chain !== "doge") } });
  });
  await page.reload();
  await followedBy(page, () => unlock(page));
  const doge = created.find(({ chain }) => chain === "doge");
  await eventually(() => deleted.slice(1), [doge.id]);
  assert.deepEqual(problems, []);
  await close();
});

test("the selected network comes first, and subscriptions of other devices remain", async () => {
  const { page, context, created, deleted, problems, expected, close } = await openFollowed();
  const testnet = created.splice(0).map(({ id }) => id);
  // A second device of the account, whose subscription the page must not delete.
  const other = "0b7f4a52-6d0c-4f0e-9a57-3f6d1f1f9c11";
  const livenet = new Map();
  const url = "**/notifications/v1/api/subscription**";
  // The services have no livenet here: the network of these subscriptions is changed.
  await context.route(url, async (route) => {
    const request = route.request();
    const body = request.postDataJSON();
    const isFull = testnet.length - deleted.length + livenet.size + 1 > 15 && !livenet.has(body?.id);
    if (request.method() === "GET") {
      const response = await route.fetch();
      const { data, ...envelope } = await response.json();
      return route.fulfill({ response, json: { ...envelope, data: { subscriptions: [...data.subscriptions, { id: other }, ...livenet.values()] } } });
    }
    if (request.method() !== "POST") return route.continue();
    if (isFull) return route.fulfill({ status: 409, json: { requestId: "x", error: { code: "limit_reached", message: "No.", retriable: false, details: { limit: 16 } } } });
    livenet.set(body.id, { id: body.id, chain: body.chain, network: body.network });
    return route.fulfill({ json: { requestId: "x", data: livenet.get(body.id) } });
  });
  for (const text of ["status of 409", "status of 503", "status of 404"]) expected.push(text);
  await followedBy(page, () => page.getByRole("button", { name: "Livenet", exact: true }).click());
  await eventually(() => [created[0]?.network, livenet.size], ["livenet", 15]);
  await eventually(() => deleted.toSorted(), testnet.toSorted());
  await eventually(() => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("wallet-page:subscriptions"))).length), 15);
  assert.deepEqual(problems, []);
  await close();
});
