//! History of an account: `/accounts/{id}/operations`.
//!
//! A record is an operation together with its transaction. A page may end in the middle of a transaction, so
//! the last transaction of a page is returned only after its end has been read, which is another transaction or
//! the end of the history.

use super::fields::read;
use super::operation_row::WireOperation;
use super::page::Page;
use super::transaction::WireTransaction;
use super::{Horizon, Lookup};
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Entry, HistoryFacts, Position};

/// Operation with its transaction.
#[derive(Debug, Deserialize)]
pub(super) struct WireRecord {
    /// Operation id: ledger, index of the transaction, and index of the operation, both from 1 (SEP-35).
    id: String,
    transaction: WireTransaction,
    #[serde(flatten)]
    operation: WireOperation,
}

/// Maximum number of records on a page of Horizon.
const MAX_PAGE: u32 = 200;
/// Minimum number of records in the first request.
const MIN_PAGE: u32 = 10;
/// Maximum number of pages per request. They hold the operations of even the largest transactions many times
/// over.
const PAGES: usize = 10;

impl Horizon {
    /// Returns at most `limit` transactions of the history of an account from a position on.
    pub(crate) async fn history(
        &self,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure> {
        let mut scan = HistoryScan::new(id, from);
        // One and a half times as many operations as transactions: few transactions have more than one.
        let mut size = (limit + limit / 2).clamp(MIN_PAGE, MAX_PAGE);
        let mut largest = MAX_PAGE;
        for _ in 0..PAGES {
            match self.records(id, scan.cursor, size, deadline).await {
                // Contract transactions are large.
                Err(Failure::Declined { .. }) if size > 1 => {
                    largest = (size / 4).max(1);
                    size = largest;
                }
                Err(failure) => return Err(failure),
                Ok(records) => {
                    scan.take(records, size)?;
                    // The transactions have more operations than expected.
                    size = (size * 4).min(largest);
                }
            }
            if scan.has_ended || scan.complete() >= limit as usize {
                break;
            }
        }
        let mut facts = scan.facts(limit as usize)?;
        self.resolve_claims(id, &mut facts, deadline).await;
        Ok(facts)
    }

    /// Returns a page of operations, latest first, or an empty one at the end of the history.
    async fn records(
        &self,
        id: AccountId,
        cursor: Option<u64>,
        size: u32,
        deadline: Deadline,
    ) -> Result<Vec<WireRecord>, Failure> {
        let mut url = self.endpoint.url(&["accounts", &id.to_string(), "operations"]);
        url.query_pairs_mut()
            .append_pair("order", "desc")
            .append_pair("limit", &size.to_string())
            .append_pair("include_failed", "true")
            .append_pair("join", "transactions");
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("cursor", &cursor.to_string());
        }
        match self.seek::<Page<WireRecord>>(url, deadline).await? {
            Lookup::Found(page) => page.records(size),
            // The account never existed, or is older than the history of this server.
            Lookup::Missing | Lookup::BeforeHistory => Ok(Vec::new()),
        }
    }
}

/// Progress of reading a history.
pub(super) struct HistoryScan {
    account: AccountId,
    /// Id of the last operation read; the following ids are lower.
    cursor: Option<u64>,
    /// Transactions with their positions, latest first. Their operations are in reverse order.
    entries: Vec<(Position, Entry)>,
    /// Set at the end of the history.
    has_ended: bool,
}

impl HistoryScan {
    pub(super) const fn new(account: AccountId, from: Position) -> Self {
        Self {
            account,
            cursor: match from {
                Position::Start => None,
                Position::After(number) => Some(number),
            },
            entries: Vec::new(),
            has_ended: false,
        }
    }

    /// Adds the records of a page of this size.
    pub(super) fn take(&mut self, records: Vec<WireRecord>, size: u32) -> Result<(), Failure> {
        self.has_ended = records.len() < size as usize;
        for record in records {
            let number: u64 = read("id", &record.id)?;
            if self.cursor.is_some_and(|last| number >= last) {
                return Err(Failure::unusable("operations are not in descending order"));
            }
            self.cursor = Some(number);
            self.add(number, &record)?;
        }
        Ok(())
    }

    fn add(&mut self, number: u64, record: &WireRecord) -> Result<(), Failure> {
        let position = Position::after_operation(number);
        let operation = record.operation.decode(number, record.transaction.succeeded())?;
        // Operations belong to a transaction by its hash, regardless of their ids.
        let continues =
            |(last, entry): &(Position, Entry)| *last == position && record.transaction.has_hash(&entry.hash);
        if !self.entries.last().is_some_and(continues) {
            self.entries.push((position, record.transaction.entry(self.account)?));
        }
        if let Some((_, entry)) = self.entries.last_mut() {
            entry.operations.extend(operation);
        }
        Ok(())
    }

    /// Returns the number of completely read transactions.
    fn complete(&self) -> usize {
        let incomplete = usize::from(!self.has_ended);
        self.entries.len().saturating_sub(incomplete)
    }

    /// Returns the completely read transactions, at most `limit`.
    pub(super) fn facts(mut self, limit: usize) -> Result<HistoryFacts, Failure> {
        let count = self.complete().min(limit);
        let has_more = !self.has_ended || self.entries.len() > count;
        self.entries.truncate(count);
        let next = self.entries.last().map(|(position, _)| *position);
        if next.is_none() && has_more {
            return Err(Failure::Declined {
                cause: "a transaction longer than the pages read".to_owned(),
            });
        }
        let entries = self.entries.into_iter().map(|(_, mut entry)| {
            entry.operations.reverse();
            entry
        });
        Ok(HistoryFacts {
            entries: entries.collect(),
            next: next.filter(|_| has_more),
            has_unresolved_claims: false,
        })
    }
}
