//! Pages of records.

use serde::Deserialize;
use wallet_upstream::failure::Failure;

/// A page.
#[derive(Debug, Deserialize)]
pub(super) struct Page<T> {
    #[serde(rename = "_embedded")]
    embedded: Embedded<T>,
}

#[derive(Debug, Deserialize)]
struct Embedded<T> {
    records: Vec<T>,
}

impl<T> Page<T> {
    /// The records, which are at most as many as were asked for.
    pub(super) fn records(self, at_most: u32) -> Result<Vec<T>, Failure> {
        let records = self.embedded.records;
        if records.len() > at_most as usize {
            return Err(Failure::unusable("a page of more records than were asked for"));
        }
        Ok(records)
    }
}
