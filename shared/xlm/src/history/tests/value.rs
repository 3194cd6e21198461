//! Tests of the net change of lumens.

use super::{OTHER, OWN, OWN_MUXED, account, credit, entry, id, stroops};
use crate::history::{
    BalanceChanges, Body, Entry, Offer, OperationEffect, PathPayment, Payment, Strict, TransactionEffects, Transfer,
    TransferAmount, View,
};
use crate::{Asset, BalanceId, PoolId};
use std::collections::BTreeMap;
use wallet_core::model::Status;

pub(super) fn paid(asset: Asset, amount: i64, from: &str, to: &str) -> Payment {
    Payment {
        asset,
        amount: stroops(amount),
        from: account(from),
        to: account(to),
    }
}

fn value(entry: &Entry) -> String {
    let record = View::new(id(OWN), OWN.to_owned()).transaction(entry, 175).transaction;
    assert_eq!(record.value.decimals, 7);
    record.value.amount
}

#[track_caller]
fn check(bodies: Vec<Body>, expected: &str) {
    assert_eq!(value(&entry(bodies, TransactionEffects::default())), expected);
}

fn with_effect(body: Body, effect: OperationEffect) -> String {
    with_fill(body, effect, 0)
}

/// Returns the value of a transaction with the operation that also filled an offer of the account for these lumens.
fn with_fill(body: Body, effect: OperationEffect, lumens: i64) -> String {
    let effects = TransactionEffects {
        operations: vec![effect],
        filled: BTreeMap::from([(id(OWN), lumens)]),
        ..TransactionEffects::default()
    };
    value(&entry(vec![body], effects))
}

#[test]
fn payments_change_the_balance() {
    let payment = |amount, from, to| Body::Payment(paid(Asset::Native, amount, from, to));
    check(vec![], "0");
    check(vec![payment(5, OWN, OTHER)], "-5");
    check(vec![payment(5, OTHER, OWN)], "5");
    check(vec![payment(5, OWN, OWN)], "0");
    check(vec![payment(5, OWN, OTHER), payment(7, OTHER, OWN)], "2");
    check(vec![Body::Payment(paid(credit(), 5, OWN, OTHER))], "0");
    check(vec![Body::CreateAccount(paid(Asset::Native, 9, OWN, OTHER))], "-9");
}

#[test]
fn path_payment_has_two_sides() {
    let path = |spent, payment| {
        Body::PathPayment(PathPayment {
            payment,
            strict: Strict::Send,
            spent,
            spent_amount: stroops(30),
        })
    };
    check(vec![path(Asset::Native, paid(credit(), 5, OWN, OTHER))], "-30");
    check(vec![path(credit(), paid(Asset::Native, 5, OWN, OTHER))], "0");
    check(vec![path(credit(), paid(Asset::Native, 5, OWN, OWN))], "5");
    check(vec![path(Asset::Native, paid(Asset::Native, 5, OWN, OWN))], "-25");
}

#[test]
fn claimable_balance_and_deposit_reduce_the_balance() {
    let claimable = |asset| Body::CreateClaimableBalance {
        asset,
        amount: stroops(5),
        sponsor: account(OTHER),
        claimants: Vec::new(),
    };
    check(vec![claimable(Asset::Native), claimable(credit())], "-5");
    let reserves = || vec![(Asset::Native, stroops(40)), (credit(), stroops(3))];
    let deposit = Body::PoolDeposit {
        pool: PoolId([1; 32]),
        min_price: "1.0".to_owned(),
        max_price: "2.0".to_owned(),
        shares: stroops(8),
        reserves: reserves(),
        intended: Vec::new(),
    };
    check(vec![deposit], "-40");
    let withdraw = Body::PoolWithdraw {
        pool: PoolId([1; 32]),
        shares: stroops(8),
        reserves: reserves(),
    };
    check(vec![withdraw], "40");
}

#[test]
fn contract_transfers_change_the_balance() {
    let transfer = |from: &str, to: &str| Transfer {
        amount: TransferAmount::Asset(Asset::Native, stroops(6)),
        from: Some(from.parse().unwrap()),
        to: Some(to.parse().unwrap()),
    };
    let contract = "CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA";
    let transfers = vec![transfer(contract, OWN), transfer(OTHER, OWN), transfer(OWN, contract)];
    check(vec![Body::CallContract { transfers }], "6");
}

