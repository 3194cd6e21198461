//! Transactions: top-level fields, failed transactions, fee bumps, and operations with separate sources.

use super::App;
use super::fixture::{ISSUER, OTHER, OWN, POOL};
use super::horizon::LEDGER;
use super::records::{account, amount, and, hash, only, payment, record, usd, usd_fields, xlm};
use super::results::MERGED;
use serde_json::{Value, json};

#[tokio::test]
async fn payment_contains_every_field_of_the_specification() {
    let app = App::with_operations(vec![payment(7, 1)]).await;
    let action = json!({ "type": "transfer", "asset": xlm(), "value": amount("1"), "from": OWN, "to": OTHER });
    let expected = json!([{
        "txid": hash(7),
        "block": LEDGER.to_string(),
        "date": 1_799_999_997,
        "fee": amount("200"),
        "value": amount("-1"),
        "net": amount("-201"),
        "direction": "out",
        "confirmations": 1,
        "from": OWN,
        "to": OTHER,
        "status": "confirmed",
        "actions": [action],
    }]);
    assert_eq!(app.info().await["transactions"], expected);
}

/// Returns operations of failed transactions: their fields, the recipient and the intended actions.
fn failed_operations() -> Vec<(&'static str, Value, &'static str, Value)> {
    let transfer = json!({ "type": "transfer", "asset": xlm(), "value": amount("50000000"), "from": OWN, "to": OTHER });
    vec![
        (
            "payment",
            json!({ "from": OWN, "to": OTHER, "asset_type": "native", "amount": "5.0000000" }),
            OTHER,
            json!([transfer]),
        ),
        (
            "account_merge",
            json!({ "account": OTHER, "into": OWN }),
            OWN,
            json!([{ "type": "account-merge", "destination": OWN }]),
        ),
        (
            "create_account",
            json!({ "starting_balance": "2.0000000", "funder": OWN, "account": OTHER }),
            OTHER,
            json!([{ "type": "create-account", "asset": xlm(), "value": amount("20000000"), "from": OWN,
                "to": OTHER }]),
        ),
        // Horizon reports the amount that depends on the success as 0.
        (
            "path_payment_strict_send",
            and(
                json!({ "from": OWN, "to": OTHER, "amount": "0.0000000", "destination_min": "2.0000000",
                    "source_amount": "3.0000000", "source_asset_type": "native" }),
                &usd_fields(""),
            ),
            OTHER,
            json!([{ "type": "path-payment-strict-send", "asset": usd(), "value": amount("20000000"),
                "sourceAsset": xlm(), "sourceValue": amount("30000000"), "from": OWN, "to": OTHER }]),
        ),
        // A failed operation has no result, so Horizon reports neither assets nor shares.
        (
            "liquidity_pool_deposit",
            json!({ "liquidity_pool_id": POOL, "min_price": "1.0000000", "max_price": "2.0000000",
                "reserves_deposited": [{ "amount": "0.0000000" }], "shares_received": "0.0000000" }),
            "",
            json!([{ "type": "liquidity-pool-deposit", "id": POOL, "minPrice": "1.0000000",
                "maxPrice": "2.0000000", "sharesReceived": "0" }]),
        ),
        (
            "end_sponsoring_future_reserves",
            json!({}),
            "",
            json!([{ "type": "end-sponsoring-future-reserves", "sponsor": "" }]),
        ),
        // Values that no validator would have accepted.
        (
            "payment",
            and(
                json!({ "from": OWN, "to": OTHER, "amount": "-5.0000000" }),
                &usd_fields(""),
            ),
            "",
            Value::Null,
        ),
        ("manage_sell_offer", json!({ "price": "1/0" }), "", Value::Null),
    ]
}

#[tokio::test]
async fn failed_transaction_is_rejected_and_keeps_its_content() {
    let failed = json!({ "transaction_successful": false,
        "transaction": { "successful": false, "result_xdr": MERGED } });
    for (kind, fields, to, content) in failed_operations() {
        let app = App::with_operations(only(kind, &and(fields, &failed))).await;
        let info = app.info().await;
        let omitted = if content.is_null() {
            json!(["rows"])
        } else {
            Value::Null
        };
        assert_eq!(info["source"]["partial"], omitted, "{kind}");
        let shown = &info["transactions"][0];
        assert_eq!(
            (&shown["status"], &shown["actions"], &shown["failedActions"]),
            (&json!("rejected"), &json!([]), &content),
            "{kind}"
        );
        assert_eq!(
            (&shown["value"], &shown["fee"]),
            (&amount("0"), &amount("200")),
            "{kind}"
        );
        assert_eq!((&shown["from"], &shown["to"]), (&json!(OWN), &json!(to)), "{kind}");
    }
}

