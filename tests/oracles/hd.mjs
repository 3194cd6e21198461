// Mnemonics and secp256k1 keys from ethers.
import { load } from "./load.mjs";

const { HDNodeWallet, Mnemonic } = await load("ethers");

/** Returns the words of each entropy, and the public key at its path. */
export const hdKeys = ({ cases }) =>
  cases.map(({ entropy, passphrase, path }) => {
    const mnemonic = Mnemonic.fromEntropy(`0x${entropy}`, passphrase);
    const { publicKey } = HDNodeWallet.fromMnemonic(mnemonic, path);
    return { words: mnemonic.phrase, publicKey: publicKey.slice(2) };
  });
