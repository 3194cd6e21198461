//! Recorded facts of the EVM chains: transactions, receipts, histories, fees and errors of real networks, replayed
//! to both services.

mod addresses;
mod data;
mod fees;
mod histories;
mod messages;
mod nets;
mod numbers;
mod receipts;
mod rejections;
mod signatures;
mod sums;
mod transactions;

use super::facts;

/// The minimum number of different facts.
const MINIMUM: usize = 600;
/// The maximum size of all data files in bytes.
const SIZE: usize = 640_000;

#[test]
fn files_name_their_source() {
    facts::assert_sources(data::FAMILY);
}

#[test]
fn facts_are_many_different_and_small() {
    facts::assert_many_and_small(data::FAMILY, MINIMUM, SIZE);
}

#[test]
fn every_chain_has_facts() {
    for chain in ["eth", "etc", "ftm", "avax", "matic", "bsc", "op", "base", "arb", "gno"] {
        let facts = data::of("transactions");
        assert!(facts.iter().any(|fact| fact.text("chain") == chain), "{chain}");
    }
}
