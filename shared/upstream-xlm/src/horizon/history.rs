//! History of an account: `/accounts/{id}/operations`.
//!
//! A record is an operation together with its transaction. A page may end in the middle of a transaction, so
//! the last transaction of a page is returned only after its end has been read, which is another transaction or
//! the end of the history.

use super::fields::WireNumber;
use super::fills::FillRange;
use super::operation_row::WireOperation;
use super::page::Page;
use super::transaction::WireTransaction;
use super::{Horizon, Lookup};
use futures::future::join;
use serde::Deserialize;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;
use wallet_upstream::list_row::ListRow;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Entry, HistoryFacts, Position};

/// Operation with its transaction.
#[derive(Debug, Deserialize)]
pub(super) struct WireRecord {
    /// Operation id: ledger, index of the transaction, and index of the operation, both from 1 (SEP-35).
    id: WireNumber,
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
                Err(Failure::TooLong { .. }) if size > 1 => {
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
        let fills = scan.fills(from, limit as usize);
        let mut facts = scan.facts(limit as usize)?;
        let has_unlisted_fills = self.has_unlisted_fills(id, fills, deadline);
        let (has_unlisted_fills, ()) = join(has_unlisted_fills, self.resolve_claims(id, &mut facts, deadline)).await;
        facts.has_unlisted_fills = has_unlisted_fills;
        Ok(facts)
    }

    /// Returns a page of operations, latest first, or an empty one at the end of the history.
    async fn records(
        &self,
        id: AccountId,
        cursor: Option<u64>,
        size: u32,
        deadline: Deadline,
    ) -> Result<Vec<ListRow<WireRecord>>, Failure> {
        let mut url = self.endpoint.url(&["accounts", &id.to_string(), "operations"]);
        url.query_pairs_mut()
            .append_pair("order", "desc")
            .append_pair("limit", &size.to_string())
            .append_pair("include_failed", "true")
            .append_pair("join", "transactions");
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("cursor", &cursor.to_string());
        }
        match self.seek::<Page<ListRow<WireRecord>>>(url, deadline).await? {
            Lookup::Found(page) => page.records(size),
            // The account never existed, or is older than the history of this server.
            Lookup::Missing | Lookup::BeforeHistory => Ok(Vec::new()),
        }
    }
}

/// Transaction of a history as far as it has been read.
struct Scanned {
    position: Position,
    /// The transaction, `None` if one of its records is unreadable: its effects would be incomplete.
    entry: Option<Entry>,
}

