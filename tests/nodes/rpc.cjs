// The few calls of Bitcoin Core's JSON-RPC that an index server makes, over HTTP, for a node in this process.
"use strict";

const http = require("node:http");

const METHOD_NOT_FOUND = -32601;
const INVALID_ADDRESS_OR_KEY = -5;

/** What ElectrumX asks before it believes that a node of bitcoin is new enough for all that it may be asked for. */
const VERSION = 310000;
const INDEXES = { txindex: { synced: true }, txospenderindex: { synced: true } };

const METHODS = {
  getblockcount: (node) => node.height(),
  getblockhash: (node, [height]) => node.blockHash({ height }),
  getblock: (node, [hash]) => node.rawBlock({ hash }),
  getrawmempool: (node) => node.mempool(),
  getnetworkinfo: () => ({ version: VERSION, relayfee: 0.00001 }),
  getindexinfo: () => INDEXES,
  // There is nothing to estimate from.
  estimatefee: () => -1,
  sendrawtransaction: (node, [hex]) => node.send({ hex }),
  async getrawtransaction(node, [txid], Refusal) {
    const known = await node.transaction({ txid });
    if (known) return known.hex;
    const message = "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.";
    throw new Refusal(INVALID_ADDRESS_OR_KEY, message);
  },
};

async function answer(node, { id, method, params = [] }, Refusal) {
  try {
    if (!Object.hasOwn(METHODS, method)) throw new Refusal(METHOD_NOT_FOUND, "Method not found");
    return { id, result: await METHODS[method](node, params, Refusal), error: null };
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(method, error);
    return { id, result: null, error: { code: error.code ?? -1, message: error.message } };
  }
}

async function read(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString());
}

/** Serves the node on a free port of this machine, which it gives. `Refusal` is the class of a node's own errors. */
exports.serve = (node, Refusal) => {
  const server = http.createServer(async (request, response) => {
    const question = await read(request);
    const result = Array.isArray(question)
      ? await Promise.all(question.map((one) => answer(node, one, Refusal)))
      : await answer(node, question, Refusal);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(result));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });
};
