// Connects wallets to the addresses that the local server prints.
//
//   node wallets.mjs NODE_MODULES ADDRESSES CALLS     ADDRESSES: JSON of [chain, protocol, url]; CALLS: faucet and mine
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, addresses, calls] = process.argv.slice(2);
const require = createRequire(join(modules, "/"));
const { JsonRpcProvider, Wallet, parseEther } = require("ethers");
const { createPublicClient, http } = require("viem");
const sdk = require("@stellar/stellar-sdk");

// The testnet ids of the TypeScript client, which neither the services nor the sandbox use.
const CHAINS = readFileSync(new URL("../../../clients/typescript/src/chains.ts", import.meta.url), "utf8");
const IDS = Object.fromEntries(Array.from(CHAINS.matchAll(/^  (\w+): \[\d+, (\d+)\],$/gm), ([, chain, id]) => [chain, Number(id)]));

const post = async (call, body) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${calls}/${call}`, { method: "POST", body: JSON.stringify(body), headers });
  assert.equal(response.status, 200, await response.clone().text());
};
const json = async (url) => (await fetch(url)).json();

let evm = 0;
const checks = {
  "JSON-RPC": async (chain, url) => {
    const provider = new JsonRpcProvider(url);
    assert.equal(Number((await provider.getNetwork()).chainId), IDS[chain]);
    const client = createPublicClient({ transport: http(url) });
    assert.equal(await client.getChainId(), IDS[chain]);
    const wallet = Wallet.createRandom(provider);
    await post("faucet", { chain, address: wallet.address, amount: parseEther("2").toString() });
    await post("mine", { chain });
    const sent = await wallet.sendTransaction({ to: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", value: parseEther("1") });
    await post("mine", { chain });
    assert.equal((await provider.getTransactionReceipt(sent.hash)).status, 1);
    assert.ok((await client.getBalance({ address: wallet.address })) < parseEther("1"));
    provider.destroy();
    evm += 1;
  },
  Etherscan: async (chain, url) => {
    const account = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const query = `chainid=${IDS[chain]}&module=account&action=txlist&address=${account}&sort=asc`;
    assert.equal((await json(`${url}?${query}`)).status, "1");
  },
  Blockbook: async (chain, url) => {
    const status = await json(`${url}/api/v2`);
    assert.ok(status.blockbook.bestHeight >= 0, `${chain}: ${JSON.stringify(status)}`);
  },
  RPC: async (_chain, url) => {
    const server = new sdk.rpc.Server(url, { allowHttp: true });
    const { passphrase } = await server.getNetwork();
    assert.equal(passphrase, sdk.Networks.TESTNET);
    assert.equal((await server.getHealth()).status, "healthy");
  },
  Horizon: async (_chain, url) => {
    const server = new sdk.Horizon.Server(url, { allowHttp: true });
    const key = sdk.Keypair.random();
    await server.friendbot(key.publicKey()).call();
    assert.equal((await server.loadAccount(key.publicKey())).balances[0].balance, "10000.0000000");
  },
};
const printed = JSON.parse(addresses);
for (const [chain, protocol, url] of printed) await checks[protocol](chain, url);
assert.equal(evm, Object.keys(IDS).length);
assert.deepEqual([...new Set(printed.map(([, protocol]) => protocol))].sort(), Object.keys(checks).sort());
console.log("ok");
process.exit(0);
