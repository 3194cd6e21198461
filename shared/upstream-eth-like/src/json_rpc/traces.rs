//! Movements of the coin inside contracts: `debug_traceBlockByHash` with the `callTracer` of go-ethereum
//! (<https://geth.ethereum.org/docs/developers/evm-tracing/built-in-tracers>), which most public nodes lack.

use super::message::{Call, read};
use super::values::{Account, Id, Quantity};
use super::{JsonRpc, Outcome};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::collections::HashMap;
use wallet_eth_like::history::{Transfer, TransferAsset};
use wallet_eth_like::{Amount, Hash};
use wallet_upstream::{Deadline, Failure, Lane, Topic};

/// Lane of the requests for traces, a failure of which leaves blocks without movements inside contracts.
pub(crate) const TRACES: Lane = Lane::Optional(Topic::Traces);

/// Movements of each transaction of a block, `None` for a transaction without a readable trace.
pub(crate) type Movements = Vec<Option<Vec<Transfer>>>;

/// Trace of a transaction.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TraceRow {
    /// Absent in older nodes.
    tx_hash: Option<Id>,
    /// The outermost call; absent if the node could not trace the transaction.
    result: Option<Box<RawValue>>,
}

/// Call with the calls inside.
#[derive(Debug, Deserialize)]
struct Frame {
    r#type: String,
    from: Account,
    to: Option<Account>,
    /// Absent for calls that transfer nothing.
    value: Option<Quantity>,
    /// Present if the call failed, which reverts the calls inside.
    error: Option<String>,
    #[serde(default)]
    calls: Vec<Self>,
}

impl JsonRpc {
    /// Returns the movements inside the contracts of a block with these transactions, `None` if the node has no traces.
    pub(crate) async fn movements(
        &self,
        block: Hash,
        transactions: &[Hash],
        deadline: Deadline,
    ) -> Result<Option<Movements>, Failure> {
        if self.lacks_traces.is_known() {
            return Ok(None);
        }
        let params = json!([block.to_string(), { "tracer": "callTracer" }]);
        let call = Call::new("debug_traceBlockByHash", params);
        let outcome = self.call_at(&self.block_endpoint, call, TRACES, deadline).await?;
        if self.lacks_traces.note(&outcome) {
            return Ok(None);
        }
        decode_traces(&outcome, transactions).map(Some)
    }
}

/// Reads the traces of a block with these transactions.
pub(super) fn decode_traces(outcome: &Outcome, transactions: &[Hash]) -> Result<Movements, Failure> {
    let rows: Vec<TraceRow> = outcome.value()?;
    let is_in_order = rows.len() == transactions.len();
    let in_order = rows.iter().zip(transactions).filter(|_| is_in_order);
    let in_order = in_order.filter(|(row, _)| row.tx_hash.is_none());
    let in_order = in_order.map(|(row, hash)| (*hash, row));
    let named = rows.iter().filter_map(|row| Some((row.tx_hash?.0, row)));
    let by_hash: HashMap<Hash, &TraceRow> = in_order.chain(named).collect();
    let movements = transactions.iter().map(|hash| {
        let frame = by_hash.get(hash)?.result.as_ref()?;
        // Calls of more than about 60 levels are not read.
        let outermost: Frame = read(frame).ok()?;
        movements_inside(&outermost)
    });
    Ok(movements.collect())
}

/// Returns the movements inside the outermost call in the order of the calls, `None` if a call lacks the recipient.
fn movements_inside(outermost: &Frame) -> Option<Vec<Transfer>> {
    let mut movements = Vec::new();
    let mut open: Vec<&Frame> = if outermost.error.is_none() {
        outermost.calls.iter().rev().collect()
    } else {
        Vec::new()
    };
    while let Some(frame) = open.pop() {
        if frame.error.is_some() {
            continue;
        }
        open.extend(frame.calls.iter().rev());
        let value = frame.value.map_or(Amount::ZERO, |Quantity(value)| value);
        let Some(asset) = asset_of(&frame.r#type).filter(|_| value > Amount::ZERO) else {
            continue;
        };
        movements.push(Transfer {
            asset,
            from: Some(frame.from.0),
            to: frame.to?.0,
            value,
        });
    }
    Some(movements)
}

/// Returns the asset that a call of this type transfers, `None` for a type that shows the value of a different call.
fn asset_of(kind: &str) -> Option<TransferAsset> {
    match kind {
        "CALL" | "SELFDESTRUCT" => Some(TransferAsset::Coin),
        "CREATE" | "CREATE2" => Some(TransferAsset::Endowment),
        _ => None,
    }
}
