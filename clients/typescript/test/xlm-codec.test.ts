import assert from "node:assert/strict";
import { test } from "node:test";
import { Account, Asset, Keypair, Memo, MuxedAccount, Networks, Operation, StrKey, TransactionBuilder } from "@stellar/stellar-sdk";
import { InputError } from "../src/errors.js";
import { encodeMuxed, parseAccount, parseBalanceId, parseMuxed, parseXlmPublicKey } from "../src/xlm/strkey.js";
import { decodeEnvelope, type XlmOperation } from "../src/xlm/xdr.js";
import { Random } from "./support/random.js";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const fromBase64 = (text: string) => Uint8Array.from(Buffer.from(text, "base64"));

/** Decimal amount of the SDK for an amount in stroops. */
const units = (stroops: bigint) => `${stroops / 10_000_000n}.${String(stroops % 10_000_000n).padStart(7, "0")}`;

const newAccount = (random: Random) => StrKey.encodeEd25519PublicKey(Buffer.from(random.bytes(32)));

function newAsset(random: Random): Asset {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const code = Array.from({ length: 1 + random.below(12) }, () => letters[random.below(26)]).join("");
  return code === "XLM" ? newAsset(random) : new Asset(code, newAccount(random));
}

const name = (asset: Asset) => (asset.isNative() ? "native" : `${asset.getCode()}:${asset.getIssuer()}`);

/** Returns an operation of the SDK and its expected decoding. */
function newOperation(random: Random): [ReturnType<typeof Operation.payment>, XlmOperation] {
  const amount = 1n + random.bigint(62);
  const account = newAccount(random);
  const id = random.bigint(63);
  const muxed = new MuxedAccount(new Account(account, "0"), id.toString()).accountId();
  const asset = random.pick([Asset.native(), newAsset(random)]);
  const source = random.pick([undefined, newAccount(random)]);
  const withSource = source === undefined ? {} : { source };
  const path = random.listUpTo(5, () => random.pick([Asset.native(), newAsset(random)]));
  switch (random.below(10)) {
    case 0: {
      const operation = Operation.createAccount({ destination: account, startingBalance: units(amount), ...withSource });
      return [operation as never, { type: "createAccount", destination: account, amount, ...withSource }];
    }
    case 1: {
      const destination = random.pick([account, muxed]);
      const operation = Operation.payment({ destination, asset, amount: units(amount), ...withSource });
      return [operation, { type: "payment", destination, asset: name(asset), amount, ...withSource }];
    }
    case 2: {
      const [sendAsset, destAsset, other] = [random.pick([Asset.native(), newAsset(random)]), asset, 1n + random.bigint(62)];
      const fields = { sendAsset, sendMax: units(amount), destination: muxed, destAsset, destAmount: units(other), path };
      const operation = Operation.pathPaymentStrictReceive({ ...fields, ...withSource });
      const names = { sendAsset: name(sendAsset), destAsset: name(destAsset), path: path.map(name) };
      const expected = { type: "pathPaymentStrictReceive", destination: muxed, sendMax: amount, destAmount: other } as const;
      return [operation as never, { ...expected, ...names, ...withSource }];
    }
    case 3: {
      const [sendAsset, destAsset, other] = [newAsset(random), asset, 1n + random.bigint(62)];
      const fields = { sendAsset, sendAmount: units(amount), destination: account, destAsset, destMin: units(other), path };
      const operation = Operation.pathPaymentStrictSend({ ...fields, ...withSource });
      const names = { sendAsset: name(sendAsset), destAsset: name(destAsset), path: path.map(name) };
      const expected = { type: "pathPaymentStrictSend", destination: account, sendAmount: amount, destMin: other } as const;
      return [operation as never, { ...expected, ...names, ...withSource }];
    }
    case 4: {
      const credit = newAsset(random);
      const operation = Operation.changeTrust({ asset: credit, limit: units(amount), ...withSource });
      return [operation as never, { type: "changeTrust", asset: name(credit), limit: amount, ...withSource }];
    }
    case 5:
    case 6:
    case 7:
      return newOffer(random, withSource);
    case 8:
      return newSettings(random, withSource);
    default: {
      const balanceId = random.hex(32);
      const operation = Operation.claimClaimableBalance({ balanceId: `00000000${balanceId}`, ...withSource });
      return [operation as never, { type: "claimClaimableBalance", balanceId, ...withSource }];
    }
  }
}

