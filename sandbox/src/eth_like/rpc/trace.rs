//! `debug_traceBlockByHash` with the `callTracer`.

use super::request::{Arguments, RpcError, halted, reason};
use super::view::quantity;
use crate::eth_like::evm::calls::{Call, CallFailure, CallTracer};
use crate::eth_like::ledger::Included;
use crate::eth_like::mining;
use crate::eth_like::node::Node;
use revm::primitives::B256;
use serde::Deserialize;
use serde_json::{Value, json};

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

fn shown_transaction(included: &Included, tracer: CallTracer, only_top_call: bool) -> Value {
    let hash = included.transaction.hash();
    let Some(mut call) = tracer.into_call() else {
        return json!({ "txHash": hash, "error": "the calls are too large" });
    };
    if only_top_call {
        call.calls.clear();
    }
    let mut shown = shown_call(&call);
    // The outermost call has the gas of the whole transaction.
    shown["gas"] = quantity(alloy_consensus::Transaction::gas_limit(&included.transaction.envelope));
    shown["gasUsed"] = quantity(included.gas_used);
    json!({ "txHash": hash, "result": shown })
}

fn shown_call(call: &Call) -> Value {
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
        shown["calls"] = call.calls.iter().map(shown_call).collect();
    }
    shown
}
