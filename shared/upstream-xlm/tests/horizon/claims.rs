//! Claimed amounts of transactions without meta.

use super::history::{OPERATIONS, record};
use super::{ISSUER, OTHER, OWN, Server, own, page, problem, soon};
use serde_json::{Value, json};
use wallet_core::model::Network::Livenet;
use wallet_test_support::stub::Reply;
use wallet_xlm::history::{HistoryFacts, Position, View};
use wallet_xlm::ports::{XlmIndex, XlmNode};

/// Returns the id of a balance.
fn balance(number: u64) -> String {
    format!("00000000{number:064x}")
}

/// Returns a claim of the balance with this number, in the transaction with this number.
fn claim(transaction: u64, index: u64, number: u64, claimant: &str) -> Value {
    let fields = json!({ "balance_id": balance(number), "claimant": claimant });
    record(transaction, index, "claim_claimable_balance", fields)
}

/// Returns the effects of a claim.
fn effects(number: u64, asset: &str, amount: &str) -> Vec<Value> {
    let effect = |kind: &str, fields: Value| {
        let mut effect = json!({ "id": "0253403070464000001-0000000001", "account": OWN, "type": kind, "type_i": 2 });
        effect
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        effect
    };
    let claimed = json!({ "balance_id": balance(number), "asset": asset, "amount": amount });
    vec![
        effect("claimable_balance_claimed", claimed),
        effect("account_credited", json!({ "asset_type": "native", "amount": amount })),
        effect(
            "claimable_balance_sponsorship_removed",
            json!({ "balance_id": balance(number), "former_sponsor": OTHER }),
        ),
    ]
}

/// Serves the effects of a transaction at this path.
fn serve_effects(server: &Server, path: &'static str, records: &[Value]) {
    server.set_document(path, page(records));
}

const OF_THREE: &str = "/transactions/0000000000000000000000000000000000000000000000000000000000000003/effects";
const OF_TWO: &str = "/transactions/0000000000000000000000000000000000000000000000000000000000000002/effects";

async fn history(server: &Server) -> HistoryFacts {
    let history = server.node.history(Livenet, own(), Position::Start, 50, soon());
    history.await.expect("a history")
}

fn values(facts: &HistoryFacts) -> Vec<String> {
    let view = View::new(own(), OWN.to_owned());
    let values = facts
        .entries
        .iter()
        .map(|entry| view.transaction(entry, 170).transaction.value.amount);
    values.collect()
}

#[tokio::test(start_paused = true)]
async fn claimed_amounts_come_from_the_effects() {
    let server = Server::start().await;
    server.set_document(
        OPERATIONS,
        page(&[claim(3, 2, 31, OWN), claim(3, 1, 30, OWN), claim(2, 1, 20, OWN)]),
    );
    let usd = format!("USD:{ISSUER}");
    serve_effects(
        &server,
        OF_THREE,
        &[effects(30, "native", "5.0000001"), effects(31, &usd, "7.0000000")].concat(),
    );
    serve_effects(&server, OF_TWO, &effects(20, "native", "922337203685.4775807"));
    let facts = history(&server).await;
    assert_eq!(values(&facts), ["50000001", "9223372036854775807"]);
    assert!(!facts.has_unresolved_claims);
    assert_eq!(server.requests_for(OF_THREE)[0].path, format!("{OF_THREE}?limit=200"));
}

#[tokio::test(start_paused = true)]
async fn missing_effects_are_flagged_in_the_history() {
    let claims = page(&[claim(3, 1, 30, OWN), claim(2, 1, 20, OWN)]);
    let amount = |amount: Value| {
        page(
            &[json!({ "type": "claimable_balance_claimed", "balance_id": balance(30),
        "asset": "native", "amount": amount })],
        )
    };
    for effects_document in [
        page(&[]),
        amount(json!("evil")),
        amount(json!(5)),
        amount(Value::Null),
        json!({}),
        json!("evil"),
    ] {
        let server = Server::start().await;
        server.set_document(OPERATIONS, claims.clone());
        server.set_document(OF_THREE, effects_document);
        serve_effects(&server, OF_TWO, &[]);
        let facts = history(&server).await;
        assert_eq!(values(&facts), ["0", "0"]);
        assert!(facts.has_unresolved_claims);
    }
    for reply in [
        || Reply::Reset,
        || problem(404, "not_found"),
        || problem(429, "rate_limit_exceeded"),
    ] {
        let server = Server::start().await;
        server.set_document(OPERATIONS, claims.clone());
        server.set_handler(OF_THREE, move |_| reply());
        assert!(history(&server).await.has_unresolved_claims);
    }
}

