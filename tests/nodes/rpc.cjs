// The Bitcoin Core JSON-RPC methods that an index server calls, over HTTP, for a node in this process.
"use strict";

const http = require("node:http");

const METHOD_NOT_FOUND = -32601;
const INVALID_ADDRESS_OR_KEY = -5;

/** Version and indexes that ElectrumX requires of a bitcoin node before it serves all its methods. */
const VERSION = 310000;
const INDEXES = { txindex: { synced: true }, txospenderindex: { synced: true } };

const METHODS = {
  getblockcount: (node) => node.height(),
  getblockhash: (node, [height]) => node.blockHash({ height }),
  getblock: (node, [hash]) => node.rawBlock({ hash }),
  getrawmempool: (node) => node.mempool(),
  getnetworkinfo: () => ({ version: VERSION, relayfee: 0.00001 }),
  getindexinfo: () => INDEXES,
  // There are no fee data for an estimate.
  estimatefee: () => -1,
  sendrawtransaction: (node, [hex]) => node.send({ hex }),
  async getrawtransaction(node, [txid], Rejection) {
    const known = await node.transaction({ txid });
    if (known) return known.hex;
    const message = "No such mempool or blockchain transaction. Use gettransaction for wallet transactions.";
    throw new Rejection(INVALID_ADDRESS_OR_KEY, message);
  },
};

async function respond(node, { id, method, params = [] }, Rejection) {
  try {
    if (!Object.hasOwn(METHODS, method)) throw new Rejection(METHOD_NOT_FOUND, "Method not found");
    return { id, result: await METHODS[method](node, params, Rejection), error: null };
  } catch (error) {
    if (!(error instanceof Rejection)) console.error(method, error);
    return { id, result: null, error: { code: error.code ?? -1, message: error.message } };
  }
}

async function read(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString());
}

/** Serves the node on a free port and returns the port. `Rejection` is the class of the node's errors. */
exports.serve = (node, Rejection) => {
  const server = http.createServer(async (request, response) => {
    const body = await read(request);
    const result = Array.isArray(body)
      ? await Promise.all(body.map((one) => respond(node, one, Rejection)))
      : await respond(node, body, Rejection);
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify(result));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });
};
