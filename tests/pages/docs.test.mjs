// The start page, the guides and the API reference.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESKTOP, PHONE, launch, openPage, overflow, screenshot, unreachable, violations } from "./browser.mjs";
import { startServer } from "./server.mjs";

let server;
let browser;

before(async () => { [server, browser] = await Promise.all([startServer(), launch()]); });
after(async () => {
  await browser?.close();
  await server?.stop();
});

// Returns the addresses of all pages: those of the start page and of the navigation.
async function addresses() {
  const { page, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  await open("/docs/");
  const links = await page.$$eval("nav.side a", (all) => all.map((link) => new URL(link.href).pathname));
  await close();
  return ["/", ...new Set(links)];
}

const name = (path) => path.replace(/^\/(docs\/)?/, "").replace(/\.html$/, "").replaceAll("/", "-") || "start";

// The whole of axe-core for each layout, and of the other colour scheme what colours decide.
for (const viewport of [PHONE, DESKTOP]) {
  test(`every page is clean at ${viewport.width} in both colour schemes`, async () => {
    const { page, problems, open, close } = await openPage(browser, { viewport, colorScheme: "light" }, server.baseUrl);
    const findings = [];
    const paths = await addresses();
    assert.ok(paths.length > 20, String(paths));
    for (const path of paths) {
      await page.emulateMedia({ colorScheme: "light" });
      assert.equal(await open(path), 200, path);
      const found = await violations(page);
      await screenshot(page, `docs-${name(path)}-${viewport.width}-light`);
      await page.emulateMedia({ colorScheme: "dark" });
      if (viewport === DESKTOP) found.push(...await violations(page, ["color-contrast"]));
      await screenshot(page, `docs-${name(path)}-${viewport.width}-dark`);
      const pixels = await overflow(page);
      if (pixels > 0) found.push(`${pixels} pixels too wide`);
      findings.push(...[...found, ...problems.splice(0)].map((finding) => `${path}: ${finding}`));
    }
    await close();
    assert.deepEqual(findings, []);
  });
}

test("all internal links resolve", async () => {
  const { page, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  const links = new Map();
  for (const path of await addresses()) {
    await open(path);
    for (const link of await page.$$eval("a[href]", (all) => all.map((it) => it.href))) {
      if (link.startsWith(server.baseUrl)) links.set(link.split("#")[0], path);
    }
  }
  const broken = [];
  for (const [link, path] of links) {
    const response = await fetch(link);
    if (response.status !== 200) broken.push(`${path}: ${link}: ${response.status}`);
    await response.body?.cancel();
  }
  await close();
  assert.ok(links.size > 40, String(links.size));
  assert.deepEqual(broken, []);
});

for (const viewport of [PHONE, DESKTOP]) {
  test(`the keyboard reaches everything at ${viewport.width}`, async () => {
    const { page, open, close } = await openPage(browser, { viewport, colorScheme: "light" }, server.baseUrl);
    for (const path of ["/", "/docs/quick-start.html", "/docs/reference/authorization.html"]) {
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
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");
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

test("search finds sections by keyboard", async () => {
  const { page, problems, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  await open("/docs/");
  await page.keyboard.press("/");
  await page.keyboard.type("estimate btc");
  await page.waitForSelector("#results a");
  await page.keyboard.press("ArrowDown");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  await page.waitForURL(/#/);
  assert.deepEqual(problems, []);
  await close();
});

test("a form gets a token, sends a request with it and shows the response", async () => {
  const { page, problems, open, close } = await openPage(browser, { viewport: DESKTOP, colorScheme: "light" }, server.baseUrl);
  await open("/docs/reference/blockchain-connector-btc-like.html");
  await page.click("text=Get a token with a merchant key");
  await page.fill("#merchant-key", server.merchantKey);
  await page.click("#get-token");
  await page.waitForFunction(() => document.getElementById("token").value !== "");
  const form = page.locator("form[data-path$='/api/get-address/{chain}']");
  await form.locator("xpath=..").locator("> summary").click();
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
  await open("/docs/reference/asset-info.html");
  assert.equal(await page.locator("code#server").textContent(), server.baseUrl);
  const form = page.locator("form[data-path$='/api/chain/list']");
  await form.locator("xpath=..").locator("> summary").click();
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
  await open("/docs/reference/asset-info.html");
  const form = page.locator("form[data-path$='/api/{kind}/list']");
  await form.locator("xpath=..").locator("> summary").click();
  await form.locator("button[type=submit]").click();
  await form.locator("output pre").waitFor();
  assert.equal(JSON.parse(await form.locator("output pre").textContent()).error.retriable, false);
  assert.match(await form.locator("output").textContent(), /401/);
  await screenshot(page, "docs-try-error");
  assert.deepEqual(problems, []);
  await close();
});
