//! POST /api/payment-request/parse/{chain} and POST /api/payment-request/create/{chain}

use super::App;
use super::fixture::estimate;
use super::wallet::{Wallet, listed};
use crate::support::stub::Reply;
use serde_json::{Value, json};

const PARSE: &str = "payment-request/parse/btc";
const CREATE: &str = "payment-request/create/btc";
const TO: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";

#[tokio::test]
async fn request_is_parsed_without_a_call_of_an_upstream() {
    let app = App::new().await;
    // BIP 21, "Examples", with another address.
    let uri =
        "bitcoin:1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH?amount=50&label=Luke-Jr&message=Donation%20for%20project%20xyz";
    let response = app.post(PARSE, &json!({ "uri": uri })).await;
    let expected = json!({ "network": "livenet", "to": "1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH", "amount": "5000000000",
        "label": "Luke-Jr", "message": "Donation for project xyz" });
    assert_eq!(*response.data(), expected);
    let uri = format!("BITCOIN:{}?LIGHTNING=LNBC1", TO.to_uppercase());
    let response = app.post(PARSE, &json!({ "uri": uri })).await;
    let expected = json!({ "network": "livenet", "to": TO, "ignored": ["lightning"] });
    assert_eq!(*response.data(), expected);
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn response_with_the_sender_is_a_body_of_estimate() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let income = wallet.income(&[100_000], 1);
    app.fixture().utxo = Reply::ok(json!(listed(&income, 6)).to_string());
    app.fixture().estimates.insert("6", estimate("0.00005"));
    let uri = format!("bitcoin:{}?amount=0.0005", wallet.recipient());
    let mut body = app.post(PARSE, &json!({ "uri": uri })).await.data().clone();
    body["address"] = wallet.address().into();
    body["publicKey"] = wallet.public_key().into();
    let response = app.post("prepare-transaction/estimate/btc", &body).await;
    assert_eq!(response.data()["size"], 144);
}

#[tokio::test]
async fn created_request_is_parsed_to_the_same_fields() {
    let app = App::new().await;
    let fields = json!({ "network": "livenet", "to": TO, "amount": "123000", "label": "Shop & more",
        "message": "Order \u{20bf} 5512" });
    let uri = app.post(CREATE, &fields).await.data()["uri"].clone();
    let expected = "?amount=0.00123&label=Shop%20%26%20more&message=Order%20%E2%82%BF%205512";
    assert_eq!(uri, format!("bitcoin:{TO}{expected}"));
    assert_eq!(*app.post(PARSE, &json!({ "uri": uri })).await.data(), fields);
    let address = Wallet::new("bch", "testnet", "p2pkh").address();
    let bch = json!({ "network": "testnet", "to": address, "amount": "100000" });
    let uri = app.post("payment-request/create/bch", &bch).await.data()["uri"].clone();
    assert_eq!(uri, format!("{address}?amount=0.001"));
    let parsed = app
        .post(
            "payment-request/parse/bch",
            &json!({ "uri": uri, "network": "testnet" }),
        )
        .await;
    assert_eq!(*parsed.data(), bch);
}

/// A body, and the code and the field of its error.
type Case = (Value, &'static str, &'static str);

async fn all_rejected(app: &App, path: &str, cases: &[Case]) {
    for (body, code, field) in cases {
        app.post(path, body).await.assert_error(400, code, Some(field));
    }
}

#[tokio::test]
async fn first_invalid_field_of_parse_is_reported() {
    let app = App::new().await;
    let uri = |text: &str| json!({ "uri": text });
    let cases: [Case; 11] = [
        (json!({}), "invalid_request", "uri"),
        (json!({ "uri": 1 }), "invalid_request", "uri"),
        (json!({ "uri": "x", "network": "x" }), "invalid_request", "network"),
        (uri(TO), "invalid_request", "uri"),
        (uri(&format!("litecoin:{TO}")), "invalid_request", "uri"),
        (uri("bitcoin:?lno=x"), "invalid_address", "uri"),
        (uri(&format!("bitcoin:{TO}x")), "invalid_address", "uri"),
        (uri(&format!("bitcoin:{TO}?amount=x")), "invalid_amount", "uri"),
        (
            uri(&format!("bitcoin:{TO}?amount=0.00000001")),
            "amount_below_dust",
            "uri",
        ),
        (uri(&format!("bitcoin:{TO}?req-x=1")), "invalid_request", "uri"),
        (
            json!({ "uri": format!("bitcoin:{TO}"), "network": "testnet" }),
            "invalid_address",
            "uri",
        ),
    ];
    all_rejected(&app, PARSE, &cases).await;
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn first_invalid_field_of_create_is_reported() {
    let app = App::new().await;
    let long = "x".repeat(301);
    let cases: [Case; 6] = [
        (json!({}), "invalid_request", "to"),
        (json!({ "to": "x" }), "invalid_address", "to"),
        (json!({ "to": TO, "amount": "1.5" }), "invalid_amount", "amount"),
        (json!({ "to": TO, "amount": "1" }), "amount_below_dust", "amount"),
        (json!({ "to": TO, "label": long }), "invalid_request", "label"),
        (json!({ "to": TO, "message": long }), "invalid_request", "message"),
    ];
    all_rejected(&app, CREATE, &cases).await;
}
