//! The scan by the gap limit.

use super::*;
use std::collections::HashSet;

/// Scans a key; the addresses with the numbers are used. Returns the result and the number of lookups.
fn scan(text: &str, gap: u32, used: &HashSet<(Branch, u32)>) -> (ScannedKey, usize) {
    let key = key(Btc, Livenet, text);
    let (mut scan, mut lookups) = (KeyScan::new(&key, gap), 0);
    loop {
        let round = scan.next_round();
        if round.is_empty() {
            return (scan.finish(), lookups);
        }
        lookups += round.len();
        for address in round {
            let used = used.contains(&(address.branch, address.index));
            scan.record(address, used);
        }
    }
}

#[test]
fn scan_ends_after_the_gap_of_each_branch() {
    let (found, lookups) = scan(XPUB, 20, &HashSet::new());
    assert_eq!((found.addresses.len(), lookups, found.is_truncated), (40, 40, false));
    let next = |found: &ScannedKey, branch| found.next(branch).map(|next| next.index);
    assert_eq!(
        (next(&found, Branch::Receive), next(&found, Branch::Change)),
        (Some(0), Some(0))
    );

    let used = HashSet::from([
        (Branch::Receive, 0),
        (Branch::Receive, 20),
        (Branch::Receive, 42),
        (Branch::Change, 3),
    ]);
    let (found, lookups) = scan(XPUB, 20, &used);
    assert_eq!(
        (found.addresses.len(), lookups),
        (41 + 24, 41 + 24),
        "index 42 is behind a gap of 21"
    );
    assert_eq!(
        (next(&found, Branch::Receive), next(&found, Branch::Change)),
        (Some(21), Some(4))
    );
    let (found, _) = scan(XPUB, 22, &used);
    assert_eq!(next(&found, Branch::Receive), Some(43));

    let (found, _) = scan(&format!("pkh({XPUB}/1/*)"), 5, &used);
    assert_eq!(
        (next(&found, Branch::Receive), next(&found, Branch::Change)),
        (None, Some(4))
    );
}

#[test]
fn scan_has_at_most_a_thousand_addresses() {
    let used: HashSet<_> = (0..2000).map(|index| (Branch::Receive, index)).collect();
    let (found, lookups) = scan(XPUB, 20, &used);
    assert_eq!((found.addresses.len(), lookups, found.is_truncated), (1000, 1000, true));
    assert_eq!(found.next(Branch::Receive), None);
    assert_eq!(found.next(Branch::Change).map(|next| next.index), Some(0));
    let used: HashSet<_> = (0..960).map(|index| (Branch::Receive, index)).collect();
    let (found, _) = scan(XPUB, 20, &used);
    assert_eq!((found.addresses.len(), found.is_truncated), (1000, false));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The scan finds each used address that follows the previous used address of the branch by at most the gap.
    #[test]
    fn scan_finds_the_addresses_within_the_gap(
        gap in 1_u32..6,
        used in proptest::collection::hash_set((proptest::sample::select(&Branch::ALL), 0_u32..24), 0..12),
    ) {
        let (found, lookups) = scan(XPUB, gap, &used);
        let mut expected = Vec::new();
        let mut total = 0;
        for branch in Branch::ALL {
            let mut end = gap;
            for index in 0..24 {
                if index < end && used.contains(&(branch, index)) {
                    expected.push((branch, index));
                    end = index + 1 + gap;
                }
            }
            total += end as usize;
        }
        let used = found.addresses.iter().filter(|scanned| scanned.used);
        let used: Vec<_> = used.map(|scanned| (scanned.key_address.branch, scanned.key_address.index)).collect();
        prop_assert_eq!(used, expected);
        prop_assert_eq!((found.addresses.len(), lookups), (total, total));
    }
}
