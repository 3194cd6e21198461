//! The connection: order, size and time of answers, and what becomes of one that dies.

use super::ledger::{ALICE, Ledger, NOTHING, address, btc, header, script, transaction, txid};
use super::server::{Call, Say, Server};
use super::{LIMITS, NOW, at, configured, node, soon};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::btc_like::history::Position;
use wallet_core::btc_like::{FeeEstimates, Txid};
use wallet_core::ports::address_index::UtxoAddressIndex;
use wallet_core::ports::system::{Clock, Timestamp};
use wallet_core::ports::upstream::UpstreamError;
use wallet_core::ports::utxo_node::UtxoNode;
use wallet_upstream::utxo_upstreams::UtxoUpstreams;

/// The transaction that is asked for.
fn wanted() -> Vec<u8> {
    transaction(&[NOTHING], &[(5, script(ALICE))], 1)
}

/// Asks for something with one round.
async fn ask(port: &UtxoUpstreams) -> Result<Option<Vec<u8>>, UpstreamError> {
    let txid: Txid = txid(&wanted()).parse().expect("a txid");
    port.raw_transaction(btc(), txid, soon()).await
}

/// A server that says this to everything but the version.
async fn saying(say: Say) -> Server {
    Server::start(move |call| {
        if call.method == "server.version" {
            Say::Nothing
        } else {
            say.clone()
        }
    })
    .await
}

const GOOD: Result<Option<Vec<u8>>, UpstreamError> = Ok(None);

fn unknown() -> Say {
    Say::error(2, "missing transaction")
}

#[tokio::test]
async fn the_version_comes_first_and_once_per_connection() {
    let calls = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&calls);
    let server = Server::start(move |call: &Call| {
        seen.lock().unwrap().push((call.method.clone(), call.params.clone()));
        if call.method == "server.version" {
            Say::Nothing
        } else {
            unknown()
        }
    })
    .await;
    let port = node(&server);
    for _ in 0..3 {
        assert_eq!(ask(&port).await, GOOD);
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
async fn a_server_of_another_version_is_not_asked() {
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
        let answer = version.clone();
        let server = Server::start(move |_| Say::Result(answer.clone())).await;
        let found = ask(&node(&server)).await;
        assert!(
            matches!(found, Err(UpstreamError::Unavailable { .. })),
            "{version}: {found:?}"
        );
        assert_eq!(server.calls(), [], "{version}");
    }
    for version in ["1.4", "1.4.2", "1.4.5", "1.5", "1.5.3", "1.6"] {
        let server = Server::start(move |call| match call.method.as_str() {
            "server.version" => Say::Result(json!(["Server", version])),
            _ => unknown(),
        })
        .await;
        assert_eq!(ask(&node(&server)).await, GOOD, "{version}");
    }
}

#[tokio::test]
async fn answers_are_matched_by_id_in_any_order() {
    let server = Server::start(|call| match (call.method.as_str(), call.params[0].as_u64()) {
        ("blockchain.estimatefee", Some(24)) => Say::Later(json!(0.00001)),
        ("blockchain.estimatefee", Some(6)) => Say::Later(json!(0.00002)),
        ("blockchain.estimatefee", Some(2)) => Say::Result(json!(0.00003)),
        _ => Say::Nothing,
    })
    .await;
    let expected = FeeEstimates {
        slow: Some(1000),
        normal: Some(2000),
        fast: Some(3000),
    };
    assert_eq!(node(&server).fee_estimates(btc(), soon()).await, Ok(expected));
}

#[tokio::test]
async fn what_nobody_asked_for_is_passed_over() {
    let noise = [
        json!({ "jsonrpc": "2.0", "method": "blockchain.headers.subscribe", "params": [{ "height": 9, "hex": header(9) }] }),
        json!({ "id": 4711, "result": "ff" }),
        json!({ "id": "0", "result": "ff" }),
        json!({ "id": 0, "result": "a second answer to the version" }),
        json!({ "id": 4712, "error": { "code": 1, "message": "no" } }),
    ];
    let noise = noise.map(|line| format!("{line}\n")).concat();
    let answer = format!(
        "{noise}\n{{\"id\": ID, \"result\": \"{}\"}}\n{noise}{{\"id\": ID, \"result\": \"ffff\"}}\n",
        hex::encode(wanted())
    );
    // An empty line is no message.
    let server = saying(Say::Lines(answer.replace("\n\n", "\n"))).await;
    let port = node(&server);
    for _ in 0..3 {
        assert_eq!(ask(&port).await, Ok(Some(wanted())));
    }
    assert!(server.calls().iter().all(|call| call.connection == 0));
}

#[tokio::test]
async fn a_server_that_talks_without_being_asked_is_left() {
    let line = "{\"method\": \"blockchain.headers.subscribe\", \"params\": []}\n";
    let server = saying(Say::Lines(line.repeat(1002))).await;
    let found = ask(&node(&server)).await;
    assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
}

#[tokio::test]
async fn lines_that_are_no_messages_are_unusable() {
    for line in [
        "<html>\n",
        "HTTP/1.1 400 Bad Request\n",
        "[]\n",
        "{}\n",
        "{\"id\": null, \"error\": \"no\"}\n",
    ] {
        let found = ask(&node(&saying(Say::Lines(line.to_owned())).await)).await;
        assert!(
            matches!(found, Err(UpstreamError::Unusable { .. })),
            "{line}: {found:?}"
        );
    }
}

