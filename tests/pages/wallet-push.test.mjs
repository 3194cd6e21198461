// The notifications of the wallet page while the page is closed: the switch, and the service worker. The push service of Chromium is
// not reachable: the browser's subscription is a stub with real keys, and pushes are delivered by the DevTools protocol.

import assert from "node:assert/strict";
import { createECDH, randomBytes } from "node:crypto";
import { test } from "node:test";
import { addressOf, eventually, inspect, newName, notice, press, sandbox, serveWallet, show, signUpAndFollow, until, useFaucet, watchKey } from "./wallet.mjs";

const wallet = serveWallet({}, { whole: true });
const ENDPOINT = "https://push.example.net/wpush/v2/a";
const UNLISTED = "0x5A4Db0C500000000000000000000000000000001";

// Opens the page with a stub of the browser's subscription. `events` are those that the page receives.
async function openFollowed() {
  const opened = await wallet.open();
  const { page, context } = opened;
  const ecdh = createECDH("prime256v1");
  const subscription = { endpoint: ENDPOINT, keys: { p256dh: ecdh.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") } };
  await page.evaluate((record) => {
    let current = null;
    const make = () => ({ endpoint: record.endpoint, toJSON: () => record, unsubscribe: async () => { current = null; return true; } });
    globalThis.subscribedWith = [];
    globalThis.replaceSubscription = (endpoint) => { record = { ...record, endpoint }; current = make(); };
    PushManager.prototype.subscribe = async (options) => { globalThis.subscribedWith.push(options); return (current = make()); };
    PushManager.prototype.getSubscription = async () => current;
  }, subscription);
  const events = [];
  const changes = [];
  context.on("response", async (response) => {
    if (!response.url().includes("/notifications/v1/api/event")) return;
    events.push(...((await response.json().catch(() => undefined))?.data?.events ?? []));
  });
  context.on("request", (request) => {
    if (request.method() === "PUT") changes.push({ id: request.url().split("/").at(-1), body: request.postDataJSON() });
  });
  await signUpAndFollow(page, newName());
  return { ...opened, subscription, events, changes };
}

const pushSwitch = (page) => page.getByRole("switch", { name: "Notify me when the wallet is closed", exact: true });

async function switchTo(page, isOn) {
  await show(page, "settings");
  await pushSwitch(page).click();
  await page.waitForSelector(`.switch[aria-checked=${isOn}][aria-busy=false]`);
}

// Registers the service worker by the switch. Returns the worker, and functions that deliver a push and that wait for notifications.
async function startWorker({ page, context }) {
  const origin = wallet.server.baseUrl;
  await context.grantPermissions(["notifications"], { origin });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => { if (first) resolve(first.registrationId); });
  });
  await devtools.send("ServiceWorker.enable");
  await switchTo(page, true);
  const registrationId = await registered;
  const worker = context.serviceWorkers()[0] ?? await context.waitForEvent("serviceworker");
  const deliver = (body) => devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: typeof body === "string" ? body : JSON.stringify(body) });
  // Listing while a notification is being shown can remove it from the list of the browser, so that the worker's calls are awaited.
  await worker.evaluate(() => {
    globalThis.titles = [];
    const { showNotification } = ServiceWorkerRegistration.prototype;
    ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
      await showNotification.call(this, title, options);
      globalThis.titles.push(title);
    };
  });
  const shown = () => worker.evaluate(async () => (await self.registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })));
  // Waits until a notification with this title has been shown since the last wait, and returns all.
  const untilShown = async (title) => {
    await until(() => worker.evaluate((expected) => globalThis.titles.includes(expected) && globalThis.titles.splice(0).length > 0, title), title);
    return shown();
  };
  return { worker, deliver, untilShown };
}

test("the switch sends the subscription of the browser to all subscriptions of the wallet, and removes it", async () => {
  const opened = await openFollowed();
  const { page, context, subscription, changes, problems, close } = opened;
  await context.grantPermissions(["notifications"], { origin: wallet.server.baseUrl });
  await show(page, "settings");
  await pushSwitch(page).waitFor();
  assert.equal(await pushSwitch(page).getAttribute("aria-checked"), "false");
  assert.deepEqual(changes, []);
  await inspect(page, problems, "notifications");
  await switchTo(page, true);
  await notice(page, "Notifications are on");
  assert.deepEqual([changes.length, new Set(changes.map(({ id }) => id)).size], [15, 15]);
  for (const { body } of changes) assert.deepEqual(body, { push: subscription });
  const { data } = await (await fetch(`${wallet.server.baseUrl}/notifications/v1/push-key`)).json();
  assert.deepEqual(await page.evaluate(() => globalThis.subscribedWith), [{ userVisibleOnly: true, applicationServerKey: data.publicKey }]);

  // The state is that of the service, also when the screen opens again.
  await show(page, "btc");
  await show(page, "settings");
  await page.waitForSelector(".switch[aria-checked=true]");
  const before = changes.splice(0).map(({ id }) => id).sort();
  await switchTo(page, false);
  assert.deepEqual(changes.map(({ id }) => id).sort(), before);
  for (const { body } of changes) assert.deepEqual(body, { removePush: true });
  assert.deepEqual(problems, []);
  await close();
});

