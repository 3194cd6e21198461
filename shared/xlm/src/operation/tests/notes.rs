//! Tests of the notes.

use super::{BOB, HASH, read};
use serde_json::{Value, json};

#[track_caller]
fn check(operation: Value, expected: &[(&str, &str)]) {
    let notes = read(&[operation]).unwrap().as_slice()[0].notes();
    let notes: Vec<_> = notes.iter().map(|note| (note.field, note.text.as_str())).collect();
    assert_eq!(notes, expected);
}

fn offer(kind: &str, amount: &str) -> Value {
    let mut offer = json!({
        "type": kind,
        "selling": { "kind": "coin", "chain": "xlm" },
        "buying": { "code": "USD", "issuer": BOB },
        "price": "0.25",
    });
    offer[amount] = "1".into();
    offer
}

#[test]
fn price_notes_state_the_unit() {
    let sold = [("price", "1 XLM is sold for at least 0.25 USD.")];
    check(offer("manageSellOffer", "amount"), &sold);
    check(offer("createPassiveSellOffer", "amount"), &sold);
    let bought = [("price", "1 USD is bought for at most 0.25 XLM.")];
    check(offer("manageBuyOffer", "buyAmount"), &bought);
    let deposit = json!({ "type": "liquidityPoolDeposit", "liquidityPoolId": HASH,
        "maxAmountA": "1", "maxAmountB": "1", "minPrice": "1/3", "maxPrice": "2" });
    check(
        deposit,
        &[
            (
                "minPrice",
                "1 of the second asset of the pool is worth at least 1/3 of the first one.",
            ),
            (
                "maxPrice",
                "1 of the second asset of the pool is worth at most 2 of the first one.",
            ),
        ],
    );
}

#[test]
fn operation_rejected_by_the_network_has_a_note() {
    let revoke = json!({ "type": "revokeLiquidityPoolSponsorship", "liquidityPoolId": HASH });
    let rejected = "The network rejects this operation: a liquidity pool has no sponsor.";
    check(revoke, &[("", rejected)]);
    check(json!({ "type": "bumpSequence", "bumpTo": 1 }), &[]);
}
