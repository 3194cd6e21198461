//! History of an account: `/accounts/{id}/transactions` and `/accounts/{id}/operations`.
//!
//! The operations lack the transactions of which the account only pays the fee or provides the sequence number; the
//! transactions lack the content. Both lists are merged by the number of the transaction
//! (docs/decisions/stellar-history.md#transactions-without-own-operations).

mod scan;

pub(super) use scan::{HistoryScan, Record, transaction_number};

use super::fields::WireNumber;
use super::fills::FillRange;
use super::operation_row::{DecodedOperation, WireOperation};
use super::response::Page;
use super::transaction::WireTransaction;
use super::{Horizon, Lookup};
use futures::future::join;
use scan::Scanned;
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::HashSet;
use wallet_upstream::{Deadline, Failure, ListRow};
use wallet_xlm::AccountId;
use wallet_xlm::history::{Entry, HistoryFacts, Position};

/// Operation with the transaction.
#[derive(Debug, Deserialize)]
pub(super) struct WireRecord {
    /// Operation id: ledger, index of the transaction, and index of the operation, both from 1 (SEP-35).
    id: WireNumber,
    transaction: WireTransaction,
    #[serde(flatten)]
    operation: WireOperation,
}

/// Transaction of a list.
#[derive(Debug, Deserialize)]
pub(super) struct WireListed {
    /// Transaction id: ledger and index of the transaction, from 1 (SEP-35).
    paging_token: WireNumber,
    #[serde(flatten)]
    transaction: WireTransaction,
}

impl Record for WireRecord {
    const LIST: &'static str = "operations";
    const NUMBER: &'static str = "id";
    const IS_WHOLE: bool = false;

    fn number(&self) -> &WireNumber {
        &self.id
    }

    fn transaction(&self) -> &WireTransaction {
        &self.transaction
    }

    fn operation(&self, number: u64, transaction: &Entry) -> Result<DecodedOperation, Failure> {
        self.operation.decode(number, transaction)
    }
}

impl Record for WireListed {
    const LIST: &'static str = "transactions";
    const NUMBER: &'static str = "paging_token";
    const IS_WHOLE: bool = true;

    fn number(&self) -> &WireNumber {
        &self.paging_token
    }

    fn transaction(&self) -> &WireTransaction {
        &self.transaction
    }

    fn operation(&self, _: u64, _: &Entry) -> Result<DecodedOperation, Failure> {
        Ok(DecodedOperation::default())
    }
}

/// Maximum number of records on a page of Horizon.
const MAX_PAGE: u32 = 200;
/// Minimum number of operations in the first request.
const MIN_PAGE: u32 = 10;
/// Maximum number of pages of a list per request. They hold the operations of even the largest transactions many times
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
        // The operations are requested last, so that they include the operations of every listed transaction.
        let listed: HistoryScan<WireListed> = self.scan(id, from, limit, limit + 1, deadline).await?;
        // One and a half times as many operations as transactions: few transactions have more than one operation.
        let size = (limit + limit / 2).max(MIN_PAGE);
        let operations: HistoryScan<WireRecord> = self.scan(id, from, limit, size, deadline).await?;
        let merged = merge(id, operations, listed, limit as usize);
        let fills = merged.fills(id, from);
        let mut facts = merged.facts()?;
        let has_unlisted_fills = self.has_unlisted_fills(id, fills, deadline);
        let (has_unlisted_fills, ()) = join(has_unlisted_fills, self.resolve_claims(id, &mut facts, deadline)).await;
        facts.has_unlisted_fills = has_unlisted_fills;
        Ok(facts)
    }

    /// Reads a list from a position on, up to `limit` complete transactions. The first request is for `size`
    /// records.
    async fn scan<R: Record>(
        &self,
        id: AccountId,
        from: Position,
        limit: u32,
        size: u32,
        deadline: Deadline,
    ) -> Result<HistoryScan<R>, Failure> {
        let mut scan = HistoryScan::new(from);
        let mut size = size.min(MAX_PAGE);
        let mut largest = MAX_PAGE;
        for _ in 0..PAGES {
            match self.records(id, scan.cursor(), size, deadline).await {
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
            if scan.has_ended() || scan.complete() >= limit as usize {
                break;
            }
        }
        Ok(scan)
    }

    /// Returns a page of a list, latest first, or an empty page at the end of the history.
    async fn records<R: Record>(
        &self,
        id: AccountId,
        cursor: Option<u64>,
        size: u32,
        deadline: Deadline,
    ) -> Result<Vec<ListRow<R>>, Failure> {
        let mut url = self.endpoint.url(&["accounts", &id.to_string(), R::LIST]);
        url.query_pairs_mut()
            .append_pair("order", "desc")
            .append_pair("limit", &size.to_string())
            .append_pair("include_failed", "true");
        if !R::IS_WHOLE {
            url.query_pairs_mut().append_pair("join", "transactions");
        }
        if let Some(cursor) = cursor {
            url.query_pairs_mut().append_pair("cursor", &cursor.to_string());
        }
        match self.seek::<Page<ListRow<R>>>(url, deadline).await? {
            Lookup::Found(page) => page.records(size),
            // The account never existed, or is older than the history of this server.
            Lookup::Missing | Lookup::BeforeHistory => Ok(Vec::new()),
        }
    }
}

