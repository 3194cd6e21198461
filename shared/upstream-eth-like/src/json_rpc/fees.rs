//! `eth_feeHistory`, `eth_maxPriorityFeePerGas` and `eth_gasPrice`

use super::message::Call;
use super::values::{Quantity, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use wallet_eth_like::{FeeFacts, Params, REWARD_PERCENTILES};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Number of recent blocks to evaluate.
const BLOCKS: u64 = 10;

/// Fees of the recent blocks. Old nodes omit the fields that they do not support.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    /// One more entry than blocks: the last is the base fee of the next block.
    #[serde(default)]
    base_fee_per_gas: Option<Vec<Quantity>>,
    #[serde(default)]
    reward: Option<Vec<Vec<Quantity>>>,
}

impl JsonRpc {
    /// Returns the current gas prices.
    pub(super) async fn prices(&self, deadline: Deadline) -> Result<FeeFacts, Failure> {
        let price = Call::new("eth_gasPrice", json!([]));
        if !self.params.has_fee_market() {
            return without_market(&self.call(price, deadline).await?, self.params);
        }
        let history = json!([quantity(BLOCKS), "latest", REWARD_PERCENTILES]);
        let history = Call::new("eth_feeHistory", history);
        let tip = Call::new("eth_maxPriorityFeePerGas", json!([]));
        let [price, history, tip] = self.call_batch([price, history, tip], deadline).await?;
        with_market(&price, &history, &tip, self.params)
    }
}

pub(super) fn without_market(price: &Outcome, params: Params) -> Result<FeeFacts, Failure> {
    let Quantity(gas_price) = price.value()?;
    let facts = FeeFacts {
        next_base_fee: None,
        rewards: Vec::new(),
        suggested_tip: None,
        gas_price,
    };
    plausible(facts, params)
}

pub(super) fn with_market(
    price: &Outcome,
    history: &Outcome,
    tip: &Outcome,
    params: Params,
) -> Result<FeeFacts, Failure> {
    let facts = without_market(price, params)?;
    if let Err(error) = &history.0 {
        // The price of the node suffices. A rate limit fails the whole batch.
        tracing::debug!(error = error.for_log(), "node without a fee history");
        return Ok(facts);
    }
    let history: History = history.value()?;
    let next = history.base_fee_per_gas.and_then(|fees| fees.last().copied());
    let next = next.map(|Quantity(fee)| fee);
    let tips = |row: Vec<Quantity>| {
        let row: Vec<_> = row.into_iter().map(|Quantity(tip)| tip).collect();
        // A block without all percentiles is ignored.
        row.try_into().ok()
    };
    let suggested = tip.0.is_ok().then(|| tip.value()).transpose()?;
    let facts = FeeFacts {
        next_base_fee: next,
        rewards: history
            .reward
            .unwrap_or_default()
            .into_iter()
            .filter_map(tips)
            .collect(),
        suggested_tip: suggested.map(|Quantity(tip)| tip),
        ..facts
    };
    plausible(facts, params)
}

fn plausible(facts: FeeFacts, params: Params) -> Result<FeeFacts, Failure> {
    if facts.are_plausible(params) {
        Ok(facts)
    } else {
        Err(Failure::unusable("implausible gas prices"))
    }
}
