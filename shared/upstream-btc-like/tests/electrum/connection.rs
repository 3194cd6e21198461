//! The connection: order, size and timing of responses, and recovery from a closed connection.

use super::ledger::{ALICE, Ledger, NOTHING, address, btc, header, script, transaction, txid};
use super::server::{Call, Reaction, Server};
use super::{LIMITS, NOW, at, configured, node, soon, within};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use wallet_btc_like::history::Position;
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{FeeEstimates, Txid};
use wallet_core::model::Responses;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::client::{Limits, after};
use wallet_upstream_btc_like::BtcLikeUpstreams;

/// Returns the requested transaction.
fn requested() -> Vec<u8> {
    transaction(&[NOTHING], &[(5, script(ALICE))], 1)
}

/// Sends a request that takes a single round trip.
async fn request_transaction(port: &BtcLikeUpstreams) -> Result<Option<Vec<u8>>, UpstreamError> {
    let txid: Txid = txid(&requested()).parse().expect("a txid");
    port.raw_transaction(btc(), txid, soon()).await
}

/// Starts a server with this response to every call but the version.
async fn server_responding(reaction: Reaction) -> Server {
    Server::start(move |call| {
        if call.method == "server.version" {
            Reaction::Nothing
        } else {
            reaction.clone()
        }
    })
    .await
}

const NOT_FOUND: Result<Option<Vec<u8>>, UpstreamError> = Ok(None);

fn unknown() -> Reaction {
    Reaction::error(2, "missing transaction")
}

#[tokio::test]
async fn version_is_negotiated_first_and_once_per_connection() {
    let calls = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&calls);
    let server = Server::start(move |call: &Call| {
        seen.lock().unwrap().push((call.method.clone(), call.params.clone()));
        if call.method == "server.version" {
            Reaction::Nothing
        } else {
            unknown()
        }
    })
    .await;
    let port = node(&server);
    for _ in 0..3 {
        assert_eq!(request_transaction(&port).await, NOT_FOUND);
    }
    let calls = calls.lock().unwrap();
    let versions = calls.iter().filter(|(method, _)| method == "server.version");
    assert_eq!(versions.count(), 1);
    assert_eq!(
        calls[0],
        ("server.version".to_owned(), json!(["wallet-cloud", ["1.4", "1.6"]]))
    );
}

#[tokio::test]
async fn server_with_another_version_is_not_used() {
    for version in [
        json!(["Server", "1.3"]),
        json!(["Server", "1.7"]),
        json!(["Server", "2.4"]),
        json!(["Server", "1"]),
        json!(["Server", "one.four"]),
        json!(["Server", 1.4]),
        json!("1.4"),
        json!(null),
    ] {
        let result = version.clone();
        let server = Server::start(move |_| Reaction::Result(result.clone())).await;
        let found = request_transaction(&node(&server)).await;
        assert!(
            matches!(found, Err(UpstreamError::Unavailable { .. })),
            "{version}: {found:?}"
        );
        assert_eq!(server.calls(), [], "{version}");
    }
    for version in ["1.4", "1.4.2", "1.4.5", "1.5", "1.5.3", "1.6"] {
        let server = Server::start(move |call| match call.method.as_str() {
            "server.version" => Reaction::Result(json!(["Server", version])),
            _ => unknown(),
        })
        .await;
        assert_eq!(request_transaction(&node(&server)).await, NOT_FOUND, "{version}");
    }
}

#[tokio::test]
async fn responses_are_matched_by_id_in_any_order() {
    let server = Server::start(|call| match (call.method.as_str(), call.params[0].as_u64()) {
        ("blockchain.estimatefee", Some(24)) => Reaction::Delayed(json!(0.00001)),
        ("blockchain.estimatefee", Some(6)) => Reaction::Delayed(json!(0.00002)),
        ("blockchain.estimatefee", Some(2)) => Reaction::Result(json!(0.00003)),
        _ => Reaction::Nothing,
    })
    .await;
    let expected = FeeEstimates {
        slow: Some(1000),
        normal: Some(2000),
        fast: Some(3000),
    };
    assert_eq!(
        node(&server).fee_estimates(btc(), soon()).await,
        Ok(Responses::one(expected))
    );
}

#[tokio::test]
async fn unsolicited_messages_are_ignored() {
    let noise = [
        json!({ "jsonrpc": "2.0", "method": "blockchain.headers.subscribe", "params": [{ "height": 9, "hex": header(9) }] }),
        json!({ "id": 4711, "result": "ff" }),
        json!({ "id": "0", "result": "ff" }),
        json!({ "id": 0, "result": "a second version response" }),
        json!({ "id": 4712, "error": { "code": 1, "message": "no" } }),
    ];
    let noise = noise.map(|line| format!("{line}\n")).concat();
    let lines = format!(
        "{noise}\n{{\"id\": ID, \"result\": \"{}\"}}\n{noise}{{\"id\": ID, \"result\": \"ffff\"}}\n",
        hex::encode(requested())
    );
    // An empty line is no message.
    let server = server_responding(Reaction::Lines(lines.replace("\n\n", "\n"))).await;
    let port = node(&server);
    for _ in 0..3 {
        assert_eq!(request_transaction(&port).await, Ok(Some(requested())));
    }
    assert!(server.calls().iter().all(|call| call.connection == 0));
}

