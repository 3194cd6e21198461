// Uses the sandbox's Stellar ledger like wallets, through @stellar/stellar-sdk and the sandbox's Horizon.
//
//   node stellar.mjs NODE_MODULES HORIZON CALLS     HORIZON: the chain's path; CALLS: faucet and mine
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { balance, build, codes, done, entries, fails, fund, horizon, load } from "./stellar_kit.mjs";
import { networkPassphrase, post, random, sdk, server } from "./stellar_kit.mjs";

const { Asset, Claimant, Operation, TransactionBuilder, xdr } = sdk;

const root = await server.root();
assert.equal(root.network_passphrase, networkPassphrase);

// Accounts and lumens.
const alice = await fund();
const bob = random();
{
  const destination = bob.publicKey();
  await fails(alice, [Operation.createAccount({ destination, startingBalance: "0.9999999" })], "op_low_reserve");
  const made = await done(alice, [Operation.createAccount({ destination, startingBalance: "100" })]);
  assert.equal(made.successful, true);
  assert.equal(await balance(bob), "100.0000000");
  await fails(alice, [Operation.createAccount({ destination, startingBalance: "5" })], "op_already_exists");
  const pay = (amount, to = destination) => Operation.payment({ destination: to, asset: Asset.native(), amount });
  await fails(alice, [pay("5000")], "op_underfunded");
  await fails(alice, [pay("1", random().publicKey())], "op_no_destination");
  const before = await balance(alice);
  const muxed = new sdk.MuxedAccount(await load(bob), "7").accountId();
  const paid = await done(alice, [pay("1", muxed), pay("2")], { tune: (b) => b.addMemo(sdk.Memo.text("two")) });
  assert.equal(paid.fee_charged, "200");
  assert.equal(paid.memo, "two");
  assert.equal(await balance(bob), "103.0000000");
  assert.equal(Number(before) - Number(await balance(alice)) > 3, true);
  const { records } = await server.operations().forTransaction(paid.hash).call();
  const found = records.map(({ type, to_muxed_id }) => [type, to_muxed_id]);
  assert.deepEqual(found, [["payment", "7"], ["payment", undefined]]);
  // The second operation fails, so the first one has no effect either.
  const both = await codes(done(alice, [pay("1"), pay("5000")]));
  assert.deepEqual(both, { transaction: "tx_failed", operations: ["op_success", "op_underfunded"] });
  assert.equal(await balance(bob), "103.0000000");
  const request = server.operations().forAccount(destination).includeFailed(true).join("transactions");
  const listed = await request.order("desc").limit(1).call();
  assert.equal(listed.records[0].transaction_successful, false);
  assert.equal(listed.records[0].transaction_attr.successful, false);
}

// Rejections of transactions.
{
  const pay = Operation.payment({ destination: bob.publicKey(), asset: Asset.native(), amount: "1" });
  await fails(alice, [pay], "tx_bad_auth", { own: false, others: [bob] });
  await fails(alice, [pay], "tx_bad_auth_extra", { others: [bob] });
  await fails(alice, [pay], "tx_insufficient_fee", { fee: "99" });
  await fails(alice, [pay], "tx_too_early", { bounds: (b) => b.setTimebounds(4000000000, 0) });
  await fails(alice, [pay], "tx_too_late", { bounds: (b) => b.setTimebounds(0, 1000000000) });
  const old = await build(alice, [pay]);
  await server.submitTransaction(old);
  const again = await server.submitTransaction(old);
  assert.equal(again.hash, old.hash().toString("hex"));
  const stale = new TransactionBuilder(new sdk.Account(alice.publicKey(), "5"), { fee: "100", networkPassphrase });
  const unused = stale.addOperation(pay).setTimeout(60).build();
  unused.sign(alice);
  assert.deepEqual(await codes(server.submitTransaction(unused)), { transaction: "tx_bad_seq" });
  const unknownSource = new TransactionBuilder(new sdk.Account(random().publicKey(), "5"), { fee: "100", networkPassphrase });
  const missing = unknownSource.addOperation(pay).setTimeout(60).build();
  missing.sign(alice);
  assert.deepEqual(await codes(server.submitTransaction(missing)), { transaction: "tx_no_source_account" });
}

