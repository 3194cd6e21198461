//! POST /address-info-eth-like/v1/api/{chain}/recipient

use super::App;
use super::fixture::{LISTED, OWN, SHOP, UNLISTED};
use super::rows::{sent, token, with};
use crate::support::client::{TestResponse, call, request};
use crate::support::lists::{operator_lists, unreadable_lists};
use crate::support::stub::Reply;
use address_info_eth_like::NAME;
use axum::http::Method;
use serde_json::{Value, json};
use wallet_core::lists::Listable;
use wallet_eth_like::Address;

/// An address that differs from that of the shop between the first and the last four digits.
const LOOK_ALIKE: &str = "0xfb6900000000000000000000000000000000d359";

async fn post(app: &App, chain: &str, body: &Value) -> TestResponse {
    let path = format!("/{NAME}/v1/api/{chain}/recipient");
    call(&app.router, request(Method::POST, &path, app.token(), Some(body))).await
}

/// Returns the codes of the warnings.
fn codes(data: &Value) -> Vec<&str> {
    let warnings = data["warnings"].as_array().map_or(&[][..], Vec::as_slice);
    warnings.iter().filter_map(|warning| warning["code"].as_str()).collect()
}

/// Returns a token transfer from the address to a second address.
fn token_paid(salt: usize, contract: &str, value: &str, to: &str) -> Value {
    let fields = json!({ "from": OWN.to_lowercase(), "to": to.to_lowercase() });
    with(token(salt, 700 + salt, contract, value), &fields)
}

#[tokio::test]
async fn earlier_payments_are_counted() {
    let app = App::new().await;
    {
        let mut fixture = app.fixture();
        fixture.index.transactions = vec![
            sent(5, 705, "9"),
            sent(4, 704, "0"),
            with(sent(3, 703, "7"), &json!({ "isError": "1" })),
        ];
        fixture.index.tokens = vec![token_paid(6, LISTED, "5", SHOP)];
    }
    let paid = post(&app, "eth", &json!({ "address": OWN, "to": SHOP })).await;
    let expected =
        json!({ "paidBefore": 2, "lastAt": 1_700_000_706, "lookAlikes": [], "own": false, "lists": [], "source": {} });
    assert_eq!(*paid.data(), expected);
}

#[tokio::test]
async fn forged_transfers_are_no_payments() {
    let app = App::new().await;
    app.fixture().index.tokens = vec![
        token_paid(7, UNLISTED, "5", LOOK_ALIKE),
        token_paid(6, LISTED, "0", LOOK_ALIKE),
    ];
    let fake = post(&app, "eth", &json!({ "address": OWN, "to": LOOK_ALIKE })).await;
    assert_eq!(fake.data()["paidBefore"], 0);
    assert_eq!(codes(fake.data()), ["first_payment"]);
    // The genuine address is paid while the history contains the fake one.
    let genuine = post(&app, "eth", &json!({ "address": OWN, "to": SHOP })).await;
    assert_eq!(codes(genuine.data()), ["look_alike_address", "first_payment"]);
}

#[tokio::test]
async fn generated_look_alikes_are_found() {
    let app = App::new().await;
    app.fixture().index.transactions = vec![sent(5, 705, "9")];
    for number in 0..50_u64 {
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let fake = format!("0xfb69{mixed:016x}{mixed:016x}d359");
        let response = post(&app, "eth", &json!({ "address": OWN, "to": fake })).await;
        let similar = json!([{ "address": SHOP, "kind": "counterparty", "at": 1_700_000_705 }]);
        assert_eq!(response.data()["lookAlikes"], similar, "{fake}");
    }
    let own = format!("{}00000000{}", &OWN[..12].to_lowercase(), &OWN[20..].to_lowercase());
    let response = post(&app, "eth", &json!({ "address": OWN, "to": own })).await;
    assert_eq!(
        response.data()["lookAlikes"],
        json!([{ "address": OWN, "kind": "own" }])
    );
}

#[tokio::test]
async fn unavailable_history_is_partial() {
    let app = App::new().await;
    app.fixture().instead = Some(Reply::json(500, "{}"));
    let response = post(&app, "eth", &json!({ "address": OWN, "to": SHOP })).await;
    let expected = json!({ "lookAlikes": [], "own": false, "lists": [], "source": { "partial": ["history"] } });
    assert_eq!(*response.data(), expected);
    let own = post(&app, "eth", &json!({ "address": OWN.to_lowercase(), "to": OWN })).await;
    assert_eq!(codes(own.data()), ["own_address"]);
}

#[tokio::test]
async fn invalid_fields_are_rejected_without_a_request() {
    let app = App::new().await;
    for (body, code, field) in [
        (json!({}), "invalid_request", "address"),
        (json!({ "address": "x", "to": "y" }), "invalid_address", "address"),
        (json!({ "address": OWN }), "invalid_request", "to"),
        (
            json!({ "address": OWN, "to": null, "network": "x" }),
            "invalid_request",
            "to",
        ),
        (
            json!({ "address": OWN, "to": SHOP.replacen("fB", "Fb", 1) }),
            "invalid_address",
            "to",
        ),
        (
            json!({ "address": OWN, "to": SHOP, "network": "mainnet" }),
            "invalid_request",
            "network",
        ),
    ] {
        post(&app, "eth", &body).await.assert_error(400, code, Some(field));
    }
    assert_eq!(app.requests().len(), 0);
}

#[tokio::test]
async fn lists_of_the_operator_are_named() {
    let digest = |address: &str| address.parse::<Address>().expect("an address").digest();
    let app = App::with_lists(operator_lists(&[], &[digest(SHOP)])).await;
    let body = json!({ "address": OWN, "to": SHOP.to_lowercase() });
    for chain in ["eth", "gno"] {
        let listed = post(&app, chain, &body).await;
        assert_eq!(
            listed.data()["lists"],
            json!([{ "name": "sanctions", "action": "refuse" }])
        );
        assert_eq!(codes(listed.data()), ["listed_address"]);
    }
    let away = App::with_lists(unreadable_lists()).await;
    let unknown = post(&away, "eth", &body).await;
    assert_eq!(unknown.data()["lists"], json!([]));
    assert_eq!(unknown.data()["source"]["partial"], json!(["history", "lists"]));
}
