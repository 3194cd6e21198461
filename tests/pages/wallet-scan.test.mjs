// The scanner of QR codes on the wallet page: with a camera, whose pictures are those of a file, and with chosen pictures.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { launch } from "./browser.mjs";
import { draw, png, video } from "./qr-pictures.mjs";
import { BTC, button, ETH, eventually, inspect, newName, openWallet, press, serveWallet, show, signUp } from "./wallet.mjs";

const folder = mkdtempSync(join(tmpdir(), "wallet-scan-"));
after(() => rmSync(folder, { recursive: true }));

// BIP 321: the address is in a parameter.
const LINK = `bitcoin:?tb=${BTC}&amount=0.01&label=Shop`;
const SHOWN = { angle: 0.3, left: 250, top: 220, scale: 4 };
const camera = join(folder, "camera.y4m");
writeFileSync(camera, video([draw(), draw(), draw(LINK, SHOWN), draw(LINK, SHOWN)]));
const FAKE = "--use-fake-device-for-media-stream";

const wallet = serveWallet({}, { whole: true, further: [FAKE, `--use-file-for-fake-video-capture=${camera}`] });

// Opens the form of a payment of bitcoins in a new browser context of a browser, which cannot detect QR codes. The page records the
// tracks of the camera.
async function openSend(browser = wallet.browser, permissions = []) {
  const opened = await openWallet({ browser, server: wallet.server });
  const { page, context } = opened;
  await context.grantPermissions(permissions);
  await page.addInitScript(() => {
    globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ["ean_13"];
    };
    globalThis.tracks = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      globalThis.tracks.push(...stream.getTracks());
      return stream;
    };
  });
  await page.reload();
  await signUp(page, newName());
  await show(page, "btc", "send");
  await button(page, "Scan").waitFor();
  return opened;
}

const tracks = (page) => page.evaluate(() => globalThis.tracks.map(({ readyState }) => readyState));
const loaded = (page) => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1)).filter((name) => /scanner|qr-/i.test(name)).sort());
const error = (page) => page.locator(".field:has([name=to]) .error");
const focused = (page) => page.evaluate(() => document.activeElement.textContent.trim());

// Chooses a file in the open dialog, as a user does.
async function choose(page, name, buffer) {
  const chooser = page.waitForEvent("filechooser");
  await press(page, "Choose a picture");
  await (await chooser).setFiles({ name, mimeType: "image/png", buffer });
}

test("the code of a payment link in front of the camera fills the recipient and the amount", async () => {
  const { page, problems, close } = await openSend(wallet.browser, ["camera"]);
  // The screen loads no code of the scanner.
  assert.deepEqual(await loaded(page), []);
  await press(page, "Scan");
  await eventually(() => page.inputValue("[name=to]"), BTC);
  await eventually(() => page.inputValue("[name=amount]"), "0.01");
  await page.waitForSelector("text=“Shop”. This is the text of the link: nothing proves it.");
  await page.waitForSelector("dialog", { state: "detached" });
  await eventually(() => tracks(page), ["ended"]);
  assert.deepEqual(await loaded(page), ["Scanner.js", "qr-decoder.js"]);
  assert.equal(await focused(page), "Scan");
  assert.deepEqual(problems, []);
  await close();
});

