// Uses the sandbox as wallets do, through viem: many calls in one, receipts, and what a rollup charges.
//
//   node clients.mjs NODE_MODULES SANDBOX CALLS     SANDBOX: the sandbox, without a chain; CALLS: faucet and mine
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, sandbox, calls] = process.argv.slice(2);
const require = createRequire(join(modules, "/"));
const { createPublicClient, createWalletClient, http, parseEther } = require("viem");
const { erc20Abi, parseAbi, serializeTransaction } = require("viem");
const { generatePrivateKey, privateKeyToAccount } = require("viem/accounts");
const chains = require("viem/chains");
const { publicActionsL2 } = require("viem/op-stack");

const post = async (call, body) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${calls}/${call}`, { method: "POST", body: JSON.stringify(body), headers });
  assert.equal(response.status, 200, await response.clone().text());
  return (await response.json()).data;
};
const clients = (name, chain) => {
  const account = privateKeyToAccount(generatePrivateKey());
  const transport = http(`${sandbox}/${name}`, { batch: true });
  return {
    account,
    client: createPublicClient({ chain, transport, cacheTime: 0 }),
    wallet: createWalletClient({ account, chain, transport }),
  };
};
const to = privateKeyToAccount(generatePrivateKey()).address;

// Every token that the sandbox is asked for, in one call of Multicall3.
const TOKENS = {
  silent: "0x5A4Db0C500000000000000000000000000000001",
  refusing: "0x5a4DB0C500000000000000000000000000000002",
  usdt: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
  nothing: to,
};
{
  const { account, client, wallet } = clients("eth", chains.sepolia);
  await post("faucet", { chain: "eth", address: account.address, amount: parseEther("2").toString() });
  for (const token of [TOKENS.silent, TOKENS.refusing, TOKENS.usdt])
    await post("faucet", { chain: "eth", address: account.address, amount: "700", token });
  await post("mine", { chain: "eth" });
  const contracts = Object.values(TOKENS).flatMap((address) => [
    { address, abi: erc20Abi, functionName: "balanceOf", args: [account.address] },
    { address, abi: erc20Abi, functionName: "decimals" },
  ]);
  const answers = await client.multicall({ contracts, allowFailure: true });
  const told = answers.map(({ status, result }) => (status === "success" ? result : status));
  assert.deepEqual(told, [700n, 6, 700n, 18, 700n, 6, "failure", "failure"]);
  const symbol = await client.readContract({ address: TOKENS.usdt, abi: erc20Abi, functionName: "symbol" });
  assert.equal(symbol, "USDT");

  const transfer = { address: TOKENS.usdt, abi: erc20Abi, functionName: "transfer", args: [to, 300n] };
  const hash = await wallet.writeContract(transfer);
  const refused = client.simulateContract({ ...transfer, account, address: TOKENS.refusing });
  await assert.rejects(refused, /this token cannot be sent/);
  await post("mine", { chain: "eth" });
  const receipt = await client.getTransactionReceipt({ hash });
  assert.equal(receipt.status, "success");
  const left = await client.readContract({ ...transfer, functionName: "balanceOf", args: [account.address] });
  assert.equal(left, 400n);
  const fees = await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [20, 50, 90] });
  assert.equal(fees.reward.length, 2);
}

// A rollup: viem says what it will charge, the receipt and the balance say what it did.
{
  const { account, client, wallet } = clients("op", chains.optimismSepolia);
  await post("faucet", { chain: "op", address: account.address, amount: parseEther("1").toString() });
  await post("mine", { chain: "op" });
  const rollup = client.extend(publicActionsL2());
  for (const type of ["eip1559", "legacy"]) {
    const before = await client.getBalance({ address: account.address });
    const request = await wallet.prepareTransactionRequest({ type, to, value: 5n });
    const estimated = await rollup.estimateL1Fee({ ...request, account });
    const told = await client.readContract({
      address: "0x420000000000000000000000000000000000000F",
      abi: parseAbi(["function getL1Fee(bytes) view returns (uint256)"]),
      functionName: "getL1Fee",
      args: [serializeTransaction({ ...request, chainId: client.chain.id })],
    });
    const hash = await wallet.sendTransaction(request);
    await post("mine", { chain: "op" });
    const receipt = await client.getTransactionReceipt({ hash });
    const { l1Fee, operatorFee } = await client.request({ method: "eth_getTransactionReceipt", params: [hash] });
    assert.equal(BigInt(l1Fee), told, `L1 fee of a transaction of type ${type}`);
    // viem estimates over a transaction of type EIP-1559 whatever the type.
    assert.ok(Math.abs(Number(BigInt(l1Fee) - estimated)) < Number(estimated) / 20, `${estimated}, and ${l1Fee} paid`);
    const paid = 5n + receipt.gasUsed * receipt.effectiveGasPrice + BigInt(l1Fee) + BigInt(operatorFee);
    assert.equal(await client.getBalance({ address: account.address }), before - paid);
  }
}
console.log("ok");
process.exit(0);
