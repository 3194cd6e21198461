// PSBTs signed by bitcoinjs-lib: each input with the key of the same index.
import { load } from "../load.mjs";
import { bytes, hex } from "../payment.mjs";
import { NETWORKS } from "./bitcoinjs.mjs";

const bitcoin = await load("bitcoinjs-lib");
const ecc = await load("@bitcoinerlab/secp256k1");
bitcoin.initEccLib(ecc);

/** A signer with a private key. */
function signerOf(privateKey) {
  const publicKey = ecc.pointFromScalar(privateKey, true);
  return {
    publicKey,
    sign: (hash) => ecc.sign(hash, privateKey),
    signSchnorr: (hash) => ecc.signSchnorr(hash, privateKey),
  };
}

/** A signer with the key of the taproot output without scripts (BIP 86). */
function tweaked(privateKey) {
  const publicKey = ecc.pointFromScalar(privateKey, true);
  const even = publicKey[0] === 3 ? ecc.privateNegate(privateKey) : privateKey;
  const tweak = bitcoin.crypto.taggedHash("TapTweak", publicKey.subarray(1));
  return signerOf(ecc.privateAdd(even, tweak));
}

/** The PSBT with partial signatures and with final fields, and the transaction: `{ partial, final, txdata }`. */
export function psbtSigned({ chain, psbt: base64, secrets }) {
  const [network] = NETWORKS[chain].livenet;
  const psbt = bitcoin.Psbt.fromBase64(base64, { network, maximumFeeRate: 1e9 });
  secrets.forEach((secret, index) => {
    const { tapInternalKey } = psbt.data.inputs[index];
    const privateKey = bytes(secret);
    psbt.signInput(index, tapInternalKey ? tweaked(privateKey) : signerOf(privateKey));
  });
  const partial = psbt.toBase64();
  psbt.finalizeAllInputs();
  return { partial, final: psbt.toBase64(), txdata: hex(psbt.extractTransaction(true).toBuffer()) };
}
