// Uses the sandbox's Stellar RPC like a public one, through @stellar/stellar-sdk, which decodes all XDR strictly, and
// compares the data with those of the sandbox's Horizon.
//
//   node stellar_rpc.mjs NODE_MODULES HORIZON CALLS     HORIZON: the chain's path; CALLS: faucet and mine
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { build, done, fund, horizon, load, networkPassphrase, post, random, sdk, server } from "./stellar_kit.mjs";

const { Asset, BASE_FEE, Claimant, Contract, Memo, MuxedAccount, Operation, StrKey, xdr } = sdk;
const { scValToNative, TransactionBuilder, nativeToScVal, rpc } = sdk;
const native = Asset.native();
const remote = new rpc.Server(`${horizon}/rpc`, { allowHttp: true });
const mine = () => post("mine", { chain: "xlm" });
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const stroops = (text) => BigInt(text.replace(".", ""));
const address = (it) => it.publicKey();

// The network, and an account by its friendbot.
const network = await remote.getNetwork();
assert.deepEqual([network.passphrase, network.protocolVersion], [networkPassphrase, 23]);
assert.equal((await remote.getVersionInfo()).protocolVersion, 23);
{
  const funded = random();
  // The SDK reads the URL from the network.
  const account = await remote.requestAirdrop(address(funded));
  assert.equal(account.sequenceNumber(), (await load(funded)).sequence);
}

// Entries of an account with all kinds of entries, compared with Horizon.
const issuer = await fund();
const [alice, bob, sponsor] = [await fund(), await fund(), await fund()];
const gold = new Asset("GOLD", address(issuer));
const from = (await remote.getLatestLedger()).sequence + 1;
{
  const { AuthRevocableFlag, AuthClawbackEnabledFlag } = sdk;
  await done(issuer, [Operation.setOptions({ setFlags: AuthRevocableFlag | AuthClawbackEnabledFlag })]);
  const begin = Operation.beginSponsoringFutureReserves({ sponsoredId: address(alice), source: address(sponsor) });
  const end = Operation.endSponsoringFutureReserves({ source: address(alice) });
  const signer = { ed25519PublicKey: address(bob), weight: 1 };
  const sponsored = [begin, Operation.changeTrust({ asset: gold }), Operation.setOptions({ signer }), end];
  await done(alice, sponsored, { others: [sponsor] });
  await done(alice, [
    Operation.setOptions({ homeDomain: "a.example", lowThreshold: 1, medThreshold: 1, highThreshold: 2 }),
    Operation.manageData({ name: "colour", value: "blue" }),
    Operation.manageSellOffer({ selling: native, buying: gold, amount: "10", price: "2" }),
  ]);
  await done(bob, [Operation.changeTrust({ asset: gold, limit: "500" })]);
  await done(issuer, [Operation.payment({ destination: address(alice), asset: gold, amount: "100" })]);

  const account = await load(alice);
  const entry = await remote.getAccountEntry(address(alice));
  assert.equal(entry.accountId().ed25519().toString("hex"), alice.rawPublicKey().toString("hex"));
  assert.equal((await remote.getAccount(address(alice))).sequenceNumber(), account.sequence);
  const lumens = account.balances.find((it) => it.asset_type === "native");
  assert.equal(entry.balance().toBigInt(), stroops(lumens.balance));
  const first = entry.ext().v1();
  assert.equal(first.liabilities().selling().toBigInt(), stroops(lumens.selling_liabilities));
  const second = first.ext().v2();
  assert.deepEqual([second.numSponsored(), second.numSponsoring()], [account.num_sponsored, account.num_sponsoring]);
  const sponsors = second.signerSponsoringIDs().map((id) => id && StrKey.encodeEd25519PublicKey(id.ed25519()));
  assert.deepEqual(sponsors, [address(sponsor)]);
  assert.equal(second.ext().v3().seqLedger(), account.sequence_ledger);
  assert.equal(second.ext().v3().seqTime().toString(), account.sequence_time);
  assert.equal(entry.numSubEntries(), account.subentry_count);
  assert.equal(entry.homeDomain().toString(), account.home_domain);
  assert.deepEqual([...entry.thresholds()], [1, 1, 1, 2]);
  const signers = entry.signers().map((it) => [StrKey.encodeEd25519PublicKey(it.key().ed25519()), it.weight()]);
  assert.deepEqual(signers, [[address(bob), 1]]);

  const line = await remote.getTrustline(address(alice), gold);
  const shown = account.balances.find((it) => it.asset_code === "GOLD");
  assert.equal(line.balance().toBigInt(), stroops(shown.balance));
  assert.equal(line.ext().v1().liabilities().buying().toBigInt(), stroops(shown.buying_liabilities));
  const { balanceEntry } = await remote.getAssetBalance(address(alice), gold);
  assert.deepEqual([balanceEntry.authorized, balanceEntry.clawback], [shown.is_authorized, shown.is_clawback_enabled]);
  const accountId = alice.xdrAccountId();
  const [offer] = (await server.offers().forAccount(address(alice)).call()).records;
  const keys = [
    xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId, dataName: "colour" })),
    xdr.LedgerKey.offer(new xdr.LedgerKeyOffer({ sellerId: accountId, offerId: xdr.Int64.fromString(offer.id) })),
    xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId, dataName: "missing" })),
    xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId, asset: gold.toTrustLineXDRObject() })),
  ];
  const { entries } = await remote.getLedgerEntries(...keys);
  assert.deepEqual(entries.map((it) => it.val.switch().name), ["data", "offer", "trustline"]);
  assert.equal(entries[0].val.data().dataValue().toString(), "blue");
  assert.equal(entries[1].val.offer().amount().toBigInt(), stroops(offer.amount));
  const price = entries[1].val.offer().price();
  assert.deepEqual([price.n(), price.d()], [offer.price_r.n, offer.price_r.d]);
  assert.equal(entries[2].lastModifiedLedgerSeq, shown.last_modified_ledger);
  const raw = await remote._getLedgerEntries(keys[3]);
  const extension = xdr.LedgerEntryExt.fromXDR(raw.entries[0].extXdr, "base64");
  const id = extension.v1().sponsoringId().ed25519();
  assert.deepEqual([StrKey.encodeEd25519PublicKey(id), shown.sponsor], [address(sponsor), address(sponsor)]);
  await assert.rejects(remote.getAccount(address(random())), /not found/);
  await assert.rejects(remote.getTrustline(address(sponsor), gold), /not found/);
}

