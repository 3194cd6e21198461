//! Gas prices and gas limits: `eth_feeHistory`, `eth_maxPriorityFeePerGas`, `eth_gasPrice` and `eth_estimateGas`.

use super::message::Call as RpcCall;
use super::values::{Number, Quantity, hex_of, plain, quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use wallet_eth_like::{Call, FeeFacts, GasEstimate, Params, REWARD_PERCENTILES};
use wallet_upstream::{Deadline, Failure, Lane};

/// Number of recent blocks to evaluate.
const BLOCKS: u64 = 10;

/// Fees of the recent blocks. Old nodes omit the fields that they do not support.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct History {
    /// An entry more than blocks: the last is the base fee of the next block.
    base_fee_per_gas: Option<Vec<Quantity>>,
    reward: Option<Vec<Vec<Quantity>>>,
}

impl JsonRpc {
    /// Returns the current gas prices.
    pub(crate) async fn fee_facts(&self, deadline: Deadline) -> Result<FeeFacts, Failure> {
        let price = RpcCall::new("eth_gasPrice", json!([]));
        if !self.params.has_fee_market() {
            return without_market(&self.call(price, deadline).await?, self.params);
        }
        let history = json!([quantity(BLOCKS), "latest", REWARD_PERCENTILES]);
        let history = RpcCall::new("eth_feeHistory", history);
        let tip = RpcCall::new("eth_maxPriorityFeePerGas", json!([]));
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

/// Gas of a plain transfer, the minimum of any estimate.
const MIN_GAS: u64 = 21_000;

impl JsonRpc {
    /// Simulates a transaction. No gas price is sent, so the balance is not checked for the fee.
    pub(crate) async fn estimate_gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure> {
        let request = RpcCall::new("eth_estimateGas", json!([message(call)]));
        match self
            .call_at(&self.contract_endpoint, request, Lane::Required, deadline)
            .await
        {
            // The result is a number, and only the revert data of a contract can be this long.
            Err(Failure::TooLong { .. }) => Ok(GasEstimate::Reverted { data: Vec::new() }),
            outcome => decode_gas(&outcome?),
        }
    }
}

pub(super) fn message(call: &Call) -> Value {
    let mut fields = Map::new();
    if let Some(from) = call.from {
        fields.insert("from".to_owned(), plain(from).into());
    }
    if let Some(to) = call.to {
        fields.insert("to".to_owned(), plain(to).into());
    }
    fields.insert("value".to_owned(), call.value.to_quantity().into());
    if !call.data.is_empty() {
        fields.insert("data".to_owned(), hex_of(&call.data).into());
    }
    fields.into()
}

/// Reads the result of the simulation. An error of the node is a failure.
pub(super) fn decode_gas(outcome: &Outcome) -> Result<GasEstimate, Failure> {
    let Err(error) = &outcome.0 else {
        let Number(gas) = outcome.value()?;
        if gas < MIN_GAS {
            return Err(Failure::unusable(format_args!("an estimate of {gas} gas")));
        }
        return Ok(GasEstimate::Gas(gas));
    };
    // A contract's revert reason may resemble a node error, so reverts are checked first.
    if let Some(data) = error.revert_data() {
        return Ok(GasEstimate::Reverted { data });
    }
    if error.is_insufficient_funds() {
        return Ok(GasEstimate::InsufficientFunds);
    }
    Err(error.failure())
}
