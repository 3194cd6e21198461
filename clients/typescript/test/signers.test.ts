import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import { test } from "node:test";
import { ecdsaSigner, ed25519Signer, schnorrSigner } from "../src/signers.js";
import { Random } from "./support/random.js";

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const sha256 = (text: string) => Uint8Array.from(createHash("sha256").update(text).digest());

test("ECDSA nonces follow RFC 6979", async () => {
  // Vectors of the Bitcoin projects for secp256k1 with SHA-256, as in Trezor's firmware (tests/test_crypto.py).
  const vectors: [string, string][] = [
    [
      "0000000000000000000000000000000000000000000000000000000000000001",
      "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d82442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    ],
    [
      "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
      "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d06b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
    ],
  ];
  for (const [key, expected] of vectors) {
    const { r, s } = await ecdsaSigner(key).sign(sha256("Satoshi Nakamoto"));
    assert.equal(r + s, expected);
  }
});

test("ECDSA signatures have a low s and recover the public key", async () => {
  const { SigningKey } = await import("ethers");
  const random = new Random("recovery");
  const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
  for (let round = 0; round < 50; round += 1) {
    const signer = ecdsaSigner(random.bytes(32));
    const hash = random.bytes(32);
    const { r, s, recovery } = await signer.sign(hash);
    assert.ok(BigInt(`0x${s}`) <= half);
    const signature = { r: `0x${r}`, s: `0x${s}`, yParity: recovery as 0 | 1 };
    const recovered = SigningKey.recoverPublicKey(hash, signature);
    assert.equal(SigningKey.computePublicKey(recovered, true), `0x${signer.publicKey}`);
  }
});

test("Schnorr signatures are those of BIP 340", async () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0340/test-vectors.csv, rows 0 and 1.
  const rows = [
    {
      key: "0000000000000000000000000000000000000000000000000000000000000003",
      publicKey: "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
      auxiliary: "00".repeat(32),
      message: "00".repeat(32),
      signature:
        "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca821525f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0",
    },
    {
      key: "b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef",
      publicKey: "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
      auxiliary: `${"00".repeat(31)}01`,
      message: "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
      signature:
        "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de33418906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a",
    },
  ];
  for (const { key, publicKey, auxiliary, message, signature } of rows) {
    const signer = schnorrSigner(key, bytes(auxiliary));
    assert.equal(signer.publicKey, publicKey);
    const { r, s } = await signer.sign(bytes(message));
    assert.equal(r + s, signature);
  }
});

test("Ed25519 keys are those of RFC 8032, and OpenSSL verifies the signatures", async () => {
  // RFC 8032, section 7.1, tests 1 and 2.
  const rfc = ed25519Signer("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60");
  assert.equal(rfc.publicKey, "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
  const second = ed25519Signer("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb");
  assert.equal(second.publicKey, "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c");
  const random = new Random("ed25519");
  for (let round = 0; round < 20; round += 1) {
    const signer = ed25519Signer(random.bytes(32));
    const hash = random.bytes(32);
    const { R, s } = await signer.sign(hash);
    const x = Buffer.from(signer.publicKey, "hex").toString("base64url");
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    assert.ok(verify(null, hash, key, bytes(R + s)));
  }
});

test("keys and hashes of another length are rejected", async () => {
  for (const create of [ecdsaSigner, ed25519Signer, schnorrSigner]) {
    assert.throws(() => create("ab"), /32 bytes/);
  }
  for (const signer of [ecdsaSigner("11".repeat(32)), ed25519Signer("11".repeat(32))]) {
    await assert.rejects(signer.sign(new Uint8Array(31)), /32 bytes/);
  }
  assert.throws(() => ecdsaSigner("00".repeat(32)));
});
