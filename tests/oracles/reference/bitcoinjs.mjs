// bitcoinjs-lib: btc, and ltc and doge with other address versions. It verifies every signature with its own
// hash.
import { load } from "../load.mjs";
import { assertSame, bytes, expectedTransaction, hex, isSegwit } from "../payment.mjs";

const bitcoin = await load("bitcoinjs-lib");
const ecc = await load("@bitcoinerlab/secp256k1");
bitcoin.initEccLib(ecc);

const SIGHASH_ALL = bitcoin.Transaction.SIGHASH_ALL;

const network = (bech32, pubKeyHash, scriptHash) => ({ ...bitcoin.networks.bitcoin, bech32, pubKeyHash, scriptHash });

/** Address versions of each chain and network; if p2sh has two, the canonical one is first. */
export const NETWORKS = {
  btc: { livenet: [bitcoin.networks.bitcoin], testnet: [bitcoin.networks.testnet] },
  ltc: {
    livenet: [network("ltc", 0x30, 0x32), network("ltc", 0x30, 0x05)],
    testnet: [network("tltc", 0x6f, 0x3a), network("tltc", 0x6f, 0xc4)],
  },
  doge: { livenet: [network("-", 0x1e, 0x16)], testnet: [network("-", 0x71, 0xc4)] },
};

export const name = "bitcoinjs-lib";

function sender(payment) {
  const pubkey = bytes(payment.publicKey);
  const [canonical] = NETWORKS[payment.chain][payment.network];
  const pay = isSegwit(payment) ? bitcoin.payments.p2wpkh : bitcoin.payments.p2pkh;
  return pay({ pubkey, network: canonical });
}

function outputScript(address, chain, networkName) {
  let failure;
  for (const candidate of NETWORKS[chain][networkName]) {
    try {
      return bitcoin.address.toOutputScript(address, candidate);
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
  return { own, expected: expectedTransaction(payment, { to, own: own.output }) };
}

function unsigned(expected) {
  const transaction = new bitcoin.Transaction();
  transaction.version = expected.version;
  transaction.locktime = expected.locktime;
  for (const input of expected.inputs) {
    transaction.addInput(bytes(input.txid).reverse(), input.vout, input.sequence);
  }
  for (const output of expected.outputs) transaction.addOutput(output.script, output.value);
  return transaction;
}

function hashOf(transaction, index, payment, own, value) {
  if (!isSegwit(payment)) return transaction.hashForSignature(index, own.output, SIGHASH_ALL);
  const scriptCode = bitcoin.payments.p2pkh({ hash: own.hash }).output;
  return transaction.hashForWitnessV0(index, scriptCode, value, SIGHASH_ALL);
}

export function hashes(payment) {
  const { own, expected } = expect(payment);
  const transaction = unsigned(expected);
  const list = expected.inputs.map(({ value }, index) => hex(hashOf(transaction, index, payment, own, value)));
  return { address: own.address, hashes: list };
}

function stackOf(input, payment) {
  if (isSegwit(payment)) {
    if (input.script.length !== 0) throw new Error("a native witness input has a scriptSig");
    return input.witness;
  }
  if (input.witness.length !== 0) throw new Error("a legacy input has a witness");
  return bitcoin.script.decompile(input.script);
}

function verifyInput(transaction, index, payment, own, value) {
  const stack = stackOf(transaction.ins[index], payment);
  if (stack.length !== 2) throw new Error(`input ${index} has ${stack.length} items`);
  const { signature, hashType } = bitcoin.script.signature.decode(stack[0]);
  if (hashType !== SIGHASH_ALL) throw new Error(`input ${index} signs with type ${hashType}`);
  if (hex(stack[1]) !== hex(own.pubkey)) throw new Error(`input ${index} has another public key`);
  const hash = hashOf(transaction, index, payment, own, value);
  // The last argument requires low s.
  if (!ecc.verify(hash, own.pubkey, signature, true)) throw new Error(`signature ${index} does not verify`);
}

export function verify(payment, txdata) {
  const { own, expected } = expect(payment);
  const transaction = bitcoin.Transaction.fromHex(txdata);
  assertSame(
    {
      version: transaction.version,
      locktime: transaction.locktime,
      inputs: transaction.ins.map(({ hash, index, sequence }) => ({ txid: hex(hash.slice().reverse()), vout: index, sequence })),
      outputs: transaction.outs,
    },
    expected,
  );
  expected.inputs.forEach(({ value }, index) => verifyInput(transaction, index, payment, own, value));
  return { txid: transaction.getId(), vsize: transaction.virtualSize() };
}