// A claimable balance.
{
  const claimants = [new Claimant(address(bob))];
  await done(alice, [Operation.createClaimableBalance({ asset: gold, amount: "7", claimants })]);
  const [found] = (await server.claimableBalances().claimant(address(bob)).call()).records;
  const balance = await remote.getClaimableBalance(found.id);
  assert.equal(balance.amount().toBigInt(), stroops(found.amount));
  assert.equal(Asset.fromOperation(balance.asset()).toString(), found.asset);
  await done(bob, [Operation.claimClaimableBalance({ balanceId: found.id })]);
  await assert.rejects(remote.getClaimableBalance(found.id), /not found/);
}

/** Returns a payment that is signed for the account over RPC. */
const payment = async (key, operation, tune = (it) => it) => {
  const account = await remote.getAccount(address(key));
  const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase });
  const transaction = tune(builder.addOperation(operation).setTimeout(60)).build();
  transaction.sign(key);
  return transaction;
};

// A payment that is pending, repeated, followed by another, closed and polled.
let paid;
{
  const muxed = new MuxedAccount(await load(bob), "9").accountId();
  const operation = Operation.payment({ destination: muxed, asset: gold, amount: "5" });
  const transaction = await payment(alice, operation, (it) => it.addMemo(Memo.text("rent")));
  const hash = transaction.hash().toString("hex");
  const before = await remote.getLatestLedger();
  const sent = await remote.sendTransaction(transaction);
  assert.deepEqual([sent.status, sent.hash, sent.latestLedger], ["PENDING", hash, before.sequence]);
  assert.equal((await remote.sendTransaction(transaction)).status, "DUPLICATE");
  const other = await payment(alice, Operation.payment({ destination: address(bob), asset: native, amount: "1" }));
  assert.equal((await remote.sendTransaction(other)).status, "TRY_AGAIN_LATER");
  assert.equal((await remote.getTransaction(hash)).status, "NOT_FOUND");
  assert.equal((await mine()).status, 200);
  const found = await remote.pollTransaction(hash, { attempts: 1 });
  const record = await server.transactions().transaction(hash).call();
  assert.deepEqual([found.status, found.txHash, found.ledger], ["SUCCESS", hash, record.ledger_attr]);
  assert.equal(Number(found.createdAt), Date.parse(record.created_at) / 1000);
  assert.deepEqual([found.applicationOrder, found.feeBump], [1, false]);
  assert.equal(found.envelopeXdr.toXDR("base64"), record.envelope_xdr);
  assert.equal(found.resultXdr.toXDR("base64"), record.result_xdr);
  const changes = (meta) => meta.v4().operations().map((it) => it.changes().map((change) => change.toXDR("base64")));
  const meta = xdr.TransactionMeta.fromXDR(record.result_meta_xdr, "base64");
  assert.deepEqual(changes(found.resultMetaXdr), changes(meta));
  assert.equal(found.events.contractEventsXdr[0].length, 1);
  assert.equal(found.events.transactionEventsXdr[0].stage().name, "transactionEventStageBeforeAllTxes");
  paid = found;

  // The sequence number is used, so the network rejects the other transaction.
  const rejected = await remote.sendTransaction(other);
  assert.equal(rejected.status, "ERROR");
  assert.equal(rejected.errorResult.result().switch().name, "txBadSeq");
  assert.equal((await remote.getTransaction(rejected.hash)).status, "NOT_FOUND");
  await assert.rejects(server.submitTransaction(other), (error) => {
    const { result_codes, result_xdr } = error.response.data.extras;
    return result_codes.transaction === "tx_bad_seq" && result_xdr === rejected.errorResult.toXDR("base64");
  });
}

