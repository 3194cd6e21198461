import assert from "node:assert/strict";
import { test } from "node:test";
import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js";
import * as bitcoin from "bitcoinjs-lib";
import { InputError } from "../src/errors.js";
import { btcLikeAddress, ownScript } from "../src/btc/address.js";
import { btcLikeParams } from "../src/btc/params.js";
import { taprootSighash } from "../src/btc/sighash.js";
import { decodeTransaction } from "../src/btc/transaction.js";
import { combine, decodePoint, ORDER, verifyEcdsa } from "../src/secp256k1.js";
import { ecdsaSigner, taprootSigner } from "../src/signers.js";
import { addressOf } from "../src/index.js";
import { HdWallet } from "../src/hd.js";
import { Random } from "./support/random.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));
const MNEMONIC = `${"abandon ".repeat(11)}about`;
const BTC = btcLikeParams("btc", "livenet");

test("addresses of BIP 86 are derived from the mnemonic, and from either parity of the internal key", async () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0086.mediawiki#test-vectors
  const vectors = [
    [{}, "cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115", "bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr"],
    [{ index: 1 }, "83dfe85a3151d2517290da461fe2815591ef69f2b18a2ce63f01697a8b313145", "bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh"],
    [{ change: true }, "399f1b2f4393f29a18c937859c5dd8a77350103157eb880f02e8c08214277cef", "bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7"],
  ] as const;
  const hd = await HdWallet.fromMnemonic(MNEMONIC);
  for (const [path, internal, address] of vectors) {
    const { publicKey } = hd.key("btc", { type: "p2tr", ...path });
    assert.equal(publicKey.slice(2), internal);
    for (const parity of ["02", "03"]) assert.equal(addressOf("btc", "livenet", parity + internal, "p2tr"), address);
  }
});

test("addresses of BIP 49 are derived from the mnemonic", async () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0049.mediawiki#test-vectors
  const hd = await HdWallet.fromMnemonic(MNEMONIC);
  const { publicKey } = hd.key("btc", { network: "testnet", type: "p2sh-p2wpkh" });
  assert.equal(publicKey, "03a1af804ac108a8a51782198c2d034b28bf90c8803f5a53f76276fa69a4eae77f");
  assert.equal(addressOf("btc", "testnet", publicKey, "p2sh-p2wpkh"), "2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2");
});

test("output key without scripts, hash and signature of the wallet vectors of BIP 341", () => {
  // Bitcoin Core, src/test/data/bip341_wallet_vectors.json; input 4 has SIGHASH_DEFAULT.
  const script = ownScript("p2tr", bytes("02d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d"));
  assert.equal(hex(script), "512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343");
  const spent = ([
    ["512053a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343", 420_000_000n],
    ["5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3", 462_000_000n],
    ["76a914751e76e8199196d454941c45d1b3a323f1433bd688ac", 294_000_000n],
    ["5120e4d810fd50586274face62b8a807eb9719cef49c04177cc6b76a9a4251d5450e", 504_000_000n],
    ["512091b64d5324723a985170e4dc5a0f84c041804f2cd12660fa5dec09fc21783605", 630_000_000n],
    ["00147dd65592d0ab2fe0d0257d571abf032cd9db93dc", 378_000_000n],
    ["512075169f4001aa68f15bbed28b218df1d0a62cbbcf1188c6665110c293c907b831", 672_000_000n],
    ["5120712447206d7a5238acc7ff53fbe94a3b64539ad291c7cdbc490b7577e4b17df5", 546_000_000n],
    ["512077e30a5522dd9f894c3f8b8bd4c4b2cf82ca7da8a3ea6a239655c39c050ab220", 588_000_000n],
  ] as const).map(([text, value]) => ({ script: bytes(text), value }));
  const transaction = decodeTransaction(bytes("02000000097de20cbff686da83a54981d2b9bab3586f4ca7e48f57f5b55963115f3b334e9c010000000000000000d7b7cab57b1393ace2d064f4d4a2cb8af6def61273e127517d44759b6dafdd990000000000fffffffff8e1f583384333689228c5d28eac13366be082dc57441760d957275419a418420000000000fffffffff0689180aa63b30cb162a73c6d2a38b7eeda2a83ece74310fda0843ad604853b0100000000feffffffaa5202bdf6d8ccd2ee0f0202afbbb7461d9264a25e5bfd3c5a52ee1239e0ba6c0000000000feffffff956149bdc66faa968eb2be2d2faa29718acbfe3941215893a2a3446d32acd050000000000000000000e664b9773b88c09c32cb70a2a3e4da0ced63b7ba3b22f848531bbb1d5d5f4c94010000000000000000e9aa6b8e6c9de67619e6a3924ae25696bb7b694bb677a632a74ef7eadfd4eabf0000000000ffffffffa778eb6a263dc090464cd125c466b5a99667720b1c110468831d058aa1b82af10100000000ffffffff0200ca9a3b000000001976a91406afd46bcdfd22ef94ac122aa11f241244a37ecc88ac807840cb0000000020ac9a87f5594be208f8532db38cff670c450ed2fea8fcdefcc9a663f78bab962b0065cd1d"));
  const hash = taprootSighash(transaction, 4, spent);
  assert.equal(hex(hash), "4f900a0bae3f1446fd48490c2958b5a023228f01661cda3496a11da502a7f7ef");
  const signature = "b4010dd48a617db09926f729e79c33ae0b4e94b79f04a1ae93ede6315eb3669de185a17d2b0ac9ee09fd4c64b678a0b61a0a86fa888a273c8511be83bfd6810f";
  assert.ok(schnorr.verify(bytes(signature), hash, spent[4]!.script.slice(2)));
});

