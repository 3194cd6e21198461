//! The methods that simulate calls and estimate their gas, and the methods that report fees.

use super::request::{Arguments, CallRequest, RpcError};
use super::{overrides, queries, view};
use crate::eth_like::evm::estimate::{self, EstimateError};
use crate::eth_like::evm::{self, state::EvmState};
use crate::eth_like::ledger::{Block, Ledger};
use crate::eth_like::node::Node;
use crate::eth_like::rules::Rules;
use revm::context::TxEnv;
use revm::primitives::{TxKind, U256};
use serde_json::{Value, json};

/// The maximum gas of a simulated call, as in go-ethereum.
const CALL_GAS: u64 = 50_000_000;

pub fn call(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let request = simulated(node, arguments.required(0)?, CALL_GAS)?;
    let block = arguments.block(1)?;
    let selected = node.read(|ledger| queries::selected_state(node, ledger, block))?;
    let mut state = EvmState::clone(&selected.state);
    overrides::override_accounts(&mut state, &arguments.optional(2)?.unwrap_or_default());
    let outcome = evm::simulate(node.rules(), &state, &selected.environment, request);
    let result = outcome.map_err(RpcError::invalid)?.result;
    if !result.is_success() {
        return Err(RpcError::failed(result));
    }
    Ok(json!(result.into_output().unwrap_or_default()))
}

pub fn estimate_gas(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let request = simulated(node, arguments.required(0)?, node.rules().max_gas)?;
    let block = arguments.block(1)?;
    let selected = node.read(|ledger| queries::selected_state(node, ledger, block))?;
    estimate::gas(node.rules(), &selected.state, &selected.environment, &request)
        .map(view::quantity)
        .map_err(|error| match error {
            EstimateError::Invalid(error) => RpcError::invalid(error),
            EstimateError::Failed(result) => RpcError::failed(*result),
            EstimateError::AboveAllowance(gas) => RpcError::server(format!("gas required exceeds allowance ({gas})")),
        })
}

pub(super) fn simulated(node: &Node, request: CallRequest, max_gas: u64) -> Result<TxEnv, RpcError> {
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

/// The maximum number of blocks in a response.
const MAX_BLOCKS: u64 = 1024;
/// The maximum number of percentiles.
const MAX_PERCENTILES: usize = 100;

pub fn gas_price(node: &Node) -> Value {
    let base_fee = node.read(|ledger| ledger.next_base_fee(node.rules()));
    view::quantity(u128::from(base_fee) + node.rules().suggested_tip())
}

pub fn tip(node: &Node, method: &str) -> Result<Value, RpcError> {
    if !node.rules().has_fee_market {
        return Err(RpcError::unknown_method(method));
    }
    Ok(view::quantity(node.rules().suggested_tip()))
}

pub fn fee_history(node: &Node, method: &str, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    if !node.rules().has_fee_market {
        return Err(RpcError::unknown_method(method));
    }
    let count: U256 = arguments.required(0)?;
    let latest = arguments.required(1)?;
    let percentiles: Vec<f64> = arguments.optional(2)?.unwrap_or_default();
    let ordered = percentiles.is_sorted() && percentiles.iter().all(|part| (0.0..=100.0).contains(part));
    if !ordered || percentiles.len() > MAX_PERCENTILES {
        return Err(RpcError::server("invalid reward percentile"));
    }
    node.read(|ledger| {
        let latest = queries::selected_block(node.rules(), ledger, latest)
            .ok_or_else(RpcError::unknown_block)?
            .header
            .number;
        let count = count.saturating_to::<u64>().min(MAX_BLOCKS).min(latest + 1);
        Ok(shown_history(node, ledger, latest + 1 - count, latest, &percentiles))
    })
}

fn shown_history(node: &Node, ledger: &Ledger, oldest: u64, latest: u64, percentiles: &[f64]) -> Value {
    let blocks: Vec<_> = (oldest..=latest).filter_map(|number| ledger.block(number)).collect();
    let base_fee = |block: &Block| block.header.base_fee_per_gas.unwrap_or(0);
    let next = ledger
        .block(latest + 1)
        .map_or_else(|| ledger.next_base_fee(node.rules()), base_fee);
    let base_fees = blocks.iter().map(|block| base_fee(block)).chain([next]);
    #[expect(clippy::cast_precision_loss, reason = "gas of a block is far below 2^52")]
    let ratio = |block: &&Block| block.header.gas_used as f64 / block.header.gas_limit as f64;
    let mut fee_history = json!({
        "oldestBlock": view::quantity(oldest),
        "baseFeePerGas": base_fees.map(view::quantity).collect::<Vec<_>>(),
        "gasUsedRatio": blocks.iter().map(ratio).collect::<Vec<_>>(),
    });
    if !percentiles.is_empty() {
        fee_history["reward"] = blocks
            .iter()
            .map(|block| rewards(node.rules(), block, percentiles))
            .collect();
    }
    fee_history
}

/// Returns the tips at the percentiles of the block's gas, or zeros for an empty block.
fn rewards(rules: &Rules, block: &Block, percentiles: &[f64]) -> Value {
    let base_fee = block.header.base_fee_per_gas.unwrap_or(0);
    let tips = block.transactions.iter();
    let mut tips: Vec<_> = tips
        .map(|done| (done.transaction.tip(rules, base_fee).unwrap_or(0), done.gas_used))
        .collect();
    tips.sort_unstable();
    let reward = |percentile: &f64| {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "gas of a block is far below 2^52, and percentiles are at least 0"
        )]
        let threshold = (block.header.gas_used as f64 * percentile / 100.0) as u64;
        let mut used = 0;
        let found = tips.iter().find(|(_, gas)| {
            used += gas;
            used >= threshold
        });
        view::quantity(found.map_or(0, |(tip, _)| *tip))
    };
    percentiles.iter().map(reward).collect()
}
