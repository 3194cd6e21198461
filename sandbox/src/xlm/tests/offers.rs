//! Tests of offers: order of checks and restarts. The tests of the workspace
//! (`tests/nodes/sandbox/stellar_offers.mjs`) validate further cases with a third-party library.

use super::*;
use crate::xlm::exchange::{Bound, Limits, Rounding, adjusted, exchange};
use crate::xlm::state::account::trust_line_asset;
use stellar_xdr::{
    ChangeTrustAsset, ChangeTrustOp, ManageBuyOfferOp, ManageSellOfferOp, OfferEntry, OperationResult,
    OperationResultTr, PathPaymentStrictSendOp, Price, TransactionResultResult,
};

/// Returns the issuer of GOLD and two holders with one hundred lumens and sixty GOLD each.
fn market(node: &Node) -> [TestWallet; 3] {
    let market = [1, 2, 3].map(|seed| TestWallet::funded(node, seed));
    let [issuer, makers @ ..] = &market;
    for maker in makers {
        maker.does(node, trust(issuer));
        let payment = PaymentOp {
            destination: maker.account(),
            asset: issuer.asset("GOLD"),
            amount: 60 * COIN,
        };
        issuer.does(node, OperationBody::Payment(payment));
    }
    market
}

fn trust(issuer: &TestWallet) -> OperationBody {
    let Asset::CreditAlphanum4(gold) = issuer.asset("GOLD") else {
        panic!("another code")
    };
    OperationBody::ChangeTrust(ChangeTrustOp {
        line: ChangeTrustAsset::CreditAlphanum4(gold),
        limit: 1000 * COIN,
    })
}

fn sell(gold: Asset, amount: i64, (n, d): (i32, i32), offer_id: i64) -> OperationBody {
    OperationBody::ManageSellOffer(ManageSellOfferOp {
        selling: gold,
        buying: Asset::Native,
        amount,
        price: Price { n, d },
        offer_id,
    })
}

fn buy(gold: Asset, buy_amount: i64, (n, d): (i32, i32)) -> OperationBody {
    OperationBody::ManageBuyOffer(ManageBuyOfferOp {
        selling: Asset::Native,
        buying: gold,
        buy_amount,
        price: Price { n, d },
        offer_id: 0,
    })
}

fn offers(node: &Node) -> Vec<OfferEntry> {
    node.read(|ledger| ledger.state().offers().map(|(offer, _)| offer.clone()).collect())
}

/// Returns the codes of an operation that fails in the ledger.
#[track_caller]
fn failure(node: &Node, envelope: &str) -> Vec<String> {
    let included = node.settle(envelope).unwrap();
    assert!(!included.is_success);
    Codes::of(&included.result).operations
}

#[test]
fn offers_and_their_ids_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("xlm.jsonl");
    let first = open(Some(&file));
    let [issuer, maker, taker] = market(&first);
    let gold = || issuer.asset("GOLD");
    maker.does(&first, sell(gold(), 10 * COIN, (2, 1), 0));
    taker.does(&first, buy(gold(), 4 * COIN, (2, 1)));
    maker.does(&first, sell(gold(), COIN, (9, 1), 0));
    let before = offers(&first);
    let ids: Vec<_> = before.iter().map(|offer| (offer.offer_id, offer.amount)).collect();
    assert_eq!(ids, [(1, 6 * COIN), (2, COIN)]);
    let header = first.read(|ledger| ledger.tip().header.clone());
    assert_eq!(header.id_pool, 2);
    drop(first);

    let second = open(Some(&file));
    assert_eq!(offers(&second), before);
    assert_eq!(second.read(|ledger| ledger.tip().header.clone()), header);
    let included = maker.does(&second, sell(gold(), COIN, (8, 1), 0));
    let TransactionResultResult::TxSuccess(results) = &included.result.result else {
        panic!("the transaction failed")
    };
    let OperationResult::OpInner(OperationResultTr::ManageSellOffer(result)) = &results[0] else {
        panic!("another result")
    };
    assert!(format!("{result:?}").contains("offer_id: 3"), "{result:?}");
}