// A failed transaction, and a fee bump.
{
  const failing = await payment(bob, Operation.payment({ destination: address(alice), asset: gold, amount: "400" }));
  assert.equal((await remote.sendTransaction(failing)).status, "PENDING");
  await mine();
  const failed = await remote.getTransaction(failing.hash().toString("hex"));
  assert.deepEqual([failed.status, failed.resultXdr.result().switch().name], ["FAILED", "txFailed"]);
  assert.deepEqual([failed.events.contractEventsXdr, failed.events.transactionEventsXdr.length], [[], 1]);
  const inner = await payment(bob, Operation.payment({ destination: address(alice), asset: gold, amount: "1" }));
  const bump = TransactionBuilder.buildFeeBumpTransaction(alice, "200", inner, networkPassphrase);
  bump.sign(alice);
  assert.equal((await remote.sendTransaction(bump)).status, "PENDING");
  await mine();
  const found = await remote.getTransaction(bump.hash().toString("hex"));
  assert.deepEqual([found.status, found.feeBump], ["SUCCESS", true]);
}

// All transactions and ledgers in pages, compared with Horizon.
const all = [];
{
  const records = (await server.transactions().includeFailed(true).limit(200).call()).records;
  let request = { startLedger: (await remote.getHealth()).oldestLedger, pagination: { limit: 4 } };
  for (;;) {
    const { transactions, cursor } = await remote.getTransactions(request);
    all.push(...transactions);
    if (transactions.length < 4) break;
    request = { pagination: { cursor, limit: 4 } };
  }
  assert.deepEqual(all.map((it) => it.txHash), records.map((it) => it.hash));
  for (const [index, it] of all.entries()) {
    assert.equal(it.status === "SUCCESS", records[index].successful);
    assert.equal(it.resultXdr.toXDR("base64"), records[index].result_xdr);
    assert.equal(it.createdAt, Date.parse(records[index].created_at) / 1000);
  }
}
{
  const health = await remote.getHealth();
  assert.equal(health.status, "healthy");
  const records = (await server.ledgers().limit(200).call()).records.slice(health.oldestLedger - 1);
  const ledgers = [];
  let request = { startLedger: health.oldestLedger, pagination: { limit: 7 } };
  while (ledgers.length < records.length) {
    const page = await remote.getLedgers(request);
    assert.notEqual(page.ledgers.length, 0);
    ledgers.push(...page.ledgers);
    request = { pagination: { cursor: page.cursor, limit: 7 } };
  }
  assert.deepEqual(ledgers.map((it) => it.hash), records.map((it) => it.hash));
  for (const [index, ledger] of ledgers.entries()) {
    const { header, hash } = { header: ledger.headerXdr.header(), hash: ledger.headerXdr.hash() };
    assert.equal(header.toXDR("base64"), records[index].header_xdr);
    assert.deepEqual([sha256(header.toXDR()), hash.toString("hex")], [ledger.hash, ledger.hash]);
    const meta = ledger.metadataXdr.v2();
    assert.equal(header.scpValue().txSetHash().toString("hex"), sha256(meta.txSet().toXDR()));
    const hashes = meta.txProcessing().map((it) => it.result().transactionHash().toString("hex"));
    assert.deepEqual(hashes, all.filter((it) => it.ledger === ledger.sequence).map((it) => it.txHash));
  }
  const latest = await remote.getLatestLedger();
  assert.deepEqual([latest.id, latest.sequence], [ledgers.at(-1).hash, health.latestLedger]);
  assert.equal(sha256(latest.headerXdr.toXDR()), latest.id);
}

