//! The rollup fees besides the gas fee: the L1 data fee and the operator fee.
//!
//! The sandbox charges the amounts that the gas price oracle contract returns to wallets, so both always agree.

use super::contracts::{Argument, Contract, GAS_PRICE_ORACLE};
use super::evm_state::EvmState;
use super::machine;
use super::rules::Rules;
use super::transaction::Transaction;
use alloy_consensus::Transaction as _;
use revm::context::BlockEnv;
use revm::primitives::{Address, U256, address};

/// The recipient of L1 data fees.
const L1_FEE_VAULT: Address = address!("420000000000000000000000000000000000001A");
/// The recipient of operator fees.
const OPERATOR_FEE_VAULT: Address = address!("420000000000000000000000000000000000001b");

/// The fees of one transaction in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollupFees {
    /// The L1 data fee.
    pub l1_fee: U256,
    /// The L1 gas equivalent of the transaction's bytes.
    pub l1_gas_used: U256,
    /// The operator fee if the whole gas limit is used.
    pub operator_at_limit: U256,
}

impl RollupFees {
    /// Returns the maximum total fee.
    pub fn maximum(&self) -> U256 {
        self.l1_fee.saturating_add(self.operator_at_limit)
    }
}

/// Returns the fees of a transaction, or `None` if the chain is not a rollup.
pub fn fees(rules: &Rules, state: &EvmState, block: &BlockEnv, transaction: &Transaction) -> Option<RollupFees> {
    if !rules.is_op_stack() {
        return None;
    }
    let unsigned = transaction.unsigned();
    let bytes = [Argument::Bytes(&unsigned)];
    Some(RollupFees {
        l1_fee: oracle(rules, state, block, "getL1Fee(bytes)", &bytes),
        l1_gas_used: oracle(rules, state, block, "getL1GasUsed(bytes)", &bytes),
        operator_at_limit: operator_fee(rules, state, block, transaction.envelope.gas_limit()),
    })
}

/// Returns the operator fee for an amount of gas in wei.
pub fn operator_fee(rules: &Rules, state: &EvmState, block: &BlockEnv, gas: u64) -> U256 {
    let gas = [Argument::Number(U256::from(gas))];
    oracle(rules, state, block, "getOperatorFee(uint256)", &gas)
}

/// Returns the result of an oracle function without arguments.
pub fn setting(rules: &Rules, state: &EvmState, block: &BlockEnv, signature: &str) -> U256 {
    oracle(rules, state, block, signature, &[])
}

/// Credits the charged fees to the vaults.
pub fn credit(state: &mut EvmState, l1_fee: U256, operator_fee: U256) {
    state.add(L1_FEE_VAULT, l1_fee);
    state.add(OPERATOR_FEE_VAULT, operator_fee);
}

fn oracle(rules: &Rules, state: &EvmState, block: &BlockEnv, signature: &str, arguments: &[Argument<'_>]) -> U256 {
    let data = Contract::named("GasPriceOracle").call(signature, arguments);
    machine::call_number(rules, state, block, GAS_PRICE_ORACLE, data)
}
