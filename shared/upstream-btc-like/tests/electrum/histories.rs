//! Histories that are unavailable, cached, or have chains of pending transactions.

use super::ledger::{ALICE, BOB, Ledger, NOTHING, address, script, status, transaction};
use super::server::{Call, Reaction, Server};
use super::{node, soon};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use wallet_btc_like::history::{HistoryPage, Position};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_upstream_btc_like::BtcLikeUpstreams;

const HISTORY: &str = "blockchain.scripthash.get_history";
const STATUS: &str = "blockchain.scripthash.subscribe";

async fn history(port: &BtcLikeUpstreams, from: Position, limit: u32) -> Option<HistoryPage> {
    let facts = port.address_facts(&address(ALICE), from, limit, soon()).await;
    let facts = facts.expect("facts");
    assert_eq!((facts.upstream, facts.funds.total()), ("electrum", 42));
    facts.history
}

fn count(server: &Server, method: &str) -> usize {
    server.methods().iter().filter(|other| *other == method).count()
}

/// Texts of ElectrumX (`server/session.py`, MIT), aiorpcX (MIT), Fulcrum (`Storage.cpp`, GPL-3.0), and electrs of
/// Blockstream and of mempool.space (`errors.rs`, MIT), and further texts for a server without a history now.
#[tokio::test]
async fn balance_is_returned_without_a_history_that_is_unavailable() {
    for reaction in [
        Reaction::error(10_001, "history too large"),
        Reaction::error(-32_600, "response too large (over 8,100,000 bytes)"),
        Reaction::error(
            1,
            "History for scripthash 8b01df4e exceeds max history 125000 with 125001 items!",
        ),
        Reaction::error(1, "Too many history entries"),
        Reaction::error(
            1,
            "Too many history transactions (>500). Contact support to raise limits.",
        ),
        Reaction::error(-102, "server busy - request timed out"),
        Reaction::error(2, "daemon error: DaemonError('the daemon is away')"),
        Reaction::Result(json!([{ "tx_hash": "11".repeat(32), "height": 5 }])),
    ] {
        let (ledger, shown) = (Ledger::up_to(110), reaction.clone());
        let server = Server::start(move |call| match call.method.as_str() {
            HISTORY => reaction.clone(),
            _ => ledger.respond(call),
        })
        .await;
        let port = node(&server);
        // A failure of the upstream would open the breaker.
        for _ in 0..7 {
            assert_eq!(history(&port, Position::default(), 10).await, None, "{shown:?}");
        }
    }
}

#[tokio::test]
async fn balance_is_returned_without_a_history_that_times_out() {
    let ledger = Ledger::up_to(110);
    let server = Server::start(move |call| match call.method.as_str() {
        HISTORY => Reaction::Nothing,
        _ => ledger.respond(call),
    })
    .await;
    assert_eq!(history(&node(&server), Position::default(), 10).await, None);
}

#[tokio::test]
async fn balance_alone_requires_no_history() {
    let ledger = Ledger::up_to(110);
    let server = Server::start(move |call| ledger.respond(call)).await;
    let page = history(&node(&server), Position::default(), 0).await;
    assert_eq!(page, Some(HistoryPage::default()));
    assert_eq!(
        server.methods(),
        ["blockchain.scripthash.get_balance", "blockchain.scripthash.listunspent"]
    );
}

/// A ledger that the test changes while the server runs.
type Shared = Arc<Mutex<Ledger>>;

fn respond(ledger: &Shared, call: &Call) -> Reaction {
    ledger.lock().unwrap().respond(call)
}

fn add_rewards(ledger: &Shared, numbers: std::ops::Range<u32>) {
    for number in numbers {
        let reward = transaction(&[NOTHING], &[(1000, script(ALICE))], number);
        ledger.lock().unwrap().add(reward, i64::from(number) + 1, &[ALICE]);
    }
}

#[tokio::test]
async fn unchanged_history_is_sent_once_and_a_changed_one_again() {
    let ledger = Shared::new(Mutex::new(Ledger::up_to(500)));
    add_rewards(&ledger, 0..100);
    let shared = Arc::clone(&ledger);
    let server = Server::start(move |call| respond(&shared, call)).await;
    let port = node(&server);
    let (mut from, mut received) = (Position::default(), HashSet::new());
    for _ in 0..10 {
        let page = history(&port, from, 10).await.expect("a history");
        received.extend(page.entries.iter().map(|entry| entry.txid));
        from = page.next.unwrap_or_default();
    }
    assert_eq!((received.len(), from), (100, Position::default()));
    assert_eq!((count(&server, HISTORY), count(&server, STATUS)), (1, 9));
    // A status call uses the same history.
    add_rewards(&ledger, 100..101);
    let page = history(&port, Position::default(), 10).await.expect("a history");
    assert_eq!(page.entries[0].height, Some(101), "the new transaction");
    assert_eq!(count(&server, HISTORY), 2);
    let page = history(&port, Position::default(), 10).await.expect("a history");
    assert_eq!((page.entries[0].height, count(&server, HISTORY)), (Some(101), 2));
}

