//! Fees that transactions paid: `getFeeStats`.

use super::StellarRpc;
use super::message::number;
use futures::future::try_join;
use serde::Deserialize;
use serde_json::Value;
use wallet_upstream::{Deadline, Failure};
use wallet_xlm::{FeeStats, LedgerParameters, OfferedFees, Stroops};

/// Fees of classic transactions in recent ledgers, 50 by default.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireFees {
    inclusion_fee: WireDistribution,
}

/// Fees per operation in stroops, 0 without transactions.
#[derive(Debug, Deserialize)]
struct WireDistribution {
    #[serde(deserialize_with = "number")]
    max: i64,
    #[serde(deserialize_with = "number")]
    min: i64,
    #[serde(deserialize_with = "number")]
    p10: i64,
    #[serde(deserialize_with = "number")]
    p50: i64,
    #[serde(deserialize_with = "number")]
    p95: i64,
}

impl StellarRpc {
    /// Returns the statistics of paid fees.
    pub(super) async fn fee_stats(&self, deadline: Deadline) -> Result<FeeStats, Failure> {
        let fees = self.call::<WireFees>("getFeeStats", Value::Null, deadline);
        let (fees, parameters) = try_join(fees, self.parameters(deadline)).await?;
        fees.decode(parameters)
    }
}

impl WireFees {
    /// Decodes the statistics. Fees have the limits of the fees from Horizon.
    pub(super) fn decode(&self, parameters: LedgerParameters) -> Result<FeeStats, Failure> {
        let fee = |stroops: i64| {
            let fee = Stroops::new(stroops).ok_or_else(|| Failure::unusable("negative fee"))?;
            Ok::<_, Failure>(fee.clamp(Stroops::MIN_FEE, Stroops::MAX_PLAUSIBLE_FEE))
        };
        let fees = &self.inclusion_fee;
        let stats = FeeStats {
            last_ledger_base_fee: fee(parameters.base_fee.get())?,
            charged_min: fee(fees.min)?,
            charged_max: fee(fees.max)?,
            offered: OfferedFees {
                p10: fee(fees.p10)?,
                p50: fee(fees.p50)?,
                p95: fee(fees.p95)?,
            },
            capacity_usage: None,
        };
        let OfferedFees { p10, p50, p95 } = stats.offered;
        if ![stats.charged_min, p10, p50, p95, stats.charged_max].is_sorted() {
            return Err(Failure::unusable("percentiles of the fees in another order"));
        }
        Ok(stats)
    }
}
