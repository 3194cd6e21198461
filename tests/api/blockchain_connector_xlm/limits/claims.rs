//! Claimable balances.

use super::super::wallet::Wallet;
use super::{ABOVE_MAXIMUM, Limits, MAXIMUM, coin};
use serde_json::{Value, json};

fn claimants(count: u8) -> Value {
    let accounts = (0..count).map(|salt| json!({ "destination": Wallet::new(100 + salt).address() }));
    accounts.collect()
}

/// Returns a predicate with this number of levels, including the innermost.
fn nested(levels: usize) -> Value {
    (1..levels).fold(json!({ "rel_before": "1" }), |inner, _| json!({ "not": inner }))
}

#[tokio::test]
async fn create_claimable_balance() {
    let it = Limits::new();
    let valid = json!({ "type": "createClaimableBalance", "asset": coin(), "amount": "1",
        "claimants": [{ "destination": it.bob }, { "destination": it.alice }] });
    it.check(
        &valid,
        &[
            ("amount", "invalid_amount", json!("0"), json!("1")),
            ("amount", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("claimants", "invalid_request", json!([]), claimants(1)),
            ("claimants", "invalid_request", claimants(11), claimants(10)),
            (
                "claimants[1].destination",
                "invalid_request",
                json!(it.bob),
                json!(it.alice),
            ),
        ],
    )
    .await;
}

#[tokio::test]
async fn predicates() {
    let it = Limits::new();
    let claim = |predicate: Value| {
        json!({ "type": "createClaimableBalance", "asset": coin(), "amount": "1",
            "claimants": [{ "destination": it.bob, "predicate": predicate }] })
    };
    let (now, later) = (json!({ "abs_before": "0" }), json!({ "rel_before": MAXIMUM }));
    for right in [
        nested(4),
        json!({ "and": [now, later] }),
        json!({ "or": [now, { "and": [later, { "not": later }] }] }),
        json!({ "abs_before": 0, "not": null }),
        Value::Null,
    ] {
        it.accepts(&claim(right)).await;
    }
    let wide = json!({ "and": [nested(3), { "or": [now, nested(3)] }] });
    for (wrong, field) in [
        (nested(5), ".not.not.not.not"),
        (wide, ".and[1].or[1].not.not"),
        (json!({ "and": [now] }), ".and"),
        (json!({ "and": [now, now, now] }), ".and"),
        (json!({ "or": [] }), ".or"),
        (json!({ "or": now }), ".or"),
        (json!({ "and": [now, {}] }), ".and[1]"),
        (json!({ "not": {} }), ".not"),
        (json!({ "not": [now] }), ".not"),
        (json!({}), ""),
        (json!({ "abs_before": "1", "rel_before": "1" }), ""),
        (json!({ "unconditional": true }), ".unconditional"),
        (json!({ "abs_before": "-1" }), ".abs_before"),
        (json!({ "abs_before": ABOVE_MAXIMUM }), ".abs_before"),
        (json!({ "rel_before": "-1" }), ".rel_before"),
        (json!({ "rel_before": ABOVE_MAXIMUM }), ".rel_before"),
    ] {
        let field = format!("claimants[0].predicate{field}");
        it.rejects(&claim(wrong), "invalid_request", &field).await;
    }
}

#[tokio::test]
async fn balance_ids() {
    let it = Limits::new();
    let hash = "ab".repeat(32);
    for kind in [
        "claimClaimableBalance",
        "clawbackClaimableBalance",
        "revokeClaimableBalanceSponsorship",
    ] {
        let valid = json!({ "type": kind, "balanceId": format!("00000000{hash}") });
        it.check(
            &valid,
            &[
                (
                    "balanceId",
                    "invalid_request",
                    json!(format!("00000001{hash}")),
                    json!(format!("0x00000000{hash}")),
                ),
                (
                    "balanceId",
                    "invalid_request",
                    json!(hash),
                    json!("BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU"),
                ),
                (
                    "balanceId",
                    "invalid_request",
                    json!("BAAT6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGXACA"),
                    json!("BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU"),
                ),
            ],
        )
        .await;
    }
}
