// The contracts of the Ethereum Name Service on anvil, with ethers: names are registered, resolved as by any wallet, and served
// by a gateway. Reads a JSON request per line and writes a JSON response per line: { ok } or { error }.
//
//   node ens.mjs MODULES URL CHAIN_ID
//
// deploy { wildcard, offchain, key, certificate, root }   the code of the contracts, and DER in Base64 for the gateway
// register { names: [{ name, resolver?, addresses?, text? }] }   addresses by coin type
// normalise { names }   null for an invalid name
// resolve { names: [{ name, coin }] }, lookUp { addresses }   null for none
import https from "node:https";
import readline from "node:readline";
import { load, readJson } from "../../oracles/load.mjs";

const ethers = await load("ethers");
const [url, chainId] = process.argv.slice(3);
const REGISTRY = "0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e";
const GAS = "0x989680";

const network = new ethers.Network("names", BigInt(chainId));
network.attachPlugin(new ethers.EnsPlugin(REGISTRY, Number(chainId)));
const provider = new ethers.JsonRpcProvider(url, network, { staticNetwork: network, cacheTimeout: -1 });
const [owner] = await provider.send("eth_accounts", []);
const coder = ethers.AbiCoder.defaultAbiCoder();

const registry = new ethers.Interface(readJson("@ensdomains/ens/build/contracts/ENSRegistry.json").abi);
const publicResolver = readJson("@ensdomains/resolver/build/contracts/PublicResolver.json");
const records = new ethers.Interface(publicResolver.abi);

async function mined(transaction) {
  const hash = await provider.send("eth_sendTransaction", [{ from: owner, gas: GAS, ...transaction }]);
  await provider.send("evm_mine", []);
  const receipt = await provider.send("eth_getTransactionReceipt", [hash]);
  if (receipt?.status !== "0x1") throw new Error(`a transaction failed: ${JSON.stringify(receipt)}`);
  return receipt;
}

const created = async (code, types = [], values = []) => {
  const data = ethers.concat([code, coder.encode(types, values)]);
  return ethers.getAddress((await mined({ data })).contractAddress);
};

/** Puts the registry at its published address, with the root node of the account. */
async function placeRegistry() {
  const { bytecode } = readJson("@ensdomains/ens/build/contracts/ENSRegistry.json");
  const code = await provider.getCode(await created(bytecode));
  await provider.send("anvil_setCode", [REGISTRY, code]);
  // The records are a mapping in the first slot, and the owner is the first field of a record.
  const slot = ethers.keccak256(coder.encode(["bytes32", "uint256"], [ethers.ZeroHash, 0]));
  await provider.send("anvil_setStorageAt", [REGISTRY, slot, ethers.zeroPadValue(owner, 32)]);
}

/** The key that signs the responses of the gateway, and a key that the contract does not accept. */
const [signer, other] = [ethers.id("signer"), ethers.id("other")].map((key) => new ethers.SigningKey(key));

/** Returns the response to `addr` for a name: the address that the hash of the name determines. */
function respond(sender, data) {
  const [name, call] = coder.decode(["bytes", "bytes"], data);
  const text = ethers.toUtf8String(name);
  if (text.includes("gone")) return { status: 404, body: { message: "no such name" } };
  const hash = ethers.keccak256(name);
  const result = ethers.dataSlice(call, 0, 4) === "0x3b3b57de" ? coder.encode(["address"], [ethers.dataSlice(hash, 0, 20)]) : coder.encode(["bytes"], [ethers.dataSlice(hash, 12)]);
  const signed = coder.encode(["address", "bytes32", "bytes32"], [sender, ethers.keccak256(data), ethers.keccak256(result)]);
  const { v, r, s } = (text.includes("forged") ? other : signer).sign(ethers.keccak256(signed));
  return { status: 200, body: { data: coder.encode(["bytes", "uint8", "bytes32", "bytes32"], [result, v, r, s]) } };
}