// Events of the assets' contracts: their sums are the changes of the balances.
{
  const contract = new Contract(gold.contractId(networkPassphrase));
  const filters = [{ type: "contract", contractIds: [contract.contractId()] }];
  const { events } = await remote.getEvents({ startLedger: from, filters });
  const sums = new Map();
  const add = (to, amount) => sums.set(to, (sums.get(to) ?? 0n) + amount);
  for (const { topic, value, contractId } of events) {
    assert.equal(contractId.contractId(), contract.contractId());
    const [name, ...places] = topic.map(scValToNative);
    assert.equal(places.pop(), gold.toString());
    const data = scValToNative(value);
    const amount = data.amount ?? data;
    if (name !== "mint") add(places.shift(), -amount);
    if (name !== "burn" && name !== "clawback") add(places.shift(), amount);
    assert.equal(places.length, 0);
  }
  for (const key of [alice, bob]) {
    const { balances } = await load(key);
    const line = balances.find((it) => it.asset_code === "GOLD");
    assert.equal(sums.get(address(key)), stroops(line.balance));
  }
  const symbol = nativeToScVal("transfer", { type: "symbol" }).toXDR("base64");
  const to = nativeToScVal(address(bob), { type: "address" }).toXDR("base64");
  const byTopics = [{ topics: [[symbol, "*", to, "**"]] }];
  const range = { startLedger: paid.ledger, endLedger: paid.ledger + 1 };
  const [transfer, ...others] = (await remote.getEvents({ ...range, filters: byTopics })).events;
  assert.equal(others.length, 0);
  assert.deepEqual([transfer.txHash, transfer.ledger, transfer.operationIndex], [paid.txHash, paid.ledger, 0]);
  assert.deepEqual(scValToNative(transfer.value), { amount: 50000000n, to_muxed_id: 9n });
  const emitted = paid.events.contractEventsXdr[0][0].body().v0();
  assert.equal(transfer.value.toXDR("base64"), emitted.data().toXDR("base64"));

  // Pages of one event contain the same events as one page.
  const whole = await remote.getEvents({ startLedger: from, filters: [] });
  const ids = [];
  let request = { startLedger: from, filters: [], limit: 1 };
  for (;;) {
    const page = await remote.getEvents(request);
    if (page.events.length === 0) break;
    ids.push(...page.events.map((it) => it.id));
    request = { cursor: page.cursor, filters: [], limit: 1 };
  }
  assert.deepEqual(ids, whole.events.map((it) => it.id));
  const fees = whole.events.filter((it) => scValToNative(it.topic[0]) === "fee");
  const charged = all.filter((it) => it.ledger >= from).map((it) => it.resultXdr.feeCharged().toBigInt());
  assert.deepEqual(fees.map((it) => scValToNative(it.value)), charged);
}

