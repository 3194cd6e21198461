//! Pages of a history in responses.

use wallet_btc_like::history::{Cursor, Entry, HistoryPage, Unavailable};
use wallet_core::model::{NO_HISTORY, UNREADABLE_ROWS};

/// The entry of `source.partial` if the spendable part of the balance is unknown.
const NO_SPENDABLE: &str = "spendable";

/// Returns the transactions of a page, none without one.
pub fn entries(history: Option<&HistoryPage>) -> &[Entry] {
    history.map(|page| page.entries.as_slice()).unwrap_or_default()
}

/// Returns the cursor of the page after this one.
pub fn next_cursor(history: Option<&HistoryPage>) -> Option<String> {
    let next = history.and_then(|page| page.next);
    next.map(|position| Cursor(position).to_string())
}

/// Returns the entries of `source.partial` about the history and the balance.
pub fn partial(
    history: Option<&HistoryPage>,
    unavailable: Option<&Unavailable>,
) -> impl Iterator<Item = &'static str> + use<> {
    let missing = [
        history.is_none().then_some(NO_HISTORY),
        history.is_some_and(|page| page.lacks_rows).then_some(UNREADABLE_ROWS),
        unavailable.is_none().then_some(NO_SPENDABLE),
    ];
    missing.into_iter().flatten()
}
