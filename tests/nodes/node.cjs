// A full node (bcoin or bcash) on its regtest chain, in memory, without network and without native code.
//
//   node node.cjs NODE_MODULES bcoin|bcash ADDRESS_PREFIX
//
// ADDRESS_PREFIX is JSON that overrides the chain's address prefixes, so that the node uses another network's
// addresses: {"pubkeyhash":111,"scripthash":196,"bech32":"tb"}. Requests and responses are one JSON object
// per line. The node exits at the end of its standard input, so it never outlives the test.
"use strict";

const Module = require("node:module");
const path = require("node:path");
const readline = require("node:readline");
const rpc = require("./rpc.cjs");

const [, , modules, kind, prefix] = process.argv;

/** Number of initial blocks: enough for bcoin's segwit deployment (432) and for mature coins. */
const FIRST_BLOCKS = 440;
const RPC_VERIFY_REJECTED = -26;
const RPC_VERIFY_ALREADY_IN_CHAIN = -27;

/** Reject reasons of Bitcoin Core, and therefore of upstreams in front of it, by bcoin's reason. */
const CORE_REASONS = { "bad-txns-inputs-spent": "txn-mempool-conflict" };

/** Makes all packages load their JavaScript implementation instead of native code. */
function withoutNativeCode() {
  process.env.NODE_BACKEND = "js";
  const original = Module._load;
  Module._load = function load(request, parent, isMain) {
    if (request === "leveldown") return class {};
    if (request === "loady") {
      return (name) => {
        if (name === "leveldown") return {};
        throw new Error(`native ${name} is not built`);
      };
    }
    const name = request === "./murmur3" && parent.filename.endsWith("mrmr.js") ? "./murmur3-browser" : request;
    return original.call(this, name, parent, isMain);
  };
}

/** Relays uncompressed keys: bcash does not, but current nodes of the bch network do (see docs/decisions/operations.md#reference-implementations-and-nodes). */
function relayUncompressedKeys() {
  if (kind !== "bcash") return;
  const { flags } = require(path.resolve(modules, kind, "lib/script/common"));
  flags.STANDARD_VERIFY_FLAGS &= ~flags.VERIFY_COMPRESSED_PUBKEYTYPE;
}

/** A rejection with the node's RPC error code. */
class Rejection extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

class Node {
  constructor(library, network) {
    this.library = library;
    this.network = network;
    this.miner = library.KeyRing.generate();
    this.miner.witness = false;
    this.node = new library.FullNode({
      network: "regtest",
      memory: true,
      workers: false,
      listen: false,
      indexTX: true,
      indexAddress: true,
      requireStandard: true,
      replaceByFee: true,
      logLevel: "none",
    });
  }

  async open() {
    // The chain and its mempool, without the peer-to-peer pool and the HTTP server.
    const { chain, txindex, addrindex, mempool, miner } = this.node;
    for (const part of [chain, txindex, addrindex, mempool, miner]) await part?.open();
    await this.mine({ blocks: FIRST_BLOCKS });
  }

  address(text) {
    return this.library.Address.fromString(text, this.network);
  }

  /** Converts a txid to the form of this package: reversed hex or bytes. */
  hash(txid) {
    const reversed = Buffer.from(txid, "hex").reverse();
    return kind === "bcoin" ? reversed.toString("hex") : reversed;
  }

  async mine({ blocks, address }) {
    const to = address ? this.address(address) : this.miner.getAddress();
    const { miner, chain } = this.node;
    for (let mined = 0; mined < blocks; mined += 1) await chain.add(await miner.mineBlock(chain.tip, to));
    return chain.height;
  }

  async coins(address) {
    const coins = await this.node.getCoinsByAddress(address);
    return coins.map((coin) => ({ coin, ...coin.getJSON(this.network) }));
  }

