//! Tests of the view of a set of accounts, and of the accounts that a transaction touches.

use super::value::paid;
use super::{ISSUER, OTHER, OWN, OWN_MUXED, account, credit, entry, id, stroops};
use crate::history::{
    BalanceChanges, Body, Entry, Operation, Revoked, TransactionEffects, Transfer, TransferAmount, View,
};
use crate::{AccountId, Asset, BalanceId};
use std::collections::{BTreeMap, BTreeSet};
use wallet_core::model::{Direction, Flag};

/// Returns net, value and direction from the view of the set.
fn seen(entry: &Entry, accounts: &[&str]) -> (String, String, Direction) {
    let view = View::of_accounts(accounts.iter().map(|account| id(account)));
    let row = view.transaction(entry, 175).transaction;
    (row.net.amount, row.value.amount, row.direction)
}

fn expect(net: &str, value: &str, direction: Direction) -> (String, String, Direction) {
    (net.to_owned(), value.to_owned(), direction)
}

fn pays(from: &str, to: &str, amount: i64) -> Body {
    Body::Payment(paid(Asset::Native, amount, from, to))
}

#[test]
fn set_has_one_row_with_the_changes_of_all_accounts() {
    // The first account pays the fee of 200 stroops.
    let payments = entry(
        vec![pays(OWN, OTHER, 1000), pays(OTHER, ISSUER, 30)],
        TransactionEffects::default(),
    );
    assert_eq!(seen(&payments, &[OWN]), expect("-1200", "-1000", Direction::Out));
    assert_eq!(seen(&payments, &[OTHER]), expect("970", "970", Direction::Out));
    assert_eq!(seen(&payments, &[OWN, OTHER]), expect("-230", "-30", Direction::Out));
    assert_eq!(
        seen(&payments, &[OWN, OTHER, ISSUER]),
        expect("-200", "0", Direction::Own)
    );
    assert_eq!(seen(&payments, &[OTHER, ISSUER]), expect("1000", "1000", Direction::In));
    assert_eq!(seen(&payments, &[]), expect("0", "0", Direction::In));
}

#[test]
fn changes_by_the_meta_are_those_of_each_account() {
    let lumens = [(OWN, Some(-1000)), (OTHER, Some(970)), (ISSUER, None)];
    let balances = BalanceChanges {
        lumens: lumens.map(|(account, change)| (id(account), change)).into(),
        ..BalanceChanges::default()
    };
    let effects = TransactionEffects {
        balances: Some(balances),
        ..TransactionEffects::default()
    };
    // The meta lacks the previous balance of the recipient, which the operation completes.
    let payment = entry(vec![pays(OWN, ISSUER, 30)], effects);
    assert_eq!(seen(&payment, &[OWN, OTHER]), expect("-230", "-30", Direction::Out));
    assert_eq!(
        seen(&payment, &[OWN, OTHER, ISSUER]),
        expect("-200", "0", Direction::Own)
    );
}

#[test]
fn fills_count_for_their_owners() {
    let effects = TransactionEffects {
        filled: BTreeMap::from([(id(OTHER), 20), (id(ISSUER), -7)]),
        ..TransactionEffects::default()
    };
    let trade = entry(vec![], effects);
    assert_eq!(seen(&trade, &[OTHER]), expect("20", "20", Direction::In));
    assert_eq!(seen(&trade, &[OTHER, ISSUER]), expect("13", "13", Direction::In));
    assert_eq!(
        seen(&trade, &[OWN, OTHER, ISSUER]),
        expect("-187", "13", Direction::Out)
    );
}

#[test]
fn dust_comes_from_outside_of_the_set() {
    let mut dust = entry(vec![pays(OTHER, OWN, 5)], TransactionEffects::default());
    dust.source = account(OTHER);
    let flags = |accounts: &[&str]| {
        let view = View::of_accounts(accounts.iter().map(|account| id(account)));
        view.transaction(&dust, 175).transaction.flags
    };
    assert_eq!(flags(&[OWN, ISSUER]), [Flag::Dust]);
    assert_eq!(flags(&[OWN, OTHER]), []);
    assert_eq!(flags(&[ISSUER]), []);
}

