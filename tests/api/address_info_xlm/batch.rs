//! Several addresses in a request.

use super::App;
use super::fixture::{OTHER, OWN, OWN_MUXED};
use super::records::{account, payment};
use crate::support::batch::BatchEndpoint;
use serde_json::json;

fn endpoint(app: &App) -> BatchEndpoint<'_> {
    BatchEndpoint {
        router: &app.router,
        service: "address-info-xlm",
        entry: json!({ "chain": "xlm", "address": OWN }),
        invalid_address: "GAAA",
    }
}

#[tokio::test]
async fn malformed_bodies_are_rejected_without_requests() {
    let app = App::new().await;
    endpoint(&app).rejects_malformed_bodies().await;
    assert_eq!(app.requested_paths("/"), [""; 0]);
}

#[tokio::test]
async fn invalid_entries_fail_no_others() {
    let app = App::with_operations(Vec::new()).await;
    let result = endpoint(&app).reports_invalid_entries().await;
    assert_eq!(result["data"]["balances"][0]["balance"]["amount"], "1000000000");
}

#[tokio::test]
async fn result_equals_that_of_a_single_request() {
    let app = App::with_operations((1..=9).rev().map(|number| payment(number, 1)).collect()).await;
    app.ledger().put(account(OTHER, "7.0000000"));
    let mut single = Vec::new();
    for query in [
        format!("{OWN}&limit=2"),
        format!("{OTHER}&limit=0"),
        format!("{OWN_MUXED}&limit=0"),
    ] {
        single.push(app.get(&format!("xlm?address={query}")).await.data().clone());
    }
    let requests = [
        json!({ "chain": "xlm", "address": OWN, "limit": 2 }),
        json!({ "chain": "xlm", "address": OTHER }),
        json!({ "chain": "xlm", "address": OWN_MUXED, "limit": 0 }),
    ];
    let results = app.batch(&requests).await;
    for ((single, request), result) in single.iter().zip(&requests).zip(&results) {
        let expected = json!({ "chain": "xlm", "address": request["address"], "data": single });
        assert_eq!(result, &expected);
    }
    assert_eq!(results[1]["data"]["balances"][0]["balance"]["amount"], "70000000");
}

#[tokio::test]
async fn fifty_addresses_are_requested_once_each() {
    let app = App::with_operations(Vec::new()).await;
    let requests: Vec<_> = (0..50).map(|_| json!({ "chain": "xlm", "address": OWN })).collect();
    let results = app.batch(&requests).await;
    assert!(results.iter().all(|result| result["data"].is_object()), "{results:?}");
    assert_eq!(app.requested_paths("/accounts").len(), 50);
    assert_eq!(app.requested_paths("/claimable_balances").len(), 50);
    assert_eq!(app.requested_paths("/ledgers").len(), 1, "the ledger is shared");
}

#[tokio::test]
async fn fifty_addresses_take_one_round_at_an_upstream_that_allows_it() {
    let app = App::in_one_round(150, 50).await;
    let requests: Vec<_> = (0..50).map(|_| json!({ "chain": "xlm", "address": OWN })).collect();
    let results = app.batch(&requests).await;
    assert!(results.iter().all(|result| result["data"].is_object()), "{results:?}");
}
