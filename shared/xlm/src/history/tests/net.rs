//! Tests of the change of the lumens with the fee, of the direction and of the confirmations.

use super::value::paid;
use super::{OTHER, OWN, OWN_MUXED, account, credit, entry, id, stroops};
use crate::history::{Body, Entry, Offer, Operation, OperationEffect, TransactionEffects, View};
use crate::{Asset, BalanceId};
use wallet_core::model::{Direction, Flag};

/// Checks net and direction of a transaction of the account.
#[track_caller]
fn check(entry: &Entry, net: &str, direction: Direction) {
    let found = View::new(id(OWN), OWN.to_owned()).transaction(entry, 175).transaction;
    assert_eq!((&*found.net.amount, found.direction), (net, direction));
    assert_eq!(found.net.decimals, 7);
}

/// Returns a transaction with a single operation, and the fee of 200 stroops paid by the account.
fn with(body: Body) -> Entry {
    entry(vec![body], TransactionEffects::default())
}

/// Returns the same transaction, sent by a different account.
fn of_another(entry: Entry) -> Entry {
    let operations = entry.operations.into_iter().map(|operation| Operation {
        source: account(OTHER),
        ..operation
    });
    Entry {
        operations: operations.collect(),
        source: account(OTHER),
        fee_payer: id(OTHER),
        ..entry
    }
}

fn payment(asset: Asset, from: &str, to: &str) -> Body {
    Body::Payment(paid(asset, 1000, from, to))
}

#[test]
fn fee_counts_for_the_account_that_paid_it() {
    let sent = with(payment(Asset::Native, OWN, OTHER));
    check(&sent, "-1200", Direction::Out);
    let sponsored = Entry {
        fee_payer: id(OTHER),
        ..sent
    };
    check(&sponsored, "-1000", Direction::Out);
    let received = of_another(with(payment(Asset::Native, OTHER, OWN)));
    check(&received, "1000", Direction::In);
    // The account pays the fee of a received payment.
    let paying = Entry {
        fee_payer: id(OWN),
        ..received
    };
    check(&paying, "800", Direction::In);
}

#[test]
fn direction_follows_the_payments_of_any_asset() {
    check(&with(payment(credit(), OWN, OTHER)), "-200", Direction::Out);
    check(&of_another(with(payment(credit(), OTHER, OWN))), "0", Direction::In);
    check(&with(payment(Asset::Native, OWN, OWN)), "-200", Direction::Own);
    check(&with(payment(credit(), OWN_MUXED, OWN)), "-200", Direction::Own);
    let claim = Body::ClaimClaimableBalance {
        id: BalanceId([1; 32]),
        claimant: account(OWN),
        claimed: Some((Asset::Native, stroops(50))),
    };
    check(&with(claim), "-150", Direction::In);
    let Asset::Credit(usd) = credit() else {
        panic!("an issued asset");
    };
    let clawback = Body::Clawback {
        credit: usd,
        from: account(OWN),
        amount: stroops(5),
    };
    check(&of_another(with(clawback)), "0", Direction::Out);
}

#[test]
fn direction_without_payments_follows_the_balance() {
    check(&with(Body::BumpSequence { to: 9 }), "-200", Direction::Out);
    check(&of_another(with(Body::BumpSequence { to: 9 })), "0", Direction::In);
    let offer = Body::SellOffer(Offer {
        selling: credit(),
        buying: Asset::Native,
        amount: stroops(100),
        price: "2.0".to_owned(),
        id: 0,
    });
    let effects = TransactionEffects {
        operations: vec![OperationEffect {
            traded: 900,
            ..OperationEffect::default()
        }],
        ..TransactionEffects::default()
    };
    check(&entry(vec![offer], effects), "700", Direction::In);
}

#[test]
fn failed_transaction_costs_its_payer_the_fee() {
    let failed = |entry: Entry| Entry {
        succeeded: false,
        ..entry
    };
    check(
        &failed(with(payment(Asset::Native, OWN, OTHER))),
        "-200",
        Direction::Out,
    );
    let of_another = failed(of_another(with(payment(Asset::Native, OTHER, OWN))));
    check(&of_another, "0", Direction::In);
}

#[test]
fn confirmations_count_from_the_ledger_to_the_latest_one() {
    let view = View::new(id(OWN), OWN.to_owned());
    let entry = with(Body::BumpSequence { to: 9 });
    for (latest, expected) in [(169, 1), (170, 1), (175, 6)] {
        assert_eq!(view.transaction(&entry, latest).transaction.confirmations, expected);
    }
}

#[test]
fn small_payment_of_lumens_from_another_sender_is_dust() {
    let flags = |entry: &Entry| {
        let found = View::new(id(OWN), OWN.to_owned()).transaction(entry, 175);
        found.transaction.flags
    };
    let paid = |asset, amount, from: &str, to: &str| with(Body::Payment(paid(asset, amount, from, to)));
    assert_eq!(flags(&of_another(paid(Asset::Native, 9_999, OTHER, OWN))), [Flag::Dust]);
    assert_eq!(flags(&of_another(paid(Asset::Native, 10_000, OTHER, OWN))), []);
    assert_eq!(flags(&of_another(paid(credit(), 1, OTHER, OWN))), []);
    assert_eq!(flags(&of_another(paid(Asset::Native, 1, OTHER, OTHER))), []);
    assert_eq!(flags(&paid(Asset::Native, 1, OTHER, OWN)), [], "own transaction");
    let failed = Entry {
        succeeded: false,
        ..of_another(paid(Asset::Native, 1, OTHER, OWN))
    };
    assert_eq!(flags(&failed), []);
}
