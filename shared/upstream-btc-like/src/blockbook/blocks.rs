//! Blocks and transactions for notifications: `GET /api/v2/block-index/{height}`, `GET /api/v2/rawblock/{hash}`,
//! `GET /api/v2/tx/{txid}`, and the mempool in `GET /api/v2/address/{address}`.

use super::rows::{Row, decode};
use super::walk::Page;
use super::{Blockbook, unexpected_error};
use crate::source::{BlockSource, decode_block, pending_entries};
use async_trait::async_trait;
use serde::Deserialize;
use wallet_btc_like::history::Entry;
use wallet_btc_like::{Address, Block, BlockHash, BlockId, Params, Txid};
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::{Deadline, Failure, Lane, UpstreamResponse};

/// Size of the JSON around the hex of a block in bytes.
const ENVELOPE: usize = 1000;

/// Returns the maximum size of the response with a block of the chain in bytes: two digits per byte.
pub(super) fn max_response(params: &Params) -> usize {
    params.max_block_size * 2 + ENVELOPE
}

/// Block of a height.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BlockIndex {
    /// Empty above the latest block.
    block_hash: String,
}

impl BlockIndex {
    /// Returns the hash, `None` above the latest block.
    pub(super) fn decode(&self) -> Result<Option<BlockHash>, Failure> {
        let hash = (!self.block_hash.is_empty()).then(|| self.block_hash.parse());
        hash.transpose()
            .map_err(|_| Failure::unusable("the hash of a block is not valid"))
    }
}

/// Bytes of a block.
#[derive(Deserialize)]
pub(super) struct RawBlock {
    hex: String,
}

impl RawBlock {
    /// Decodes the block with this hash.
    pub(super) fn decode(self, params: &'static Params, id: BlockId) -> Result<Block, Failure> {
        let bytes =
            hex::decode(self.hex).map_err(|error| Failure::unusable(format_args!("hex of a block: {error}")))?;
        decode_block(params, id, &bytes)
    }
}

/// Returns the response, `None` if the server does not have the block.
fn found(response: UpstreamResponse) -> Result<Option<UpstreamResponse>, Failure> {
    if response.is_success() {
        return Ok(Some(response));
    }
    match response.json::<ErrorBody>() {
        Ok(body) if response.status() == 400 && body.error.eq_ignore_ascii_case("block not found") => Ok(None),
        _ => Err(unexpected_error(&response)),
    }
}

#[async_trait]
impl BlockSource for Blockbook {
    async fn latest_block(&self, lane: Lane, deadline: Deadline) -> Result<BlockId, Failure> {
        // The pool requests the same status, so that the lane of the first request does not matter.
        let height = self.status.latest(&self.endpoint, deadline).await?.indexed_height()?;
        let hash = self.indexed_hash(height, lane, deadline).await?;
        let hash = hash.ok_or_else(|| Failure::unusable(format_args!("no block at the latest height {height}")))?;
        Ok(BlockId { height, hash })
    }

    async fn hash_at(&self, height: u32, lane: Lane, deadline: Deadline) -> Result<Option<BlockHash>, Failure> {
        self.indexed_hash(height, lane, deadline).await
    }

    async fn block(&self, id: BlockId, lane: Lane, deadline: Deadline) -> Result<Option<Block>, Failure> {
        let endpoint = self.endpoint.allowing_body(self.downloads.body());
        let url = endpoint.url(&["api", "v2", "rawblock", &id.hash.to_string()]);
        let download = async {
            let response = endpoint.get_in(lane, url, deadline).await?;
            let Some(response) = found(response)? else {
                return Ok(None);
            };
            let raw: RawBlock = response.json()?;
            // The body is not needed for decoding.
            drop(response);
            raw.decode(self.params, id).map(Some)
        };
        self.downloads.run(deadline, download).await
    }

    async fn entry(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Entry>, Failure> {
        let Some(row) = self.transaction::<Row>(txid, lane, deadline).await? else {
            return Ok(None);
        };
        let entry = row.read(self.params)?;
        if entry.txid == txid {
            Ok(Some(entry))
        } else {
            Err(Failure::unusable(format_args!(
                "transaction {}, expected {txid}",
                entry.txid
            )))
        }
    }

    /// Returns the pending transactions, which the first page has in addition to the confirmed transactions.
    async fn pending(&self, address: &Address, lane: Lane, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let resource = self.address_resource(address);
        let first = Page {
            number: 1,
            size: 1,
            to: None,
        };
        let (_, page) = self.transactions_in(lane, &resource, &first, deadline).await?;
        decode(page.transactions, Some(address), self.params).map(pending_entries)
    }
}

impl Blockbook {
    /// Returns the hash of the block at a height, `None` above the latest block.
    pub(super) async fn indexed_hash(
        &self,
        height: u32,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<BlockHash>, Failure> {
        let response = self
            .get_in(lane, &["block-index", &height.to_string()], deadline)
            .await?;
        match found(response)? {
            Some(response) => response.json::<BlockIndex>()?.decode(),
            None => Ok(None),
        }
    }
}
