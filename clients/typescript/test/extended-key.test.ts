/** Watch-only wallets of extended public keys, against the local server and against a scripted one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, containsPrivateKey, InputError, WalletCloud } from "../src/index.js";
import { fund, testWallet } from "./support/local.js";
import { scripted, success } from "./support/scripted.js";

/** The account m/84'/1'/0' of the mnemonic "abandon … about", and its first address. */
const VPUB =
  "vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc";
const FIRST = "tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl";

test("an extended key has the balance of its addresses", async () => {
  const wallet = await testWallet();
  await fund("btc", FIRST, "100000");
  const data = await wallet.extendedKeyInfo({ chain: "btc", xpub: VPUB, limit: 5, gap: 2 });
  const [first] = data.addresses;
  assert.deepEqual([first!.address, first!.path, first!.used, first!.change], [FIRST, "0/0", true, false]);
  assert.equal(data.next.receive, data.addresses[1]!.address);
  const [coin] = data.balances;
  assert.equal(coin!.balance.amount, first!.balance.amount);
  assert.ok(BigInt(coin!.balance.amount) > 0n && coin!.details.confirmed !== undefined);
  const sum = data.utxo.reduce((total, { value }) => total + BigInt(value), 0n);
  assert.equal(sum, BigInt(coin!.balance.amount));
  assert.equal(data.transactions[0]!.direction, "in");
  await assert.rejects(
    wallet.extendedKeyInfo({ chain: "bch", xpub: VPUB }),
    (error) => error instanceof ApiError && error.is("invalid_public_key") && error.field === "xpub",
  );
});

test("private keys are not sent", async (context) => {
  const { url, received } = await scripted(context, () => success({ addresses: [] }));
  const session = { getPermissionToken: async () => "token" };
  const wallet = new WalletCloud({ baseUrl: url, session, network: "testnet", retry: { attempts: 1 } });
  // BIP 84, "Test vectors", also mistyped and in a descriptor; BIP 380, "Test Vectors".
  const zprv =
    "zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE";
  const wif = "L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1";
  for (const xpub of [zprv, ` ${zprv}`, zprv.slice(0, -3), `wpkh([73c5da0a/84'/0'/0']${zprv}/<0;1>/*)`, wif, `wpkh(${wif})`]) {
    await assert.rejects(
      wallet.extendedKeyInfo({ chain: "btc", xpub }),
      (error) => error instanceof InputError && error.field === "xpub" && !error.message.includes(xpub),
      xpub,
    );
  }
  assert.equal(received.length, 0);
  await wallet.extendedKeyInfo({ chain: "btc", xpub: `wpkh([73c5da0a/84'/0'/0']${VPUB}/<0;1>/*)#abcdefgh`, limit: 0 });
  assert.deepEqual(received.map(({ body }) => Object.keys(JSON.parse(body))), [["xpub", "network", "limit"]]);
  assert.ok(!containsPrivateKey(FIRST));
});
