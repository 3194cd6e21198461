//! POST /address-info-btc-like/v1/api/{chain}/recipient

use super::App;
use super::fixture::{row, service_listing};
use super::xpub::scripted;
use crate::support::client::{TestResponse, call, request};
use crate::support::lists::{operator_lists, unreadable_lists};
use crate::support::stub::Reply;
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};
use wallet_btc_like::{Address, Chain, Params};
use wallet_core::lists::Listable;
use wallet_core::model::Network;

const OWN: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const SHOP: &str = "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa";
/// An address that differs from that of the shop between the first and the last four characters.
const LOOK_ALIKE: &str = "1A1zP1fU5cFfUDaN3e3hXQynap8DyXvfNa";
const OTHER: &str = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy";

async fn post(app: &App, chain: &str, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/{chain}/recipient");
    call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await
}

/// Returns the codes of the warnings.
fn codes(data: &Value) -> Vec<&str> {
    let warnings = data["warnings"].as_array().map_or(&[][..], Vec::as_slice);
    warnings.iter().filter_map(|warning| warning["code"].as_str()).collect()
}

async fn with_history() -> App {
    let app = App::new().await;
    app.fixture().transactions = vec![
        row(4, -1, &[OWN], &[(SHOP, 700)]),
        row(3, 700, &[OTHER], &[(OWN, 5000)]),
        row(2, 690, &[OWN], &[(SHOP, 5000), (OWN, 7)]),
        row(1, 680, &[SHOP], &[(OWN, 9)]),
    ];
    app
}

#[tokio::test]
async fn earlier_payments_are_counted() {
    let app = with_history().await;
    let paid = post(&app, "btc", &json!({ "address": OWN, "to": SHOP })).await;
    let expected =
        json!({ "paidBefore": 2, "lastAt": 1_700_000_004, "lookAlikes": [], "own": false, "lists": [], "source": {} });
    assert_eq!(*paid.data(), expected);
    let received = post(&app, "btc", &json!({ "address": OWN, "to": OTHER })).await;
    assert_eq!(received.data()["paidBefore"], 0);
    assert_eq!(codes(received.data()), ["first_payment"]);
}

#[tokio::test]
async fn look_alike_of_a_counterparty_is_found() {
    let app = with_history().await;
    let fake = post(&app, "btc", &json!({ "address": OWN, "to": LOOK_ALIKE })).await;
    let similar = json!([{ "address": SHOP, "kind": "counterparty", "at": 1_700_000_004 }]);
    assert_eq!(fake.data()["lookAlikes"], similar);
    assert_eq!(codes(fake.data()), ["look_alike_address", "first_payment"]);
}

#[tokio::test]
async fn own_address_in_any_form_is_own() {
    let app = with_history().await;
    for to in [OWN.to_owned(), OWN.to_uppercase()] {
        let own = post(&app, "btc", &json!({ "address": OWN, "to": to })).await;
        assert_eq!(own.data()["own"], true);
        assert_eq!(codes(own.data()), ["own_address"]);
    }
}

#[tokio::test]
async fn addresses_of_the_own_key_cause_no_alarm() {
    let app = scripted::App::new().await;
    for to in [scripted::FIRST, scripted::SECOND, scripted::CHANGE] {
        let response = app.recipient(&json!({ "key": scripted::ZPUB, "to": to })).await;
        assert_eq!(
            (response.data()["own"].clone(), codes(response.data())),
            (json!(true), vec!["own_address"]),
            "{to}"
        );
    }
    let response = app.recipient(&json!({ "key": scripted::ZPUB, "to": SHOP })).await;
    assert_eq!(response.data()["own"], false);
    assert_eq!(response.data()["lookAlikes"], json!([]));
}

#[tokio::test]
async fn unavailable_history_is_partial() {
    let app = with_history().await;
    app.fixture().instead = Some(Reply::json(500, "{}"));
    let response = post(&app, "btc", &json!({ "address": OWN, "to": SHOP })).await;
    let expected = json!({ "lookAlikes": [], "own": false, "lists": [], "source": { "partial": ["history"] } });
    assert_eq!(*response.data(), expected);
    let own = post(&app, "btc", &json!({ "address": OWN, "to": OWN })).await;
    assert_eq!(codes(own.data()), ["own_address"]);
}

#[tokio::test]
async fn older_transactions_are_stated() {
    let app = App::new().await;
    let paid = |number: u16| {
        row(
            usize::from(500 - number),
            700 - i64::from(number),
            &[OWN],
            &[(OTHER, 5)],
        )
    };
    app.fixture().transactions = (0..300).map(paid).collect();
    let response = post(&app, "btc", &json!({ "address": OWN, "to": OTHER })).await;
    assert_eq!(response.data()["paidBefore"], 200);
    assert_eq!(response.data()["source"]["partial"], json!(["older"]));
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_a_request() {
    let app = App::new().await;
    let key = scripted::ZPUB;
    for (body, code, field) in [
        (json!({}), "invalid_request", "address"),
        (json!({ "to": SHOP }), "invalid_request", "address"),
        (
            json!({ "address": OWN, "key": key, "to": SHOP }),
            "invalid_request",
            "key",
        ),
        (json!({ "address": "x", "to": "y" }), "invalid_address", "address"),
        (json!({ "address": 5, "to": SHOP }), "invalid_request", "address"),
        (json!({ "key": "x", "to": SHOP }), "invalid_public_key", "key"),
        (json!({ "address": OWN }), "invalid_request", "to"),
        (json!({ "address": OWN, "to": "" }), "invalid_address", "to"),
        (
            json!({ "address": OWN, "to": "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx" }),
            "invalid_address",
            "to",
        ),
        (
            json!({ "address": OWN, "to": SHOP, "network": "mainnet" }),
            "invalid_request",
            "network",
        ),
    ] {
        post(&app, "btc", &body).await.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requested_paths(), Vec::<String>::new());
}

#[tokio::test]
async fn lists_of_the_operator_are_named() {
    // The two forms of an address of bch, from the specification of CashAddr.
    let (legacy, cashaddr) = (
        "1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu",
        "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a",
    );
    let params = Params::of(Chain::Bch, Network::Livenet).expect("a chain");
    let digest = Address::parse(params, legacy).expect("an address").digest();
    let [listing, away] = [operator_lists(&[digest], &[]), unreadable_lists()].map(service_listing);
    let post = async |router, chain: &str, to: &str| {
        let (path, token) = (format!("/{NAME}/v1/api/{chain}/recipient"), tokens::token(&["read"]));
        let body = json!({ "address": legacy, "to": to });
        call(router, request(Method::POST, &path, &token, Some(&body)))
            .await
            .data()
            .clone()
    };
    for to in [legacy, cashaddr] {
        let listed = post(&listing, "bch", to).await;
        assert_eq!(listed["lists"], json!([{ "name": "known", "action": "warn" }]));
        assert_eq!(codes(&listed), ["listed_address", "own_address"]);
    }
    assert_eq!(post(&listing, "btc", legacy).await["lists"], json!([]));
    let unknown = post(&away, "bch", legacy).await;
    assert_eq!(
        (&unknown["lists"], &unknown["source"]["partial"]),
        (&json!([]), &json!(["history", "lists"]))
    );
}
