import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeTransactionCommon,
  encodeCashAddress,
  CashAddressType,
  encodeTransactionCommon,
  generateSigningSerializationBCH,
  hash256 as libauthHash256,
} from "@bitauth/libauth";
import * as bitcoin from "bitcoinjs-lib";
import { btcLikeAddress, hash160, p2pkhScript, scriptOf } from "../src/btc/address.js";
import { btcLikeParams } from "../src/btc/params.js";
import { sighash } from "../src/btc/sighash.js";
import { decodeTransaction, encodeStripped, type Transaction, txidOf, unsigned } from "../src/btc/transaction.js";
import { InputError } from "../src/errors.js";
import { ecdsaSigner } from "../src/signers.js";
import { Random } from "./support/random.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "hex"));

/** The first byte of an output with CashTokens (CHIP-2022-02). */
const TOKEN_PREFIX = 0xef;

function randomTransaction(random: Random): Transaction {
  return {
    version: 2,
    inputs: random.list(300, () => ({
      txid: random.hex(32),
      vout: random.below(1000),
      scriptSig: new Uint8Array(),
      sequence: random.pick([0xffffffff, 0xfffffffd, 0]),
      witness: [],
    })),
    outputs: random.list(3, () => ({ value: random.bigint(50), script: random.bytes(random.below(40)) })),
    lockTime: random.pick([0, 800_000]),
  };
}

function toBitcoinJs(transaction: Transaction): bitcoin.Transaction {
  const other = new bitcoin.Transaction();
  other.version = transaction.version;
  other.locktime = transaction.lockTime;
  for (const { txid, vout, sequence } of transaction.inputs) other.addInput(bytes(txid).reverse(), vout, sequence);
  for (const { script, value } of transaction.outputs) other.addOutput(script, value);
  return other;
}

test("hash of BIP 143, native P2WPKH", () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0143.mediawiki#native-p2wpkh
  const transaction = decodeTransaction(
    bytes(
      "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000",
    ),
  );
  const keyHash = hash160(bytes("025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357"));
  const expected = "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670";
  assert.equal(hex(sighash(transaction, 1, keyHash, 600_000_000n, "bip143")), expected);
});

test("hashes and ids of random transactions are those of bitcoinjs-lib", () => {
  const random = new Random("bitcoinjs");
  for (let round = 0; round < 60; round += 1) {
    const transaction = randomTransaction(random);
    const other = toBitcoinJs(transaction);
    const [index, value, keyHash] = [random.below(transaction.inputs.length), random.bigint(50), random.bytes(20)];
    const code = p2pkhScript(keyHash);
    const legacy = other.hashForSignature(index, code, bitcoin.Transaction.SIGHASH_ALL);
    assert.equal(hex(sighash(transaction, index, keyHash, value, "legacy")), hex(legacy));
    const segwit = other.hashForWitnessV0(index, code, value, bitcoin.Transaction.SIGHASH_ALL);
    assert.equal(hex(sighash(transaction, index, keyHash, value, "bip143")), hex(segwit));
    assert.equal(txidOf(transaction), other.getId());
  }
});

test("hashes with a fork id are those of libauth", () => {
  const random = new Random("libauth");
  for (let round = 0; round < 40; round += 1) {
    const transaction = randomTransaction(random);
    // libauth reads the rest of such a script as a token.
    if (transaction.outputs.some(({ script }) => script[0] === TOKEN_PREFIX)) continue;
    const decoded = decodeTransactionCommon(encodeStripped(transaction));
    if (typeof decoded === "string") throw new Error(decoded);
    const [index, value, keyHash] = [random.below(transaction.inputs.length), random.bigint(50), random.bytes(20)];
    const sourceOutputs = transaction.inputs.map(() => ({ lockingBytecode: p2pkhScript(keyHash), valueSatoshis: value }));
    const context = { inputIndex: index, sourceOutputs, transaction: decoded };
    const preimage = generateSigningSerializationBCH(context, {
      coveredBytecode: p2pkhScript(keyHash),
      signingSerializationType: Uint8Array.of(0x41),
    });
    assert.equal(hex(sighash(transaction, index, keyHash, value, "forkid")), hex(libauthHash256(preimage)));
    assert.equal(hex(encodeTransactionCommon(decoded)), hex(encodeStripped(transaction)));
  }
});

test("signed transactions decode to the unsigned one, with or without witnesses", () => {
  const random = new Random("signed");
  for (let round = 0; round < 40; round += 1) {
    const transaction = randomTransaction(random);
    const other = toBitcoinJs(transaction);
    for (const index of transaction.inputs.keys()) {
      if (round % 2 === 0) other.setInputScript(index, random.bytes(106));
      else other.setWitness(index, [random.bytes(71), random.bytes(33)]);
    }
    const decoded = decodeTransaction(Uint8Array.from(other.toBuffer()));
    assert.equal(hex(encodeStripped(unsigned(decoded))), hex(encodeStripped(transaction)));
    assert.equal(txidOf(decoded), other.getId());
  }
});

