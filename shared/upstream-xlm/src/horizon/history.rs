//! The history of an account: `/accounts/{id}/operations`.
//!
//! A record is an operation with its transaction beside it. A page may end in the middle of a transaction, so the last one
//! of a page is told only when its end is seen, which is another transaction or the end of the history.

use super::fields::read;
use super::operation_row::WireOperation;
use super::page::Page;
use super::transaction::WireTransaction;
use super::{Horizon, Sought};
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Entry, HistoryFacts, Position};

/// An operation with its transaction.
#[derive(Debug, Deserialize)]
pub(super) struct WireRecord {
    /// The number of the operation: its ledger, the place of its transaction, and its own place, from 1 (SEP-35).
    id: String,
    transaction: WireTransaction,
    #[serde(flatten)]
    operation: WireOperation,
}

/// The most records that Horizon puts on a page.
const LARGEST_PAGE: u32 = 200;
/// The fewest that are asked for at first.
const SMALLEST_PAGE: u32 = 10;
/// Pages of an answer. As many hold all operations that a transaction can have, many times over.
const PAGES: usize = 10;

impl Horizon {
    /// At most `limit` transactions of the history of an account from a place on.
    pub(crate) async fn history(
        &self,
        id: AccountId,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure> {
        let mut reading = Reading::new(id, from);
        // Half as many operations again as transactions: few have more than one.
        let mut size = (limit + limit / 2).clamp(SMALLEST_PAGE, LARGEST_PAGE);
        let mut largest = LARGEST_PAGE;
        for _ in 0..PAGES {
            match self.records(id, reading.cursor, size, deadline).await {
                // Transactions of contracts are large.
                Err(Failure::Declined { .. }) if size > 1 => {
                    largest = (size / 4).max(1);
                    size = largest;
                }
                Err(failure) => return Err(failure),
                Ok(records) => {
                    reading.take(records, size)?;
                    // Those that follow have more operations than was thought.
                    size = (size * 4).min(largest);
                }
            }
            if reading.has_ended || reading.whole() >= limit as usize {
                break;
            }
        }
        let mut facts = reading.facts(limit as usize)?;
        self.tell_claims(id, &mut facts, deadline).await;
        Ok(facts)
    }

    /// A page of operations, the newest first; empty where the history has ended.
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
            Sought::Found(page) => page.records(size),
            // An account that never was, or was before all that this Horizon keeps.
            Sought::Missing | Sought::BeforeHistory => Ok(Vec::new()),
        }
    }
}

/// A history, as far as it is read.
pub(super) struct Reading {
    account: AccountId,
    /// The number of the last operation that was read; the next ones are below it.
    cursor: Option<u64>,
    /// The transactions with their places, the newest first. Their operations stand the last first.
    entries: Vec<(Position, Entry)>,
    /// Whether nothing follows.
    has_ended: bool,
}

impl Reading {
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

    /// Takes the records of a page of this size.
    pub(super) fn take(&mut self, records: Vec<WireRecord>, size: u32) -> Result<(), Failure> {
        self.has_ended = records.len() < size as usize;
        for record in records {
            let number: u64 = read("id", &record.id)?;
            if self.cursor.is_some_and(|last| number >= last) {
                return Err(Failure::unusable("operations that are not newest first"));
            }
            self.cursor = Some(number);
            self.add(number, &record)?;
        }
        Ok(())
    }

    fn add(&mut self, number: u64, record: &WireRecord) -> Result<(), Failure> {
        let position = Position::after_operation(number);
        let operation = record.operation.decode(number, record.transaction.succeeded())?;
        // What stands under a transaction is its own, whatever the numbers say.
        let goes_on = |(last, entry): &(Position, Entry)| *last == position && record.transaction.has_hash(&entry.hash);
        if !self.entries.last().is_some_and(goes_on) {
            self.entries.push((position, record.transaction.entry(self.account)?));
        }
        if let Some((_, entry)) = self.entries.last_mut() {
            entry.operations.extend(operation);
        }
        Ok(())
    }

    /// Of how many transactions everything is read.
    fn whole(&self) -> usize {
        let cut = usize::from(!self.has_ended);
        self.entries.len().saturating_sub(cut)
    }

    /// What is read, at most so many transactions.
    pub(super) fn facts(mut self, limit: usize) -> Result<HistoryFacts, Failure> {
        let told = self.whole().min(limit);
        let has_more = !self.has_ended || self.entries.len() > told;
        self.entries.truncate(told);
        let next = self.entries.last().map(|(position, _)| *position);
        if next.is_none() && has_more {
            return Err(Failure::Declined {
                cause: "a transaction that does not end within the pages that are read".to_owned(),
            });
        }
        let entries = self.entries.into_iter().map(|(_, mut entry)| {
            entry.operations.reverse();
            entry
        });
        Ok(HistoryFacts {
            entries: entries.collect(),
            next: next.filter(|_| has_more),
            lacks_claims: false,
        })
    }
}
