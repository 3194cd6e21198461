//! Headers and transactions for notifications. The protocol has no blocks.

use super::Electrum;
use super::head::{self, Subscription};
use super::histories::History;
use crate::source::{BLOCKS, BlockSource, MAX_PENDING, PENDING, TransactionSource};
use async_trait::async_trait;
use wallet_btc_like::history::{Entry, Position};
use wallet_btc_like::ports::{ScriptBlock, ScriptQuery};
use wallet_btc_like::{Address, Block, BlockHash, BlockId, TransactionStatus, Txid};
use wallet_upstream::{Deadline, Failure, Lane};

#[async_trait]
impl BlockSource for Electrum {
    fn lists_blocks(&self) -> bool {
        false
    }

    async fn latest_block(&self, lane: Lane, deadline: Deadline) -> Result<BlockId, Failure> {
        let client = self.client.in_lane(lane);
        let [tip] = client.call([head::tip_request()], client.attempt(deadline)).await?;
        tip.read::<Subscription>()?.id()
    }

    async fn hash_at(&self, height: u32, lane: Lane, deadline: Deadline) -> Result<Option<BlockHash>, Failure> {
        let client = self.client.in_lane(lane);
        let requests = [head::header_request(height), head::tip_request()];
        let [header, tip] = client.call(requests, client.attempt(deadline)).await?;
        if height > head::read_tip(tip)?.height {
            return Ok(None);
        }
        head::hash(&header.read::<String>()?).map(Some)
    }

    async fn block(&self, _: BlockId, _: Lane, _: Deadline) -> Result<Option<Block>, Failure> {
        Err(Failure::Declined {
            cause: "the protocol has no blocks".to_owned(),
        })
    }

    async fn entry(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Entry>, Failure> {
        let client = self.client.in_lane(lane);
        let deadline = client.attempt(deadline);
        let block = match self.transaction_status(txid, lane, deadline).await? {
            Some(TransactionStatus::Confirmed { block, .. }) => Some(block),
            Some(TransactionStatus::Pending { .. } | TransactionStatus::Replaced { .. }) => None,
            None => return Ok(None),
        };
        let history = History::of(vec![(txid, block)], false);
        let page = self.page(&client, &history, Position::default(), 1, deadline).await?;
        let entry = page.entries.into_iter().next();
        entry
            .map(Some)
            .ok_or_else(|| Failure::unusable(format_args!("transaction {txid} or a parent is unreadable")))
    }

    async fn pending(&self, address: &Address, lane: Lane, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let client = self.client.in_lane(lane);
        let deadline = client.attempt(deadline);
        let script = address.script_pubkey().as_bytes();
        let pending = self.histories.get(&client, script, deadline).await?.pending();
        let page = self
            .page(&client, &pending, Position::default(), MAX_PENDING as usize, deadline)
            .await?;
        Ok(page.entries)
    }

    fn lists_scripts(&self) -> bool {
        true
    }

    async fn script_blocks(
        &self,
        first: u32,
        last: BlockId,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<ScriptBlock>, Failure> {
        let client = self.client.in_lane(BLOCKS);
        self.read_blocks(&client, (first, last), query, deadline).await
    }

    async fn script_pending(&self, query: &ScriptQuery, deadline: Deadline) -> Result<Vec<Entry>, Failure> {
        let client = self.client.in_lane(PENDING);
        self.read_pending(&client, query, deadline).await
    }
}