/// Progress of reading a history.
pub(super) struct HistoryScan {
    account: AccountId,
    /// Id of the last operation read; the following ids are lower.
    cursor: Option<u64>,
    /// Transactions, latest first. Their operations are in reverse order.
    scanned: Vec<Scanned>,
    /// True if a record is unreadable.
    lacks_rows: bool,
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
            scanned: Vec::new(),
            lacks_rows: false,
            has_ended: false,
        }
    }

    /// Adds the records of a page of this size. A record without a readable id is omitted; a page without any
    /// such id is not one of the protocol.
    pub(super) fn take(&mut self, records: Vec<ListRow<WireRecord>>, size: u32) -> Result<(), Failure> {
        self.has_ended = records.len() < size as usize;
        if !records.is_empty() && records.iter().all(|record| id(record).is_none()) {
            return Err(Failure::unusable("no operation has an id"));
        }
        for record in records {
            let Some(number) = id(&record) else {
                self.lacks_rows = true;
                continue;
            };
            if self.cursor.is_some_and(|last| number >= last) {
                return Err(Failure::unusable("operations are not in descending order"));
            }
            self.cursor = Some(number);
            self.add(number, record);
        }
        Ok(())
    }

    fn add(&mut self, number: u64, record: ListRow<WireRecord>) {
        let position = Position::after_operation(number);
        let added = match record {
            ListRow::Read(record) => self.add_readable(position, number, &record),
            ListRow::Unreadable(_) => Err(Failure::unusable("not an operation")),
        };
        if let Err(failure) = added {
            tracing::debug!(%failure, "unreadable row in a history");
            self.add_unreadable(position);
        }
    }

    fn add_readable(&mut self, position: Position, number: u64, record: &WireRecord) -> Result<(), Failure> {
        // Operations belong to a transaction by its hash, regardless of their ids.
        let has_hash = |entry: &Entry| record.transaction.has_hash(&entry.hash);
        let last = self.scanned.last_mut().filter(|last| last.position == position);
        match last.map(|last| &mut last.entry) {
            // It is unreadable as a whole.
            Some(None) => {}
            Some(Some(entry)) if has_hash(entry) => {
                let operation = record.operation.decode(number, entry)?;
                entry.operations.extend(operation);
            }
            Some(Some(_)) | None => {
                let mut entry = record.transaction.entry(self.account)?;
                let operation = record.operation.decode(number, &entry)?;
                entry.operations.extend(operation);
                let entry = Some(entry);
                self.scanned.push(Scanned { position, entry });
            }
        }
        Ok(())
    }

    fn add_unreadable(&mut self, position: Position) {
        match self.scanned.last_mut().filter(|last| last.position == position) {
            Some(last) => last.entry = None,
            None => self.scanned.push(Scanned { position, entry: None }),
        }
    }

    /// Returns the number of completely read transactions.
    fn complete(&self) -> usize {
        let incomplete = usize::from(!self.has_ended);
        self.scanned.len().saturating_sub(incomplete)
    }

    /// Returns the completely read transactions, at most `limit`.
    pub(super) fn facts(mut self, limit: usize) -> Result<HistoryFacts, Failure> {
        let count = self.complete().min(limit);
        let has_more = !self.has_ended || self.scanned.len() > count;
        self.scanned.truncate(count);
        let next = self.scanned.last().map(|last| last.position);
        if next.is_none() && has_more {
            return Err(Failure::Declined {
                cause: "a transaction longer than the pages read".to_owned(),
            });
        }
        let readable = self.scanned.into_iter().filter_map(|scanned| scanned.entry);
        let entries = readable.map(|mut entry| {
            entry.operations.reverse();
            entry
        });
        let entries: Vec<_> = entries.collect();
        Ok(HistoryFacts {
            lacks_rows: self.lacks_rows || entries.len() < count,
            entries,
            next: next.filter(|_| has_more),
            has_unresolved_claims: false,
            has_unlisted_fills: false,
        })
    }

    /// Returns the part of the history that a page of `limit` transactions covers, in which others may have filled
    /// offers of the account. Returns `None` if the account had no offers: the page is its whole history since its
    /// creation, without an offer.
    fn fills(&self, from: Position, limit: usize) -> Option<FillRange> {
        let count = self.complete().min(limit);
        let has_more = !self.has_ended || self.scanned.len() > count;
        let shown = &self.scanned[..count];
        let may_offer = |scanned: &Scanned| scanned.entry.as_ref().is_none_or(|entry| entry.offers(self.account));
        let oldest = shown.last().and_then(|scanned| scanned.entry.as_ref());
        let starts_at_creation = !has_more && oldest.is_none_or(|entry| entry.creates(self.account));
        if from == Position::Start && starts_at_creation && !shown.iter().any(may_offer) {
            return None;
        }
        let positions = shown.iter().map(|scanned| scanned.position);
        let end = shown.last().map(|scanned| scanned.position).filter(|_| has_more);
        Some(FillRange::new(from, end, positions))
    }
}

/// Returns the id of an operation, if it is readable.
fn id(record: &ListRow<WireRecord>) -> Option<u64> {
    let unreadable;
    let id = match record {
        ListRow::Read(record) => &record.id,
        ListRow::Unreadable(record) => {
            unreadable = WireNumber::deserialize(record.get("id")?).ok()?;
            &unreadable
        }
    };
    id.read("id").ok()
}
