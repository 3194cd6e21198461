// Addresses of every kind of a chain with their scripts, and invalid addresses.
import { createHash } from "node:crypto";
import { NETWORKS } from "./reference/bitcoinjs.mjs";
import { load } from "./load.mjs";
import { hex } from "./payment.mjs";

const bitcoin = await load("bitcoinjs-lib");
const ecc = await load("@bitcoinerlab/secp256k1");
const libauth = await load("@bitauth/libauth");
const { bech32, bech32m } = await load("bech32");

const CASH_PREFIX = { livenet: "bitcoincash", testnet: "bchtest" };

/** Derives bytes from the seed, so that a failing run can be repeated. */
const derive = (seed, label) => createHash("sha256").update(`${seed}/${label}`).digest();
const hash160 = (seed, label) => Uint8Array.from(derive(seed, label).subarray(0, 20));
const hash256 = (seed, label) => Uint8Array.from(derive(seed, label));
const point = (seed) => ecc.xOnlyPointFromScalar(hash256(seed, "p2tr"));

const row = (kind, address, script) => ({ kind, address, script: hex(script) });

const base58 = (hash, version) => bitcoin.address.toBase58Check(hash, version);

function segwitKinds(seed, network) {
  const p2wpkh = bitcoin.payments.p2wpkh({ hash: hash160(seed, "p2wpkh"), network });
  const p2wsh = bitcoin.payments.p2wsh({ hash: hash256(seed, "p2wsh"), network });
  const p2tr = bitcoin.payments.p2tr({ pubkey: point(seed), network });
  const kinds = { p2wpkh, p2wsh, p2tr };
  return Object.entries(kinds).flatMap(([kind, { address, output }]) => [
    row(kind, address, output),
    row(`${kind} in upper case`, address.toUpperCase(), output),
  ]);
}

function bitcoinKinds(seed, chain, networkName) {
  const networks = NETWORKS[chain][networkName];
  const [canonical] = networks;
  const p2pkh = bitcoin.payments.p2pkh({ hash: hash160(seed, "p2pkh"), network: canonical });
  const hash = hash160(seed, "p2sh");
  const { output } = bitcoin.payments.p2sh({ hash, network: canonical });
  const p2sh = networks.map(({ scriptHash }) => row(`p2sh, version ${scriptHash}`, base58(hash, scriptHash), output));
  const segwit = chain === "doge" ? [] : segwitKinds(seed, canonical);
  return [row("p2pkh", p2pkh.address, p2pkh.output), ...p2sh, ...segwit];
}

function cashKinds(seed, networkName) {
  const prefix = CASH_PREFIX[networkName];
  const [{ pubKeyHash, scriptHash }] = NETWORKS.btc[networkName];
  const key = hash160(seed, "p2pkh");
  const script = hash160(seed, "p2sh");
  const forms = [
    ["p2pkh", key],
    ["p2sh", script],
    ["p2sh", hash256(seed, "p2sh32")],
    ["p2pkhWithTokens", key],
    ["p2shWithTokens", script],
    ["p2shWithTokens", hash256(seed, "p2sh32")],
  ];
  const cash = forms.flatMap(([type, payload]) => {
    const { address } = libauth.encodeCashAddress({ prefix, type, payload });
    const output = libauth.cashAddressToLockingBytecode(address).bytecode;
    const kind = `${type} of ${payload.length} bytes`;
    const bare = address.slice(prefix.length + 1);
    return [
      row(kind, address, output),
      row(`${kind} without prefix`, bare, output),
      row(`${kind} in upper case`, address.toUpperCase(), output),
    ];
  });
  const legacy = [
    row("p2pkh, legacy", base58(key, pubKeyHash), bitcoin.payments.p2pkh({ hash: key }).output),
    row("p2sh, legacy", base58(script, scriptHash), bitcoin.payments.p2sh({ hash: script }).output),
  ];
  return [...cash, ...legacy];
}

/** Returns every standard address form of the chain and network: [{ kind, address, script }]. */
export function validAddresses({ seed, chain, network }) {
  return chain === "bch" ? cashKinds(seed, network) : bitcoinKinds(seed, chain, network);
}

