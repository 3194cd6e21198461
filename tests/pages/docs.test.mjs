// The start page, the guides and the API reference.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, LAYOUT, PHONE, launch, openPage, overflow, screenshot, unreachable, violations } from "./browser.mjs";
import { startServer } from "./server.mjs";

let server;
let browser;

before(async () => { [server, browser] = await Promise.all([startServer(), launch()]); });
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Pages of operations of all forms: query, body, both places of a token, headers, images, unions, requests of the service.
const OPERATIONS = [
  "authorization/issueByKey", "authorization/deleteAccount", "address-info-xlm/addressInfoXlm", "asset-info/listAssets",
  "asset-info/showIcon", "asset-info/replaceAsset", "blockchain-connector-btc-like/estimateBtcLike",
  "blockchain-connector-btc-like/schemas", "blockchain-connector-xlm/getHashMultiOperationsXlm",
  "blockchain-connector-xlm/parseXlm", "notifications/deliverEvent", "sandbox/faucet",
].map((name) => `/docs/reference/${name}.html`);

// Returns the targets of the links in the navigation of a page.
async function navigation(path) {
  const { page, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  await open(path);
  const links = await page.$$eval("nav.side a", (all) => all.map((link) => new URL(link.href).pathname));
  await close();
  return links;
}

// Returns the addresses of the pages that are inspected: the start page, those of the navigation, and some operations.
async function addresses() {
  return ["/", ...new Set(await navigation("/docs/")), ...OPERATIONS];
}

const name = (path) => path.replace(/^\/(docs\/)?/, "").replace(/\.html$/, "").replaceAll("/", "-") || "start";

// Returns what is wrong with an open page at a size: in large windows the whole of axe-core, and of the other colour scheme what
// colours decide; on phones what the layout decides, and everything for the pages of operations, which have all forms.
async function findings(page, path, viewport) {
  const [width, view] = [viewport.width, `docs-${name(path)}-${viewport.width}`];
  await page.setViewportSize(viewport);
  const found = await violations(page, viewport === PHONE && !OPERATIONS.includes(path) ? LAYOUT : undefined);
  await screenshot(page, `${view}-light`);
  if (viewport === DESKTOP) {
    await page.emulateMedia({ colorScheme: "dark" });
    found.push(...await violations(page, ["color-contrast"]));
    await screenshot(page, `${view}-dark`);
    await page.emulateMedia({ colorScheme: "light" });
  }
  const pixels = await overflow(page);
  if (pixels > 0) found.push(`${pixels} pixels too wide`);
  return found.map((finding) => `${path} at ${width}: ${finding}`);
}

// Returns the sizes of text at which an open page is wider than a window of 320 pixels.
async function tooWide(page, path) {
  const found = [];
  await page.setViewportSize({ width: 320, height: 700 });
  for (const size of ["100%", "200%"]) {
    await page.evaluate((value) => { document.documentElement.style.fontSize = value; }, size);
    const pixels = await overflow(page);
    if (pixels > 0) found.push(`${path} at ${size}: ${pixels} pixels too wide`);
  }
  return found;
}

// Opens every page once.
async function visitAll() {
  const { page, problems, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  const visited = { count: 0, unclean: [], tooWide: [], links: new Map() };
  for (const path of await addresses()) {
    await page.setViewportSize(DESKTOP);
    assert.equal(await open(path), 200, path);
    for (const link of await page.$$eval("a[href]", (all) => all.map((it) => it.href))) {
      if (link.startsWith(server.baseUrl)) visited.links.set(link.split("#")[0], path);
    }
    for (const viewport of [DESKTOP, PHONE]) visited.unclean.push(...await findings(page, path, viewport));
    visited.tooWide.push(...await tooWide(page, path));
    visited.unclean.push(...problems.splice(0).map((problem) => `${path}: ${problem}`));
    visited.count += 1;
  }
  await close();
  return visited;
}

let visits;
const visited = () => visits ??= visitAll();

test("every page is clean in both sizes and colour schemes", async () => {
  const { count, unclean } = await visited();
  assert.ok(count > 20, String(count));
  assert.deepEqual(unclean, []);
});

test("pages fit a width of 320 pixels, and twice the size of text", async () => {
  assert.deepEqual((await visited()).tooWide, []);
});

test("all internal links resolve", async () => {
  const { links } = await visited();
  const broken = [];
  for (const [link, path] of links) {
    const response = await fetch(link);
    if (response.status !== 200) broken.push(`${path}: ${link}: ${response.status}`);
    await response.body?.cancel();
  }
  assert.ok(links.size > 150, String(links.size));
  assert.deepEqual(broken, []);
});

for (const viewport of [PHONE, DESKTOP]) {
  test(`the keyboard reaches everything at ${viewport.width}`, async () => {
    const { page, open, close } = await openPage(browser, { viewport, colorScheme: "light" }, server.baseUrl);
    for (const path of ["/", "/docs/quick-start.html", "/docs/reference/authorization/register.html"]) {
      await open(path);
      assert.deepEqual(await unreachable(page), [], path);
    }
    await close();
  });
}

test("the skip link moves the focus to the content", async () => {
  const { page, open, close } = await openPage(browser, { viewport: PHONE, colorScheme: "light" }, server.baseUrl);
  await open("/docs/");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "content");
  await close();
});

test("pages read without scripts", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE });
  const page = await context.newPage();
  await page.goto(`${server.baseUrl}/docs/quick-start.html`);
  await page.click(".menu summary");
  await page.click(".menu a >> text=Glossary");
  assert.match(await page.textContent("h1"), /Glossary/);
  await context.close();
});

