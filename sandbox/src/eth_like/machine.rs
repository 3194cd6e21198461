//! The EVM: runs a transaction on a state and says what came of it. `revm` does the work.

use super::rules::Rules;
use super::tracer::{InternalTransfer, Tracer};
use super::world::World;
use revm::context::result::{EVMError, ExecutionResult, InvalidTransaction};
use revm::context::{BlockEnv, Context, TxEnv};
use revm::primitives::{Address, Bytes, TxKind, U256};
use revm::state::EvmState;
use revm::{InspectEvm, MainBuilder, MainContext};

/// What running a transaction came to.
#[derive(Debug)]
pub struct Outcome {
    /// Success or failure, gas, logs.
    pub result: ExecutionResult,
    /// What it changed.
    pub changes: EvmState,
    /// The coins that contracts moved.
    pub transfers: Vec<InternalTransfer>,
}

/// Runs a transaction by all rules.
pub fn run(rules: &Rules, world: &World, block: &BlockEnv, transaction: TxEnv) -> Result<Outcome, InvalidTransaction> {
    execute(rules, world, block, transaction, false)
}

/// Tries a transaction that nobody signed: with any nonce, from a contract too, without a price.
pub fn attempt(
    rules: &Rules,
    world: &World,
    block: &BlockEnv,
    transaction: TxEnv,
) -> Result<Outcome, InvalidTransaction> {
    execute(rules, world, block, transaction, true)
}

/// Asks a contract something; empty when it gives no answer.
pub fn ask(rules: &Rules, world: &World, block: &BlockEnv, contract: Address, data: Bytes) -> Bytes {
    let question = TxEnv {
        kind: TxKind::Call(contract),
        data,
        gas_limit: rules.params.max_gas(),
        gas_price: 0,
        ..TxEnv::default()
    };
    let outcome = attempt(rules, world, block, question).ok();
    outcome
        .filter(|outcome| outcome.result.is_success())
        .and_then(|outcome| outcome.result.into_output())
        .unwrap_or_default()
}

/// The number that a contract answers with.
pub fn ask_number(rules: &Rules, world: &World, block: &BlockEnv, contract: Address, data: Bytes) -> U256 {
    U256::try_from_be_slice(&ask(rules, world, block, contract, data)).unwrap_or_default()
}

fn execute(
    rules: &Rules,
    world: &World,
    block: &BlockEnv,
    transaction: TxEnv,
    lenient: bool,
) -> Result<Outcome, InvalidTransaction> {
    let free = transaction.gas_price == 0;
    let context = Context::mainnet()
        .with_ref_db(world)
        .with_block(block.clone())
        .modify_cfg_chained(|config| {
            config.set_spec_and_mainnet_gas_params(rules.spec);
            config.chain_id = rules.params.chain_id();
            config.tx_chain_id_check = !lenient;
            config.tx_gas_limit_cap = Some(if lenient { u64::MAX } else { rules.params.max_gas() });
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
