//! The history of an owner's funds over time: balances at earlier times, and statements
//! (docs/decisions/utxo-history.md#balance-over-time-and-statements). This file has the bounded reading of a history, and
//! the prices of the past for both.
//!
//! - `transaction`: a transaction as the change of the owner's funds, which the view of a family derives, and the rows of a
//!   statement.
//! - `balance`: balances backwards from the current balance.
//! - `statement`: a page of a statement with the position of the next page; `csv`: the page as a file.

mod balance;
mod csv;
mod statement;
mod transaction;

pub use balance::{
    BalanceHistory, BalanceInterval, BalanceIntervalError, BalancePeriod, BalancePoint, CurrentBalance, balance_history,
};
pub use statement::{
    MAX_ROWS, RowPosition, Statement, StatementCursor, StatementFormat, StatementFormatError, StatementPage,
    StatementPeriod, StatementSource, read_statement,
};
pub use transaction::{OwnMovement, OwnTransaction, StatementAmount, StatementKind, StatementRow};

use crate::model::{Asset, Currency, Decimal, Network, PriceInterval};
use crate::ports::deadline::Deadline;
use crate::ports::past_prices::{PastPrice, PastPriceQuery, PastPrices};
use crate::ports::upstream::UpstreamError;
use async_trait::async_trait;
use std::collections::{HashMap, HashSet};

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
struct ReadChanges {
    /// The block times in Unix seconds and the changes in base units, in the order of the history.
    changes: Vec<(u64, i128)>,
    /// The time from which all changes are known.
    known: Known,
}

/// The part of a history of which all changes are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The changes of the whole history.
    All,
    /// The changes at or after this time.
    Since(u64),
    /// No change is known.
    Nothing,
}

/// Reads the changes up to the block `last`, from the first page, until all changes from the time `since` on are known. Reading
/// ends at a page with missing changes, at a failure, and after [`MAX_PAGES`] pages.
async fn read_changes<H: OwnHistory>(
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

/// A request for prices of the past in a currency.
#[derive(Clone, Copy)]
pub struct PriceQuery<'a> {
    /// The prices, `None` if none are configured.
    pub prices: Option<&'a dyn PastPrices>,
    /// The currency of the prices.
    pub currency: Currency,
    /// The network of the assets.
    pub network: Network,
    /// The deadline of the request.
    pub deadline: Deadline,
}

/// The prices that were found.
#[derive(Clone, Debug, Default)]
struct FoundPrices {
    prices: HashMap<(Asset, u64), Decimal>,
    /// True if prices are unavailable; a later request may have the prices.
    is_partial: bool,
}

impl FoundPrices {
    /// Returns the price of an asset at a time.
    fn of(&self, asset: &Asset, at: u64) -> Option<&Decimal> {
        self.prices.get(&(asset.clone(), at))
    }
}

impl PriceQuery<'_> {
    /// Returns the prices of assets, each at a time that is not in the future. A failure of the source is no error.
    async fn fetch(&self, items: Vec<(Asset, u64)>, interval: PriceInterval) -> FoundPrices {
        let items: HashSet<_> = items.into_iter().collect();
        if items.is_empty() {
            return FoundPrices::default();
        }
        let query = PastPriceQuery {
            items: items.into_iter().collect(),
            network: self.network,
            currency: self.currency,
            interval,
        };
        let found = match self.prices {
            Some(prices) => prices.past_prices(&query, self.deadline).await.ok(),
            None => None,
        };
        let Some(found) = found else {
            return FoundPrices {
                is_partial: true,
                ..FoundPrices::default()
            };
        };
        let is_partial = found.contains(&PastPrice::Unavailable);
        let known = query
            .items
            .into_iter()
            .zip(found)
            .filter_map(|(item, price)| match price {
                PastPrice::Price(point) => Some((item, point.price)),
                PastPrice::Unknown | PastPrice::Unavailable => None,
            });
        FoundPrices {
            prices: known.collect(),
            is_partial,
        }
    }
}
