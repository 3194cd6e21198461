//! GET /api/v2/address/{address}: balance and history of an address. The history of an extended key has the same form.

use super::view::{self, Detail, put, shown_transaction};
use super::{BlockbookError, run_blocking};
use crate::btc_like::ledger::{Entry, Ledger};
use crate::btc_like::node::Node;
use crate::btc_like::rules::Rules;
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::ScriptBuf;
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

/// The default and maximum number of transactions per page.
const MAX_PAGE_SIZE: usize = 1000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Parameters {
    page: Option<usize>,
    page_size: Option<usize>,
    from: Option<u32>,
    to: Option<u32>,
    details: Option<String>,
}

pub async fn get(
    State(node): State<Arc<Node>>,
    Path(text): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Result<Json<Value>, BlockbookError> {
    let script = view::parse_address(node.rules(), &text)?;
    run_blocking(node, move |node| {
        let scripts = HashSet::from([script]);
        let rules = node.rules();
        Ok(node.read(|ledger| view(rules, ledger, &scripts, &parameters)))
    })
    .await
}

/// Returns the view of the owner of the scripts.
pub fn view(rules: &Rules, ledger: &Ledger, scripts: &HashSet<ScriptBuf>, parameters: &Parameters) -> Value {
    let history = history(ledger, scripts);
    let (mempool, blocks): (Vec<_>, Vec<_>) = history.iter().partition(|entry| entry.height.is_none());
    // With `to`, the server does not read the mempool (trezor/blockbook, api/worker.go).
    let mempool = if parameters.to.unwrap_or(0) == 0 {
        mempool
    } else {
        Vec::new()
    };
    let sums = Sums::of(ledger, scripts, mempool.iter().chain(&blocks));
    let address = scripts.iter().next().and_then(|script| rules.address.encode(script));
    let mut view = json!({
        "address": address.unwrap_or_default(),
        "balance": (sums.received - sums.sent).to_string(),
        "totalReceived": sums.received.to_string(),
        "totalSent": sums.sent.to_string(),
        "unconfirmedTxs": mempool.len(),
        "txs": blocks.len(),
    });
    let details = parameters.details.as_deref();
    if details == Some("basic") {
        return view;
    }
    let unconfirmed = i128::from(sums.incoming) - i128::from(sums.outgoing);
    view["unconfirmedBalance"] = unconfirmed.to_string().into();
    if let Some("tokens" | "tokenBalances") = details {
        return view;
    }
    let page = page(&history, parameters, &mut view);
    let shown = |detail| -> Vec<Value> {
        let transactions = page.iter().map(|entry| shown_transaction(rules, ledger, entry, detail));
        transactions.collect()
    };
    let (name, rows) = match details {
        Some("txslight") => ("transactions", shown(Detail::Light)),
        Some("txs") => ("transactions", shown(Detail::Full)),
        _ => {
            let txids = page.iter().map(|entry| entry.transaction.compute_txid().to_string());
            ("txids", txids.map(Value::from).collect())
        }
    };
    put(&mut view, name, Some(rows).filter(|rows| !rows.is_empty()));
    view
}

/// Returns the transactions of scripts: the mempool first, then the blocks by descending height.
fn history<'a>(ledger: &'a Ledger, scripts: &HashSet<ScriptBuf>) -> Vec<&'a Entry> {
    let histories = scripts.iter().filter_map(|script| ledger.script(script));
    let txids: BTreeSet<_> = histories.flat_map(|history| &history.txids).collect();
    let mut entries: Vec<_> = txids.into_iter().filter_map(|txid| ledger.entry(*txid)).collect();
    entries.sort_by_key(|entry| Reverse((entry.height.unwrap_or(u32::MAX), entry.sequence)));
    entries
}

/// Returns the requested page and inserts the position.
fn page<'a>(history: &[&'a Entry], parameters: &Parameters, view: &mut Value) -> Vec<&'a Entry> {
    let filtered = parameters.from.unwrap_or(0) > 0 || parameters.to.unwrap_or(0) > 0;
    let to = parameters.to.filter(|to| *to > 0).unwrap_or(u32::MAX);
    // A height filter excludes the mempool.
    let in_range = |entry: &&&Entry| match entry.height {
        Some(height) => (parameters.from.unwrap_or(0)..=to).contains(&height),
        None => to == u32::MAX,
    };
    let items: Vec<_> = history.iter().filter(in_range).copied().collect();
    let page = paged(items, parameters.page, parameters.page_size, view);
    if filtered {
        // A filter makes the number of pages unknown.
        view["totalPages"] = (-1).into();
    }
    page
}

/// Returns a page of the items and inserts the position. A number beyond the last page returns the last page.
pub fn paged<T>(items: Vec<T>, page: Option<usize>, size: Option<usize>, view: &mut Value) -> Vec<T> {
    let size = size
        .filter(|size| (1..=MAX_PAGE_SIZE).contains(size))
        .unwrap_or(MAX_PAGE_SIZE);
    let pages = items.len().div_ceil(size).max(1);
    let page = page.unwrap_or(1).clamp(1, pages);
    view["page"] = page.into();
    view["totalPages"] = pages.into();
    view["itemsOnPage"] = size.into();
    items.into_iter().skip((page - 1) * size).take(size).collect()
}

/// The received and sent amounts in base units.
#[derive(Default)]
struct Sums {
    received: u64,
    sent: u64,
    incoming: u64,
    outgoing: u64,
}

impl Sums {
    fn of<'a>(ledger: &Ledger, scripts: &HashSet<ScriptBuf>, history: impl Iterator<Item = &'a &'a Entry>) -> Self {
        let mut sums = Self::default();
        for entry in history {
            let outputs = entry.transaction.output.iter();
            let incoming_value: u64 = outputs
                .filter(|output| scripts.contains(&output.script_pubkey))
                .map(|output| output.value.to_sat())
                .sum();
            let inputs = entry
                .transaction
                .input
                .iter()
                .filter_map(|input| ledger.coin(input.previous_output));
            let outgoing_value: u64 = inputs
                .filter(|coin| scripts.contains(&coin.output.script_pubkey))
                .map(|coin| coin.output.value.to_sat())
                .sum();
            if entry.height.is_some() {
                sums.received += incoming_value;
                sums.sent += outgoing_value;
            } else {
                sums.incoming += incoming_value;
                sums.outgoing += outgoing_value;
            }
        }
        sums
    }
}
