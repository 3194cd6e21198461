//! `debug_traceBlockByHash` with the `callTracer`, and `debug_traceCall` with this and the `prestateTracer`.

use super::request::{Arguments, RpcError, halted, reason};
use super::view::quantity;
use super::{gas, queries};
use crate::eth_like::evm;
use crate::eth_like::evm::calls::{Call, CallFailure, CallTracer};
use crate::eth_like::evm::state::EvmState;
use crate::eth_like::ledger::Included;
use crate::eth_like::mining;
use crate::eth_like::node::Node;
use revm::primitives::{B256, Log};
use revm::state::EvmState as StateChanges;
use serde::Deserialize;
use serde_json::{Map, Value, json};

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Options {
    tracer: String,
    tracer_config: TracerOptions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct TracerOptions {
    only_top_call: bool,
    with_log: bool,
    diff_mode: bool,
}

/// Returns the calls of each transaction of a block.
pub fn block_by_hash(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let hash: B256 = arguments.required(0)?;
    let options: Options = arguments.optional(1)?.unwrap_or_default();
    if options.tracer != "callTracer" || options.tracer_config.with_log {
        return Err(RpcError::server("the sandbox has only the callTracer without logs"));
    }
    node.read(|ledger| {
        let block = ledger.block_with(hash);
        let block = block.ok_or_else(|| RpcError::server(format!("block {hash} not found")))?;
        if block.header.number == 0 {
            return Err(RpcError::server("genesis is not traceable"));
        }
        let traced = mining::trace(node.rules(), ledger, block)
            .ok_or_else(|| RpcError::server("missing trie node: state is not available"))?;
        let traced = block.transactions.iter().zip(traced);
        Ok(traced
            .map(|(included, tracer)| shown_transaction(included, tracer, options.tracer_config.only_top_call))
            .collect())
    })
}

/// Returns the calls of a simulated transaction, or the accounts that the transaction changes, before and afterwards.
pub fn call(node: &Node, arguments: &Arguments<'_>) -> Result<Value, RpcError> {
    let request = gas::simulated(node, arguments.required(0)?, node.rules().execution_gas())?;
    let block = arguments.block(1)?;
    let options: Options = arguments.optional(2)?.unwrap_or_default();
    let gas_limit = request.gas_limit;
    let selected = node.read(|ledger| queries::selected_state(node, ledger, block))?;
    let result = evm::trace_call(node.rules(), &selected.state, &selected.environment, request);
    let (ended, tracer) = result.map_err(RpcError::invalid)?;
    match &*options.tracer {
        "callTracer" => {
            let mut outermost = tracer
                .into_call()
                .ok_or_else(|| RpcError::server("the calls are too large"))?;
            if options.tracer_config.only_top_call {
                outermost.calls.clear();
            }
            let mut shown = shown_call(&outermost, options.tracer_config.with_log);
            shown["gas"] = quantity(gas_limit);
            shown["gasUsed"] = quantity(ended.result.tx_gas_used());
            Ok(shown)
        }
        "prestateTracer" if options.tracer_config.diff_mode => Ok(difference(&selected.state, &ended.state)),
        _ => Err(RpcError::server(
            "the sandbox has only the callTracer, and the prestateTracer with diffMode",
        )),
    }
}

/// Returns the changed accounts: all values before, and the changed values afterwards. Slots that are zero afterwards, and
/// destroyed accounts, are only in the first.
fn difference(state: &EvmState, changes: &StateChanges) -> Value {
    let (mut before, mut after) = (Map::new(), Map::new());
    for (address, change) in changes.iter().filter(|(_, change)| change.is_touched()) {
        let earlier = state.info(*address);
        let (mut first, mut second) = (Map::new(), Map::new());
        let slots = change.storage.iter().filter(|(_, slot)| slot.is_changed());
        let (mut old, mut new) = (Map::new(), Map::new());
        for (key, slot) in slots {
            let key = B256::from(*key).to_string();
            if !slot.original_value().is_zero() {
                old.insert(key.clone(), json!(B256::from(slot.original_value())));
            }
            if !slot.present_value().is_zero() {
                new.insert(key, json!(B256::from(slot.present_value())));
            }
        }
        if change.info.balance != earlier.balance {
            second.insert("balance".to_owned(), json!(change.info.balance));
        }
        if change.info.nonce != earlier.nonce {
            second.insert("nonce".to_owned(), change.info.nonce.into());
        }
        if change.info.code_hash != earlier.code_hash
            && let Some(code) = &change.info.code
        {
            second.insert("code".to_owned(), json!(code.original_bytes()));
        }
        let is_changed = !second.is_empty() || !old.is_empty() || !new.is_empty();
        if !new.is_empty() {
            second.insert("storage".to_owned(), new.into());
        }
        if is_changed && state.account(*address).is_some() {
            first.insert("balance".to_owned(), json!(earlier.balance));
            first.insert("nonce".to_owned(), earlier.nonce.into());
            if !old.is_empty() {
                first.insert("storage".to_owned(), old.into());
            }
            before.insert(format!("{address:#x}"), first.into());
        }
        if is_changed && !change.is_selfdestructed() {
            after.insert(format!("{address:#x}"), second.into());
        }
    }
    json!({ "pre": before, "post": after })
}

fn shown_transaction(included: &Included, tracer: CallTracer, only_top_call: bool) -> Value {
    let hash = included.transaction.hash();
    let Some(mut call) = tracer.into_call() else {
        return json!({ "txHash": hash, "error": "the calls are too large" });
    };
    if only_top_call {
        call.calls.clear();
    }
    let mut shown = shown_call(&call, false);
    // The outermost call has the gas of the whole transaction.
    shown["gas"] = quantity(alloy_consensus::Transaction::gas_limit(&included.transaction.envelope));
    shown["gasUsed"] = quantity(included.gas_used);
    json!({ "txHash": hash, "result": shown })
}

fn shown_call(call: &Call, with_log: bool) -> Value {
    let mut shown = json!({
        "type": call.kind,
        "from": call.from,
        "gas": quantity(call.gas),
        "gasUsed": quantity(call.gas_used),
        "input": call.input,
    });
    if let Some(to) = call.to {
        shown["to"] = json!(to);
    }
    if let Some(value) = call.value {
        shown["value"] = json!(value);
    }
    let reverted = call.failure == Some(CallFailure::Reverted);
    if !call.output.is_empty() && (call.failure.is_none() || reverted) {
        shown["output"] = json!(call.output);
    }
    match &call.failure {
        None => {}
        Some(CallFailure::Reverted) => {
            shown["error"] = "execution reverted".into();
            if let Some(reason) = reason(&call.output) {
                shown["revertReason"] = reason.into();
            }
        }
        Some(CallFailure::Halted(reason)) => shown["error"] = halted(reason).into(),
    }
    if !call.calls.is_empty() {
        shown["calls"] = call.calls.iter().map(|call| shown_call(call, with_log)).collect();
    }
    // The logs of a failed call are discarded.
    if with_log && call.failure.is_none() && !call.logs.is_empty() {
        let shown_log = |(position, log): &(usize, Log)| {
            json!({
                "address": log.address,
                "topics": log.topics(),
                "data": log.data.data,
                "position": quantity(*position as u64),
            })
        };
        shown["logs"] = call.logs.iter().map(shown_log).collect();
    }
    shown
}
