// Trades on the sandbox's Stellar ledger, through @stellar/stellar-sdk and the sandbox's Horizon.
//
//   node stellar_offers.mjs NODE_MODULES HORIZON CALLS     HORIZON: the chain's path; CALLS: faucet and mine
import assert from "node:assert/strict";
import { balance, build, codes, done, entries, fails, fund, load, random, sdk, server } from "./stellar_kit.mjs";

const { Asset, Operation, xdr } = sdk;
const native = Asset.native();

/** Creates an account with trustlines for these assets and 1000 of each. */
const trader = async (...assets) => {
  const key = await fund();
  for (const asset of assets) {
    await done(key, [Operation.changeTrust({ asset })]);
    await done(issuer, [Operation.payment({ destination: key.publicKey(), asset, amount: "1000" })]);
  }
  return key;
};
const result = (sent) => {
  const [first] = xdr.TransactionResult.fromXDR(sent.result_xdr, "base64").result().results();
  return first.tr().value().value();
};
/** Returns the resulting offer and the claimed offers: seller, offer, sold, bought. */
const outcome = (sent) => {
  const success = result(sent);
  const effect = success.offer();
  const id = effect.switch().name === "manageOfferDeleted" ? null : effect.offer().offerId().toString();
  return { effect: effect.switch().name, id, claims: success.offersClaimed().map(claim) };
};
const claim = (atom) => {
  assert.equal(atom.switch().name, "claimAtomTypeOrderBook");
  const { offerId, amountSold, amountBought } = atom.value()._attributes;
  return [offerId, amountSold, amountBought].map(String);
};
const sell = (selling, buying, amount, price, offerId = "0") =>
  Operation.manageSellOffer({ selling, buying, amount, price, offerId });
const buy = (selling, buying, buyAmount, price, offerId = "0") =>
  Operation.manageBuyOffer({ selling, buying, buyAmount, price, offerId });
const liabilities = async (key, asset) => {
  const { balances } = await load(key);
  const found = balances.find((line) =>
    asset.isNative() ? line.asset_type === "native" : line.asset_code === asset.code,
  );
  return [found.buying_liabilities, found.selling_liabilities];
};

const issuer = await fund();
const gold = new Asset("GOLD", issuer.publicKey());
const iron = new Asset("IRON", issuer.publicKey());
const maker = await trader(gold);
const taker = await trader(gold);

// An offer is created, listed, updated, deleted.
{
  const made = outcome(await done(maker, [sell(gold, native, "100", { n: 5, d: 2 })]));
  assert.deepEqual([made.effect, made.claims], ["manageOfferCreated", []]);
  assert.deepEqual(await entries(maker), [2, 0, 0]);
  assert.deepEqual(await liabilities(maker, gold), ["0.0000000", "100.0000000"]);
  assert.deepEqual(await liabilities(maker, native), ["250.0000000", "0.0000000"]);
  const shown = await server.offers().offer(made.id).call();
  const { seller, amount, price, price_r, selling, buying } = shown;
  assert.deepEqual({ seller, amount, price, price_r }, {
    seller: maker.publicKey(),
    amount: "100.0000000",
    price: "2.5000000",
    price_r: { n: 5, d: 2 },
  });
  const { asset_code, asset_issuer } = selling;
  assert.deepEqual([asset_code, asset_issuer, buying.asset_type], ["GOLD", issuer.publicKey(), "native"]);
  const ids = async (call) => (await call.call()).records.map(({ id }) => id);
  assert.deepEqual(await ids(server.offers().forAccount(maker.publicKey())), [made.id]);
  assert.deepEqual(await ids(server.offers().seller(maker.publicKey())), [made.id]);
  assert.deepEqual(await ids(server.offers().selling(gold).buying(native)), [made.id]);
  assert.deepEqual(await ids(server.offers().selling(native)), []);
  const changed = await done(maker, [sell(gold, native, "40", "3", made.id)]);
  assert.deepEqual(outcome(changed), { effect: "manageOfferUpdated", id: made.id, claims: [] });
  assert.deepEqual(await liabilities(maker, native), ["120.0000000", "0.0000000"]);
  const { records } = await server.operations().forTransaction(changed.hash).call();
  const found = [records[0].type, records[0].offer_id, records[0].amount, records[0].price];
  assert.deepEqual(found, ["manage_sell_offer", made.id, "40.0000000", "3.0000000"]);
  // Selling liabilities can neither be paid nor exceed the trustline's limit.
  const pay = Operation.payment({ destination: taker.publicKey(), asset: gold, amount: "960.0000001" });
  await fails(maker, [pay], "op_underfunded");
  await fails(taker, [sell(gold, native, "1", "3", made.id)], "op_offer_not_found");
  await fails(maker, [Operation.changeTrust({ asset: gold, limit: "999" })], "op_invalid_limit");
  const deleted = outcome(await done(maker, [sell(gold, native, "0", "3", made.id)]));
  assert.equal(deleted.effect, "manageOfferDeleted");
  assert.deepEqual(await entries(maker), [1, 0, 0]);
  assert.deepEqual(await liabilities(maker, native), ["0.0000000", "0.0000000"]);
  await assert.rejects(server.offers().offer(made.id).call(), sdk.NotFoundError);
}

