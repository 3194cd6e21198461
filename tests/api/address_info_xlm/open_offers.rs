//! GET /api/{chain}/offers

use super::App;
use super::fixture::{ISSUER, OTHER, OWN, OWN_MUXED};
use super::records::{usd, xlm};
use crate::support::stub::Reply;
use serde_json::{Value, json};

const PATH: &str = "xlm/offers";

/// Returns an offer that sells 5 USD at a third of a lumen.
fn offer(id: u32) -> Value {
    json!({ "_links": {}, "id": id.to_string(), "paging_token": id.to_string(), "seller": OWN,
        "selling": { "asset_type": "credit_alphanum4", "asset_code": "USD", "asset_issuer": ISSUER },
        "buying": { "asset_type": "native" }, "amount": "5.0000001", "price": "0.3333333",
        "price_r": { "n": 1, "d": 3 }, "last_modified_ledger": 7, "sponsor": OTHER })
}

async fn with(offers: Vec<Value>) -> App {
    let app = App::new().await;
    app.ledger().offers = offers;
    app
}

#[tokio::test]
async fn offers_have_exact_prices() {
    let app = with(vec![offer(8), {
        let mut buys = offer(7);
        (buys["selling"], buys["buying"]) = (buys["buying"].take(), buys["selling"].take());
        buys["price_r"] = json!({ "n": 25, "d": 100 });
        buys
    }])
    .await;
    let response = app.get(&format!("{PATH}?address={OWN}")).await;
    let expected = json!({ "offers": [
        { "offerId": "8", "selling": usd(), "buying": xlm(), "amount": "50000001", "price": "1/3" },
        { "offerId": "7", "selling": xlm(), "buying": usd(), "amount": "50000001", "price": "25/100" },
    ], "source": { "upstream": "horizon", "block": "59000000" } });
    assert_eq!(*response.data(), expected);
    let path = format!("/accounts/{OWN}/offers");
    assert_eq!(app.requested_paths(&path), [format!("{path}?order=desc&limit=50")]);
}

#[tokio::test]
async fn account_without_offers_has_an_empty_list() {
    let app = with(Vec::new()).await;
    let response = app.get(&format!("{PATH}?address={OWN_MUXED}&limit=200")).await;
    assert_eq!(response.data()["offers"], json!([]));
    app.ledger().offers = vec![offer(1)];
    let response = app.get(&format!("{PATH}?address={OWN}&limit=0")).await;
    assert_eq!(response.data()["offers"], json!([]));
    assert!(response.data()["nextCursor"].is_null());
    assert_eq!(app.requested_paths(&format!("/accounts/{OWN}/offers")).len(), 1);
}

#[tokio::test]
async fn pages_contain_every_offer_once() {
    let app = with((1..=25).rev().map(offer).collect()).await;
    let (mut ids, mut cursor) = (Vec::new(), String::new());
    for _ in 0..10 {
        let response = app.get(&format!("{PATH}?address={OWN}&limit=7{cursor}")).await;
        let data = response.data();
        let offers = data["offers"].as_array().expect("offers").iter();
        ids.extend(offers.map(|offer| offer["offerId"].as_str().expect("an id").to_owned()));
        let Some(next) = data["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let expected: Vec<_> = (1..=25).rev().map(|id: u32| id.to_string()).collect();
    assert_eq!(ids, expected);
    assert_eq!(app.requested_paths(&format!("/accounts/{OWN}/offers")).len(), 4);
}

#[tokio::test]
async fn unreadable_offer_hides_no_other() {
    for (field, value) in [
        ("seller", json!(OTHER)),
        ("price_r", json!({ "n": 0, "d": 3 })),
        ("price_r", json!({ "n": 1, "d": 2_147_483_648_u32 })),
        ("price_r", Value::Null),
        ("amount", json!("0.0000000")),
        ("amount", json!("5.00000001")),
        ("selling", json!({ "asset_type": "new" })),
    ] {
        let mut unreadable = offer(2);
        unreadable[field] = value;
        let app = with(vec![offer(3), unreadable, offer(1)]).await;
        let response = app.get(&format!("{PATH}?address={OWN}")).await;
        let data = response.data();
        assert_eq!(data["offers"].as_array().expect("offers").len(), 2, "{field}: {data}");
        assert_eq!(data["source"]["partial"], json!(["rows"]));
        let page = app.get(&format!("{PATH}?address={OWN}&limit=2")).await;
        let next = page.data()["nextCursor"].as_str().expect("a cursor").to_owned();
        let last = app.get(&format!("{PATH}?address={OWN}&limit=2&cursor={next}")).await;
        assert_eq!(last.data()["offers"][0]["offerId"], "1", "{field}");
    }
}

#[tokio::test]
async fn invalid_page_is_rejected() {
    let app = with(Vec::new()).await;
    for (query, field) in [
        ("limit=201", "limit"),
        ("limit=-1&cursor=x", "limit"),
        ("cursor=", "cursor"),
        ("cursor=7", "cursor"),
        // A cursor of a history.
        ("cursor=A4REwAAAcAA", "cursor"),
    ] {
        let response = app.get(&format!("{PATH}?address={OWN}&{query}")).await;
        response.assert_error(400, "invalid_request", Some(field));
    }
    assert!(app.requested_paths("/").is_empty());
}

#[tokio::test]
async fn offer_is_found_by_the_id() {
    let of_other = {
        let mut offer = offer(9);
        offer["seller"] = json!(OTHER);
        offer
    };
    let app = with(vec![of_other, offer(8), offer(7)]).await;
    for (id, expected) in [("8", vec!["8"]), ("9", vec![]), ("6", vec![])] {
        let response = app.get(&format!("{PATH}?address={OWN_MUXED}&offerId={id}")).await;
        let data = response.data();
        let offers = data["offers"].as_array().expect("offers").iter();
        let ids: Vec<_> = offers.map(|offer| offer["offerId"].clone()).collect();
        assert_eq!(ids, expected, "{id}");
        assert_eq!(data["source"], json!({ "upstream": "horizon", "block": "59000000" }));
    }
    assert_eq!(app.requested_paths("/offers/8"), ["/offers/8"]);
    let mut unreadable = offer(5);
    unreadable["price_r"] = Value::Null;
    for (id, record) in [("5", unreadable), ("4", offer(3))] {
        app.ledger().instead_of.insert("offers", Reply::ok(record.to_string()));
        let response = app.get(&format!("{PATH}?address={OWN}&offerId={id}")).await;
        response.assert_error(502, "upstream_error", None);
    }
}

#[tokio::test]
async fn invalid_id_is_rejected() {
    let app = with(Vec::new()).await;
    for query in [
        "offerId=",
        "offerId=0",
        "offerId=-1",
        "offerId=x",
        "offerId=9223372036854775808",
        "offerId=1&limit=5",
        "offerId=1&cursor=bwAAAAAAAAAH",
    ] {
        let response = app.get(&format!("{PATH}?address={OWN}&{query}")).await;
        response.assert_error(400, "invalid_request", Some("offerId"));
    }
    assert!(app.requested_paths("/").is_empty());
}
