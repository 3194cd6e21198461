//! POST /api/transaction/get-hash/{chain}/transfer

use super::super::App;
use super::super::fixture::{line, unavailable, usd, usd_json};
use super::super::wallet::{Wallet, stroops};
use crate::support::client::TestResponse;
use serde_json::{Value, json};
use wallet_core::model::Network;

const PATH: &str = "transaction/get-hash/xlm/transfer";

fn body(app: &App) -> Value {
    json!({ "publicKey": app.alice.public_key(), "network": "testnet", "to": app.bob.address(), "amount": "10000000",
        "fee": "100" })
}

/// Requests a transfer with some fields replaced.
async fn transfer(app: &App, fields: Value) -> TestResponse {
    let mut body = body(app);
    for (name, value) in fields.as_object().expect("fields") {
        body[name] = value.clone();
    }
    app.post(PATH, &body).await
}

#[tokio::test]
async fn lumen_payment_uses_the_next_sequence_number() {
    let app = App::new();
    let response = transfer(&app, json!({ "memo": "order 1" })).await;
    let mut requests = app.requests();
    requests.sort();
    let mut expected = [
        format!("account {}", app.alice.address()),
        format!("account {}", app.bob.address()),
        "ledger".to_owned(),
    ];
    expected.sort();
    assert_eq!(requests, expected, "each resource is requested once");
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert_eq!(parsed["txid"], response.data()["hash"]);
    assert_eq!(
        (&parsed["sequence"], &parsed["memo"], &parsed["fee"]),
        (&json!("8"), &json!("order 1"), &json!("100"))
    );
    let payment = json!({ "type": "payment", "destination": app.bob.address(),
        "asset": { "kind": "coin", "chain": "xlm" }, "amount": "10000000" });
    assert_eq!(parsed["operations"], json!([payment]));
}

#[tokio::test]
async fn missing_account_is_created() {
    let app = App::new();
    let missing_account = Wallet::new(3).address();
    let response = transfer(&app, json!({ "to": missing_account })).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    let create = json!({ "type": "createAccount", "destination": missing_account, "startingBalance": "1" });
    assert_eq!(parsed["operations"], json!([create]));
    let response = transfer(&app, json!({ "to": missing_account, "amount": "9999999" })).await;
    response.assert_error(400, "invalid_amount", Some("amount"));
    assert_eq!(response.detail("minimum"), "10000000");
    let response = transfer(&app, json!({ "to": missing_account, "asset": usd_json(&app.bob) })).await;
    response.assert_error(400, "destination_unusable", Some("to"));
    assert_eq!(response.detail("reason"), "account_missing");
}

#[tokio::test]
async fn muxed_address_is_unchanged_and_needs_no_memo() {
    // An example of SEP-23: the account of the first example, and the id 0.
    let muxed = "MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ";
    let account = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ";
    let app = App::new();
    let missing = transfer(&app, json!({ "to": muxed })).await;
    missing.assert_error(400, "destination_unusable", Some("to"));
    let mut shop = app.bob.account(10);
    shop.id = account.parse().expect("an address");
    shop.requires_memo = true;
    app.fixture().put(&shop);
    let response = transfer(&app, json!({ "to": muxed })).await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert_eq!(parsed["operations"][0]["destination"], muxed);
    let response = transfer(&app, json!({ "to": account })).await;
    response.assert_error(400, "invalid_request", Some("memo"));
    assert_eq!(response.detail("memoRequired"), true);
    for (memo, memo_type) in [("7", "id"), ("order 7", "text")] {
        let with_memo = json!({ "to": account, "memo": memo, "memoType": memo_type });
        assert!(transfer(&app, with_memo).await.status.is_success());
    }
    let empty = transfer(&app, json!({ "to": account, "memo": "" })).await;
    empty.assert_error(400, "invalid_request", Some("memo"));
}