// Data entries, bumped sequence number, home domain.
{
  const domain = Operation.setOptions({ homeDomain: "b.example" });
  await done(bob, [Operation.manageData({ name: "colour", value: "blue" }), domain]);
  const account = await load(bob);
  assert.equal(Buffer.from(account.data_attr.colour, "base64").toString(), "blue");
  assert.equal(account.home_domain, "b.example");
  assert.deepEqual(await entries(bob), [1, 0, 0]);
  await fails(bob, [Operation.manageData({ name: "shape", value: null })], "op_data_name_not_found");
  await done(bob, [Operation.manageData({ name: "colour", value: null })]);
  assert.deepEqual(await entries(bob), [0, 0, 0]);
  const next = (BigInt((await load(bob)).sequence) + 100n).toString();
  await done(bob, [Operation.bumpSequence({ bumpTo: next })]);
  assert.equal((await load(bob)).sequence, next);
}

// An asset: trust, limit, authorization, clawback.
const issuer = await fund();
const gold = new Asset("GOLD", issuer.publicKey());
{
  const pay = (from, to, amount) => [Operation.payment({ destination: to.publicKey(), asset: gold, amount })];
  await fails(issuer, pay(issuer, bob, "5"), "op_no_trust");
  await fails(bob, pay(bob, issuer, "5"), "op_src_no_trust");
  await fails(bob, [Operation.changeTrust({ asset: new Asset("X", random().publicKey()) })], "op_no_issuer");
  await done(bob, [Operation.changeTrust({ asset: gold, limit: "100" })]);
  await fails(issuer, pay(issuer, bob, "100.0000001"), "op_line_full");
  await done(issuer, pay(issuer, bob, "60"));
  assert.equal(await balance(bob, gold), "60.0000000");
  await fails(bob, [Operation.changeTrust({ asset: gold, limit: "59" })], "op_invalid_limit");
  await fails(issuer, [Operation.setOptions({ setFlags: sdk.AuthClawbackEnabledFlag })], "op_auth_revocable_required");
  const flags = sdk.AuthRequiredFlag | sdk.AuthRevocableFlag | sdk.AuthClawbackEnabledFlag;
  await done(issuer, [Operation.setOptions({ setFlags: flags })]);
  await done(alice, [Operation.changeTrust({ asset: gold })]);
  await fails(bob, pay(bob, alice, "1"), "op_not_authorized");
  const allow = (key, authorized) =>
    Operation.setTrustLineFlags({ trustor: key.publicKey(), asset: gold, flags: { authorized } });
  await done(issuer, [allow(alice, true)]);
  await done(bob, pay(bob, alice, "20"));
  await done(issuer, [allow(bob, false)]);
  await fails(bob, pay(bob, alice, "1"), "op_src_not_authorized");
  await done(issuer, [Operation.allowTrust({ trustor: bob.publicKey(), assetCode: "GOLD", authorize: 1 })]);
  const clawback = (key, amount) => [Operation.clawback({ asset: gold, from: key.publicKey(), amount })];
  await fails(issuer, clawback(bob, "1"), "op_not_clawback_enabled");
  await done(issuer, clawback(alice, "5"));
  assert.equal(await balance(alice, gold), "15.0000000");
  // A path within one asset requires no offers; any other path finds none until an offer exists.
  const path = { destination: bob.publicKey(), sendAsset: gold, destAsset: gold };
  await done(alice, [Operation.pathPaymentStrictSend({ ...path, sendAmount: "2", destMin: "2" })]);
  await done(alice, [Operation.pathPaymentStrictReceive({ ...path, sendMax: "3", destAmount: "3" })]);
  assert.equal(await balance(bob, gold), "45.0000000");
  const across = { ...path, sendAsset: Asset.native() };
  const receive = Operation.pathPaymentStrictReceive({ ...across, sendMax: "3", destAmount: "3" });
  const send = Operation.pathPaymentStrictSend({ ...across, sendAmount: "2", destMin: "2" });
  for (const operation of [receive, send]) await fails(alice, [operation], "op_too_few_offers");
  const pool = new sdk.LiquidityPoolAsset(Asset.native(), gold, sdk.LiquidityPoolFeeV18);
  await fails(alice, [Operation.changeTrust({ asset: pool })], "op_not_supported");
}