#[test]
fn result_completes_the_records() {
    let merge = |from, into| Body::AccountMerge {
        account: account(from),
        into: account(into),
    };
    let merged = OperationEffect {
        merged: Some(stroops(77)),
        ..OperationEffect::default()
    };
    assert_eq!(with_effect(merge(OWN, OTHER), merged), "-77");
    assert_eq!(with_effect(merge(OTHER, OWN), merged), "77");
    let offer = Body::SellOffer(Offer {
        selling: Asset::Native,
        buying: credit(),
        amount: stroops(100),
        price: "2.0".to_owned(),
        id: 0,
    });
    let traded = OperationEffect {
        traded: -60,
        ..OperationEffect::default()
    };
    assert_eq!(with_effect(offer, traded), "-60");
    // The trade belongs to the payer; the account's own offer was filled.
    let payment = Body::Payment(paid(Asset::Native, 5, OTHER, OWN));
    assert_eq!(with_fill(payment, traded, 20), "25");
}

/// Returns the effects with a meta that changes the lumens of the account.
fn changed(lumens: i64) -> TransactionEffects {
    let balances = BalanceChanges {
        lumens: BTreeMap::from([(id(OWN), Some(lumens))]),
        ..BalanceChanges::default()
    };
    TransactionEffects {
        balances: Some(balances),
        ..TransactionEffects::default()
    }
}

#[test]
fn meta_takes_precedence() {
    let effects = changed(-123);
    let payment = Body::Payment(paid(Asset::Native, 5, OTHER, OWN));
    assert_eq!(value(&entry(vec![payment], effects)), "-123");
}

#[test]
fn failed_transaction_changes_only_the_fee() {
    let payment = Body::Payment(paid(Asset::Native, 5, OWN, OTHER));
    let failed = Entry {
        succeeded: false,
        ..entry(vec![payment], TransactionEffects::default())
    };
    let record = View::new(id(OWN), OWN.to_owned()).transaction(&failed, 175);
    assert_eq!(record.failed_actions.len(), 1);
    let record = record.transaction;
    assert_eq!((record.status, record.value.amount.as_str()), (Status::Rejected, "0"));
    assert!(record.actions.is_empty());
    assert_eq!((record.fee.amount.as_str(), record.to.as_str()), ("200", OTHER));
}

fn claim(balance: u8, claimant: &str) -> Body {
    Body::ClaimClaimableBalance {
        id: BalanceId([balance; 32]),
        claimant: account(claimant),
        claimed: None,
    }
}

#[test]
fn claim_adds_its_reported_amount() {
    let bodies = vec![claim(1, OWN), claim(2, OWN), claim(3, OTHER), claim(4, OWN_MUXED)];
    let mut entry = entry(bodies, TransactionEffects::default());
    assert!(entry.has_unresolved_claims(id(OWN)));
    entry.resolve_claims(|balance| match balance.0[0] {
        1 => Some((Asset::Native, stroops(5))),
        2 => Some((credit(), stroops(70))),
        3 => Some((Asset::Native, stroops(900))),
        _ => None,
    });
    assert!(entry.has_unresolved_claims(id(OWN)));
    assert_eq!(value(&entry), "5");
    entry.resolve_claims(|_| Some((Asset::Native, stroops(8))));
    assert!(!entry.has_unresolved_claims(id(OWN)));
    assert_eq!(value(&entry), "13");
}

#[test]
fn claims_are_resolved_by_the_meta_or_by_failure() {
    let effects = changed(4);
    assert!(!entry(vec![claim(1, OWN)], effects).has_unresolved_claims(id(OWN)));
    let mut failed = entry(vec![claim(1, OWN)], TransactionEffects::default());
    failed.succeeded = false;
    assert!(!failed.has_unresolved_claims(id(OWN)));
    let of_another = entry(vec![claim(1, OTHER)], TransactionEffects::default());
    assert!(!of_another.has_unresolved_claims(id(OWN)));
}