#[tokio::test]
async fn asset_payment_requires_trustlines_with_capacity() {
    let app = App::new();
    let issuer = Wallet::new(9);
    let asset = usd(&issuer);
    let pay = async |amount: &str| {
        let payment = json!({ "asset": usd_json(&issuer), "amount": amount });
        transfer(&app, payment).await
    };
    let assert_rejected = |response: &TestResponse, code: &str, field: &str, reason: &str| {
        response.assert_error(400, code, Some(field));
        assert_eq!(response.detail("reason"), reason);
    };
    assert_rejected(&pay("5").await, "destination_unusable", "to", "trustline_missing");
    app.change(&app.bob, |bob| bob.lines = vec![line(asset, 996)]);
    assert_rejected(&pay("5").await, "destination_unusable", "to", "limit_exceeded");
    assert_rejected(&pay("4").await, "insufficient_funds", "asset", "trustline_missing");
    app.change(&app.alice, |alice| alice.lines = vec![line(asset, 3)]);
    let insufficient = pay("4").await;
    insufficient.assert_error(400, "insufficient_funds", Some("amount"));
    assert_eq!(
        (insufficient.detail("available"), insufficient.detail("required")),
        (&json!("3"), &json!("4"))
    );
    let response = pay("3").await;
    let parsed = app.parsed(&response.data()["unsignedMessage"]).await;
    assert_eq!(parsed["operations"][0]["asset"], usd_json(&issuer));
    app.change(&app.alice, |alice| alice.lines[0].is_authorized = false);
    assert_rejected(&pay("3").await, "insufficient_funds", "asset", "not_authorized");
    app.change(&app.bob, |bob| bob.lines[0].is_authorized = false);
    assert_rejected(&pay("3").await, "destination_unusable", "to", "not_authorized");
}

#[tokio::test]
async fn coin_with_an_issuer_is_invalid() {
    let app = App::new();
    let issuer = app.bob.address();
    for (asset, field) in [
        (
            json!({ "kind": "coin", "chain": "xlm", "code": "USD", "issuer": issuer }),
            "asset.kind",
        ),
        (json!({ "kind": "coin", "issuer": issuer }), "asset.kind"),
        (json!({ "kind": "coin", "code": 7 }), "asset.code"),
        (json!({ "chain": "xlm" }), "asset.code"),
        (json!({}), "asset.code"),
    ] {
        let response = transfer(&app, json!({ "asset": asset })).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    for coin in [json!({ "kind": "coin", "chain": "xlm", "code": null }), json!(null)] {
        assert!(transfer(&app, json!({ "asset": coin })).await.status.is_success());
    }
}

#[tokio::test]
async fn reserve_is_not_spendable() {
    let app = App::new();
    app.change(&app.alice, |alice| {
        alice.subentries = 2;
        alice.native.selling_liabilities = stroops(10_000_000);
    });
    // 100 lumens minus 4 base reserves and the selling liabilities.
    let response = transfer(&app, json!({ "amount": "970000000" })).await;
    response.assert_error(400, "insufficient_funds", Some("amount"));
    assert_eq!(response.detail("available"), "970000000");
    assert_eq!(response.detail("required"), "970000100");
    let all = transfer(&app, json!({ "amount": "969999900" })).await;
    assert!(all.status.is_success(), "{}", all.text);
}

#[tokio::test]
async fn missing_source_account_is_404() {
    let app = App::new();
    let body = json!({ "publicKey": Wallet::new(3).public_key() });
    let response = transfer(&app, body).await;
    response.assert_error(404, "account_not_found", Some("publicKey"));
    // The account exists only on the test network.
    let app = App::new();
    app.fixture().put_on(Network::Testnet, Wallet::new(4).account(5));
    let body = json!({ "publicKey": Wallet::new(4).public_key(), "network": "livenet" });
    let response = transfer(&app, body).await;
    response.assert_error(404, "account_not_found", Some("publicKey"));
}

#[tokio::test]
async fn upstream_failure_is_not_a_missing_account() {
    let app = App::new();
    app.fixture().failing = Some((Network::Testnet, unavailable()));
    let response = transfer(&app, json!({ "to": Wallet::new(3).address() })).await;
    response.assert_error(503, "upstream_unavailable", None);
    assert!(!response.text.contains("evil") && unavailable().to_string().contains("evil"));
}
