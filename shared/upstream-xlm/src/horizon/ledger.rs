//! The newest ledger, and which network it is of.

use super::Horizon;
use super::fields::unix_time;
use super::page::Page;
use futures::future::BoxFuture;
use serde::Deserialize;
use std::sync::atomic::Ordering;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;
use wallet_xlm::{Ledger, Stroops, passphrase};

/// A ledger.
#[derive(Debug, Deserialize)]
pub(super) struct WireLedger {
    sequence: u32,
    closed_at: String,
    base_reserve_in_stroops: i64,
}

/// What a Horizon says of itself, at its address.
#[derive(Debug, Deserialize)]
pub(super) struct WireRoot {
    network_passphrase: String,
}

/// The highest base reserve that is believed: 100 lumens, two hundred times what it is.
const HIGHEST_BASE_RESERVE: i64 = 1_000_000_000;

impl Horizon {
    /// The newest ledger, as of a few seconds ago.
    pub(crate) async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure> {
        let endpoint = self.endpoint.clone();
        let ask = || -> BoxFuture<'static, _> { Box::pin(newest(endpoint, deadline)) };
        self.ledger.answer(deadline, Failure::TimedOut, ask).await
    }

    /// Makes sure, once, that it follows the network it is configured for.
    pub(super) async fn check_network(&self, deadline: Deadline) -> Result<(), Failure> {
        if self.is_of_network.load(Ordering::Relaxed) {
            return Ok(());
        }
        let root: WireRoot = self.get(self.endpoint.url(&[]), deadline).await?;
        if root.network_passphrase != passphrase(self.network) {
            return Err(Failure::Behind {
                cause: "it follows another network".to_owned(),
            });
        }
        self.is_of_network.store(true, Ordering::Relaxed);
        Ok(())
    }
}

async fn newest(endpoint: Endpoint, deadline: Deadline) -> Result<Ledger, Failure> {
    let mut url = endpoint.url(&["ledgers"]);
    url.query_pairs_mut().extend_pairs([("order", "desc"), ("limit", "1")]);
    let answer = endpoint.get(url, deadline).await?;
    if !answer.is_success() {
        return Err(Failure::unusable(format_args!(
            "status {} for ledgers",
            answer.status()
        )));
    }
    decode(answer.json()?)
}

pub(super) fn decode(page: Page<WireLedger>) -> Result<Ledger, Failure> {
    let newest = page.records(1)?.into_iter().next();
    let newest = newest.ok_or_else(|| Failure::unusable("no ledger at all"))?;
    let base_reserve =
        Some(newest.base_reserve_in_stroops).filter(|stroops| (1..=HIGHEST_BASE_RESERVE).contains(stroops));
    Ok(Ledger {
        sequence: newest.sequence,
        closed_at: unix_time("closed_at", &newest.closed_at)?,
        base_reserve: base_reserve
            .and_then(Stroops::new)
            .ok_or_else(|| Failure::unusable("a base reserve that cannot be"))?,
    })
}
