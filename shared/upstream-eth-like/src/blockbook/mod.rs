//! Blockbook over the node of an EVM chain: the same server and conventions, with transactions of another shape.
//!
//! Internal transfers are known to servers alone that were set up to index them; no answer says so (docs/decisions/0834).

#[cfg(any(test, feature = "fuzzing"))]
pub mod fuzz;
mod transaction_row;

use crate::history_source::{Head, HistorySource};
use crate::windows::{self, Listed, Lists, Page, Sizes};
use async_trait::async_trait;
use reqwest::Url;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::OnceLock;
use transaction_row::TransactionRow;
use wallet_eth_like::Address;
use wallet_eth_like::history::{HistoryFacts, Position};
use wallet_upstream::blockbook_status::{StatusAnswer, unexpected_error};
use wallet_upstream::client::{Answer, Deadline};
use wallet_upstream::config::Kind;
use wallet_upstream::endpoint::Endpoint;
use wallet_upstream::failure::Failure;

/// One Blockbook of an EVM chain.
#[derive(Debug)]
pub(crate) struct Blockbook {
    endpoint: Endpoint,
}

/// What the server knows of an address. Empty values are left out by the server.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AddressAnswer {
    /// The address that the answer is about.
    address: String,
    /// The page given, which is the last one when the one asked for is beyond it.
    #[serde(default)]
    page: Option<u32>,
    /// The mempool first, then the newest block.
    #[serde(default)]
    transactions: Vec<TransactionRow>,
}

/// What servers call the chains whose internal transfers they index: "Ethereum Archive".
const INDEXES_INTERNAL: &str = "archive";

#[async_trait]
impl HistorySource for Blockbook {
    fn kind(&self) -> Kind {
        Kind::Blockbook
    }

    async fn head(&self, deadline: Deadline) -> Result<Head, Failure> {
        self.status(deadline).await?.blockbook.decode()
    }

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
        // One more to see whether there are more, and some for a block that the page cuts in two.
        let history = windows::history(&list, address, from, limit, Sizes::first(limit + 20));
        let (history, status) = futures::try_join!(history, self.status(deadline))?;
        let indexes = status.blockbook.coin.to_ascii_lowercase().contains(INDEXES_INTERNAL);
        Ok(HistoryFacts {
            lacks_internal_transfers: !indexes && list.knows_internal.get().is_none(),
            ..history
        })
    }
}

impl Blockbook {
    /// The Blockbook at this address.
    pub(crate) const fn new(endpoint: Endpoint) -> Self {
        Self { endpoint }
    }

    async fn status(&self, deadline: Deadline) -> Result<StatusAnswer, Failure> {
        self.get(self.endpoint.url(&["api", "status"]), deadline).await
    }

    async fn get<T: DeserializeOwned>(&self, url: Url, deadline: Deadline) -> Result<T, Failure> {
        let answer: Answer = self.endpoint.get(url, deadline).await?;
        if answer.is_success() {
            answer.json()
        } else {
            Err(unexpected_error(&answer))
        }
    }
}

/// The one list about an address: transactions with all that moves within them.
struct AddressList<'a> {
    server: &'a Blockbook,
    address: Address,
    deadline: Deadline,
    /// Set when an internal transfer was seen: then the server indexes them.
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
            // An end by height leaves the mempool out.
            url.query_pairs_mut().append_pair("to", &to.to_string());
        }
        let answer: AddressAnswer = self.server.get(url, self.deadline).await?;
        if answer.transactions.iter().any(TransactionRow::has_internal_transfers) {
            let _ = self.knows_internal.set(());
        }
        read(answer, self.address, page)
    }
}

fn read(answer: AddressAnswer, address: Address, page: Page) -> Result<Listed, Failure> {
    if answer.address.parse() != Ok(address) {
        return Err(Failure::unusable("an answer about another address"));
    }
    // A page beyond the last one is the last one again.
    if answer.page.is_some_and(|number| number != page.number) {
        return Ok(Listed {
            is_last: true,
            ..Listed::default()
        });
    }
    let is_last = answer.transactions.len() < page.size as usize;
    let rows = answer.transactions.into_iter().map(TransactionRow::read);
    Ok(Listed {
        rows: rows.collect::<Result<_, _>>()?,
        is_last,
        lacks_internal_transfers: false,
    })
}
