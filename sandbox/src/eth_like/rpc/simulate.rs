//! `eth_simulateV1`: blocks of calls after a block
//! (<https://github.com/ethereum/execution-apis/blob/main/src/eth/execute.yaml>).

use super::gas;
use super::overrides::{Override, override_accounts};
use super::queries;
use super::request::{Arguments, CallRequest, RpcError, halted, reason};
use super::view::quantity;
use crate::eth_like::evm::simulation::{self, Simulated};
use crate::eth_like::evm::state::EvmState;
use crate::eth_like::node::Node;
use revm::context::BlockEnv;
use revm::context::result::ExecutionResult;
use revm::primitives::{Address, B256, U256};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;

/// The maximum number of blocks of a request, as in go-ethereum.
const MAX_BLOCKS: usize = 256;
/// The maximum number of calls of a block.
const MAX_CALLS: usize = 1000;

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Request {
    block_state_calls: Vec<BlockCalls>,
    trace_transfers: bool,
    validation: bool,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct BlockCalls {
    state_overrides: HashMap<Address, Override>,
    calls: Vec<CallRequest>,
}

pub fn v1(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let request: Request = arguments.required(0)?;
    let block = arguments.block(1)?;
    if request.block_state_calls.is_empty() {
        return Err(RpcError::argument("empty input"));
    }
    if request.block_state_calls.len() > MAX_BLOCKS {
        return Err(RpcError::new(-38026, "too many blocks"));
    }
    if request.validation {
        return Err(RpcError::server("the sandbox has no validation in simulations"));
    }
    let (base, selected) = node.read(|ledger| {
        let base = queries::selected_block(node.rules(), ledger, block).ok_or_else(RpcError::unknown_block)?;
        Ok::<_, RpcError>((base.header.number, queries::selected_state(node, ledger, block)?))
    })?;
    let mut state = EvmState::clone(&selected.state);
    let mut blocks = Vec::new();
    for (number, calls) in (base + 1..).zip(&request.block_state_calls) {
        if calls.calls.len() > MAX_CALLS {
            return Err(RpcError::argument("too many calls"));
        }
        let environment = BlockEnv {
            number: U256::from(number),
            timestamp: selected.environment.timestamp + U256::from(number - base),
            ..selected.environment.clone()
        };
        state = simulation::next_state(node.rules(), &state, number);
        override_accounts(&mut state, &calls.state_overrides);
        blocks.push(block_of_calls(
            node,
            &mut state,
            &environment,
            calls,
            request.trace_transfers,
        )?);
    }
    Ok(blocks.into())
}

fn block_of_calls(
    node: &Node,
    state: &mut EvmState,
    block: &BlockEnv,
    calls: &BlockCalls,
    with_transfers: bool,
) -> Result<Value, RpcError> {
    let mut gas_used = 0;
    let mut shown = Vec::new();
    for call in &calls.calls {
        let call = gas::simulated(node, call.clone(), node.rules().execution_gas())?;
        if state.info(call.caller).balance < call.value {
            let address = call.caller;
            return Err(RpcError::new(
                -38014,
                format!("err: insufficient funds for gas * price + value: address {address}"),
            ));
        }
        let simulated = simulation::simulate(node.rules(), state, block, call, with_transfers);
        let simulated = simulated.map_err(RpcError::invalid)?;
        gas_used += simulated.result.tx_gas_used();
        shown.push(shown_call(&simulated, block));
        state.apply(simulated.changes);
    }
    Ok(json!({
        "number": quantity(block.number.saturating_to::<u64>()),
        "hash": B256::from(block.number),
        "timestamp": quantity(block.timestamp.saturating_to::<u64>()),
        "gasLimit": quantity(block.gas_limit),
        "gasUsed": quantity(gas_used),
        "baseFeePerGas": quantity(block.basefee),
        "transactions": [],
        "calls": shown,
    }))
}

fn shown_call(simulated: &Simulated, block: &BlockEnv) -> Value {
    let succeeded = simulated.result.is_success();
    let logs = simulated.logs.iter().enumerate().map(|(index, log)| {
        json!({
            "address": log.address,
            "topics": log.topics(),
            "data": log.data.data,
            "blockNumber": quantity(block.number.saturating_to::<u64>()),
            "logIndex": quantity(index as u64),
            "removed": false,
        })
    });
    let mut shown = json!({
        "returnData": simulated.result.output().cloned().unwrap_or_default(),
        "logs": logs.collect::<Vec<_>>(),
        "gasUsed": quantity(simulated.result.tx_gas_used()),
        "status": quantity(u8::from(succeeded)),
    });
    match &simulated.result {
        ExecutionResult::Success { .. } => {}
        ExecutionResult::Revert { output, .. } => {
            let message = match reason(output) {
                Some(reason) => format!("execution reverted: {reason}"),
                None => "execution reverted".to_owned(),
            };
            shown["error"] = json!({ "code": 3, "message": message, "data": output });
        }
        ExecutionResult::Halt { reason, .. } => {
            shown["error"] = json!({ "code": -32015, "message": halted(reason) });
        }
    }
    shown
}
