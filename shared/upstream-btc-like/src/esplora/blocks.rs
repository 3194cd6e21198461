//! Blocks and transactions for notifications: `GET /blocks`, `GET /block-height/{height}`, `GET /block/{hash}/raw`,
//! `GET /tx/{txid}` and `GET /address/{address}/txs/mempool`.

use super::transaction::found as found_transaction;
use super::transaction_row::Row;
use super::{Esplora, block_hash, pages, success, trimmed_text};
use crate::source::{BlockSource, decode_block, pending_entries};
use async_trait::async_trait;
use serde::Deserialize;
use wallet_btc_like::history::Entry;
use wallet_btc_like::{Address, Block, BlockHash, BlockId, Txid};
use wallet_upstream::{Deadline, Failure, Lane, ListRow, UpstreamResponse};

/// Block of the list, which starts with the latest block.
#[derive(Deserialize)]
pub(super) struct Latest {
    id: BlockHash,
    height: u32,
}

/// Returns the latest block of the list.
pub(super) fn latest(blocks: &[Latest]) -> Result<BlockId, Failure> {
    let latest = blocks.first().ok_or_else(|| Failure::unusable("no blocks"))?;
    Ok(BlockId {
        height: latest.height,
        hash: latest.id,
    })
}

/// Returns the response, `None` if the server does not have the block.
fn found(response: UpstreamResponse) -> Result<Option<UpstreamResponse>, Failure> {
    let unknown = response.status() == 404 && trimmed_text(&response)?.eq_ignore_ascii_case("block not found");
    if unknown { Ok(None) } else { success(response).map(Some) }
}

#[async_trait]
impl BlockSource for Esplora {
    async fn latest_block(&self, lane: Lane, deadline: Deadline) -> Result<BlockId, Failure> {
        let response = success(self.get_in(lane, &["blocks"], deadline).await?)?;
        latest(&response.json::<Vec<Latest>>()?)
    }

    async fn hash_at(&self, height: u32, lane: Lane, deadline: Deadline) -> Result<Option<BlockHash>, Failure> {
        let response = self
            .get_in(lane, &["block-height", &height.to_string()], deadline)
            .await?;
        found(response)?.as_ref().map(block_hash).transpose()
    }

    async fn block(&self, id: BlockId, lane: Lane, deadline: Deadline) -> Result<Option<Block>, Failure> {
        let endpoint = self.endpoint.allowing_body(self.downloads.body()).accepting_bytes();
        let url = endpoint.url(&["block", &id.hash.to_string(), "raw"]);
        let download = async {
            let response = endpoint.get_in(lane, url, deadline).await?;
            let Some(response) = found(response)? else {
                return Ok(None);
            };
            decode_block(self.params, id, response.bytes()?).map(Some)
        };
        self.downloads.run(deadline, download).await
    }

    async fn entry(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Entry>, Failure> {
        let response = self.get_in(lane, &["tx", &txid.to_string()], deadline).await?;
        let Some(response) = found_transaction(response)? else {
            return Ok(None);
        };
        let row: Row = response.json()?;
        let mut listed = pages::decode(vec![ListRow::Read(row)], None, self.params)?;
        let is_pending = listed.iter().all(|row| row.height.is_none());
        if is_pending {
            self.set_first_seen(&mut listed, deadline).await;
        }
        let entry = listed
            .into_iter()
            .find_map(|row| row.entry)
            .filter(|entry| entry.txid == txid);
        entry
            .map(Some)
            .ok_or_else(|| Failure::unusable(format_args!("transaction {txid} is unreadable or has a different id")))
    }

    async fn pending(&self, address: &Address, lane: Lane, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let mut listed = self.pending_transactions(address, lane, deadline).await?;
        self.set_first_seen(&mut listed, deadline).await;
        Ok(pending_entries(listed))
    }
}