// Calls of the contracts of the assets.
{
  const account = await remote.getAccount(address(alice));
  const simulate = (asset, name, ...args) => {
    const contract = new Contract(asset.contractId(networkPassphrase));
    const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase });
    const transaction = builder.addOperation(contract.call(name, ...args)).setTimeout(60).build();
    return remote.simulateTransaction(transaction);
  };
  const value = async (...call) => scValToNative((await simulate(...call)).result.retval);
  const place = (key) => nativeToScVal(address(key), { type: "address" });
  const texts = [await value(gold, "name"), await value(gold, "symbol"), await value(native, "symbol")];
  assert.deepEqual(texts, [gold.toString(), "GOLD", "native"]);
  assert.equal(await value(gold, "decimals"), 7);
  const { balances } = await load(bob);
  for (const [asset, line] of [[gold, balances.find((it) => it.asset_code)], [native, balances.at(-1)]])
    assert.equal(await value(asset, "balance", place(bob)), stroops(line.balance));
  const amount = (it) => nativeToScVal(it, { type: "i128" });
  const own = await simulate(gold, "transfer", place(alice), place(bob), amount(5n));
  assert.ok(rpc.Api.isSimulationSuccess(own));
  assert.equal(own.result.retval.switch().name, "scvVoid");
  assert.equal(own.result.auth[0].credentials().switch().name, "sorobanCredentialsSourceAccount");
  const written = own.transactionData.getReadWrite().map((it) => it.switch().name);
  assert.deepEqual(written, ["trustline", "trustline"]);
  assert.deepEqual(own.transactionData.getReadOnly().map((it) => it.switch().name), ["contractData"]);
  assert.equal(scValToNative(own.events[0].event().body().v0().topics()[0]), "transfer");
  const others = await simulate(gold, "transfer", place(bob), place(alice), amount(5n));
  assert.equal(others.result.auth[0].credentials().address().signature().switch().name, "scvVoid");
  const { nonce } = others.transactionData.getReadWrite().at(-1).contractData().key().nonceKey()._attributes;
  assert.equal(`${nonce}`, `${others.result.auth[0].credentials().address().nonce()}`);
  // The SDK prepares a transaction by the same data.
  const contract = new Contract(gold.contractId(networkPassphrase));
  const builder = new TransactionBuilder(account, { fee: BASE_FEE, networkPassphrase });
  const operation = contract.call("transfer", place(alice), place(bob), amount(5n));
  const prepared = await remote.prepareTransaction(builder.addOperation(operation).setTimeout(60).build());
  assert.equal(prepared.fee, String(100 + Number(own.minResourceFee)));
  for (const [call, error] of [
    [[gold, "transfer", place(alice), place(bob), amount(1n << 62n)], /#10/],
    [[gold, "transfer", place(alice), place(bob), amount(-1n)], /#8/],
    [[gold, "transfer", place(alice), place(bob), amount(1n << 64n)], /#12/],
    [[gold, "transfer", place(alice), place(sponsor), amount(1n)], /#13/],
    [[gold, "balance", place(sponsor)], /#13/],
    [[native, "balance", place(random())], /#6/],
    [[gold, "nothing"], /MissingValue/],
    [[gold, "balance"], /UnexpectedType/],
    [[new Asset("NONE", address(issuer)), "decimals"], /MissingValue/],
  ]) {
    const failed = await simulate(...call);
    assert.ok(rpc.Api.isSimulationError(failed));
    assert.match(failed.error, error);
  }
}

// Calls of the contracts of the assets in ledgers: the SDK prepares, signs, sends and reads them.
{
  const contract = (asset) => new Contract(asset.contractId(networkPassphrase));
  const place = (key) => nativeToScVal(address(key), { type: "address" });
  const amount = (it) => nativeToScVal(it, { type: "i128" });
  const call = (asset, name, ...args) => contract(asset).call(name, ...args);
  const prepare = async (key, operation) => {
    const builder = new TransactionBuilder(await remote.getAccount(address(key)), { fee: BASE_FEE, networkPassphrase });
    return remote.prepareTransaction(builder.addOperation(operation).setTimeout(60).build());
  };
  const run = async (key, transaction) => {
    transaction.sign(key);
    const sent = await remote.sendTransaction(transaction);
    assert.equal(sent.status, "PENDING", JSON.stringify(sent));
    await mine();
    return remote.getTransaction(sent.hash);
  };
  const held = async (key, asset) => {
    const { balances } = await load(key);
    const line = balances.find((it) => it.asset_code === asset.code || (asset.isNative() && it.asset_type === "native"));
    return stroops(line.balance);
  };
  const before = [await held(alice, gold), await held(bob, gold), await held(alice, native)];
  const moved = await run(alice, await prepare(alice, call(gold, "transfer", place(alice), place(bob), amount(5n))));
  assert.equal(moved.status, "SUCCESS");
  assert.equal(moved.returnValue.switch().name, "scvVoid");
  assert.equal(moved.resultXdr.feeCharged().toBigInt(), 50100n);
  const after = [await held(alice, gold), await held(bob, gold), await held(alice, native)];
  assert.deepEqual(after, [before[0] - 5n, before[1] + 5n, before[2] - 50100n]);
  const [event] = moved.events.contractEventsXdr[0];
  assert.deepEqual(event.body().v0().topics().map(scValToNative), ["transfer", address(alice), address(bob), gold.toString()]);
  // The hash of the result is that of the returned value and the events.
  const success = new xdr.InvokeHostFunctionSuccessPreImage({ returnValue: moved.returnValue, events: [event] });
  const [result] = moved.resultXdr.result().results();
  const { hash } = { hash: result.tr().invokeHostFunctionResult().success() };
  assert.equal(hash.toString("hex"), sha256(success.toXDR()));
  const read = await run(bob, await prepare(bob, call(gold, "balance", place(bob))));
  assert.equal(scValToNative(read.returnValue), after[1]);
  const minted = await run(issuer, await prepare(issuer, call(gold, "mint", place(bob), amount(7n))));
  assert.equal(minted.status, "SUCCESS");
  const burned = await run(bob, await prepare(bob, call(gold, "burn", place(bob), amount(2n))));
  assert.equal(burned.status, "SUCCESS");
  assert.equal(await held(bob, gold), after[1] + 5n);

  // Horizon shows the movement.
  const { records } = await server.operations().forTransaction(moved.txHash).call();
  const [change] = records[0].asset_balance_changes;
  assert.deepEqual([change.type, change.from, change.to, change.amount], ["transfer", address(alice), address(bob), "0.0000005"]);

  // Without the authorization, or with a smaller footprint, the call is trapped; with fewer resources, rejected.
  const operation = call(gold, "transfer", place(alice), place(bob), amount(5n));
  const changed = async (change, auth) => {
    const prepared = await prepare(alice, operation);
    const [{ func }] = prepared.operations;
    const data = new sdk.SorobanDataBuilder(prepared.toEnvelope().v1().tx().ext().sorobanData().toXDR("base64"));
    const kept = prepared.operations[0].auth;
    return TransactionBuilder.cloneFrom(prepared, { sorobanData: change(data).build() })
      .clearOperations()
      .addOperation(Operation.invokeHostFunction({ func, auth: auth ?? kept }))
      .build();
  };
  const code = async (transaction) => {
    const failed = await run(alice, transaction);
    assert.equal(failed.status, "FAILED");
    return failed.resultXdr.result().results()[0].tr().invokeHostFunctionResult().switch().name;
  };
  const same = (it) => it;
  assert.equal(await code(await changed(same, [])), "invokeHostFunctionTrapped");
  assert.equal(await code(await changed((it) => it.setReadWrite([]))), "invokeHostFunctionTrapped");
  const slow = (it) => it.setResources(1, 1000, 1000);
  assert.equal(await code(await changed(slow)), "invokeHostFunctionResourceLimitExceeded");
  const rejected = async (transaction) => {
    transaction.sign(alice);
    const sent = await remote.sendTransaction(transaction);
    assert.equal(sent.status, "ERROR");
    return sent.errorResult.result().switch().name;
  };
  assert.equal(await rejected(await changed((it) => it.setResourceFee(1))), "txSorobanInvalid");
  assert.equal(await rejected(await payment(alice, operation)), "txSorobanInvalid");
  assert.equal(await held(alice, gold), after[0]);
}

// Fees, and errors with the codes of JSON-RPC.
{
  const { inclusionFee, sorobanInclusionFee } = await remote.getFeeStats();
  assert.deepEqual([inclusionFee.mode, inclusionFee.ledgerCount], ["100", 10]);
  assert.equal(sorobanInclusionFee.max, "100");
  const rejects = (call, code) => assert.rejects(call, (error) => error.code === code);
  await rejects(remote.getTransaction("00"), -32602);
  await rejects(remote.getLedgers({ startLedger: 100000 }), -32600);
  await rejects(remote.getEvents({ startLedger: 100000, filters: [] }), -32600);
}
console.log(JSON.stringify({ transactions: all.length }));
