//! Fuzz targets of all decoders: each returns a value or a failure, never panics, and never returns a value
//! that costs more than its response.

use super::account::WireAccount;
use super::claimable::WireBalance;
use super::claims::{self, WireEffect};
use super::fees::WireFees;
use super::fills::{self, WireTrade};
use super::history::{HistoryScan, Record, WireListed, WireRecord, merge};
use super::ledger::{self, WireLedger, WireRoot};
use super::offers::WireOffer;
use super::order_book::WireBook;
use super::page::Page;
use super::paths::{self, WirePath};
use super::submission::{WireReply, asynchronous, synchronous};
use super::transaction::WireTransaction;
use serde::de::DeserializeOwned;
use wallet_upstream::list_row::ListRow;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Position, View};

/// Feeds the text to every decoder; panics if a decoder accepts an impossible value.
pub fn read_all(text: &str) {
    for read in [
        accounts,
        roots,
        ledgers,
        fees,
        claimable,
        effects,
        trades,
        offers,
        books,
        paths,
        transactions,
        history,
        listed,
        submitted,
        applied,
    ] {
        read(text);
    }
}

fn read_as<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Requested account: the key of 32 zeros, which has no known owner.
const ACCOUNT: AccountId = AccountId([0; 32]);

// Each function returns true if its decoder accepts the text.

fn accounts(text: &str) -> bool {
    read_as::<WireAccount>(text).is_some_and(|account| account.decode(ACCOUNT).is_ok())
}

fn roots(text: &str) -> bool {
    read_as::<WireRoot>(text).is_some()
}

fn ledgers(text: &str) -> bool {
    read_as::<Page<WireLedger>>(text).is_some_and(|page| ledger::decode(page).is_ok())
}

fn fees(text: &str) -> bool {
    read_as::<WireFees>(text).is_some_and(|fees| fees.decode().is_ok())
}

fn claimable(text: &str) -> bool {
    let page = read_as::<Page<WireBalance>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| records.iter().all(|record| record.decode(ACCOUNT).is_ok()))
}

fn effects(text: &str) -> bool {
    read_as::<Page<WireEffect>>(text).is_some_and(|page| claims::decode(page).is_ok())
}

fn trades(text: &str) -> bool {
    read_as::<Page<WireTrade>>(text).is_some_and(|page| fills::decode(page).is_ok())
}

fn offers(text: &str) -> bool {
    let page = read_as::<Page<WireOffer>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| records.iter().all(|record| record.decode(ACCOUNT).is_ok()))
}

fn books(text: &str) -> bool {
    read_as::<WireBook>(text).is_some_and(|book| book.decode().is_ok())
}

fn paths(text: &str) -> bool {
    let page = read_as::<Page<WirePath>>(text).and_then(|page| page.records(200).ok());
    page.is_some_and(|records| records.iter().all(|record| paths::decode(record).is_ok()))
}

fn transactions(text: &str) -> bool {
    read_as::<WireTransaction>(text).is_some_and(|transaction| transaction.decode([0; 32]).is_ok())
}

fn history(text: &str) -> bool {
    scan(text).is_some_and(|operations| is_complete(text, operations, empty()))
}

fn listed(text: &str) -> bool {
    scan(text).is_some_and(|listed| is_complete(text, empty(), listed))
}

fn scan<R: Record>(text: &str) -> Option<HistoryScan<R>> {
    let records = read_as::<Page<ListRow<R>>>(text)?.records(200).ok()?;
    let mut scan = HistoryScan::new(ACCOUNT, Position::Start);
    scan.take(records, 200).ok().map(|()| scan)
}

fn empty<R: Record>() -> HistoryScan<R> {
    let mut scan = HistoryScan::new(ACCOUNT, Position::Start);
    scan.take(Vec::new(), 200).expect("an empty page");
    scan
}

/// Returns true if the page lacks no row.
fn is_complete(text: &str, operations: HistoryScan<WireRecord>, listed: HistoryScan<WireListed>) -> bool {
    let Ok(facts) = merge(ACCOUNT, operations, listed, 200).facts() else {
        return false;
    };
    let view = View::new(ACCOUNT, ACCOUNT.to_string());
    for entry in &facts.entries {
        let shown = view.transaction(entry, 170);
        assert!(entry.succeeded || shown.transaction.actions.is_empty(), "{text}");
        assert!(!entry.succeeded || shown.failed_actions.is_empty(), "{text}");
    }
    !facts.lacks_rows
}

fn submitted(text: &str) -> bool {
    read_as::<WireReply>(text).is_some_and(|reply| asynchronous(400, reply).is_ok())
}

fn applied(text: &str) -> bool {
    read_as::<WireReply>(text).is_some_and(|reply| synchronous(reply).is_ok())
}

#[cfg(test)]
mod tests;
