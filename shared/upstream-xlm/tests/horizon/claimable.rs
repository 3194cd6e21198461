//! Claimable balances of an address.

use super::{ISSUER, OTHER, OWN, Server, own, page, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_test_support::stub::Reply;
use wallet_xlm::ports::XlmIndex;
use wallet_xlm::{ClaimStatus, Window, claim_status};

const BALANCES: &str = "/claimable_balances";

/// Returns a balance in Horizon's format.
fn balance(predicate: &Value) -> Value {
    json!({ "id": format!("00000000{}", "7".repeat(64)), "asset": format!("USD:{ISSUER}"), "amount": "900.0000000",
        "sponsor": OTHER, "last_modified_ledger": 7, "last_modified_time": "2021-04-24T14:16:59Z",
        "claimants": [
            { "destination": OTHER, "predicate": { "unconditional": true } },
            { "destination": OWN, "predicate": predicate },
        ],
        "flags": { "clawback_enabled": false }, "paging_token": "7-00000000ab" })
}

async fn status(predicate: &Value) -> ClaimStatus {
    let server = Server::start().await;
    server.set_document(BALANCES, page(&[balance(predicate)]));
    let facts = server.node.claimable_balances(Livenet, own(), soon()).await.unwrap();
    assert_eq!((facts.balances.len(), facts.has_more), (1, false));
    let found = &facts.balances[0];
    assert_eq!(found.amount.get(), 9_000_000_000);
    assert_eq!(found.sponsor.unwrap().to_string(), OTHER);
    claim_status(&found.predicate, found.made.unwrap(), 1000)
}

#[tokio::test(start_paused = true)]
async fn predicates_of_every_form_are_parsed() {
    let before = |time: Option<u64>| Window { from: 0, to: time };
    let open = ClaimStatus::Claimable;
    for (predicate, expected) in [
        (json!({ "unconditional": true }), open(before(None))),
        (
            json!({ "abs_before": "1970-01-01T00:20:00Z", "abs_before_epoch": "1200" }),
            open(before(Some(1200))),
        ),
        // The format of older Horizons.
        (
            json!({ "abs_before": "1970-01-01T00:20:00Z", "abs_before_epoch": 1200 }),
            open(before(Some(1200))),
        ),
        (
            json!({ "abs_before": "1970-01-01T00:20:00Z" }),
            open(before(Some(1200))),
        ),
        // A year outside the range of date formats.
        (
            json!({ "abs_before": "+292277026596-12-04T15:30:07Z", "abs_before_epoch": "9223372036854775807" }),
            open(before(Some(u64::MAX / 2))),
        ),
        (json!({ "rel_before": "5" }), open(before(Some(1_619_273_824)))),
        (
            json!({ "not": { "abs_before": "x", "abs_before_epoch": "1200" } }),
            ClaimStatus::Upcoming(Window { from: 1200, to: None }),
        ),
        (
            json!({ "and": [{ "abs_before_epoch": "900" }, { "unconditional": true }] }),
            ClaimStatus::Expired(Some(before(Some(900)))),
        ),
        (
            json!({ "or": [{ "abs_before_epoch": "900" }, { "abs_before_epoch": "1100" }] }),
            open(before(Some(1100))),
        ),
        (json!({}), ClaimStatus::Expired(None)),
    ] {
        assert_eq!(status(&predicate).await, expected, "{predicate}");
    }
}

#[tokio::test(start_paused = true)]
async fn balances_with_invalid_predicates_are_omitted() {
    let deep = json!({ "not": { "not": { "not": { "not": { "unconditional": true } } } } });
    for predicate in [
        deep,
        json!({ "and": [] }),
        json!({ "or": [{ "unconditional": true }] }),
        json!({ "abs_before_epoch": "-1" }),
        json!({ "rel_before": "x" }),
        json!(7),
    ] {
        let server = Server::start().await;
        server.set_document(BALANCES, page(&[balance(&predicate)]));
        let facts = server.node.claimable_balances(Livenet, own(), soon()).await.unwrap();
        assert_eq!((facts.balances.len(), facts.lacks_rows), (0, true), "{predicate}");
    }
}

#[tokio::test(start_paused = true)]
async fn pages_are_followed_up_to_a_limit() {
    let server = Server::start().await;
    let full = vec![balance(&json!({ "unconditional": true })); 200];
    server.set_handler(BALANCES, move |_| Reply::ok(page(&full).to_string()));
    let facts = server.node.claimable_balances(Livenet, own(), soon()).await.unwrap();
    assert_eq!((facts.balances.len(), facts.has_more), (1000, true));
    let requests = server.requests_for(BALANCES);
    let query = format!("claimant={OWN}&order=desc&limit=200");
    assert_eq!(requests[0].path, format!("{BALANCES}?{query}"));
    assert_eq!(requests[4].path, format!("{BALANCES}?{query}&cursor=7-00000000ab"));
    assert_eq!(requests.len(), 5);
}

#[tokio::test(start_paused = true)]
async fn balances_of_other_claimants_are_omitted() {
    let server = Server::start().await;
    let mut record = balance(&json!({ "unconditional": true }));
    record["claimants"][1]["destination"] = ISSUER.into();
    server.set_document(BALANCES, page(&[record]));
    let facts = server.node.claimable_balances(Livenet, own(), soon()).await.unwrap();
    assert!(facts.balances.is_empty());
}

#[tokio::test(start_paused = true)]
async fn unreadable_balance_is_omitted_and_disclosed() {
    let server = Server::start().await;
    let readable = balance(&json!({ "unconditional": true }));
    for (field, value) in [
        ("amount", json!("evil")),
        ("claimants", json!(7)),
        ("asset", json!("USD:evil")),
    ] {
        let mut unreadable = readable.clone();
        unreadable[field] = value;
        server.set_document(BALANCES, page(&[unreadable, readable.clone()]));
        let facts = server.node.claimable_balances(Livenet, own(), soon()).await.unwrap();
        assert_eq!((facts.balances.len(), facts.lacks_rows), (1, true), "{field}");
    }
}
