// The wallet page: sign-up, restore on a second device, chains, history, prices, settings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PHONE, screenshot } from "./browser.mjs";
import {
  addressOf, balanceIs, BTC, button, confirmPhrase, enterPhrase, inspect, newName, notice, openTab, PASSPHRASE, PASSWORD, press,
  protect, sandbox, serveWallet, show, signIn, signUp, signUpAndFollow, unlock, until, useFaucet, XLM,
} from "./wallet.mjs";
import { enrol, oneTimePassword } from "./second-factor.mjs";

const wallet = serveWallet();

test("a copied recovery phrase is cleared from the clipboard after a minute, a copied address is not", async () => {
  const { page, context, problems, close } = await wallet.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await signIn(page, "create", newName());
  await page.waitForSelector(".words li");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const copy = async (label, name) => {
    await button(page, label).click();
    await notice(page, `${name} copied`);
  };
  await copy("Copy recovery phrase", "Recovery phrase");
  assert.equal((await clipboard()).split(" ").length, 12);
  // The clock runs on between the steps: half of the time is left for a busy machine.
  await page.clock.fastForward(30_000);
  assert.equal((await clipboard()).split(" ").length, 12);
  await page.clock.fastForward(31_000);
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "");
  await copy("Copy recovery phrase", "Recovery phrase");
  await confirmPhrase(page);
  await protect(page);
  const address = await addressOf(page, "btc");
  await copy("Copy address", "Address");
  await page.clock.fastForward(120_000);
  assert.equal(await clipboard(), address);
  assert.deepEqual(problems, []);
  await close();
});

test("a copied secret is cleared with a gesture or when the page is left, and another text is not", async () => {
  const { page, context, problems, close } = await wallet.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  // The clipboard of Firefox and Safari: a write without a gesture is rejected.
  await page.evaluate(() => {
    const { writeText } = navigator.clipboard;
    globalThis.gesture = true;
    navigator.clipboard.writeText = (text) => (globalThis.gesture ? writeText.call(navigator.clipboard, text) : Promise.reject(new DOMException("", "NotAllowedError")));
  });
  await signIn(page, "create", newName());
  await page.waitForSelector(".words li");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const copyPhrase = async () => {
    await button(page, "Copy recovery phrase").click();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).split(" ").length === 12);
  };
  const permit = (gesture) => page.evaluate((value) => { globalThis.gesture = value; }, gesture);
  for (const gesture of [() => page.mouse.click(1, 1), () => page.keyboard.press("Shift")]) {
    await copyPhrase();
    await permit(false);
    await page.clock.fastForward(61_000);
    assert.equal((await clipboard()).split(" ").length, 12);
    await permit(true);
    await gesture();
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "");
  }
  await copyPhrase();
  await page.evaluate(() => navigator.clipboard.writeText("of another page"));
  await page.clock.fastForward(61_000);
  await page.mouse.click(1, 1);
  assert.equal(await clipboard(), "of another page");
  await copyPhrase();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === "");
  assert.deepEqual(problems, []);
  await close();
});

