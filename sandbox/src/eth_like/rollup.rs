//! What a rollup charges beside the gas: for the place on the chain below, and for its operator.
//!
//! The chain charges what the contract that wallets ask tells them, so neither can be wrong alone.

use super::contracts::{Argument, Contract, GAS_PRICE_ORACLE};
use super::machine;
use super::rules::Rules;
use super::transaction::Transaction;
use super::world::World;
use alloy_consensus::Transaction as _;
use revm::context::BlockEnv;
use revm::primitives::{Address, U256, address};

/// Gets the fees for the place on the chain below.
const L1_FEE_VAULT: Address = address!("420000000000000000000000000000000000001A");
/// Gets the operator's fees.
const OPERATOR_FEE_VAULT: Address = address!("420000000000000000000000000000000000001b");

/// The fees of one transaction, in wei.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollupFees {
    /// For its bytes.
    pub l1_fee: U256,
    /// What these bytes count as.
    pub l1_gas_used: U256,
    /// For the operator, if it uses all its gas.
    pub operator_at_limit: U256,
}

impl RollupFees {
    /// The most that is charged.
    pub fn most(&self) -> U256 {
        self.l1_fee.saturating_add(self.operator_at_limit)
    }
}

/// The fees of a transaction, `None` on a chain that is no rollup.
pub fn fees(rules: &Rules, world: &World, block: &BlockEnv, transaction: &Transaction) -> Option<RollupFees> {
    if !rules.params.is_rollup() {
        return None;
    }
    let unsigned = transaction.unsigned();
    let bytes = [Argument::Bytes(&unsigned)];
    Some(RollupFees {
        l1_fee: oracle(rules, world, block, "getL1Fee(bytes)", &bytes),
        l1_gas_used: oracle(rules, world, block, "getL1GasUsed(bytes)", &bytes),
        operator_at_limit: operator_fee(rules, world, block, transaction.envelope.gas_limit()),
    })
}

/// The operator's fee for an amount of gas, in wei.
pub fn operator_fee(rules: &Rules, world: &World, block: &BlockEnv, gas: u64) -> U256 {
    let gas = [Argument::Number(U256::from(gas))];
    oracle(rules, world, block, "getOperatorFee(uint256)", &gas)
}

/// A number that the contract tells without an argument.
pub fn setting(rules: &Rules, world: &World, block: &BlockEnv, signature: &str) -> U256 {
    oracle(rules, world, block, signature, &[])
}

/// Pays what was charged to those who get it.
pub fn credit(world: &mut World, l1_fee: U256, operator_fee: U256) {
    world.add(L1_FEE_VAULT, l1_fee);
    world.add(OPERATOR_FEE_VAULT, operator_fee);
}

fn oracle(rules: &Rules, world: &World, block: &BlockEnv, signature: &str, arguments: &[Argument<'_>]) -> U256 {
    let data = Contract::named("GasPriceOracle").call(signature, arguments);
    machine::ask_number(rules, world, block, GAS_PRICE_ORACLE, data)
}
