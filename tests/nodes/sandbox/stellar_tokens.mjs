// Approves spenders of an asset and moves amounts of contracts through @stellar/stellar-sdk, over the sandbox's Stellar RPC.
//
//   node stellar_tokens.mjs NODE_MODULES HORIZON CALLS     HORIZON: the chain's path; CALLS: faucet and mine
import assert from "node:assert/strict";
import { done, fund, horizon, load, networkPassphrase, post, random, sdk, server } from "./stellar_kit.mjs";

const { Asset, BASE_FEE, Contract, Operation, StrKey, TransactionBuilder, nativeToScVal, rpc, scValToNative, xdr } = sdk;
const remote = new rpc.Server(`${horizon}/rpc`, { allowHttp: true });
const native = Asset.native();
const symbol = (text) => xdr.ScVal.scvSymbol(text);
const place = (it) => nativeToScVal(typeof it === "string" ? it : it.publicKey(), { type: "address" });
const amount = (it) => nativeToScVal(it, { type: "i128" });
const u32 = (it) => nativeToScVal(it, { type: "u32" });
const field = (key, val) => new xdr.ScMapEntry({ key: symbol(key), val });
const latest = async () => (await remote.getLatestLedger()).sequence;
const mine = async (count = 1) => {
  for (let closed = 0; closed < count; closed++) assert.equal((await post("mine", { chain: "xlm" })).status, 200);
};

const issuer = await fund();
const [alice, bob, carol] = [await fund(), await fund(), await fund()];
const gold = new Asset("GOLD", issuer.publicKey());
const contract = (asset) => new Contract(asset.contractId(networkPassphrase));
const { AuthRevocableFlag, AuthClawbackEnabledFlag } = sdk;
await done(issuer, [Operation.setOptions({ setFlags: AuthRevocableFlag | AuthClawbackEnabledFlag })]);
for (const key of [alice, bob, carol]) await done(key, [Operation.changeTrust({ asset: gold })]);
await done(issuer, [Operation.payment({ destination: alice.publicKey(), asset: gold, amount: "1" })]);

/** Returns the unsigned call of a function by an account. */
const call = async (key, asset, name, ...args) => {
  const builder = new TransactionBuilder(await remote.getAccount(key.publicKey()), { fee: BASE_FEE, networkPassphrase });
  return builder.addOperation(contract(asset).call(name, ...args)).setTimeout(60).build();
};
const simulate = async (...args) => {
  const simulated = await remote.simulateTransaction(await call(...args));
  assert.ok(rpc.Api.isSimulationSuccess(simulated), simulated.error);
  return simulated;
};
const value = async (...args) => scValToNative((await simulate(...args)).result.retval);
const send = async (key, transaction) => {
  transaction.sign(key);
  const sent = await remote.sendTransaction(transaction);
  assert.equal(sent.status, "PENDING", JSON.stringify(sent));
  await mine();
  return remote.getTransaction(sent.hash);
};
const run = async (key, ...args) => {
  const done = await send(key, await remote.prepareTransaction(await call(key, ...args)));
  assert.equal(done.status, "SUCCESS");
  return done;
};
const rejects = async (error, ...args) => {
  const failed = await remote.simulateTransaction(await call(...args));
  assert.ok(rpc.Api.isSimulationError(failed), args[2]);
  assert.match(failed.error, error);
};
const held = (it, asset = gold) => value(alice, asset, "balance", place(it));
const allowance = (from, spender) => value(carol, gold, "allowance", place(from), place(spender));
const dataKey = (key, durability) =>
  xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({ contract: contract(gold).address().toScAddress(), key, durability }),
  );
const temporary = xdr.ContractDataDurability.temporary();
const allowanceKey = (from, spender) => {
  const pair = xdr.ScVal.scvMap([field("from", place(from)), field("spender", place(spender))]);
  return dataKey(xdr.ScVal.scvVec([symbol("Allowance"), pair]), temporary);
};
const entry = async (key) => (await remote.getLedgerEntries(key)).entries[0];
const same = (one, other) => assert.equal(one.toXDR("base64"), other.toXDR("base64"));
const names = (keys) => keys.map((it) => it.switch().name);