test("hashes of random taproot inputs are those of bitcoinjs-lib", () => {
  const random = new Random("taproot");
  for (let round = 0; round < 40; round += 1) {
    const other = new bitcoin.Transaction();
    other.version = random.pick([1, 2]);
    other.locktime = random.pick([0, 800_000]);
    const spent = random.list(20, () => ({ value: random.bigint(50), script: random.bytes(random.below(40)) }));
    for (const _ of spent) other.addInput(random.bytes(32), random.below(1000), random.pick([0xffffffff, 0xfffffffd, 0]));
    for (const { value, script } of random.list(4, () => ({ value: random.bigint(50), script: random.bytes(random.below(40)) }))) other.addOutput(script, value);
    const index = random.below(spent.length);
    const expected = other.hashForWitnessV1(index, spent.map(({ script }) => script), spent.map(({ value }) => value), bitcoin.Transaction.SIGHASH_DEFAULT);
    const transaction = decodeTransaction(Uint8Array.from(other.toBuffer()));
    assert.equal(hex(taprootSighash(transaction, index, spent)), hex(expected));
  }
});

test("taproot and nested addresses of random keys are those of noble and bitcoinjs-lib, and the signer's signatures are valid", async () => {
  const random = new Random("output-keys");
  for (let round = 0; round < 30; round += 1) {
    const key = random.bytes(32);
    const signer = taprootSigner(key);
    const internal = bytes(signer.publicKey.slice(2));
    const tweak = schnorr.utils.taggedHash("TapTweak", internal);
    const point = schnorr.utils.lift_x(BigInt(`0x${hex(internal)}`)).add(secp256k1.Point.BASE.multiply(BigInt(`0x${hex(tweak)}`)));
    const output = schnorr.utils.pointToBytes(point);
    assert.equal(btcLikeAddress(BTC, "p2tr", signer.publicKey), bitcoin.address.toBech32(output, 1, "bc"));
    const nested = bitcoin.payments.p2sh({ redeem: bitcoin.payments.p2wpkh({ pubkey: bytes(signer.publicKey) }) });
    assert.equal(btcLikeAddress(BTC, "p2sh-p2wpkh", signer.publicKey), nested.address);
    assert.equal(hex(ownScript("p2sh-p2wpkh", bytes(signer.publicKey))), hex(nested.output!));
    const hash = random.bytes(32);
    const { r, s } = await signer.sign(hash);
    assert.ok(schnorr.verify(bytes(r + s), hash, output));
  }
  const uncompressed = `04${"11".repeat(64)}`;
  for (const type of ["p2tr", "p2sh-p2wpkh"] as const) assert.throws(() => btcLikeAddress(BTC, type, uncompressed), InputError);
  // BIP 341: not the x coordinate of a point.
  assert.throws(() => btcLikeAddress(BTC, "p2tr", "02eefdea4cdb677750a420fee807eacf21eb9898ae79b9768766e4faa04a2d4a34"), InputError);
  await assert.rejects(taprootSigner("11".repeat(32)).sign(new Uint8Array(31)), /32 bytes/);
});

test("points are those of noble", () => {
  const random = new Random("points");
  const { Point } = secp256k1;
  const scalar = () => random.pick([random.bigint(256) % ORDER, random.bigint(8), 0n, 1n, ORDER - 1n]);
  for (let round = 0; round < 60; round += 1) {
    const encoded = secp256k1.getPublicKey(random.bytes(32), random.below(2) === 0);
    const point = decodePoint(encoded)!;
    const other = Point.fromBytes(encoded);
    assert.deepEqual(point, { x: other.x, y: other.y });
    const [a, b] = [scalar(), scalar()];
    const product = (base: typeof other, factor: bigint) => (factor === 0n ? Point.ZERO : base.multiply(factor));
    const expected = product(Point.BASE, a).add(product(other, b));
    const found = combine(a, point, b);
    if (expected.is0()) assert.equal(found, undefined);
    else assert.deepEqual(found, { x: expected.x, y: expected.y });
  }
  const generator = decodePoint(Point.BASE.toBytes())!;
  assert.equal(combine(5n, generator, ORDER - 5n), undefined);
  assert.deepEqual(combine(5n, generator, 5n), { x: Point.BASE.multiply(10n).x, y: Point.BASE.multiply(10n).y });
  for (const invalid of ["", "02", `05${"11".repeat(32)}`, `02${"ff".repeat(32)}`, `04${"11".repeat(64)}`]) assert.equal(decodePoint(bytes(invalid)), undefined);
});

test("ECDSA signatures are verified, with a low s and their parity", async () => {
  const random = new Random("verify");
  for (let round = 0; round < 30; round += 1) {
    const signer = ecdsaSigner(random.bytes(32));
    const point = decodePoint(bytes(signer.publicKey))!;
    const hash = random.bytes(32);
    const { r: rText, s: sText, recovery } = await signer.sign(hash);
    const [r, s] = [BigInt(`0x${rText}`), BigInt(`0x${sText}`)];
    const expected = { r, s, isOdd: recovery === 1 };
    assert.deepEqual(verifyEcdsa(hash, point, r, s), expected);
    assert.deepEqual(verifyEcdsa(hash, point, r, ORDER - s), expected);
    const other = decodePoint(bytes(ecdsaSigner(random.bytes(32)).publicKey))!;
    const invalid: [Uint8Array, typeof point, bigint, bigint][] = [
      [random.bytes(32), point, r, s], [hash, other, r, s], [hash, point, r + 1n, s], [hash, point, r, s + 1n],
      [hash, point, 0n, s], [hash, point, r, 0n], [hash, point, ORDER, s], [hash, point, r, ORDER],
    ];
    for (const signature of invalid) assert.equal(verifyEcdsa(...signature), undefined);
  }
});
