//! Offers where the order of what is checked counts, and over a restart. Other people's library judges the rest in the
//! tests of the workspace (`tests/nodes/sandbox/stellar_offers.mjs`).

use super::*;
use stellar_xdr::{
    ChangeTrustAsset, ChangeTrustOp, ManageBuyOfferOp, ManageSellOfferOp, OfferEntry, OperationResult,
    OperationResultTr, PathPaymentStrictSendOp, Price, TransactionResultResult,
};

/// The issuer of GOLD, and two who hold a hundred lumens and sixty GOLD each.
fn market(node: &Node) -> [Purse; 3] {
    let market = [1, 2, 3].map(|seed| Purse::funded(node, seed));
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

fn trust(issuer: &Purse) -> OperationBody {
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
    node.read(|ledger| ledger.world().offers().map(|(offer, _)| offer.clone()).collect())
}

/// What an operation that is refused in its ledger comes to.
#[track_caller]
fn failure(node: &Node, envelope: &str) -> Vec<String> {
    let included = node.settle(envelope).unwrap();
    assert!(!included.is_success);
    Codes::of(&included.result).operations
}

#[test]
fn offers_survive_a_restart_and_go_on_with_their_numbers() {
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
        panic!("no success")
    };
    let OperationResult::OpInner(OperationResultTr::ManageSellOffer(result)) = &results[0] else {
        panic!("another result")
    };
    assert!(format!("{result:?}").contains("offer_id: 3"), "{result:?}");
}

#[test]
fn what_an_offer_binds_is_all_that_is_bound() {
    let node = open(None);
    let [issuer, maker, taker] = market(&node);
    let gold = || issuer.asset("GOLD");
    // A price that never divides evenly, taken in uneven bits.
    maker.does(&node, sell(gold(), 1_000_003, (7, 3), 0));
    maker.does(&node, sell(gold(), 777_777, (3, 7), 0));
    for amount in [101, 12_345, 99, 700_001, 333_333] {
        taker.does(&node, buy(gold(), amount, (7, 3)));
    }
    let lines = node.read(|ledger| {
        let held = super::super::holdings::trust_line_asset(&gold()).unwrap();
        [&maker, &taker].map(|who| {
            let native = ledger.world().account(&who.id()).unwrap().liabilities.clone();
            let line = ledger.world().trust_line(&who.id(), &held).unwrap();
            (native, line.liabilities.clone(), line.balance)
        })
    });
    let bound = |seller: &Purse| {
        let own = offers(&node).into_iter().filter(|offer| offer.seller_id == seller.id());
        own.map(|offer| super::super::exchange::Bound::by(&offer))
            .fold((0, 0), |sum, bound| (sum.0 + bound.selling, sum.1 + bound.buying))
    };
    let (selling, buying) = bound(&maker);
    assert!(selling > 0 && buying > 0, "something is left");
    assert_eq!((lines[0].1.selling, lines[0].0.buying), (selling, buying));
    assert_eq!((lines[1].1.buying, lines[1].0.selling), (0, 0));
    assert_eq!(lines[0].2 + lines[1].2, 120 * COIN, "nothing is lost");
}

#[test]
fn what_offers_are_refused_with_in_their_order() {
    let node = open(None);
    let [issuer, maker, _] = market(&node);
    let gold = || issuer.asset("GOLD");
    let stranger = Purse::funded(&node, 9);
    let sent = |purse: &Purse, body| failure(&node, &purse.sign(&node, 100, body));
    // What is asked of the lines comes before whether there is such an offer.
    assert_eq!(sent(&stranger, sell(gold(), 1, (1, 1), 77)), ["op_sell_no_trust"]);
    assert_eq!(sent(&stranger, buy(gold(), 1, (1, 1))), ["op_buy_no_trust"]);
    assert_eq!(sent(&maker, sell(gold(), 0, (1, 1), 77)), ["op_offer_not_found"]);
    stranger.does(&node, trust(&issuer));
    assert_eq!(sent(&stranger, sell(gold(), 1, (1, 1), 0)), ["op_underfunded"]);
    // The line holds 60 of at most 1000.
    assert_eq!(sent(&maker, buy(gold(), 941 * COIN, (1, 1000))), ["op_line_full"]);
    maker.does(&node, buy(gold(), 940 * COIN, (1, 1000)));
    assert_eq!(sent(&maker, sell(gold(), COIN, (1, 1000), 0)), ["op_cross_self"]);
}

#[test]
fn a_path_across_nobodys_offers_finds_none() {
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
    // Half of what is sent is not enough.
    receiver.does(&node, sell(issuer.asset("GOLD"), COIN, (1, 2), 0));
    assert_eq!(
        failure(&node, &sender.sign(&node, 100, across())),
        ["op_too_few_offers"]
    );
    // Whoever is paid may be the one who sells.
    receiver.does(&node, sell(issuer.asset("GOLD"), COIN, (1, 2), 0));
    sender.does(&node, across());
    assert_eq!(offers(&node), []);
}
