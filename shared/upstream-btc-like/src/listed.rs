//! Transactions of a history as an index lists them, readable or not (docs/decisions/0436).

use serde_json::Value;
use std::collections::HashSet;
use wallet_btc_like::Txid;
use wallet_btc_like::history::Entry;
use wallet_upstream::failure::Failure;

/// Transaction in a list. An unreadable one keeps its place, so that the transactions after it can be read.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// Transaction id, `None` if even that is unreadable.
    pub(crate) txid: Option<Txid>,
    /// Block height, `None` in the mempool.
    pub(crate) height: Option<u32>,
    /// The transaction, `None` if it is unreadable.
    pub(crate) entry: Option<Entry>,
}

/// Place of an unreadable row, as far as it is readable.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    /// Transaction id.
    pub(crate) txid: Option<Txid>,
    /// Block height.
    pub(crate) height: Option<u32>,
}

impl Place {
    /// Reads the transaction id of a row.
    pub(crate) fn txid_of(row: &Value) -> Option<Txid> {
        row.get("txid")?.as_str()?.parse().ok()
    }
}

impl From<Entry> for Listed {
    fn from(entry: Entry) -> Self {
        Self {
            txid: Some(entry.txid),
            height: entry.height,
            entry: Some(entry),
        }
    }
}

impl Listed {
    /// Returns height and id.
    pub(crate) const fn place(&self) -> (Option<u32>, Option<Txid>) {
        (self.height, self.txid)
    }
}

/// Collects the rows of a list in their order. A transaction listed twice, for example while it is being
/// confirmed, counts once. An unreadable row without a height has that of the row before it.
///
/// A list in which no row has a transaction id is not one of the protocol.
pub(crate) fn collect(rows: Vec<Result<Entry, (Failure, Place)>>) -> Result<Vec<Listed>, Failure> {
    let is_unplaced = |row: &Result<Entry, (Failure, Place)>| matches!(row, Err((_, Place { txid: None, .. })));
    if !rows.is_empty() && rows.iter().all(is_unplaced) {
        return Err(Failure::unusable("no row has a transaction id"));
    }
    let mut seen = HashSet::with_capacity(rows.len());
    let mut listed: Vec<Listed> = Vec::with_capacity(rows.len());
    for row in rows {
        let row = row.map_or_else(
            |(failure, place)| {
                tracing::debug!(%failure, "unreadable row in a history");
                Listed {
                    txid: place.txid,
                    height: place.height.or_else(|| listed.last().and_then(|before| before.height)),
                    entry: None,
                }
            },
            Listed::from,
        );
        if row.txid.is_none_or(|txid| seen.insert(txid)) {
            listed.push(row);
        }
    }
    Ok(listed)
}

/// Returns the readable transactions, and true if others are missing.
pub(crate) fn entries(listed: Vec<Listed>) -> (Vec<Entry>, bool) {
    let count = listed.len();
    let entries: Vec<_> = listed.into_iter().filter_map(|row| row.entry).collect();
    let lacks_rows = entries.len() < count;
    (entries, lacks_rows)
}
