//! The EVM: executes transactions on a state with `revm`, and records the value transfers made by contracts, which are
//! the internal transactions of block explorers.

pub mod calls;
pub mod contracts;
pub mod estimate;
pub mod rollup;
pub mod simulation;
pub mod state;

use super::rules::Rules;
use calls::CallTracer;
use revm::context::result::{EVMError, ExecutionResult, InvalidTransaction, ResultAndState};
use revm::context::{BlockEnv, Context, TxEnv};
use revm::database_interface::WrapDatabaseRef;
use revm::handler::MainnetContext;
use revm::interpreter::{CallInputs, CallOutcome, CreateInputs, CreateOutcome};
use revm::primitives::{Address, Bytes, TxKind, U256};
use revm::state::EvmState as StateChanges;
use revm::{InspectEvm, Inspector, MainBuilder, MainContext};
use state::EvmState;

/// The result of an execution.
#[derive(Debug)]
pub struct Outcome {
    /// Success or failure, gas, logs.
    pub result: ExecutionResult,
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

/// Executes a transaction again, and returns the calls.
pub fn trace(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    transaction: TxEnv,
) -> Result<CallTracer, InvalidTransaction> {
    let (_, tracer) = inspect(rules, state, block, transaction, false, CallTracer::default())?;
    Ok(tracer)
}

/// Simulates an unsigned transaction as [`simulate`], and returns the calls besides the result.
pub fn trace_call(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    transaction: TxEnv,
) -> Result<(ResultAndState, CallTracer), InvalidTransaction> {
    inspect(rules, state, block, transaction, true, CallTracer::default())
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

/// Calls a contract and returns the output, empty on failure.
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

/// Calls a contract and returns the output as a number, zero on failure.
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
    let (ended, tracer) = inspect(rules, state, block, transaction, lenient, Tracer::default())?;
    Ok(Outcome {
        result: ended.result,
        changes: ended.state,
        transfers: tracer.transfers,
    })
}

/// The EVM on a state.
type Evm<'a> = MainnetContext<WrapDatabaseRef<&'a EvmState>>;

fn inspect<'a, I: Inspector<Evm<'a>>>(
    rules: &Rules,
    state: &'a EvmState,
    block: &BlockEnv,
    transaction: TxEnv,
    lenient: bool,
    inspector: I,
) -> Result<(ResultAndState, I), InvalidTransaction> {
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
    let mut evm = context.build_mainnet_with_inspector(inspector);
    let ended = evm.inspect_tx(transaction).map_err(|error| match error {
        EVMError::Transaction(invalid) => invalid,
        other => InvalidTransaction::Str(other.to_string().into()),
    })?;
    Ok((ended, evm.inspector))
}

/// A value transfer within a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalTransfer {
    /// The kind of transfer.
    pub kind: TransferKind,
    pub from: Address,
    /// The recipient; for a creation the new contract.
    pub to: Address,
    /// The amount in wei.
    pub value: U256,
}

/// The kinds of value transfers within a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferKind {
    /// A call with value.
    Call,
    /// The creation of a contract by a contract.
    Create,
    /// The remaining balance of a destroyed contract.
    SelfDestruct,
}

impl TransferKind {
    /// Returns the name that explorers use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Create => "create",
            Self::SelfDestruct => "suicide",
        }
    }
}

/// The inspector. Transfers within a failed call are discarded with the call.
#[derive(Debug, Default)]
pub struct Tracer {
    /// The transfers recorded in each active call, the outermost first.
    active: Vec<Vec<InternalTransfer>>,
    /// The transfers of the outermost call, set on success.
    pub transfers: Vec<InternalTransfer>,
}

impl Tracer {
    fn begin(&mut self, own: Option<InternalTransfer>) {
        // The outermost call is the transaction.
        let inner = !self.active.is_empty();
        self.active.push(own.filter(|_| inner).into_iter().collect());
    }

    fn end(&mut self, success: bool) {
        let recorded = self.active.pop().unwrap_or_default();
        if success {
            self.active.last_mut().unwrap_or(&mut self.transfers).extend(recorded);
        }
    }
}

impl<CTX> Inspector<CTX> for Tracer {
    fn call(&mut self, _: &mut CTX, inputs: &mut CallInputs) -> Option<CallOutcome> {
        self.begin(inputs.transfers_value().then(|| InternalTransfer {
            kind: TransferKind::Call,
            from: inputs.caller,
            to: inputs.target_address,
            value: inputs.call_value(),
        }));
        None
    }

    fn call_end(&mut self, _: &mut CTX, _: &CallInputs, outcome: &mut CallOutcome) {
        self.end(outcome.result.result.is_ok());
    }

    fn create(&mut self, _: &mut CTX, inputs: &mut CreateInputs) -> Option<CreateOutcome> {
        // The recipient is unknown until the creation ends.
        self.begin((!inputs.value().is_zero()).then(|| InternalTransfer {
            kind: TransferKind::Create,
            from: inputs.caller(),
            to: Address::ZERO,
            value: inputs.value(),
        }));
        None
    }

    fn create_end(&mut self, _: &mut CTX, _: &CreateInputs, outcome: &mut CreateOutcome) {
        let own = self.active.last_mut().and_then(|recorded| recorded.first_mut());
        if let (Some(own), Some(created)) = (own, outcome.address)
            && own.kind == TransferKind::Create
            && own.to == Address::ZERO
        {
            own.to = created;
        }
        self.end(outcome.result.result.is_ok());
    }

    fn selfdestruct(&mut self, contract: Address, target: Address, value: U256) {
        let Some(recorded) = self.active.last_mut() else {
            return;
        };
        if !value.is_zero() {
            recorded.push(InternalTransfer {
                kind: TransferKind::SelfDestruct,
                from: contract,
                to: target,
                value,
            });
        }
    }
}
