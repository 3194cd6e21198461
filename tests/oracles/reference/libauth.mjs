// @bitauth/libauth: bch with its current rules, and a virtual machine that also enforces the relay rules.
import { load } from "../load.mjs";
import { assertSame, bytes, expectedTransaction, hashType, hex } from "../payment.mjs";

const libauth = await load("@bitauth/libauth");

const PREFIX = { livenet: "bitcoincash", testnet: "bchtest" };
const strict = libauth.createVirtualMachineBCH(true);

export const name = "@bitauth/libauth";

function ok(result) {
  if (typeof result === "string") throw new Error(result);
  return result;
}

function sender(payment) {
  const payload = libauth.hash160(bytes(payment.publicKey));
  const { address } = libauth.encodeCashAddress({ prefix: PREFIX[payment.network], type: "p2pkh", payload });
  return { address, script: ok(libauth.cashAddressToLockingBytecode(address)).bytecode };
}

function outputScript(address, network) {
  if (/^[13mn2C]/.test(address)) return ok(libauth.base58AddressToLockingBytecode(address)).bytecode;
  const prefixed = address.includes(":") ? address : `${PREFIX[network]}:${address}`;
  return ok(libauth.cashAddressToLockingBytecode(prefixed.toLowerCase())).bytecode;
}

export const script = ({ address, network }) => hex(outputScript(address, network));

function expect(payment) {
  const own = sender(payment);
  const to = outputScript(payment.to, payment.network);
  return { own, expected: expectedTransaction(payment, { to, own: own.script }) };
}

const sourceOutputs = (expected, own) =>
  expected.inputs.map(({ value }) => ({ lockingBytecode: own.script, valueSatoshis: value }));

function unsigned(expected) {
  const inputs = expected.inputs.map(({ txid, vout, sequence }) => ({
    outpointTransactionHash: bytes(txid),
    outpointIndex: vout,
    sequenceNumber: sequence,
    unlockingBytecode: Uint8Array.of(),
  }));
  const outputs = expected.outputs.map(({ script, value }) => ({ lockingBytecode: script, valueSatoshis: value }));
  return { version: expected.version, locktime: expected.locktime, inputs, outputs };
}

export function hashes(payment) {
  const { own, expected } = expect(payment);
  const transaction = unsigned(expected);
  const list = expected.inputs.map((_, inputIndex) => {
    const context = { inputIndex, sourceOutputs: sourceOutputs(expected, own), transaction };
    const preimage = libauth.generateSigningSerializationBCH(context, {
      coveredBytecode: own.script,
      signingSerializationType: Uint8Array.of(hashType("bch")),
    });
    return hex(libauth.hash256(preimage));
  });
  return { address: own.address, hashes: list };
}

export function verify(payment, txdata) {
  const { own, expected } = expect(payment);
  const encoded = bytes(txdata);
  const transaction = ok(libauth.decodeTransactionBCH(encoded));
  const inputs = transaction.inputs.map(({ outpointTransactionHash, outpointIndex, sequenceNumber }) => ({
    txid: hex(outpointTransactionHash),
    vout: outpointIndex,
    sequence: sequenceNumber,
  }));
  const outputs = transaction.outputs.map(({ lockingBytecode, valueSatoshis }) => ({
    script: lockingBytecode,
    value: valueSatoshis,
  }));
  assertSame({ version: transaction.version, locktime: transaction.locktime, inputs, outputs }, expected);
  ok(strict.verify({ transaction, sourceOutputs: sourceOutputs(expected, own) }));
  return { txid: libauth.hashTransaction(encoded), vsize: encoded.length };
}