// An approval: the simulation, the event, and the entry in the ledger.
const key = allowanceKey(alice, bob);
const last = (await latest()) + 60;
{
  const approve = [alice, gold, "approve", place(alice), place(bob), amount(700n), u32(last)];
  const simulated = await simulate(...approve);
  assert.equal(simulated.result.retval.switch().name, "scvVoid");
  const [auth] = simulated.result.auth;
  assert.equal(auth.credentials().switch().name, "sorobanCredentialsSourceAccount");
  assert.equal(auth.rootInvocation().function().contractFn().functionName().toString(), "approve");
  const [written, ...others] = simulated.transactionData.getReadWrite();
  same(written, key);
  assert.equal(others.length, 0);
  assert.deepEqual(names(simulated.transactionData.getReadOnly()), ["contractData"]);
  const [change, ...further] = simulated.stateChanges;
  same(change.key, key);
  assert.deepEqual([change.type, change.before, further], ["created", null, []]);
  const stored = { amount: 700n, live_until_ledger: last };
  assert.deepEqual(scValToNative(change.after.data().contractData().val()), stored);

  const approved = await run(...approve);
  const [event] = approved.events.contractEventsXdr[0];
  const topics = ["approve", alice.publicKey(), bob.publicKey(), gold.toString()];
  assert.deepEqual(event.body().v0().topics().map(scValToNative), topics);
  assert.deepEqual(scValToNative(event.body().v0().data()), [700n, last]);
  const range = { startLedger: approved.ledger, endLedger: approved.ledger + 1 };
  const filters = [{ type: "contract", contractIds: [contract(gold).contractId()] }];
  const { events } = await remote.getEvents({ ...range, filters });
  assert.deepEqual(events.map((it) => [it.txHash, it.topic.map(scValToNative)]), [[approved.txHash, topics]]);

  const found = await entry(key);
  assert.deepEqual([found.liveUntilLedgerSeq, found.lastModifiedLedgerSeq], [last, approved.ledger]);
  const data = found.val.contractData();
  assert.deepEqual([data.durability().name, scValToNative(data.val())], ["temporary", stored]);
  const changes = approved.resultMetaXdr.v4().operations()[0].changes();
  assert.deepEqual(changes.map((it) => it.switch().name), ["ledgerEntryCreated", "ledgerEntryCreated"]);
  const ttl = changes[1].created().data().ttl();
  assert.deepEqual([ttl.liveUntilLedgerSeq(), ttl.keyHash().toString("hex")], [last, sdk.hash(key.toXDR()).toString("hex")]);
  assert.deepEqual([await allowance(alice, bob), await allowance(bob, alice)], [700n, 0n]);
  // An approval moves nothing.
  const { records } = await server.operations().forTransaction(approved.txHash).call();
  assert.deepEqual([records[0].asset_balance_changes, await held(alice)], [[], 10_000_000n]);
}

// The spender moves and burns amounts within the allowance.
{
  const transfer = [bob, gold, "transfer_from", place(bob), place(alice), place(carol), amount(300n)];
  const simulated = await simulate(...transfer);
  assert.equal(simulated.result.auth[0].credentials().switch().name, "sorobanCredentialsSourceAccount");
  assert.deepEqual(names(simulated.transactionData.getReadWrite()), ["trustline", "trustline", "contractData"]);
  same(simulated.transactionData.getReadWrite()[2], key);
  const changed = simulated.stateChanges.find((it) => it.key.switch().name === "contractData");
  const amounts = [changed.before, changed.after].map((it) => scValToNative(it.data().contractData().val()).amount);
  assert.deepEqual([simulated.stateChanges.length, changed.type, amounts], [3, "updated", [700n, 400n]]);
  const moved = await run(...transfer);
  const [event, ...others] = moved.events.contractEventsXdr[0];
  const topics = ["transfer", alice.publicKey(), carol.publicKey(), gold.toString()];
  assert.deepEqual([event.body().v0().topics().map(scValToNative), others], [topics, []]);
  assert.deepEqual([await held(alice), await held(carol), await allowance(alice, bob)], [9_999_700n, 300n, 400n]);
  const burned = await run(bob, gold, "burn_from", place(bob), place(alice), amount(150n));
  const { body } = { body: burned.events.contractEventsXdr[0][0].body().v0() };
  assert.deepEqual(body.topics().map(scValToNative), ["burn", alice.publicKey(), gold.toString()]);
  assert.deepEqual([await held(alice), await allowance(alice, bob)], [9_999_550n, 250n]);
  // The life of the entry stays the same.
  assert.equal((await entry(key)).liveUntilLedgerSeq, last);
  // Horizon shows the movement, and the payer has the transaction in the history.
  const { records } = await server.operations().forTransaction(moved.txHash).call();
  const [change] = records[0].asset_balance_changes;
  assert.deepEqual([change.type, change.from, change.to, change.amount], ["transfer", alice.publicKey(), carol.publicKey(), "0.0000300"]);
  const history = await server.transactions().forAccount(alice.publicKey()).order("desc").limit(2).call();
  assert.deepEqual(history.records.map((it) => it.hash), [burned.txHash, moved.txHash]);
}