// Claimable balances.
{
  const now = (await server.ledgers().order("desc").limit(1).call()).records[0];
  const closed = Math.floor(Date.parse(now.closed_at) / 1000);
  const later = Claimant.predicateNot(Claimant.predicateBeforeAbsoluteTime(String(closed + 1000000)));
  const soon = Claimant.predicateBeforeRelativeTime("600");
  const claimants = [new Claimant(bob.publicKey(), soon), new Claimant(alice.publicKey(), later)];
  const create = [Operation.createClaimableBalance({ asset: Asset.native(), amount: "10", claimants })];
  const transaction = await build(alice, create);
  const id = transaction.getClaimableBalanceId(0);
  await server.submitTransaction(transaction);
  assert.deepEqual(await entries(alice), [1, 2, 0]);
  const listed = await server.claimableBalances().claimant(bob.publicKey()).call();
  const found = listed.records.map((record) => [record.id, record.amount, record.sponsor]);
  assert.deepEqual(found, [[id, "10.0000000", alice.publicKey()]]);
  assert.ok(Number(listed.records[0].claimants[0].predicate.abs_before_epoch) > closed + 500, "an absolute time");
  await fails(alice, [Operation.claimClaimableBalance({ balanceId: id })], "op_cannot_claim");
  const before = Number(await balance(bob));
  const claimed = await done(bob, [Operation.claimClaimableBalance({ balanceId: id })]);
  assert.equal(Math.round(Number(await balance(bob)) - before), 10);
  assert.deepEqual(await entries(alice), [1, 0, 0]);
  await fails(bob, [Operation.claimClaimableBalance({ balanceId: id })], "op_does_not_exist");
  await assert.rejects(server.claimableBalances().claimableBalance(id).call(), sdk.NotFoundError);
  // The meta contains the claimed amounts.
  const meta = xdr.TransactionMeta.fromXDR(claimed.result_meta_xdr, "base64");
  const kinds = meta.value().operations()[0].changes().map((change) => change.switch().name);
  assert.ok(kinds.includes("ledgerEntryRemoved"), kinds);
}

// Several signers, of every kind, and thresholds.
{
  const shared = await fund();
  const [second, third] = [random(), random()];
  const secret = Buffer.from("a secret that becomes public");
  const hash = createHash("sha256").update(secret).digest();
  const signer = (rest) => Operation.setOptions({ signer: { weight: 1, ...rest } });
  const limits = Operation.setOptions({ masterWeight: 1, lowThreshold: 1, medThreshold: 2, highThreshold: 3 });
  const payload = Buffer.from("payload!");
  const ed25519SignedPayload = sdk.StrKey.encodeSignedPayload(
    new xdr.SignerKeyEd25519SignedPayload({ ed25519: third.rawPublicKey(), payload }).toXDR(),
  );
  await fails(shared, [signer({ ed25519PublicKey: shared.publicKey() })], "op_bad_signer");
  const more = [{ ed25519PublicKey: second.publicKey() }, { sha256Hash: hash }, { ed25519SignedPayload }];
  await done(shared, [...more.map(signer), limits]);
  assert.equal((await load(shared)).signers.length, 4);
  const pay = [Operation.payment({ destination: bob.publicKey(), asset: Asset.native(), amount: "1" })];
  await fails(shared, pay, "op_bad_auth");
  await done(shared, pay, { others: [second] });
  const withHash = await build(shared, pay);
  withHash.signHashX(secret);
  await server.submitTransaction(withHash);
  const withPayload = await build(shared, pay);
  withPayload.signatures.push(third.signPayloadDecorated(payload));
  await server.submitTransaction(withPayload);
  await fails(shared, [Operation.setOptions({ medThreshold: 0 })], "op_bad_auth", { others: [second] });
  const bump = [Operation.bumpSequence({ bumpTo: "0" })];
  await done(shared, bump);
  // A pre-authorized transaction: it requires no signature, and the signer is removed afterwards.
  const account = await load(shared);
  const later = new sdk.Account(account.accountId(), (BigInt(account.sequence) + 1n).toString());
  const builder = new TransactionBuilder(later, { fee: "100", networkPassphrase });
  const preAuthorized = builder.addOperation(bump[0]).setTimeout(60).build();
  const addPreAuthorized = await build(shared, [signer({ preAuthTx: preAuthorized.hash() })], { others: [second] });
  addPreAuthorized.signHashX(secret);
  await server.submitTransaction(addPreAuthorized);
  assert.equal((await load(shared)).signers.length, 5);
  await server.submitTransaction(preAuthorized);
  assert.equal((await load(shared)).signers.length, 4);
}

