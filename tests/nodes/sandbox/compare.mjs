// Compares a sandbox chain with anvil: the same signed transactions must have the same results.
//
//   node compare.mjs NODE_MODULES SANDBOX CALLS     SANDBOX: the chain's JSON-RPC; CALLS: faucet and mine
//
// Fails at the first difference; prints the numbers of compared transactions, calls and rejections.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [modules, sandboxUrl, calls] = process.argv.slice(2);
const require = createRequire(join(modules, "/"));
const { ethers } = require("ethers");
const compiled = JSON.parse(readFileSync(new URL("../../../sandbox/contracts/compiled.json", import.meta.url)));
const GWEI = 10n ** 9n;
const COIN = 10n ** 18n;
const CHAIN_ID = 11155111;

const rpc = (url) => async (method, ...params) => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const response = await fetch(url, { method: "POST", body, headers: { "content-type": "application/json" } });
  const json = await response.json();
  if (json.error) throw Object.assign(new Error(json.error.message), json.error);
  return json.result;
};
const post = async (call, body) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${calls}/${call}`, { method: "POST", body: JSON.stringify(body), headers });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()).data;
};

async function startAnvil() {
  const program = join(modules, "@foundry-rs/anvil-linux-amd64/bin/anvil");
  const options = `--port 0 --chain-id ${CHAIN_ID} --hardfork prague --no-mining --gas-limit 30000000 --accounts 1`;
  const child = spawn(program, options.split(" "), { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => child.kill());
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = line.match(/Listening on 127\.0\.0\.1:(\d+)/) ?? [];
    if (port) {
      child.stdout.resume();
      return rpc(`http://127.0.0.1:${port}`);
    }
  }
  throw new Error("anvil did not start");
}

const sandbox = rpc(sandboxUrl);
const anvil = await startAnvil();
const mine = async () => {
  await post("mine", { chain: "eth" });
  await anvil("evm_mine");
};

const wallet = ethers.Wallet.createRandom();
const other = ethers.Wallet.createRandom().address;
const third = ethers.Wallet.createRandom().address;
await post("faucet", { chain: "eth", address: wallet.address, amount: (100n * COIN).toString() });
await post("mine", { chain: "eth" });
await anvil("anvil_setBalance", wallet.address, ethers.toQuantity(100n * COIN));
// From here on, both base fees must change equally.
const history = await sandbox("eth_feeHistory", "0x1", "latest", []);
await anvil("anvil_setNextBlockBaseFeePerGas", history.baseFeePerGas.at(-1));

const coder = ethers.AbiCoder.defaultAbiCoder();
const creation = (name, types = [], values = []) =>
  `0x${compiled.contracts[name].bytecode}${coder.encode(types, values).slice(2)}`;
const data = (name, signature, values) =>
  new ethers.Interface([`function ${signature}`]).encodeFunctionData(signature.split("(")[0], values);
const tokenTypes = ["string", "string", "uint8", "address", "uint256"];
const created = (nonce) => ethers.getCreateAddress({ from: wallet.address, nonce });

const common = { chainId: CHAIN_ID, gasLimit: 21000n, to: other, value: 0n, data: "0x" };
const legacy = { ...common, type: 0, gasPrice: 20n * GWEI };
const market = { ...common, type: 2, maxFeePerGas: 20n * GWEI, maxPriorityFeePerGas: 2n * GWEI };
const accessList = [{ address: other, storageKeys: [ethers.ZeroHash] }];
const listed = { ...common, type: 1, gasPrice: 20n * GWEI, accessList };
const deploy = (code) => ({ ...market, to: null, data: code, gasLimit: 3_000_000n });
const call = (to, input, more = {}) => ({ ...market, to, data: input, gasLimit: 200_000n, ...more });
const big = `0x${"a1".repeat(3000)}`;

