/** Payment requests of a server that is honest, and of one that changes recipients and amounts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedToken, VerificationError, WalletCloud } from "../src/index.js";

// BIP 173, BIP 21, EIP-55, SEP-5.
const BTC = "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx";
const OTHER_BTC = "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7";
const ETH = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const TOKEN = "0xdAC17F958D2ee523a2206206994597C13D831ec7";
const XLM = "GAVXVW5MCK7Q66RIBWZZKZEDQTRXWCZUP4DIIFXCCENGW2P6W4OA34RH";
const BCH = "bchtest:qpm2qsznhks23z7629mms6s4cwef74vcwvqcw003ap";

function served(data: unknown) {
  const requests: { path: string; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const request = input as Request;
    requests.push({ path: new URL(request.url).pathname, body: await request.json() });
    return Response.json({ requestId: "local", data });
  };
  return { wallet: new WalletCloud({ baseUrl: "https://wallet.example", session: fixedToken("token"), network: "testnet", fetch }), requests };
}

test("requests have the form of the contract, at the connector of the family", async () => {
  const { wallet, requests } = served({ to: BTC, amount: "1", label: "Shop" });
  const uri = `bitcoin:${BTC.toUpperCase()}?amount=0.00000001&label=Shop`;
  assert.deepEqual(await wallet.paymentRequest.parse({ chain: "btc", uri }), { to: BTC, amount: "1", label: "Shop" });
  const created = served({ uri: `ethereum:${ETH}@17000?value=5` });
  assert.equal(await created.wallet.paymentRequest.create({ chain: "eth", to: ETH, amount: "5", network: "livenet" }), `ethereum:${ETH}@17000?value=5`);
  assert.deepEqual([...requests, ...created.requests], [
    { path: "/blockchain-connector-btc-like/v1/api/payment-request/parse/btc", body: { network: "testnet", uri } },
    { path: "/blockchain-connector-eth-like/v1/api/payment-request/create/eth", body: { network: "livenet", to: ETH, amount: "5" } },
  ]);
});

type Case = [chain: "btc" | "bch" | "eth" | "xlm", uri: string, data: Record<string, unknown>];

test("the recipient and the amount are those of the URI", async () => {
  const honest: Case[] = [
    ["btc", `bitcoin:${BTC}`, { to: BTC }],
    ["btc", `BITCOIN:${BTC.toUpperCase()}?AMOUNT=20.3`, { to: BTC, amount: "2030000000" }],
    ["btc", `bitcoin:${BTC}?amount=.5&label=a%20b`, { to: BTC, amount: "50000000" }],
    ["btc", `bitcoin:?lno=lno1abc&TB=${BTC}&amount=1`, { to: BTC, amount: "100000000", ignored: ["lno"] }],
    ["bch", `${BCH}?amount=1`, { to: BCH, amount: "100000000" }],
    ["eth", `ethereum:${ETH.toLowerCase()}@17000?value=2.014e18`, { to: ETH, amount: "2014000000000000000" }],
    ["eth", `ethereum:pay-${ETH}`, { to: ETH }],
    ["eth", `ethereum:${TOKEN}@1/transfer?address=${ETH}&uint256=7`, { to: TOKEN, amount: "0", data: "0xa9", token: { to: ETH, amount: "7" } }],
    ["eth", `ethereum:${TOKEN}/deposit?value=3`, { to: TOKEN, amount: "3", data: "0xd0e30db0" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&amount=120.1234567`, { operation: "pay", to: XLM, amount: "1201234567" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&asset_code=USD&asset_issuer=${XLM}&memo=a%2Bb`, { operation: "pay", to: XLM, asset: { kind: "xlm-asset", chain: "xlm", code: "USD", issuer: XLM }, memo: "a+b", memoType: "text" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&memo=7&memo_type=MEMO_ID`, { operation: "pay", to: XLM, asset: { kind: "coin", chain: "xlm" }, memo: "7", memoType: "id" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&memo=AAAA&memo_type=MEMO_HASH`, { operation: "pay", to: XLM, memo: "00".repeat(32), memoType: "hash" }],
    ["xlm", "web+stellar:tx?xdr=AAAA", { operation: "tx", unsignedMessage: "AAAA" }],
  ];
  for (const [chain, uri, data] of honest) assert.deepEqual(await served(data).wallet.paymentRequest.parse({ chain, uri }), data, uri);
});

test("a server that changes the recipient or the amount is detected", async () => {
  const hostile: Case[] = [
    ["btc", `bitcoin:${BTC}?amount=1`, { to: OTHER_BTC, amount: "100000000" }],
    ["btc", `bitcoin:${BTC}?amount=1`, { to: BTC, amount: "100000001" }],
    ["btc", `bitcoin:${BTC}?amount=1`, { to: BTC }],
    ["btc", `bitcoin:${BTC}`, { to: BTC, amount: "1" }],
    ["btc", `bitcoin:${BTC}`, {}],
    ["btc", `bitcoin:?tb=${BTC}`, { to: OTHER_BTC }],
    ["btc", `bitcoin:?bc=${BTC}`, { to: BTC }],
    ["eth", `ethereum:${ETH}?value=1`, { to: TOKEN, amount: "1" }],
    ["eth", `ethereum:${TOKEN}/transfer?address=${ETH}&uint256=7`, { to: TOKEN, amount: "0", data: "0xa9", token: { to: TOKEN, amount: "7" } }],
    ["eth", `ethereum:${TOKEN}/transfer?address=${ETH}&uint256=7`, { to: TOKEN, amount: "0", data: "0xa9", token: { to: ETH, amount: "70" } }],
    ["xlm", `web+stellar:pay?destination=${XLM}&amount=1`, { operation: "pay", to: XLM, amount: "1" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&asset_code=USD&asset_issuer=${XLM}`, { operation: "pay", to: XLM }],
    ["xlm", `web+stellar:pay?destination=${XLM}&memo=7`, { operation: "pay", to: XLM }],
    ["xlm", `web+stellar:pay?destination=${XLM}&memo=7`, { operation: "pay", to: XLM, memo: "8", memoType: "text" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&memo=7`, { operation: "pay", to: XLM, memo: "7", memoType: "id" }],
    ["xlm", `web+stellar:pay?destination=${XLM}&memo=AAAA&memo_type=MEMO_HASH`, { operation: "pay", to: XLM }],
    ["xlm", `web+stellar:pay?destination=${XLM}`, { operation: "pay", to: XLM.replace("GA", "GB") }],
  ];
  for (const [chain, uri, data] of hostile) await assert.rejects(served(data).wallet.paymentRequest.parse({ chain, uri }), VerificationError, uri + JSON.stringify(data));
  for (const uri of [`bitcoin:${OTHER_BTC}?amount=1`, `bitcoin:${BTC}?amount=2`, `bitcoin:${BTC}`, BTC, ""]) {
    await assert.rejects(served({ uri }).wallet.paymentRequest.create({ chain: "btc", to: BTC, amount: "100000000" }));
  }
  const token = { chain: "eth", to: ETH, amount: "7", contract: TOKEN } as const;
  assert.ok(await served({ uri: `ethereum:${TOKEN}@1/transfer?address=${ETH}&uint256=7` }).wallet.paymentRequest.create(token));
  await assert.rejects(served({ uri: `ethereum:${ETH}@1?value=7` }).wallet.paymentRequest.create(token), VerificationError);
});