function newOffer(random: Random, source: { source?: string }): ReturnType<typeof newOperation> {
  const [selling, buying, amount] = [Asset.native(), newAsset(random), random.bigint(62)];
  const [price, offerId] = [{ n: 1 + random.below(2 ** 31 - 1), d: 1 + random.below(2 ** 31 - 1) }, random.bigint(62)];
  const fields = { selling, buying, price, ...source };
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const common = divisor(price.n, price.d);
  const expected = { selling: name(selling), buying: name(buying), amount, price: `${price.n / common}/${price.d / common}`, ...source };
  const id = { offerId: offerId.toString() };
  return random.pick<ReturnType<typeof newOperation>>([
    [Operation.manageSellOffer({ ...fields, ...id, amount: units(amount) }) as never, { type: "manageSellOffer", ...expected, offerId }],
    [Operation.manageBuyOffer({ ...fields, ...id, buyAmount: units(amount) }) as never, { type: "manageBuyOffer", ...expected, offerId }],
    [Operation.createPassiveSellOffer({ ...fields, amount: units(amount + 1n) }) as never, { type: "createPassiveSellOffer", ...expected, amount: amount + 1n }],
  ]);
}

function newSettings(random: Random, source: { source?: string }): ReturnType<typeof newOperation> {
  const weight = () => random.pick([undefined, random.below(256)]);
  const numbers = Object.entries({ masterWeight: weight(), lowThreshold: weight(), medThreshold: weight(), highThreshold: weight() });
  const settings = Object.fromEntries(numbers.filter(([, value]) => value !== undefined));
  const signer = random.pick([undefined, { address: newAccount(random), weight: random.below(256) }]);
  const sdk = signer === undefined ? {} : { signer: { ed25519PublicKey: signer.address, weight: signer.weight } };
  const operation = Operation.setOptions({ ...settings, ...sdk, ...source } as never);
  return [operation as never, { type: "setOptions", ...settings, ...(signer === undefined ? {} : { signer }), ...source }];
}

function newMemo(random: Random): [Memo, { type: string; value: string }] {
  const text = random.hex(random.below(15));
  const [id, hash] = [random.bigint(64).toString(), random.hex(32)];
  return random.pick<[Memo, { type: string; value: string }]>([
    [Memo.none(), { type: "none", value: "" }],
    [Memo.text(text), { type: "text", value: Buffer.from(text).toString("hex") }],
    [Memo.id(id), { type: "id", value: id }],
    [Memo.hash(hash), { type: "hash", value: hash }],
    [Memo.return(hash), { type: "return", value: hash }],
  ]);
}

test("random transactions of the Stellar SDK are decoded completely", () => {
  const random = new Random("stellar");
  for (let round = 0; round < 200; round += 1) {
    const keypair = Keypair.fromRawEd25519Seed(Buffer.from(random.bytes(32)));
    const [memo, expectedMemo] = newMemo(random);
    const operations = random.list(5, () => newOperation(random));
    const [minTime, maxTime, sequence] = [random.below(2 ** 31), 2 ** 31 + random.below(2 ** 31), random.bigint(62)];
    const fee = 100 + random.below(100_000);
    const source = new Account(keypair.publicKey(), sequence.toString());
    const options = { fee: String(fee), networkPassphrase: Networks.TESTNET, timebounds: { minTime, maxTime }, memo };
    const builder = new TransactionBuilder(source, options);
    for (const [operation] of operations) builder.addOperation(operation);
    const transaction = builder.build();
    for (const signatures of [0, 1]) {
      if (signatures === 1) transaction.sign(keypair);
      const decoded = decodeEnvelope(fromBase64(transaction.toXDR()));
      const signed = transaction.signatures.map((item) => ({ hint: Uint8Array.from(item.hint()), signature: Uint8Array.from(item.signature()) }));
      assert.deepEqual([decoded.signatures.length, decoded.signatures], [signatures, signed]);
      assert.deepEqual(decoded.transaction, {
        source: keypair.publicKey(),
        fee: BigInt(fee * operations.length),
        sequence: sequence + 1n,
        validFrom: BigInt(minTime),
        validUntil: BigInt(maxTime),
        memo: expectedMemo,
        operations: operations.map(([, expected]) => expected),
      });
      assert.equal(hex(decoded.bytes), transaction.toEnvelope().v1().tx().toXDR("hex"));
    }
  }
});

