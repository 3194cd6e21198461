//! Tests of the change of the coin balance, the direction and the confirmations.

use super::{
    CONTRACT, Entry, HistoryPosition, LISTED, OWN, SHOP, TopLevelCall, Transfer, TransferAsset, amount, entry, moved,
    outer, token, view,
};
use crate::{Amount, Hash};
use wallet_core::model::Direction;

/// Checks net and direction. Every transaction with known fields has the fee 21000.
#[track_caller]
fn check(outer: Option<TopLevelCall>, transfers: &[Transfer], net: &str, direction: Direction) {
    let found = view(OWN).transaction(&entry(outer, transfers), 175);
    assert_eq!((&*found.net.amount, found.direction), (net, direction));
    assert_eq!(found.net.decimals, 18);
}

fn coin(from: &str, to: &str, value: u64) -> Transfer {
    moved(TransferAsset::Coin, from, to, value)
}

#[test]
fn net_is_what_the_address_gains_or_loses_with_its_fee() {
    check(outer(OWN, SHOP, 5), &[], "-21005", Direction::Out);
    check(outer(SHOP, OWN, 5), &[], "5", Direction::In);
    check(outer(OWN, OWN, 5), &[], "-21000", Direction::Own);
    check(outer(OWN, OWN, 0), &[], "-21000", Direction::Own);
    check(outer(OWN, CONTRACT, 0), &[], "-21000", Direction::Out);
    check(outer(OWN, "", 5), &[], "-21005", Direction::Out);
    check(None, &[coin(CONTRACT, OWN, 7), coin(OWN, SHOP, 2)], "5", Direction::Out);
    check(None, &[coin(CONTRACT, OWN, 7)], "7", Direction::In);
    check(
        outer(OWN, CONTRACT, 9),
        &[coin(CONTRACT, OWN, 4)],
        "-21005",
        Direction::Out,
    );
    check(
        outer(OWN, CONTRACT, 0),
        &[coin(CONTRACT, OWN, 4)],
        "-20996",
        Direction::In,
    );
}

#[test]
fn tokens_have_a_direction_and_no_net() {
    let received = moved(token(LISTED, None), SHOP, OWN, 9);
    let sent = moved(token(LISTED, None), OWN, SHOP, 9);
    check(None, &[received], "0", Direction::In);
    check(outer(SHOP, LISTED, 0), &[received], "0", Direction::In);
    check(outer(OWN, LISTED, 0), &[sent], "-21000", Direction::Out);
    check(outer(SHOP, LISTED, 0), &[sent], "0", Direction::Out);
    check(outer(OWN, CONTRACT, 5), &[received], "-21005", Direction::Out);
    check(outer(SHOP, CONTRACT, 5), &[], "0", Direction::In);
}

#[test]
fn failed_transaction_costs_its_sender_the_fee() {
    let failed = |outer: Option<TopLevelCall>| {
        outer.map(|outer| TopLevelCall {
            succeeded: false,
            ..outer
        })
    };
    check(
        failed(outer(OWN, SHOP, 5)),
        &[coin(SHOP, OWN, 4)],
        "-21000",
        Direction::Out,
    );
    check(failed(outer(SHOP, OWN, 5)), &[], "0", Direction::In);
    check(failed(outer(OWN, OWN, 0)), &[], "-21000", Direction::Own);
}

#[test]
fn endowment_counts_once() {
    let endowment = moved(TransferAsset::Endowment, OWN, CONTRACT, 5);
    check(outer(OWN, CONTRACT, 5), &[endowment], "-21005", Direction::Out);
    check(
        outer(SHOP, CONTRACT, 0),
        &[moved(TransferAsset::Endowment, CONTRACT, OWN, 5)],
        "5",
        Direction::In,
    );
}

#[test]
fn impossible_sums_of_net_saturate() {
    let huge = |from, to| Transfer {
        value: Amount::MAX,
        ..coin(from, to, 0)
    };
    check(
        None,
        &[huge(SHOP, OWN), coin(SHOP, OWN, 1)],
        &Amount::MAX.to_string(),
        Direction::In,
    );
    check(
        None,
        &[huge(OWN, SHOP), coin(OWN, SHOP, 1)],
        &format!("-{}", Amount::MAX),
        Direction::Out,
    );
}

#[test]
fn pending_transaction_has_its_maximum_fee_and_no_confirmation() {
    let pending = Entry {
        position: HistoryPosition::Pending {
            nonce: 4,
            txid: Hash([7; 32]),
        },
        fee: Some(amount(90_000)),
        ..entry(outer(OWN, SHOP, 5), &[])
    };
    let found = view(OWN).transaction(&pending, 175);
    assert_eq!((&*found.net.amount, found.confirmations), ("-90005", 0));
}

#[test]
fn confirmations_count_from_the_block_to_the_tip() {
    let mined = entry(outer(OWN, SHOP, 5), &[]);
    for (tip, confirmations) in [(169, 1), (170, 1), (175, 6)] {
        assert_eq!(view(OWN).transaction(&mined, tip).confirmations, confirmations);
    }
}