// Sponsorship: an account without a balance, its trustline, and the transfer of both.
{
  const sponsored = random();
  const begin = Operation.beginSponsoringFutureReserves({ sponsoredId: sponsored.publicKey() });
  const end = Operation.endSponsoringFutureReserves({ source: sponsored.publicKey() });
  const create = Operation.createAccount({ destination: sponsored.publicKey(), startingBalance: "0" });
  const trust = Operation.changeTrust({ asset: gold, source: sponsored.publicKey() });
  await fails(alice, [begin], "tx_bad_sponsorship");
  const made = await done(alice, [begin, create, trust, end], { others: [sponsored] });
  assert.deepEqual(await entries(sponsored), [1, 0, 3]);
  assert.deepEqual(await entries(alice), [1, 3, 0]);
  const { records } = await server.operations().forTransaction(made.hash).call();
  assert.equal(records[1].sponsor, alice.publicKey());
  assert.equal(records[3].begin_sponsor, alice.publicKey());
  assert.equal((await load(sponsored)).sponsor, alice.publicKey());
  const revoke = Operation.revokeTrustlineSponsorship({ account: sponsored.publicKey(), asset: gold });
  await fails(alice, [revoke], "op_low_reserve");
  await done(alice, [Operation.payment({ destination: sponsored.publicKey(), asset: Asset.native(), amount: "2" })]);
  await done(alice, [revoke]);
  assert.deepEqual(await entries(sponsored), [1, 0, 2]);
  await fails(alice, [revoke], "op_not_sponsor");
  await fails(bob, [Operation.endSponsoringFutureReserves({})], "op_not_sponsored");
  await fails(alice, [Operation.accountMerge({ destination: bob.publicKey() })], "op_has_sub_entries");
}

