//! `GET /api/v2/address/{address}`, together with `GET /api/status`.

use super::transaction_row::{self, Row};
use super::{Blockbook, unexpected_error};
use crate::listed::{self, Listed};
use serde::Deserialize;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::{Address, Params};
use wallet_core::model::parse_amount;
use wallet_upstream::client::Deadline;
use wallet_upstream::config::Kind;
use wallet_upstream::failure::Failure;
use wallet_upstream::list_row::ListRow;

/// Maximum number of transactions per page, the server's own limit.
const MAX_PAGE: u32 = 1000;

/// Address resource of the server, which omits empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressResponse {
    /// Confirmed balance in base units.
    balance: String,
    /// Net change in the mempool in base units, signed.
    #[serde(default)]
    unconfirmed_balance: Option<String>,
    /// Returned page, which is the last one if the requested page is beyond it.
    #[serde(default)]
    page: Option<u32>,
    /// The mempool first, then the blocks from the latest down.
    #[serde(default)]
    transactions: Vec<ListRow<Row>>,
}

/// Page of the server's list that contains a position.
struct Page {
    number: u32,
    size: u32,
    /// Number of transactions on the page before the position.
    skip: u32,
}

impl Page {
    /// Selects one page from the start of the list if it is large enough, so that no page is split. A page
    /// further down may contain fewer transactions than requested, but at least one.
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
    /// Returns balance, history and the server's height, requested concurrently.
    pub(super) async fn facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, Failure> {
        let page = Page::of(from, limit);
        let request = self.address(address, from, &page, deadline);
        let (response, index) = futures::try_join!(request, self.index(deadline))?;
        let tip = index.best_height;
        let balance = balance(&response, address.params())?;
        let (listed, next) = part(response, address.params(), from, &page, limit, tip)?;
        let (entries, lacks_rows) = listed::entries(listed);
        Ok(AddressFacts {
            upstream: Kind::Blockbook.name(),
            tip,
            balance,
            entries,
            next,
            lacks_rows,
        })
    }

    async fn address(
        &self,
        address: &Address,
        from: Position,
        page: &Page,
        deadline: Deadline,
    ) -> Result<AddressResponse, Failure> {
        // The canonical form of a bch address has a prefix, without which Blockbook parses it as base58.
        let mut url = self.endpoint.url(&["api", "v2", "address", &address.to_string()]);
        url.query_pairs_mut()
            .append_pair("details", "txslight")
            .append_pair("page", &page.number.to_string())
            .append_pair("pageSize", &page.size.to_string());
        if let Some(height) = from.height {
            // With a maximum height the server omits the mempool.
            url.query_pairs_mut().append_pair("to", &height.to_string());
        }
        let response = self.endpoint.get(url, deadline).await?;
        if response.is_success() {
            response.json()
        } else {
            Err(unexpected_error(&response))
        }
    }
}

/// Returns the sum of confirmed and unconfirmed balance in base units.
pub(super) fn balance(response: &AddressResponse, params: &Params) -> Result<u64, Failure> {
    let confirmed = parse_amount(&response.balance, params.max_money)
        .map_err(|error| Failure::unusable(format_args!("balance: {error}")))?;
    let text = response.unconfirmed_balance.as_deref().unwrap_or("0");
    let size = parse_amount(text.strip_prefix('-').unwrap_or(text), params.max_money)
        .map_err(|error| Failure::unusable(format_args!("unconfirmed balance: {error}")))?;
    let balance = if text.starts_with('-') {
        confirmed.checked_sub(size)
    } else {
        confirmed.checked_add(size).filter(|sum| *sum <= params.max_money)
    };
    balance.ok_or_else(|| Failure::unusable("balance below zero or above the money supply"))
}

/// Returns the transactions from a position on, at most `limit`, and the next position if there are more.
fn part(
    response: AddressResponse,
    params: &'static Params,
    from: Position,
    page: &Page,
    limit: u32,
    tip: u32,
) -> Result<(Vec<Listed>, Option<Position>), Failure> {
    // The page is beyond the last one, so the position is beyond the end of the list.
    if response.page.is_some_and(|number| number != page.number) {
        return Ok((Vec::new(), None));
    }
    let full = response.transactions.len() >= page.size as usize;
    let rows = decode(response.transactions, params)?;
    let in_range = |row: &Listed| {
        from.height
            .is_none_or(|to| row.height.is_some_and(|height| height <= to))
    };
    let rows = rows.into_iter().filter(in_range);
    let mut remaining = page.skip;
    let mut listed: Vec<_> = rows
        .filter(|row| {
            // Transactions returned earlier may have left this height since; those below it are never skipped
            // for them.
            let skipped = remaining > 0 && row.height == from.height;
            remaining -= u32::from(skipped);
            !skipped
        })
        .collect();
    let more = listed.len() > limit as usize || (full && !listed.is_empty());
    listed.truncate(limit as usize);
    let next = match from.after_rows(listed.iter().map(Listed::place)) {
        // The server lists the mempool on its first page only, so the blocks come next.
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
    Ok((listed, more.then_some(next)))
}

/// Decodes and sorts transactions: pending ones first, then from the latest block down.
pub(super) fn decode(rows: Vec<ListRow<Row>>, params: &'static Params) -> Result<Vec<Listed>, Failure> {
    let rows = rows.into_iter().map(|row| match row {
        ListRow::Read(row) => {
            let place = row.place();
            row.read(params).map_err(|failure| (failure, place))
        }
        ListRow::Unreadable(row) => Err((Failure::unusable("not a transaction"), transaction_row::place(&row))),
    });
    let mut listed = listed::collect(rows.collect())?;
    // Stable sort: the server's order is kept within a block.
    listed.sort_by_key(|row| std::cmp::Reverse(row.height.unwrap_or(u32::MAX)));
    Ok(listed)
}