/// Returns the number of requests for the history in ten calls, to a server with the statuses.
async fn requested_histories(respond_status: impl Fn(&str) -> Reaction + Send + Sync + 'static) -> (usize, usize) {
    let ledger = Shared::new(Mutex::new(Ledger::up_to(500)));
    add_rewards(&ledger, 0..3);
    let server = Server::start(move |call| match (call.method.as_str(), respond(&ledger, call)) {
        (STATUS, Reaction::Result(status)) => respond_status(status.as_str().expect("a status")),
        (_, reaction) => reaction,
    })
    .await;
    let port = node(&server);
    for _ in 0..10 {
        let page = history(&port, Position::default(), 10).await.expect("a history");
        assert_eq!(page.entries.len(), 3);
    }
    (count(&server, HISTORY), count(&server, STATUS))
}

#[tokio::test]
async fn statuses_that_do_not_match_are_no_longer_requested() {
    let correct = requested_histories(|status| Reaction::Result(json!(status))).await;
    assert_eq!(correct, (1, 9));
    for wrong in [
        Reaction::Result(json!(null)),
        Reaction::Result(json!(status(&[]))),
        Reaction::Result(json!("00")),
        Reaction::Result(json!(7)),
        Reaction::error(-32_601, "unknown method"),
    ] {
        let reaction = wrong.clone();
        let found = requested_histories(move |_| reaction.clone()).await;
        assert_eq!(found, (10, 3), "{wrong:?}");
    }
}

/// The server's notifications about changes are not a reason to end the connection.
#[tokio::test]
async fn notifications_between_responses_are_ignored() {
    let ledger = Shared::new(Mutex::new(Ledger::up_to(500)));
    add_rewards(&ledger, 0..3);
    let server = Server::start(move |call| match (call.method.as_str(), respond(&ledger, call)) {
        (STATUS, Reaction::Result(status)) => {
            let note = json!({ "jsonrpc": "2.0", "method": STATUS, "params": ["00", "11"] });
            Reaction::Lines(format!(
                "{}{{\"id\": ID, \"result\": {status}}}\n",
                format!("{note}\n").repeat(600)
            ))
        }
        (_, reaction) => reaction,
    })
    .await;
    let port = node(&server);
    for _ in 0..6 {
        assert!(history(&port, Position::default(), 10).await.is_some());
    }
    assert!(server.calls().iter().all(|call| call.connection == 0));
}

/// An address with a chain of 49 unconfirmed transactions, each of which spends one or two parents, beside
/// payments from third parties.
fn chain() -> (Ledger, HashMap<String, Vec<String>>) {
    let mut ledger = Ledger::up_to(500);
    let mut chain: Vec<String> = Vec::new();
    let mut parents = HashMap::new();
    for number in 0..49_u32 {
        let own: Vec<_> = match number as usize {
            index if index % 7 == 0 => Vec::new(),
            index if index % 5 == 0 => vec![chain[index - 1].clone(), chain[index - 2].clone()],
            index => vec![chain[index - 1].clone()],
        };
        let mut inputs: Vec<_> = own.iter().map(|parent| (parent.as_str(), number % 3)).collect();
        let foreign = ledger.add_unlisted(transaction(&[NOTHING], &[(9000, script(BOB))], number));
        inputs.push((foreign.as_str(), 0));
        let outputs = [(10, script(ALICE)), (10, script(ALICE)), (10, script(ALICE))];
        let height = if own.is_empty() { 0 } else { -1 };
        let txid = ledger.add(transaction(&inputs, &outputs, number), height, &[ALICE]);
        parents.insert(txid.clone(), own);
        chain.push(txid);
    }
    (ledger, parents)
}

#[tokio::test]
async fn pending_children_precede_their_parents_in_pages_of_any_length() {
    let (mut ledger, parents) = chain();
    let reward = ledger.add(transaction(&[NOTHING], &[(9, script(ALICE))], 99), 400, &[ALICE]);
    let server = Server::start(move |call| ledger.respond(call)).await;
    let port = node(&server);
    let mut orders = HashSet::new();
    for limit in [1, 7, 49, 50, 200] {
        let (mut received, mut from) = (Vec::new(), Some(Position::default()));
        while let Some(position) = from {
            let page = history(&port, position, limit).await.expect("a history");
            received.extend(page.entries.iter().map(|entry| entry.txid.to_string()));
            from = page.next;
        }
        let place = |txid: &String| received.iter().position(|other| other == txid).expect("it is listed");
        let pairs = parents
            .iter()
            .flat_map(|(child, own)| own.iter().map(move |parent| (child, parent)));
        let pairs: Vec<_> = pairs.collect();
        assert!(pairs.len() >= 39, "{}", pairs.len());
        for (child, parent) in pairs {
            assert!(place(child) < place(parent), "{limit}");
        }
        assert_eq!((received.len(), received.last()), (50, Some(&reward)), "{limit}");
        orders.insert(received);
    }
    assert_eq!(orders.len(), 1, "the order does not depend on the limit");
}
