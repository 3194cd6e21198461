//! How much gas a transaction needs, found by trying: the search of go-ethereum.

use super::machine::{self, Outcome};
use super::rules::Rules;
use super::world::World;
use revm::context::result::{ExecutionResult, InvalidTransaction};
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::{TxKind, U256};

/// The gas of a payment that runs no code.
const TRANSFER_GAS: u64 = 21_000;
/// How near the search goes: within 1.5 percent above what is needed.
const TOLERANCE_PER_MILLE: u64 = 15;

/// Why there is no estimate.
#[derive(Debug)]
pub enum EstimateError {
    /// The transaction is not even tried.
    Invalid(InvalidTransaction),
    /// It fails with all the gas there is.
    Failed(Box<ExecutionResult>),
    /// The sender cannot pay for as much gas as it needs.
    AboveAllowance(u64),
}

/// The gas for a transaction, whose own gas limit is ignored.
pub fn gas(rules: &Rules, world: &World, block: &BlockEnv, question: &TxEnv) -> Result<u64, EstimateError> {
    let allowance = allowance(rules, world, question);
    let attempt = |gas_limit| {
        let question = TxEnv {
            gas_limit,
            ..question.clone()
        };
        machine::attempt(rules, world, block, question)
    };
    let is_plain = matches!(question.kind, TxKind::Call(to) if !world.has_code(to)) && question.data.is_empty();
    if is_plain && attempt(TRANSFER_GAS).is_ok_and(|outcome| outcome.result.is_success()) {
        return Ok(TRANSFER_GAS);
    }
    let outcome = match attempt(allowance) {
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
            let succeeds = |gas_limit| attempt(gas_limit).is_ok_and(|outcome: Outcome| outcome.result.is_success());
            // Refunds come at the end, so they must be there at first.
            Ok(search(
                gas.tx_gas_used().saturating_sub(1),
                gas.total_gas_spent(),
                allowance,
                succeeds,
            ))
        }
        ExecutionResult::Halt { .. } if allowance < rules.params.max_gas() => {
            Err(EstimateError::AboveAllowance(allowance))
        }
        failed => Err(EstimateError::Failed(Box::new(failed))),
    }
}

/// The most gas: the chain's maximum, or what the sender can pay for at the price given.
fn allowance(rules: &Rules, world: &World, question: &TxEnv) -> u64 {
    let maximum = rules.params.max_gas();
    if question.gas_price == 0 {
        return maximum;
    }
    let available = world.info(question.caller).balance.saturating_sub(question.value);
    let affordable = available / U256::from(question.gas_price);
    affordable.saturating_to::<u64>().min(maximum)
}

/// Finds a limit that succeeds, between one that fails and one that succeeds.
fn search(fails: u64, spent: u64, most: u64, succeeds: impl Fn(u64) -> bool) -> u64 {
    let (mut fails, mut enough) = (fails, most);
    // A call gives at most 63 of 64 parts of its gas to the next; mostly this guess is right.
    let guess = (spent + 2300) * 64 / 63;
    if guess < enough {
        if succeeds(guess) {
            enough = guess;
        } else {
            fails = guess;
        }
    }
    if fails + 1 < enough && succeeds(spent) {
        return spent;
    }
    while fails + 1 < enough && (enough - fails) * 1000 > enough * TOLERANCE_PER_MILLE {
        let middle = fails + (enough - fails) / 2;
        if succeeds(middle) {
            enough = middle;
        } else {
            fails = middle;
        }
    }
    enough
}
