//! Payments, path payments, trustlines and authorization by issuers.

use super::{ABOVE_MAXIMUM, Limits, MAXIMUM, coin, repeated, third_party};
use serde_json::json;
use wallet_xlm::AccountId;

#[tokio::test]
async fn payment() {
    let it = Limits::new();
    let valid = json!({ "type": "payment", "destination": it.bob, "asset": it.usd(), "amount": "1" });
    it.check(
        &valid,
        &[
            ("amount", "invalid_amount", json!("0"), json!("1")),
            ("amount", "invalid_amount", json!("-1"), json!("1")),
            ("amount", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("amount", "invalid_amount", json!("1.0"), json!("10")),
            ("amount", "invalid_request", json!(1), json!("1")),
            (
                "asset.code",
                "invalid_request",
                json!("A".repeat(13)),
                json!("A".repeat(12)),
            ),
            ("asset.code", "invalid_request", json!(""), json!("a")),
            ("asset.code", "invalid_request", json!("A B"), json!("A0b")),
            ("asset.issuer", "invalid_address", json!("GA"), json!(third_party())),
        ],
    )
    .await;
    let other_chain = json!({ "type": "payment", "destination": it.bob, "amount": "1",
        "asset": { "kind": "coin", "chain": "btc" } });
    it.rejects(&other_chain, "invalid_request", "asset.chain").await;
}

#[tokio::test]
async fn path_payments() {
    let it = Limits::new();
    for (kind, sent, arriving) in [
        ("pathPaymentStrictReceive", "sendMax", "destAmount"),
        ("pathPaymentStrictSend", "sendAmount", "destMin"),
    ] {
        let mut valid = json!({ "type": kind, "sendAsset": coin(), "destination": it.bob, "destAsset": it.usd(),
            "path": [] });
        valid[sent] = json!("1");
        valid[arriving] = json!("1");
        it.check(
            &valid,
            &[
                (sent, "invalid_amount", json!("0"), json!("1")),
                (sent, "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
                (arriving, "invalid_amount", json!("0"), json!("1")),
                (arriving, "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
                ("path", "invalid_request", repeated(&coin(), 6), repeated(&coin(), 5)),
                // Unusual routes are not rejected by the checks.
                ("path", "invalid_request", json!(coin()), json!([it.usd(), it.usd()])),
            ],
        )
        .await;
    }
}

#[tokio::test]
async fn change_trust() {
    let it = Limits::new();
    let valid = json!({ "type": "changeTrust", "asset": it.usd(), "limit": "0" });
    it.check(
        &valid,
        &[
            ("limit", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("limit", "invalid_amount", json!("-1"), json!("0")),
            ("asset", "invalid_request", it.own(), it.usd()),
            ("asset", "invalid_request", coin(), it.usd()),
        ],
    )
    .await;
    let pool = json!({ "type": "changeTrust", "asset": { "assetA": coin(), "assetB": it.usd(), "fee": 30 } });
    // The issuer of a pool's asset may hold shares of the pool.
    it.check(
        &pool,
        &[
            ("asset.fee", "invalid_request", json!(29), json!(30)),
            ("asset.fee", "invalid_request", json!(31), json!("30")),
            (
                "asset.assetA",
                "invalid_request",
                it.usd(),
                json!({ "code": "USC", "issuer": it.bob }),
            ),
            (
                "asset.assetA",
                "invalid_request",
                json!({ "code": "USDT", "issuer": it.bob }),
                json!({ "code": "US", "issuer": it.bob }),
            ),
            (
                "asset.assetA",
                "invalid_request",
                json!({ "code": "AAAAA", "issuer": it.bob }),
                json!({ "code": "AAAA", "issuer": it.alice }),
            ),
        ],
    )
    .await;
}

/// Issuers are ordered by their key bytes, not by their addresses: in base32, 7 sorts after A.
#[tokio::test]
async fn issuers_are_ordered_by_key() {
    let it = Limits::new();
    let asset = |key: u8| json!({ "code": "USD", "issuer": AccountId([key; 32]).to_string() });
    let (first, last) = (asset(0), asset(0x3f));
    assert!(first["issuer"].as_str() > last["issuer"].as_str());
    let pool = json!({ "type": "changeTrust", "asset": { "assetA": first, "assetB": last, "fee": 30 } });
    it.check(&pool, &[("asset.assetA", "invalid_request", last, first)])
        .await;
}

#[tokio::test]
async fn allow_trust() {
    let it = Limits::new();
    let valid = json!({ "type": "allowTrust", "trustor": it.bob, "assetCode": "USD", "authorize": 0 });
    it.check(
        &valid,
        &[
            ("trustor", "invalid_request", json!(it.alice), json!(third_party())),
            ("authorize", "invalid_request", json!(3), json!(2)),
            ("authorize", "invalid_request", json!(-1), json!("1")),
            ("authorize", "invalid_request", json!(true), json!(1)),
            (
                "assetCode",
                "invalid_request",
                json!("A".repeat(13)),
                json!("A".repeat(12)),
            ),
            ("assetCode", "invalid_request", json!(""), json!("A")),
        ],
    )
    .await;
}

#[tokio::test]
async fn set_trust_line_flags() {
    let it = Limits::new();
    let valid = json!({ "type": "setTrustLineFlags", "trustor": it.bob, "asset": it.own(), "flags": {} });
    it.check(
        &valid,
        &[
            ("trustor", "invalid_request", json!(it.alice), json!(third_party())),
            ("asset", "invalid_request", it.usd(), it.own()),
            ("asset", "invalid_request", coin(), it.own()),
        ],
    )
    .await;
    let flags = |flags| json!({ "type": "setTrustLineFlags", "trustor": it.bob, "asset": it.own(), "flags": flags });
    let both = json!({ "authorized": true, "authorizedToMaintainLiabilities": true });
    it.rejects(&flags(both), "invalid_request", "flags.authorizedToMaintainLiabilities")
        .await;
    it.accepts(&flags(
        json!({ "authorized": false, "authorizedToMaintainLiabilities": true }),
    ))
    .await;
    it.accepts(&flags(
        json!({ "authorized": false, "authorizedToMaintainLiabilities": false }),
    ))
    .await;
    it.rejects(
        &flags(json!({ "clawbackEnabled": true })),
        "invalid_request",
        "flags.clawbackEnabled",
    )
    .await;
    it.accepts(&flags(json!({ "clawbackEnabled": false }))).await;
}

#[tokio::test]
async fn clawback() {
    let it = Limits::new();
    let valid = json!({ "type": "clawback", "asset": it.own(), "amount": "1", "from": it.bob });
    it.check(
        &valid,
        &[
            ("amount", "invalid_amount", json!("0"), json!("1")),
            ("amount", "invalid_amount", json!(ABOVE_MAXIMUM), json!(MAXIMUM)),
            ("from", "invalid_request", json!(it.alice), json!(it.bob)),
            ("asset", "invalid_request", it.usd(), it.own()),
            ("asset", "invalid_request", coin(), it.own()),
        ],
    )
    .await;
    // The issuer is the source account of the operation.
    let of_bob = json!({ "type": "clawback", "asset": it.usd(), "amount": "1", "from": it.alice, "source": it.bob });
    it.accepts(&of_bob).await;
}