// Rejections with the codes of the contract, in simulations and in ledgers.
{
  const now = await latest();
  const approve = (count, until) => [alice, gold, "approve", place(alice), place(bob), amount(count), u32(until)];
  const from = (name, ...args) => [bob, gold, name, place(bob), place(alice), ...args];
  for (const [error, ...args] of [
    [/#8\)/, ...approve(-1n, last)],
    [/#9\)/, ...approve(1n, now - 1)],
    [/#9\)/, ...approve(1n, now + 3_110_400)],
    [/#9\)/, ...approve(0n, now + 3_110_400)],
    [/#9\)/, ...from("transfer_from", place(carol), amount(251n))],
    [/#8\)/, ...from("transfer_from", place(carol), amount(-1n))],
    [/#9\)/, ...from("burn_from", amount(251n))],
    [/#8\)/, ...from("burn_from", amount(-1n))],
    [/#9\)/, carol, gold, "transfer_from", place(carol), place(alice), place(carol), amount(1n)],
    [/#2\)/, bob, native, "burn_from", place(bob), place(alice), amount(1n)],
    [/#2\)/, bob, gold, "burn_from", place(bob), place(issuer), amount(1n)],
    [/#13\)/, ...from("transfer_from", place(random()), amount(1n))],
    [/UnexpectedType/, alice, gold, "approve", place(alice), place(bob), amount(1n)],
    [/UnexpectedType/, alice, gold, "approve", place(alice), place(bob), amount(1n), amount(1n)],
    [/UnexpectedType/, alice, gold, "allowance", place(alice)],
  ])
    await rejects(error, ...args);
  // More than the balance is approved, but not moved.
  await run(...approve(1n << 100n, last));
  assert.equal(await allowance(alice, bob), 1n << 100n);
  await rejects(/#10\)/, ...from("transfer_from", place(carol), amount(10_000_000n)));
  await run(...approve(250n, last));
  // Another account must sign separately, and the spender cannot authorize an approval of the owner.
  const foreign = await simulate(bob, gold, "approve", place(alice), place(bob), amount(9n), u32(last));
  const credentials = foreign.result.auth[0].credentials().address();
  assert.equal(StrKey.encodeEd25519PublicKey(credentials.address().accountId().ed25519()), alice.publicKey());
  const trapped = async (key, transaction) => {
    const failed = await send(key, transaction);
    const [result] = failed.resultXdr.result().results();
    assert.deepEqual([failed.status, result.tr().invokeHostFunctionResult().switch().name], ["FAILED", "invokeHostFunctionTrapped"]);
  };
  const unsigned = await call(bob, gold, "approve", place(alice), place(bob), amount(9n), u32(last));
  await trapped(bob, rpc.assembleTransaction(unsigned, foreign).build());
  // Both spend the whole allowance; the second one in the ledger fails.
  const twice = await remote.prepareTransaction(await call(...from("transfer_from", place(carol), amount(250n))));
  const before = [await held(alice), await held(carol)];
  await run(...approve(200n, last));
  await trapped(bob, twice);
  assert.deepEqual([await held(alice), await held(carol), await allowance(alice, bob)], [...before, 200n]);
}

// An allowance ends with the last ledger; the entry lives a little longer.
{
  const until = (await latest()) + 3;
  await run(alice, gold, "approve", place(alice), place(carol), amount(40n), u32(until));
  const short = allowanceKey(alice, carol);
  const { liveUntilLedgerSeq, lastModifiedLedgerSeq } = await entry(short);
  assert.equal(liveUntilLedgerSeq, lastModifiedLedgerSeq + 15);
  await mine(until - (await latest()));
  const spend = [carol, gold, "transfer_from", place(carol), place(alice), place(bob), amount(1n)];
  assert.deepEqual([await latest(), await allowance(alice, carol)], [until, 40n]);
  const late = await remote.prepareTransaction(await call(...spend));
  await mine();
  assert.equal(await allowance(alice, carol), 0n);
  await rejects(/#9\)/, ...spend);
  assert.equal((await send(carol, late)).status, "FAILED");
  await mine(liveUntilLedgerSeq - (await latest()));
  assert.equal((await entry(short)).liveUntilLedgerSeq, liveUntilLedgerSeq);
  await mine();
  assert.equal(await entry(short), undefined);
  // A new approval stores the allowance again.
  const again = (await latest()) + 100;
  await run(alice, gold, "approve", place(alice), place(carol), amount(5n), u32(again));
  assert.deepEqual([(await entry(short)).liveUntilLedgerSeq, await allowance(alice, carol)], [again, 5n]);
}

// A revocation keeps the entry; an allowance of nothing is not stored.
{
  await run(alice, gold, "approve", place(alice), place(bob), amount(0n), u32(0));
  assert.equal(await allowance(alice, bob), 0n);
  const stored = await entry(key);
  assert.deepEqual(scValToNative(stored.val.contractData().val()), { amount: 0n, live_until_ledger: 0 });
  const nothing = await simulate(carol, gold, "approve", place(carol), place(bob), amount(0n), u32(0));
  const { transactionData, stateChanges } = nothing;
  assert.deepEqual([transactionData.getReadWrite(), stateChanges ?? []], [[], []]);
  assert.equal(transactionData.getReadOnly().some((it) => it.toXDR("base64") === allowanceKey(carol, bob).toXDR("base64")), true);
  await run(carol, gold, "approve", place(carol), place(bob), amount(0n), u32(0));
  assert.equal(await entry(allowanceKey(carol, bob)), undefined);
}

// Contracts hold amounts, and are spenders.
{
  const vault = StrKey.encodeContract(random().rawPublicKey());
  assert.deepEqual([await held(vault), await held(vault, native)], [0n, 0n]);
  const paid = await run(alice, gold, "transfer", place(alice), place(vault), amount(60n));
  await run(issuer, gold, "mint", place(vault), amount(40n));
  await run(alice, native, "transfer", place(alice), place(vault), amount(7n));
  assert.deepEqual([await held(vault), await held(vault, native)], [100n, 7n]);
  const { balanceEntry } = await remote.getAssetBalance(vault, gold, networkPassphrase);
  assert.deepEqual([balanceEntry.amount, balanceEntry.authorized, balanceEntry.clawback], ["100", true, true]);
  const lumens = (await remote.getAssetBalance(vault, native, networkPassphrase)).balanceEntry;
  assert.deepEqual([lumens.amount, lumens.authorized, lumens.clawback], ["7", true, false]);
  const { records } = await server.effects().forTransaction(paid.txHash).call();
  assert.deepEqual(
    records.map((it) => [it.type, it.account, it.contract, it.amount]),
    [
      ["account_debited", alice.publicKey(), undefined, "0.0000060"],
      ["contract_credited", alice.publicKey(), vault, "0.0000060"],
    ],
  );
  const [asset] = (await server.assets().forIssuer(issuer.publicKey()).call()).records;
  assert.deepEqual([asset.num_contracts, asset.contracts_amount], [1, "0.0000100"]);
  // A contract authorizes by its own code.
  const spent = await simulate(alice, gold, "transfer", place(vault), place(alice), amount(1n));
  assert.equal(spent.result.auth[0].credentials().address().address().switch().name, "scAddressTypeContract");
  await rejects(/#10\)/, alice, gold, "transfer", place(vault), place(alice), amount(101n));
  await run(alice, gold, "approve", place(alice), place(vault), amount(5n), u32((await latest()) + 50));
  assert.equal(await allowance(alice, vault), 5n);
  const { AuthRequiredFlag } = sdk;
  await done(issuer, [Operation.setOptions({ setFlags: AuthRequiredFlag })]);
  const other = StrKey.encodeContract(random().rawPublicKey());
  await rejects(/#11\)/, alice, gold, "transfer", place(alice), place(other), amount(1n));
  assert.equal((await simulate(alice, gold, "transfer", place(alice), place(vault), amount(1n))).result.retval.switch().name, "scvVoid");
}
console.log(JSON.stringify({ ledgers: await latest(), alice: (await load(alice)).sequence }));
