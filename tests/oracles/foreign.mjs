// Foreign transactions: every kind of input and output of a chain, and their decoding by other libraries.
import { createHash } from "node:crypto";
import * as bitcoinjs from "./reference/bitcoinjs.mjs";
import { load } from "./load.mjs";
import { bytes, hex } from "./payment.mjs";

const bitcoin = await load("bitcoinjs-lib");
const ecc = await load("@bitcoinerlab/secp256k1");
const libauth = await load("@bitauth/libauth");
const { script } = bitcoin;
const { OPS } = script;

/** The maximum supply in base units. */
const MAX_SUPPLY = { btc: 21n * 10n ** 14n, bch: 21n * 10n ** 14n, ltc: 84n * 10n ** 14n, doge: 10n ** 18n };
const CASH_PREFIX = { livenet: "bitcoincash", testnet: "bchtest" };

/** A few keys suffice, and deriving one takes a millisecond. */
const SECRETS = [...Array(20).keys()].map((number) => createHash("sha256").update(`key ${number}`).digest());
const KEYS = [true, false].map((compressed) => SECRETS.map((secret) => ecc.pointFromScalar(secret, compressed)));
const [COMPRESSED, UNCOMPRESSED] = KEYS;

/** Random numbers derived from a seed. */
class Dice {
  constructor(seed) {
    this.seed = seed;
    this.count = 0;
  }

  bytes(length) {
    const parts = [];
    for (let made = 0; made < length; made += 32) {
      parts.push(createHash("sha256").update(`${this.seed}/${(this.count += 1)}`).digest());
    }
    return Uint8Array.from(Buffer.concat(parts).subarray(0, length));
  }

  below(limit) {
    return Number(this.big(BigInt(limit)));
  }

  big(limit) {
    return BigInt(`0x${hex(this.bytes(16))}`) % limit;
  }

  of(list) {
    return list[this.below(list.length)];
  }

  key(compressed = true) {
    return this.of(compressed ? COMPRESSED : UNCOMPRESSED);
  }

  /** Returns a random signature, which no test verifies. */
  signature() {
    return script.signature.encode(this.bytes(64), this.of([0x01, 0x02, 0x83]));
  }
}

const multisig = (dice) => script.compile([OPS.OP_1, dice.key(), dice.key(), OPS.OP_2, OPS.OP_CHECKMULTISIG]);

/** All kinds of legacy scriptSigs. */
const LEGACY_INPUTS = [
  (dice) => ({ script: script.compile([dice.signature(), dice.key()]) }),
  (dice) => ({ script: script.compile([dice.signature(), dice.key(false)]) }),
  (dice) => ({ script: script.compile([dice.signature()]) }),
  (dice) => ({ script: script.compile([OPS.OP_0, dice.signature(), multisig(dice)]) }),
  (dice) => ({ script: script.compile([dice.bytes(80), dice.bytes(32)]) }),
];

const SEGWIT_INPUTS = [
  (dice) => ({ witness: [dice.signature(), dice.key()] }),
  (dice) => ({ witness: [dice.bytes(64)] }),
  (dice) => ({ witness: [new Uint8Array(), dice.signature(), multisig(dice)] }),
  (dice) => ({ witness: [dice.signature(), multisig(dice)] }),
  (dice) => ({
    script: script.compile([script.compile([OPS.OP_0, dice.bytes(20)])]),
    witness: [dice.signature(), dice.key()],
  }),
  (dice) => {
    const key = dice.key();
    const redeem = bitcoin.payments.p2wpkh({ pubkey: key }).output;
    return { script: script.compile([redeem]), witness: [dice.signature(), key] };
  },
];

const OUTPUTS = [
  (dice) => script.compile([OPS.OP_DUP, OPS.OP_HASH160, dice.bytes(20), OPS.OP_EQUALVERIFY, OPS.OP_CHECKSIG]),
  (dice) => script.compile([OPS.OP_HASH160, dice.bytes(20), OPS.OP_EQUAL]),
  (dice) => script.compile([OPS.OP_RETURN, dice.bytes(1 + dice.below(80))]),
  (dice) => script.compile([dice.key(dice.of([true, false])), OPS.OP_CHECKSIG]),
  multisig,
  // Starts with an opcode that excludes witness programs: a random first byte could yield one without an
  // address format.
  (dice) => Uint8Array.of(0xba, ...dice.bytes(dice.below(40))),
];

const SEGWIT_OUTPUTS = [
  (dice) => script.compile([OPS.OP_0, dice.bytes(20)]),
  (dice) => script.compile([OPS.OP_0, dice.bytes(32)]),
  (dice) => script.compile([OPS.OP_1, dice.key().subarray(1)]),
];

/** Returns random tokens of CHIP-2022-02. */
function token(dice) {
  const nft = () => ({ capability: dice.of(["none", "mutable", "minting"]), commitment: dice.bytes(dice.below(41)) });
  const kept = dice.below(3);
  const amount = kept === 0 ? 0n : 1n + dice.big(dice.of([252n, 1n << 16n, 1n << 32n, (1n << 63n) - 1n]));
  return { category: dice.bytes(32), amount, ...(kept === 1 ? {} : { nft: nft() }) };
}

const CASH_OUTPUTS = [
  (dice) => script.compile([OPS.OP_HASH256, dice.bytes(32), OPS.OP_EQUAL]),
  (dice) => Uint8Array.of(...libauth.encodeTokenPrefix(token(dice)), ...dice.of(OUTPUTS)(dice)),
];