const words = (version, program) => [version, ...bech32.toWords(program)];

function wrongSegwit(seed, prefix) {
  const short = hash160(seed, "wrong");
  const long = hash256(seed, "wrong");
  const upperHead = (address) => address.slice(0, -8) + address.slice(-8).toUpperCase();
  return {
    "version 0 with the checksum of version 1": bech32m.encode(prefix, words(0, short)),
    "version 1 with the checksum of version 0": bech32.encode(prefix, words(1, long)),
    "version 0 with 16 bytes": bech32.encode(prefix, words(0, short.subarray(0, 16))),
    "version 1 with 20 bytes": bech32m.encode(prefix, words(1, short)),
    "version 2": bech32m.encode(prefix, words(2, long)),
    "version 16": bech32m.encode(prefix, words(16, short.subarray(0, 2))),
    "mixed case": upperHead(bech32.encode(prefix, words(0, short))),
    "no program": bech32.encode(prefix, []),
  };
}

function wrongCash(seed, network) {
  const other = network === "livenet" ? "testnet" : "livenet";
  const payload = hash160(seed, "wrong");
  const { address } = libauth.encodeCashAddress({ prefix: CASH_PREFIX[network], type: "p2pkh", payload });
  const bare = address.slice(CASH_PREFIX[network].length + 1);
  const reserved = (version) => libauth.encodeCashAddressFormat({ prefix: CASH_PREFIX[network], version, payload }).address;
  return {
    "the prefix of the other network": `${CASH_PREFIX[other]}:${bare}`,
    "mixed case": bare.slice(0, 10) + bare.slice(10).toUpperCase(),
    "reserved type bits": reserved(0b0111_1000),
    "the top bit of the version": reserved(0b1000_0000),
    regtest: libauth.encodeCashAddress({ prefix: "bchreg", type: "p2pkh", payload }).address,
  };
}

/** Returns an address with a wrong character near its end, a typing error that the checksum must detect. */
function mistyped({ address, kind }) {
  const at = address.length - 3;
  const replacement = address[at].toLowerCase() === "q" ? "p" : "q";
  const upper = address === address.toUpperCase();
  return [`a typing error in ${kind}`, address.slice(0, at) + (upper ? replacement.toUpperCase() : replacement) + address.slice(at + 1)];
}

function foreign(seed, chain, network) {
  const rows = ["btc", "ltc", "doge", "bch"].flatMap((other) =>
    ["livenet", "testnet"].flatMap((otherNetwork) =>
      validAddresses({ seed, chain: other, network: otherNetwork }).map((entry) => ({ ...entry, other, otherNetwork })),
    ),
  );
  // Prefixes shared by two chains cannot be distinguished: an address that is also valid here is not foreign.
  const own = new Set(validAddresses({ seed, chain, network }).map(({ address }) => address));
  return rows
    .filter(({ address }) => !own.has(address))
    .map(({ kind, address, other, otherNetwork }) => [`${kind} of ${other} ${otherNetwork}`, address]);
}

/** Returns strings that are not addresses of the chain and network: [{ why, address }]. */
export function invalidAddresses({ seed, chain, network }) {
  const special = {
    "a program in the extension block": bech32.encode("ltcmweb", words(0, Buffer.alloc(66, hash256(seed, "mweb"))), 200),
    "an empty text": "",
    "a blank in front": ` ${validAddresses({ seed, chain, network })[0].address}`,
    "another version byte": base58(hash160(seed, "wrong"), 0x7f),
    "a public key": `02${hex(hash256(seed, "wrong"))}`,
    ...(chain === "btc" || chain === "ltc" ? wrongSegwit(seed, NETWORKS[chain][network][0].bech32) : {}),
    ...(chain === "bch" ? wrongCash(seed, network) : {}),
  };
  const typing = validAddresses({ seed, chain, network }).map(mistyped);
  return [...Object.entries(special), ...typing, ...foreign(seed, chain, network)].map(([why, address]) => ({ why, address }));
}