test("cut and extended transactions are rejected", () => {
  const random = new Random("cut");
  const encoded = encodeStripped(randomTransaction(random));
  for (let round = 0; round < 100; round += 1) {
    assert.throws(() => decodeTransaction(encoded.slice(0, random.below(encoded.length))), RangeError);
  }
  assert.throws(() => decodeTransaction(Uint8Array.from([...encoded, 0])), RangeError);
});

const NETWORKS = {
  btc: { livenet: bitcoin.networks.bitcoin, testnet: bitcoin.networks.testnet },
  ltc: {
    livenet: { ...bitcoin.networks.bitcoin, bech32: "ltc", pubKeyHash: 48, scriptHash: 50 },
    testnet: { ...bitcoin.networks.testnet, bech32: "tltc", scriptHash: 58 },
  },
  doge: {
    livenet: { ...bitcoin.networks.bitcoin, bech32: "-", pubKeyHash: 30, scriptHash: 22 },
    testnet: { ...bitcoin.networks.testnet, bech32: "-", pubKeyHash: 113 },
  },
};

test("scripts of random addresses are those of bitcoinjs-lib", () => {
  const random = new Random("addresses");
  for (const chain of ["btc", "ltc", "doge"] as const) {
    for (const name of ["livenet", "testnet"] as const) {
      const network = NETWORKS[chain][name];
      const params = btcLikeParams(chain, name);
      for (let round = 0; round < 15; round += 1) {
        const publicKey = ecdsaSigner(random.bytes(32)).publicKey;
        const pubkey = bytes(publicKey);
        const p2pkh = bitcoin.payments.p2pkh({ pubkey, network });
        const p2wpkh = bitcoin.payments.p2wpkh({ pubkey, network });
        assert.equal(btcLikeAddress(params, "p2pkh", publicKey), p2pkh.address);
        const others = [p2pkh, bitcoin.payments.p2sh({ redeem: p2wpkh, network })];
        if (chain !== "doge") {
          assert.equal(btcLikeAddress(params, "p2wpkh", publicKey), p2wpkh.address);
          const p2wsh = bitcoin.payments.p2wsh({ redeem: p2pkh, network });
          const program = random.bytes(32);
          const address = bitcoin.address.toBech32(program, 1, network.bech32);
          others.push(p2wpkh, p2wsh, { address, output: Uint8Array.of(0x51, 0x20, ...program) } as typeof p2wpkh);
        }
        for (const { address, output } of others) {
          assert.equal(hex(scriptOf(params, address!)), hex(output!), address);
          // One character more or less never yields another script.
          assert.throws(() => scriptOf(params, address!.slice(0, -1)), InputError);
        }
      }
    }
  }
});

test("CashAddr addresses are those of libauth", () => {
  const random = new Random("cashaddr");
  for (const [network, prefix] of [["livenet", "bitcoincash"], ["testnet", "bchtest"]] as const) {
    const params = btcLikeParams("bch", network);
    for (let round = 0; round < 20; round += 1) {
      const publicKey = ecdsaSigner(random.bytes(32)).publicKey;
      const payload = hash160(bytes(publicKey));
      const { address } = encodeCashAddress({ payload, prefix, type: CashAddressType.p2pkh });
      assert.equal(btcLikeAddress(params, "p2pkh", publicKey), address);
      const script = hex(p2pkhScript(payload));
      const aware = encodeCashAddress({ payload, prefix, type: CashAddressType.p2pkhWithTokens }).address;
      for (const form of [address, address.slice(prefix.length + 1), address.toUpperCase(), aware]) {
        assert.equal(hex(scriptOf(params, form)), script, form);
      }
      const p2sh = encodeCashAddress({ payload, prefix, type: CashAddressType.p2sh }).address;
      assert.equal(hex(scriptOf(params, p2sh)), `a914${hex(payload)}87`);
      const long = random.bytes(32);
      const p2sh32 = encodeCashAddress({ payload: long, prefix, type: CashAddressType.p2sh }).address;
      assert.equal(hex(scriptOf(params, p2sh32)), `aa20${hex(long)}87`);
    }
  }
});

test("addresses of another network, mixed case and wrong checksums are rejected", () => {
  const rejected: [Parameters<typeof btcLikeParams>, string][] = [
    [["btc", "livenet"], "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"],
    [["btc", "testnet"], "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    [["btc", "livenet"], "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
    [["btc", "livenet"], "bc1qw508D6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    // BIP 350: version 1 with the checksum of BIP 173, and version 2.
    [["btc", "livenet"], "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
    [["btc", "livenet"], "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"],
    [["ltc", "livenet"], "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"],
    [["doge", "livenet"], "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH"],
    [["bch", "livenet"], "bchtest:qpycpq9nvta3gtsr94qglnt7h3dtm9n4pvunc6w9x7"],
    [["bch", "testnet"], "bchtest:qpycpq9nvta3gtsr94qglnt7h3dtm9n4pvunc6w9x8"],
    [["bch", "livenet"], ""],
  ];
  for (const [network, address] of rejected) {
    assert.throws(() => scriptOf(btcLikeParams(...network), address), InputError, address);
  }
  assert.throws(() => btcLikeAddress(btcLikeParams("btc", "livenet"), "p2wpkh", `04${"11".repeat(64)}`), InputError);
});
