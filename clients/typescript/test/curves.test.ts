/** Extended keys and signatures, compared with packages that the client does not use: `@scure/bip32` and `@noble/curves`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ed25519 } from "@noble/curves/ed25519.js";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { ExtendedKey } from "../src/extended-key.js";
import { ecdsaSigner, ed25519Signer, schnorrSigner } from "../src/signers.js";
import { ORDER } from "../src/secp256k1.js";
import { bigEndian } from "../src/bytes.js";
import { Random } from "./support/random.js";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (value: Uint8Array) => Buffer.from(value).toString("hex");
const VERSIONS = { private: 0x0488ade4, public: 0x0488b21e };

test("extended keys are those of BIP 32, test vectors 3 and 4", () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki#test-vector-3: private keys with leading zeros.
  const vectors = [
    [
      "4b381541583be4423346c643850da4b320e46a87ae3d2a4e6da11eba819cd4acba45d239319ac14f863b8d5ab5a0d0c64d2e8a1e7d1457df2e5a3c51c73235be",
      "m/0'",
      "xpub68NZiKmJWnxxS6aaHmn81bvJeTESw724CRDs6HbuccFQN9Ku14VQrADWgqbhhTHBaohPX4CjNLf9fq9MYo6oDaPPLPxSb7gwQN3ih19Zm4Y",
      "xprv9uPDJpEQgRQfDcW7BkF7eTya6RPxXeJCqCJGHuCJ4GiRVLzkTXBAJMu2qaMWPrS7AANYqdq6vcBcBUdJCVVFceUvJFjaPdGZ2y9WACViL4L",
    ],
    [
      "3ddd5602285899a946114506157c7997e5444528f3003f6134712147db19b678",
      "m/0'/1'",
      "xpub6BJA1jSqiukeaesWfxe6sNK9CCGaujFFSJLomWHprUL9DePQ4JDkM5d88n49sMGJxrhpjazuXYWdMf17C9T5XnxkopaeS7jGk1GyyVziaMt",
      "xprv9xJocDuwtYCMNAo3Zw76WENQeAS6WGXQ55RCy7tDJ8oALr4FWkuVoHJeHVAcAqiZLE7Je3vZJHxspZdFHfnBEjHqU5hG1Jaj32dVoS6XLT1",
    ],
  ] as const;
  for (const [seed, path, xpub, xprv] of vectors) {
    const key = ExtendedKey.fromSeed(bytes(seed)).derive(path);
    assert.deepEqual([key.encode(VERSIONS.public), key.encodePrivate(VERSIONS.private)], [xpub, xprv]);
  }
});

test("derived keys are those of @scure/bip32, also from the public key", () => {
  const random = new Random("extended keys");
  for (let round = 0; round < 20; round += 1) {
    const seed = random.bytes(16 + random.below(49));
    const path = `m/${random.below(2 ** 31)}'/${random.below(3)}'/${random.below(2 ** 31)}`;
    const [key, expected] = [ExtendedKey.fromSeed(seed).derive(path), HDKey.fromMasterSeed(seed).derive(path)];
    assert.equal(key.encodePrivate(VERSIONS.private), expected.privateExtendedKey);
    const parsed = ExtendedKey.parse(expected.publicExtendedKey, VERSIONS.public);
    const index = random.below(2 ** 31);
    assert.equal(parsed.child(index).encode(VERSIONS.public), expected.deriveChild(index).publicExtendedKey);
    assert.equal(hex(parsed.child(index).publicKey), hex(key.child(index).publicKey));
  }
});

test("an invalid extended key, path or index is rejected", () => {
  const { publicExtendedKey, privateExtendedKey } = HDKey.fromMasterSeed(new Uint8Array(16));
  const parse = (text: string) => ExtendedKey.parse(text, VERSIONS.public);
  for (const text of ["", privateExtendedKey, publicExtendedKey.slice(0, -1), `${publicExtendedKey.slice(0, -1)}1`]) assert.throws(() => parse(text));
  assert.throws(() => ExtendedKey.parse(publicExtendedKey, 0x043587cf), /network/);
  // BIP 32, test vector 5: not a point of the curve.
  assert.throws(
    () => parse("xpub661MyMwAqRbcEYS8w7XLSVeEsBXy79zSzH1J8vCdxAZningWLdN3zgtU6Q5JXayek4PRsn35jii4veMimro1xefsM58PgBMrvdYre8QyULY"),
    /public key/,
  );
  const key = parse(publicExtendedKey);
  for (const index of [-1, 0.5, 2 ** 32, 2 ** 31]) assert.throws(() => key.child(index), TypeError);
  assert.throws(() => key.encodePrivate(VERSIONS.private), /private key/);
  for (const path of ["", "m/", "0/1", "m/2147483648", "m/1h", "m/-1"]) assert.throws(() => ExtendedKey.fromSeed(new Uint8Array(16)).derive(path), TypeError);
});

test("signatures are those of @noble/curves", async () => {
  const random = new Random("signatures");
  const secrets = [bigEndian(1n, 32), bigEndian(ORDER - 1n, 32), ...Array.from({ length: 20 }, () => random.bytes(32))];
  for (const secret of secrets) {
    const [hash, auxiliary] = [random.bytes(32), random.bytes(32)];
    const [ecdsa, bip340, edwards] = [ecdsaSigner(secret), schnorrSigner(secret, auxiliary), ed25519Signer(secret)];
    assert.equal(ecdsa.publicKey, hex(secp256k1.getPublicKey(secret)));
    assert.equal(bip340.publicKey, hex(schnorr.getPublicKey(secret)));
    assert.equal(edwards.publicKey, hex(ed25519.getPublicKey(secret)));
    const { r, s, recovery } = await ecdsa.sign(hash);
    assert.equal(`0${recovery}${r}${s}`, hex(secp256k1.sign(hash, secret, { prehash: false, lowS: true, format: "recovered" })));
    assert.deepEqual(Object.values(await bip340.sign(hash)).join(""), hex(schnorr.sign(hash, secret, auxiliary)));
    assert.deepEqual(Object.values(await edwards.sign(hash)).join(""), hex(ed25519.sign(hash, secret)));
  }
  for (const invalid of [new Uint8Array(32), bigEndian(ORDER, 32)]) assert.throws(() => ecdsaSigner(invalid));
});
