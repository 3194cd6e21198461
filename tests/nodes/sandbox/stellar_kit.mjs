// Shared code of the scripts that use the sandbox's Stellar ledger through @stellar/stellar-sdk.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";

// NODE_MODULES HORIZON CALLS     HORIZON: the chain's path; CALLS: faucet and mine
const [modules, url, calls] = process.argv.slice(2);
export const horizon = url;
const require = createRequire(join(modules, "/"));
export const sdk = require("@stellar/stellar-sdk");
const { Asset, Keypair, TransactionBuilder, xdr } = sdk;

export const server = new sdk.Horizon.Server(horizon, { allowHttp: true });
export const networkPassphrase = sdk.Networks.TESTNET;
export const random = () => Keypair.random();
export const load = (key) => server.loadAccount(key.publicKey());

export const post = async (call, body) => {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${calls}/${call}`, { method: "POST", body: JSON.stringify(body), headers });
  return { status: response.status, body: await response.json() };
};

/** Builds a transaction of `source` with these operations, signed by the source and `others`. */
export const build = async (source, operations, options = {}) => {
  const { others = [], own = true, fee = "1000", tune = (b) => b, bounds = (b) => b.setTimeout(60) } = options;
  const builder = new TransactionBuilder(await load(source), { fee, networkPassphrase });
  for (const operation of operations) builder.addOperation(operation);
  const transaction = tune(bounds(builder)).build();
  transaction.sign(...(own ? [source] : []), ...others);
  return transaction;
};
export const done = async (source, operations, options) => {
  const transaction = await build(source, operations, options);
  const failure = new Error("the ledger rejects it");
  return server.submitTransaction(transaction).catch((error) => {
    const response = error.response;
    throw Object.assign(failure, { response, message: JSON.stringify(response?.data?.extras ?? error.message) });
  });
};

/** Returns the result codes of a failing submission. */
export const codes = async (submission) => {
  const error = await submission.then(
    () => assert.fail("it is not rejected"),
    (error) => error,
  );
  assert.ok(error.response, error);
  assert.equal(error.response.status, 400, JSON.stringify(error.response.data));
  const { result_codes, result_xdr } = error.response.data.extras;
  xdr.TransactionResult.fromXDR(result_xdr, "base64");
  return result_codes;
};
export const fails = async (source, operations, code, options) => {
  const found = await codes(done(source, operations, options));
  const expected = code.startsWith("tx_") ? { transaction: code } : { transaction: "tx_failed", operations: [code] };
  assert.deepEqual(found, expected);
};
export const fund = async (amount = "1000") => {
  const key = random();
  const units = `${amount}0000000`;
  const paid = await post("faucet", { chain: "xlm", address: key.publicKey(), amount: units });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  assert.equal((await post("mine", { chain: "xlm" })).status, 200);
  return key;
};
export const balance = async (key, asset = Asset.native()) => {
  const { balances } = await load(key);
  const isIt = (line) => line.asset_code === asset.code && line.asset_issuer === asset.issuer;
  const found = balances.find((line) => (asset.isNative() ? line.asset_type === "native" : isIt(line)));
  return found?.balance;
};
export const entries = async (key) => {
  const account = await load(key);
  return [account.subentry_count, account.num_sponsoring, account.num_sponsored];
};
