//! Tests of the view of several addresses of the same owner.

use super::{
    CONTRACT, Entry, LISTED, OWN, SHOP, TopLevelCall, Transfer, TransferAsset, UNLISTED, View, address, amount, entry,
    moved, outer, token,
};
use crate::{Chain, Params};
use wallet_core::model::{ChainName, Direction, Flag, Movement, Network, Transaction};

/// A second address of the owner.
const SECOND: &str = UNLISTED;

fn set() -> View {
    let params = Params::of(Chain::from_name("eth").unwrap(), Network::Livenet);
    View::of_addresses(params, [OWN, SECOND].map(address), [(address(LISTED), 6)])
}

fn seen(outer: Option<TopLevelCall>, transfers: &[Transfer]) -> Transaction<Movement> {
    set().transaction(&entry(outer, transfers), 175)
}

fn coin(from: &str, to: &str, value: u64) -> Transfer {
    moved(TransferAsset::Coin, from, to, value)
}

#[test]
fn net_and_direction_are_those_of_the_whole_set() {
    for (outer, transfers, net, direction) in [
        (outer(OWN, SECOND, 5), vec![], "-21000", Direction::Own),
        (outer(OWN, SECOND, 0), vec![], "-21000", Direction::Own),
        (outer(OWN, SHOP, 5), vec![], "-21005", Direction::Out),
        (outer(SHOP, SECOND, 5), vec![], "5", Direction::In),
        (
            outer(OWN, CONTRACT, 9),
            vec![coin(CONTRACT, SECOND, 9)],
            "-21000",
            Direction::Out,
        ),
        (
            outer(SHOP, CONTRACT, 0),
            vec![coin(OWN, SECOND, 7), coin(CONTRACT, SECOND, 2)],
            "2",
            Direction::In,
        ),
        (
            outer(OWN, LISTED, 0),
            vec![moved(token(LISTED, None), OWN, SECOND, 9)],
            "-21000",
            Direction::Own,
        ),
        (None, vec![coin(OWN, SECOND, 7)], "0", Direction::Own),
    ] {
        let found = seen(outer, &transfers);
        assert_eq!((&*found.net.amount, found.direction), (net, direction), "{outer:?}");
    }
}

#[test]
fn actions_of_every_address_of_the_set_are_listed_with_checksums() {
    let transfers = [
        coin(CONTRACT, SECOND, 2),
        coin(CONTRACT, SHOP, 4),
        moved(token(LISTED, None), SHOP, OWN, 9),
    ];
    let found = seen(outer(SHOP, CONTRACT, 1), &transfers);
    let actions = found.actions.iter().map(|action| (&*action.from, &*action.to));
    assert_eq!(
        actions.collect::<Vec<_>>(),
        [(SHOP, CONTRACT), (CONTRACT, SECOND), (SHOP, OWN)]
    );
    let failed = outer(OWN, SECOND, 5).map(|outer| TopLevelCall {
        succeeded: false,
        ..outer
    });
    let failed = seen(failed, &transfers);
    assert_eq!((failed.actions.len(), &*failed.net.amount), (0, "-21000"));
}

#[test]
fn transaction_of_others_has_the_amount_that_the_set_received() {
    let transfers = [coin(CONTRACT, SECOND, 2), coin(CONTRACT, OWN, 7), coin(OWN, SHOP, 1)];
    let found = seen(None, &transfers);
    assert_eq!(
        (&*found.from, &*found.to, &*found.value.amount),
        (CONTRACT, SECOND, "9")
    );
    assert_eq!(&*seen(None, &transfers[2..]).value.amount, "1");
}

#[test]
fn movement_inside_the_set_is_no_dust() {
    for (from, flags) in [(SHOP, vec![Flag::Dust]), (SECOND, vec![])] {
        assert_eq!(seen(outer(from, OWN, 1), &[]).flags, flags, "{from}");
    }
    let inside = seen(outer(SHOP, CONTRACT, 0), &[coin(SECOND, OWN, 1)]);
    assert_eq!(inside.flags, []);
}

/// Addresses of the set never look like each other, while two counterparties may.
#[test]
fn look_alikes_are_counterparties_alone() {
    let with = |other: &str| Entry {
        fee: Some(amount(1)),
        ..entry(outer(other, OWN, u64::MAX), &[])
    };
    let alike = format!("0xfb69{}d359", "1".repeat(32)).parse::<crate::Address>();
    let alike = alike.unwrap().to_string();
    let flagged = |entries: &[Entry]| {
        let page = set().transactions(entries, 175);
        let flags = page.iter().filter(|row| row.flags.contains(&Flag::LookAlikeAddress));
        flags.count()
    };
    assert_eq!(flagged(&[with(SHOP), with(&alike)]), 2);
    assert_eq!(flagged(&[with(SHOP), with(SECOND)]), 0);
}

#[test]
fn set_of_one_is_the_view_of_the_address() {
    let params = Params::of(Chain::from_name("eth").unwrap(), Network::Livenet);
    let tokens = [(address(LISTED), 6)];
    let single = View::new(params, address(OWN), OWN.to_owned(), tokens);
    let set = View::of_addresses(params, [address(OWN)], tokens);
    let transfers = [coin(CONTRACT, OWN, 7), moved(token(LISTED, None), OWN, SHOP, 9)];
    for entry in [
        entry(outer(OWN, OWN, 5), &transfers),
        entry(outer(SHOP, OWN, 0), &[]),
        entry(None, &transfers),
    ] {
        assert_eq!(set.transaction(&entry, 175), single.transaction(&entry, 175));
    }
}
