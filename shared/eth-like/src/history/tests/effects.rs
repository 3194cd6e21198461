//! Tests of the change of the coin balance, the direction and the confirmations; of the flags and the metadata of unlisted
//! tokens; and of the view of several addresses of the same owner.

use super::{
    CONTRACT, Entry, HistoryPosition, LISTED, OWN, SHOP, TopLevelCall, Transfer, TransferAsset, UNLISTED, View,
    address, amount, entry, moved, outer, token, view,
};
use crate::history::TokenLabel;
use crate::{Amount, Chain, Hash, Params};
use wallet_core::model::{ChainName, Direction, Flag, Movement, Network, Transaction};

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

/// The dust bound of eth in wei: a millionth of the maximum fee of 1 coin.
const BOUND: u64 = 1_000_000_000_000;

#[track_caller]
fn check_flags(entry: &Entry, expected: &[Flag]) {
    assert_eq!(view(OWN).transaction(entry, 175).flags, expected);
}

fn received(value: u64) -> Transfer {
    moved(TransferAsset::Coin, CONTRACT, OWN, value)
}

#[test]
fn small_amount_from_another_sender_is_dust() {
    check_flags(&entry(outer(SHOP, OWN, BOUND - 1), &[]), &[Flag::Dust]);
    check_flags(&entry(outer(SHOP, OWN, BOUND), &[]), &[]);
    check_flags(&entry(outer(SHOP, OWN, 0), &[]), &[]);
    check_flags(&entry(None, &[received(1), received(BOUND)]), &[Flag::Dust]);
    check_flags(&entry(outer(SHOP, CONTRACT, 1), &[]), &[]);
    // The rest of an own payment.
    check_flags(&entry(outer(OWN, CONTRACT, BOUND), &[received(1)]), &[]);
    check_flags(&entry(outer(OWN, OWN, 1), &[]), &[]);
    // Tokens have no bound.
    check_flags(&entry(None, &[moved(token(LISTED, None), SHOP, OWN, 1)]), &[]);
}

/// Returns the action of a transfer of this token with the texts of the index.
fn action(contract: &str, labels: &[(Option<&str>, Option<&str>)]) -> Movement {
    let label = |(name, ticker): &(Option<&str>, Option<&str>)| TokenLabel::new(address(contract), *name, *ticker);
    let labels = labels.iter().map(label).collect();
    let found = Entry {
        labels,
        ..entry(None, &[moved(token(contract, Some(9)), SHOP, OWN, 4)])
    };
    let mut found = view(OWN).transaction(&found, 175);
    found.actions.remove(0)
}

#[test]
fn unlisted_token_has_its_cleaned_metadata() {
    let found = action(
        UNLISTED,
        &[(Some(""), None), (Some("Free\u{202e} \u{7}Money"), Some("USDT"))],
    );
    let token = found;
    assert_eq!((token.unlisted, token.decimals), (true, Some(9)));
    assert_eq!(
        (token.name.as_deref(), token.ticker.as_deref()),
        (Some("Free Money"), Some("USDT"))
    );
    let long = "x".repeat(65);
    let token = action(UNLISTED, &[(Some(&long), Some(" "))]);
    assert_eq!((token.name.map(|name| name.len()), token.ticker), (Some(64), None));
    let token = action(UNLISTED, &[]);
    assert_eq!((token.name, token.ticker), (None, None));
    let listed = action(LISTED, &[(Some("Tether"), Some("USDT"))]);
    assert_eq!((listed.unlisted, listed.name, listed.decimals), (false, None, None));
}

#[test]
fn label_of_another_token_is_not_used() {
    let found = Entry {
        labels: vec![TokenLabel::new(address(LISTED), Some("Tether"), None)],
        ..entry(None, &[moved(token(UNLISTED, None), SHOP, OWN, 4)])
    };
    let found = view(OWN).transaction(&found, 175);
    assert_eq!(found.flags, [Flag::UnlistedToken]);
    assert_eq!(found.actions[0].name, None);
}

#[test]
fn requested_token_outside_the_list_is_unlisted() {
    let transfers = [moved(token(UNLISTED, Some(3)), SHOP, OWN, 4)];
    let known = view(OWN).with_unlisted([(address(UNLISTED), 5), (address(LISTED), 9)]);
    let found = known.transaction(&entry(None, &transfers), 175);
    assert_eq!(found.flags, [Flag::UnlistedToken]);
    assert_eq!(found.actions[0].value.decimals, 5);
    let listed = [moved(token(LISTED, Some(3)), SHOP, OWN, 4)];
    let found = known.transaction(&entry(None, &listed), 175);
    assert_eq!((found.flags.len(), found.actions[0].value.decimals), (0, 6));
}

#[test]
fn look_alike_counterparties_of_a_page_are_flagged() {
    // SHOP with a different middle.
    let fake = format!("{}{}{}", &SHOP[..6], "0".repeat(32), &SHOP[38..]);
    let poisoned = entry(None, &[moved(token(UNLISTED, None), OWN, &fake.to_lowercase(), 4)]);
    let paid = entry(outer(OWN, SHOP, BOUND), &[]);
    let page = view(OWN).transactions(&[poisoned, paid.clone()], 175);
    assert_eq!(page[0].flags, [Flag::UnlistedToken, Flag::LookAlikeAddress]);
    assert_eq!(page[1].flags, [Flag::LookAlikeAddress]);
    assert!(
        view(OWN)
            .transactions(&[paid.clone(), paid], 175)
            .iter()
            .all(|row| row.flags.is_empty())
    );
    assert_eq!(view(OWN).transactions(&[], 175), []);
}

#[test]
fn bound_is_below_a_cent_on_every_chain() {
    for chain in Chain::ALL.iter().copied() {
        let params = Params::of(chain, Network::Livenet);
        let bound = params.dust_bound();
        assert!(bound > Amount::ZERO, "{params:?}");
        assert_eq!(
            bound.checked_mul(amount(1_000_000)),
            Some(params.max_fee()),
            "{params:?}"
        );
    }
}

/// A second address of the owner.
const SECOND: &str = UNLISTED;

fn set() -> View {
    let params = Params::of(Chain::from_name("eth").unwrap(), Network::Livenet);
    View::of_addresses(params, [OWN, SECOND].map(address), [(address(LISTED), 6)])
}

fn seen(outer: Option<TopLevelCall>, transfers: &[Transfer]) -> Transaction<Movement> {
    set().transaction(&entry(outer, transfers), 175)
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