// Sponsorship of data, signers and claimable balances, and its transfer.
{
  const [payer, heir, owner] = [await fund(), await fund(), await fund("5")];
  const id = owner.publicKey();
  const sandwich = (sponsor, ...inside) => [
    Operation.beginSponsoringFutureReserves({ sponsoredId: id, source: sponsor.publicKey() }),
    ...inside,
    Operation.endSponsoringFutureReserves({ source: id }),
  ];
  const signerKey = random().publicKey();
  const inside = [
    Operation.manageData({ name: "kept", value: "yes", source: id }),
    Operation.setOptions({ signer: { ed25519PublicKey: signerKey, weight: 1 }, source: id }),
  ];
  const claimants = [new Claimant(id, Claimant.predicateUnconditional()), new Claimant(heir.publicKey())];
  const create = Operation.createClaimableBalance({ asset: Asset.native(), amount: "1", claimants, source: id });
  const transaction = await build(payer, sandwich(payer, ...inside, create), { others: [owner] });
  await server.submitTransaction(transaction);
  assert.deepEqual(await entries(owner), [2, 0, 2]);
  assert.deepEqual(await entries(payer), [0, 4, 0]);
  const signer = (await load(owner)).signers.find(({ key }) => key === signerKey);
  assert.equal(signer.sponsor, payer.publicKey());
  const { records } = await server.operations().forTransaction(transaction.hash().toString("hex")).call();
  const by = payer.publicKey();
  assert.deepEqual(records.map(({ sponsor }) => sponsor), [undefined, by, by, by, undefined]);

  const balanceId = (await server.claimableBalances().sponsor(payer.publicKey()).call()).records[0].id;
  const revokeBalance = Operation.revokeClaimableBalanceSponsorship({ balanceId });
  await fails(payer, [revokeBalance], "op_only_transferable");
  await fails(heir, [revokeBalance], "op_not_sponsor");
  // An account that is sponsored while revoking transfers the sponsorship to its sponsor.
  const transferSponsorship = [
    Operation.beginSponsoringFutureReserves({ sponsoredId: payer.publicKey(), source: heir.publicKey() }),
    revokeBalance,
    Operation.revokeDataSponsorship({ account: id, name: "kept" }),
    Operation.endSponsoringFutureReserves({}),
  ];
  await done(payer, transferSponsorship, { others: [heir] });
  assert.deepEqual(await entries(payer), [0, 1, 0]);
  assert.deepEqual(await entries(heir), [0, 3, 0]);
  assert.deepEqual(await entries(owner), [2, 0, 2]);
  await done(payer, [Operation.revokeSignerSponsorship({ account: id, signer: { ed25519PublicKey: signerKey } })]);
  assert.deepEqual(await entries(owner), [2, 0, 1]);
  await fails(heir, [Operation.accountMerge({ destination: bob.publicKey() })], "op_is_sponsor");
  const removeData = Operation.manageData({ name: "kept", value: null });
  await done(owner, [Operation.claimClaimableBalance({ balanceId }), removeData]);
  assert.deepEqual(await entries(heir), [0, 0, 0]);
  assert.deepEqual(await entries(owner), [1, 0, 0]);
  const circle = [
    Operation.beginSponsoringFutureReserves({ sponsoredId: heir.publicKey() }),
    Operation.beginSponsoringFutureReserves({ sponsoredId: payer.publicKey(), source: heir.publicKey() }),
  ];
  const rejected = await codes(done(payer, circle, { others: [heir] }));
  assert.deepEqual(rejected.operations, ["op_success", "op_recursive"]);
}

// Preconditions of a transaction apart from its time bounds (CAP-21).
{
  const pay = [Operation.payment({ destination: bob.publicKey(), asset: Asset.native(), amount: "1" })];
  const extra = random();
  await fails(alice, pay, "tx_bad_auth", { tune: (b) => b.setExtraSigners([extra.publicKey()]) });
  const shown = await done(alice, pay, { others: [extra], tune: (b) => b.setExtraSigners([extra.publicKey()]) });
  assert.deepEqual(shown.preconditions.extra_signers, [extra.publicKey()]);
  await fails(alice, pay, "tx_bad_minseq_age_or_gap", { tune: (b) => b.setMinAccountSequenceLedgerGap(1000) });
  await fails(alice, pay, "tx_too_late", { tune: (b) => b.setLedgerbounds(1, 2) });
  await fails(alice, pay, "tx_too_early", { tune: (b) => b.setLedgerbounds(1000000, 0) });
  await done(alice, pay, { tune: (b) => b.setMinAccountSequence("1") });
}

// A fee bump paid by another account.
{
  const pay = Operation.payment({ destination: alice.publicKey(), asset: Asset.native(), amount: "1" });
  const inner = await build(bob, [pay], { fee: "100" });
  const bump = TransactionBuilder.buildFeeBumpTransaction(alice, "200", inner, networkPassphrase);
  bump.sign(alice);
  const [payer, paid] = [Number(await balance(alice)), Number(await balance(bob))];
  const result = await server.submitTransaction(bump);
  assert.deepEqual([result.fee_charged, result.max_fee], ["200", "400"]);
  assert.equal(result.inner_transaction.hash, inner.hash().toString("hex"));
  assert.equal(Math.round((Number(await balance(alice)) - payer) * 1e7), 1e7 - 200);
  assert.equal(Math.round((paid - Number(await balance(bob))) * 1e7), 1e7);
  const byInner = await server.transactions().transaction(result.inner_transaction.hash).call();
  assert.equal(byInner.hash, result.hash);
  const much = Operation.payment({ destination: alice.publicKey(), asset: Asset.native(), amount: "9999" });
  const poor = await build(bob, [much], { fee: "100" });
  const failing = TransactionBuilder.buildFeeBumpTransaction(alice, "200", poor, networkPassphrase);
  failing.sign(alice);
  assert.deepEqual(await codes(server.submitTransaction(failing)), {
    transaction: "tx_fee_bump_inner_failed",
    inner_transaction: "tx_failed",
    operations: ["op_underfunded"],
  });
}

