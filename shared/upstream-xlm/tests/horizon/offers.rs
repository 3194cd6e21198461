//! Open offers.

use super::{ISSUER, OTHER, OWN, Server, assert_unusable, own, page, problem, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::{OfferFacts, OfferId, Price};

const PATH: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K/offers";

fn offer(id: &Value) -> Value {
    json!({ "id": id, "seller": OWN, "amount": "5.0000000", "price_r": { "n": 1, "d": 3 },
        "selling": { "asset_type": "native" },
        "buying": { "asset_type": "credit_alphanum4", "asset_code": "USD", "asset_issuer": ISSUER } })
}

fn id(number: i64) -> OfferId {
    OfferId::new(number).expect("a number above 0")
}

async fn offers(server: &Server, after: Option<i64>, limit: u32) -> OfferFacts {
    let offers = server.node.offers(Livenet, own(), after.map(id), limit, soon());
    offers.await.expect("offers")
}

#[tokio::test(start_paused = true)]
async fn page_starts_after_an_offer() {
    let server = Server::start().await;
    // Old servers send numbers.
    server.set_document(PATH, page(&[offer(&json!("9")), offer(&json!(8))]));
    let found = offers(&server, Some(10), 2).await;
    assert_eq!(
        found.offers.iter().map(|offer| offer.id).collect::<Vec<_>>(),
        [id(9), id(8)]
    );
    assert_eq!(found.offers[0].price, Price::new(1, 3).expect("a price"));
    assert_eq!((found.next, found.lacks_rows), (Some(id(8)), false));
    let last = offers(&server, None, 3).await;
    assert_eq!(last.next, None);
    let paths: Vec<_> = server
        .requests_for(PATH)
        .into_iter()
        .map(|request| request.path)
        .collect();
    assert_eq!(
        paths,
        [
            format!("{PATH}?order=desc&limit=2&cursor=10"),
            format!("{PATH}?order=desc&limit=3")
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn account_without_offers() {
    let server = Server::start().await;
    let found = offers(&server, None, 10).await;
    assert!(found.offers.is_empty() && found.next.is_none() && !found.lacks_rows);
    assert_eq!(offers(&server, None, 0).await, found);
    assert_eq!(server.requests_for(PATH).len(), 1, "the limit 0 needs no request");
}

#[tokio::test(start_paused = true)]
async fn unreadable_rows_are_omitted_and_keep_the_position() {
    let server = Server::start().await;
    let of_other = {
        let mut offer = offer(&json!("7"));
        offer["seller"] = json!(OTHER);
        offer
    };
    server.set_document(PATH, page(&[offer(&json!("9")), of_other, json!("evil.example")]));
    let found = offers(&server, None, 3).await;
    assert_eq!(
        (found.offers.len(), found.lacks_rows, found.next),
        (1, true, Some(id(7)))
    );
}

#[tokio::test(start_paused = true)]
async fn invalid_page_is_unusable() {
    let server = Server::start().await;
    server.set_document(PATH, page(&[offer(&json!("9")), offer(&json!("8"))]));
    assert_unusable(&server.node.offers(Livenet, own(), None, 1, soon()).await);
    server.set_handler(PATH, |_| problem(404, "before_history"));
    assert_unusable(&server.node.offers(Livenet, own(), None, 1, soon()).await);
}
