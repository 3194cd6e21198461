//! Pages of a history in responses.

use wallet_btc_like::history::{HistoryPage, View};
use wallet_core::model::{Action, NO_HISTORY, Transaction, UNREADABLE_ROWS};

/// Returns the transactions of a page, none without one; `tip` is the height of the latest block.
pub fn transactions(view: &View, history: Option<&HistoryPage>, tip: u32) -> Vec<Transaction<Action>> {
    let entries = history.map(|page| page.entries.as_slice()).unwrap_or_default();
    entries.iter().map(|entry| view.transaction(entry, tip)).collect()
}

/// Returns the entries of `source.partial` about a page.
pub fn partial_history(history: Option<&HistoryPage>) -> impl Iterator<Item = &'static str> + use<> {
    let missing = history.is_none().then_some(NO_HISTORY);
    let unreadable = history.is_some_and(|page| page.lacks_rows).then_some(UNREADABLE_ROWS);
    missing.into_iter().chain(unreadable)
}
