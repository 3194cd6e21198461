//! Log lines of reads through healthy, failing and unreachable upstreams.

use super::evm_node::ADDRESS;
use super::family::Family;
use super::fixture::{Fixture, HOSTILE, Wallet, income};
use super::horizon;
use super::upstream::Behaviour;
use crate::support::log::Lines;
use crate::support::stub::Reply;

/// Returns texts of the requests that no line may contain: addresses, keys, parts of queries and bodies.
fn canaries() -> Vec<String> {
    let wallet = Wallet::btc();
    let (account, evm) = (horizon::wallet(), ADDRESS.to_owned());
    vec![
        wallet.address().clone(),
        income(&wallet).compute_txid().to_string(),
        evm.to_lowercase(),
        evm.trim_start_matches("0x").to_lowercase(),
        account.address().to_lowercase(),
        "3535353535353535353535353535353535353535".to_owned(),
        "address=".to_owned(),
        "eyj".to_owned(),
        "bearer ".to_owned(),
        HOSTILE.to_owned(),
    ]
}

#[tokio::test(start_paused = true)]
async fn no_line_contains_an_address_a_key_a_query_or_a_body() {
    let lines = Lines::default();
    let guard = lines.collect_from_this_thread();
    let hostile = Reply::text(500, "text/html", format!("<html>{HOSTILE}"));
    for family in Family::ALL {
        for first in [
            Behaviour::Healthy,
            Behaviour::Closed,
            Behaviour::Replies(hostile.clone()),
        ] {
            let fixture = Fixture::of(family, [first, Behaviour::Closed]).await;
            for read in family.reads() {
                fixture.read(*read).await;
            }
        }
    }
    drop(guard);
    let log = lines.text().to_lowercase();
    assert!(log.contains("request completed"), "requests are logged");
    assert!(log.contains("upstream attempt failed"), "failures are logged");
    for canary in canaries() {
        let canary = canary.to_lowercase();
        let found = log.lines().find(|line| line.contains(&canary));
        assert_eq!(found, None, "{canary}");
    }
}
