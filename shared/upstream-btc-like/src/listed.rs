//! Transactions of a history as an index lists them, readable or not (docs/decisions/upstreams.md#unreadable-rows).

use serde_json::Value;
use std::collections::HashSet;
use wallet_btc_like::history::{Entry, HistoryPage, Position, children_first};
use wallet_btc_like::{OutPoint, Txid};
use wallet_upstream::Failure;

/// Fault of a row in the history of an address.
pub(crate) const WITHOUT_ADDRESS: &str = "transaction without the requested address";

/// Transaction in a list. An unreadable transaction keeps the place, so that later transactions can be read.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// Transaction id, `None` if even that is unreadable.
    pub(crate) txid: Option<Txid>,
    /// Block height, `None` in the mempool.
    pub(crate) height: Option<u32>,
    /// Parents of the transaction, as far as known. Only used in the mempool.
    pub(crate) parents: Vec<Txid>,
    /// The transaction, `None` if unreadable.
    pub(crate) entry: Option<Entry>,
}

/// Place of a row in a list, as far as readable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    pub(crate) txid: Option<Txid>,
    pub(crate) height: Option<u32>,
    /// Parents of the transaction.
    pub(crate) parents: Vec<Txid>,
}

impl Place {
    /// Reads the transaction id of a row.
    pub(crate) fn txid_of(row: &Value) -> Option<Txid> {
        row.get("txid")?.as_str()?.parse().ok()
    }
}

/// Reads the output that an input spends; `None` without a transaction id.
pub(crate) fn spent(txid: Option<&str>, index: u32) -> Result<Option<OutPoint>, Failure> {
    let txid = txid.filter(|txid| !txid.is_empty()).map(str::parse).transpose();
    let txid: Option<Txid> = txid.map_err(|_| Failure::unusable("vin: expected a transaction id"))?;
    Ok(txid.map(|txid| OutPoint::new(txid, index)))
}

impl Listed {
    /// Returns height and id.
    pub(crate) const fn place(&self) -> (Option<u32>, Option<Txid>) {
        (self.height, self.txid)
    }
}

/// Collects the rows of a list in their order. A transaction listed twice, for example while it is being
/// confirmed, counts once. An unreadable row without a height has that of the row before.
///
/// A list in which no row has a transaction id is not of the protocol.
pub(crate) fn collect(rows: Vec<(Place, Result<Entry, Failure>)>) -> Result<Vec<Listed>, Failure> {
    let is_unplaced = |(place, row): &(Place, Result<Entry, Failure>)| row.is_err() && place.txid.is_none();
    if !rows.is_empty() && rows.iter().all(is_unplaced) {
        return Err(Failure::unusable("no row has a transaction id"));
    }
    let mut seen = HashSet::with_capacity(rows.len());
    let mut listed: Vec<Listed> = Vec::with_capacity(rows.len());
    for (place, row) in rows {
        let row = match row {
            Ok(entry) => Listed {
                txid: Some(entry.txid),
                height: entry.height,
                parents: place.parents,
                entry: Some(entry),
            },
            Err(failure) => {
                tracing::debug!(%failure, "unreadable row in a history");
                Listed {
                    txid: place.txid,
                    height: place.height.or_else(|| listed.last().and_then(|before| before.height)),
                    parents: place.parents,
                    entry: None,
                }
            }
        };
        if row.txid.is_none_or(|txid| seen.insert(txid)) {
            listed.push(row);
        }
    }
    Ok(listed)
}

/// Orders the pending transactions at the start of a list: children before their parents, otherwise as listed.
pub(crate) fn with_ordered_mempool(mut listed: Vec<Listed>) -> Vec<Listed> {
    let pending = listed.iter().take_while(|row| row.height.is_none()).count();
    let confirmed = listed.split_off(pending);
    let mut listed = children_first(listed, |row| row.txid, |row| row.parents.clone());
    listed.extend(confirmed);
    listed
}

/// Returns the page with the readable transactions of a list.
pub(crate) fn page(listed: Vec<Listed>, next: Option<Position>) -> HistoryPage {
    let count = listed.len();
    let entries: Vec<_> = listed.into_iter().filter_map(|row| row.entry).collect();
    HistoryPage {
        lacks_rows: entries.len() < count,
        entries,
        next,
    }
}