/// Page of a history.
pub(in crate::horizon) struct Merged {
    page: Vec<Scanned>,
    has_more: bool,
    lacks_rows: bool,
}

/// Merges both lists into a page of at most `limit` transactions, as far as both are complete.
pub(in crate::horizon) fn merge(
    account: AccountId,
    operations: HistoryScan<WireRecord>,
    listed: HistoryScan<WireListed>,
    limit: usize,
) -> Merged {
    let (operations, listed) = (operations.part(), listed.part());
    let floor = operations.floor.max(listed.floor);
    let known: HashSet<_> = operations.scanned.iter().map(|scanned| scanned.number).collect();
    let others = listed.scanned.into_iter().filter(|scanned| {
        let is_effective = scanned.entry.as_ref().is_none_or(|entry| entry.concerns(account));
        !known.contains(&scanned.number) && is_effective
    });
    let mut page: Vec<_> = operations.scanned.into_iter().chain(others).collect();
    page.retain(|scanned| scanned.number >= floor);
    page.sort_by_key(|scanned| Reverse(scanned.number));
    let has_more = floor > 0 || page.len() > limit;
    page.truncate(limit);
    Merged {
        page,
        has_more,
        lacks_rows: operations.lacks_rows || listed.lacks_rows,
    }
}

impl Merged {
    fn end(&self) -> Option<Position> {
        self.page.last().map(|scanned| Position::After(scanned.number))
    }

    /// Returns the facts of the page.
    ///
    /// # Errors
    ///
    /// Fails if a transaction is longer than the pages read.
    pub(in crate::horizon) fn facts(self) -> Result<HistoryFacts, Failure> {
        let next = self.end().filter(|_| self.has_more);
        if next.is_none() && self.has_more {
            return Err(Failure::Declined {
                cause: "a transaction longer than the pages read".to_owned(),
            });
        }
        let count = self.page.len();
        let entries: Vec<Entry> = self.page.into_iter().filter_map(|scanned| scanned.entry).collect();
        Ok(HistoryFacts {
            lacks_rows: self.lacks_rows || entries.len() < count,
            entries,
            next,
            has_unresolved_claims: false,
            has_unlisted_fills: false,
        })
    }

    /// Returns the part of the history that the page covers, in which third parties may have filled offers of the
    /// account. Returns `None` if the account had no offers: the page is the whole history since the creation, without
    /// an offer.
    pub(crate) fn fills(&self, account: AccountId, from: Position) -> Option<FillRange> {
        let may_offer = |scanned: &Scanned| scanned.entry.as_ref().is_none_or(|entry| entry.offers(account));
        let oldest = self.page.last().and_then(|scanned| scanned.entry.as_ref());
        let starts_at_creation = !self.has_more && oldest.is_none_or(|entry| entry.creates(account));
        if from == Position::Start && starts_at_creation && !self.page.iter().any(may_offer) {
            return None;
        }
        let numbers = self.page.iter().map(|scanned| scanned.number);
        let end = self.end().filter(|_| self.has_more);
        Some(FillRange::new(from, end, numbers))
    }
}
