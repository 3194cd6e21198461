//! The fees of rollups besides the gas fee.
//!
//! On the OP Stack: the L1 data fee and the operator fee. The sandbox charges the amounts that the gas price oracle
//! contract returns to wallets, so both always agree.
//!
//! On Arbitrum (OffchainLabs/nitro, `arbos`): the gas of a transaction includes the costs of the data on L1, only the
//! base fee is charged, and contracts read the height of L1. The price of L1 is constant here, and data is not
//! compressed.

use super::contracts::{Argument, Contract, GAS_PRICE_ORACLE};
use super::state::{Account, EvmState};
use crate::eth_like::rules::Rules;
use crate::eth_like::transaction::Transaction;
use alloy_consensus::{SignableTransaction, Transaction as _, TxEip1559, TxEnvelope};
use alloy_eips::eip2718::Encodable2718;
use revm::bytecode::Bytecode;
use revm::context::{BlockEnv, TxEnv};
use revm::primitives::alloy_primitives::Signature;
use revm::primitives::{Address, Bytes, U256, address, bytes};
use revm::state::AccountInfo;

/// The recipient of L1 data fees.
const L1_FEE_VAULT: Address = address!("420000000000000000000000000000000000001A");
/// The recipient of operator fees.
const OPERATOR_FEE_VAULT: Address = address!("420000000000000000000000000000000000001b");

/// The fees of a transaction in wei.
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
    super::call_number(rules, state, block, GAS_PRICE_ORACLE, data)
}

/// The base fee in wei per gas: the minimum of Arbitrum One, which applies while the blocks have less gas than their
/// target.
pub const ARBITRUM_BASE_FEE: u64 = 20_000_000;
/// The L1 gas of a byte of data (EIP-2028).
const GAS_PER_BYTE: u64 = 16;
/// The L1 price in wei per gas.
const L1_PRICE: u64 = 200_000_000;
/// The part of an estimate for a rise of the L1 price, in percent.
const ESTIMATE_PADDING: u64 = 10;
/// The time between L1 blocks in seconds.
const L1_BLOCK_TIME: u64 = 12;
/// The precompiled contract that returns the height of the chain.
pub const ARB_SYS: Address = address!("0000000000000000000000000000000000000064");
/// The recipient of the L1 costs.
pub const L1_PRICER: Address = address!("A4B00000000000000000000000000000000000F6");
/// Code that returns the first storage slot, whatever the calldata.
const RETURN_FIRST_SLOT: Bytes = bytes!("5f545f5260205ff3");

/// Returns the part of a transaction's gas that pays for the data on L1, in gas at the base fee; 0 on chains without
/// these rules.
pub fn l1_gas(rules: &Rules, transaction: &Transaction) -> u64 {
    if !rules.is_arbitrum() {
        return 0;
    }
    gas_of(transaction.raw().len())
}

/// Returns this part of an estimate: of the longest transaction with this call, with a margin; 0 on chains without
/// these rules.
pub fn estimated_l1_gas(rules: &Rules, request: &TxEnv) -> u64 {
    if !rules.is_arbitrum() {
        return 0;
    }
    let longest = TxEip1559 {
        chain_id: rules.chain_id,
        nonce: u64::MAX,
        gas_limit: u64::MAX,
        max_fee_per_gas: u64::MAX.into(),
        max_priority_fee_per_gas: u64::MAX.into(),
        to: request.kind,
        value: request.value,
        access_list: request.access_list.clone(),
        input: request.data.clone(),
    };
    let longest = TxEnvelope::Eip1559(longest.into_signed(Signature::new(U256::MAX, U256::MAX, true)));
    let gas = gas_of(longest.encode_2718_len());
    gas + gas * ESTIMATE_PADDING / 100
}

fn gas_of(bytes: usize) -> u64 {
    (bytes as u64 * GAS_PER_BYTE * L1_PRICE).div_ceil(ARBITRUM_BASE_FEE)
}

/// Returns the EVM input of a transaction on any chain. On Arbitrum the input has neither the L1 gas nor a tip.
pub fn arbitrum_execution(rules: &Rules, transaction: &Transaction, base_fee: u64) -> TxEnv {
    let input = transaction.env();
    if !rules.is_arbitrum() {
        return input;
    }
    let left = input.gas_limit.saturating_sub(l1_gas(rules, transaction));
    let is_legacy = !transaction.envelope.is_dynamic_fee();
    TxEnv {
        gas_limit: left.min(rules.execution_gas()),
        gas_price: if is_legacy {
            input.gas_price.min(base_fee.into())
        } else {
            input.gas_price
        },
        gas_priority_fee: input.gas_priority_fee.map(|_| 0),
        ..input
    }
}

/// Returns the height of L1 at a time in Unix seconds.
pub fn l1_height(timestamp: u64) -> u64 {
    timestamp / L1_BLOCK_TIME
}

/// Sets the height that [`ARB_SYS`] returns.
pub fn set_arb_sys_height(state: &mut EvmState, height: u64) {
    let code = Bytecode::new_legacy(RETURN_FIRST_SLOT);
    let account = Account {
        info: AccountInfo::from_bytecode(code),
        storage: [(U256::ZERO, U256::from(height))].into(),
    };
    state.put(ARB_SYS, account);
}
