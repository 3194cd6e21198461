//! `GET /api/v2/address/{address}`, and `GET /api/status` beside it.

use super::transaction_row::Row;
use super::{Blockbook, unexpected_error};
use serde::Deserialize;
use std::collections::HashSet;
use wallet_btc_like::history::{AddressFacts, Entry, Position};
use wallet_btc_like::{Address, Params};
use wallet_core::model::parse_amount;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;

/// The most transactions on a page: the server's own limit.
const MAX_PAGE: u32 = 1000;

/// What the server knows of an address. Empty values are left out by the server.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressAnswer {
    /// Smallest units, confirmed.
    balance: String,
    /// Smallest units, signed: what the mempool adds or takes.
    #[serde(default)]
    unconfirmed_balance: Option<String>,
    /// The page given, which is the last one when the one asked for is beyond it.
    #[serde(default)]
    page: Option<u32>,
    /// The mempool first, then the newest block.
    #[serde(default)]
    transactions: Vec<Row>,
}

/// The page of the server's list that holds a place.
struct Page {
    number: u32,
    size: u32,
    /// Transactions on it that lie before the place.
    skip: u32,
}

impl Page {
    /// One page from the start of the list if it is large enough, so that none is cut in two; one that is further
    /// down may hold less than was asked for, but never nothing.
    fn of(from: Position, limit: u32) -> Self {
        let needed = from.skip.saturating_add(limit).saturating_add(1);
        if needed <= MAX_PAGE {
            return Self {
                number: 1,
                size: needed,
                skip: from.skip,
            };
        }
        Self {
            number: from.skip / MAX_PAGE + 1,
            size: MAX_PAGE,
            skip: from.skip % MAX_PAGE,
        }
    }
}

impl Blockbook {
    /// Balance and history of an address, with the height of the server: asked for in parallel.
    pub(super) async fn facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure> {
        let page = Page::of(from, limit);
        let address_answer = self.address(address, from, &page, deadline);
        let (answer, index) = futures::try_join!(address_answer, self.index(deadline))?;
        let tip = index.best_height;
        let balance = balance(&answer, address.params())?;
        let (entries, next) = part(answer, address.params(), from, &page, limit, tip)?;
        Ok(AddressFacts {
            upstream: Kind::Blockbook.name(),
            tip,
            balance,
            entries,
            next,
        })
    }

    async fn address(
        &self,
        address: &Address,
        from: Position,
        page: &Page,
        deadline: Deadline,
    ) -> Result<AddressAnswer, Failure> {
        // The canonical form of a bch address has its prefix, without which Blockbook takes it for base58.
        let mut url = self.endpoint.url(&["api", "v2", "address", &address.to_string()]);
        url.query_pairs_mut()
            .append_pair("details", "txslight")
            .append_pair("page", &page.number.to_string())
            .append_pair("pageSize", &page.size.to_string());
        if let Some(height) = from.height {
            // An end by height leaves the mempool out.
            url.query_pairs_mut().append_pair("to", &height.to_string());
        }
        let answer = self.endpoint.get(url, deadline).await?;
        if answer.is_success() {
            answer.json()
        } else {
            Err(unexpected_error(&answer))
        }
    }
}

/// Confirmed and unconfirmed together, in smallest units.
pub(super) fn balance(answer: &AddressAnswer, params: &Params) -> Result<u64, Failure> {
    let confirmed = parse_amount(&answer.balance, params.max_money)
        .map_err(|error| Failure::unusable(format_args!("balance: {error}")))?;
    let text = answer.unconfirmed_balance.as_deref().unwrap_or("0");
    let size = parse_amount(text.strip_prefix('-').unwrap_or(text), params.max_money)
        .map_err(|error| Failure::unusable(format_args!("unconfirmed balance: {error}")))?;
    let balance = if text.starts_with('-') {
        confirmed.checked_sub(size)
    } else {
        confirmed.checked_add(size).filter(|sum| *sum <= params.max_money)
    };
    balance.ok_or_else(|| Failure::unusable("a balance below zero or above the money supply"))
}

/// The transactions from a place on, at most `limit`, and the place behind them when there are more.
fn part(
    answer: AddressAnswer,
    params: &'static Params,
    from: Position,
    page: &Page,
    limit: u32,
    tip: u32,
) -> Result<(Vec<Entry>, Option<Position>), Failure> {
    // A page beyond the last one: the place lies behind the end of the list.
    if answer.page.is_some_and(|number| number != page.number) {
        return Ok((Vec::new(), None));
    }
    let full = answer.transactions.len() >= page.size as usize;
    let entries = decode(answer.transactions, params)?;
    let in_list = |entry: &Entry| {
        from.height
            .is_none_or(|to| entry.height.is_some_and(|height| height <= to))
    };
    let listed = entries.into_iter().filter(in_list);
    let mut told = page.skip;
    let mut entries: Vec<_> = listed
        .filter(|entry| {
            // Those told may have left the place since; what is below it is never left out for them.
            let skipped = told > 0 && entry.height == from.height;
            told -= u32::from(skipped);
            !skipped
        })
        .collect();
    let more = entries.len() > limit as usize || (full && !entries.is_empty());
    entries.truncate(limit as usize);
    let next = match from.after(&entries) {
        // The server tells of the mempool on its first page only: beyond that the blocks come next.
        Position {
            height: None,
            skip: MAX_PAGE..,
            ..
        } => Position {
            height: Some(tip),
            ..Position::default()
        },
        next => next,
    };
    Ok((entries, more.then_some(next)))
}

/// Reads transactions and puts them in order: pending first, then from the newest block down.
/// One that is listed twice, as when it gets into a block at that moment, counts once.
pub(super) fn decode(rows: Vec<Row>, params: &'static Params) -> Result<Vec<Entry>, Failure> {
    let mut seen = HashSet::with_capacity(rows.len());
    let mut entries = Vec::with_capacity(rows.len());
    for row in rows {
        let entry = row.read(params)?;
        if seen.insert(entry.txid) {
            entries.push(entry);
        }
    }
    // Stable: within a block the server's order stays.
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.height.unwrap_or(u32::MAX)));
    Ok(entries)
}