// In nonce order: the contracts are at created(0) to created(4).
const transactions = [
  deploy(creation("Token", tokenTypes, ["Compared", "CMP", 18, wallet.address, 10n ** 24n])),
  deploy(creation("SilentToken", tokenTypes, ["Quiet", "Q", 6, wallet.address, 10n ** 12n])),
  deploy(creation("RefusingToken", tokenTypes, ["No", "NO", 0, other, 5n])),
  deploy(creation("Forwarder")),
  deploy(creation("Multicall3")),
  { ...market, value: 12345n },
  { ...legacy, value: 1n },
  { ...listed, gasLimit: 30_000n, value: 7n },
  { ...market, data: big, gasLimit: 200_000n },
  { ...market, to: wallet.address, value: COIN },
  call(created(0), data("Token", "transfer(address,uint256)", [other, 10n ** 18n])),
  call(created(0), data("Token", "transfer(address,uint256)", [other, 10n ** 18n])),
  call(created(0), data("Token", "transfer(address,uint256)", [other, 10n ** 30n])),
  call(created(0), data("Token", "approve(address,uint256)", [other, ethers.MaxUint256])),
  call(created(0), data("Token", "approve(address,uint256)", [other, 0n])),
  call(created(1), data("SilentToken", "transfer(address,uint256)", [other, 5n])),
  call(created(2), data("RefusingToken", "transfer(address,uint256)", [other, 1n])),
  call(created(3), data("Forwarder", "split(address[])", [[other, third]]), { value: 9n }),
  call(created(3), data("Forwarder", "regret(address)", [other]), { value: 9n }),
  call(created(3), "0x12345678"),
  call(created(0), data("Token", "transfer(address,uint256)", [other, 1n]), { gasLimit: 30_000n }),
  { ...deploy("0xfe"), gasLimit: 100_000n },
  { ...deploy("0x"), gasLimit: 100_000n },
  call("0x0000000000000000000000000000000000000001", "0x1234"),
];

const shown = (receipt) => ({
  status: receipt.status,
  type: receipt.type,
  from: receipt.from,
  to: receipt.to,
  gasUsed: receipt.gasUsed,
  cumulativeGasUsed: receipt.cumulativeGasUsed,
  effectiveGasPrice: receipt.effectiveGasPrice,
  contractAddress: receipt.contractAddress,
  transactionIndex: receipt.transactionIndex,
  logsBloom: receipt.logsBloom,
  logs: receipt.logs.map(({ address, topics, data, logIndex }) => ({ address, topics, data, logIndex })),
});

for (const [nonce, transaction] of transactions.entries()) {
  const raw = await wallet.signTransaction({ ...transaction, nonce });
  const hash = await sandbox("eth_sendRawTransaction", raw);
  assert.equal(hash, ethers.keccak256(raw));
  assert.equal(await anvil("eth_sendRawTransaction", raw), hash);
  await mine();
  const [ours, theirs] = await Promise.all([sandbox, anvil].map((node) => node("eth_getTransactionReceipt", hash)));
  assert.deepEqual(shown(ours), shown(theirs), `receipt of transaction ${nonce}`);
  const blocks = await Promise.all([sandbox, anvil].map((node) => node("eth_getBlockByNumber", "latest", false)));
  assert.equal(blocks[0].baseFeePerGas, blocks[1].baseFeePerGas, `base fee after transaction ${nonce}`);
  for (const field of ["gasUsed", "gasLimit", "logsBloom", "transactionsRoot", "receiptsRoot"])
    assert.equal(blocks[0][field], blocks[1][field], `${field} of the block of transaction ${nonce}`);
  for (const address of [wallet.address, other, created(3)]) {
    const balances = await Promise.all([sandbox, anvil].map((node) => node("eth_getBalance", address, "latest")));
    assert.equal(balances[0], balances[1], `balance of ${address} after transaction ${nonce}`);
  }
}

