//! Progress of reading a list of a history.
//!
//! A page of operations may end in the middle of a transaction, so the last transaction of such a list is complete only
//! after the end has been read, which is the next transaction or the end of the history.

use crate::horizon::fields::WireNumber;
use crate::horizon::operation_row::DecodedOperation;
use crate::horizon::transaction::WireTransaction;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wallet_upstream::{Failure, ListRow};
use wallet_xlm::history::{Entry, Position};

/// Record of a list of an account's history, with the transaction.
pub(in crate::horizon) trait Record: DeserializeOwned {
    /// Name of the list.
    const LIST: &'static str;
    /// Name of the field with the number.
    const NUMBER: &'static str;
    /// True if a record is a whole transaction.
    const IS_WHOLE: bool;

    /// Returns the number of the record (SEP-35).
    fn number(&self) -> &WireNumber;

    /// Returns the transaction.
    fn transaction(&self) -> &WireTransaction;

    /// Decodes the operation with this number of the transaction, which a whole transaction lacks.
    fn operation(&self, number: u64, transaction: &Entry) -> Result<DecodedOperation, Failure>;
}

/// Transaction of a history as far as read.
pub(super) struct Scanned {
    /// Number of the transaction.
    pub(super) number: u64,
    /// The transaction, `None` if a record is unreadable: the effects would be incomplete.
    pub(super) entry: Option<Entry>,
}

/// Progress of reading a list.
pub(in crate::horizon) struct HistoryScan<R> {
    /// Number of the last record read; the following numbers are lower.
    cursor: Option<u64>,
    /// Transactions, latest first. Their operations are in reverse order.
    scanned: Vec<Scanned>,
    /// True if a record is unreadable.
    lacks_rows: bool,
    /// Set at the end of the history.
    has_ended: bool,
    records: std::marker::PhantomData<R>,
}

/// Complete transactions of a list.
pub(super) struct Part {
    pub(super) scanned: Vec<Scanned>,
    /// The list is complete from this number on.
    pub(super) floor: u64,
    /// True if a record is unreadable.
    pub(super) lacks_rows: bool,
}

impl<R: Record> HistoryScan<R> {
    pub(in crate::horizon) const fn new(from: Position) -> Self {
        Self {
            cursor: match from {
                Position::Start => None,
                Position::After(number) => Some(number),
            },
            scanned: Vec::new(),
            lacks_rows: false,
            has_ended: false,
            records: std::marker::PhantomData,
        }
    }

    /// Returns the number of the last record read.
    pub(super) const fn cursor(&self) -> Option<u64> {
        self.cursor
    }

    /// Returns true at the end of the history.
    pub(super) const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Adds the records of a page of this size. A record without a readable number is omitted; a page without any
    /// such number is not one of the protocol.
    pub(in crate::horizon) fn take(&mut self, records: Vec<ListRow<R>>, size: u32) -> Result<(), Failure> {
        self.has_ended = records.len() < size as usize;
        if !records.is_empty() && records.iter().all(|record| number(record).is_none()) {
            return Err(Failure::unusable("no record has a number"));
        }
        for record in records {
            let Some(number) = number(&record) else {
                self.lacks_rows = true;
                continue;
            };
            if self.cursor.is_some_and(|last| number >= last) {
                return Err(Failure::unusable("records are not in descending order"));
            }
            self.cursor = Some(number);
            self.add(number, record);
        }
        Ok(())
    }

    fn add(&mut self, number: u64, record: ListRow<R>) {
        let added = match record {
            ListRow::Read(record) => self.add_readable(number, &record),
            ListRow::Unreadable(_) => Err(Failure::unusable("not a record of this list")),
        };
        if let Err(failure) = added {
            tracing::debug!(%failure, "unreadable row in a history");
            self.add_unreadable(transaction_number(number));
        }
    }

    fn add_readable(&mut self, number: u64, record: &R) -> Result<(), Failure> {
        let transaction = transaction_number(number);
        // Operations belong to a transaction by hash, regardless of their numbers.
        let has_hash = |entry: &Entry| record.transaction().has_hash(&entry.hash);
        let last = self.scanned.last_mut().filter(|last| last.number == transaction);
        let lacks_parts = match last.map(|last| &mut last.entry) {
            // The record is unreadable as a whole.
            Some(None) => return Ok(()),
            Some(Some(entry)) if has_hash(entry) => add_operation(entry, number, record)?,
            Some(Some(_)) | None => {
                let mut entry = record.transaction().entry()?;
                let lacks_parts = add_operation(&mut entry, number, record)?;
                self.scanned.push(Scanned {
                    number: transaction,
                    entry: Some(entry),
                });
                lacks_parts
            }
        };
        self.lacks_rows |= lacks_parts;
        Ok(())
    }

    fn add_unreadable(&mut self, number: u64) {
        match self.scanned.last_mut().filter(|last| last.number == number) {
            Some(last) => last.entry = None,
            None => self.scanned.push(Scanned { number, entry: None }),
        }
    }

    /// Returns the number of completely read transactions.
    pub(super) fn complete(&self) -> usize {
        let incomplete = usize::from(!self.is_last_complete());
        self.scanned.len().saturating_sub(incomplete)
    }

    const fn is_last_complete(&self) -> bool {
        self.has_ended || R::IS_WHOLE
    }

    /// Returns the complete transactions, with their operations in order.
    pub(super) fn part(mut self) -> Part {
        let last = self.scanned.last().map(|last| last.number);
        let floor = match last {
            _ if self.has_ended => 0,
            Some(last) => last + u64::from(!R::IS_WHOLE),
            None => u64::MAX,
        };
        self.scanned.truncate(self.complete());
        for entry in self.scanned.iter_mut().filter_map(|scanned| scanned.entry.as_mut()) {
            entry.operations.reverse();
        }
        Part {
            scanned: self.scanned,
            floor,
            lacks_rows: self.lacks_rows,
        }
    }
}

/// Adds an operation to the transaction. Returns true if parts are unreadable.
fn add_operation(entry: &mut Entry, number: u64, record: &impl Record) -> Result<bool, Failure> {
    let decoded = record.operation(number, entry)?;
    entry.operations.extend(decoded.operation);
    Ok(decoded.lacks_parts)
}

/// Returns the number of the transaction that contains a record.
pub(in crate::horizon) const fn transaction_number(number: u64) -> u64 {
    match Position::after_operation(number) {
        Position::Start => 0,
        Position::After(number) => number,
    }
}

/// Returns the number of a record, if readable.
fn number<R: Record>(record: &ListRow<R>) -> Option<u64> {
    let unreadable;
    let number = match record {
        ListRow::Read(record) => record.number(),
        ListRow::Unreadable(record) => {
            unreadable = WireNumber::deserialize(record.get(R::NUMBER)?).ok()?;
            &unreadable
        }
    };
    number.read(R::NUMBER).ok()
}
