//! POST /api/prepare-transaction/estimate/{chain}

use super::App;
use super::fixture::{line, unavailable, usd, usd_json};
use super::wallet::Wallet;
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use wallet_core::model::Network;
use wallet_xlm::MemoList;

const PATH: &str = "prepare-transaction/estimate/xlm";

/// The reserve of an account without subentries.
const RESERVE: i64 = 10_000_000;

async fn estimate(app: &App, fields: &Value) -> TestResponse {
    let mut body = json!({ "address": app.alice.address(), "network": "testnet" });
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    app.post(PATH, &body).await
}

fn codes(data: &Value) -> Vec<&str> {
    let warnings = data["warnings"].as_array().into_iter().flatten();
    warnings.filter_map(|warning| warning["code"].as_str()).collect()
}

#[tokio::test]
async fn estimate_without_amount_returns_fees_funds_and_sequence() {
    let app = App::new();
    let response = estimate(&app, &json!({})).await;
    let expected = json!({ "fees": { "slow": "100", "normal": "5000", "fast": "80000" },
        "spendable": (1_000_000_000 - RESERVE).to_string(), "sequence": "8" });
    assert_eq!(*response.data(), expected);
    let mut requests = app.requests();
    requests.sort();
    let account = format!("account {}", app.alice.address());
    assert_eq!(requests, [account.as_str(), "fee_stats", "ledger"]);
    let of_three = estimate(&app, &json!({ "operations": 3, "to": app.bob.address() })).await;
    let fees = json!({ "slow": "300", "normal": "15000", "fast": "240000" });
    assert_eq!(of_three.data()["fees"], fees);
}

#[tokio::test]
async fn maximum_is_accepted_by_get_hash_and_one_stroop_more_is_not() {
    let app = App::new();
    let max = estimate(&app, &json!({ "to": app.bob.address(), "amount": "max" })).await;
    let data = max.data();
    let spendable = 1_000_000_000 - RESERVE;
    let amounts = [100, 5000, 80_000].map(|fee| (spendable - fee).to_string());
    assert_eq!(
        data["amounts"],
        json!({ "slow": amounts[0], "normal": amounts[1], "fast": amounts[2] })
    );
    let transfer = async |amount: &str| {
        let body = json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(),
            "amount": amount, "fee": data["fees"]["slow"], "sequence": data["sequence"] });
        app.post("transaction/get-hash/xlm/transfer", &body).await
    };
    transfer(&amounts[0]).await.data();
    let more = transfer(&(spendable - 99).to_string()).await;
    more.assert_error(400, "insufficient_funds", Some("amount"));
}

#[tokio::test]
async fn maximum_of_an_asset_is_limited_by_the_recipient() {
    let app = App::new();
    let issuer = Wallet::new(9);
    app.change(&app.alice, |alice| alice.lines.push(line(usd(&issuer), 700)));
    let fields = json!({ "to": app.bob.address(), "amount": "max", "asset": usd_json(&issuer) });
    let response = estimate(&app, &fields).await;
    response.assert_error(400, "destination_unusable", Some("to"));
    assert_eq!(response.detail("reason"), "trustline_missing");
    for (held, amount) in [(0, "700"), (400, "600")] {
        app.change(&app.bob, |bob| bob.lines = vec![line(usd(&issuer), held)]);
        let response = estimate(&app, &fields).await;
        let data = response.data();
        assert_eq!(data["spendable"], "700");
        assert_eq!(
            data["amounts"],
            json!({ "slow": amount, "normal": amount, "fast": amount })
        );
    }
    app.change(&app.bob, |bob| bob.lines = vec![line(usd(&issuer), 1000)]);
    let full = estimate(&app, &fields).await;
    assert_eq!(full.detail("reason"), "limit_exceeded");
}