// Results of contract calls and gas estimates.
const callRequests = [
  { to: created(0), data: data("Token", "balanceOf(address)", [other]) },
  { to: created(0), data: data("Token", "name()", []) },
  { to: created(2), data: data("RefusingToken", "approve(address,uint256)", [other, 1n]) },
  { to: created(0), from: other, data: data("Token", "transfer(address,uint256)", [wallet.address, 10n ** 18n]) },
  { to: created(3), from: wallet.address, value: "0x9", data: data("Forwarder", "regret(address)", [other]) },
  { to: other, from: wallet.address, value: "0x1" },
  { from: wallet.address, data: creation("Forwarder") },
];
const outcome = async (node, method, ...params) => {
  try {
    return { result: await node(method, ...params) };
  } catch ({ code, data }) {
    return { code, data };
  }
};
for (const callRequest of callRequests) {
  const pending = [sandbox, anvil].map((node) => outcome(node, "eth_call", callRequest, "latest"));
  const [ours, theirs] = await Promise.all(pending);
  assert.deepEqual(ours, theirs, JSON.stringify(callRequest));
  const gas = await Promise.all([sandbox, anvil].map((node) => outcome(node, "eth_estimateGas", callRequest)));
  if (gas[1].result) {
    const [mineOwn, their] = gas.map(({ result }) => Number(result));
    assert.ok(Math.abs(mineOwn - their) <= their * 0.02, `gas of ${JSON.stringify(callRequest)}: ${mineOwn}, ${their}`);
  } else assert.deepEqual(gas[0], gas[1]);
}
for (const contract of [0, 1, 2, 3, 4].map(created)) {
  const codes = await Promise.all([sandbox, anvil].map((node) => node("eth_getCode", contract, "latest")));
  assert.equal(codes[0], codes[1]);
}
const topics = [null, ethers.zeroPadValue(wallet.address, 32)];
const filter = { fromBlock: "earliest", toBlock: "latest", address: created(0), topics };
const logs = await Promise.all([sandbox, anvil].map((node) => node("eth_getLogs", filter)));
const sameLog = ({ address, topics, data, transactionHash }) => ({ address, topics, data, transactionHash });
assert.deepEqual(logs[0].map(sameLog), logs[1].map(sameLog));
assert.equal(logs[0].length, 4);

// Rejections of both nodes, with the sandbox's messages.
const nonce = transactions.length;
const rejections = [
  [{ ...market, nonce: 0 }, "nonce too low"],
  [{ ...market, nonce, value: 1000n * COIN }, "insufficient funds for gas \\* price \\+ value"],
  [{ ...market, nonce, gasLimit: 20_999n }, "intrinsic gas too low"],
  [{ ...market, nonce, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, "max fee per gas less than block base fee"],
  [{ ...legacy, nonce, gasPrice: 1n }, "max fee per gas less than block base fee"],
  [{ ...market, nonce, chainId: 1 }, "invalid chain id"],
  [{ ...market, nonce, gasLimit: 40_000_000n }, "exceeds block gas limit|exceeds the configured cap"],
];
for (const [transaction, message] of rejections) {
  const raw = await wallet.signTransaction(transaction);
  await assert.rejects(sandbox("eth_sendRawTransaction", raw), { code: -32000, message: new RegExp(message) });
  await assert.rejects(anvil("eth_sendRawTransaction", raw), Error);
}
const first = await wallet.signTransaction({ ...market, nonce, value: 3n });
for (const node of [sandbox, anvil]) await node("eth_sendRawTransaction", first);
const samePrice = await wallet.signTransaction({ ...market, nonce, value: 4n });
for (const node of [sandbox, anvil])
  await assert.rejects(node("eth_sendRawTransaction", samePrice), /replacement transaction underpriced/);
// anvil requires any increase, go-ethereum one of ten percent.
const underpriced = await wallet.signTransaction({ ...market, nonce, value: 4n, maxFeePerGas: 21n * GWEI });
await assert.rejects(sandbox("eth_sendRawTransaction", underpriced), /replacement transaction underpriced/);
const tenthMore = { ...market, maxFeePerGas: 22n * GWEI, maxPriorityFeePerGas: 2_200_000_000n };
const better = await wallet.signTransaction({ ...tenthMore, nonce, value: 4n });
for (const node of [sandbox, anvil])
  assert.equal(await node("eth_sendRawTransaction", better), ethers.keccak256(better));
await mine();
for (const node of [sandbox, anvil])
  assert.equal(await node("eth_getTransactionReceipt", ethers.keccak256(first)), null);

const counts = { transactions: transactions.length, callRequests: callRequests.length, rejections: rejections.length + 2 };
console.log(JSON.stringify(counts));
process.exit(0);
