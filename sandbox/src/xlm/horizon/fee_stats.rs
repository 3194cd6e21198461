//! GET `/fee_stats`: the charged and maximum fees per operation in the last ledgers, in stroops.

use super::{Horizon, Problem};
use crate::xlm::ledger::{Included, Ledger};
use crate::xlm::rules::{BASE_FEE, MAX_LEDGER_OPERATIONS};
use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value, json};

/// The number of ledgers in the statistics.
const LEDGERS: usize = 5;
/// The reported percentiles.
const PERCENTILES: [usize; 11] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99];

pub async fn get(State(horizon): State<Horizon>) -> Result<Response, Problem> {
    horizon.lookup(|ledger| Ok(show(ledger))).await
}

fn show(ledger: &Ledger) -> Value {
    let last = ledger.closed().iter().rev().take(LEDGERS);
    let transactions: Vec<_> = last.clone().flat_map(|closed| &closed.transactions).collect();
    let operations: usize = transactions
        .iter()
        .map(|included| included.transaction.inner.operations.len())
        .sum();
    let room = last.count() * usize::try_from(MAX_LEDGER_OPERATIONS).unwrap_or(1);
    let hundredths = operations * 100 / room.max(1);
    let distribution = |fee: fn(&Included) -> i64| spread(transactions.iter().map(|included| fee(included)).collect());
    json!({
        "last_ledger": ledger.tip().header.ledger_seq.to_string(),
        "last_ledger_base_fee": BASE_FEE.to_string(),
        "ledger_capacity_usage": format!("{}.{:02}", hundredths / 100, hundredths % 100),
        "fee_charged": distribution(Included::fee_per_operation),
        "max_fee": distribution(Included::max_fee_per_operation),
    })
}

fn spread(mut fees: Vec<i64>) -> Value {
    if fees.is_empty() {
        fees.push(BASE_FEE);
    }
    fees.sort_unstable();
    let at = |percent: usize| fees[(fees.len() * percent).div_ceil(100).saturating_sub(1)];
    let mut fields = Map::new();
    let mut put = |name: String, fee: i64| fields.insert(name, fee.to_string().into());
    put("max".to_owned(), at(100));
    put("min".to_owned(), fees[0]);
    put("mode".to_owned(), mode(&fees));
    for percent in PERCENTILES {
        put(format!("p{percent}"), at(percent));
    }
    Value::Object(fields)
}

/// Returns the most frequent fee, the lowest of several.
fn mode(sorted: &[i64]) -> i64 {
    let groups = sorted.chunk_by(|one, other| one == other);
    groups
        .rev()
        .max_by_key(|group| group.len())
        .map_or(BASE_FEE, |group| group[0])
}