test("later subscriptions push to this browser, and all of them to its next subscription, unless another browser has them", async () => {
  const opened = await openFollowed();
  const { page, subscription, changes, problems, close } = opened;
  const { worker } = await startWorker(opened);
  const nextChanges = async (count) => {
    await until(() => changes.length >= count, `${count} changes`);
    return changes.splice(0);
  };
  const before = (await nextChanges(15)).map(({ id }) => id);
  await watchKey(page);
  const [{ id, body }] = await nextChanges(1);
  assert.deepEqual([before.includes(id), body], [false, { push: subscription }]);

  // The browser has ended the subscription: the worker subscribes again, and the page sends the new one.
  const next = "https://push.example.net/wpush/v2/b";
  await page.evaluate((endpoint) => globalThis.replaceSubscription(endpoint), next);
  const options = await worker.evaluate(async () => {
    const subscribed = [];
    PushManager.prototype.subscribe = async (given) => void subscribed.push(given);
    const event = new Event("pushsubscriptionchange");
    const work = new Promise((resolve) => { event.waitUntil = resolve; });
    self.dispatchEvent(event);
    await work;
    return subscribed;
  });
  const { data } = await (await fetch(`${wallet.server.baseUrl}/notifications/v1/push-key`)).json();
  assert.deepEqual(options, [{ userVisibleOnly: true, applicationServerKey: data.publicKey }]);
  const renewed = await nextChanges(16);
  assert.deepEqual(new Set(renewed.map((change) => change.id)), new Set([...before, id]));
  for (const change of renewed) assert.equal(change.body.push.endpoint, next);
  await page.waitForFunction((endpoint) => localStorage.getItem("wallet-page:push") === endpoint, next);
  // The service has the endpoint of another browser.
  await page.evaluate((endpoint) => { localStorage.setItem("wallet-page:push", endpoint); globalThis.replaceSubscription(endpoint); }, ENDPOINT);
  const listed = page.waitForResponse((response) => response.url().includes("/api/subscription?") && response.request().method() === "GET");
  await worker.evaluate(async () => { for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage("push-changed"); });
  await listed;
  await show(page, "settings");
  await pushSwitch(page).waitFor();
  assert.equal(await pushSwitch(page).getAttribute("aria-checked"), "false");
  assert.deepEqual(changes, []);
  assert.deepEqual(problems, []);
  await close();
});

test("without the permission nothing is sent, and without a key there is no switch", async () => {
  const { page, context, changes, problems, expected, close } = await openFollowed();
  await page.evaluate(() => { Notification.requestPermission = async () => "denied"; });
  await show(page, "settings");
  await pushSwitch(page).click();
  await page.waitForSelector(".problem >> text=The browser does not permit notifications");
  assert.equal(await pushSwitch(page).getAttribute("aria-checked"), "false");
  assert.deepEqual(changes, []);
  expected.push("status of 404");
  const error = { code: "not_found", message: "No.", retriable: false, details: {} };
  await context.route("**/notifications/v1/push-key", (route) => route.fulfill({ status: 404, json: { requestId: "x", error } }));
  await show(page, "btc");
  const answered = page.waitForResponse("**/notifications/v1/push-key");
  await show(page, "settings");
  await answered;
  await page.getByRole("button", { name: "Sign out…" }).waitFor();
  await pushSwitch(page).waitFor({ state: "detached" });
  assert.deepEqual(problems, []);
  await close();
});

