//! Tests of the flags and of the metadata of unlisted tokens.

use super::{
    CONTRACT, Entry, LISTED, OWN, SHOP, Transfer, TransferAsset, UNLISTED, address, amount, entry, moved, outer, token,
    view,
};
use crate::history::TokenLabel;
use crate::{Amount, Chain, Params};
use wallet_core::model::{ChainName, Flag, Movement, Network};

/// The dust bound of eth in wei: a millionth of the maximum fee of 1 coin.
const BOUND: u64 = 1_000_000_000_000;

#[track_caller]
fn check(entry: &Entry, expected: &[Flag]) {
    assert_eq!(view(OWN).transaction(entry, 175).flags, expected);
}

fn received(value: u64) -> Transfer {
    moved(TransferAsset::Coin, CONTRACT, OWN, value)
}

#[test]
fn small_amount_from_another_sender_is_dust() {
    check(&entry(outer(SHOP, OWN, BOUND - 1), &[]), &[Flag::Dust]);
    check(&entry(outer(SHOP, OWN, BOUND), &[]), &[]);
    check(&entry(outer(SHOP, OWN, 0), &[]), &[]);
    check(&entry(None, &[received(1), received(BOUND)]), &[Flag::Dust]);
    check(&entry(outer(SHOP, CONTRACT, 1), &[]), &[]);
    // The rest of an own payment.
    check(&entry(outer(OWN, CONTRACT, BOUND), &[received(1)]), &[]);
    check(&entry(outer(OWN, OWN, 1), &[]), &[]);
    // Tokens have no bound.
    check(&entry(None, &[moved(token(LISTED, None), SHOP, OWN, 1)]), &[]);
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
