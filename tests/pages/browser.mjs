// A headless Chromium, and pages that record what they must not do.

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";

const executablePath = process.env.WALLET_TEST_CHROMIUM ?? "/usr/bin/chromium";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const screenshots = new URL("../../target/test-screenshots/", import.meta.url).pathname;

const ARGUMENTS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

// The sizes of windows in which every page is tested.
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 900 };
// Milliseconds after which a step has failed. A limit for errors, so that a busy machine does not reach it.
export const LIMIT = 90_000;

// Starts the browser, with further arguments, without a user interface, which takes half of the time; notifications and cameras
// require the whole browser.
export function launch({ whole = false, further = [] } = {}) {
  const shell = `${executablePath}-headless-shell`;
  return chromium.launch({ executablePath: whole || !existsSync(shell) ? executablePath : shell, args: [...ARGUMENTS, ...further] });
}

// With a number in WALLET_TEST_SLOW, the browser computes at a quarter of its speed, and each request waits up to 1.5 seconds: what a
// test reads before the page has it is found. The delays are a function of the number.
const slow = process.env.WALLET_TEST_SLOW ? Number(process.env.WALLET_TEST_SLOW) : undefined;
if (slow !== undefined) console.error(`WALLET_TEST_SLOW=${slow}`);
const delays = generator(slow ?? 0);

// Returns a function that returns the numbers from 0 to 1 of a seed (mulberry32).
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Slows the pages of a context down.
function slowDown(context) {
  context.on("page", async (page) => {
    const session = await context.newCDPSession(page).catch(() => undefined);
    await session?.send("Emulation.setCPUThrottlingRate", { rate: 4 }).catch(() => undefined);
  });
}

// Opens a page. `problems` lists console errors, exceptions, failed requests of the page's host, and requests to any other
// host, which are blocked. Add the text of an expected console error to `expected`.
export async function openPage(browser, { viewport, colorScheme }, baseUrl) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  if (slow !== undefined) slowDown(context);
  const page = await context.newPage();
  const problems = [];
  const expected = [];
  const report = (text) => { if (!expected.some((part) => text.includes(part))) problems.push(text); };
  await context.route("**", async (route) => {
    if (slow !== undefined) await setTimeout(delays() ** 2 * 1_500);
    const url = new URL(route.request().url());
    if (url.origin === baseUrl || ["data:", "blob:"].includes(url.protocol)) return route.continue();
    report(`request to another host: ${url}`);
    return route.abort();
  });
  page.on("console", (message) => { if (message.type() === "error") report(`console: ${message.text()} ${message.location().url}`); });
  // The text of a rejection, which the console does not have.
  page.on("response", (response) => {
    if (response.status() >= 400) response.text().then((text) => console.error(response.status(), response.url(), response.request().postData() ?? "", text), () => undefined);
  });
  page.on("pageerror", (error) => report(`exception: ${error}`));
  const open = async (path) => {
    const response = await page.goto(baseUrl + path, { waitUntil: "load" });
    return response.status();
  };
  const close = async () => {
    // Requests that are in a route would fail after the end of the test.
    await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: "ignoreErrors" })));
    await context.close();
  };
  return { page, context, problems, expected, open, close };
}

// The rules of axe-core whose result depends on the size of the window.
export const LAYOUT = ["target-size", "scrollable-region-focusable"];

// Returns the violations of axe-core: of WCAG 2.2 A and AA and its best practices, or of single rules.
export async function violations(page, rules) {
  // Evaluated in the page's context, which its content security policy does not restrict; once for a document.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const runOnly = rules ? { type: "rule", values: rules } : { type: "tag", values: tags };
  const { violations: found } = await page.evaluate((options) => globalThis.axe.run(document, options), {
    runOnly,
    resultTypes: ["violations"],
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary.split("\n")[1]?.trim()}`).join(" | ")}`);
}

// Returns the number of pixels by which the page is wider than the window.
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

