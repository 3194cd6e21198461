// Transactions with inputs of several keys and types, by bitcoinjs-lib without PSBT.
//
// A case is the body of get-hash with the chain of its path, `outputs`, and the expected `change`; each entry of `utxo` has
// its `publicKey` and `type`. An output may carry data of at least two bytes, or have the script of a data output.
import { load } from "../load.mjs";
import { bytes, hex } from "../payment.mjs";
import { NETWORKS } from "./bitcoinjs.mjs";

const bitcoin = await load("bitcoinjs-lib");
const ecc = await load("@bitcoinerlab/secp256k1");
bitcoin.initEccLib(ecc);

const { SIGHASH_ALL, SIGHASH_DEFAULT } = bitcoin.Transaction;

/** The payment of an input: `{ output, address }`, and for nested types `redeem`. */
function ownerOf({ publicKey, type }, network) {
  const pubkey = bytes(publicKey);
  switch (type) {
    case "p2pkh":
      return bitcoin.payments.p2pkh({ pubkey, network });
    case "p2wpkh":
      return bitcoin.payments.p2wpkh({ pubkey, network });
    case "p2sh-p2wpkh":
      return bitcoin.payments.p2sh({ redeem: bitcoin.payments.p2wpkh({ pubkey, network }), network });
    case "p2tr":
      return bitcoin.payments.p2tr({ internalPubkey: pubkey.subarray(1), network });
    default:
      throw new Error(`unknown type ${type}`);
  }
}

/** The pushes of the script of a data output, decoded. */
function pushesOf(script) {
  const [first, ...pushes] = bitcoin.script.decompile(bytes(script));
  if (first !== bitcoin.opcodes.OP_RETURN || !bitcoin.script.isPushOnly(pushes)) throw new Error(`not a data output: ${script}`);
  return pushes;
}

function build(payment) {
  const [network] = NETWORKS[payment.chain][payment.network];
  const transaction = new bitcoin.Transaction();
  transaction.version = payment.version;
  transaction.locktime = payment.locktime;
  for (const { txid, vout, sequence = payment.sequence } of payment.utxo) transaction.addInput(bytes(txid).reverse(), vout, sequence);
  const pay = (address, amount) => transaction.addOutput(bitcoin.address.toOutputScript(address, network), BigInt(amount));
  for (const { to, amount, data, script } of payment.outputs) {
    if (data !== undefined) transaction.addOutput(bitcoin.payments.embed({ data: [bytes(data)] }).output, 0n);
    else if (script !== undefined) transaction.addOutput(bitcoin.script.compile([bitcoin.opcodes.OP_RETURN, ...pushesOf(script)]), 0n);
    else pay(to, amount);
  }
  if (payment.change !== "0") pay(payment.changeAddress, payment.change);
  const owners = payment.utxo.map((utxo) => ownerOf(utxo, network));
  return { transaction, owners };
}

function hashOf(payment, transaction, owners, index) {
  const { type, publicKey, value } = payment.utxo[index];
  if (type === "p2pkh") return transaction.hashForSignature(index, owners[index].output, SIGHASH_ALL);
  if (type === "p2tr") {
    const scripts = owners.map(({ output }) => output);
    const values = payment.utxo.map((utxo) => BigInt(utxo.value));
    return transaction.hashForWitnessV1(index, scripts, values, SIGHASH_DEFAULT);
  }
  const scriptCode = bitcoin.payments.p2pkh({ pubkey: bytes(publicKey) }).output;
  return transaction.hashForWitnessV0(index, scriptCode, BigInt(value), SIGHASH_ALL);
}

/** The addresses of the owners and the hash of each input. */
export function mixedHashes({ payment }) {
  const { transaction, owners } = build(payment);
  return {
    addresses: owners.map(({ address }) => address),
    hashes: owners.map((_, index) => hex(hashOf(payment, transaction, owners, index))),
  };
}

/** The signed transaction: `{ txdata, vsize }`. Throws for an invalid signature. */
export function mixedSigned({ payment, signatures }) {
  const { transaction, owners } = build(payment);
  signatures.forEach(({ r, s }, index) => {
    const { type, publicKey } = payment.utxo[index];
    const signature = bytes(r + s);
    const hash = hashOf(payment, transaction, owners, index);
    if (type === "p2tr") {
      if (!ecc.verifySchnorr(hash, owners[index].pubkey, signature)) throw new Error(`signature ${index} does not verify`);
      transaction.setWitness(index, [signature]);
      return;
    }
    const pubkey = bytes(publicKey);
    if (!ecc.verify(hash, pubkey, signature, true)) throw new Error(`signature ${index} does not verify`);
    const encoded = bitcoin.script.signature.encode(signature, SIGHASH_ALL);
    if (type === "p2pkh") {
      transaction.setInputScript(index, bitcoin.script.compile([encoded, pubkey]));
      return;
    }
    transaction.setWitness(index, [encoded, pubkey]);
    const { redeem } = owners[index];
    if (redeem) transaction.setInputScript(index, bitcoin.script.compile([redeem.output]));
  });
  return { txdata: transaction.toHex(), vsize: transaction.virtualSize() };
}