#[tokio::test]
async fn fee_bump_has_outer_hash_and_inner_source() {
    let fields = json!({ "transaction": {
        "fee_account": ISSUER, "fee_charged": "400", "signatures": ["c2VjcmV0"],
        "fee_bump_transaction": { "hash": hash(7), "signatures": ["c2VjcmV0"] },
        "inner_transaction": { "hash": hash(8), "signatures": ["c2VjcmV0"], "max_fee": "100" } } });
    let app = App::with_operations(vec![and(payment(7, 1), &fields)]).await;
    let shown = app.latest().await;
    assert_eq!((&shown["txid"], &shown["from"]), (&json!(hash(7)), &json!(OWN)));
    // The fee is reported even if a different account paid it.
    assert_eq!((&shown["fee"], &shown["value"]), (&amount("400"), &amount("-1")));
}

#[tokio::test]
async fn operation_source_may_differ_from_transaction_source() {
    let transaction = json!({ "transaction": { "source_account": OTHER } });
    let own = and(payment(7, 2), &transaction);
    let fields = json!({ "source_account": OTHER, "name": "a", "value": null });
    let others = and(record(7, 1, "manage_data", &fields), &transaction);
    let app = App::with_operations(vec![own, others]).await;
    let shown = app.latest().await;
    assert_eq!((&shown["from"], &shown["to"]), (&json!(OTHER), &json!(OTHER)));
    assert_eq!(
        (&shown["value"], &shown["actions"][1]["from"]),
        (&amount("-1"), &json!(OWN))
    );
}

#[tokio::test]
async fn merged_account_keeps_its_history() {
    let merge = json!({ "account": OWN, "into": OTHER, "transaction": { "result_xdr": MERGED } });
    let mut operations: Vec<_> = (1..=3).rev().map(|number| payment(number, 1)).collect();
    operations.insert(0, record(7, 1, "account_merge", &merge));
    let app = App::new().await;
    app.ledger().operations = operations;
    let info = app.get(&format!("xlm?address={OWN}&limit=2")).await.data().clone();
    assert_eq!((&info["activated"], &info["balances"]), (&json!(false), &json!([])));
    let txids = |info: &Value| -> Vec<_> {
        let transactions = info["transactions"].as_array().expect("an array").iter();
        transactions.map(|transaction| transaction["txid"].clone()).collect()
    };
    assert_eq!(txids(&info), [hash(7), hash(3)]);
    assert_eq!(info["transactions"][0]["value"], amount("-770000000"));
    assert_eq!(info["source"]["partial"], Value::Null, "the result is complete");
    let cursor = info["nextCursor"].as_str().expect("a cursor");
    let next = app.get(&format!("xlm?address={OWN}&limit=2&cursor={cursor}")).await;
    assert_eq!(txids(next.data()), [hash(2), hash(1)]);
    assert_eq!(next.data()["nextCursor"], Value::Null);
}

#[tokio::test]
async fn ledger_close_times_are_parsed() {
    for (time, date) in [
        ("2015-09-30T16:46:54Z", 1_443_631_614_u64),
        ("2027-01-15T07:59:57.123456Z", 1_799_999_997),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] {
        let fields = json!({ "transaction": { "created_at": time, "ledger": 3, "fee_charged": "4294967295" } });
        let app = App::with_operations(vec![and(payment(7, 1), &fields)]).await;
        let shown = app.latest().await;
        let expected = (&json!(date), &json!("3"), &amount("4294967295"));
        assert_eq!((&shown["date"], &shown["block"], &shown["fee"]), expected);
    }
}

#[tokio::test]
async fn upstream_text_does_not_leak_into_response() {
    let app = App::with_operations(vec![payment(7, 1), record(6, 1, "secret words", &json!({}))]).await;
    app.ledger().put(account(OWN, "1.0000000"));
    let text = app.info().await.to_string();
    assert!(
        !text.contains("secret") && !text.contains("evil") && !text.contains("c2VjcmV0"),
        "{text}"
    );
    assert_eq!(app.info().await["transactions"].as_array().map(Vec::len), Some(2));
    assert_ne!(Value::Null, app.info().await["source"]);
}
