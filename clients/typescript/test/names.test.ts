/** Names: the requests, and the fields of the responses. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedToken, lookupAddress, nameSkeleton, resolveName, WalletCloud } from "../src/index.js";

const ADDRESS = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

function served(data: unknown) {
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    urls.push((input as Request).url.replace("https://wallet.example", ""));
    return Response.json({ requestId: "local", data });
  };
  const wallet = new WalletCloud({ baseUrl: "https://wallet.example", session: fixedToken("token"), network: "testnet", fetch });
  return { client: wallet.client, urls };
}

test("requests have the form of the contract, at the connector of the family", async () => {
  const record = { name: "bob*stellar.org", address: "G", memo: { type: "id", value: "7" }, kind: "federation", verified: false };
  const { client, urls } = served(record);
  assert.deepEqual(await resolveName(client, { chain: "xlm", name: "bob*stellar.org" }), record);
  await resolveName(client, { chain: "btc", name: "₿matt@mattcorallo.com", network: "livenet" });
  await lookupAddress(client, { chain: "matic", address: ADDRESS });
  assert.deepEqual(urls, [
    "/blockchain-connector-xlm/v1/api/resolve-name/xlm?name=bob*stellar.org&network=testnet",
    "/blockchain-connector-btc-like/v1/api/resolve-name/btc?name=%E2%82%BFmatt%40mattcorallo.com&network=livenet",
    `/blockchain-connector-eth-like/v1/api/lookup-address/matic?address=${ADDRESS}&network=testnet`,
  ]);
});

// Pairs of Unicode's confusables.txt (UTS 39): Latin letters and digits only.
test("names whose Latin letters look alike have the same skeleton, and others have not", () => {
  const alike = [["rnike.eth", "mike.eth"], ["paypa1.com", "paypal.com"], ["b0b.eth", "bob.eth"], ["Ian", "lan"], ["ɑlice.eth", "alice.eth"], ["ﬁnn", "finn"], ["ıris", "iris"], ["œuvre", "oeuvre"]];
  for (const [one = "", other = ""] of alike) assert.equal(nameSkeleton(one), nameSkeleton(other), one);
  const different = [["alice.eth", "alicia.eth"], ["ian", "lan"], ["bob", "bobb"], ["jürgen", "jurgen"], ["bob.eth", "bob.com"], ["\u0430lice", "alice"]];
  for (const [one = "", other = ""] of different) assert.notEqual(nameSkeleton(one), nameSkeleton(other), one);
});
