//! The method getFeeStats: the distribution of the charged fees per operation in the last ledgers, in stroops.

use crate::xlm::ledger::{Included, Ledger};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stellar_xdr::TransactionExt;

/// The number of ledgers in the statistics of classic transactions.
const LEDGERS: usize = 10;
const PERCENTILES: [usize; 11] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

/// Returns the distribution of the fees of classic and of contract transactions.
pub fn statistics(ledger: &Ledger) -> Value {
    let last = ledger.closed().iter().rev().take(LEDGERS);
    let count = last.len();
    let transactions = last.flat_map(|closed| &closed.transactions);
    let (calls, classic): (Vec<_>, Vec<_>) =
        transactions.partition(|included| matches!(included.transaction.inner.ext, TransactionExt::V1(_)));
    // Unlike in Horizon, a fee bump is not counted as another operation.
    let fee = |included: &Arc<Included>| {
        let operations = included.transaction.inner.operations.len();
        let inclusion = included.fee_charged() - included.transaction.resource_fee();
        inclusion / i64::try_from(operations).unwrap_or(i64::MAX).max(1)
    };
    let fees = |list: Vec<&Arc<Included>>| list.into_iter().map(fee).collect();
    json!({
        "sorobanInclusionFee": distribution(fees(calls), count),
        "inclusionFee": distribution(fees(classic), count),
        "latestLedger": ledger.tip().header.ledger_seq,
    })
}

/// Returns the distribution; without fees all numbers are 0.
fn distribution(mut fees: Vec<i64>, ledgers: usize) -> Value {
    fees.sort_unstable();
    let at = |percent: usize| {
        let nearest = (fees.len() * percent).div_ceil(100).saturating_sub(1);
        fees.get(nearest).copied().unwrap_or(0)
    };
    let mut fields = Map::new();
    let mut put = |name: String, fee: i64| fields.insert(name, fee.to_string().into());
    put("max".to_owned(), at(100));
    put("min".to_owned(), at(0));
    put("mode".to_owned(), mode(&fees));
    for percent in PERCENTILES {
        put(format!("p{percent}"), at(percent));
    }
    let ledgers = if fees.is_empty() { 0 } else { ledgers };
    fields.insert("transactionCount".to_owned(), fees.len().to_string().into());
    fields.insert("ledgerCount".to_owned(), ledgers.into());
    Value::Object(fields)
}

/// Returns the most frequent fee, the lowest of several.
fn mode(sorted: &[i64]) -> i64 {
    let groups = sorted.chunk_by(|one, other| one == other);
    let largest = groups.rev().max_by_key(|group| group.len());
    largest.map_or(0, |group| group[0])
}
