import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, CHAINS, isEthLike } from "../src/index.js";
import { createMnemonic, derivationPath, HdWallet, isMnemonic } from "../src/hd.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const ABANDON = `${"abandon ".repeat(11)}about`;

test("first native segwit address is that of BIP 84", async () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0084.mediawiki#test-vectors
  const wallet = await HdWallet.fromMnemonic(ABANDON);
  const first = wallet.key("btc");
  assert.equal(first.path, "m/84'/0'/0'/0/0");
  assert.equal(first.publicKey, "0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c");
  assert.equal(addressOf("btc", "livenet", first.publicKey), "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu");
  const change = wallet.key("btc", { change: true });
  assert.equal(addressOf("btc", "livenet", change.publicKey), "bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el");
});

test("keys of BIP 32, test vector 1", () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki#test-vector-1, chain m/0H/1.
  const wallet = new HdWallet(Uint8Array.from({ length: 16 }, (_, index) => index));
  assert.equal(hex(wallet.secp256k1("m/0'/1").privateKey), "3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368");
});

test("Stellar keys are those of SEP-5", async () => {
  // https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0005.md#test-1
  const words = "illness spike retreat truth genius clock brain pass fit cave bargain toe";
  const wallet = await HdWallet.fromMnemonic(words);
  const expected = [
    "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6",
    "GBAW5XGWORWVFE2XTJYDTLDHXTY2Q2MO73HYCGB3XMFMQ562Q2W2GJQX",
  ];
  for (const [account, address] of expected.entries()) {
    const key = wallet.key("xlm", { account });
    assert.equal(key.path, `m/44'/148'/${account}'`);
    assert.equal(addressOf("xlm", "livenet", key.publicKey), address);
  }
});

test("Ed25519 keys of SLIP-10, test vector 1", () => {
  // https://github.com/satoshilabs/slips/blob/master/slip-0010.md#test-vector-1-for-ed25519
  const wallet = new HdWallet(Uint8Array.from({ length: 16 }, (_, index) => index));
  const root = wallet.ed25519("m");
  assert.equal(hex(root.privateKey), "2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7");
  const child = wallet.ed25519("m/0'");
  assert.equal(hex(child.privateKey), "68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3");
  assert.equal(child.publicKey, "8c8a13df77a28f3445213a0f432fde644acaa215fc72dcdf300d5efaa85d350c");
});

test("paths are those of BIP 44 and SLIP-44, and EVM chains share one address", async () => {
  assert.equal(derivationPath("btc", { network: "testnet" }), "m/84'/1'/0'/0/0");
  assert.equal(derivationPath("btc", { type: "p2pkh", index: 3 }), "m/44'/0'/0'/0/3");
  assert.equal(derivationPath("ltc"), "m/84'/2'/0'/0/0");
  assert.equal(derivationPath("doge", { account: 1 }), "m/44'/3'/1'/0/0");
  assert.equal(derivationPath("bch"), "m/44'/145'/0'/0/0");
  assert.equal(derivationPath("etc"), "m/44'/61'/0'/0/0");
  const wallet = await HdWallet.fromMnemonic(ABANDON);
  // The well-known first account of this mnemonic, as ethers derives it.
  const { HDNodeWallet } = await import("ethers");
  const { address } = HDNodeWallet.fromPhrase(ABANDON, undefined, "m/44'/60'/0'/0/0");
  for (const { chain } of CHAINS.filter(({ chain }) => isEthLike(chain) && chain !== "etc")) {
    assert.equal(addressOf(chain, "livenet", wallet.key(chain).publicKey), address);
  }
});

test("mnemonics are validated and their form is tolerated", async () => {
  assert.ok(isMnemonic(`  ${ABANDON.toUpperCase()}\n`));
  assert.ok(!isMnemonic("abandon ".repeat(12)));
  assert.equal(createMnemonic(256).split(" ").length, 24);
  assert.ok(isMnemonic(createMnemonic()));
  await assert.rejects(HdWallet.fromMnemonic("abandon ".repeat(12)), /mnemonic/);
  assert.throws(() => new HdWallet(new Uint8Array(15)), /16 to 64/);
  const wallet = await HdWallet.fromMnemonic(ABANDON);
  assert.throws(() => wallet.ed25519("m/44'/148"), /hardened/);
  assert.throws(() => wallet.ed25519("m/2147483648'"), /2147483648/);
});

test("passphrase changes the keys as in BIP 39", async () => {
  // https://github.com/trezor/python-mnemonic/blob/master/vectors.json, first row: its seed with the passphrase TREZOR.
  const seed =
    "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04";
  const expected = new HdWallet(Uint8Array.from(Buffer.from(seed, "hex"))).key("btc").publicKey;
  assert.equal((await HdWallet.fromMnemonic(ABANDON, "TREZOR")).key("btc").publicKey, expected);
});

test("an erased wallet derives no key, for any holder", async () => {
  const seed = new Uint8Array(16).fill(7);
  const wallet = new HdWallet(seed);
  const { privateKey } = wallet.key("btc");
  wallet.erase();
  for (const derive of [() => wallet.key("btc"), () => wallet.key("xlm"), () => wallet.account("btc")]) assert.throws(derive, /erased/);
  // The bytes of the caller remain.
  assert.equal(seed[0], 7);
  assert.equal(hex(new HdWallet(seed).key("btc").privateKey), hex(privateKey));
});

test("exported keys are those of SEP-5 and ethers", async () => {
  // https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0005.md, test 1.
  const stellar = await HdWallet.fromMnemonic("illness spike retreat truth genius clock brain pass fit cave bargain toe");
  assert.equal(stellar.exportKey("xlm"), "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN");
  const { HDNodeWallet } = await import("ethers");
  const mnemonic = createMnemonic();
  const wallet = await HdWallet.fromMnemonic(mnemonic);
  const reference = (path: string) => HDNodeWallet.fromPhrase(mnemonic, undefined, path);
  assert.equal(wallet.exportKey("base"), reference("m/44'/60'/0'/0/0").privateKey);
  assert.equal(wallet.exportKey("etc", { path: "m/44'/60'/0'/0/0" }), reference("m/44'/60'/0'/0/0").privateKey);
  assert.equal(wallet.exportKey("btc"), `wpkh(${reference("m/84'/0'/0'").extendedKey}/<0;1>/*)`);
  assert.equal(wallet.exportKey("doge"), `pkh(${reference("m/44'/3'/0'").extendedKey}/<0;1>/*)`);
  assert.match(wallet.exportKey("btc", { network: "testnet" }), /^wpkh\(tprv8/);
});