test("the camera ends when the dialog is cancelled, and a camera in use is explained", async (context) => {
  // A camera that shows no code.
  const browser = await launch({ whole: true, further: [FAKE] });
  context.after(() => browser.close());
  const { page, problems, close } = await openSend(browser, ["camera"]);
  await press(page, "Scan");
  await page.waitForFunction(() => document.querySelector("dialog video")?.videoWidth > 0);
  await inspect(page, problems, "scan-camera");
  assert.deepEqual(await tracks(page), ["live"]);
  await press(page, "Cancel");
  await page.waitForSelector("dialog", { state: "detached" });
  await eventually(() => tracks(page), ["ended"]);
  assert.equal(await focused(page), "Scan");

  // A camera that starts after the end of the dialog.
  await page.evaluate(() => {
    const open = navigator.mediaDevices.getUserMedia;
    const started = new Promise((resolve) => { globalThis.start = resolve; });
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      await started;
      return open(constraints);
    };
  });
  await press(page, "Scan");
  await page.waitForSelector("dialog[open] video");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.evaluate(() => globalThis.start());
  await eventually(() => tracks(page), ["ended", "ended"]);
  assert.equal(await page.inputValue("[name=to]"), "");

  // A camera that another program uses: the error of the specification (Media Capture and Streams, 10.2), which no fake device causes.
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => { throw new DOMException("Could not start video source", "NotReadableError"); };
  });
  await press(page, "Scan");
  await page.waitForSelector("text=The camera cannot be used now. Close other programs that use it, choose a picture of the code, or paste the address.");
  assert.equal(await page.locator("dialog video, dialog .hint").count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test("a code is read in a chosen picture, also without a permission for the camera", async () => {
  const { page, problems, close } = await openSend();
  await press(page, "Scan");
  await page.waitForSelector("text=The camera cannot be used. Permit it in the settings of the browser, choose a picture of the code, or paste the address.");
  assert.equal(await page.locator("dialog video, dialog .hint").count(), 0);
  await inspect(page, problems, "scan-not-permitted");

  // A file without a picture, a picture without a code, and a picture with a code.
  await choose(page, "code.png", Buffer.from("not a picture"));
  await page.waitForSelector("text=The browser cannot read this file as a picture.");
  await choose(page, "code.png", png(draw()));
  await page.waitForSelector("text=No QR code was found in the picture.");
  assert.equal(await page.locator("text=The browser cannot read this file as a picture.").count(), 0);
  await inspect(page, problems, "scan-no-code");
  // A large screenshot.
  await choose(page, "code.png", png(draw(LINK, { width: 1170, height: 2532, scale: 12, top: 800 })));
  await eventually(() => page.inputValue("[name=to]"), BTC);
  await eventually(() => page.inputValue("[name=amount]"), "0.01");
  await page.waitForSelector("dialog", { state: "detached" });

  // A code of an address in upper case is smaller, and valid (CashAddr).
  const upper = "BCHTEST:QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVQCW003AP";
  await show(page, "bch", "send");
  await press(page, "Scan");
  await choose(page, "code.png", png(draw(upper)));
  await eventually(() => page.inputValue("[name=to]"), upper);
  await page.waitForSelector("text=A valid address on Bitcoin Cash test network");
  assert.deepEqual(problems, []);
  await close();
});

test("a code without a recipient has an error at the field", async (context) => {
  const browser = await launch({ whole: true, further: [`${FAKE}=device-count=0`] });
  context.after(() => browser.close());
  const { page, expected, problems, close } = await openSend(browser, ["camera"]);
  // The server rejects links, which the console reports.
  expected.push("status of 400");
  const cases = [
    ["Table 12", "This is not a valid address on this chain and network."],
    [ETH, "This is not a valid address on this chain and network."],
    [`litecoin:${BTC}`, "The link is not usable here. The server does not accept this input. The URI must start with bitcoin:, the scheme of btc testnet."],
    ["https://shop.example.net/menu", "The link is not usable here."],
  ];
  for (const [text, message] of cases) {
    await press(page, "Scan");
    await page.waitForSelector("text=This device has no camera: choose a picture of the code, or paste the address.");
    await choose(page, "code.png", png(draw(text)));
    await page.waitForSelector("dialog", { state: "detached" });
    await page.waitForFunction((expected) => document.querySelector("[name=to]").value === expected, text);
    await error(page).filter({ hasText: message }).waitFor();
  }
  await inspect(page, problems, "scan-no-recipient");
  assert.deepEqual(problems, []);
  await close();
});

test("the browser reads the code where it can", async () => {
  const { page, problems, close } = await wallet.open();
  // The picture of the camera is a canvas, and the detector reads the code after some pictures.
  await page.addInitScript((text) => {
    let pictures = 0;
    globalThis.BarcodeDetector = class {
      static getSupportedFormats = async () => ["ean_13", "qr_code"];
      detect = async (video) => ((pictures += video.videoWidth > 0 ? 1 : 0) > 2 ? [{ rawValue: text }] : []);
    };
    globalThis.tracks = [];
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement("canvas");
      const context = canvas.getContext("2d");
      setInterval(() => context.fillRect(0, 0, Math.random() * 100, 100), 50);
      const stream = canvas.captureStream(20);
      globalThis.tracks.push(...stream.getTracks());
      return stream;
    };
  }, `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7/transfer?address=${ETH}&uint256=1`);
  await page.reload();
  await signUp(page, newName());
  await show(page, "eth", "send");
  await press(page, "Scan");
  await page.waitForSelector("dialog[open] video");
  // The recipient of a token is that of the call, not the contract.
  await page.waitForFunction((expected) => document.querySelector("[name=to]").value === expected, ETH);
  await page.waitForSelector("dialog", { state: "detached" });
  await eventually(() => tracks(page), ["ended"]);
  assert.deepEqual(await loaded(page), ["Scanner.js"]);
  assert.deepEqual(problems, []);
  await close();
});