#[test]
fn offer_liabilities_are_the_only_liabilities() {
    let node = open(None);
    let [issuer, maker, taker] = market(&node);
    let gold = || issuer.asset("GOLD");
    // An indivisible price, crossed in uneven amounts.
    maker.does(&node, sell(gold(), 1_000_003, (7, 3), 0));
    maker.does(&node, sell(gold(), 777_777, (3, 7), 0));
    for amount in [101, 12_345, 99, 700_001, 333_333] {
        taker.does(&node, buy(gold(), amount, (7, 3)));
    }
    let lines = node.read(|ledger| {
        let held = trust_line_asset(&gold()).unwrap();
        [&maker, &taker].map(|wallet| {
            let native = ledger.state().account(&wallet.id()).unwrap().liabilities.clone();
            let line = ledger.state().trust_line(&wallet.id(), &held).unwrap();
            (native, line.liabilities.clone(), line.balance)
        })
    });
    let bound = |seller: &TestWallet| {
        let own = offers(&node).into_iter().filter(|offer| offer.seller_id == seller.id());
        own.map(|offer| Bound::by(&offer))
            .fold((0, 0), |sum, bound| (sum.0 + bound.selling, sum.1 + bound.buying))
    };
    let (selling, buying) = bound(&maker);
    assert!(selling > 0 && buying > 0, "a remainder is left");
    assert_eq!((lines[0].1.selling, lines[0].0.buying), (selling, buying));
    assert_eq!((lines[1].1.buying, lines[1].0.selling), (0, 0));
    assert_eq!(lines[0].2 + lines[1].2, 120 * COIN, "nothing is lost");
}

#[test]
fn offer_rejections_follow_the_check_order() {
    let node = open(None);
    let [issuer, maker, _] = market(&node);
    let gold = || issuer.asset("GOLD");
    let outsider = TestWallet::funded(&node, 9);
    let submitted = |wallet: &TestWallet, body| failure(&node, &wallet.sign(&node, 100, body));
    // The trustlines are checked before the existence of the offer.
    assert_eq!(submitted(&outsider, sell(gold(), 1, (1, 1), 77)), ["op_sell_no_trust"]);
    assert_eq!(submitted(&outsider, buy(gold(), 1, (1, 1))), ["op_buy_no_trust"]);
    assert_eq!(submitted(&maker, sell(gold(), 0, (1, 1), 77)), ["op_offer_not_found"]);
    outsider.does(&node, trust(&issuer));
    assert_eq!(submitted(&outsider, sell(gold(), 1, (1, 1), 0)), ["op_underfunded"]);
    // The trustline has a balance of 60 and a limit of 1000.
    assert_eq!(submitted(&maker, buy(gold(), 941 * COIN, (1, 1000))), ["op_line_full"]);
    maker.does(&node, buy(gold(), 940 * COIN, (1, 1000)));
    assert_eq!(submitted(&maker, sell(gold(), COIN, (1, 1000), 0)), ["op_cross_self"]);
}

#[test]
fn path_without_matching_offers_fails() {
    let node = open(None);
    let [issuer, sender, receiver] = market(&node);
    let across = PathPaymentStrictSendOp {
        send_asset: Asset::Native,
        send_amount: COIN,
        destination: receiver.account(),
        dest_asset: issuer.asset("GOLD"),
        dest_min: 1,
        path: codec::list(Vec::new()),
    };
    let across = || OperationBody::PathPaymentStrictSend(across.clone());
    assert_eq!(
        failure(&node, &sender.sign(&node, 100, across())),
        ["op_too_few_offers"]
    );
    // An offer for half of the sent amount does not suffice.
    receiver.does(&node, sell(issuer.asset("GOLD"), COIN, (1, 2), 0));
    assert_eq!(
        failure(&node, &sender.sign(&node, 100, across())),
        ["op_too_few_offers"]
    );
    // The destination may be the seller.
    receiver.does(&node, sell(issuer.asset("GOLD"), COIN, (1, 2), 0));
    sender.does(&node, across());
    assert_eq!(offers(&node), []);
}

const MAX: i64 = i64::MAX;
const ABOVE: (i32, i32) = (3, 2);
const BELOW: (i32, i32) = (2, 3);

#[track_caller]
fn check((n, d): (i32, i32), limits: [i64; 4], rounding: Rounding, expected: (i64, i64)) {
    let [maker_gives, taker_takes, taker_pays, maker_earns] = limits;
    let limits = Limits {
        maker_gives,
        maker_earns,
        taker_takes,
        taker_pays,
    };
    let exchange = exchange(&Price { n, d }, limits, rounding);
    assert_eq!((exchange.given, exchange.paid), expected, "{n}/{d} {limits:?}");
}