test("cut, extended and unknown envelopes are rejected", () => {
  const random = new Random("stellar invalid");
  const source = new Account(newAccount(random), "5");
  const build = (operation: ReturnType<typeof Operation.payment>) =>
    fromBase64(
      new TransactionBuilder(source, { fee: "100", networkPassphrase: Networks.TESTNET })
        .setTimeout(30)
        .addOperation(operation)
        .build()
        .toXDR(),
    );
  const [operation] = newOperation(random);
  const encoded = build(operation);
  for (let length = 0; length < encoded.length; length += 4) {
    assert.throws(() => decodeEnvelope(encoded.slice(0, length)), RangeError);
  }
  assert.throws(() => decodeEnvelope(Uint8Array.from([...encoded, 0, 0, 0, 0])), RangeError);
  const merge = Operation.accountMerge({ destination: newAccount(random) });
  assert.throws(() => decodeEnvelope(build(merge as never)), /unknown operation/);
  const unknown = {
    "home domain": Operation.setOptions({ homeDomain: "example.com" }),
    "set flags": Operation.setOptions({ setFlags: 1 }),
    "cleared flags": Operation.setOptions({ clearFlags: 1 }),
    "inflation destination": Operation.setOptions({ inflationDest: newAccount(random) }),
    "key type": Operation.setOptions({ signer: { sha256Hash: Buffer.alloc(32), weight: 1 } }),
  };
  for (const [subject, other] of Object.entries(unknown)) {
    assert.throws(() => decodeEnvelope(build(other as never)), new RegExp(`unknown ${subject}`));
  }
  const data = Operation.manageData({ name: "entry", value: "text" });
  assert.throws(() => decodeEnvelope(build(data as never)), /unknown operation/);
});

test("addresses are those of the Stellar SDK", () => {
  const random = new Random("strkey");
  for (let round = 0; round < 50; round += 1) {
    const [key, id] = [random.bytes(32), random.bigint(64)];
    const account = StrKey.encodeEd25519PublicKey(Buffer.from(key));
    assert.equal(encodeMuxed({ key }), account);
    assert.equal(hex(parseXlmPublicKey(account)), hex(key));
    assert.equal(hex(parseXlmPublicKey(hex(key))), hex(key));
    const muxed = new MuxedAccount(new Account(account, "0"), id.toString()).accountId();
    assert.equal(encodeMuxed({ key, id }), muxed);
    assert.deepEqual(parseMuxed(muxed, "to"), { key, id });
    const balance = StrKey.encodeClaimableBalance(Buffer.concat([Buffer.from([0]), key]));
    assert.equal(hex(parseBalanceId(balance)), hex(key));
    assert.equal(hex(parseBalanceId(`00000000${hex(key)}`)), hex(key));
  }
});

test("invalid addresses are rejected", () => {
  const account = "GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6";
  const secret = "SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN";
  for (const text of [account.slice(0, -1), `${account}A`, account.replace("GDRX", "GDRY"), account.toLowerCase(), secret, ""]) {
    assert.throws(() => parseMuxed(text, "to"), InputError, text);
    assert.throws(() => parseAccount(text, "to"), InputError, text);
    assert.throws(() => parseXlmPublicKey(text), InputError, text);
    assert.throws(() => parseBalanceId(text), InputError, text);
  }
});
