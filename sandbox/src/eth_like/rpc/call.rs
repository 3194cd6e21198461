//! `eth_call` and `eth_estimateGas`.

use super::arguments::{Arguments, CallRequest};
use super::error::RpcError;
use super::{selected, view};
use crate::eth_like::estimate::{self, EstimateError};
use crate::eth_like::machine;
use crate::eth_like::node::Node;
use revm::context::TxEnv;
use revm::primitives::{TxKind, U256};
use serde_json::{Value, json};

/// The maximum gas of a simulated call, as in go-ethereum.
const CALL_GAS: u64 = 50_000_000;

pub fn call(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let request = transaction(node, arguments.required(0)?, CALL_GAS)?;
    let block = arguments.block(1)?;
    let selected = node.read(|ledger| selected::state(node, ledger, block))?;
    let outcome = machine::simulate(node.rules(), &selected.state, &selected.environment, request);
    let result = outcome.map_err(RpcError::invalid)?.result;
    if !result.is_success() {
        return Err(RpcError::failed(result));
    }
    Ok(json!(result.into_output().unwrap_or_default()))
}

pub fn estimate_gas(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let request = transaction(node, arguments.required(0)?, node.rules().max_gas)?;
    let block = arguments.block(1)?;
    let selected = node.read(|ledger| selected::state(node, ledger, block))?;
    estimate::gas(node.rules(), &selected.state, &selected.environment, &request)
        .map(view::quantity)
        .map_err(|error| match error {
            EstimateError::Invalid(error) => RpcError::invalid(error),
            EstimateError::Failed(result) => RpcError::failed(*result),
            EstimateError::AboveAllowance(gas) => RpcError::allowance(gas),
        })
}

fn transaction(node: &Node, request: CallRequest, max_gas: u64) -> Result<TxEnv, RpcError> {
    let both = request.max_fee_per_gas.is_some() || request.max_priority_fee_per_gas.is_some();
    if request.gas_price.is_some() && both {
        let message = "both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified";
        return Err(RpcError::server(message));
    }
    if both && !node.rules().has_fee_market {
        return Err(RpcError::server(
            "maxFeePerGas and maxPriorityFeePerGas are not valid before London is active",
        ));
    }
    let price = request.gas_price.or(request.max_fee_per_gas).unwrap_or_default();
    let gas = request.gas.unwrap_or_else(|| U256::from(max_gas));
    Ok(TxEnv {
        tx_type: if both { 2 } else { 0 },
        caller: request.from,
        gas_limit: gas.saturating_to::<u64>().min(max_gas),
        gas_price: price.saturating_to(),
        gas_priority_fee: both.then(|| request.max_priority_fee_per_gas.unwrap_or_default().saturating_to()),
        kind: request.to.map_or(TxKind::Create, TxKind::Call),
        value: request.value,
        data: request.input.or(request.data).unwrap_or_default(),
        chain_id: Some(node.rules().chain_id),
        ..TxEnv::default()
    })
}
