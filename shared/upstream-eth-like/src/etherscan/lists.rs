//! Lists of an address, read page by page.

use super::envelope::{Envelope, is_unknown_action};
use super::nfts::{NFT_TOPIC, nft_action};
use super::row::{self, WireRow, place};
use super::{Dialect, Etherscan};
use crate::windows::{Gaps, Listed, ListedRow, Lists, Page, Place, Row};
use async_trait::async_trait;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wallet_eth_like::history::Position;
use wallet_eth_like::{Address, NftKind};
use wallet_upstream::{Deadline, Failure, ListRow, within};

/// Lists of an address.
pub(super) struct AddressLists<'a> {
    server: &'a Etherscan,
    address: String,
    lists: &'static [List],
    deadline: Deadline,
    /// Deadline of the lists of non-fungible tokens.
    nft_deadline: Deadline,
}

/// List of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    /// Transactions in blocks.
    Transactions,
    /// Internal transfers of contracts within transactions.
    Internal,
    /// Transfers of ERC-20 tokens.
    Tokens,
    /// Transfers of non-fungible tokens.
    Nfts(NftKind),
    /// Pending transactions.
    Pending,
}

const MINED: &[List] = &[
    List::Transactions,
    List::Internal,
    List::Tokens,
    List::Nfts(NftKind::Erc721),
    List::Nfts(NftKind::Erc1155),
];
const WITH_PENDING: &[List] = &[
    List::Transactions,
    List::Internal,
    List::Tokens,
    List::Nfts(NftKind::Erc721),
    List::Nfts(NftKind::Erc1155),
    List::Pending,
];

/// Time for the lists of non-fungible tokens of a history: they only complete the response.
const NFT_TIME: Duration = Duration::from_secs(4);

/// Page of a list that is not available.
fn missing(gaps: Gaps) -> Listed {
    Listed {
        is_last: true,
        gaps,
        ..Listed::default()
    }
}

impl List {
    const fn action(self) -> &'static str {
        match self {
            Self::Transactions => "txlist",
            Self::Internal => "txlistinternal",
            Self::Tokens => "tokentx",
            Self::Nfts(kind) => nft_action(kind),
            Self::Pending => "pendingtxlist",
        }
    }

    /// Returns the position of a row in case the row is unreadable.
    fn place(self, row: &ListRow<WireRow>) -> Place {
        match self {
            Self::Pending => Place::Pending,
            Self::Transactions | Self::Internal | Self::Tokens | Self::Nfts(_) => place(row),
        }
    }
}

/// Decodes a row; an unreadable row keeps the place.
pub(super) fn listed(
    row: &ListRow<WireRow>,
    place: Place,
    decode: impl Fn(&WireRow) -> Result<Row, Failure>,
) -> ListedRow {
    let decoded = match row {
        ListRow::Read(row) => decode(row),
        ListRow::Unreadable(_) => Err(Failure::unusable("not a row")),
    };
    decoded.map_or_else(
        |failure| {
            tracing::debug!(%failure, "unreadable row in a history");
            ListedRow::Unreadable(place)
        },
        |row| ListedRow::Read(Box::new(row)),
    )
}

impl<'a> AddressLists<'a> {
    /// Selects the lists with entries after a position.
    pub(super) fn new(server: &'a Etherscan, address: Address, from: Position, deadline: Deadline) -> Self {
        let with_pending = server.dialect == Dialect::Blockscout && from.has_pending();
        Self {
            server,
            address: address.to_string(),
            lists: if with_pending { WITH_PENDING } else { MINED },
            deadline,
            nft_deadline: within(deadline, NFT_TIME),
        }
    }

    /// Requests a page of a list.
    async fn request(&self, list: List, page: Page) -> Result<Envelope, Failure> {
        let (number, size) = (page.number.to_string(), page.size.to_string());
        let mut query = vec![
            ("module", "account"),
            ("action", list.action()),
            ("address", &self.address),
            ("page", &number),
            ("offset", &size),
            ("sort", "desc"),
        ];
        let to = page.to.map(|to| to.to_string());
        // Without a maximum height the parameter is omitted: a very high value returns nothing on some versions
        // of Blockscout.
        if let Some(to) = &to {
            query.extend([("startblock", "0"), ("endblock", to.as_str())]);
        }
        match list {
            List::Nfts(_) => self.server.call_optional(NFT_TOPIC, &query, self.nft_deadline).await,
            List::Transactions | List::Internal | List::Tokens | List::Pending => {
                self.server.call(&query, self.deadline).await
            }
        }
    }

    async fn read(
        &self,
        list: List,
        page: Page,
        decode: impl Fn(&WireRow) -> Result<Row, Failure>,
    ) -> Result<Listed, Failure> {
        let envelope = self.request(list, page).await?;
        let rows: Vec<ListRow<WireRow>> = envelope.rows()?;
        let is_last = rows.len() < page.size as usize;
        let rows = rows.iter().map(|row| listed(row, list.place(row), &decode));
        let listed = Listed::of(rows.collect(), is_last)?;
        let partial = Gaps {
            internal_transfers: envelope.is_partial,
            ..Gaps::default()
        };
        Ok(Listed {
            gaps: listed.gaps.or(partial),
            ..listed
        })
    }

    /// Reads the internal transfers. The remaining lists are useful alone.
    async fn internal_transfers(&self, page: Page) -> Listed {
        let listed = self.read(List::Internal, page, row::internal_transfer).await;
        listed.unwrap_or_else(|failure| {
            tracing::info!(%failure, "internal transfers unavailable, history without them");
            missing(Gaps {
                internal_transfers: true,
                ..Gaps::default()
            })
        })
    }

    /// Reads the transfers of non-fungible tokens, unless the server lacks the list. The remaining lists are useful alone.
    async fn nft_transfers(&self, kind: NftKind, page: Page) -> Listed {
        let lacks_list = &self.server.lacks_nfts[kind as usize];
        if !lacks_list.load(Ordering::Relaxed) {
            match self
                .read(List::Nfts(kind), page, |row| row::nft_transfer(row, kind))
                .await
            {
                Ok(listed) => return listed,
                Err(failure) if is_unknown_action(&failure) => lacks_list.store(true, Ordering::Relaxed),
                Err(failure) => tracing::debug!(%failure, "transfers of non-fungible tokens unavailable"),
            }
        }
        missing(Gaps {
            nft_transfers: true,
            ..Gaps::default()
        })
    }

    /// Reads the pending transactions from a single page: a node's pool limits the pending transactions of an address.
    async fn pending(&self, page: Page) -> Result<Listed, Failure> {
        if page.to.is_some() {
            return Ok(missing(Gaps::default()));
        }
        let first_seen = &self.server.first_seen;
        let decode = |row: &WireRow| row::pending(row, |txid| first_seen.time(txid));
        let listed = self.read(List::Pending, page, decode).await?;
        Ok(Listed {
            is_last: true,
            ..listed
        })
    }
}

#[async_trait]
impl Lists for AddressLists<'_> {
    fn count(&self) -> usize {
        self.lists.len()
    }

    async fn page(&self, list: usize, page: Page) -> Result<Listed, Failure> {
        let list = self.lists[list];
        match list {
            List::Transactions => self.read(list, page, row::transaction).await,
            List::Internal => Ok(self.internal_transfers(page).await),
            List::Tokens => self.read(list, page, row::token_transfer).await,
            List::Nfts(kind) => Ok(self.nft_transfers(kind, page).await),
            List::Pending => self.pending(page).await,
        }
    }
}
