// Reads one JSON request per line and writes one JSON response per line: { ok } or { error }.
//
//   node oracle.mjs [node_modules folder]
//
// hashes  { payment }          every library of the chain: [{ judge, address, hashes }]
// verify  { payment, txdata }  every library of the chain: [{ judge, txid, vsize? }], an error if one rejects
// valid   { seed, chain, network }   [{ kind, address, script }]
// wrong   { seed, chain, network }   [{ why, address }]
// foreign { seed, chain, network, count }   [{ txdata, description }], in the format of transaction/parse
// tokens  { baseUrl, merchantKey, … }   every token of a session with a running server, decoded by jose
// rehash  { password, like }   the PHC string of a password with the costs and salt of another one
// tokenList, coinList, currencyList, anyList   the errors in a list of the catalogue: see catalogue.mjs
// foreignList   a widely used token list
// evmSign { secret, … }, evmAccount { secret, nonce }, evmCalldata { call, address, amount }, evmIsAddress { text }
//         both EVM libraries: [{ judge, answer }]
// stellarJudge, stellarBump { cases }, stellarVerify { envelopes }, stellarOrder { pairs }, stellarPrices { prices },
//         stellarStrkeys { hashes }   the Stellar SDK, for lists of requests: see stellar.mjs
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

/** Maximum number of inputs for the bitcore libraries, which take minutes for more. */
const BITCORE_INPUTS = 100;

function queryAll(payment, operation) {
  const judges = JUDGES[payment.chain].filter((judge) => judge !== bitcore || payment.utxo.length <= BITCORE_INPUTS);
  return judges.map((judge) => {
    try {
      return { judge: judge.name, ...operation(judge) };
    } catch (error) {
      throw new Error(`${judge.name}: ${error.message}`, { cause: error });
    }
  });
}

// Imported on first use: the token lists and the EVM libraries are large.
const catalogue = (judge) => async (request) => (await import("./catalogue.mjs"))[judge](request);
const evm = (operation) => async (request) => (await import("./evm.mjs"))[operation](request);

const stellar = (operation) => async (request) => (await import("./stellar.mjs"))[operation](request);

const OPERATIONS = {
  hashes: ({ payment }) => queryAll(payment, (judge) => judge.hashes(payment)),
  verify: ({ payment, txdata }) => queryAll(payment, (judge) => judge.verify(payment, txdata)),
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
