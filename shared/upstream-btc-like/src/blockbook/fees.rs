//! `GET /api/v2/estimatefee/{blocks}`

use super::Blockbook;
use crate::fee_estimate::{TARGETS, read_estimate};
use serde::Deserialize;
use wallet_btc_like::{FeeEstimates, Params};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Estimate for one target.
#[derive(Deserialize)]
pub(super) struct Estimate {
    /// Whole coins per 1000 virtual bytes as a decimal string; zero or negative if the node has no estimate.
    result: String,
}

impl Blockbook {
    /// Returns the estimates for all fee modes, requested concurrently.
    pub(super) async fn estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        let [slow, normal, fast] = TARGETS.map(|blocks| Box::pin(self.estimate(blocks, deadline)));
        let (slow, normal, fast) = futures::try_join!(slow, normal, fast)?;
        Ok(FeeEstimates { slow, normal, fast })
    }

    async fn estimate(&self, blocks: u8, deadline: Deadline) -> Result<Option<u64>, Failure> {
        let estimate: Estimate = self.get_json(&["estimatefee", &blocks.to_string()], deadline).await?;
        decode(&estimate, self.params)
    }
}

/// Converts the estimate to base units per 1000 vbytes, `None` without an estimate.
pub(super) fn decode(estimate: &Estimate, params: &Params) -> Result<Option<u64>, Failure> {
    read_estimate(&estimate.result, params)
}
