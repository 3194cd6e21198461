//! Fills of the account's resting offers: `/accounts/{id}/trades`
//! (docs/decisions/stellar-history.md#fills-of-resting-offers).
//!
//! If a second account takes an offer, Horizon lists the transaction under that account only, although the trade
//! changes the balances of both. The trades of an account show whether there are such transactions. They are requested
//! within limits of load and time, as an optional request (docs/decisions/upstreams.md#optional-requests).

use super::fields::read;
use super::response::Page;
use super::{Horizon, Lookup, look_up, optional_deadline};
use serde::Deserialize;
use std::collections::HashSet;
use wallet_upstream::{Deadline, Failure, Lane, Topic};
use wallet_xlm::AccountId;
use wallet_xlm::history::Position;

/// Trade of an account.
#[derive(Debug, Deserialize)]
pub(super) struct WireTrade {
    /// Id of the operation that made the trade, and the index of the trade in the operation: `225181329989492737-0`.
    id: String,
}

/// Maximum number of trades that are read, a single page.
const TRADES: u32 = 200;

/// Part of a history, with transactions.
pub(super) struct FillRange {
    from: Position,
    /// Number of the last transaction; `None` at the end of the history.
    end: Option<u64>,
    listed: HashSet<u64>,
}

impl Horizon {
    /// Returns true if foreign transactions filled offers of the account that this part of the history does not
    /// list, or if that is unknown.
    pub(super) async fn has_unlisted_fills(
        &self,
        account: AccountId,
        range: Option<FillRange>,
        deadline: Deadline,
    ) -> bool {
        let Some(range) = range else { return false };
        match self.trades(account, range.from, optional_deadline(deadline)).await {
            Ok(trades) => range.has_unlisted(&trades),
            Err(failure) => {
                tracing::warn!(%failure, "trades unavailable");
                // A page without transactions is before the history of the server, and so are the trades.
                !range.listed.is_empty()
            }
        }
    }

    /// Returns the operations of the latest trades from a position on, latest first.
    async fn trades(&self, account: AccountId, from: Position, deadline: Deadline) -> Result<Vec<u64>, Failure> {
        let mut url = self.endpoint.url(&["accounts", &account.to_string(), "trades"]);
        url.query_pairs_mut()
            .append_pair("order", "desc")
            .append_pair("limit", &TRADES.to_string());
        if let Position::After(number) = from {
            url.query_pairs_mut().append_pair("cursor", &format!("{number}-0"));
        }
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::Trades), url, deadline)
            .await?;
        match look_up::<Page<WireTrade>>(&response)? {
            Lookup::Found(page) => decode(page),
            Lookup::Missing | Lookup::BeforeHistory => Err(Failure::unusable("no trades of a known account")),
        }
    }
}

/// Returns the operations of the trades.
pub(super) fn decode(page: Page<WireTrade>) -> Result<Vec<u64>, Failure> {
    let trades = page.records(TRADES)?.into_iter();
    let operations = trades.map(|trade| {
        let operation = trade.id.split_once('-').map(|(operation, _)| operation);
        read("id", operation.unwrap_or_default())
    });
    operations.collect()
}

impl FillRange {
    /// Creates the part of a history from a position up to the transaction `end`, or to the end of the history, with
    /// these transactions.
    pub(super) fn new(from: Position, end: Option<Position>, listed: impl IntoIterator<Item = u64>) -> Self {
        Self {
            from,
            end: end.and_then(number),
            listed: listed.into_iter().collect(),
        }
    }

    /// Returns true if a trade in the range belongs to no transaction in the range, or if unknown because not all
    /// trades in the range were read. The trades are ordered from the start of the range on, latest first.
    fn has_unlisted(&self, operations: &[u64]) -> bool {
        let from = number(self.from);
        for operation in operations {
            let Some(transaction) = number(Position::after_operation(*operation)) else {
                continue;
            };
            if self.end.is_some_and(|end| transaction < end) {
                return false;
            }
            let is_in_range = from.is_none_or(|from| transaction < from);
            if is_in_range && !self.listed.contains(&transaction) {
                return true;
            }
        }
        operations.len() >= TRADES as usize
    }
}

/// Returns the number of the transaction at a position.
const fn number(position: Position) -> Option<u64> {
    match position {
        Position::Start => None,
        Position::After(number) => Some(number),
    }
}