// Returns by how many pixels the page is too wide, and the texts that are cut, broken within a word, or cover another text, with text of a
// size such as `200%`.
export function misfits(page, size = "100%") {
  return page.evaluate((size) => {
    const root = document.documentElement;
    root.style.fontSize = size;
    const excess = root.scrollWidth - root.clientWidth;
    const found = excess > 0 ? [`${excess} pixels too wide`] : [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const lines = [];
    // The edges of an element's content differ by less than a pixel from its rounded sizes.
    const leaves = (text, box, edges) => edges.some((edge) => (edge === "left" ? box[edge] - text[edge] : text[edge] - box[edge]) > 1);
    const note = (problem, text, element) => void found.push(`${problem}: ${text.trim().slice(0, 60)} in ${element.outerHTML.slice(0, 80)}`);
    while (texts.nextNode()) {
      const { data, parentElement: element } = texts.currentNode;
      if (data.trim() === "" || !element.checkVisibility() || element.closest(".visually-hidden, option, svg, pre") !== null) continue;
      range.selectNodeContents(texts.currentNode);
      const own = [...range.getClientRects()];
      const box = element.closest("button, label, summary, th, td, dd, dt, li, p, h1, h2, h3")?.getBoundingClientRect();
      let isCut = box !== undefined && own.some((line) => leaves(line, box, ["left", "right"]));
      for (let clip = element; clip !== document.body && !isCut; clip = clip.parentElement) {
        const { overflowX } = getComputedStyle(clip);
        if (overflowX === "auto" || overflowX === "scroll") break;
        if (overflowX !== "visible") isCut = own.some((line) => leaves(line, clip.getBoundingClientRect(), ["left", "right", "bottom"]));
      }
      if (isCut) note("cut", data, element);
      if (own.length > 1 && /^\s*\p{L}{2,14}\s*$/u.test(data)) note("broken word", data, element);
      // What is above the page on purpose covers texts.
      if (element.closest(".decision, .toast, dialog") === null) lines.push(...own.map((line) => ({ line, data, element })));
    }
    lines.sort((one, other) => one.line.top - other.line.top);
    lines.forEach(({ line, data, element }, index) => {
      const isOver = ({ line: other }) => other.left < line.right - 1 && line.left < other.right - 1;
      const next = lines.slice(index + 1);
      const end = next.findIndex(({ line: other }) => other.top > line.bottom - other.height / 3);
      if (next.slice(0, end < 0 ? undefined : end).some(isOver)) note("covers another text", data, element);
    });
    root.style.fontSize = "";
    return found;
  }, size);
}

// Returns the interactive elements that are visible but that the Tab key does not reach.
export async function unreachable(page) {
  const total = await page.evaluate(() => {
    const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']";
    const isVisible = (it) => it.checkVisibility({ visibilityProperty: true }) && !it.disabled && it.tabIndex >= 0;
    const all = [...document.querySelectorAll(selector)].filter(isVisible);
    globalThis.expected = new Set(all);
    document.addEventListener("focusin", (event) => globalThis.expected.delete(event.target), true);
    document.activeElement?.blur();
    return all.length;
  });
  const left = () => page.evaluate(() => [...globalThis.expected].filter((it) => it.isConnected).map((it) => it.outerHTML.slice(0, 160)));
  // A second round reaches the elements that come after those that appeared in the first one.
  for (let round = 0; round < 2 && (round === 0 || (await left()).length > 0); round += 1) {
    for (let count = 0; count < total + 2; count += 1) await page.keyboard.press("Tab");
  }
  return left();
}

// Stores a screenshot of the visible part, or of the whole page, in target/test-screenshots, if WALLET_TEST_SCREENSHOTS is set:
// without a graphics processor, screenshots take a third of the time of the tests.
export async function screenshot(page, name, { fullPage = false } = {}) {
  if (!process.env.WALLET_TEST_SCREENSHOTS) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}${name}.png`, fullPage });
}