#[test]
fn rounding_favours_the_remaining_side() {
    for (price, gives, pays, expected) in [
        (ABOVE, 3000, 4501, (3000, 4500)),
        (ABOVE, 3000, 4500, (3000, 4500)),
        (ABOVE, 3000, 4499, (2999, 4499)),
        (ABOVE, 2999, 4499, (2999, 4498)),
        (ABOVE, 2999, 4498, (2998, 4497)),
        (BELOW, 3000, 2001, (3000, 2000)),
        (BELOW, 3000, 2000, (3000, 2000)),
        (BELOW, 3000, 1999, (2998, 1999)),
        (BELOW, 2999, 2000, (2999, 1999)),
        (BELOW, 2999, 1999, (2998, 1999)),
    ] {
        check(price, [gives, MAX, pays, MAX], Rounding::Offer, expected);
    }
    for (price, takes, earns, expected) in [
        (ABOVE, 3000, 4501, (3000, 4500)),
        (ABOVE, 3000, 4499, (2999, 4498)),
        (ABOVE, 2999, 4499, (2999, 4499)),
        (ABOVE, 2999, 4498, (2998, 4497)),
        (BELOW, 3000, 2001, (3000, 2000)),
        (BELOW, 3000, 1999, (2999, 1999)),
        (BELOW, 2999, 2000, (2998, 1999)),
        (BELOW, 2999, 1999, (2999, 1999)),
    ] {
        check(price, [MAX, takes, MAX, earns], Rounding::Offer, expected);
    }
    for (price, gives, takes, expected) in [
        (ABOVE, 3000, 3001, (3000, 4500)),
        (ABOVE, 3000, 2999, (2999, 4499)),
        (BELOW, 3000, 3001, (3000, 2000)),
        (BELOW, 3000, 2999, (2998, 1999)),
    ] {
        check(price, [gives, takes, MAX, MAX], Rounding::Offer, expected);
    }
    for (price, pays, earns, expected) in [
        (ABOVE, 4500, 4501, (3000, 4500)),
        (ABOVE, 4500, 4499, (2999, 4498)),
        (BELOW, 2000, 2001, (3000, 2000)),
        (BELOW, 2000, 1999, (2999, 1999)),
    ] {
        check(price, [MAX, MAX, pays, earns], Rounding::Offer, expected);
    }
}

#[test]
fn offers_exchange_nothing_if_rounding_exceeds_one_percent() {
    for (gives, takes, expected) in [
        (28, 27, (0, 0)),
        (28, 26, (26, 39)),
        (52, 51, (51, 77)),
        (52, 50, (50, 75)),
    ] {
        check(ABOVE, [gives, takes, MAX, MAX], Rounding::Offer, expected);
    }
}

#[test]
fn path_payments_are_exact_at_any_cost() {
    for (price, gives, takes, expected) in [
        (ABOVE, 28, 27, (27, 41)),
        (ABOVE, 150, 101, (101, 152)),
        (BELOW, 150, 101, (101, 68)),
    ] {
        check(price, [gives, takes, MAX, MAX], Rounding::StrictReceive, expected);
    }
    check(BELOW, [150, 101, MAX, MAX], Rounding::Offer, (100, 67));
    for (price, gives, takes, pays, expected) in [
        (ABOVE, 28, MAX, 41, (27, 41)),
        (ABOVE, 97, MAX, 145, (96, 145)),
        (BELOW, 97, 95, MAX, (95, MAX)),
        ((2, 1), 1, MAX, 1, (0, 1)),
    ] {
        check(price, [gives, takes, pays, MAX], Rounding::StrictSend, expected);
    }
}

#[test]
fn offers_are_reduced_to_the_exchangeable_amount() {
    for ((n, d), gives, earns, expected) in [
        ((1, 1000), 2001, MAX, 2000),
        ((1, 1000), 2000, MAX, 2000),
        ((1, 1000), 1999, MAX, 1000),
        ((1, 1000), 2000, 3, 2000),
        ((1, 1000), 2000, 1, 1000),
        ((1000, 1), 399, MAX, 399),
        ((1000, 1), 400, 400_001, 400),
        ((1000, 1), 400, 399_999, 399),
        ((7, 3), 428, 999, 428),
        ((7, 3), 428, 998, 427),
        ((7, 3), 428, 997, 427),
        ((3, 7), 1001, MAX, 1001),
        ((3, 7), 1000, MAX, 999),
        ((3, 7), 1000, 429, 999),
        ((3, 7), 1000, 427, 997),
        (ABOVE, 29, MAX, 0),
        (ABOVE, 28, MAX, 28),
        (ABOVE, 27, MAX, 0),
        (ABOVE, 51, MAX, 51),
    ] {
        let price = Price { n, d };
        let once = adjusted(&price, gives, earns);
        assert_eq!(once, expected, "{n}/{d} {gives} {earns}");
        assert_eq!(adjusted(&price, once, earns), once, "twice: {n}/{d} {gives} {earns}");
    }
}
