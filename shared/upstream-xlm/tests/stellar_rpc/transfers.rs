//! Transactions with transfers of an account, by events.

use super::ledgers::{BUMP, found};
use super::{LEDGER, OWN, Server, error, id, result, soon};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use wallet_core::model::Network::Livenet;
use wallet_core::ports::upstream::UpstreamError;
use wallet_test_support::stub::Reply;
use wallet_xlm::contract::ContractId;
use wallet_xlm::ports::{RecentTransfers, XlmTokens};

async fn transfers(server: &Server) -> Result<RecentTransfers, UpstreamError> {
    let contracts = [ContractId([7; 32])];
    server.node.transfers(Livenet, id(OWN), &contracts, 50, soon()).await
}

fn events(hashes: &[&str]) -> Value {
    let events: Vec<_> = hashes
        .iter()
        .map(|hash| json!({ "txHash": hash, "ledger": LEDGER, "topic": [] }))
        .collect();
    json!({ "events": events, "latestLedger": LEDGER, "cursor": "1" })
}

#[tokio::test(start_paused = true)]
async fn ranges_of_ledgers_are_read_back_to_the_oldest() {
    let server = Server::start().await;
    server.set_result("getEvents", events(&[BUMP, BUMP]));
    server.set_result("getTransaction", found());
    let RecentTransfers {
        entries: read,
        requests,
    } = transfers(&server).await.expect("a response");
    assert_eq!((read.len(), requests), (1, 13 + 1));
    assert_eq!(hex::encode(read[0].hash), BUMP);
    // The account takes no part in the operation.
    assert!(read[0].operations.is_empty());
    assert_eq!(server.calls("getTransaction").len(), 1);
    let calls = server.calls("getEvents");
    assert_eq!(calls.len(), 13);
    let ranges: Vec<_> = calls
        .iter()
        .map(|call| (call["startLedger"].clone(), call["endLedger"].clone()))
        .collect();
    assert_eq!(ranges[0], (json!(LEDGER - 9_899), json!(LEDGER + 101)));
    assert_eq!(ranges[12], (json!(LEDGER - 120_959), json!(LEDGER - 119_899)));
    assert_eq!(
        calls[0]["filters"][0]["contractIds"],
        json!([ContractId([7; 32]).to_string()])
    );
    let many: Vec<String> = (0..30).map(|number| format!("{number:064x}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let server = Server::start().await;
    server.set_result("getEvents", events(&many));
    server.set_result(
        "getTransaction",
        json!({ "status": "NOT_FOUND", "latestLedger": 9, "oldestLedger": 1,
        "oldestLedgerCloseTime": "1" }),
    );
    let requests = 1 + 20;
    assert_eq!(
        transfers(&server).await,
        Ok(RecentTransfers {
            requests,
            ..RecentTransfers::default()
        })
    );
    assert_eq!(
        (server.calls("getEvents").len(), server.calls("getTransaction").len()),
        (1, 20)
    );
}

#[tokio::test(start_paused = true)]
async fn unusable_events_are_errors() {
    let full = vec![BUMP; 1_000];
    for reply in [
        result(&events(&full)),
        result(&events(&["x"])),
        result(&json!({ "events": 7 })),
        result(&json!([])),
        error(-32602, "filters are invalid"),
        error(-32603, "no"),
        Reply::ok("nonsense"),
    ] {
        let server = Server::start().await;
        server.set_handler("getEvents", move |_| reply.clone());
        let read = transfers(&server).await;
        assert!(read.is_err(), "{read:?}");
    }
    // A transaction of a different hash, and a server without the oldest ledger.
    let server = Server::start().await;
    server.set_result("getEvents", events(&[&"ab".repeat(32)]));
    server.set_result("getTransaction", found());
    assert!(transfers(&server).await.is_err());
    let server = Server::start().await;
    server.set_result(
        "getHealth",
        json!({ "status": "healthy", "latestLedger": LEDGER,
        "latestLedgerCloseTime": super::NOW - 2 }),
    );
    assert_eq!(transfers(&server).await, Ok(RecentTransfers::default()));
    assert!(server.calls("getEvents").is_empty());
}

#[tokio::test(start_paused = true)]
async fn ledgers_that_the_server_removed_are_left_out() {
    let server = Server::start().await;
    let health = |oldest: u32| {
        result(
            &json!({ "status": "healthy", "latestLedger": LEDGER, "latestLedgerCloseTime": super::NOW - 2,
            "oldestLedger": oldest }),
        )
    };
    let read = Arc::new(AtomicU32::new(0));
    // The oldest ledger moves on after the first response.
    server.set_handler("getHealth", move |_| {
        health(LEDGER - 10 + read.fetch_add(1, Ordering::Relaxed).min(1))
    });
    server.set_handler("getEvents", |params| match params["startLedger"].as_u64() {
        Some(start) if start == u64::from(LEDGER - 10) => error(-32600, "startLedger must be within the ledger range"),
        _ => result(&events(&[BUMP])),
    });
    server.set_result("getTransaction", found());
    let read = transfers(&server).await.expect("a response");
    assert_eq!((read.entries.len(), read.requests), (1, 4));
    let starts: Vec<_> = server
        .calls("getEvents")
        .iter()
        .map(|call| call["startLedger"].clone())
        .collect();
    assert_eq!(starts, [json!(LEDGER - 10), json!(LEDGER - 9)]);
}
