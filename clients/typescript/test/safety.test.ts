import assert from "node:assert/strict";
import { test } from "node:test";
import { createClient, fixedToken, pastPrices, WalletCloud } from "../src/index.js";
import { createMnemonic, HdWallet } from "../src/hd.js";
import { ecdsaSigner, ed25519Signer } from "../src/signers.js";
import { hostileWallet } from "./support/hostile.js";
import { fund } from "./support/local.js";

const RECIPIENT = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const ACCOUNT = "GAVXVW5MCK7Q66RIBWZZKZEDQTRXWCZUP4DIIFXCCENGW2P6W4OA34RH";
const PREVIEW = { outcome: "unknown", changes: [], approvals: [], warnings: [], source: { partial: ["preview"] } };

/** Returns a client whose requests are recorded and get this reply. */
function recorded(data: unknown) {
  const requests: { method: string; path: string; body: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const request = input as Request;
    const { pathname, search } = new URL(request.url);
    requests.push({ method: request.method, path: pathname + search, body: request.method === "GET" ? undefined : await request.json() });
    return Response.json({ requestId: "local", data });
  };
  const options = { baseUrl: "https://wallet.example", session: fixedToken("token"), network: "testnet", fetch } as const;
  return { wallet: new WalletCloud(options), client: createClient(options), requests };
}

test("requests for facts have the form of the contract, without absent fields", async () => {
  const { wallet, client, requests } = recorded(PREVIEW);
  assert.deepEqual(await wallet.safety.preview({ chain: "eth", from: RECIPIENT, to: null, data: "0x00", value: undefined }), PREVIEW);
  await wallet.safety.previewXlm({ transaction: "AAAA", network: "livenet" });
  await wallet.safety.approvals({ chain: "base", address: RECIPIENT, cursor: "next" });
  await wallet.safety.nfts({ chain: "eth", address: RECIPIENT });
  await wallet.safety.recipient({ chain: "btc", key: "vpub", to: "tb1" });
  await wallet.safety.recipient({ chain: "xlm", address: ACCOUNT, to: ACCOUNT });
  await wallet.safety.recipient({ chain: "gno", address: RECIPIENT, to: RECIPIENT, network: "livenet" });
  await pastPrices(client, { currency: "eur", items: [{ asset: "btc", at: 1 }] });
  await pastPrices(client, { currency: "eur", asset: "btc", from: 1, to: 2, interval: "day", network: "livenet" });
  const network = "testnet";
  assert.deepEqual(requests, [
    { method: "POST", path: "/blockchain-connector-eth-like/v1/api/transaction/preview/eth", body: { network, from: RECIPIENT, to: null, data: "0x00" } },
    { method: "POST", path: "/blockchain-connector-xlm/v1/api/transaction/preview/xlm", body: { network: "livenet", transaction: "AAAA" } },
    { method: "GET", path: `/address-info-eth-like/v1/api/base/approvals?network=testnet&address=${RECIPIENT}&cursor=next`, body: undefined },
    { method: "GET", path: `/address-info-eth-like/v1/api/eth/nfts?network=testnet&address=${RECIPIENT}`, body: undefined },
    { method: "POST", path: "/address-info-btc-like/v1/api/btc/recipient", body: { network, key: "vpub", to: "tb1" } },
    { method: "POST", path: "/address-info-xlm/v1/api/xlm/recipient", body: { network, address: ACCOUNT, to: ACCOUNT } },
    { method: "POST", path: "/address-info-eth-like/v1/api/gno/recipient", body: { network: "livenet", address: RECIPIENT, to: RECIPIENT } },
    { method: "POST", path: "/asset-info/v1/api/price/history", body: { network, currency: "eur", items: [{ asset: "btc", at: 1 }] } },
    { method: "POST", path: "/asset-info/v1/api/price/history", body: { network: "livenet", currency: "eur", asset: "btc", from: 1, to: 2, interval: "day" } },
  ]);
});

test("the preview of a prepared payment is that of the bytes that are signed", async () => {
  const previewed: Record<string, unknown>[] = [];
  const { wallet } = await hostileWallet({ call: "transaction/preview", reply: (body) => (previewed.push(body), PREVIEW) });
  const hd = await HdWallet.fromMnemonic(createMnemonic());
  const signer = ecdsaSigner(hd.key("eth").privateKey);
  const address = wallet.addressOf("eth", signer.publicKey);
  await fund("eth", address, "1000000000000000000");
  const payment = await wallet.prepare.evm({ chain: "eth", publicKey: signer.publicKey, to: RECIPIENT, amount: "7" });
  assert.deepEqual(await payment.preview!(), PREVIEW);
  assert.deepEqual([...previewed], [{ network: "testnet", from: address, to: RECIPIENT, value: "7" }]);

  const stellar = ed25519Signer(hd.ed25519("m/44'/148'/0'").privateKey);
  await fund("xlm", wallet.addressOf("xlm", stellar.publicKey), "1000000000");
  const prepared = await wallet.prepare.xlm({ publicKey: stellar.publicKey, to: ACCOUNT, amount: "20000000" });
  await prepared.preview!();
  const { TransactionBuilder, Networks } = await import("@stellar/stellar-sdk");
  const transaction = TransactionBuilder.fromXDR((previewed[1] as { transaction: string }).transaction, Networks.TESTNET);
  assert.deepEqual(new Uint8Array(transaction.hash()), prepared.hashes[0]);
});