// Rejections of offers.
{
  const newAccount = await fund("3");
  await fails(newAccount, [sell(gold, native, "1", "1")], "op_sell_no_trust");
  await fails(newAccount, [sell(native, gold, "1", "1")], "op_buy_no_trust");
  await fails(maker, [sell(gold, native, "1000.0000001", "1")], "op_underfunded");
  await fails(maker, [sell(gold, gold, "1", "1")], "op_malformed");
  await fails(maker, [sell(gold, native, "0", "1")], "op_malformed");
  await fails(maker, [buy(gold, native, "0", "1")], "op_malformed");
  await fails(maker, [buy(gold, native, "2000", "1")], "op_underfunded");
  await fails(maker, [sell(gold, native, "1", "1", "999999")], "op_offer_not_found");
  await done(newAccount, [Operation.changeTrust({ asset: gold, limit: "5" })]);
  await fails(newAccount, [sell(gold, native, "1", "1")], "op_underfunded");
  await fails(newAccount, [buy(native, gold, "6", "0.1")], "op_line_full");
  // 3 lumens less fees, of which 1.5 are the account's reserve and another 0.5 the offer's.
  await fails(newAccount, [sell(native, gold, "1", "1")], "op_underfunded");
  await done(newAccount, [sell(native, gold, "0.9", "1")]);
  const spare = Operation.payment({ destination: issuer.publicKey(), asset: native, amount: "0.1" });
  await fails(newAccount, [spare], "op_underfunded");
  await fails(newAccount, [Operation.manageData({ name: "one", value: "more" })], "op_low_reserve");
  // The offered lumens are taken while the reserve remains.
  await done(taker, [sell(gold, native, "0.9", "1")]);
  assert.equal(await balance(newAccount, gold), "0.9000000");
  assert.deepEqual(await entries(newAccount), [1, 0, 0]);
}