#[tokio::test]
async fn new_account_is_announced() {
    let app = App::new();
    let to = Wallet::new(3).address();
    let response = estimate(&app, &json!({ "to": to, "amount": "10000000" })).await;
    assert_eq!(response.data()["createsAccount"], true);
    assert_eq!(codes(response.data()), ["new_account"]);
    let existing = estimate(&app, &json!({ "to": app.bob.address(), "amount": "10000000" })).await;
    assert_eq!(existing.data()["createsAccount"], Value::Null);
    assert_eq!(existing.data()["warnings"], Value::Null);
    let low = estimate(&app, &json!({ "to": to, "amount": "9999999" })).await;
    low.assert_error(400, "invalid_amount", Some("amount"));
    assert_eq!(low.detail("minimum"), "10000000");
}

#[tokio::test]
async fn required_memo_and_high_fee_are_warnings() {
    let app = App::new();
    app.change(&app.bob, |bob| bob.requires_memo = true);
    let warned = async |amount: &str| {
        let response = estimate(&app, &json!({ "to": app.bob.address(), "amount": amount })).await;
        codes(response.data())
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(warned("24999").await, ["fee_share", "memo_recommended"]);
    assert_eq!(warned("25000").await, ["memo_recommended"]);
    let list = format!("{}=recommended", Wallet::new(2).address());
    let listed = App::with_memo_list(list.parse::<MemoList>().expect("a list"));
    let response = estimate(&listed, &json!({ "to": listed.bob.address() })).await;
    assert_eq!(codes(response.data()), ["memo_recommended"]);
}

#[tokio::test]
async fn insufficient_funds_are_rejected() {
    let app = App::new();
    let to = app.bob.address();
    let spendable = 1_000_000_000 - RESERVE;
    let all = json!({ "to": to, "amount": (spendable - 100).to_string() });
    estimate(&app, &all).await.data();
    for fields in [
        json!({ "to": to, "amount": (spendable - 99).to_string() }),
        json!({ "amount": (spendable - 99).to_string() }),
    ] {
        let response = estimate(&app, &fields).await;
        response.assert_error(400, "insufficient_funds", Some("amount"));
        assert_eq!(response.detail("required"), (spendable + 1).to_string().as_str());
    }
    let asset = usd_json(&Wallet::new(9));
    let untrusted = estimate(&app, &json!({ "asset": asset })).await;
    untrusted.assert_error(400, "insufficient_funds", Some("asset"));
    app.change(&app.alice, |alice| alice.subentries = 200);
    let without_fee = estimate(&app, &json!({})).await;
    without_fee.assert_error(400, "insufficient_funds", Some("address"));
    assert_eq!(without_fee.detail("available"), "0");
}

#[tokio::test]
async fn missing_sender_is_404() {
    let app = App::new();
    let fields = json!({ "address": Wallet::new(3).address() });
    estimate(&app, &fields)
        .await
        .assert_error(404, "account_not_found", Some("address"));
}

#[tokio::test]
async fn invalid_requests_are_rejected() {
    let app = App::new();
    for (fields, code, field) in [
        (json!({ "address": null, "to": "x" }), "invalid_request", "address"),
        (json!({ "address": "x", "to": "x" }), "invalid_address", "address"),
        (json!({ "to": "x", "amount": "x" }), "invalid_address", "to"),
        (json!({ "amount": "0", "asset": 7 }), "invalid_amount", "amount"),
        (json!({ "amount": "MAX" }), "invalid_amount", "amount"),
        (json!({ "amount": "1.5" }), "invalid_amount", "amount"),
        (json!({ "amount": 5 }), "invalid_request", "amount"),
        (json!({ "amount": "9223372036854775808" }), "invalid_amount", "amount"),
        (json!({ "asset": { "code": "USD" } }), "invalid_request", "asset.issuer"),
        (json!({ "network": "x", "operations": 0 }), "invalid_request", "network"),
        (json!({ "operations": 0 }), "invalid_request", "operations"),
        (json!({ "operations": 101 }), "invalid_request", "operations"),
        (json!({ "operations": "3" }), "invalid_request", "operations"),
        (json!({ "operations": [] }), "invalid_request", "operations"),
    ] {
        let response = estimate(&app, &fields).await;
        response.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requests(), [""; 0]);
}

#[tokio::test]
async fn failed_account_request_is_an_upstream_error() {
    let app = App::new();
    app.fixture().failing = Some((Network::Testnet, unavailable()));
    let response = estimate(&app, &json!({})).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert!(!response.text.contains("evil words"));
}
