//! Consecutive calls on a copy of a state, with the logs and the movements of the coin in the order of the
//! execution.

use super::state::EvmState;
use super::{inspect, rollup};
use crate::eth_like::rules::Rules;
use revm::Inspector;
use revm::context::result::{ExecutionResult, InvalidTransaction};
use revm::context::{BlockEnv, ContextTr, TxEnv};
use revm::interpreter::{CallInputs, CallOutcome, CreateInputs, CreateOutcome};
use revm::primitives::{Address, B256, Bytes, Log, LogData, U256, address, b256};
use revm::state::EvmState as StateChanges;

/// The address of the logs of movements of the coin (execution-apis, `traceTransfers`).
const COIN: Address = address!("EeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE");
/// `Transfer(address,address,uint256)`.
const TRANSFER: B256 = b256!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");

/// The result of a call.
pub struct Simulated {
    pub result: ExecutionResult,
    /// The logs, with those of the movements of the coin.
    pub logs: Vec<Log>,
    pub changes: StateChanges,
}

/// Executes a call with any nonce and sender, and optionally no gas price. `with_transfers` adds a log for each movement
/// of the coin.
pub fn simulate(
    rules: &Rules,
    state: &EvmState,
    block: &BlockEnv,
    call: TxEnv,
    with_transfers: bool,
) -> Result<Simulated, InvalidTransaction> {
    let recorder = Recorder {
        with_transfers,
        ..Recorder::default()
    };
    let (ended, recorder) = inspect(rules, state, block, call, true, recorder)?;
    Ok(Simulated {
        result: ended.result,
        logs: recorder.logs,
        changes: ended.state,
    })
}

/// Returns a copy of the state for the next block.
pub fn next_state(rules: &Rules, state: &EvmState, number: u64) -> EvmState {
    let mut state = state.clone();
    if rules.is_arbitrum() {
        rollup::set_arb_sys_height(&mut state, number);
    }
    state
}

/// The inspector. Logs within a failed call are discarded with the call.
#[derive(Debug, Default)]
struct Recorder {
    with_transfers: bool,
    /// The logs of each active call, the outermost first.
    active: Vec<Vec<Log>>,
    /// The logs of the outermost call, set on success.
    logs: Vec<Log>,
}

impl Recorder {
    fn transfer(&mut self, from: Address, to: Address, value: U256) {
        let Some(logs) = self.active.last_mut() else { return };
        if self.with_transfers && !value.is_zero() {
            let topics = vec![TRANSFER, from.into_word(), to.into_word()];
            let data = Bytes::copy_from_slice(&value.to_be_bytes::<32>());
            logs.push(Log {
                address: COIN,
                data: LogData::new_unchecked(topics, data),
            });
        }
    }

    fn end(&mut self, success: bool) {
        let recorded = self.active.pop().unwrap_or_default();
        if success {
            self.active.last_mut().unwrap_or(&mut self.logs).extend(recorded);
        }
    }
}

impl<CTX: ContextTr> Inspector<CTX> for Recorder {
    fn log(&mut self, _: &mut CTX, log: Log) {
        if let Some(logs) = self.active.last_mut() {
            logs.push(log);
        }
    }

    fn call(&mut self, _: &mut CTX, inputs: &mut CallInputs) -> Option<CallOutcome> {
        self.active.push(Vec::new());
        if inputs.transfers_value() {
            self.transfer(inputs.caller, inputs.target_address, inputs.call_value());
        }
        None
    }

    fn call_end(&mut self, _: &mut CTX, _: &CallInputs, outcome: &mut CallOutcome) {
        self.end(outcome.result.result.is_ok());
    }

    fn create(&mut self, _: &mut CTX, inputs: &mut CreateInputs) -> Option<CreateOutcome> {
        self.active.push(Vec::new());
        // The new address is unknown until the creation ends.
        self.transfer(inputs.caller(), Address::ZERO, inputs.value());
        None
    }

    fn create_end(&mut self, _: &mut CTX, inputs: &CreateInputs, outcome: &mut CreateOutcome) {
        let endowment = self.active.last_mut().and_then(|logs| logs.first_mut());
        if let (Some(log), Some(created)) = (endowment, outcome.address)
            && self.with_transfers
            && !inputs.value().is_zero()
        {
            let topics = vec![TRANSFER, inputs.caller().into_word(), created.into_word()];
            log.data = LogData::new_unchecked(topics, log.data.data.clone());
        }
        self.end(outcome.result.result.is_ok());
    }

    fn selfdestruct(&mut self, contract: Address, target: Address, value: U256) {
        if contract != target {
            self.transfer(contract, target, value);
        }
    }
}