test("sign-up, lock and a second device: the keys are the same and never leave the browser", async () => {
  const { page, context, problems, close } = await wallet.open();
  const sent = [];
  context.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await inspect(page, problems, "welcome");
  const username = newName();
  await press(page, "Create a wallet");
  await inspect(page, problems, "sign-up");
  await press(page, "Back");
  await signIn(page, "create", username);
  await page.waitForSelector(".words");
  await inspect(page, problems, "recovery-phrase");
  const phrase = await confirmPhrase(page);
  await page.waitForSelector("[name=passphrase]");
  await inspect(page, problems, "passphrase");
  await protect(page);
  const addresses = {};
  for (const chain of ["btc", "eth", "xlm", "doge"]) addresses[chain] = await addressOf(page, chain);

  await page.click("[aria-label='Lock the wallet']");
  await button(page, "Unlock").waitFor();
  await page.fill("[name=passphrase]", "another passphrase");
  await page.click("button[type=submit]");
  await page.waitForSelector("text=This is not the passphrase of this wallet.");
  await inspect(page, problems, "locked");
  await page.reload();
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.click("button[type=submit]");
  await page.waitForSelector(".chains");

  const words = phrase.split(" ");
  const secrets = [PASSPHRASE, ...[0, 3, 6, 9].map((start) => words.slice(start, start + 3).join(" "))];
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  for (const secret of [...secrets, PASSWORD]) assert.ok(!stored.includes(secret), "a secret is stored in clear");
  for (const request of sent) for (const secret of secrets) assert.ok(!request.includes(secret), `a secret was sent: ${request.split(" ")[0]}`);
  assert.ok(sent.some((request) => request.includes(PASSWORD)), "the requests were not recorded");

  const second = await wallet.open();
  await signIn(second.page, "restore", username);
  await second.page.waitForSelector("[name=phrase]");
  await second.page.fill("[name=phrase]", phrase.replace(/\S+$/, "zebra zebra"));
  await second.page.click("button[type=submit]");
  await second.page.waitForSelector("text=This is not a valid recovery phrase");
  await inspect(second.page, second.problems, "restore");
  await enterPhrase(second.page, `  ${phrase.toUpperCase()} `);
  await protect(second.page);
  for (const chain of Object.keys(addresses)) assert.equal(await addressOf(second.page, chain), addresses[chain]);
  await second.page.click("[aria-label='Refresh balances']");
  await notice(second.page, "Balances updated");
  // The session of the first device is still valid.
  await page.click("[aria-label='Refresh balances']");
  await notice(page, "Balances updated");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});