// A merged account; its history remains.
{
  const leaving = await fund("50");
  const before = Number(await balance(bob));
  const merged = await done(leaving, [Operation.accountMerge({ destination: bob.publicKey() })]);
  const result = xdr.TransactionResult.fromXDR(merged.result_xdr, "base64").result().results()[0].tr();
  assert.equal(result.accountMergeResult().sourceAccountBalance().toString(), "499999900");
  assert.equal(Math.round((Number(await balance(bob)) - before) * 1e7), 499999900);
  await assert.rejects(load(leaving), sdk.NotFoundError);
  const { records } = await server.operations().forAccount(leaving.publicKey()).call();
  assert.deepEqual(records.map(({ type }) => type), ["create_account", "account_merge"]);
}

// At once, without waiting for the ledger.
{
  const pay = Operation.payment({ destination: bob.publicKey(), asset: Asset.native(), amount: "1" });
  const transaction = await build(alice, [pay]);
  const hash = transaction.hash().toString("hex");
  const sent = await server.submitAsyncTransaction(transaction);
  assert.deepEqual([sent.tx_status, sent.hash], ["PENDING", hash]);
  await assert.rejects(server.transactions().transaction(hash).call(), sdk.NotFoundError);
  const twice = await server.submitAsyncTransaction(transaction).catch((error) => error.response);
  assert.deepEqual([twice.status, twice.data.tx_status], [409, "DUPLICATE"]);
  const second = await build(alice, [pay], { fee: "300" });
  const other = await server.submitAsyncTransaction(second).catch((error) => error.response);
  assert.deepEqual([other.status, other.data.tx_status], [503, "TRY_AGAIN_LATER"]);
  const mined = await post("mine", { chain: "xlm" });
  assert.deepEqual(mined.body.data.txids, [hash]);
  assert.equal((await server.transactions().transaction(hash).call()).successful, true);
  const bad = await server.submitAsyncTransaction(transaction).catch((error) => error.response);
  assert.deepEqual([bad.status, bad.data.tx_status], [400, "ERROR"]);
  const code = xdr.TransactionResult.fromXDR(bad.data.error_result_xdr, "base64").result().switch().name;
  assert.equal(code, "txBadSeq");
}

// Friendbot, pages, fees, and invalid requests.
{
  const key = random();
  await server.friendbot(key.publicKey()).call();
  assert.equal(await balance(key), "10000.0000000");
  const pages = [];
  let page = await server.operations().forAccount(bob.publicKey()).order("desc").limit(5).call();
  while (page.records.length > 0) {
    pages.push(...page.records.map((record) => record.paging_token));
    page = await page.next();
  }
  const all = (await server.operations().forAccount(bob.publicKey()).order("asc").limit(200).call()).records;
  assert.deepEqual(pages.reverse(), all.map((record) => record.paging_token));
  assert.equal((await server.feeStats()).last_ledger_base_fee, "100");
  const status = async (path, init) => (await fetch(`${horizon}${path}`, init)).status;
  assert.equal(await status("/accounts/G"), 400);
  assert.equal(await status(`/accounts/${random().publicKey()}/operations`), 404);
  assert.equal(await status("/operations?limit=201"), 400);
  assert.equal(await status("/operations?cursor=-1"), 400);
  const json = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
  assert.equal(await status("/transactions", json), 415);
  const form = { method: "POST", body: new URLSearchParams({ tx: "AAAA" }) };
  assert.equal(await status("/transactions", form), 400);
}
