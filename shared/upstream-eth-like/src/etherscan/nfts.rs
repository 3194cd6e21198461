//! The lists `tokennfttx` and `token1155tx`: non-fungible tokens that an address has received, latest first.

use super::Etherscan;
use super::row::{WireRow, number, read};
use futures::future::join_all;
use wallet_eth_like::{Address, NftKey, NftKind, ReceivedNft, ReceivedNfts};
use wallet_upstream::{Deadline, Failure, ListRow, Topic};

/// Rows of a page.
const PAGE: usize = 1000;

/// Topic of the requests of the lists, which the logs of approvals share.
pub(super) const NFT_TOPIC: Topic = Topic::Logs;

/// Returns the action of the list of transfers of a standard.
pub(super) const fn nft_action(kind: NftKind) -> &'static str {
    match kind {
        NftKind::Erc721 => "tokennfttx",
        NftKind::Erc1155 => "token1155tx",
    }
}

/// Rows of a list from a block downwards.
#[derive(Debug, Default)]
pub(super) struct NftList {
    pub(super) rows: Vec<ReceivedNft>,
    /// The block down to which the page has all rows, `None` down to the first block.
    complete_to: Option<u64>,
    pub(super) is_partial: bool,
}

impl Etherscan {
    pub(super) async fn nfts_to(
        &self,
        address: Address,
        to: Option<u64>,
        deadline: Deadline,
    ) -> Result<ReceivedNfts, Failure> {
        let lists = NftKind::ALL.map(|kind| self.nft_list(kind, address, to, deadline));
        let mut found = Vec::new();
        let mut lacking = None;
        for list in join_all(lists).await {
            match list {
                Ok(list) => found.push(list),
                Err(failure) => lacking = Some(failure),
            }
        }
        match lacking {
            Some(failure) if found.is_empty() => Err(failure),
            lacking => {
                let received = merge(found);
                Ok(ReceivedNfts {
                    is_partial: received.is_partial || lacking.is_some(),
                    ..received
                })
            }
        }
    }

    async fn nft_list(
        &self,
        kind: NftKind,
        address: Address,
        to: Option<u64>,
        deadline: Deadline,
    ) -> Result<NftList, Failure> {
        let (owner, size) = (address.to_string(), PAGE.to_string());
        let end = to.map(|to| to.to_string());
        let mut query = vec![
            ("module", "account"),
            ("action", nft_action(kind)),
            ("address", &*owner),
            ("page", "1"),
            ("offset", &*size),
            ("sort", "desc"),
        ];
        if let Some(end) = &end {
            query.extend([("startblock", "0"), ("endblock", end.as_str())]);
        }
        let envelope = self.call_optional(NFT_TOPIC, &query, deadline).await?;
        decode(&envelope.rows()?, kind, address, to)
    }
}

/// Reads a page of a list.
pub(super) fn decode(
    rows: &[ListRow<WireRow>],
    kind: NftKind,
    owner: Address,
    to: Option<u64>,
) -> Result<NftList, Failure> {
    let read_rows: Vec<_> = rows.iter().filter_map(|row| transfer(row, kind)).collect();
    if read_rows.is_empty() && !rows.is_empty() {
        return Err(Failure::unusable("no row is a transfer of a non-fungible token"));
    }
    let blocks = || read_rows.iter().map(|(row, _)| row.block);
    if !blocks().rev().is_sorted() || to.is_some_and(|to| blocks().any(|block| block > to)) {
        return Err(Failure::unusable(
            "list is not in descending order from the requested block",
        ));
    }
    let last = blocks().next_back().filter(|_| rows.len() >= PAGE);
    let is_single_block = last.is_some_and(|last| blocks().next() == Some(last));
    let complete_to = last.map(|last| if is_single_block { last } else { last.saturating_add(1) });
    let received = read_rows.iter().filter(|(_, recipient)| *recipient == owner);
    Ok(NftList {
        rows: received
            .map(|(row, _)| *row)
            .filter(|row| complete_to.is_none_or(|end| row.block >= end))
            .collect(),
        complete_to,
        is_partial: is_single_block || read_rows.len() < rows.len(),
    })
}

fn transfer(row: &ListRow<WireRow>, kind: NftKind) -> Option<(ReceivedNft, Address)> {
    let ListRow::Read(row) = row else { return None };
    let decode = || {
        let key = NftKey {
            kind,
            contract: row.contract()?,
            id: row.token_id()?,
        };
        let block = number("blockNumber", row.block_number.as_deref().unwrap_or_default())?;
        let to = read("to", row.to.as_deref().unwrap_or_default())?;
        Ok::<_, Failure>((ReceivedNft { key, block }, to))
    };
    decode()
        .inspect_err(|failure| tracing::debug!(%failure, "unreadable transfer of a non-fungible token"))
        .ok()
}

/// Merges the lists, as far as both reach.
fn merge(lists: Vec<NftList>) -> ReceivedNfts {
    let complete_to = lists.iter().filter_map(|list| list.complete_to).max();
    let is_partial = lists.iter().any(|list| list.is_partial);
    let rows = lists.into_iter().flat_map(|list| list.rows);
    ReceivedNfts {
        rows: rows
            .filter(|row| complete_to.is_none_or(|end| row.block >= end))
            .collect(),
        next: complete_to.and_then(|end| end.checked_sub(1)),
        is_partial,
    }
}
