// @scure/btc-signer: a second reference for btc and ltc. It shares neither curve nor codecs with
// bitcoinjs-lib.
import { load } from "../load.mjs";
import { assertSame, bytes, expectedTransaction, hex, isSegwit } from "../payment.mjs";

const scure = await load("@scure/btc-signer");

const ALLOW = { allowUnknownOutputs: true, allowLegacyWitnessUtxo: true };

const NETWORKS = {
  btc: { livenet: [scure.NETWORK], testnet: [scure.TEST_NETWORK] },
  ltc: {
    livenet: [
      { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x32, wif: 0xb0 },
      { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x05, wif: 0xb0 },
    ],
    testnet: [
      { bech32: "tltc", pubKeyHash: 0x6f, scriptHash: 0x3a, wif: 0xef },
      { bech32: "tltc", pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
    ],
  },
};

export const name = "@scure/btc-signer";

function sender(payment) {
  const publicKey = bytes(payment.publicKey);
  const [canonical] = NETWORKS[payment.chain][payment.network];
  if (isSegwit(payment)) return scure.p2wpkh(publicKey, canonical);
  return scure.p2pkh(publicKey, canonical);
}

function outputScript(address, chain, networkName) {
  let failure;
  for (const candidate of NETWORKS[chain][networkName]) {
    try {
      return scure.OutScript.encode(scure.Address(candidate).decode(address));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

export const script = ({ address, chain, network }) => hex(outputScript(address, chain, network));

function expect(payment) {
  const own = sender(payment);
  const to = outputScript(payment.to, payment.chain, payment.network);
  return { own, expected: expectedTransaction(payment, { to, own: own.script }) };
}

export function hashes(payment) {
  const { own, expected } = expect(payment);
  const transaction = new scure.Transaction({ version: expected.version, lockTime: expected.locktime, ...ALLOW });
  for (const { txid, vout, sequence, value } of expected.inputs) {
    transaction.addInput({ txid, index: vout, sequence, witnessUtxo: { script: own.script, amount: value } });
  }
  for (const { script, value } of expected.outputs) transaction.addOutput({ script, amount: value });
  const legacy = scure.OutScript.encode({ type: "pkh", hash: own.hash });
  const hashOf = ({ value }, index) =>
    isSegwit(payment)
      ? transaction.preimageWitnessV0(index, legacy, scure.SigHash.ALL, value)
      : transaction.preimageLegacy(index, legacy, scure.SigHash.ALL);
  return { address: own.address, hashes: expected.inputs.map((input, index) => hex(hashOf(input, index))) };
}

/** Validates encoding, txid and size; this library does not verify signatures of final transactions. */
export function verify(payment, txdata) {
  const { expected } = expect(payment);
  const transaction = scure.Transaction.fromRaw(bytes(txdata), { ...ALLOW, allowUnknownInputs: true });
  const range = (count) => [...Array(count).keys()];
  const inputs = range(transaction.inputsLength).map((index) => {
    const input = transaction.getInput(index);
    return { txid: hex(input.txid), vout: input.index, sequence: input.sequence };
  });
  const outputs = range(transaction.outputsLength).map((index) => {
    const { script, amount } = transaction.getOutput(index);
    return { script, value: amount };
  });
  assertSame({ version: transaction.version, locktime: transaction.lockTime, inputs, outputs }, expected);
  return { txid: transaction.id, vsize: transaction.vsize };
}
