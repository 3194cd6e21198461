//! The bounded reading of a history.

use super::OwnTransaction;
use crate::ports::upstream::UpstreamError;
use async_trait::async_trait;

/// The maximum number of pages of a history that a request reads.
pub const MAX_PAGES: usize = 10;

/// The number of transactions of a page.
pub const PAGE_ROWS: u32 = 200;

/// The history of an owner, latest first. Every call ends by the deadline of the request.
#[async_trait]
pub trait OwnHistory: Send + Sync {
    /// The position of a page, by default the start of the history.
    type Position: Copy + Default + Send + Sync;

    /// The seconds by which the time of a block can be later than the time of the following blocks.
    const CLOCK_SKEW: u64;

    /// Returns the page of at most [`PAGE_ROWS`] transactions from a position on.
    async fn page(&self, from: Self::Position) -> Result<OwnPage<Self::Position>, UpstreamError>;
}

/// A page of the history of an owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnPage<P> {
    /// The transactions, latest first, pending before confirmed.
    pub transactions: Vec<OwnTransaction>,
    /// The position of the next page, `None` at the end of the history.
    pub next: Option<P>,
    /// The missing parts, for `source.partial`.
    pub missing: Vec<&'static str>,
    /// True if changes of the coin balance are missing.
    pub lacks_coins: bool,
}

/// The changes of a coin balance, as far as the history was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadChanges {
    /// The block times in Unix seconds and the changes in base units, in the order of the history.
    pub(super) changes: Vec<(u64, i128)>,
    /// The time from which all changes are known.
    pub(super) known: Known,
}

/// The part of a history of which all changes are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The changes of the whole history.
    All,
    /// The changes at or after this time.
    Since(u64),
    /// No change is known.
    Nothing,
}

/// Reads the changes up to the block `last`, from the first page, until all changes from the time `since` on are known. Reading
/// ends at a page with missing changes, at a failure, and after [`MAX_PAGES`] pages.
pub(super) async fn read_changes<H: OwnHistory>(
    history: &H,
    first: Result<OwnPage<H::Position>, UpstreamError>,
    since: u64,
    last: u64,
) -> ReadChanges {
    let mut changes = Vec::new();
    let mut known = Known::Nothing;
    let mut page = first;
    for round in 1..=MAX_PAGES {
        let Ok(OwnPage {
            transactions,
            next,
            lacks_coins: false,
            ..
        }) = page
        else {
            break;
        };
        let confirmed = transactions.iter().filter_map(|row| Some((row.block?, row)));
        for (_, row) in confirmed.filter(|(block, _)| *block <= last) {
            changes.push((row.at, row.net));
        }
        let earliest = changes.iter().map(|(at, _)| *at).min();
        known = earliest.map_or(known, |at| {
            Known::Since(at.saturating_add(H::CLOCK_SKEW).saturating_add(1))
        });
        let Some(next) = next else {
            known = Known::All;
            break;
        };
        let is_known = matches!(known, Known::Since(at) if at <= since);
        if is_known || round == MAX_PAGES {
            break;
        }
        page = history.page(next).await;
    }
    ReadChanges { changes, known }
}
