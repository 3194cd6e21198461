//! The methods getLatestLedger and getLedgers.

use super::close_meta::close_meta;
use super::page::{PageRequest, Start, out_of_range};
use super::request::RpcError;
use super::retention::{self, Range, close_time};
use crate::xlm::codec;
use crate::xlm::ledger::Closed;
use crate::xlm::node::Node;
use serde_json::{Value, json};

/// Returns the latest ledger. Unlike in lists, the header is without its hash.
pub fn latest(tip: &Closed) -> Value {
    json!({
        "id": hex::encode(tip.hash),
        "protocolVersion": tip.header.ledger_version,
        "sequence": tip.header.ledger_seq,
        "closeTime": close_time(tip).to_string(),
        "headerXdr": codec::base64(&tip.header),
        "metadataXdr": codec::base64(&close_meta(tip)),
    })
}

/// Returns a page of ledgers. The cursor is the number of the last one.
pub fn list(node: &Node, request: &PageRequest) -> Result<Value, RpcError> {
    retention::read(node, |ledger, range| {
        let (start, limit) = request.page(range)?;
        let first = match start {
            Start::Ledger(number) => number,
            Start::After(cursor) => after(cursor, range)?,
        };
        let listed: Vec<_> = (first..=range.last())
            .take(limit)
            .filter_map(|number| ledger.with_number(number))
            .collect();
        let last = listed.last().map_or(first - 1, |closed| closed.header.ledger_seq);
        let mut fields = json!({
            "ledgers": listed.into_iter().map(show).collect::<Value>(),
            "cursor": last.to_string(),
        });
        range.put_numbers(&mut fields, "CloseTime");
        Ok(fields)
    })
}

fn after(cursor: &str, range: Range<'_>) -> Result<u32, RpcError> {
    let number = cursor.parse().ok().and_then(|number: u32| number.checked_add(1));
    let number = number.ok_or_else(|| RpcError::invalid_parameters(format!("cursor {cursor} is not a ledger")))?;
    if range.has(number) {
        return Ok(number);
    }
    let message = out_of_range("the ledger after the cursor", number, range);
    Err(message.of_parameters())
}

fn show(closed: &Closed) -> Value {
    json!({
        "hash": hex::encode(closed.hash),
        "sequence": closed.header.ledger_seq,
        "ledgerCloseTime": close_time(closed).to_string(),
        "headerXdr": codec::base64(&closed.history_entry()),
        "metadataXdr": codec::base64(&close_meta(closed)),
    })
}
