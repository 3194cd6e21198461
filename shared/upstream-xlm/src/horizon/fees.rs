//! Operation fees: `/fee_stats`.

use super::Horizon;
use super::fields::read;
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_xlm::{FeeStats, OfferedFees, Stroops};

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
    /// Decodes the statistics. A server that has just started reports 0 until it has processed a ledger, and
    /// the network never charges less than its minimum. Implausibly high fees are reduced to the
    /// maximum, so that a server cannot raise recommended fees beyond it.
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
            capacity_usage: read("ledger_capacity_usage", &self.ledger_capacity_usage)?,
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