// Price first, then age; the maker's price applies; the remainder becomes an offer.
{
  const [cheap, old, young] = [await trader(gold), await trader(gold), await trader(gold)];
  const offer = async (key, amount, price) => outcome(await done(key, [sell(gold, native, amount, price)])).id;
  const ids = [await offer(old, "10", "2"), await offer(young, "10", "2"), await offer(cheap, "10", "1.5")];
  const before = Number(await balance(taker, gold));
  const bought = outcome(await done(taker, [buy(native, gold, "25", "2")]));
  const amounts = [["100000000", "150000000"], ["100000000", "200000000"], ["50000000", "100000000"]];
  const expected = [ids[2], ids[0], ids[1]].map((id, index) => [id, ...amounts[index]]);
  assert.deepEqual(bought, { effect: "manageOfferDeleted", id: null, claims: expected });
  assert.equal(Number(await balance(taker, gold)), before + 25);
  assert.deepEqual((await server.offers().offer(ids[1]).call()).amount, "5.0000000");
  assert.deepEqual(await entries(cheap), [1, 0, 0]);
  const rest = outcome(await done(taker, [buy(native, gold, "8", "2")]));
  assert.equal(rest.effect, "manageOfferCreated");
  assert.deepEqual(rest.claims, [[ids[1], "50000000", "100000000"]]);
  // The book has the price in terms of the sold asset, and the sold amount.
  const left = await server.offers().offer(rest.id).call();
  assert.deepEqual([left.amount, left.price], ["6.0000000", "0.5000000"]);
  await fails(taker, [sell(gold, native, "1", "2")], "op_cross_self");
  // A passive offer does not cross one of the same price.
  const { selling, buying, price } = { selling: gold, buying: native, price: "2" };
  const passive = await done(maker, [Operation.createPassiveSellOffer({ selling, buying, amount: "3", price })]);
  assert.equal(outcome(passive).effect, "manageOfferCreated");
  const { records } = await server.operations().forTransaction(passive.hash).call();
  assert.deepEqual([records[0].type, records[0].offer_id], ["create_passive_sell_offer", undefined]);
  const better = await done(maker, [sell(gold, native, "3", "1.9", outcome(passive).id)]);
  assert.deepEqual(outcome(better).claims, [[rest.id, "60000000", "30000000"]]);
  assert.deepEqual(await entries(taker), [1, 0, 0]);
}

// Path payments, with exact amounts on either side.
{
  const [smith, sender] = [await trader(gold, iron), await trader(gold)];
  const receiver = await trader(iron);
  const first = await done(maker, [sell(native, gold, "300", "0.5")]);
  const second = await done(smith, [sell(iron, native, "100", { n: 1, d: 3 })]);
  const ids = [first, second].map((sent) => outcome(sent).id);
  const between = { destination: receiver.publicKey(), sendAsset: gold, destAsset: iron, path: [native] };
  const claimed = (sent) => {
    const success = result(sent);
    return [success.offers().map(claim), success.last().amount().toString()];
  };
  const exact = Operation.pathPaymentStrictReceive({ ...between, destAmount: "30", sendMax: "5" });
  const received = await done(sender, [exact]);
  const expected = [[ids[0], "100000000", "50000000"], [ids[1], "300000000", "100000000"]];
  assert.deepEqual(claimed(received), [expected, "300000000"]);
  assert.deepEqual([await balance(receiver, iron), await balance(sender, gold)], ["1030.0000000", "995.0000000"]);
  const found = (await server.operations().forTransaction(received.hash).call()).records[0];
  assert.deepEqual([found.source_amount, found.amount, found.source_max], ["5.0000000", "30.0000000", "5.0000000"]);
  assert.deepEqual(found.path, [{ asset_type: "native" }]);
  const sending = Operation.pathPaymentStrictSend({ ...between, sendAmount: "2", destMin: "12" });
  const sent = await done(sender, [sending]);
  assert.deepEqual(claimed(sent)[1], "120000000");
  const other = (await server.operations().forTransaction(sent.hash).call()).records[0];
  const amounts = [other.source_amount, other.amount, other.destination_min];
  assert.deepEqual(amounts, ["2.0000000", "12.0000000", "12.0000000"]);
  const receive = (destAmount, sendMax) =>
    Operation.pathPaymentStrictReceive({ ...between, destAmount, sendMax });
  await fails(sender, [receive("30", "4.9999999")], "op_over_source_max");
  await fails(sender, [receive("59", "900")], "op_too_few_offers");
  const send = (sendAmount, destMin) => Operation.pathPaymentStrictSend({ ...between, sendAmount, destMin });
  await fails(sender, [send("2", "12.0000001")], "op_under_dest_min");
  await fails(sender, [send("994", "1")], "op_underfunded");
  await fails(smith, [send("1", "1")], "op_cross_self");
  // The sender may be its counterparty's counterparty, but a merged account receives nothing.
  const missing = { ...between, destination: random().publicKey() };
  const away = Operation.pathPaymentStrictReceive({ ...missing, destAmount: "1", sendMax: "1" });
  await fails(sender, [away], "op_no_destination");
  await done(maker, [sell(native, gold, "0", "0.5", ids[0])]);
}

