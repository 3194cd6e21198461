//! The methods sendTransaction, getTransaction and getTransactions.

use super::page::{PageRequest, Start};
use super::request::{Format, RpcError};
use super::retention::{self, Range, close_time};
use crate::xlm::ledger::{Included, Ledger};
use crate::xlm::node::{Node, SubmitError};
use crate::xlm::transaction::Transaction;
use crate::xlm::{codec, events};
use serde::Deserialize;
use serde_json::{Value, json};
use stellar_xdr::TransactionMeta;

/// The parameters of sendTransaction; the transaction is in base64.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SendRequest {
    transaction: String,
    xdr_format: Format,
}

/// Submits a transaction. The response is that of the submission: the transaction is in no ledger yet.
pub fn send(node: &Node, request: &SendRequest) -> Result<Value, RpcError> {
    request.xdr_format.check()?;
    let malformed = |_| RpcError::invalid_parameters("invalid_xdr");
    let transaction = Transaction::decode(&request.transaction).map_err(malformed)?;
    let mut fields = node.read(|ledger| {
        let tip = ledger.tip();
        json!({
            "hash": transaction.id(),
            "latestLedger": tip.header.ledger_seq,
            "latestLedgerCloseTime": close_time(tip).to_string(),
        })
    });
    let status = match node.submit(&request.transaction) {
        Ok(_) => "PENDING",
        Err(SubmitError::Duplicate(_)) => "DUPLICATE",
        Err(SubmitError::TryAgainLater(_)) => "TRY_AGAIN_LATER",
        Err(SubmitError::Rejected { result, .. }) => {
            fields["errorResultXdr"] = codec::base64(&*result).into();
            "ERROR"
        }
        Err(error @ (SubmitError::Malformed(_) | SubmitError::Stopped | SubmitError::Journal(_))) => {
            return Err(RpcError::internal(error));
        }
    };
    fields["status"] = status.into();
    Ok(fields)
}

/// The parameters of getTransaction; the hash is in hex.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct GetRequest {
    hash: String,
    xdr_format: Format,
}

/// Returns a transaction of a kept ledger. For a fee bump, the hash of the inner transaction is not known.
pub fn get(node: &Node, request: &GetRequest) -> Result<Value, RpcError> {
    request.xdr_format.check()?;
    let bytes = hex::decode(&request.hash).ok().and_then(|bytes| bytes.try_into().ok());
    let hash: [u8; 32] = bytes.ok_or_else(|| RpcError::invalid_parameters("hash is not 64 hex digits"))?;
    Ok(retention::read(node, |ledger, range| {
        let found = ledger.included(&hash);
        let found = found.filter(|included| included.transaction.hash == hash && range.has(included.context.ledger));
        let mut fields = match found {
            Some(included) => {
                let mut fields = details(included);
                fields["createdAt"] = included.context.close_time.to_string().into();
                fields
            }
            None => json!({
                "status": "NOT_FOUND",
                "txHash": request.hash,
                "applicationOrder": 0,
                "feeBump": false,
                "events": {},
                "ledger": 0,
                "createdAt": "0",
            }),
        };
        range.put(&mut fields);
        fields
    }))
}

/// Returns a page of transactions, the oldest first.
pub fn list(node: &Node, request: &PageRequest) -> Result<Value, RpcError> {
    retention::read(node, |ledger, range| {
        let (start, limit) = request.page(range)?;
        let start = match start {
            Start::Ledger(number) => Position {
                ledger: number,
                index: 1,
            },
            Start::After(cursor) => Position::after(cursor, range)?,
        };
        let (transactions, cursor) = page(ledger, range, start, limit);
        let mut fields = json!({ "transactions": transactions, "cursor": cursor });
        range.put_numbers(&mut fields, "CloseTimestamp");
        Ok(fields)
    })
}

/// Returns the transactions from a position on, and the cursor: the last transaction of a full page, otherwise the
/// last transaction that was read in the latest ledger, or the position before its first.
fn page(ledger: &Ledger, range: Range<'_>, start: Position, limit: usize) -> (Vec<Value>, String) {
    let (mut transactions, mut last) = (Vec::new(), Position { ledger: 0, index: 0 });
    for number in start.ledger..=range.last() {
        last = Position {
            ledger: number,
            index: 0,
        };
        let first = if number == start.ledger { start.index } else { 1 };
        let included = ledger
            .with_number(number)
            .map_or(&[][..], |closed| &closed.transactions);
        for included in included.iter().filter(|included| included.index >= first) {
            let mut fields = details(included);
            fields["createdAt"] = included.context.close_time.into();
            transactions.push(fields);
            last.index = included.index;
            if transactions.len() == limit {
                return (transactions, last.cursor());
            }
        }
    }
    (transactions, last.cursor())
}

/// The number of a ledger and the index of a transaction in it.
#[derive(Clone, Copy, Debug)]
struct Position {
    ledger: u32,
    index: u32,
}

impl Position {
    /// Parses a cursor: ledger, transaction and operation in a number. Returns the position after it.
    fn after(cursor: &str, range: Range<'_>) -> Result<Self, RpcError> {
        let invalid = || RpcError::invalid_parameters(format!("cursor {cursor} is not the cursor of a page"));
        let number: u64 = cursor.parse().map_err(|_| invalid())?;
        let ledger = u32::try_from(number >> 32).map_err(|_| invalid())?;
        let index = u32::try_from(number >> 12 & 0xf_ffff).map_err(|_| invalid())?;
        if ledger < range.first() {
            let message = format!("ledger {ledger} of the cursor is not kept");
            return Err(RpcError::invalid_parameters(message));
        }
        Ok(Self {
            ledger,
            index: index + 1,
        })
    }

    fn cursor(self) -> String {
        let Self { ledger, index } = self;
        let operation = u64::from(ledger > 0);
        (u64::from(ledger) << 32 | u64::from(index) << 12 | operation).to_string()
    }
}

/// Returns the fields that getTransaction and getTransactions share.
fn details(included: &Included) -> Value {
    let meta = events::meta(included);
    json!({
        "status": if included.is_success { "SUCCESS" } else { "FAILED" },
        "txHash": included.transaction.id(),
        "applicationOrder": included.index,
        "feeBump": included.transaction.bump.is_some(),
        "envelopeXdr": included.transaction.base64(),
        "resultXdr": codec::base64(&included.result),
        "resultMetaXdr": codec::base64(&meta),
        "events": shown_events(&meta),
        "ledger": included.context.ledger,
    })
}

/// Returns the events in the metadata of a transaction; empty lists are left out.
fn shown_events(meta: &TransactionMeta) -> Value {
    let mut fields = json!({});
    let TransactionMeta::V4(meta) = meta else {
        return fields;
    };
    if !meta.events.is_empty() {
        fields["transactionEventsXdr"] = meta.events.iter().map(codec::base64).collect();
    }
    if !meta.operations.is_empty() {
        let of_operations = meta.operations.iter().map(|operation| {
            let events = operation.events.iter().map(codec::base64);
            events.collect::<Value>()
        });
        fields["contractEventsXdr"] = of_operations.collect();
    }
    fields
}
