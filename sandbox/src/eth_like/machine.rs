//! The EVM: executes transactions on a state with `revm`.

use super::evm_state::EvmState;
use super::rules::Rules;
use super::tracer::{InternalTransfer, Tracer};
use revm::context::result::{EVMError, ExecutionResult, InvalidTransaction};
use revm::context::{BlockEnv, Context, TxEnv};
use revm::primitives::{Address, Bytes, TxKind, U256};
use revm::state::EvmState as StateChanges;
use revm::{InspectEvm, MainBuilder, MainContext};

/// The result of an execution.
#[derive(Debug)]
pub struct Outcome {
    /// Success or failure, gas, logs.
    pub result: ExecutionResult,
    /// The state changes.
    pub changes: StateChanges,
    /// The value transfers made by contracts.
    pub transfers: Vec<InternalTransfer>,
}

/// Executes a transaction under all consensus rules.
pub fn run(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    transaction: TxEnv,
) -> Result<Outcome, InvalidTransaction> {
    execute(rules, state, block, transaction, false)
}

/// Simulates an unsigned transaction: with any nonce, any sender, and optionally no gas price.
pub fn simulate(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    transaction: TxEnv,
) -> Result<Outcome, InvalidTransaction> {
    execute(rules, state, block, transaction, true)
}

/// Calls a contract and returns its output, empty on failure.
pub fn call_contract(rules: &Rules, state: &EvmState, block: &BlockEnv, contract: Address, data: Bytes) -> Bytes {
    let call = TxEnv {
        kind: TxKind::Call(contract),
        data,
        gas_limit: rules.execution_gas(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let outcome = simulate(rules, state, block, call).ok();
    outcome
        .filter(|outcome| outcome.result.is_success())
        .and_then(|outcome| outcome.result.into_output())
        .unwrap_or_default()
}

/// Calls a contract and returns its output as a number, zero on failure.
pub fn call_number(rules: &Rules, state: &EvmState, block: &BlockEnv, contract: Address, data: Bytes) -> U256 {
    U256::try_from_be_slice(&call_contract(rules, state, block, contract, data)).unwrap_or_default()
}

fn execute(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    transaction: TxEnv,
    lenient: bool,
) -> Result<Outcome, InvalidTransaction> {
    let free = transaction.gas_price == 0;
    let context = Context::mainnet()
        .with_ref_db(state)
        .with_block(block.clone())
        .modify_cfg_chained(|config| {
            config.set_spec_and_mainnet_gas_params(rules.spec);
            config.chain_id = rules.chain_id;
            config.tx_chain_id_check = !lenient;
            config.tx_gas_limit_cap = Some(if lenient { u64::MAX } else { rules.max_gas });
            config.disable_nonce_check = lenient;
            config.disable_eip3607 = lenient;
            config.disable_block_gas_limit = lenient;
            config.disable_base_fee = lenient && free;
        });
    let mut evm = context.build_mainnet_with_inspector(Tracer::default());
    let ended = evm.inspect_tx(transaction).map_err(|error| match error {
        EVMError::Transaction(invalid) => invalid,
        other => InvalidTransaction::Str(other.to_string().into()),
    })?;
    Ok(Outcome {
        result: ended.result,
        changes: ended.state,
        transfers: evm.inspector.transfers,
    })
}