#[tokio::test]
async fn a_line_larger_than_the_limit_is_not_read() {
    let long = "0".repeat(LIMITS.body + 1);
    for say in [Say::Result(json!(long)), Say::Flood] {
        let found = ask(&node(&saying(say).await)).await;
        assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
    }
    // It is read, and found to be something else.
    let fits = "00".repeat(LIMITS.body / 2 - 100);
    let found = ask(&node(&saying(Say::Result(json!(fits))).await)).await;
    let Err(UpstreamError::Unusable { cause }) = found else {
        panic!("{found:?}");
    };
    assert_eq!(cause, "txid mismatch");
}

#[tokio::test]
async fn answers_that_are_too_large_together_are_not_kept() {
    let mut ledger = Ledger::up_to(100);
    for number in 0..10 {
        let large = transaction(&[NOTHING], &[(1, vec![0x51; 30_000])], number);
        ledger.add(large, 5, &[ALICE]);
    }
    let server = Server::start(move |call| ledger.answer(call)).await;
    let found = node(&server)
        .address_facts(&address(ALICE), Position::default(), 10, soon())
        .await;
    assert!(matches!(found, Err(UpstreamError::Unusable { .. })), "{found:?}");
}

#[tokio::test]
async fn a_slow_server_has_the_time_of_one_attempt() {
    for say in [Say::Nothing, Say::Drip(Duration::from_millis(50))] {
        let server = saying(say.clone()).await;
        let start = Instant::now();
        let found = ask(&node(&server)).await;
        assert_eq!(found, Err(UpstreamError::Timeout), "{say:?}");
        assert!(start.elapsed() >= LIMITS.attempt, "{say:?}");
    }
}

/// A round that is late does not give the next one a new attempt.
#[tokio::test]
async fn all_rounds_of_an_answer_share_one_attempt() {
    let ledger = Ledger::up_to(5);
    let server = Server::start(move |call| {
        std::thread::sleep(LIMITS.attempt * 2 / 5);
        ledger.answer(call)
    })
    .await;
    let found = node(&server)
        .address_facts(&address(ALICE), Position::default(), 10, soon())
        .await;
    assert_eq!(found, Err(UpstreamError::Timeout));
}

#[tokio::test]
async fn a_connection_that_does_not_answer_is_not_used_again() {
    let asked = AtomicUsize::new(0);
    let server = Server::start(move |call| match call.method.as_str() {
        "server.version" => Say::Nothing,
        "blockchain.transaction.get" if asked.fetch_add(1, Ordering::Relaxed) == 0 => Say::Nothing,
        _ => unknown(),
    })
    .await;
    // Whether the call that gets no answer is repeated is not for the connection to decide.
    let port = node(&server);
    let _ = ask(&port).await;
    assert_eq!(ask(&port).await, GOOD);
    let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
    assert!(
        connections.starts_with(&[0, 1]) && !connections[1..].contains(&0),
        "{connections:?}"
    );
}

/// The server closes the kept connection at the moment of the second request, before or amid its answer.
#[tokio::test]
async fn a_read_on_a_dead_connection_is_repeated_on_a_new_one() {
    for parting in ["", "{\"id\": ID, \"res"] {
        let asked = AtomicUsize::new(0);
        let server = Server::start(move |call| match call.method.as_str() {
            "server.version" => Say::Nothing,
            "blockchain.transaction.get" if asked.fetch_add(1, Ordering::Relaxed) == 1 => {
                Say::Close(parting.to_owned())
            }
            _ => unknown(),
        })
        .await;
        let port = node(&server);
        assert_eq!(ask(&port).await, GOOD);
        assert_eq!(ask(&port).await, GOOD, "{parting}");
        let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
        assert_eq!(connections, [0, 0, 1]);
    }
}

/// A wall clock that the test moves on.
struct HandClock(AtomicU64);

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_secs(self.0.load(Ordering::Relaxed))
    }
}

/// A frozen function knows nothing of the end of its connections, and its steady clock has stood still.
#[tokio::test]
async fn a_connection_from_before_a_freeze_is_not_used_again() {
    let server = saying(unknown()).await;
    let clock = Arc::new(HandClock(AtomicU64::new(NOW)));
    let shared: Arc<dyn Clock> = clock.clone();
    let port = at(&shared, &server.setting());
    for (later, expected) in [(0, vec![0]), (19, vec![0, 0]), (20, vec![0, 0, 1])] {
        clock.0.fetch_add(later, Ordering::Relaxed);
        assert_eq!(ask(&port).await, GOOD);
        let connections: Vec<_> = server.calls().iter().map(|call| call.connection).collect();
        assert_eq!(connections, expected);
    }
}

#[tokio::test]
async fn a_server_that_closes_new_connections_is_unavailable() {
    for parting in ["", "{\"id\": ID, \"res"] {
        let server = saying(Say::Close(parting.to_owned())).await;
        let found = ask(&node(&server)).await;
        assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
    }
}

#[tokio::test]
async fn nobody_listening_is_unavailable() {
    let port = Server::start(|_| Say::Nothing).await.port;
    let found = ask(&configured(&format!("electrum+tcp://127.0.0.1:{port}"))).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}

#[tokio::test]
async fn a_server_that_has_enough_of_us_is_left_alone() {
    let server = saying(Say::error(-101, "excessive resource usage")).await;
    let found = ask(&node(&server)).await;
    assert!(matches!(found, Err(UpstreamError::Unavailable { .. })), "{found:?}");
}

#[tokio::test]
async fn many_share_one_connection() {
    let server = saying(unknown()).await;
    let port = node(&server);
    let found = futures::future::join_all((0..20).map(|_| ask(&port))).await;
    assert!(found.iter().all(|found| *found == GOOD), "{found:?}");
    assert!(server.calls().iter().all(|call| call.connection == 0));
}
