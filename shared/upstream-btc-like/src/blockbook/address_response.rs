//! Response about an address.

use super::transaction_row::{self, Row};
use crate::listed::{self, Listed, WITHOUT_ADDRESS};
use crate::source::funds;
use serde::Deserialize;
use wallet_btc_like::history::Funds;
use wallet_btc_like::{Address, Params};
use wallet_core::model::parse_amount;
use wallet_upstream::failure::Failure;
use wallet_upstream::list_row::ListRow;

/// Resource of the server about an address or an extended key. The server omits empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddressResponse {
    balance: String,
    #[serde(default)]
    unconfirmed_balance: Option<String>,
    #[serde(default)]
    tokens: Vec<ListRow<KeyAddressRow>>,
    #[serde(default)]
    unconfirmed_txs: u32,
    #[serde(default)]
    page: Option<u32>,
    #[serde(default)]
    total_pages: Option<i64>,
    #[serde(default)]
    items_on_page: Option<u32>,
    #[serde(default)]
    transactions: Vec<ListRow<Row>>,
}

/// Balance and addresses.
pub(super) struct Summary {
    /// Confirmed balance in base units.
    balance: String,
    /// Net change in the mempool in base units, signed.
    unconfirmed_balance: Option<String>,
    /// Number of transactions in the mempool.
    pub(super) unconfirmed_txs: u32,
    /// Addresses of an extended key.
    pub(super) tokens: Vec<ListRow<KeyAddressRow>>,
}

/// Address of an extended key.
#[derive(Deserialize)]
pub(super) struct KeyAddressRow {
    /// The address.
    pub(super) name: String,
    /// Derivation path, which ends with the branch and the index.
    pub(super) path: String,
    /// Number of confirmed transactions.
    #[serde(default)]
    pub(super) transfers: u64,
}

/// Page of transactions.
pub(super) struct ListedPage {
    /// Number of transactions in the mempool.
    pub(super) unconfirmed_txs: u32,
    /// Returned page, which is the last one if the requested page is beyond it.
    pub(super) page: Option<u32>,
    /// Number of pages, -1 if it is unknown.
    pub(super) total_pages: Option<i64>,
    /// Maximum number of confirmed transactions on a page, which may be lower than requested.
    pub(super) items_on_page: Option<u32>,
    /// The mempool first, then the blocks from the latest down.
    pub(super) transactions: Vec<ListRow<Row>>,
}

impl AddressResponse {
    /// Splits the response into its two subjects.
    pub(super) fn split(self) -> (Summary, ListedPage) {
        let summary = Summary {
            balance: self.balance,
            unconfirmed_balance: self.unconfirmed_balance,
            unconfirmed_txs: self.unconfirmed_txs,
            tokens: self.tokens,
        };
        let page = ListedPage {
            unconfirmed_txs: self.unconfirmed_txs,
            page: self.page,
            total_pages: self.total_pages,
            items_on_page: self.items_on_page,
            transactions: self.transactions,
        };
        (summary, page)
    }
}

/// Returns the confirmed and unconfirmed balance.
pub(super) fn balance(summary: &Summary, params: &Params) -> Result<Funds, Failure> {
    let confirmed = parse_amount(&summary.balance, params.max_balance)
        .map_err(|error| Failure::unusable(format_args!("balance: {error}")))?;
    let text = summary.unconfirmed_balance.as_deref().unwrap_or("0");
    let size = parse_amount(text.strip_prefix('-').unwrap_or(text), params.max_balance)
        .map_err(|error| Failure::unusable(format_args!("unconfirmed balance: {error}")))?;
    let sign = if text.starts_with('-') { -1 } else { 1 };
    funds(confirmed, i128::from(size) * sign, params)
}

/// Decodes and sorts transactions, of an address if one is given: pending ones first, then from the latest block down.
pub(super) fn decode(
    rows: Vec<ListRow<Row>>,
    address: Option<&Address>,
    params: &'static Params,
) -> Result<Vec<Listed>, Failure> {
    let read = |row: Row| match address {
        Some(address) if !row.contains(params, address) => Err(Failure::unusable(WITHOUT_ADDRESS)),
        _ => row.read(params),
    };
    let rows = rows.into_iter().map(|row| match row {
        ListRow::Read(row) => (row.place(), read(row)),
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
