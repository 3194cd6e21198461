//! Balances of several addresses in a pipeline.

use super::ledger::{ALICE, BOB, CAROL, Ledger, address, btc, script, script_hash};
use super::server::{Reaction, Server};
use super::{configured, node, soon};
use serde_json::json;
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_core::ports::upstream::UpstreamError;

const BALANCE: &str = "blockchain.scripthash.get_balance";

const UNSPENT: &str = "blockchain.scripthash.listunspent";

/// The server sends no balance before the call for the tip, which comes last: a client that waited for a balance before
/// the next call would receive none.
#[tokio::test]
async fn balances_are_requested_in_one_pipeline() {
    let ledger = Ledger::up_to(1000);
    let amounts = [(ALICE, 7), (BOB, 8), (CAROL, 9)];
    let server = Server::start(move |call| {
        let hash = call.params[0].as_str().unwrap_or_default();
        let mut amounts = amounts.iter();
        match amounts.find(|(owner, _)| script_hash(&script(owner)) == hash) {
            Some((_, amount)) => Reaction::Delayed(json!({ "confirmed": amount, "unconfirmed": -1 })),
            None => ledger.respond(call),
        }
    })
    .await;
    let owners = [ALICE, BOB, CAROL, ALICE];
    let addresses = owners.map(address);
    let facts = node(&server)
        .balances(btc(), &addresses, soon())
        .await
        .expect("balances");
    let shown = facts.iter().map(|facts| {
        let facts = facts.as_ref().expect("a balance");
        let page = facts.history.as_ref().expect("an empty page");
        (facts.upstream, facts.tip, facts.funds.total(), page.entries.len())
    });
    let expected = [6, 7, 8, 6].map(|amount| ("electrum", 1000, amount, 0));
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    // The spendable part requires a second round.
    let methods = server.methods();
    assert_eq!(methods[..4], [BALANCE; 4]);
    assert_eq!(methods[4..], [UNSPENT; 4]);
}

#[tokio::test]
async fn error_of_one_address_fails_no_other() {
    let ledger = Ledger::up_to(1000);
    let too_long = move |call: &super::server::Call| match &*call.method {
        BALANCE if call.params[0] == script_hash(&script(BOB)) => Reaction::error(1, "history too large"),
        _ => ledger.respond(call),
    };
    let (first, second) = (Server::start(too_long.clone()).await, Server::start(too_long).await);
    let node = configured(&format!("{},{}", first.setting(), second.setting()));
    for _ in 0..20 {
        let addresses = [ALICE, BOB, CAROL].map(address);
        let facts = node.balances(btc(), &addresses, soon()).await.expect("balances");
        let amounts: Vec<_> = facts
            .iter()
            .map(|facts| facts.as_ref().map(|facts| facts.funds.total()))
            .collect();
        assert_eq!((&amounts[0], &amounts[2]), (&Ok(42), &Ok(42)), "{amounts:?}");
        assert!(matches!(amounts[1], Err(UpstreamError::Unusable { .. })), "{amounts:?}");
    }
    // Each server was requested each time: the error did not count against it.
    assert!(first.methods().len() >= 60 && second.methods().len() >= 60);
}

#[tokio::test]
async fn server_that_returns_no_balance_fails() {
    let ledger = Ledger::up_to(1000);
    let server = Server::start(move |call| match &*call.method {
        BALANCE => Reaction::error(-32603, "internal error"),
        _ => ledger.respond(call),
    })
    .await;
    let addresses = [ALICE, BOB].map(address);
    let facts = node(&server).balances(btc(), &addresses, soon()).await;
    assert!(facts.is_err(), "{facts:?}");
}
