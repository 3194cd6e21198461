//! Recorded facts of the EVM chains: transactions, receipts, histories, fees and errors of real networks, replayed
//! to both services.

mod addresses;
mod data;
mod fees;
mod histories;
mod numbers;
mod receipts;
mod rejections;
mod signatures;
mod transactions;

use data::File;
use std::collections::HashSet;

/// The minimum number of different facts.
const MINIMUM: usize = 600;
/// The maximum size of all data files in bytes.
const SIZE: usize = 600_000;

#[test]
fn files_name_their_source() {
    for file in File::all() {
        let source = file.source();
        let text = |name: &str| source[name].as_str().unwrap_or_default().to_owned();
        assert!(text("repository").starts_with("https://github.com/"), "{}", file.name);
        assert!(!text("licence").is_empty(), "{}", file.name);
        for fact in file.facts() {
            assert!(!fact.text("path").is_empty(), "{fact}");
        }
    }
}

#[test]
fn facts_are_many_different_and_small() {
    let files = File::all();
    let facts = files.iter().flat_map(File::facts);
    let different: HashSet<_> = facts.map(|fact| fact.value.to_string()).collect();
    assert!(different.len() >= MINIMUM, "{} facts", different.len());
    let size: usize = files.iter().map(|file| file.text.len()).sum();
    assert!(size <= SIZE, "{size} bytes");
}

#[test]
fn every_chain_has_facts() {
    for chain in ["eth", "etc", "ftm", "avax", "matic", "bsc", "op"] {
        let facts = data::of("transactions");
        assert!(facts.iter().any(|fact| fact.text("chain") == chain), "{chain}");
    }
}
