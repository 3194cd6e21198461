//! Gas estimation by binary search over simulated gas limits, as in go-ethereum.

use super::state::EvmState;
use super::{Outcome, rollup};
use crate::eth_like::rules::Rules;
use revm::context::result::{ExecutionResult, InvalidTransaction};
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::{TxKind, U256};

/// The gas of a transfer that executes no code.
const TRANSFER_GAS: u64 = 21_000;
/// The tolerance of the search: at most 1.5 percent above the required gas.
const TOLERANCE_PER_MILLE: u64 = 15;

/// An error of a gas estimation.
#[derive(Debug)]
pub enum EstimateError {
    /// The transaction is invalid and was not simulated.
    Invalid(InvalidTransaction),
    /// The transaction fails even with the maximum gas.
    Failed(Box<ExecutionResult>),
    /// The sender's balance does not cover the required gas; the value is the affordable gas.
    AboveAllowance(u64),
}

/// Estimates the gas of a transaction. The gas limit of the transaction is ignored.
pub fn gas(rules: &Rules, state: &EvmState, block: &BlockEnv, request: &TxEnv) -> Result<u64, EstimateError> {
    let l1_gas = rollup::estimated_l1_gas(rules, request);
    let allowance = allowance(rules, state, request, l1_gas);
    let gas = execution_gas(rules, state, block, request, allowance)?;
    Ok(gas + l1_gas)
}

/// Estimates the gas of the execution, at most the allowance.
fn execution_gas(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    request: &TxEnv,
    allowance: u64,
) -> Result<u64, EstimateError> {
    let simulate = |gas_limit| {
        let request = TxEnv {
            gas_limit,
            ..request.clone()
        };
        super::simulate(rules, state, block, request)
    };
    let is_plain = matches!(request.kind, TxKind::Call(to) if !state.has_code(to)) && request.data.is_empty();
    if is_plain && simulate(TRANSFER_GAS).is_ok_and(|outcome| outcome.result.is_success()) {
        return Ok(TRANSFER_GAS);
    }
    let outcome = match simulate(allowance) {
        Err(
            InvalidTransaction::CallGasCostMoreThanGasLimit { .. }
            | InvalidTransaction::GasFloorMoreThanGasLimit { .. },
        ) => {
            return Err(EstimateError::AboveAllowance(allowance));
        }
        other => other.map_err(EstimateError::Invalid)?,
    };
    match outcome.result {
        ExecutionResult::Success { gas, .. } => {
            let succeeds = |gas_limit| simulate(gas_limit).is_ok_and(|outcome: Outcome| outcome.result.is_success());
            // Refunds are credited only at the end, so the limit must cover the gas spent before them.
            Ok(search(
                gas.tx_gas_used().saturating_sub(1),
                gas.total_gas_spent(),
                allowance,
                succeeds,
            ))
        }
        ExecutionResult::Halt { .. } if allowance < rules.execution_gas() => {
            Err(EstimateError::AboveAllowance(allowance))
        }
        failed => Err(EstimateError::Failed(Box::new(failed))),
    }
}

/// Returns the maximum gas of the execution: the chain's limit, or the amount affordable for the sender at the given
/// price besides the L1 gas.
fn allowance(rules: &Rules, state: &EvmState, request: &TxEnv, l1_gas: u64) -> u64 {
    let maximum = rules.execution_gas();
    if request.gas_price == 0 {
        return maximum;
    }
    let available = state.info(request.caller).balance.saturating_sub(request.value);
    let affordable = available / U256::from(request.gas_price);
    affordable.saturating_to::<u64>().saturating_sub(l1_gas).min(maximum)
}

/// Searches for a sufficient limit between a failing and a successful limit.
fn search(fails: u64, spent: u64, maximum: u64, succeeds: impl Fn(u64) -> bool) -> u64 {
    let (mut fails, mut sufficient) = (fails, maximum);
    // A call forwards at most 63/64 of the gas, so this first estimate is usually sufficient.
    let first_estimate = (spent + 2300) * 64 / 63;
    if first_estimate < sufficient {
        if succeeds(first_estimate) {
            sufficient = first_estimate;
        } else {
            fails = first_estimate;
        }
    }
    if fails + 1 < sufficient && succeeds(spent) {
        return spent;
    }
    while fails + 1 < sufficient && (sufficient - fails) * 1000 > sufficient * TOLERANCE_PER_MILLE {
        let middle = fails + (sufficient - fails) / 2;
        if succeeds(middle) {
            sufficient = middle;
        } else {
            fails = middle;
        }
    }
    sufficient
}
