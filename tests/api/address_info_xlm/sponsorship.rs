//! Operations on claimable balances and reserve sponsorships.

use super::App;
use super::fixture::{BALANCE, ISSUER, OTHER, OWN, POOL};
use super::records::{amount, only, usd, xlm};
use super::results::{CLAIMED, META_CLAIM_V3, META_CLAIM_V4};
use serde_json::{Value, json};

async fn latest(kind: &str, fields: &Value) -> Value {
    App::with_operations(only(kind, fields)).await.latest().await
}

async fn check(kind: &str, fields: Value, action: Value) {
    let shown = latest(kind, &fields).await;
    assert_eq!(shown["actions"], json!([action]), "{fields}");
    assert_eq!((&shown["value"], &shown["to"]), (&amount("0"), &json!("")));
}

#[tokio::test]
async fn created_balance_leaves_the_account_without_a_recipient() {
    let claimants = json!([{ "destination": OTHER, "predicate": { "and": [
        { "not": { "abs_before": "+39121901036-03-29T15:30:22Z", "abs_before_epoch": "1234567890982222222" } },
        { "rel_before": "5" }] } }]);
    let usd_text = format!("USD:{ISSUER}");
    for (asset, shown_asset, source, value) in [
        ("native", xlm(), OWN, "-90000000"),
        ("native", xlm(), OTHER, "0"),
        (usd_text.as_str(), usd(), OWN, "0"),
    ] {
        // The sponsor of the reserve, otherwise the source of the operation.
        for (sponsor, expected_sponsor) in [(json!(ISSUER), ISSUER), (Value::Null, source)] {
            let fields = json!({ "source_account": source, "sponsor": sponsor, "asset": asset, "amount": "9.0000000",
                "claimants": claimants });
            let shown = latest("create_claimable_balance", &fields).await;
            let expected = json!([{ "type": "create-claimable-balance", "asset": shown_asset,
                "value": amount("90000000"), "sponsor": expected_sponsor }]);
            assert_eq!(shown["actions"], expected);
            assert_eq!((&shown["value"], &shown["to"]), (&amount(value), &json!("")));
        }
    }
}

/// Returns the fields of a claim by the account in a transaction with this meta.
fn claim(meta: &str) -> Value {
    json!({ "balance_id": BALANCE, "claimant": OWN, "transaction": { "result_xdr": CLAIMED, "result_meta_xdr": meta } })
}

#[tokio::test]
async fn claim_amount_comes_from_the_meta() {
    for meta in [META_CLAIM_V3, META_CLAIM_V4] {
        let shown = latest("claim_claimable_balance", &claim(meta)).await;
        let expected = json!([{ "type": "claim-claimable-balance", "balanceId": BALANCE }]);
        assert_eq!(shown["actions"], expected);
        assert_eq!((&shown["value"], &shown["to"]), (&amount("5000"), &json!(OWN)));
    }
}

#[tokio::test]
async fn claim_amount_comes_from_effects_without_meta() {
    let usd_text = format!("USD:{ISSUER}");
    for (asset, value) in [("native", "70000000"), (usd_text.as_str(), "0")] {
        let app = App::with_operations(only("claim_claimable_balance", &claim("AAAA"))).await;
        let paid = json!({ "type": "account_credited", "asset_type": "native", "amount": "7.0000000" });
        let claimed = json!({ "type": "claimable_balance_claimed", "balance_id": BALANCE, "asset": asset,
            "amount": "7.0000000", "account": OWN });
        app.ledger().effects = vec![paid, claimed];
        assert_eq!(app.latest().await["value"], amount(value));
    }
}

#[tokio::test]
async fn claim_of_unknown_amount_is_marked_partial() {
    let app = App::with_operations(only("claim_claimable_balance", &claim("AAAA"))).await;
    let info = app.info().await;
    assert_eq!(info["source"]["partial"], json!(["claims"]));
    assert_eq!(
        (&info["transactions"][0]["value"], &info["transactions"][0]["to"]),
        (&amount("0"), &json!(OWN))
    );
}

#[tokio::test]
async fn balance_is_clawed_back() {
    let claw = json!({ "type": "clawback-claimable-balance", "id": BALANCE });
    check("clawback_claimable_balance", json!({ "balance_id": BALANCE }), claw).await;
}

#[tokio::test]
async fn sponsorships_begin_and_end() {
    for (sponsor, sponsored) in [(OWN, OTHER), (OTHER, OWN)] {
        check(
            "begin_sponsoring_future_reserves",
            json!({ "source_account": sponsor, "sponsored_id": sponsored }),
            json!({ "type": "begin-sponsoring-future-reserves", "id": sponsored }),
        )
        .await;
        check(
            "end_sponsoring_future_reserves",
            json!({ "source_account": sponsored, "begin_sponsor": sponsor }),
            json!({ "type": "end-sponsoring-future-reserves", "sponsor": sponsor }),
        )
        .await;
    }
}

#[tokio::test]
async fn revocations_name_the_unsponsored_entry() {
    let usd_text = format!("USD:{ISSUER}");
    let key = "XDRPF6NZRR7EEVO7ESIWUDXHAOMM2QSKIQQBJK6I2FB7YKDZES5UCLWD";
    for (mut fields, mut expected) in [
        (json!({ "account_id": OTHER }), json!({ "accountId": OTHER })),
        (json!({ "account_id": OWN }), json!({ "accountId": OWN })),
        (
            json!({ "claimable_balance_id": BALANCE }),
            json!({ "claimableBalanceId": BALANCE }),
        ),
        (
            json!({ "data_account_id": OTHER, "data_name": "a" }),
            json!({ "dataAccountId": OTHER, "dataName": "a" }),
        ),
        (json!({ "offer_id": "7" }), json!({ "offerId": "7" })),
        (
            json!({ "offer_id": 9_223_372_036_854_775_807_u64 }),
            json!({ "offerId": "9223372036854775807" }),
        ),
        (
            json!({ "trustline_account_id": OTHER, "trustline_asset": usd_text }),
            json!({ "trustlineAccountId": OTHER, "trustlineAsset": usd_text }),
        ),
        (
            json!({ "trustline_account_id": OTHER, "trustline_liquidity_pool_id": POOL }),
            json!({ "trustlineAccountId": OTHER, "trustlineLiquidityPoolId": POOL }),
        ),
        (
            json!({ "signer_account_id": OTHER, "signer_key": key }),
            json!({ "signerAccountId": OTHER, "signerKey": key }),
        ),
        // Of a pool; the network rejects this.
        (json!({ "liquidity_pool_id": POOL }), json!({})),
    ] {
        // Some Horizons include empty fields.
        for name in ["account_id", "offer_id", "signer_key", "trustline_asset"] {
            if fields.get(name).is_none() {
                fields[name] = Value::Null;
            }
        }
        expected["type"] = "revoke-sponsorship".into();
        check("revoke_sponsorship", fields, expected).await;
    }
}