#[tokio::test(start_paused = true)]
async fn no_effects_are_requested_for_unrelated_and_failed_claims() {
    let server = Server::start().await;
    let mut failed = claim(3, 1, 30, OWN);
    failed["transaction"]["successful"] = false.into();
    server.set_document(OPERATIONS, page(&[failed, claim(2, 1, 20, OTHER)]));
    assert!(!history(&server).await.has_unresolved_claims);
    assert!(server.requests_for(OF_THREE).is_empty() && server.requests_for(OF_TWO).is_empty());
}

#[tokio::test(start_paused = true)]
async fn effects_of_at_most_twenty_transactions_are_requested() {
    let server = Server::start().await;
    let claims: Vec<_> = (1..=30).rev().map(|number| claim(number, 1, number, OWN)).collect();
    server.set_document(OPERATIONS, page(&claims));
    let paths: Vec<&'static str> = (1..=30)
        .map(|number| -> &'static str { Box::leak(format!("/transactions/{number:064x}/effects").into_boxed_str()) })
        .collect();
    for (number, path) in (1..=30).zip(&paths) {
        serve_effects(&server, path, &effects(number, "native", "1.0000000"));
    }
    let facts = history(&server).await;
    assert!(facts.has_unresolved_claims);
    let amounts = values(&facts);
    assert_eq!(amounts.iter().filter(|value| *value == "10000000").count(), 20);
    assert_eq!((amounts[19].as_str(), amounts[20].as_str()), ("10000000", "0"));
}

/// Serves a history with this number of claims; returns the paths of their effects.
fn serve_claims(server: &Server, count: u64) -> Vec<&'static str> {
    let claims: Vec<_> = (1..=count).rev().map(|number| claim(number, 1, number, OWN)).collect();
    server.set_document(OPERATIONS, page(&claims));
    let path = |number| -> &'static str { Box::leak(format!("/transactions/{number:064x}/effects").into_boxed_str()) };
    let paths: Vec<_> = (1..=count).map(path).collect();
    for (number, path) in (1..=count).zip(&paths) {
        serve_effects(server, path, &effects(number, "native", "1.0000000"));
    }
    paths
}

#[tokio::test(start_paused = true)]
async fn effects_are_requested_once() {
    let server = Server::start().await;
    let paths = serve_claims(&server, 25);
    let requested = || {
        paths
            .iter()
            .map(|path| server.requests_for(path).len())
            .collect::<Vec<_>>()
    };
    assert!(history(&server).await.has_unresolved_claims);
    assert_eq!(requested().iter().sum::<usize>(), 20, "the latest");
    let facts = history(&server).await;
    assert!(!facts.has_unresolved_claims);
    assert_eq!(values(&facts), ["10000000"; 25]);
    history(&server).await;
    assert_eq!(requested(), [1; 25]);
}

#[tokio::test(start_paused = true)]
async fn rate_limited_effects_do_not_pause_the_horizon() {
    for reply in [
        || problem(429, "rate_limit_exceeded"),
        || problem(503, "server_over_capacity").with_header("retry-after: 9"),
    ] {
        let server = Server::start().await;
        let paths = serve_claims(&server, 25);
        for path in &paths {
            server.set_handler(path, move |_| reply());
        }
        for _ in 0..7 {
            assert!(history(&server).await.has_unresolved_claims);
        }
        let requests: usize = paths.iter().map(|path| server.requests_for(path).len()).sum();
        assert!(
            (1..=2).contains(&requests),
            "{requests}: no further requests for a while"
        );
        let ledger = server.node.ledger(Livenet, soon()).await;
        assert!(ledger.is_ok(), "{ledger:?}");
    }
}
