// bitcore-lib-ltc, -doge and -cash: forks of one library for each coin, with a script interpreter each.
import { load } from "../load.mjs";
import { assertSame, bytes, expectedTransaction, hashType, hex, isSegwit } from "../payment.mjs";

const LIBRARIES = {
  ltc: await load("bitcore-lib-ltc"),
  doge: await load("bitcore-lib-doge"),
  bch: await load("bitcore-lib-cash"),
};

const SighashWitness = await load("bitcore-lib-ltc/lib/transaction/sighashwitness.js");

/**
 * Rules that current nodes enforce on these inputs, as interpreter flags. Two are omitted because of library
 * errors: CLEANSTACK on ltc fails every native witness program, LOW_S on bch removes two bytes of each
 * signature instead of one. The other reference libraries of these chains check both.
 */
const FLAGS = {
  common: ["VERIFY_P2SH", "VERIFY_STRICTENC", "VERIFY_DERSIG", "VERIFY_SIGPUSHONLY", "VERIFY_MINIMALDATA"],
  ltc: ["VERIFY_LOW_S", "VERIFY_WITNESS", "VERIFY_WITNESS_PUBKEYTYPE", "VERIFY_NULLFAIL"],
  doge: ["VERIFY_LOW_S"],
  bch: ["ENABLE_SIGHASH_FORKID", "VERIFY_CLEANSTACK", "VERIFY_NULLFAIL"],
};

export const name = "bitcore-lib";

const big = (library, value) => new library.crypto.BN(value.toString(), 10);

function flagsOf(chain) {
  const { Interpreter } = LIBRARIES[chain].Script;
  return [...FLAGS.common, ...FLAGS[chain]].reduce((flags, flag) => flags | Interpreter[`SCRIPT_${flag}`], 0);
}

function sender(payment) {
  const { Address, PublicKey } = LIBRARIES[payment.chain];
  const publicKey = new PublicKey(payment.publicKey);
  return Address.fromPublicKey(publicKey, payment.network, isSegwit(payment) ? "witnesspubkeyhash" : "pubkeyhash");
}

function addressText(address, chain) {
  return chain === "bch" ? address.toString(true) : address.toString();
}

/** Returns the output script. These libraries do not know taproot, 32-byte p2sh etc.; then the payment contains the script. */
function outputScript(payment) {
  const { Address, Script } = LIBRARIES[payment.chain];
  try {
    return Uint8Array.from(Script.fromAddress(Address.fromString(payment.to, payment.network)).toBuffer());
  } catch (error) {
    if (payment.toScript === undefined) throw error;
    return bytes(payment.toScript);
  }
}

export const script = (request) => hex(outputScript({ ...request, to: request.address }));

function expect(payment) {
  const { Script } = LIBRARIES[payment.chain];
  const address = sender(payment);
  const own = Script.fromAddress(address);
  const scripts = { to: outputScript(payment), own: Uint8Array.from(own.toBuffer()) };
  return { address, own, expected: expectedTransaction(payment, scripts) };
}

function unsigned(library, expected) {
  const transaction = new library.Transaction();
  transaction.version = expected.version;
  transaction.nLockTime = expected.locktime;
  for (const { txid, vout, sequence } of expected.inputs) {
    const { Input } = library.Transaction;
    const input = new Input({ prevTxId: txid, outputIndex: vout, script: library.Script.empty(), sequenceNumber: sequence });
    transaction.uncheckedAddInput(input);
  }
  for (const { script, value } of expected.outputs) {
    const { Output } = library.Transaction;
    transaction.addOutput(new Output({ satoshis: big(library, value), script: library.Script.fromBuffer(Buffer.from(script)) }));
  }
  return transaction;
}

function hashOf(library, transaction, index, { payment, address, own, value }) {
  const type = hashType(payment.chain);
  if (isSegwit(payment)) {
    const code = library.Script.buildPublicKeyHashOut(new library.Address(address.hashBuffer, payment.network, "pubkeyhash"));
    const prefixed = Buffer.concat([Buffer.from([code.toBuffer().length]), code.toBuffer()]);
    const amount = new library.encoding.BufferWriter().writeUInt64LEBN(big(library, value)).toBuffer();
    return SighashWitness.sighash(transaction, type, index, prefixed, amount);
  }
  // The library returns these hashes in reversed order; the signature covers the order of SHA-256.
  const reversed = library.Transaction.Sighash.sighash(transaction, type, index, own, big(library, value));
  return Buffer.from(reversed).reverse();
}

export function hashes(payment) {
  const library = LIBRARIES[payment.chain];
  const { address, own, expected } = expect(payment);
  const transaction = unsigned(library, expected);
  const list = expected.inputs.map(({ value }, index) =>
    hex(hashOf(library, transaction, index, { payment, address, own, value })),
  );
  return { address: addressText(address, payment.chain), hashes: list };
}

function verifyInput(transaction, index, { payment, own, value }) {
  const library = LIBRARIES[payment.chain];
  const { script, witnesses } = transaction.inputs[index];
  const interpreter = library.Script.Interpreter();
  const flags = flagsOf(payment.chain);
  const verified =
    payment.chain === "bch"
      ? interpreter.verify(script, own, transaction, index, flags, big(library, value))
      : interpreter.verify(script, own, transaction, index, flags, witnesses ?? [], Number(value));
  if (!verified) throw new Error(`input ${index} does not verify: ${interpreter.errstr}`);
}

export function verify(payment, txdata) {
  const library = LIBRARIES[payment.chain];
  const { own, expected } = expect(payment);
  const transaction = new library.Transaction().fromBuffer(Buffer.from(txdata, "hex"));
  const inputs = transaction.inputs.map(({ prevTxId, outputIndex, sequenceNumber }) => ({
    txid: hex(prevTxId),
    vout: outputIndex,
    sequence: sequenceNumber,
  }));
  const outputs = transaction.outputs.map(({ _scriptBuffer, satoshisBN, _satoshisBN }) => ({
    script: _scriptBuffer,
    value: BigInt((satoshisBN ?? _satoshisBN).toString(10)),
  }));
  assertSame({ version: transaction.version, locktime: transaction.nLockTime, inputs, outputs }, expected);
  expected.inputs.forEach(({ value }, index) => verifyInput(transaction, index, { payment, own, value }));
  const vsize = isSegwit(payment) ? undefined : transaction.toBuffer().length;
  return { txid: transaction.id, vsize };
}
