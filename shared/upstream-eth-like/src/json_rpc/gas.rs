//! `eth_estimateGas`

use super::message::Call as RpcCall;
use super::values::{Number, hex_of, plain};
use super::{JsonRpc, Outcome};
use serde_json::{Map, Value, json};
use wallet_eth_like::{Call, GasEstimate};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Gas of a plain transfer, the minimum of any estimate.
const MIN_GAS: u64 = 21_000;

impl JsonRpc {
    /// Simulates a transaction. No gas price is sent, so the balance is not checked for the fee.
    pub(super) async fn gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure> {
        let request = RpcCall::new("eth_estimateGas", json!([message(call)]));
        match self
            .call_at(&self.contract_endpoint, request, Lane::Required, deadline)
            .await
        {
            // The result is a number, and only the revert data of a contract can be this long.
            Err(Failure::TooLong { .. }) => Ok(GasEstimate::Reverted { data: Vec::new() }),
            outcome => decode(&outcome?),
        }
    }
}

fn message(call: &Call) -> Value {
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

/// Reads the result of the simulation. An error of the node itself is a failure.
pub(super) fn decode(outcome: &Outcome) -> Result<GasEstimate, Failure> {
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
