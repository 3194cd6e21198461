//! The pages of getTransactions and getLedgers.

use super::request::{Format, RpcError};
use super::retention::Range;
use serde::Deserialize;

/// The maximum number of items of a page.
const MAX_LIMIT: usize = 200;
/// The default number of items of a page.
const DEFAULT_LIMIT: usize = 50;

/// The parameters of a list.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct PageRequest {
    start_ledger: u32,
    pagination: Option<Pagination>,
    xdr_format: Format,
}

/// The cursor and size of a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Pagination {
    cursor: String,
    limit: usize,
}

/// The start of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// The first item of a ledger.
    Ledger(u32),
    /// The item after a cursor.
    After(&'a str),
}

impl PageRequest {
    /// Returns the start and the number of items of the page.
    pub fn page(&self, range: Range<'_>) -> Result<(Start<'_>, usize), RpcError> {
        let pagination = self.pagination.as_ref();
        let cursor = pagination
            .map(|page| page.cursor.as_str())
            .filter(|text| !text.is_empty());
        let limit = pagination.map_or(0, |page| page.limit);
        if cursor.is_some() && self.start_ledger != 0 {
            return Err(RpcError::invalid_request("use either startLedger or a cursor"));
        }
        if cursor.is_none() && !range.has(self.start_ledger) {
            return Err(out_of_range("startLedger", self.start_ledger, range));
        }
        if limit > MAX_LIMIT {
            let message = format!("limit is {limit}, at most {MAX_LIMIT} is possible");
            return Err(RpcError::invalid_request(message));
        }
        self.xdr_format.check()?;
        let limit = if limit == 0 { DEFAULT_LIMIT } else { limit };
        Ok((cursor.map_or(Start::Ledger(self.start_ledger), Start::After), limit))
    }
}

/// Returns the error of a ledger that is not kept.
pub fn out_of_range(name: &str, number: u32, range: Range<'_>) -> RpcError {
    let (first, last) = (range.first(), range.last());
    let message = format!("{name} is {number}, the ledgers are {first} to {last}");
    RpcError::invalid_request(message)
}
