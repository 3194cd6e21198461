//! Recorded facts of the Stellar networks: transactions, signatures, operations, accounts, claimable balances, fees
//! and result codes, replayed to both services.
//!
//! The recorded hash of every transaction was verified with a different implementation, and so were its signatures:
//! `signed_by_source` is true if an account in the transaction has signed it for the recorded network.

mod addresses;
mod claimable;
mod data;
mod envelopes;
mod fees;
mod histories;
mod holdings;
mod horizon;
mod operations;
mod recipients;
mod rejections;
mod sends;
mod signatures;
mod values;

use super::{differences, facts};

/// The minimum number of different facts.
const MINIMUM: usize = 500;
/// The maximum size of all data files in bytes.
const SIZE: usize = 500_000;

#[test]
fn files_name_their_source() {
    facts::assert_sources(data::FAMILY);
}

#[test]
fn facts_are_many_different_and_small() {
    facts::assert_many_and_small(data::FAMILY, MINIMUM, SIZE);
}

#[test]
fn every_kind_has_facts() {
    for (kind, minimum) in [
        ("transactions", 300),
        ("signatures", 45),
        ("operations", 60),
        ("addresses", 50),
        ("claimable", 10),
        ("accounts", 5),
        ("fees", 2),
        ("rejections", 3),
    ] {
        let count = data::of(kind).len();
        assert!(count >= minimum, "{kind}: {count}");
    }
}
