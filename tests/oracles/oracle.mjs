// Reads a JSON request per line and writes a JSON response per line: { ok } or { error }.
//
//   node oracle.mjs [node_modules folder]
//
// hashes  { payment }          every library of the chain: [{ library, address, hashes }]
// verify  { payment, txdata }  every library of the chain: [{ library, txid, vsize? }], an error if one rejects
// mixedHashes { payment }, mixedSigned { payment, signatures }   bitcoinjs, inputs of several types: see reference/mixed.mjs
// psbtSigned { chain, psbt, secrets }   bitcoinjs: see reference/psbt.mjs
// valid   { seed, chain, network }   [{ kind, address, script }]
// invalid { seed, chain, network }   [{ reason, address }]
// foreign { seed, chain, network, count }   [{ txdata, description }], in the format of transaction/parse
// tokens  { baseUrl, merchantKey, … }   every token of a session with a running server, decoded by jose
// rehash  { password, like }   the PHC string of a password with the costs and salt of another one
// tokenList, xlmAssetList, coinList, chainList, symbolList, iconList, currencyList, anyList   the errors in a list of the catalogue: see catalogue.mjs
// foreignList   a widely used token list
// evmSign { secret, … }, evmAccount { secret, nonce }, evmCalldata { call, address, amount }, evmCall { signature, values }, evmTexts { text }, evmIsAddress { text }
//         both EVM libraries: [{ reference, value }]
// ensNames { names }   viem: the normalised names, null for invalid ones
// coinRequest { chain, uri }, evmRequest { uri }   bip21, bitcore and eth-url-parser: the parts of a payment request, and the URI of them
// hdKeys { cases }   ethers: [{ words, publicKey }]
// extendedKeys { cases }   ethers, bitcoinjs-lib and libauth: [{ keys, rows: [{ publicKey, address }] }]
// socketFollow { baseUrl, merchantKey, tokenId, address }   ws: the messages of sockets: see sockets.mjs
// pushReceivers { count }, pushDecrypt { cases }, pushAuthorize { cases }   http_ece and jose: see push.mjs
// stellarBuild, stellarEnvelopes, stellarBump { cases }, stellarVerify { envelopes }, stellarOrder { pairs }, stellarPrices { prices },
//         stellarStrkeys { hashes }, stellarContractCalls { envelopes }   the Stellar SDK, for lists of requests: see stellar.mjs
import readline from "node:readline";
import { validAddresses, invalidAddresses } from "./addresses.mjs";
import { rehash, tokens } from "./authorization.mjs";
import { foreignTransactions } from "./foreign.mjs";
import * as bitcoinjs from "./reference/bitcoinjs.mjs";
import * as bitcore from "./reference/bitcore.mjs";
import * as libauth from "./reference/libauth.mjs";
import { mixedHashes, mixedSigned } from "./reference/mixed.mjs";
import { psbtSigned } from "./reference/psbt.mjs";
import * as scure from "./reference/scure.mjs";

const LIBRARIES = {
  btc: [bitcoinjs, scure],
  ltc: [bitcore, bitcoinjs, scure],
  doge: [bitcore, bitcoinjs],
  bch: [bitcore, libauth],
};

/** Maximum number of inputs for the bitcore libraries, which take minutes for more. */
const BITCORE_INPUTS = 100;

function queryAll(payment, operation) {
  const libraries = LIBRARIES[payment.chain].filter((library) => library !== bitcore || payment.utxo.length <= BITCORE_INPUTS);
  return libraries.map((library) => {
    try {
      return { library: library.name, ...operation(library) };
    } catch (error) {
      throw new Error(`${library.name}: ${error.message}`, { cause: error });
    }
  });
}

// Imported on first use: the token lists and the EVM libraries are large.
const catalogue = (operation) => async (request) => (await import("./catalogue.mjs"))[operation](request);
const evm = (operation) => async (request) => (await import("./evm.mjs"))[operation](request);

const extendedKeys = async (request) => (await import("./extended_keys.mjs")).extendedKeys(request);
const typedData = (operation) => async (request) => (await import("./typed_data.mjs"))[operation](request);

const hd = (operation) => async (request) => (await import("./hd.mjs"))[operation](request);

const requests = (operation) => async (request) => (await import("./payment_requests.mjs"))[operation](request);

const push = (operation) => async (request) => (await import("./push.mjs"))[operation](request);

const webhooks = (operation) => async (request) => (await import("./webhooks.mjs"))[operation](request);

const sockets = (operation) => async (request) => (await import("./sockets.mjs"))[operation](request);

const stellar = (operation) => async (request) => (await import("./stellar.mjs"))[operation](request);

const OPERATIONS = {
  hashes: ({ payment }) => queryAll(payment, (library) => library.hashes(payment)),
  verify: ({ payment, txdata }) => queryAll(payment, (library) => library.verify(payment, txdata)),
  mixedHashes,
  mixedSigned,
  psbtSigned,
  valid: validAddresses,
  invalid: invalidAddresses,
  foreign: foreignTransactions,
  tokens,
  rehash,
  tokenList: catalogue("tokenList"),
  coinList: catalogue("coinList"),
  chainList: catalogue("chainList"),
  symbolList: catalogue("symbolList"),
  xlmAssetList: catalogue("xlmAssetList"),
  iconList: catalogue("iconList"),
  currencyList: catalogue("currencyList"),
  anyList: catalogue("anyList"),
  foreignList: catalogue("foreignList"),
  evmSign: evm("evmSign"),
  evmAccount: evm("evmAccount"),
  evmCalldata: evm("evmCalldata"),
  evmCall: evm("evmCall"),
  evmTexts: evm("evmTexts"),
  evmIsAddress: evm("evmIsAddress"),
  ensNames: evm("ensNames"),
  extendedKeys,
  evmTypedData: typedData("hashes"),
  evmPersonal: typedData("personal"),
  evmTypedDataVectors: typedData("vectors"),
  coinRequest: requests("coinRequest"),
  evmRequest: requests("evmRequest"),
  hdKeys: hd("hdKeys"),
  pushReceivers: push("receivers"),
  pushDecrypt: push("decrypt"),
  pushAuthorize: push("authorize"),
  socketFollow: sockets("follow"),
  webhooksVerify: webhooks("verify"),
  webhooksKeys: webhooks("verifyByKeys"),
  stellarBuild: stellar("stellarBuild"),
  stellarVerify: stellar("stellarVerify"),
  stellarBump: stellar("stellarBump"),
  stellarEnvelopes: stellar("stellarEnvelopes"),
  stellarOrder: stellar("stellarOrder"),
  stellarPrices: stellar("stellarPrices"),
  stellarStrkeys: stellar("stellarStrkeys"),
  stellarContractCalls: stellar("stellarContractCalls"),
};

async function respond(line) {
  try {
    const { op, ...request } = JSON.parse(line);
    return { ok: await OPERATIONS[op](request) };
  } catch (error) {
    return { error: error.message };
  }
}

// The libraries print warnings about newer formats; standard output is reserved for responses.
console.log = console.warn = console.error;

for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await respond(line))}\n`);
}
// Also with open connections: the tests have ended.
process.exit();