// An account that loses the authorization for an asset loses its offers; one that may only maintain
// liabilities retains them.
{
  const strict = await fund();
  const flags = sdk.AuthRequiredFlag | sdk.AuthRevocableFlag;
  await done(strict, [Operation.setOptions({ setFlags: flags })]);
  const bond = new Asset("BOND", strict.publicKey());
  const holder = await fund();
  const trustor = holder.publicKey();
  await done(holder, [Operation.changeTrust({ asset: bond })]);
  await fails(holder, [sell(native, bond, "1", "1")], "buy_not_authorized");
  const allow = (rights) => Operation.setTrustLineFlags({ trustor, asset: bond, flags: rights });
  await done(strict, [allow({ authorized: true })]);
  await done(strict, [Operation.payment({ destination: trustor, asset: bond, amount: "50" })]);
  const made = [sell(bond, native, "20", "4"), sell(native, bond, "10", "1")];
  await done(holder, made);
  assert.deepEqual(await entries(holder), [3, 0, 0]);
  await done(strict, [allow({ authorized: false, authorizedToMaintainLiabilities: true })]);
  assert.deepEqual(await entries(holder), [3, 0, 0]);
  await fails(holder, [sell(bond, native, "1", "4")], "sell_not_authorized");
  // The issuer trades its asset without a trustline; the holder's offer with liabilities is executed.
  const bought = outcome(await done(strict, [buy(native, bond, "5", "4")]));
  assert.deepEqual([bought.effect, bought.claims.length], ["manageOfferDeleted", 1]);
  assert.equal(await balance(holder, bond), "45.0000000");
  await done(strict, [allow({ authorizedToMaintainLiabilities: false })]);
  assert.deepEqual(await entries(holder), [1, 0, 0]);
  assert.deepEqual(await liabilities(holder, native), ["0.0000000", "0.0000000"]);
  assert.deepEqual((await server.offers().forAccount(trustor).call()).records, []);
}

// A sponsor pays the reserve of an offer, transfers it, and gets it back when the offer is taken.
{
  const [sponsor, owner] = [await fund(), await trader(gold)];
  const sponsored = [
    Operation.beginSponsoringFutureReserves({ sponsoredId: owner.publicKey(), source: sponsor.publicKey() }),
    sell(gold, native, "10", "1.25"),
    Operation.endSponsoringFutureReserves({}),
  ];
  const sent = await server.submitTransaction(await build(owner, sponsored, { others: [sponsor] }));
  const [, made] = xdr.TransactionResult.fromXDR(sent.result_xdr, "base64").result().results();
  const id = made.tr().value().value().offer().offer().offerId().toString();
  assert.equal((await server.offers().sponsor(sponsor.publicKey()).call()).records[0].id, id);
  assert.deepEqual([await entries(owner), await entries(sponsor)], [[2, 0, 1], [0, 1, 0]]);
  await done(owner, [sell(gold, native, "20", "1.25", id)]);
  assert.equal((await server.offers().offer(id).call()).sponsor, sponsor.publicKey());
  const revoke = Operation.revokeOfferSponsorship({ seller: owner.publicKey(), offerId: id });
  await done(sponsor, [revoke]);
  assert.deepEqual([await entries(owner), await entries(sponsor)], [[2, 0, 0], [0, 0, 0]]);
  await fails(owner, [Operation.accountMerge({ destination: maker.publicKey() })], "op_has_sub_entries");
  // An order that is filled immediately requires its reserve temporarily and releases it.
  await done(taker, [buy(native, gold, "20", "1.25")]);
  assert.deepEqual([await entries(owner), await entries(taker)], [[1, 0, 0], [1, 0, 0]]);
}

// A failed transaction leaves the book unchanged and consumes no offer ID.
{
  const before = outcome(await done(maker, [sell(gold, native, "1", "9")])).id;
  const both = [sell(gold, native, "1", "8"), sell(gold, native, "5000", "8")];
  const failed = await codes(done(maker, both));
  assert.deepEqual(failed.operations, ["op_success", "op_underfunded"]);
  const after = outcome(await done(maker, [sell(gold, native, "1", "7")])).id;
  assert.equal(BigInt(after), BigInt(before) + 1n);
}