// Addresses of published phrases: BIP 39's first test phrase in eth wallets, and SEP-5, test 1.
for (const [chain, phrase, address] of [
  ["eth", `${"abandon ".repeat(11)}about`, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
  ["xlm", "illness spike retreat truth genius clock brain pass fit cave bargain toe", "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6"],
]) {
  test(`a published phrase has its published address on ${chain}`, async () => {
    const { page, problems, close } = await wallet.open();
    await signIn(page, "create", newName());
    await press(page, "I already have a recovery phrase");
    await enterPhrase(page, phrase);
    await protect(page);
    assert.equal(await addressOf(page, chain), address);
    assert.deepEqual(problems, []);
    await close();
  });
}

test("an account with a second factor: a code, a recovery code, an incorrect code", async () => {
  const first = await wallet.open();
  const username = newName();
  const phrase = await signUp(first.page, username);
  const { secret, recoveryCodes } = await enrol(wallet.server.baseUrl, username, PASSWORD);

  const second = await wallet.open();
  second.expected.push("status of 401");
  await signIn(second.page, "restore", username);
  await second.page.waitForSelector("[name=code]");
  await inspect(second.page, second.problems, "second-factor");
  await second.page.fill("[name=code]", oneTimePassword(secret, 5));
  await press(second.page, "Continue");
  await second.page.waitForSelector("text=This code is incorrect, or was used before.");
  await second.page.fill("[name=code]", oneTimePassword(secret, 1));
  await press(second.page, "Continue");
  await enterPhrase(second.page, phrase);
  await protect(second.page);

  const third = await wallet.open();
  third.expected.push("status of 401");
  await signIn(third.page, "restore", username);
  await third.page.fill("[name=code]", recoveryCodes[0]);
  await press(third.page, "Continue");
  await enterPhrase(third.page, phrase);
  await protect(third.page);
  assert.deepEqual([...first.problems, ...second.problems, ...third.problems], []);
  await Promise.all([first.close(), second.close(), third.close()]);
});

test("invalid accounts are explained at their fields", async () => {
  const { page, problems, expected, close } = await wallet.open();
  expected.push("status of 400", "status of 401", "status of 409");
  const username = newName();
  const error = (name) => page.locator(`.field:has([name=${name}]) .error`);
  await press(page, "Create a wallet");
  await page.fill("[name=username]", username);
  await page.fill("[name=password]", "password");
  await page.click("button[type=submit]");
  assert.equal(await error("password").textContent(), "Choose a longer or less common password.");
  await page.fill("[name=password]", PASSWORD);
  await page.click("button[type=submit]");
  await page.waitForSelector(".words");

  const second = await wallet.open();
  second.expected.push("status of 401", "status of 409");
  await signIn(second.page, "create", username);
  assert.match(await second.page.locator(".error").textContent(), /^This user name is taken/);
  await inspect(second.page, second.problems, "username-taken");
  await press(second.page, "Back");
  await press(second.page, "Restore a wallet");
  await second.page.fill("[name=username]", username);
  await second.page.fill("[name=password]", `${PASSWORD}.`);
  await second.page.click("button[type=submit]");
  await second.page.waitForSelector("text=The user name or the password is wrong.");
  assert.deepEqual([...problems, ...second.problems], []);
  await Promise.all([close(), second.close()]);
});

test("history: load more, and a failed request is explained and repeated", async () => {
  const { page, problems, expected, context, close } = await wallet.open();
  await signUp(page, newName());
  const address = await addressOf(page, "ltc");
  for (let count = 0; count < 23; count += 1) await sandbox(wallet.server.baseUrl, "faucet", { chain: "ltc", address, amount: `${100_000 + count}` });
  await sandbox(wallet.server.baseUrl, "mine", { chain: "ltc" });
  await show(page, "ltc");
  const rows = () => page.locator(".history > li").count();
  await button(page, "Load more").waitFor();
  const loaded = [await rows()];
  while (await button(page, "Load more").count() > 0) {
    const count = await rows();
    await press(page, "Load more");
    await page.waitForFunction((count) => document.querySelectorAll(".history > li").length > count, count);
    loaded.push(await rows());
  }
  assert.equal(loaded.at(-1), 23, String(loaded));
  assert.ok(loaded.length >= 3, String(loaded));
  await inspect(page, problems, "history-ltc");

  expected.push("status of 503");
  const unavailable = { requestId: "x", error: { code: "upstream_unavailable", message: "unavailable", retriable: false } };
  await context.route("**/address-info-btc-like/v1/api/doge**", (route) => route.fulfill({ status: 503, json: unavailable }));
  await show(page, "doge");
  await page.waitForSelector("text=The chain's node is not reachable right now. Try again.");
  await inspect(page, problems, "chain-unavailable");
  await context.unroute("**/address-info-btc-like/v1/api/doge**");
  await press(page, "Try again");
  await page.waitForSelector("text=No transactions yet.");
  assert.deepEqual(problems, []);
  await close();
});

test("history: memo, flags, failed and pending transactions, incomplete data, livenet without an upstream", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const address = await addressOf(page, "xlm");
  const value = (amount) => ({ amount, decimals: 7 });
  const lumen = { kind: "coin", chain: "xlm" };
  const row = (txid, fields) => ({
    txid: txid.repeat(64), block: "7", date: 1_760_000_000, fee: value("100"), value: value("0"), from: XLM, to: address,
    status: "confirmed", actions: [], ...fields,
  });
  const transactions = [
    row("a", { block: "", status: "pending", from: address, to: XLM, value: value("-50000000") }),
    row("b", { value: value("15000000"), memo: { type: "text", value: "<b>rent</b>" }, flags: ["look-alike-address"] }),
    row("c", { status: "rejected", from: address, to: XLM, failedActions: [{ type: "transfer", asset: lumen, value: value("1"), from: address, to: XLM }] }),
    row("d", { actions: [{ type: "transfer", asset: { kind: "xlm-asset", chain: "xlm", code: "FREE", issuer: XLM }, value: value("90000000000"), from: XLM, to: address }], flags: ["unlisted-token"] }),
  ];
  const data = {
    address, chain: "xlm", activated: true, balances: [{ asset: lumen, balance: value("965000000"), spendable: value("940000000"), details: {} }],
    transactions, reserves: {}, claimableBalances: [], liquidityPools: [], source: { upstream: "horizon", block: "9", partial: ["fills", "rows"] },
  };
  const signer = (key, weight) => ({ key, type: "ed25519_public_key", weight });
  const settings = {
    sequence: "1", signers: [signer(address, 1), signer(XLM, 2)], thresholds: { low: 0, medium: 3, high: 3 },
    flags: { authRequired: false, authRevocable: false, authImmutable: false, authClawbackEnabled: false },
    data: {}, sponsored: 0, sponsoring: 0, subentries: 2,
  };
  const free = { kind: "xlm-asset", chain: "xlm", code: "FREE", issuer: XLM };
  const offers = { offers: [{ offerId: "7", selling: lumen, buying: free, amount: "30000000", price: "0.5" }], source: data.source };
  const responses = { account: settings, offers, batch: { results: [{ chain: "xlm", address, data }] } };
  await context.route("**/address-info-xlm/**", (route) => {
    const last = new URL(route.request().url()).pathname.split("/").at(-1);
    return route.fulfill({ json: { requestId: "", data: responses[last] ?? data } });
  });
  await show(page, "xlm");
  await page.waitForSelector("text=Some transactions could not be read and are missing.");
  await page.waitForSelector("text=Filled offers may be missing.");
  await page.waitForSelector("text=Spendable now: 94 XLM");
  const rows = await page.$$eval(".history summary", (all) => all.map((it) => [...it.querySelectorAll(".name strong, .amount strong, .badge, .memo")].map((part) => part.textContent)));
  assert.deepEqual(rows, [
    ["Sent", "−5 XLM", "Pending"],
    ["Received", "“<b>rent</b>”", "+1.5 XLM"],
    ["Failed"],
    ["Received", "+9,000 FREE"],
  ]);
  await page.click("text=2 signers, 1 open offer");
  await page.waitForSelector("text=Payments need the weight 3.");
  await page.waitForSelector("text=Sells 3 XLM at 0.5 FREE");
  await page.locator(".history summary").nth(1).click();
  await page.waitForSelector("text=The address resembles another one in this list");
  await inspect(page, problems, "history-xlm");
  await context.unroute("**/address-info-xlm/**");

  // An account has at most 20 subscriptions, of which 15 are on the testnet.
  expected.push("status of 503", "status of 400", "status of 404", "status of 409");
  await press(page, "Livenet");
  await page.waitForSelector("text=No chain can be updated. The server has no connection on this network.");
  assert.equal(await page.getByRole("link", { name: "Faucet" }).count(), 0);
  await show(page);
  await inspect(page, problems, "livenet-unavailable");
  await show(page, "btc", "receive");
  assert.match(await page.textContent(".address-full code"), /^bc1q/);
  assert.deepEqual(problems, []);
  await close();
});