#[tokio::test]
async fn server_with_too_many_unsolicited_messages_is_disconnected() {
    let line = "{\"method\": \"blockchain.headers.subscribe\", \"params\": []}\n";
    let server = server_responding(Reaction::Lines(line.repeat(1002))).await;
    let found = request_transaction(&node(&server)).await;
    assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
}

#[tokio::test]
async fn invalid_messages_are_unusable() {
    for line in [
        "<html>\n",
        "HTTP/1.1 400 Bad Request\n",
        "[]\n",
        "{}\n",
        "{\"id\": null, \"error\": \"no\"}\n",
    ] {
        let found = request_transaction(&node(&server_responding(Reaction::Lines(line.to_owned())).await)).await;
        assert!(
            matches!(found, Err(UpstreamError::Unusable { .. })),
            "{line}: {found:?}"
        );
    }
}

#[tokio::test]
async fn line_above_the_size_limit_is_not_read() {
    let long = "0".repeat(2 * LIMITS.body + 1);
    for reaction in [Reaction::Result(json!(long)), Reaction::Flood] {
        let found = request_transaction(&node(&server_responding(reaction).await)).await;
        assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
    }
    // The line is read, but contains a different transaction.
    let fits = "00".repeat(LIMITS.body / 2 - 100);
    let found = request_transaction(&node(&server_responding(Reaction::Result(json!(fits))).await)).await;
    let Err(UpstreamError::Unusable { cause }) = found else {
        panic!("{found:?}");
    };
    assert_eq!(cause, "txid mismatch");
}

#[tokio::test]
async fn history_with_responses_above_the_total_size_limit_is_unavailable() {
    let mut ledger = Ledger::up_to(100);
    for number in 0..10 {
        let large = transaction(&[NOTHING], &[(1, vec![0x51; 30_000])], number);
        ledger.add(large, 5, &[ALICE]);
    }
    let server = Server::start(move |call| ledger.respond(call)).await;
    let found = node(&server)
        .address_facts(&address(ALICE), Position::default(), 10, soon())
        .await
        .expect("facts");
    assert_eq!((found.history, found.funds.total()), (None, 42));
}

/// A request is declined; further requests on the same connection are not affected.
#[tokio::test]
async fn line_above_the_size_limit_fails_only_its_own_request() {
    let ledger = Ledger::up_to(100);
    let server = Server::start(move |call| match call.method.as_str() {
        "blockchain.scripthash.get_history" => Reaction::Result(json!("0".repeat(3 * LIMITS.body))),
        _ => ledger.respond(call),
    })
    .await;
    let (port, alice) = (node(&server), address(ALICE));
    for _ in 0..20 {
        let (facts, transaction) = futures::join!(
            port.address_facts(&alice, Position::default(), 10, soon()),
            request_transaction(&port),
        );
        let facts = facts.expect("facts");
        assert_eq!((facts.history, facts.funds.total()), (None, 42));
        assert_eq!(transaction, NOT_FOUND);
    }
    assert!(server.calls().iter().all(|call| call.connection == 0));
}

/// ElectrumX sends histories of up to 8.1 MB by default (`DEFAULT_MAX_SEND` in `lib/coins.py` of spesmilo/electrumx,
/// MIT); each row takes about 99 bytes.
#[tokio::test]
async fn longest_history_of_electrumx_is_read() {
    let mut ledger = Ledger::up_to(700_000);
    let reward = ledger.add(transaction(&[NOTHING], &[(5, script(ALICE))], 1), 700_000, &[ALICE]);
    let rows = (1..79_000_u32).map(|height| json!({ "tx_hash": format!("{height:064x}"), "height": height, "fee": 0 }));
    let rows: Vec<_> = rows.chain([json!({ "tx_hash": reward, "height": 700_000 })]).collect();
    let length = json!(rows).to_string().len();
    assert!((7_500_000..8_100_000).contains(&length), "{length}");
    let (history, status) = (json!(rows), super::ledger::status(&rows));
    let server = Server::start(move |call| match call.method.as_str() {
        "blockchain.scripthash.get_history" => Reaction::Result(history.clone()),
        "blockchain.scripthash.subscribe" => Reaction::Result(json!(status)),
        _ => ledger.respond(call),
    })
    .await;
    let limits = Limits {
        attempt: Duration::from_mins(1),
        ..Limits::default()
    };
    let port = within(limits, &server.setting());
    for _ in 0..3 {
        let deadline = after(Duration::from_mins(2));
        let found = port
            .address_facts(&address(ALICE), Position::default(), 1, deadline)
            .await;
        let page = found.expect("facts").history.expect("a history");
        assert_eq!(page.entries[0].txid.to_string(), reward);
    }
    let methods = server.methods();
    let count = |method: &str| methods.iter().filter(|other| *other == method).count();
    let histories = count("blockchain.scripthash.get_history");
    assert_eq!((histories, count("blockchain.scripthash.subscribe")), (1, 2));
}

