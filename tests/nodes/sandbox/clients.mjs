// Uses the sandbox like wallets, through viem: multicalls, receipts and rollup fees.
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

// All requested sandbox tokens, in one Multicall3 call.
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
  const results = await client.multicall({ contracts, allowFailure: true });
  const values = results.map(({ status, result }) => (status === "success" ? result : status));
  assert.deepEqual(values, [700n, 6, 700n, 18, 700n, 6, "failure", "failure"]);
  const symbol = await client.readContract({ address: TOKENS.usdt, abi: erc20Abi, functionName: "symbol" });
  assert.equal(symbol, "USDT");

  const transfer = { address: TOKENS.usdt, abi: erc20Abi, functionName: "transfer", args: [to, 300n] };
  const hash = await wallet.writeContract(transfer);
  const rejected = client.simulateContract({ ...transfer, account, address: TOKENS.refusing });
  await assert.rejects(rejected, /this token cannot be sent/);
  await post("mine", { chain: "eth" });
  const receipt = await client.getTransactionReceipt({ hash });
  assert.equal(receipt.status, "success");
  const remaining = await client.readContract({ ...transfer, functionName: "balanceOf", args: [account.address] });
  assert.equal(remaining, 400n);
  const fees = await client.getFeeHistory({ blockCount: 2, rewardPercentiles: [20, 50, 90] });
  assert.equal(fees.reward.length, 2);
}

// A rollup: compares viem's fee estimate with the receipt and the balance.
{
  const { account, client, wallet } = clients("op", chains.optimismSepolia);
  await post("faucet", { chain: "op", address: account.address, amount: parseEther("1").toString() });
  await post("mine", { chain: "op" });
  const rollup = client.extend(publicActionsL2());
  for (const type of ["eip1559", "legacy"]) {
    const before = await client.getBalance({ address: account.address });
    const request = await wallet.prepareTransactionRequest({ type, to, value: 5n });
    const estimated = await rollup.estimateL1Fee({ ...request, account });
    const l1FeeOfOracle = await client.readContract({
      address: "0x420000000000000000000000000000000000000F",
      abi: parseAbi(["function getL1Fee(bytes) view returns (uint256)"]),
      functionName: "getL1Fee",
      args: [serializeTransaction({ ...request, chainId: client.chain.id })],
    });
    const hash = await wallet.sendTransaction(request);
    await post("mine", { chain: "op" });
    const receipt = await client.getTransactionReceipt({ hash });
    const raw = await client.request({ method: "eth_getTransactionReceipt", params: [hash] });
    const { l1Fee } = raw;
    // The formula of the Isthmus upgrade (OP stack specification).
    const operatorFee =
      (receipt.gasUsed * BigInt(raw.operatorFeeScalar)) / 1_000_000n + BigInt(raw.operatorFeeConstant);
    assert.equal(BigInt(l1Fee), l1FeeOfOracle, `L1 fee of a transaction of type ${type}`);
    // viem always estimates with an EIP-1559 transaction.
    assert.ok(Math.abs(Number(BigInt(l1Fee) - estimated)) < Number(estimated) / 20, `${estimated}, and ${l1Fee} paid`);
    const paid = 5n + receipt.gasUsed * receipt.effectiveGasPrice + BigInt(l1Fee) + operatorFee;
    assert.equal(await client.getBalance({ address: account.address }), before - paid);
  }
}
console.log("ok");
process.exit(0);