test("the balances of all chains take one request for each family", async () => {
  const { page, context, problems, close } = await wallet.open();
  const requested = [];
  await signUpAndFollow(page, newName());
  await page.waitForFunction(() => document.querySelectorAll(".chains .amount strong").length === 15);
  context.on("request", (request) => {
    if (request.url().includes("/address-info-")) requested.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.click("[aria-label='Refresh balances']");
  await notice(page, "Balances updated");
  const families = ["btc-like", "eth-like", "xlm"];
  assert.deepEqual(requested.sort(), families.map((family) => `POST /address-info-${family}/v1/api/batch`));
  assert.deepEqual(problems, []);
  await close();
});

test("a late response does not replace the balance of a later request", async () => {
  const { page, problems, context, close } = await wallet.open();
  await signUpAndFollow(page, newName());
  await page.waitForFunction(() => document.querySelectorAll(".chains .amount strong").length === 15);
  // The balances before the faucet are received after those behind it.
  const batch = "**/address-info-eth-like/v1/api/batch";
  let release, held;
  const released = new Promise((resolve) => { release = resolve; });
  const requested = new Promise((resolve) => { held = resolve; });
  await context.route(batch, async (route) => {
    const response = await route.fetch();
    held();
    await released;
    await route.fulfill({ response });
  });
  await page.click("[aria-label='Refresh balances']");
  await requested;
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  const received = page.waitForResponse(batch);
  release();
  await (await received).finished();
  await notice(page, "Balances updated");
  assert.equal((await page.textContent(".balance .large")).trim(), "1 ETH");
  assert.deepEqual(problems, []);
  await close();
});

test("prices: values are shown where the server has them", async () => {
  const { page, context, problems, close } = await wallet.open();
  const queries = [];
  await context.route("**/asset-info/v1/api/price?**", (route) => {
    const query = new URL(route.request().url()).searchParams;
    queries.push(query);
    const prices = { btc: "50000.5", eth: "2000" };
    const known = query.get("assets").split(",").map((asset) => ({ asset, prices: asset in prices ? { usd: prices[asset] } : {} }));
    return route.fulfill({ json: { requestId: "", data: known } });
  });
  await signUp(page, newName());
  await useFaucet(page, "btc");
  await balanceIs(page, "0.1 BTC");
  await page.waitForSelector(".total >> text=$5,000.05");
  await page.waitForSelector(".balance >> text=$5,000.05");
  await useFaucet(page, "eth", "USDT");
  await press(page, "Refresh balances");
  await notice(page, "Balances updated");
  // Tokens are requested by their contract.
  await until(() => queries.some((query) => query.get("assets").includes(",eth:0xdAC17F958D2ee523a2206206994597C13D831ec7")), "no price of the token");
  assert.deepEqual([queries[0].get("currency"), queries[0].get("network")], ["usd", "testnet"]);
  await inspect(page, problems, "prices");
  await show(page, "btc", "send");
  await page.waitForSelector("text=Available: 0.1 BTC ($5,000.05)");
  assert.deepEqual(problems, []);
  await close();
});

// Without the API both tabs spend the same refresh token, which the server permits for 30 seconds.
for (const [name, refreshes] of [["Web Locks", 1], ["no Web Locks", 2]]) {
  test(`two tabs with ${name} refresh their session by ${refreshes} of 2 concurrent requests`, async () => {
    const { page, context, problems, close } = await wallet.open();
    if (refreshes > 1) await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
    await signUp(page, newName());
    if (refreshes > 1) {
      await page.reload();
      await unlock(page);
    }
    const tabs = [page, await openTab(wallet, { context, problems })];
    let requests = 0;
    let release;
    const released = new Promise((resolve) => { release = resolve; });
    await context.route("**/api/permission/refresh", async (route) => {
      requests += 1;
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    for (const tab of tabs) await tab.waitForFunction(() => document.querySelector(".chains .spinner") === null);
    // The permission token expires within the margin before which the client refreshes it.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((key) => key.startsWith("wallet-cloud-session:"));
      const session = JSON.parse(localStorage[key]);
      localStorage[key] = JSON.stringify({ ...session, permissionExpiresAt: Math.floor(Date.now() / 1000) + 5 });
    });
    for (const tab of tabs) await press(tab, "Refresh balances");
    // Until both tabs need the new token: the second one requests it, or waits for the lock.
    await until(() => requests === refreshes, "the tabs do not refresh their session");
    if (refreshes === 1) await page.waitForFunction(async () => (await navigator.locks.query()).pending.length > 0);
    // Afterwards the lock may reach the other tab before the stored tokens do: it then repeats the request, for the same tokens.
    assert.equal(requests, refreshes);
    release();
    for (const tab of tabs) await notice(tab, "Balances updated");
    // The session is that of both tabs.
    for (const tab of tabs) {
      await tab.reload();
      await unlock(tab);
    }
    assert.deepEqual(problems, []);
    await close();
  });
}

test("on phones a notice covers neither the title nor the controls", async () => {
  const { page, problems, close } = await wallet.open();
  await signUp(page, newName());
  await page.setViewportSize(PHONE);
  await show(page, "btc");
  await page.click(".drawer summary");
  await press(page, "Mine a block");
  await notice(page, "Mined block");
  await screenshot(page, "wallet/notice-390-light");
  const covered = await page.evaluate(() => {
    const toast = document.querySelector(".toast").getBoundingClientRect();
    const isBelow = (element) => element.getBoundingClientRect().bottom > toast.top && element.getBoundingClientRect().top < toast.bottom;
    return [...document.querySelectorAll("#detail .bar, #detail .balance, #detail .actions")].filter(isBelow).map((element) => element.className);
  });
  assert.deepEqual(covered, []);
  // A tap at its position reaches the page behind it.
  const behind = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector(".toast").getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).className;
  });
  assert.notEqual(behind, "toast");
  assert.deepEqual(problems, []);
  await close();
});

