/** Names: the requests, and the fields of the responses. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fixedToken, lookupAddress, nameSkeleton, resolveName, WalletCloud } from "../src/index.js";
import { packageRoot } from "./support/local.js";
import { Random } from "./support/random.js";

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

test("names whose Latin letters look alike have the same skeleton, and others have not", () => {
  const alike = [["rnike.eth", "mike.eth"], ["rnike", "Mike"], ["paypa1.com", "paypal.com"], ["b0b.eth", "bob.eth"], ["Ian", "lan"], ["ɑlice.eth", "alice.eth"], ["ﬁnn", "finn"], ["ıris", "iris"], ["œuvre", "oeuvre"], ["ａlice", "alice"], ["ǎlex", "ălex"]];
  for (const [one = "", other = ""] of alike) assert.equal(nameSkeleton(one), nameSkeleton(other), one);
  const different = [["alice.eth", "alicia.eth"], ["ian", "lan"], ["bob", "bobb"], ["jürgen", "jurgen"], ["bob.eth", "bob.com"], ["\u0430lice", "alice"]];
  for (const [one = "", other = ""] of different) assert.notEqual(nameSkeleton(one), nameSkeleton(other), one);
});

/** Unicode's data (UTS 39): Latin letters and digits, the letters of ENSIP-15, and what the parts of a letter are compared as. */
const unicode = JSON.parse(readFileSync(join(packageRoot(), "../../tests/oracles/look_alikes.json"), "utf8")) as {
  unicode: string;
  characters: string;
  ofNames: string;
  prototypes: Record<string, string>;
};

/** Returns the skeleton of UTS 39. */
const skeleton = (text: string) => [...text.normalize("NFD")].map((part) => unicode.prototypes[part] ?? part).join("").normalize("NFD");

/** Returns the classes of letters with the same skeleton, which the function returns. */
function classes(letters: string, skeletonOf: (letter: string) => string): string[] {
  const found = new Map<string, string>();
  for (const letter of letters) found.set(skeletonOf(letter), (found.get(skeletonOf(letter)) ?? "") + letter);
  return [...found.values()];
}

test("letters that Unicode compares as equal have the same skeleton", () => {
  assert.equal(unicode.unicode, "18.0.0");
  const equal = classes(unicode.characters, skeleton).filter((letters) => [...letters].length > 1);
  assert.ok(equal.length > 100, `${equal.length} classes`);
  for (const letters of equal) assert.equal(new Set([...letters].map(nameSkeleton)).size, 1, letters);
  // Letters that look like several letters.
  const sequences = [...unicode.characters].filter((letter) => /^[a-z]{2,}$/.test(skeleton(letter)));
  assert.ok(sequences.length > 20, `${sequences.length} letters`);
  for (const letter of sequences) assert.equal(nameSkeleton(letter), nameSkeleton(skeleton(letter)), letter);
});

test("letters of names that Unicode distinguishes have different skeletons", () => {
  // Unicode compares the digit with the capital letter, which is the same letter of a name.
  const exceptions = new Map([["0o", "0"], ["0oᴏᴑꬽｏ", "0"]]);
  const lower = [...unicode.characters].filter((letter) => letter === letter.toLowerCase()).join("");
  for (const letters of [unicode.ofNames, lower]) {
    for (const same of classes(letters, nameSkeleton)) {
      const differing = new Set([...same].filter((letter) => letter !== exceptions.get(same)).map(skeleton));
      assert.equal(differing.size, 1, same);
    }
  }
});

test("random names have the same skeleton exactly if Unicode compares them as equal", () => {
  const random = new Random("names");
  const letters = [...unicode.ofNames];
  const alike = classes(unicode.ofNames, nameSkeleton);
  const imitated = (letter: string) => {
    const prototype = skeleton(letter);
    const others = alike.find((letters) => letters.includes(letter)) ?? letter;
    return random.below(2) === 0 && /^[a-z]+$/.test(prototype) ? prototype : random.pick([...others]);
  };
  for (let count = 0; count < 2000; count++) {
    const name = Array.from({ length: 2 + random.below(9) }, () => random.pick(letters));
    const imitation = name.map(imitated);
    assert.equal(nameSkeleton(imitation.join("")), nameSkeleton(name.join("")), `${name.join("")} ${imitation.join("")}`);
    const at = random.below(name.length);
    const changed = [...name.slice(0, at), random.pick(letters), ...name.slice(at + 1)].join("");
    const isSame = skeleton(changed.replaceAll("0", "o")) === skeleton(name.join("").replaceAll("0", "o"));
    assert.equal(nameSkeleton(changed) === nameSkeleton(name.join("")), isSame, `${name.join("")} ${changed}`);
  }
});
