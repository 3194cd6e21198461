//! Blockbook on top of an EVM node: the same server and conventions, with transactions of a different format.
//!
//! Only servers that are configured to index internal transfers have them, and no response states that they do
//! (docs/decisions/evm-history.md#blockbook-for-evm-chains).

#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod transaction_row;

use crate::windows::{self, HistorySource, Listed, ListedRow, Lists, Page, Sizes};
use async_trait::async_trait;
use reqwest::Url;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::OnceLock;
use transaction_row::TransactionRow;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_eth_like::{Address, ApprovalLogs, ReceivedNfts};
use wallet_upstream::blockbook_status::{StatusResponse, unexpected_error};
use wallet_upstream::{Deadline, Endpoint, Failure, Head, Kind, ListRow, Source, UpstreamResponse};

/// Blockbook server of an EVM chain.
#[derive(Debug)]
pub(crate) struct Blockbook {
    endpoint: Endpoint,
}

/// Address resource of the server, which omits empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressResponse {
    /// Address of the response.
    address: String,
    /// Returned page, which is the last page if the requested page is further back.
    page: Option<u32>,
    /// The mempool first, then the blocks from the latest down.
    #[serde(default)]
    transactions: Vec<ListRow<TransactionRow>>,
}

impl AddressResponse {
    /// Returns true if a transaction lists an internal transfer.
    fn has_internal_transfers(&self) -> bool {
        let rows = self.transactions.iter();
        rows.filter_map(|row| match row {
            ListRow::Read(row) => Some(row),
            ListRow::Unreadable(_) => None,
        })
        .any(TransactionRow::has_internal_transfers)
    }
}

/// Part of the chain names of servers that index internal transfers: "Ethereum Archive".
const INDEXES_INTERNAL: &str = "archive";

#[async_trait]
impl Source for Blockbook {
    fn kind(&self) -> Kind {
        Kind::Blockbook
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.status(deadline).await?.blockbook.decode()
    }

    /// Sends no request: no resource of the server has the chain id.
    async fn follows_chain(&self, _: Deadline) -> Result<bool, Failure> {
        Ok(true)
    }
}

#[async_trait]
impl HistorySource for Blockbook {
    async fn history(
        &self,
        address: Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<HistoryFacts, Failure> {
        let list = AddressList {
            server: self,
            address,
            deadline,
            knows_internal: OnceLock::new(),
        };
        // A row beyond the limit detects further transactions, and some rows for a block that the page splits.
        let history = windows::history(&list, address, from, limit, Sizes::first(limit + 20));
        let (history, status) = futures::try_join!(history, self.status(deadline))?;
        let indexes = status.blockbook.coin.to_ascii_lowercase().contains(INDEXES_INTERNAL);
        Ok(HistoryFacts {
            lacks_internal_transfers: !indexes && list.knows_internal.get().is_none(),
            ..history
        })
    }

    async fn approval_logs(&self, _: Address, _: u64, _: Deadline) -> Result<ApprovalLogs, Failure> {
        Err(lacks("logs"))
    }

    async fn received_nfts(&self, _: Address, _: Option<u64>, _: Deadline) -> Result<ReceivedNfts, Failure> {
        Err(lacks("received tokens without their transactions"))
    }
}

/// Returns the failure for a list that the protocol lacks.
fn lacks(what: &str) -> Failure {
    Failure::Declined {
        cause: format!("the protocol lists no {what}"),
    }
}

impl Blockbook {
    /// Creates the adapter of the Blockbook at this endpoint.
    pub(crate) const fn new(endpoint: Endpoint) -> Self {
        Self { endpoint }
    }

    async fn status(&self, deadline: Deadline) -> Result<StatusResponse, Failure> {
        self.get(self.endpoint.url(&["api", "status"]), deadline).await
    }

    async fn get<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<T, Failure> {
        let response: UpstreamResponse = self.endpoint.get(url, deadline).await?;
        if response.is_success() {
            response.json()
        } else {
            Err(unexpected_error(&response))
        }
    }
}

/// The single list of an address: transactions with all of their transfers.
struct AddressList<'a> {
    server: &'a Blockbook,
    address: Address,
    deadline: Deadline,
    /// Set once an internal transfer was seen, which proves that the server indexes them.
    knows_internal: OnceLock<()>,
}

#[async_trait]
impl Lists for AddressList<'_> {
    fn count(&self) -> usize {
        1
    }

    async fn page(&self, _: usize, page: Page) -> Result<Listed, Failure> {
        let mut url = self
            .server
            .endpoint
            .url(&["api", "v2", "address", &self.address.to_string()]);
        url.query_pairs_mut()
            .append_pair("details", "txs")
            .append_pair("page", &page.number.to_string())
            .append_pair("pageSize", &page.size.to_string());
        if let Some(to) = page.to {
            // With a maximum height the server omits the mempool.
            url.query_pairs_mut().append_pair("to", &to.to_string());
        }
        let response: AddressResponse = self.server.get(url, self.deadline).await?;
        if response.has_internal_transfers() {
            let _ = self.knows_internal.set(());
        }
        read(response, self.address, page)
    }
}

fn read(response: AddressResponse, address: Address, page: Page) -> Result<Listed, Failure> {
    if response.address.parse() != Ok(address) {
        return Err(Failure::unusable("response for a different address"));
    }
    // A page beyond the last page repeats the last page.
    if response.page.is_some_and(|number| number != page.number) {
        return Ok(Listed {
            is_last: true,
            ..Listed::default()
        });
    }
    let is_last = response.transactions.len() < page.size as usize;
    let rows = response.transactions.into_iter().map(|row| listed(row, address));
    Listed::of(rows.collect(), is_last)
}

/// Decodes a row; an unreadable row keeps the place.
fn listed(row: ListRow<TransactionRow>, address: Address) -> ListedRow {
    let (place, decoded) = match row {
        ListRow::Read(row) => (row.place(), row.read(address)),
        ListRow::Unreadable(row) => (
            transaction_row::place(&row),
            Err(Failure::unusable("not a transaction")),
        ),
    };
    decoded.map_or_else(
        |failure| {
            tracing::debug!(%failure, "unreadable row in a history");
            ListedRow::Unreadable(place)
        },
        |row| ListedRow::Read(Box::new(row)),
    )
}