test("pushes are shown, one notification for each transaction", async () => {
  const opened = await openFollowed();
  const { page, events, problems, close } = opened;
  const { baseUrl } = wallet.server;
  const eventOf = (chain, matches = () => true) => until(() => events.find((event) => event.chain === chain && matches(event)), `an event of ${chain}`);
  await sandbox(baseUrl, "faucet", { chain: "btc", address: await addressOf(page, "btc"), amount: "1230000" });
  await sandbox(baseUrl, "mine", { chain: "btc" });
  const confirmed = await eventOf("btc", ({ state }) => state === "confirmed");
  const seen = { ...confirmed, state: "seen", sequence: confirmed.sequence - 1 };
  await useFaucet(page, "eth", "USDT");
  await sandbox(baseUrl, "mine", { chain: "eth" });
  const token = await eventOf("eth");
  const address = await addressOf(page, "eth");
  await sandbox(baseUrl, "faucet", { chain: "eth", address, amount: "5000000", token: UNLISTED });
  await sandbox(baseUrl, "mine", { chain: "eth" });
  const flagged = await eventOf("eth", ({ transaction }) => transaction.flags?.length > 0);

  const { deliver, untilShown } = await startWorker(opened);
  const btc = { title: "Received 0.0123 BTC", tag: `btc/testnet/${seen.transaction.txid}` };
  await deliver(seen);
  assert.deepEqual(await untilShown(btc.title), [{ ...btc, body: "Pending on Bitcoin test network" }]);
  // A later state replaces the notification; an earlier one that is delivered afterwards does not.
  await deliver(confirmed);
  await deliver(seen);
  await deliver(flagged);
  await deliver(token);
  const all = await untilShown("Received 1,000 USDT");
  assert.deepEqual(all.find(({ tag }) => tag === btc.tag), { ...btc, body: "Confirmed on Bitcoin test network" });
  assert.deepEqual(all.length, 2, JSON.stringify(all));
  await deliver({ ...token, transaction: { ...token.transaction, txid: "0x00", actions: [{ ...token.transaction.actions[0], asset: { chain: "eth", kind: "erc20", contract: UNLISTED } }] } });
  assert.equal((await untilShown("New activity in your wallet")).length, 3);
  // A watched key is named: it is not part of the wallet.
  await deliver({ ...seen, label: "watch only", transaction: { ...seen.transaction, txid: "aa" } });
  const watched = { title: btc.title, body: "Pending on Bitcoin test network, watch only", tag: "btc/testnet/aa" };
  assert.deepEqual((await untilShown(btc.title)).filter(({ tag }) => tag === watched.tag), [watched]);
  for (const [state, body] of [["dropped", "Not confirmed or pending any more on Bitcoin test network"], ["replaced", "Another transaction on Bitcoin test network spent the same funds"]]) {
    await deliver({ ...confirmed, state, sequence: confirmed.sequence + 1 });
    const changed = await untilShown(`Payment of 0.0123 BTC ${state}`);
    assert.deepEqual(changed.filter(({ tag }) => tag === btc.tag), [{ title: `Payment of 0.0123 BTC ${state}`, body, tag: btc.tag }]);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("pushes without contents have a neutral text, and a click opens the page", async () => {
  const opened = await openFollowed();
  const { page, context, problems, close } = opened;
  const { worker, deliver, untilShown } = await startWorker(opened);
  const subscription = "6f1c9a52-6f0a-4f4e-9d3c-0a7b9d1f2e3a";
  const neutral = { title: "New activity in your wallet", body: "" };
  await deliver({ id: "00", sequence: 7, subscription });
  assert.deepEqual(await untilShown(neutral.title), [{ ...neutral, tag: subscription }]);
  // Also what is not an event: a browser requires a notification for each push.
  for (const body of ["", "{", "null", "[]", JSON.stringify({ chain: "btc", state: "seen", transaction: { direction: "in", actions: 5 } })]) await deliver(body);
  await deliver({ test: true, subscription: "test" });
  const all = await untilShown("Notifications of this wallet work");
  assert.deepEqual(all.filter(({ tag }) => tag === "activity"), [{ ...neutral, tag: "activity" }]);
  assert.deepEqual(all.length, 3, JSON.stringify(all));

  // Clicks have no activation of the user here, so that the effects are recorded instead.
  const click = () => worker.evaluate(async () => {
    const effects = [];
    WindowClient.prototype.focus = async function () { effects.push(`focus ${new URL(this.url).pathname}`); };
    self.clients.openWindow = async (url) => void effects.push(`open ${url}`);
    const [notification] = await self.registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    const work = new Promise((resolve) => { event.waitUntil = resolve; });
    self.dispatchEvent(event);
    await work;
    return [...effects, (await self.registration.getNotifications()).length];
  });
  assert.deepEqual(await click(), ["focus /wallet", 2]);
  const other = await context.newPage();
  await other.goto(`${wallet.server.baseUrl}/`);
  await page.close();
  await until(() => worker.evaluate(async () => (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).every(({ url }) => new URL(url).pathname !== "/wallet")), "the page is closed");
  assert.deepEqual(await click(), ["open /wallet", 1]);
  assert.deepEqual(problems, []);
  await close();
});

test("signing out removes the service worker, and with it the pushes", async () => {
  const opened = await openFollowed();
  const { page, problems, close } = opened;
  await startWorker(opened);
  const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname));
  assert.deepEqual(await registrations(), ["/wallet"]);
  await press(page, "Sign out…");
  await press(page, "Remove the wallet from this browser");
  await page.getByRole("button", { name: "Create a wallet" }).waitFor();
  await eventually(registrations, []);
  await eventually(() => page.evaluate(() => caches.keys()), []);
  assert.deepEqual(problems, []);
  await close();
});
