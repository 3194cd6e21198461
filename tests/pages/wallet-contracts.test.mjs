// Contract tokens on Stellar, on the wallet page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createIssuer } from "./stellar.mjs";
import { addressInfo, addressOf, balanceIs, comparison, confirm, fillPayment, inspect, newName, press, review, serveWallet, show, signUp, useFaucet, XLM } from "./wallet.mjs";

// The contract of the lumen on the testnet, as the documentation of the network publishes the id.
const LUMEN = "CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC";

const wallet = serveWallet();

test("stellar: a token is added by its contract, and sent", async () => {
  const { page, problems, expected, close } = await wallet.open();
  await signUp(page, newName());
  const [own, { address: recipient }] = [await addressOf(page, "xlm"), await createIssuer(wallet.server, "EUR")];
  await useFaucet(page, "xlm");
  await balanceIs(page, "1,000 XLM");
  await page.getByRole("link", { name: "Add token" }).click();
  expected.push("status of 400");
  await page.fill("[name=contract]", XLM);
  await press(page, "Look up");
  await page.waitForSelector("[name=contract][aria-invalid=true]:focus");
  expected.splice(0);
  await page.fill("[name=contract]", LUMEN);
  await press(page, "Look up");
  await page.waitForSelector("text=/Every account can create a token with any name/");
  await inspect(page, problems, "contract-found");
  await press(page, "Add the token");
  await page.waitForSelector(".tokens .amount >> text=1,000");
  await inspect(page, problems, "contract-added");

  await page.click(".tokens a");
  await page.waitForSelector("text=The contract determines what the payment does.");
  await fillPayment(page, { to: recipient, amount: "25.5" });
  await inspect(page, problems, "contract-form");
  await review(page);
  const rows = Object.fromEntries((await comparison(page)).map(([name, ...both]) => [name, both]));
  for (const [name, value] of [["Contract", LUMEN], ["Function", "transfer"], ["Authorized calls", rows["Authorized calls"]?.[0]]]) {
    assert.deepEqual(rows[name], [value, value], JSON.stringify(rows));
  }
  assert.equal(rows["Arguments"][0], `address ${own}, address ${recipient}, i128 255000000`);
  await inspect(page, problems, "review-contract");
  await confirm(page);
  const { balances: [lumens] } = await addressInfo(wallet.server, "xlm", "xlm", recipient);
  assert.equal(lumens.balance.amount, "10255000000");
  assert.deepEqual(problems, []);
  await close();
});
