// Reads one JSON request per line and writes one JSON answer per line: { ok } or { error }.
//
//   node oracle.mjs [node_modules folder]
//
// hashes  { payment }          every judge of the chain: [{ judge, address, hashes }]
// verify  { payment, txdata }  every judge of the chain: [{ judge, txid, vsize? }], an error when one refuses
// valid   { seed, chain, network }   [{ kind, address, script }]
// wrong   { seed, chain, network }   [{ why, address }]
// foreign { seed, chain, network, count }   [{ txdata, description }], described as transaction/parse does
// tokens  { baseUrl, merchantKey, … }   every token of a session with a running server, as jose reads it
// rehash  { password, like }   the PHC string of a password under another one's costs and salt
// tokenList, coinList, currencyList, anyList   what is wrong with a list of the catalogue: see catalogue.mjs
// foreignList   a list that wallets use
// evmSign { secret, … }, evmAccount { secret, nonce }, evmCalldata { call, address, amount }, evmIsAddress { text }
//         both libraries of the EVM chains: [{ judge, answer }]
// stellarJudge, stellarBump { cases }, stellarVerify { envelopes }, stellarOrder { pairs }, stellarPrices { prices },
//         stellarStrkeys { hashes }   the SDK of Stellar, on a list at a time: see stellar.mjs
import readline from "node:readline";
import { validAddresses, wrongAddresses } from "./addresses.mjs";
import { rehash, tokens } from "./authorization.mjs";
import { foreignTransactions } from "./foreign.mjs";
import * as bitcoinjs from "./judges/bitcoinjs.mjs";
import * as bitcore from "./judges/bitcore.mjs";
import * as libauth from "./judges/libauth.mjs";
import * as scure from "./judges/scure.mjs";

const JUDGES = {
  btc: [bitcoinjs, scure],
  ltc: [bitcore, bitcoinjs, scure],
  doge: [bitcore, bitcoinjs],
  bch: [bitcore, libauth],
};

/** With more inputs than this the bitcore libraries take minutes; the other judges of the chain do without them. */
const BITCORE_INPUTS = 100;

function ask(payment, question) {
  const judges = JUDGES[payment.chain].filter((judge) => judge !== bitcore || payment.utxo.length <= BITCORE_INPUTS);
  return judges.map((judge) => {
    try {
      return { judge: judge.name, ...question(judge) };
    } catch (error) {
      throw new Error(`${judge.name}: ${error.message}`, { cause: error });
    }
  });
}

// Read when they are first asked for: the lists of tokens and the libraries of the EVM chains are large.
const catalogue = (judge) => async (request) => (await import("./catalogue.mjs"))[judge](request);
const evm = (question) => async (request) => (await import("./evm.mjs"))[question](request);

const stellar = (question) => async (request) => (await import("./stellar.mjs"))[question](request);

const OPERATIONS = {
  hashes: ({ payment }) => ask(payment, (judge) => judge.hashes(payment)),
  verify: ({ payment, txdata }) => ask(payment, (judge) => judge.verify(payment, txdata)),
  valid: validAddresses,
  wrong: wrongAddresses,
  foreign: foreignTransactions,
  tokens,
  rehash,
  tokenList: catalogue("tokenList"),
  coinList: catalogue("coinList"),
  currencyList: catalogue("currencyList"),
  anyList: catalogue("anyList"),
  foreignList: catalogue("foreignList"),
  evmSign: evm("evmSign"),
  evmAccount: evm("evmAccount"),
  evmCalldata: evm("evmCalldata"),
  evmIsAddress: evm("evmIsAddress"),
  stellarJudge: stellar("stellarJudge"),
  stellarVerify: stellar("stellarVerify"),
  stellarBump: stellar("stellarBump"),
  stellarOrder: stellar("stellarOrder"),
  stellarPrices: stellar("stellarPrices"),
  stellarStrkeys: stellar("stellarStrkeys"),
};

async function answer(line) {
  try {
    const { op, ...request } = JSON.parse(line);
    return { ok: await OPERATIONS[op](request) };
  } catch (error) {
    return { error: error.message };
  }
}

// The libraries warn on the console about forms that are newer than they are; standard output is ours.
console.log = console.warn = console.error;

for await (const line of readline.createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(line))}\n`);
}
