//! Best offers of a market.

use super::{ISSUER, Server, own, problem, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::{Livenet, Testnet};
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::Reply;
use wallet_xlm::ports::XlmNode;
use wallet_xlm::{Asset, BestOffers, Market, Price};

const BOOK: &str = "/order_book";

fn market() -> Market {
    let counter = format!("HELLOWORLD:{ISSUER}").parse().expect("an asset");
    Market {
        base: Asset::Native,
        counter,
    }
}

fn level(n: i64, d: i64) -> Value {
    json!({ "price_r": { "n": n, "d": d }, "price": "1.0000000", "amount": "31.4007644" })
}

async fn best(server: &Server) -> BestOffers {
    server.node.best_offers(Livenet, market(), soon()).await
}

/// The first bid is the first bid of `orderBook.json` in the tests of Beans-BV/dotnet-stellar-sdk.
#[tokio::test(start_paused = true)]
async fn best_offers_are_the_first_of_each_side() {
    let server = Server::start().await;
    let book = json!({ "bids": [level(4_638_606, 1_914_900_241), level(1, 9)], "asks": [level(1, 2)],
        "base": { "asset_type": "native" } });
    server.set_document(BOOK, book);
    let expected = BestOffers {
        bid: Price::new(4_638_606, 1_914_900_241),
        ask: Price::new(1, 2),
    };
    assert_eq!(best(&server).await, expected);
    let query = format!(
        "selling_asset_type=native&buying_asset_type=credit_alphanum12&buying_asset_code=HELLOWORLD\
         &buying_asset_issuer={ISSUER}&limit=1"
    );
    assert_eq!(server.requests_for(BOOK)[0].path, format!("{BOOK}?{query}"));
    server.set_document(BOOK, json!({ "bids": [], "asks": [] }));
    assert_eq!(best(&server).await, BestOffers::default());
    assert_eq!(
        server.node.best_offers(Testnet, market(), soon()).await,
        BestOffers::default()
    );
}

#[tokio::test(start_paused = true)]
async fn unknown_book_neither_fails_nor_pauses_other_requests() {
    for reply in [
        problem(400, "invalid_order_book"),
        problem(404, "not_found"),
        problem(429, "rate_limit_exceeded"),
        problem(503, "service_unavailable"),
        Reply::ok("{}"),
        Reply::ok(json!({ "bids": [level(0, 1)], "asks": [] }).to_string()),
        Reply::ok(json!({ "bids": [level(1 << 40, 1)], "asks": [] }).to_string()),
    ] {
        let server = Server::start().await;
        server.set_handler(BOOK, move |_| reply.clone());
        for _ in 0..7 {
            assert_eq!(best(&server).await, BestOffers::default());
        }
        assert_eq!(server.node.account(Livenet, own().into(), soon()).await, Ok(None));
    }
}

/// An unknown book is no success of the Horizon, which fails further requests.
#[tokio::test(start_paused = true)]
async fn best_offers_close_no_circuit_breaker() {
    const ACCOUNT: &str = "/accounts/GAQXAWHCM4A7SQCT3BOSVEGRI2OOB7LO2CMFOYFF6YRXU4VQSB5V2V2K";
    let server = Server::start().await;
    server.set_handler(BOOK, |_| problem(500, "server_error"));
    server.set_handler(ACCOUNT, |_| problem(500, "server_error"));
    for _ in 0..5 {
        assert!(server.node.account(Livenet, own().into(), soon()).await.is_err());
        assert_eq!(best(&server).await, BestOffers::default());
    }
    let account = server.node.account(Livenet, own().into(), soon()).await;
    assert!(matches!(account, Err(UpstreamError::Unavailable { .. })), "{account:?}");
}
