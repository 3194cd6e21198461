//! Merge of the operations and the transactions of an account.

use super::super::fills::FillRange;
use super::scan::{HistoryScan, Scanned};
use super::{WireListed, WireRecord};
use std::cmp::Reverse;
use std::collections::HashSet;
use wallet_upstream::failure::Failure;
use wallet_xlm::AccountId;
use wallet_xlm::history::{Entry, HistoryFacts, Position};

/// Page of a history.
pub(in super::super) struct Merged {
    /// Transactions, latest first.
    page: Vec<Scanned>,
    has_more: bool,
    lacks_rows: bool,
}

/// Merges both lists into a page of at most `limit` transactions, as far as both are complete.
pub(in super::super) fn merge(
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
    pub(in super::super) fn facts(self) -> Result<HistoryFacts, Failure> {
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

    /// Returns the part of the history that the page covers, in which others may have filled offers of the account.
    /// Returns `None` if the account had no offers: the page is its whole history since its creation, without an offer.
    pub(super) fn fills(&self, account: AccountId, from: Position) -> Option<FillRange> {
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