#[tokio::test]
async fn slow_server_times_out_after_one_attempt() {
    for reaction in [Reaction::Nothing, Reaction::Drip(Duration::from_millis(50))] {
        let server = server_responding(reaction.clone()).await;
        let start = Instant::now();
        let found = request_transaction(&node(&server)).await;
        assert_eq!(found, Err(UpstreamError::Timeout), "{reaction:?}");
        assert!(start.elapsed() >= LIMITS.attempt, "{reaction:?}");
    }
}

/// A late round trip does not grant the next request a new attempt.
#[tokio::test]
async fn all_round_trips_of_a_request_share_one_attempt() {
    let ledger = Ledger::up_to(5);
    let server = Server::start(move |call| {
        std::thread::sleep(LIMITS.attempt * 2 / 5);
        ledger.respond(call)
    })
    .await;
    let found = node(&server)
        .address_facts(&address(ALICE), Position::default(), 10, soon())
        .await;
    assert_eq!(found, Err(UpstreamError::Timeout));
}

#[tokio::test]
async fn unresponsive_connection_is_not_reused() {
    let call_count = AtomicUsize::new(0);
    let server = Server::start(move |call| match call.method.as_str() {
        "server.version" => Reaction::Nothing,
        "blockchain.transaction.get" if call_count.fetch_add(1, Ordering::Relaxed) == 0 => Reaction::Nothing,
        _ => unknown(),
    })
    .await;
    // The retry of the unanswered call is not decided by the connection.
    let port = node(&server);
    let _ = request_transaction(&port).await;
    assert_eq!(request_transaction(&port).await, NOT_FOUND);
    let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
    assert!(
        connections.starts_with(&[0, 1]) && !connections[1..].contains(&0),
        "{connections:?}"
    );
}

/// The server closes the open connection on the second request, before or during the response.
#[tokio::test]
async fn read_on_a_closed_connection_is_retried_on_a_new_one() {
    for last_bytes in ["", "{\"id\": ID, \"res"] {
        let call_count = AtomicUsize::new(0);
        let server = Server::start(move |call| match call.method.as_str() {
            "server.version" => Reaction::Nothing,
            "blockchain.transaction.get" if call_count.fetch_add(1, Ordering::Relaxed) == 1 => {
                Reaction::Close(last_bytes.to_owned())
            }
            _ => unknown(),
        })
        .await;
        let port = node(&server);
        assert_eq!(request_transaction(&port).await, NOT_FOUND);
        assert_eq!(request_transaction(&port).await, NOT_FOUND, "{last_bytes}");
        let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
        assert_eq!(connections, [0, 0, 1]);
    }
}

/// A manual wall clock.
struct ManualClock(AtomicU64);

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// A frozen function does not observe the end of connections, and the monotonic clock did not advance.
#[tokio::test]
async fn connection_from_before_a_freeze_is_not_reused() {
    let server = server_responding(unknown()).await;
    let clock = Arc::new(ManualClock(AtomicU64::new(NOW)));
    let shared: Arc<dyn Clock> = clock.clone();
    let port = at(&shared, &server.setting());
    for (later, expected) in [(0, vec![0]), (19, vec![0, 0]), (20, vec![0, 0, 1])] {
        clock.0.fetch_add(later, Ordering::Relaxed);
        assert_eq!(request_transaction(&port).await, NOT_FOUND);
        let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
        assert_eq!(connections, expected);
    }
}

#[tokio::test]
async fn server_that_closes_new_connections_is_unavailable() {
    for last_bytes in ["", "{\"id\": ID, \"res"] {
        let server = server_responding(Reaction::Close(last_bytes.to_owned())).await;
        let found = request_transaction(&node(&server)).await;
        assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    }
}

#[tokio::test]
async fn closed_port_is_unavailable() {
    let port = Server::start(|_| Reaction::Nothing).await.port;
    let found = request_transaction(&configured(&format!("electrum+tcp://127.0.0.1:{port}"))).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}

#[tokio::test]
async fn rate_limiting_server_is_unavailable() {
    let server = server_responding(Reaction::error(-101, "excessive resource usage")).await;
    let found = request_transaction(&node(&server)).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}

#[tokio::test]
async fn concurrent_requests_share_one_connection() {
    let server = server_responding(unknown()).await;
    let port = node(&server);
    let found = futures::future::join_all((0..20).map(|_| request_transaction(&port))).await;
    assert!(found.iter().all(|found| *found == NOT_FOUND), "{found:?}");
    assert!(server.calls().iter().all(|call| call.connection == 0));
}