function serve(request, response) {
  const [, sender, data] = /^\/(0x[0-9a-f]{40})\/(0x[0-9a-f]*)\.json$/i.exec(request.url) ?? [];
  const { status, body } = sender ? respond(sender, data) : { status: 400, body: {} };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const pem = (kind, text) => `-----BEGIN ${kind}-----\n${text.replace(/.{64}/g, "$&\n")}\n-----END ${kind}-----\n`;

/** Starts the gateway, which every name is the name of. */
function gateway({ key, certificate, root }) {
  const lookup = (_, { all }, found) => (all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4));
  const agent = new https.Agent({ ca: pem("CERTIFICATE", root), lookup });
  const [plain, secure] = [{}, { agent }].map((options) => ethers.FetchRequest.createGetUrlFunc(options));
  ethers.FetchRequest.registerGetUrl((request, signal) => (request.url.startsWith("https:") ? secure : plain)(request, signal));
  const server = https.createServer({ key: pem("PRIVATE KEY", key), cert: pem("CERTIFICATE", certificate) }, serve);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server.address().port)));
}

const resolvers = {};

async function deploy({ wildcard, offchain, ...tls }) {
  await placeRegistry();
  const port = await gateway(tls);
  const types = ["string[]", "address"];
  const at = (host) => [[`https://${host}:${port}/{sender}/{data}.json`], ethers.computeAddress(signer)];
  resolvers.public = await created(publicResolver.bytecode, ["address"], [REGISTRY]);
  resolvers.wildcard = await created(wildcard);
  resolvers.offchain = await created(offchain, types, at("gateway.example"));
  resolvers.forbidden = await created(offchain, types, at("forbidden.example"));
  return null;
}

const owned = new Set([""]);

/** Registers a name with the names above. */
async function own(name) {
  if (owned.has(name)) return;
  const [label, ...rest] = name.split(".");
  const above = rest.join(".");
  await own(above);
  const values = [above === "" ? ethers.ZeroHash : ethers.namehash(above), ethers.id(label), owner];
  await mined({ to: REGISTRY, data: registry.encodeFunctionData("setSubnodeOwner", values) });
  owned.add(name);
}

async function register({ names }) {
  for (const { name, resolver, addresses = {}, text } of names) {
    await own(name);
    const node = ethers.namehash(name);
    const set = (call, values) => records.encodeFunctionData(call, [node, ...values]);
    if (resolver) await mined({ to: REGISTRY, data: registry.encodeFunctionData("setResolver", [node, resolvers[resolver]]) });
    const calls = Object.entries(addresses).map(([coin, address]) => set("setAddr(bytes32,uint256,bytes)", [coin, address]));
    if (text !== undefined) calls.push(set("setName", [text]));
    if (calls.length > 0) await mined({ to: resolvers.public, data: records.encodeFunctionData("multicall", [calls]) });
  }
  return null;
}

const normalised = (name) => {
  try {
    return ethers.ensNormalize(name);
  } catch {
    return null;
  }
};

/** Returns an address, `null` if the contract or the gateway rejects the request. */
async function resolved({ name, coin }) {
  try {
    return (await (await provider.getResolver(name))?.getAddress(coin)) ?? null;
  } catch (error) {
    if (["CALL_EXCEPTION", "OFFCHAIN_FAULT", "BAD_DATA"].includes(error.code)) return null;
    throw error;
  }
}

const each = (list, operation) => Promise.all(list.map(operation));

const OPERATIONS = {
  deploy,
  register,
  normalise: ({ names }) => names.map(normalised),
  resolve: ({ names }) => each(names, resolved),
  lookUp: ({ addresses }) => each(addresses, (address) => provider.lookupAddress(address)),
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  let response;
  try {
    const { op, ...request } = JSON.parse(line);
    response = { ok: await OPERATIONS[op](request) };
  } catch (error) {
    response = { error: error.message };
  }
  process.stdout.write(`${JSON.stringify(response)}\n`);
}
process.exit();
