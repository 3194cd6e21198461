//! Latest ledger and network of a server.

use super::Horizon;
use super::fields::unix_time;
use super::page::Page;
use futures::future::BoxFuture;
use serde::Deserialize;
use std::ops::RangeInclusive;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;
use wallet_xlm::{Ledger, Stroops, passphrase};

/// Ledger record.
#[derive(Debug, Deserialize)]
pub(super) struct WireLedger {
    sequence: u32,
    closed_at: String,
    base_reserve_in_stroops: i64,
}

/// Root resource of a server.
#[derive(Debug, Deserialize)]
pub(super) struct WireRoot {
    network_passphrase: String,
}

/// Plausible base reserves: 0.1 to 10 lumens. The value has been 0.5 lumens since 2019, and the validators vote on
/// changes (docs/decisions/upstreams.md#facts-from-several-upstreams).
const BASE_RESERVES: RangeInclusive<i64> = 1_000_000..=100_000_000;

impl Horizon {
    /// Returns the latest ledger, which may be a few seconds old.
    pub(crate) async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure> {
        let endpoint = self.endpoint.clone();
        let request = || -> BoxFuture<'static, _> { Box::pin(latest(endpoint, deadline)) };
        self.ledger.get_until(deadline, Failure::TimedOut, request).await
    }

    /// Returns true if the server follows the configured network.
    pub(super) async fn follows_network(&self, deadline: Deadline) -> Result<bool, Failure> {
        let root: WireRoot = self.get_common(self.endpoint.url(&[]), deadline).await?;
        Ok(root.network_passphrase == passphrase(self.network))
    }
}

async fn latest(endpoint: Endpoint, deadline: Deadline) -> Result<Ledger, Failure> {
    let mut url = endpoint.url(&["ledgers"]);
    url.query_pairs_mut().extend_pairs([("order", "desc"), ("limit", "1")]);
    let response = endpoint.get(url, deadline).await?;
    if !response.is_success() {
        return Err(Failure::unusable(format_args!(
            "status {} for ledgers",
            response.status()
        )));
    }
    decode(response.json()?)
}

pub(super) fn decode(page: Page<WireLedger>) -> Result<Ledger, Failure> {
    let latest = page.records(1)?.into_iter().next();
    let latest = latest.ok_or_else(|| Failure::unusable("no ledger"))?;
    let base_reserve = Some(latest.base_reserve_in_stroops).filter(|stroops| BASE_RESERVES.contains(stroops));
    Ok(Ledger {
        sequence: latest.sequence,
        closed_at: unix_time("closed_at", &latest.closed_at)?,
        base_reserve: base_reserve
            .and_then(Stroops::new)
            .ok_or_else(|| Failure::unusable("implausible base reserve"))?,
    })
}