#[test]
fn set_of_one_account_has_the_rows_of_that_account() {
    let effects = TransactionEffects {
        filled: BTreeMap::from([(id(OWN), 20)]),
        ..TransactionEffects::default()
    };
    let bodies = vec![
        pays(OTHER, OWN_MUXED, 5),
        pays(OWN, OTHER, 7),
        Body::BumpSequence { to: 9 },
    ];
    let page = [entry(bodies, effects)];
    let rows = |view: View| serde_json::to_value(view.transactions(&page, 175)).unwrap();
    let one = rows(View::new(id(OWN), OWN.to_owned()));
    assert_eq!(rows(View::of_accounts([id(OWN)])), one);
}

/// Returns the accounts of a transaction with the operation, except the source of both.
fn counterparties(body: Body) -> BTreeSet<AccountId> {
    let entry = entry(vec![body], TransactionEffects::default());
    let accounts: BTreeSet<_> = entry.accounts().collect();
    assert!(accounts.contains(&id(OWN)));
    accounts.into_iter().filter(|account| *account != id(OWN)).collect()
}

#[test]
fn operations_touch_their_counterparties() {
    let Asset::Credit(usd) = credit() else {
        panic!("an issued asset");
    };
    let transfer = Transfer {
        amount: TransferAmount::Asset(credit(), stroops(5)),
        from: None,
        to: Some(OTHER.parse().unwrap()),
    };
    for body in [
        pays(OWN, OTHER, 5),
        Body::CreateAccount(paid(Asset::Native, 5, OWN, OTHER)),
        Body::AccountMerge {
            account: account(OWN),
            into: account(OTHER),
        },
        Body::AllowTrust {
            credit: usd,
            authorize: true,
            trustor: id(OTHER),
            trustee: account(OWN),
        },
        Body::CreateClaimableBalance {
            asset: credit(),
            amount: stroops(5),
            sponsor: account(OWN),
            claimants: vec![id(OTHER)],
        },
        Body::ClaimClaimableBalance {
            id: BalanceId([1; 32]),
            claimant: account(OTHER),
            claimed: None,
        },
        Body::BeginSponsoring { sponsored: id(OTHER) },
        Body::EndSponsoring {
            sponsor: Some(account(OTHER)),
        },
        Body::RevokeSponsorship(Revoked::Account(id(OTHER))),
        Body::Clawback {
            credit: usd,
            from: account(OTHER),
            amount: stroops(5),
        },
        Body::CallContract {
            transfers: vec![transfer],
        },
    ] {
        let shown = format!("{body:?}");
        assert_eq!(counterparties(body), BTreeSet::from([id(OTHER)]), "{shown}");
    }
    for body in [
        Body::BumpSequence { to: 9 },
        Body::RevokeSponsorship(Revoked::Offer(7)),
        Body::EndSponsoring { sponsor: None },
    ] {
        assert_eq!(counterparties(body), BTreeSet::new());
    }
}

#[test]
fn transaction_touches_payer_owners_of_offers_and_changed_balances() {
    let key = |number: u8| AccountId([number; 32]);
    let balances = BalanceChanges {
        lumens: BTreeMap::from([(key(3), Some(1)), (key(4), None)]),
        assets: BTreeSet::from([key(5)]),
        ..BalanceChanges::default()
    };
    let mut entry = entry(
        vec![Body::BumpSequence { to: 9 }],
        TransactionEffects {
            balances: Some(balances),
            operations: Vec::new(),
            filled: BTreeMap::from([(key(6), 0)]),
        },
    );
    entry.fee_payer = key(1);
    entry.operations[0] = Operation {
        source: key(2).into(),
        ..entry.operations[0].clone()
    };
    let accounts: BTreeSet<_> = entry.accounts().collect();
    let expected = (1..=6).map(key).chain([id(OWN)]);
    assert_eq!(accounts, expected.collect());
}