  async unspent({ address }) {
    const parsed = this.address(address);
    const script = this.library.Script.fromAddress(parsed).toRaw().toString("hex");
    // The index contains only hashes: it does not distinguish p2pkh and p2wpkh of one key.
    return (await this.coins(parsed))
      .filter((coin) => coin.script === script)
      .map(({ hash, index, value, height, coinbase }) => ({ txid: hash, vout: index, value, height, coinbase }));
  }

  /** Pays from the miner's oldest mature coins. */
  async fund({ address, value }) {
    const { MTX } = this.library;
    const mature = (await this.coins(this.miner.getAddress()))
      .filter(({ coinbase, height }) => coinbase && height >= 0 && height <= this.node.chain.height - 100)
      .sort((one, other) => one.height - other.height);
    const transaction = new MTX();
    transaction.addOutput(this.address(address), value);
    await transaction.fund(mature.map(({ coin }) => coin), { rate: 10000, changeAddress: this.miner.getAddress() });
    transaction.sign(this.miner);
    return this.send({ hex: transaction.toRaw().toString("hex") });
  }

  async transaction({ txid }) {
    const meta = await this.node.getMeta(this.hash(txid));
    return meta ? { hex: meta.tx.toRaw().toString("hex"), height: meta.height } : null;
  }

  decode(hex) {
    try {
      return this.library.TX.fromRaw(hex, "hex");
    } catch {
      throw new Rejection(-22, "TX decode failed");
    }
  }

  async send({ hex }) {
    const transaction = this.decode(hex);
    const txid = transaction.txid();
    const { mempool } = this.node;
    if (mempool.hasEntry(transaction.hash())) return txid;
    let missing;
    try {
      missing = await mempool.addTX(transaction);
    } catch (error) {
      if (error.type !== "VerifyError") throw error;
      if (error.reason === "txn-already-known") {
        throw new Rejection(RPC_VERIFY_ALREADY_IN_CHAIN, "Transaction already in block chain");
      }
      throw new Rejection(RPC_VERIFY_REJECTED, CORE_REASONS[error.reason] ?? error.reason);
    }
    if (missing) {
      mempool.removeOrphan(transaction.hash());
      throw new Rejection(-25, "bad-txns-inputs-missingorspent");
    }
    return txid;
  }

  mempool() {
    return this.node.mempool.getSnapshot().map((hash) => {
      const bytes = typeof hash === "string" ? Buffer.from(hash, "hex") : Buffer.from(hash);
      return bytes.reverse().toString("hex");
    });
  }

  height() {
    return this.node.chain.height;
  }

  async blockHash({ height }) {
    const entry = await this.node.chain.getEntryByHeight(height);
    return entry.rhash();
  }

  async rawBlock({ hash }) {
    const block = await this.node.chain.getBlock(this.hash(hash));
    return block.toRaw().toString("hex");
  }

  /** Starts an RPC server like Bitcoin Core's, for an index server. Returns the port. */
  rpc() {
    return rpc.serve(this, Rejection);
  }
}

const OPERATIONS = ["mine", "unspent", "fund", "transaction", "send", "mempool", "height", "rpc"];

async function respond(node, line) {
  try {
    const { op, ...request } = JSON.parse(line);
    if (!OPERATIONS.includes(op)) throw new Error(`unknown operation ${op}`);
    return { ok: await node[op](request) };
  } catch (error) {
    return error instanceof Rejection
      ? { error: { code: error.code, message: error.message } }
      : { error: { code: -1, message: error.stack } };
  }
}

async function main() {
  withoutNativeCode();
  const library = require(path.resolve(modules, kind));
  relayUncompressedKeys();
  const networks = require(path.resolve(modules, kind, "lib/protocol/networks"));
  Object.assign(networks.regtest.addressPrefix, JSON.parse(prefix));
  const node = new Node(library, library.Network.get("regtest"));
  await node.open();
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(`${JSON.stringify(await respond(node, line))}\n`);
  }
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
