// Names of recipients: what they became is shown, reviewed and paid. The responses are scripted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { balanceIs, BTC, comparison, confirm, ETH, fillPayment, inspect, newName, press, review, serveWallet, show, signUp, useFaucet, XLM } from "./wallet.mjs";

const OTHER = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const wallet = serveWallet();
let opened;

// Replaces the responses to names, and returns the requested names.
async function serve(reply) {
  const names = [];
  await opened.context.unroute("**/api/resolve-name/*");
  await opened.context.route("**/api/resolve-name/*", (route) => {
    names.push(new URL(route.request().url()).searchParams.get("name"));
    const { status = 200, ...data } = reply(names.length);
    return route.fulfill({ status, json: status === 200 ? { requestId: "local", data } : { requestId: "local", error: data } });
  });
  return names;
}

const isFilled = (page, name, text) => page.waitForFunction(([of, expected]) => document.querySelector(`[name=${of}]`)?.value === expected, [name, text]);

test("ethereum: a name becomes an address, and a later response with another address changes no payment", async () => {
  opened = await wallet.open();
  const { page, context, problems } = opened;
  await signUp(page, newName());
  await useFaucet(page, "eth");
  await balanceIs(page, "1 ETH");
  const names = await serve((count) => ({ name: "alice.eth", address: count === 1 ? ETH : OTHER, kind: "ens", verified: true }));
  await show(page, "eth", "send");
  await fillPayment(page, { to: "alice.eth", amount: "0.1" });
  await isFilled(page, "to", ETH);
  await page.getByText("alice.eth: the Ethereum Name Service has this address.").waitFor();
  await inspect(page, problems, "send-name");
  await review(page);
  const terms = await page.textContent(".terms");
  assert.ok(terms.includes("alice.eth") && terms.includes(ETH), terms);
  assert.deepEqual((await comparison(page))[0], ["Recipient", ETH, ETH]);
  const sent = [];
  context.on("request", (request) => { if (request.url().endsWith("/transaction/send/eth")) sent.push(request.postDataJSON().txdata); });
  await confirm(page);
  assert.ok(sent[0].includes(ETH.slice(2).toLowerCase()) && !sent[0].includes(OTHER.slice(2).toLowerCase()));
  assert.deepEqual(names, ["alice.eth"]);
});

test("a name that looks like one of the address book, or like one that was paid, is no other name", async () => {
  const { page, problems } = opened;
  const alike = page.getByText(/which you know: only the letters look alike/);
  const resolve = async (name, address) => {
    await serve(() => ({ name, address, kind: "ens", verified: true }));
    await show(page, "eth");
    await show(page, "eth", "send");
    await page.fill("[name=to]", name);
    await isFilled(page, "to", address);
    await page.getByText(`${name}: the Ethereum Name Service has this address.`).waitFor();
  };
  await resolve("mike.eth", ETH);
  await press(page, "Save this recipient");
  await page.fill("[name=recipient-name]", "mike");
  await press(page, "Save");
  await page.getByText("mike, from your address book").waitFor();
  for (const [name, imitated] of [["rnike.eth", "mike"], ["a1ice.eth", "alice.eth"]]) {
    await resolve(name, OTHER);
    await alike.waitFor();
    assert.equal(await alike.textContent(), `This is not “${imitated}”, which you know: only the letters look alike. Compare the address with one that you trust.`);
  }
  await inspect(page, problems, "send-look-alike-name");
  // Another name of a known address, a known name, and names that differ in more than look-alikes.
  for (const [name, address] of [["rnike.eth", ETH], ["mike.eth", ETH], ["alice.eth", ETH], ["alicia.eth", OTHER], ["nike.eth", OTHER]]) {
    await resolve(name, address);
    assert.equal(await alike.count(), 0, name);
  }
  assert.deepEqual(problems, []);
});

test("a confusable name, a name without an address, and an address of another chain are explained", async () => {
  const { page, problems, expected } = opened;
  const warnings = [{ code: "confusable_name", message: "The name mixes scripts." }];
  await serve(() => ({ name: "аlice.eth", address: ETH, kind: "ens", verified: true, warnings }));
  await show(page, "eth");
  await show(page, "eth", "send");
  await page.fill("[name=to]", "аlice.eth");
  await isFilled(page, "to", ETH);
  await page.getByText("Letters of this name look like others.").waitFor();
  await inspect(page, problems, "send-confusable-name");

  expected.push("status of 404");
  await serve(() => ({ status: 404, code: "name_not_found", message: "", retriable: false }));
  await page.fill("[name=to]", "nothing.eth");
  await page.getByText("This name has no address on this chain and network.").waitFor();
  assert.equal(await page.getByText("Letters of this name look like others.").count(), 0);

  await serve(() => ({ name: "bob.eth", address: BTC, kind: "ens", verified: true }));
  await page.fill("[name=to]", "bob.eth");
  await page.getByText("The server returned an address that is not valid here.").waitFor();
  assert.equal(await page.inputValue("[name=to]"), "bob.eth");
  assert.deepEqual(problems, []);
});

test("stellar and bitcoin: the memo of a federated name, and what proves an address", async () => {
  const { page, problems, close } = opened;
  await useFaucet(page, "xlm");
  await serve(() => ({ name: "alice*example.com", address: XLM, memo: { type: "id", value: "8411" }, kind: "federation", verified: false }));
  await show(page, "xlm", "send");
  await page.fill("[name=to]", "alice*example.com");
  await isFilled(page, "memo", "8411");
  await page.getByText("alice*example.com: a statement of the domain’s server, without a proof. Compare the address").waitFor();
  // The memo belongs to the name.
  await page.fill("[name=to]", ETH);
  await isFilled(page, "memo", "");

  const names = await serve(() => ({ name: "alice@example.com", address: BTC, kind: "bip353", verified: true }));
  await show(page, "btc", "send");
  await page.fill("[name=to]", "₿alice@example.com");
  await isFilled(page, "to", BTC);
  await page.getByText("alice@example.com: the owner of the domain has signed this address.").waitFor();
  assert.deepEqual(names, ["₿alice@example.com"]);
  assert.deepEqual(problems, []);
  await close();
});
