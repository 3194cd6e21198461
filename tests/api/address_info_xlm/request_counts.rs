//! Number of requests to a Horizon per response.

use super::App;
use super::fixture::{OWN, OWN_MUXED};
use super::records::payment;

#[tokio::test]
async fn each_resource_is_requested_once() {
    let app = App::with_operations((1..=300).rev().map(|number| payment(number, 1)).collect()).await;
    app.info().await;
    let operations = format!("/accounts/{OWN}/operations?order=desc&limit=75&include_failed=true&join=transactions");
    let mut requests = app.requested_paths("/");
    requests.sort();
    let expected = [
        "/".to_owned(),
        format!("/accounts/{OWN}"),
        operations,
        // The page does not show that the account never had an offer.
        format!("/accounts/{OWN}/trades?order=desc&limit=200"),
        format!("/accounts/{OWN}/transactions?order=desc&limit=51&include_failed=true"),
        format!("/claimable_balances?claimant={OWN}&order=desc&limit=200"),
        "/ledgers?order=desc&limit=1".to_owned(),
    ];
    assert_eq!(requests, expected);
    // The network is known now, and the latest ledger is cached for some time.
    app.info_of(OWN_MUXED).await;
    assert_eq!(app.requested_paths("/").len(), 12);
}

#[tokio::test]
async fn cursor_is_passed_on_in_the_history_request() {
    let app = App::with_operations((1..=9).rev().map(|number| payment(number, 1)).collect()).await;
    let first = app.get(&format!("xlm?address={OWN}&limit=5")).await;
    let cursor = first.data()["nextCursor"].as_str().expect("a cursor").to_owned();
    app.get(&format!("xlm?address={OWN}&limit=5&cursor={cursor}"))
        .await
        .data();
    let requests = app.requested_paths(&format!("/accounts/{OWN}/operations"));
    let position = super::records::number(5, 0);
    assert!(
        requests[1].ends_with(&format!("&join=transactions&cursor={position}")),
        "{requests:?}"
    );
    assert_eq!(requests.len(), 2);
}

#[tokio::test]
async fn source_block_is_not_older_than_the_reported_data() {
    let app = App::with_operations(Vec::new()).await;
    let newer = |ledgers: u32| super::horizon::LEDGER + ledgers;
    assert_eq!(app.info().await["source"]["block"], newer(0).to_string());
    // The latest ledger is cached while the account changes and has a further transaction.
    app.ledger().accounts.get_mut(OWN).expect("an account")["last_modified_ledger"] = newer(1).into();
    assert_eq!(app.info().await["source"]["block"], newer(1).to_string());
    let in_newer = serde_json::json!({ "transaction": { "ledger": newer(2) } });
    app.ledger().operations = vec![super::records::and(payment(7, 1), &in_newer)];
    assert_eq!(app.info().await["source"]["block"], newer(2).to_string());
}

#[tokio::test]
async fn limit_zero_returns_balances_without_requests_for_operations() {
    let app = App::with_operations((1..=9).rev().map(|number| payment(number, 1)).collect()).await;
    let response = app.get(&format!("xlm?address={OWN}&limit=0")).await;
    let data = response.data();
    assert_eq!(
        (&data["activated"], &data["transactions"]),
        (&true.into(), &serde_json::json!([]))
    );
    assert!(
        data["nextCursor"].is_null() && data["source"]["partial"].is_null(),
        "{data}"
    );
    for list in ["operations", "transactions"] {
        assert!(app.requested_paths(&format!("/accounts/{OWN}/{list}")).is_empty());
    }
    assert_eq!(app.requested_paths("/claimable_balances").len(), 1);
}
