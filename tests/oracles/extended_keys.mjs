// Extended public keys by ethers, and their addresses by bitcoinjs-lib and libauth.
import { load } from "./load.mjs";
import { NETWORKS } from "./reference/bitcoinjs.mjs";

const bitcoin = await load("bitcoinjs-lib");
const libauth = await load("@bitauth/libauth");
const { HDNodeWallet, decodeBase58, encodeBase58, getBytes, sha256, toBeArray } = await load("ethers");

/** Version bytes of extended public keys: SLIP-132, and `dgub` of Dogecoin Core. */
const VERSIONS = {
  btc: {
    livenet: { p2pkh: "0488b21e", "p2sh-p2wpkh": "049d7cb2", p2wpkh: "04b24746" },
    testnet: { p2pkh: "043587cf", "p2sh-p2wpkh": "044a5262", p2wpkh: "045f1cf6" },
  },
  ltc: {
    livenet: { p2pkh: "019da462", "p2sh-p2wpkh": "01b26ef6", p2wpkh: "04b24746" },
    testnet: { p2pkh: "0436f6e1", "p2sh-p2wpkh": "044a5262", p2wpkh: "045f1cf6" },
  },
  bch: { livenet: { p2pkh: "0488b21e" }, testnet: { p2pkh: "043587cf" } },
  doge: { livenet: { p2pkh: "02facafd" }, testnet: { p2pkh: "043587cf" } },
};

/** Returns an extended key in base58 with another version. */
function withVersion(extendedKey, version) {
  const bytes = toBeArray(decodeBase58(extendedKey)).slice(-82, -4);
  // A version that starts with a zero byte does not exist.
  bytes.set(getBytes(`0x${version}`));
  const checksum = getBytes(sha256(sha256(bytes))).slice(0, 4);
  return encodeBase58(Uint8Array.from([...bytes, ...checksum]));
}

function address(pubkey, chain, networkName, kind) {
  if (chain === "bch") {
    const prefix = { livenet: "bitcoincash", testnet: "bchtest" }[networkName];
    const payload = libauth.hash160(pubkey);
    return libauth.encodeCashAddress({ prefix, type: "p2pkh", payload }).address;
  }
  const [network] = NETWORKS[chain][networkName];
  const { payments } = bitcoin;
  const forms = {
    p2pkh: () => payments.p2pkh({ pubkey, network }),
    "p2sh-p2wpkh": () => payments.p2sh({ redeem: payments.p2wpkh({ pubkey, network }), network }),
    p2wpkh: () => payments.p2wpkh({ pubkey, network }),
    p2tr: () => payments.p2tr({ internalPubkey: pubkey.subarray(1), network }),
  };
  return forms[kind]().address;
}

/** Returns the account key of each seed in the forms of wallets, and the addresses at the positions. */
export const extendedKeys = ({ cases }) =>
  cases.map(({ seed, chain, network, kind, positions }) => {
    const account = HDNodeWallet.fromSeed(`0x${seed}`).derivePath("m/0'/0'/0'").neuter();
    const version = VERSIONS[chain][network][kind];
    const plain = withVersion(account.extendedKey, VERSIONS[chain][network].p2pkh);
    const descriptors = { p2pkh: "pkh(KEY)", "p2sh-p2wpkh": "sh(wpkh(KEY))", p2wpkh: "wpkh(KEY)", p2tr: "tr(KEY)" };
    const descriptor = descriptors[kind].replace("KEY", `[01234567/0'/0'/0']${plain}/<0;1>/*`);
    const rows = positions.map(([branch, index]) => {
      const pubkey = getBytes(account.deriveChild(branch).deriveChild(index).publicKey);
      return { publicKey: Buffer.from(pubkey).toString("hex"), address: address(pubkey, chain, network, kind) };
    });
    return { keys: version === undefined ? [descriptor] : [descriptor, withVersion(account.extendedKey, version)], rows };
  });