test("the chains are those of the server's list, as far as they agree with the client", async () => {
  const { page, context, problems, expected, close } = await wallet.open();
  expected.push("status of 503");
  const list = "**/asset-info/v1/api/chain/list";
  const unavailable = { requestId: "x", error: { code: "service_unavailable", message: "unavailable", retriable: false } };
  await context.route(list, (route) => route.fulfill({ status: 503, json: unavailable }));
  await signIn(page, "create", newName());
  await confirmPhrase(page);
  await page.fill("[name=passphrase]", PASSPHRASE);
  await page.fill("[name=passphrase-again]", PASSPHRASE);
  await press(page, "Open the wallet");
  await page.waitForSelector("text=The server is not available right now. Try again.");
  await inspect(page, problems, "chains-unavailable");
  await context.unroute(list);
  await press(page, "Try again");
  await page.waitForSelector(".chains");
  const names = () => page.$$eval(".chains .name strong", (all) => all.map((name) => name.textContent));
  assert.deepEqual([(await names()).length, (await names())[0]], [15, "Bitcoin"]);
  const own = await addressOf(page, "btc");
  const dogecoin = await addressOf(page, "doge");
  // Icons are those of the server.
  const icons = await page.$$eval(".chains img", (all) => all.map((image) => new URL(image.src).pathname));
  assert.deepEqual([icons.length, icons[0]], [15, "/asset-info/v1/api/icon/coin/btc"]);
  await page.waitForFunction(() => [...document.querySelectorAll(".chains img")].every((image) => image.complete && image.naturalWidth > 0));

  // The list has fewer chains, another name, other paths, and rows that contradict the client.
  const changes = {
    btc: { derivationPath: "m/44'/1'/0'/0/0" },
    eth: { name: "Ether" },
    etc: { decimals: 6 },
    op: { chainId: 1 },
    bch: { family: "eth-like" },
    xlm: { derivationPath: "m/44'/148'/7'" },
    doge: { derivationPath: "m/44'/1'/99999'/0/3" },
  };
  await context.route(list, async (route) => {
    const response = await route.fetch();
    const { data, ...envelope } = await response.json();
    const changed = data.filter(({ chain }) => chain in changes).map((facts) => ({ ...facts, ...changes[facts.chain] }));
    await route.fulfill({ response, headers: { "content-type": "application/json" }, json: { ...envelope, data: changed } });
  });
  await page.reload();
  await unlock(page);
  await page.waitForFunction(() => document.querySelectorAll(".chains > li").length === 2);
  assert.deepEqual(await names(), ["Bitcoin", "Ether"]);
  // A known path does not change, so that the balance remains visible.
  assert.equal(await addressOf(page, "btc"), own);
  await context.unroute(list);
  await page.reload();
  await unlock(page);
  await page.waitForFunction(() => document.querySelectorAll(".chains > li").length === 15);
  assert.equal(await addressOf(page, "doge"), dogecoin);
  assert.deepEqual(problems, []);
  await close();
});
