//! `eth_estimateGas`

use super::message::Call as Question;
use super::values::{Number, hex_of, plain};
use super::{JsonRpc, Outcome};
use serde_json::{Map, Value, json};
use wallet_eth_like::{Call, GasEstimate};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// What the simplest transaction costs: no estimate is below.
const LEAST: u64 = 21_000;

impl JsonRpc {
    /// Tries a transaction. No price is given, so that nobody's balance is held against the fee.
    pub(super) async fn gas(&self, call: &Call, deadline: Deadline) -> Result<GasEstimate, Failure> {
        let question = Question::new("eth_estimateGas", json!([message(call)]));
        decode(&self.ask(question, deadline).await?)
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

/// What the trial came to. An error of the node's own is a failure.
pub(super) fn decode(outcome: &Outcome) -> Result<GasEstimate, Failure> {
    let Err(error) = &outcome.0 else {
        let Number(gas) = outcome.value()?;
        if gas < LEAST {
            return Err(Failure::unusable(format_args!("an estimate of {gas} gas")));
        }
        return Ok(GasEstimate::Gas(gas));
    };
    // A contract may use the words of a node for its own reasons; then the node says so first.
    if let Some(data) = error.revert_data() {
        return Ok(GasEstimate::Reverted { data });
    }
    if error.is_insufficient_funds() {
        return Ok(GasEstimate::InsufficientFunds);
    }
    Err(error.failure())
}
