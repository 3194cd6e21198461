//! Matching of movements with watched items: the sorted hashes of the loop, and the filters of the design for 10^8 addresses.

use divan::Bencher;
use std::hint::black_box;
use wallet_notifications::{Filter, Item};
use xorf::{BinaryFuse8, BinaryFuse16, Filter as _};

/// The number of watched items.
const WATCHED: u64 = 1_000_000;

/// The number of movements.
const MOVEMENTS: u64 = 100_000;

/// The number of keys of the probabilistic filters.
const KEYS: u64 = 10_000_000;

fn item(number: u64) -> Item {
    Item::address(&[&number.to_be_bytes()[..], &[7; 12]].concat())
}

/// Returns the movements, one in a thousand of which touches a watched item.
fn movements() -> Vec<Item> {
    let number = |movement: u64| movement + if movement.is_multiple_of(1000) { 0 } else { WATCHED };
    (0..MOVEMENTS).map(number).map(item).collect()
}

/// Returns different keys, as the digests of items are.
fn keys() -> Vec<u64> {
    (0..KEYS)
        .map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .collect()
}

#[divan::bench(sample_count = 20)]
fn movements_against_sorted_hashes(bencher: Bencher) {
    let mut filter = Filter::default();
    filter.change(&(0..WATCHED).map(|number| item(number).hash()).collect::<Vec<_>>(), &[]);
    let movements = movements();
    bencher.bench_local(|| {
        let matches = movements.iter().filter(|item| filter.may_contain(black_box(item)));
        assert_eq!(matches.count(), 100);
    });
}

#[divan::bench(sample_count = 20)]
fn movements_against_fuse8(bencher: Bencher) {
    let filter = BinaryFuse8::try_from(keys().as_slice()).expect("a filter");
    assert!(filter.fingerprints.len() < 1_200_000 * 10);
    let movements = movements();
    bencher.bench_local(|| {
        movements
            .iter()
            .filter(|item| filter.contains(&black_box(item).hash()))
            .count()
    });
}

#[divan::bench(sample_count = 1)]
fn construction_of_fuse8(bencher: Bencher) {
    let keys = keys();
    bencher.bench_local(|| BinaryFuse8::try_from(black_box(keys.as_slice())).expect("a filter"));
}

#[divan::bench(sample_count = 1)]
fn construction_of_fuse16(bencher: Bencher) {
    let keys = keys();
    bencher.bench_local(|| BinaryFuse16::try_from(black_box(keys.as_slice())).expect("a filter"));
}

fn main() {
    divan::main();
}
