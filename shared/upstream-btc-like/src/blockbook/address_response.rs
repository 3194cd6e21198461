//! Response about an address.

use super::transaction_row::{self, Row};
use crate::listed::{self, Listed};
use crate::source::funds;
use serde::Deserialize;
use wallet_btc_like::Params;
use wallet_btc_like::history::Funds;
use wallet_core::model::parse_amount;
use wallet_upstream::failure::Failure;
use wallet_upstream::list_row::ListRow;

/// Address resource of the server, which omits empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressResponse {
    /// Confirmed balance in base units.
    balance: String,
    /// Net change in the mempool in base units, signed.
    #[serde(default)]
    unconfirmed_balance: Option<String>,
    /// Number of transactions in the mempool.
    #[serde(default)]
    pub(super) unconfirmed_txs: u32,
    /// Returned page, which is the last one if the requested page is beyond it.
    #[serde(default)]
    pub(super) page: Option<u32>,
    /// Number of pages, -1 if it is unknown.
    #[serde(default)]
    pub(super) total_pages: Option<i64>,
    /// Maximum number of confirmed transactions on a page, which may be lower than requested.
    #[serde(default)]
    pub(super) items_on_page: Option<u32>,
    /// The mempool first, then the blocks from the latest down.
    #[serde(default)]
    pub(super) transactions: Vec<ListRow<Row>>,
}

/// Returns the confirmed and unconfirmed balance.
pub(super) fn balance(response: &AddressResponse, params: &Params) -> Result<Funds, Failure> {
    let confirmed = parse_amount(&response.balance, params.max_balance)
        .map_err(|error| Failure::unusable(format_args!("balance: {error}")))?;
    let text = response.unconfirmed_balance.as_deref().unwrap_or("0");
    let size = parse_amount(text.strip_prefix('-').unwrap_or(text), params.max_balance)
        .map_err(|error| Failure::unusable(format_args!("unconfirmed balance: {error}")))?;
    let sign = if text.starts_with('-') { -1 } else { 1 };
    funds(confirmed, i128::from(size) * sign, params)
}

/// Decodes and sorts transactions: pending ones first, then from the latest block down.
pub(super) fn decode(rows: Vec<ListRow<Row>>, params: &'static Params) -> Result<Vec<Listed>, Failure> {
    let rows = rows.into_iter().map(|row| match row {
        ListRow::Read(row) => (row.place(), row.read(params)),
        ListRow::Unreadable(row) => (
            transaction_row::place(&row),
            Err(Failure::unusable("not a transaction")),
        ),
    });
    let mut listed = listed::collect(rows.collect())?;
    // Stable sort: the server's order is kept within a block.
    listed.sort_by_key(|row| std::cmp::Reverse(row.height.unwrap_or(u32::MAX)));
    Ok(listed::with_ordered_mempool(listed))
}