test("search finds sections by keyboard, also before its index is loaded", async () => {
  const { page, problems, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  let requests = 0;
  const requested = new Promise((resolve) => page.route("**/search.json", (route) => { requests += 1; resolve(route); }));
  await open("/docs/");
  await page.keyboard.press("/");
  await page.keyboard.type("estimate btc");
  await (await requested).continue();
  await page.waitForSelector("#results a");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  await page.waitForURL(/estimateBtcLike|#/);
  assert.equal(requests, 1, "one request for all letters");
  assert.deepEqual(problems, []);
  await close();
});

test("a form gets a token, sends a request with it and shows the response", async () => {
  const { page, problems, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  await open("/docs/reference/blockchain-connector-btc-like/getAddressBtcLike.html");
  await page.click("text=Try it");
  await page.click("text=Get a token with a merchant key");
  await page.fill("#merchant-key", server.merchantKey);
  await page.click("#get-token");
  await page.waitForFunction(() => document.getElementById("token").value !== "");
  const form = page.locator("#request-form");
  await form.locator("button[type=submit]").click();
  await form.locator("output pre").waitFor();
  const response = JSON.parse(await form.locator("output pre").textContent());
  // The public key of the example is that of BIP 84's and BIP 173's vectors.
  assert.equal(response.data.address, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4");
  assert.deepEqual(await violations(page), []);
  await form.scrollIntoViewIfNeeded();
  await screenshot(page, "docs-try-response");
  assert.deepEqual(problems, []);
  await close();
});

test("a form sends header parameters as headers, to the server of the page", async () => {
  const { page, expected, problems, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  expected.push("status of 401");
  await open("/docs/reference/asset-info/listChains.html");
  assert.equal(await page.locator("code#server").textContent(), server.baseUrl);
  await page.click("text=Try it");
  const form = page.locator("#request-form");
  await form.locator("input[data-in=header]").fill('W/"1"');
  const [request] = await Promise.all([
    page.waitForRequest((it) => it.url().includes("/api/chain/list")),
    form.locator("button[type=submit]").click(),
  ]);
  assert.equal(new URL(request.url()).search, "");
  assert.equal((await request.allHeaders())["if-none-match"], 'W/"1"');
  await form.locator("output pre").waitFor();
  assert.deepEqual(problems, []);
  await close();
});

test("a form without a token shows the error", async () => {
  const { page, expected, problems, open, close } = await openPage(browser, { viewport: PHONE, colorScheme: "dark" }, server.baseUrl);
  expected.push("status of 401");
  await open("/docs/reference/asset-info/listAssets.html");
  await page.click("text=Try it");
  const form = page.locator("#request-form");
  await form.locator("button[type=submit]").click();
  await form.locator("output pre").waitFor();
  assert.equal(JSON.parse(await form.locator("output pre").textContent()).error.retriable, false);
  assert.match(await form.locator("output").textContent(), /401/);
  await screenshot(page, "docs-try-error");
  assert.deepEqual(problems, []);
  await close();
});

test("the page of an operation has the examples next to the description, or below the title", async () => {
  const path = "/docs/reference/blockchain-connector-btc-like/estimateBtcLike.html";
  for (const [viewport, isNext] of [[DESKTOP, true], [PHONE, false]]) {
    const { page, open, close } = await openPage(browser, { viewport, colorScheme: "light" }, server.baseUrl);
    await open(path);
    const [title, examples, facts] = await Promise.all([".title", ".examples", ".facts"].map((it) => page.locator(it).boundingBox()));
    assert.equal(examples.x >= facts.x + facts.width, isNext);
    assert.equal(examples.y >= title.y + title.height && facts.y >= examples.y + examples.height, !isNext);
    assert.deepEqual(await page.$$eval(".examples [role=tab]", (all) => all.map((it) => it.textContent)), ["curl", "TypeScript", "Rust"]);
    if (viewport === DESKTOP) {
      const current = page.locator("nav.side [aria-current]");
      assert.equal(await current.textContent(), "EstimatePOST");
      assert.ok(await current.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight), "the entry is visible");
    }
    await close();
  }
});
