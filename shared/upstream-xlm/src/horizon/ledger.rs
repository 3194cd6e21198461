//! Latest ledger, network and operation fees of a server.

use super::Horizon;
use super::fields::{hash, read, unix_time};
use super::response::Page;
use futures::future::BoxFuture;
use serde::Deserialize;
use std::ops::RangeInclusive;
use wallet_upstream::{Deadline, Endpoint, Failure, Kind};
use wallet_xlm::{FeeStats, Ledger, OfferedFees, Stroops, passphrase};

#[derive(Debug, Deserialize)]
pub(super) struct WireLedger {
    sequence: u32,
    closed_at: String,
    base_reserve_in_stroops: i64,
    hash: Option<String>,
}

/// Latest ledger of a server.
#[derive(Clone, Debug)]
pub(super) struct Latest {
    pub(super) ledger: Ledger,
    /// The hash of the ledger header, if readable; most callers do not need the hash.
    pub(super) hash: Option<[u8; 32]>,
}

/// Root resource of a server.
#[derive(Debug, Deserialize)]
pub(super) struct WireRoot {
    network_passphrase: String,
}

/// Plausible base reserves: 0.1 to 10 lumens. The value has been 0.5 lumens since 2019, and the validators vote on
/// changes (docs/decisions/upstreams.md#facts-from-several-upstreams).
pub(crate) const BASE_RESERVES: RangeInclusive<i64> = 1_000_000..=100_000_000;

impl Horizon {
    /// Returns the latest ledger, which may be a few seconds old.
    pub(crate) async fn ledger(&self, deadline: Deadline) -> Result<Ledger, Failure> {
        self.latest(deadline).await.map(|latest| latest.ledger)
    }

    /// Returns the latest ledger with the hash, which may be a few seconds old.
    pub(super) async fn latest(&self, deadline: Deadline) -> Result<Latest, Failure> {
        let endpoint = self.endpoint.clone();
        let request = || -> BoxFuture<'static, _> { Box::pin(latest(endpoint, deadline)) };
        self.latest.get_until(deadline, Failure::TimedOut, request).await
    }

    /// Returns true if the server follows the configured network.
    pub(super) async fn follows_network(&self, deadline: Deadline) -> Result<bool, Failure> {
        let root: WireRoot = self.get_common(self.endpoint.url(&[]), deadline).await?;
        Ok(root.network_passphrase == passphrase(self.network))
    }
}

async fn latest(endpoint: Endpoint, deadline: Deadline) -> Result<Latest, Failure> {
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

pub(super) fn decode(page: Page<WireLedger>) -> Result<Latest, Failure> {
    let latest = page.records(1)?.into_iter().next();
    let latest = latest.ok_or_else(|| Failure::unusable("no ledger"))?;
    let base_reserve = Some(latest.base_reserve_in_stroops).filter(|stroops| BASE_RESERVES.contains(stroops));
    let ledger = Ledger {
        upstream: Kind::Horizon.name(),
        sequence: latest.sequence,
        closed_at: unix_time("closed_at", &latest.closed_at)?,
        base_reserve: base_reserve
            .and_then(Stroops::new)
            .ok_or_else(|| Failure::unusable("implausible base reserve"))?,
    };
    let hash = latest.hash.as_deref().and_then(|text| hash("hash", text).ok());
    Ok(Latest { ledger, hash })
}

/// Statistics of the last five ledgers, in stroops per operation.
#[derive(Debug, Deserialize)]
pub(super) struct WireFees {
    last_ledger_base_fee: String,
    ledger_capacity_usage: String,
    fee_charged: WireRange,
    max_fee: WirePercentiles,
}

#[derive(Debug, Deserialize)]
struct WireRange {
    min: String,
    max: String,
}

/// Percentiles of the maximum fees that transactions offered.
#[derive(Debug, Deserialize)]
struct WirePercentiles {
    p10: String,
    p50: String,
    p95: String,
}

impl Horizon {
    /// Returns the statistics of operation fees.
    pub(crate) async fn fee_stats(&self, deadline: Deadline) -> Result<FeeStats, Failure> {
        let fees: WireFees = self.get_common(self.endpoint.url(&["fee_stats"]), deadline).await?;
        fees.decode()
    }
}

impl WireFees {
    /// Decodes the statistics. A server that has just started reports 0 until the first processed ledger, and
    /// the network never charges less than the minimum. Implausibly high fees are reduced to the
    /// maximum, so that a server cannot raise recommended fees further.
    pub(super) fn decode(&self) -> Result<FeeStats, Failure> {
        let fee = |field: &str, text: &str| {
            let fee: Stroops = read(field, text)?;
            Ok::<_, Failure>(fee.clamp(Stroops::MIN_FEE, Stroops::MAX_PLAUSIBLE_FEE))
        };
        let stats = FeeStats {
            last_ledger_base_fee: fee("last_ledger_base_fee", &self.last_ledger_base_fee)?,
            charged_min: fee("fee_charged.min", &self.fee_charged.min)?,
            charged_max: fee("fee_charged.max", &self.fee_charged.max)?,
            offered: OfferedFees {
                p10: fee("max_fee.p10", &self.max_fee.p10)?,
                p50: fee("max_fee.p50", &self.max_fee.p50)?,
                p95: fee("max_fee.p95", &self.max_fee.p95)?,
            },
            capacity_usage: Some(read("ledger_capacity_usage", &self.ledger_capacity_usage)?),
        };
        if stats.charged_min > stats.charged_max {
            return Err(Failure::unusable("minimum fee above the maximum fee"));
        }
        let OfferedFees { p10, p50, p95 } = stats.offered;
        if ![p10, p50, p95].is_sorted() {
            return Err(Failure::unusable("percentiles of the maximum fees in another order"));
        }
        Ok(stats)
    }
}