function build(dice, chain) {
  const segwit = chain === "btc" || chain === "ltc";
  const inputs = segwit ? [...LEGACY_INPUTS, ...SEGWIT_INPUTS] : LEGACY_INPUTS;
  const outputs = [...OUTPUTS, ...(segwit ? SEGWIT_OUTPUTS : []), ...(chain === "bch" ? CASH_OUTPUTS : [])];
  const unsigned = dice.below(4) === 0;
  const transaction = new bitcoin.Transaction();
  transaction.version = dice.of([1, 2, 3, dice.below(2 ** 31)]);
  transaction.locktime = dice.of([0, dice.below(2 ** 32)]);
  for (let count = 1 + dice.below(8); count > 0; count -= 1) {
    const at = transaction.addInput(dice.bytes(32), dice.below(2 ** 32), dice.below(2 ** 32));
    if (unsigned && count === 1) continue;
    Object.assign(transaction.ins[at], dice.of(inputs)(dice));
  }
  const count = 1 + dice.below(12);
  for (let made = 0; made < count; made += 1) {
    const value = dice.of([0n, dice.big(10n ** 6n), dice.big(MAX_SUPPLY[chain] / BigInt(count))]);
    transaction.addOutput(dice.of(outputs)(dice), value);
  }
  return transaction;
}

/** Returns the result of `read`, or `""` if the library throws. */
function attempt(read) {
  try {
    return read() ?? "";
  } catch {
    return "";
  }
}

/** Returns the owner of an input: its public key, or an address. */
function owner({ script: input, witness }, network) {
  if (witness.length === 0) return attempt(() => bitcoin.payments.p2pkh({ input, network }).pubkey);
  if (input.length === 0) return attempt(() => bitcoin.payments.p2wpkh({ witness, network }).address);
  return attempt(() => nested(input, witness, network));
}

/** Returns the address of a p2wpkh input inside p2sh; throws for another redeem script. */
function nested(input, witness, network) {
  const { pubkey } = bitcoin.payments.p2wpkh({ witness });
  const { address, redeem } = bitcoin.payments.p2sh({ redeem: bitcoin.payments.p2wpkh({ pubkey, network }), network });
  if (hex(input) !== hex(script.compile([redeem.output]))) throw new Error("another redeem script");
  return address;
}

/** Returns the outputs of a transaction on bch as libauth decodes them: script and tokens. */
function cashOutputs(txdata) {
  return libauth.decodeTransaction(bytes(txdata)).outputs.map(({ lockingBytecode, token: found }) => ({
    locking: lockingBytecode,
    ...(found && {
      token: {
        category: hex(found.category),
        amount: found.amount.toString(),
        ...(found.nft && {
          nft: { capability: found.nft.capability, commitment: hex(found.nft.commitment) },
        }),
      },
    }),
  }));
}

/** Returns the address encoders of a chain: { ofKey, ofScript }. */
function writer(chain, networkName) {
  if (chain === "bch") {
    const prefix = CASH_PREFIX[networkName];
    const ofKey = (key) => libauth.encodeCashAddress({ prefix, type: "p2pkh", payload: libauth.hash160(key) }).address;
    const ofScript = (bytecode) => libauth.lockingBytecodeToCashAddress({ bytecode, prefix }).address;
    return { ofKey, ofScript, network: bitcoin.networks.bitcoin };
  }
  const [network] = bitcoinjs.NETWORKS[chain][networkName];
  const ofKey = (pubkey) => bitcoin.payments.p2pkh({ pubkey, network }).address;
  return { ofKey, ofScript: (output) => bitcoin.address.fromOutputScript(output, network), network };
}

/** Returns the data of an output that is `OP_RETURN` with one push. */
function carried(output) {
  const chunks = script.decompile(output) ?? [];
  return chunks.length === 2 && chunks[0] === OPS.OP_RETURN && chunks[1] instanceof Uint8Array ? { data: hex(chunks[1]) } : {};
}

/** Describes the transaction in the format of `transaction/parse`. */
function describe(transaction, chain, networkName) {
  const { ofKey, ofScript, network } = writer(chain, networkName);
  const inputs = transaction.ins.map((input) => {
    const shown = owner(input, network);
    const from = typeof shown === "string" ? shown : ofKey(shown);
    return { txid: hex(Uint8Array.from(input.hash).reverse()), vout: input.index, from };
  });
  const cash = chain === "bch" ? cashOutputs(transaction.toHex()) : [];
  const outputs = transaction.outs.map(({ script: output, value }, index) => {
    const { locking = output, ...tokens } = cash[index] ?? {};
    return { to: attempt(() => ofScript(locking)), amount: value.toString(), script: hex(output), ...carried(output), ...tokens };
  });
  const signed = transaction.ins.every(({ script: input, witness }) => input.length + witness.length > 0);
  return {
    ...(signed ? { txid: transaction.getId() } : {}),
    signed,
    from: inputs[0].from,
    to: outputs[0].to,
    amount: outputs[0].amount,
    inputs,
    outputs,
    size: transaction.virtualSize(),
    lockTime: transaction.locktime,
  };
}

/** Returns random transactions with their descriptions: [{ txdata, description }]. */
export function foreignTransactions({ seed, chain, network, count }) {
  return [...Array(count).keys()].map((number) => {
    const txdata = build(new Dice(`${seed}/${chain}/${network}/${number}`), chain).toHex();
    // Decode the bytes again, so that the description is that of the library's decoder.
    const transaction = bitcoin.Transaction.fromHex(txdata);
    if (chain === "bch" && libauth.hashTransaction(bytes(txdata)) !== transaction.getId()) throw new Error("libraries differ");
    return { txdata, description: describe(transaction, chain, network) };
  });
}
