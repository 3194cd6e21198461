//! GET /api/v2/address/{address}: balance and history of an address. The history of an extended key has the same form.

use super::view::{self, Detail, Transaction};
use super::{Blockbook, BlockbookError};
use crate::btc_like::ledger::{Entry, Ledger};
use crate::btc_like::rules::Rules;
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::ScriptBuf;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

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

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    #[serde(flatten)]
    paging: Option<Paging>,
    address: String,
    balance: String,
    total_received: String,
    total_sent: String,
    /// Absent in `details=basic`.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed_balance: Option<String>,
    unconfirmed_txs: usize,
    txs: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    transactions: Vec<Transaction>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    txids: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used_tokens: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<KeyAddress>,
}

impl View {
    /// Adds the addresses of an extended key.
    pub fn with_tokens(mut self, tokens: Vec<KeyAddress>) -> Self {
        self.address = String::new();
        self.used_tokens = Some(tokens.len());
        self.tokens = tokens;
        self
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Paging {
    page: usize,
    /// The page count, or -1 if a filter makes it unknown.
    total_pages: i64,
    items_on_page: usize,
}

pub async fn get(
    State(blockbook): State<Blockbook>,
    Path(text): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Result<Json<View>, BlockbookError> {
    let script = view::parse_address(blockbook.node.rules(), &text)?;
    let view = blockbook
        .run_blocking(move |blockbook| {
            let scripts = HashSet::from([script]);
            let rules = blockbook.node.rules();
            Ok(blockbook.node.read(|ledger| view(rules, ledger, &scripts, &parameters)))
        })
        .await?;
    Ok(Json(view))
}

/// Returns the view of the owner of these scripts.
pub fn view(rules: &Rules, ledger: &Ledger, scripts: &HashSet<ScriptBuf>, parameters: &Parameters) -> View {
    let history = history(ledger, scripts);
    let (mempool, blocks): (Vec<_>, Vec<_>) = history.iter().partition(|entry| entry.height.is_none());
    // With `to`, the server does not read its mempool (trezor/blockbook, api/worker.go).
    let mempool = if parameters.to.unwrap_or(0) == 0 {
        mempool
    } else {
        Vec::new()
    };
    let sums = Sums::of(ledger, scripts, mempool.iter().chain(&blocks));
    let (paging, page) = page(&history, parameters);
    let address = scripts.iter().next().and_then(|script| rules.address.encode(script));
    let mut view = View {
        paging: None,
        address: address.unwrap_or_default(),
        balance: (sums.received - sums.sent).to_string(),
        total_received: sums.received.to_string(),
        total_sent: sums.sent.to_string(),
        unconfirmed_balance: Some((i128::from(sums.incoming) - i128::from(sums.outgoing)).to_string()),
        unconfirmed_txs: mempool.len(),
        txs: blocks.len(),
        transactions: Vec::new(),
        txids: Vec::new(),
        used_tokens: None,
        tokens: Vec::new(),
    };
    let mut show = |detail| {
        view.transactions = page
            .iter()
            .map(|entry| Transaction::of(rules, ledger, entry, detail))
            .collect();
    };
    match parameters.details.as_deref() {
        Some("basic") => {
            view.unconfirmed_balance = None;
            return view;
        }
        Some("tokens" | "tokenBalances") => return view,
        Some("txslight") => show(Detail::Light),
        Some("txs") => show(Detail::Full),
        _ => {
            let txids = page.iter().map(|entry| entry.transaction.compute_txid().to_string());
            view.txids = txids.collect();
        }
    }
    view.paging = Some(paging);
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

/// Returns the requested page. A number beyond the last page returns the last page.
fn page<'a>(history: &[&'a Entry], parameters: &Parameters) -> (Paging, Vec<&'a Entry>) {
    let filtered = parameters.from.unwrap_or(0) > 0 || parameters.to.unwrap_or(0) > 0;
    let to = parameters.to.filter(|to| *to > 0).unwrap_or(u32::MAX);
    // A height filter excludes the mempool.
    let in_range = |entry: &&&Entry| match entry.height {
        Some(height) => (parameters.from.unwrap_or(0)..=to).contains(&height),
        None => to == u32::MAX,
    };
    let items: Vec<_> = history.iter().filter(in_range).copied().collect();
    let size = parameters
        .page_size
        .filter(|size| (1..=MAX_PAGE_SIZE).contains(size))
        .unwrap_or(MAX_PAGE_SIZE);
    let pages = items.len().div_ceil(size).max(1);
    let page = parameters.page.unwrap_or(1).clamp(1, pages);
    let total_pages = if filtered {
        -1
    } else {
        i64::try_from(pages).unwrap_or(i64::MAX)
    };
    let shown = items.into_iter().skip((page - 1) * size).take(size).collect();
    (
        Paging {
            page,
            total_pages,
            items_on_page: size,
        },
        shown,
    )
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

/// An address of a key.
#[derive(Serialize)]
pub struct KeyAddress {
    pub r#type: &'static str,
    pub name: String,
    pub path: String,
    pub transfers: usize,
    pub decimals: u8,
}
