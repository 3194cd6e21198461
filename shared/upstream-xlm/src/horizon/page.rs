//! Pages of records.

use serde::Deserialize;
use wallet_upstream::failure::Failure;

/// Page of records.
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
    /// Returns the records, of which there are at most `at_most`.
    pub(super) fn records(self, at_most: u32) -> Result<Vec<T>, Failure> {
        let records = self.embedded.records;
        if records.len() > at_most as usize {
            return Err(Failure::unusable("more records than requested"));
        }
        Ok(records)
    }
}
