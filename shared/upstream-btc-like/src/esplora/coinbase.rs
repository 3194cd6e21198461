//! `GET /block/{hash}/txid/0`: which outputs were made by mining, since the rows of unspent outputs do not tell.
//!
//! The first transaction of a block is its coinbase, so one call for each block tells it of every output in the block.

use super::{Esplora, success, words};
use futures::{StreamExt, TryStreamExt, stream};
use lru::LruCache;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use wallet_btc_like::{BlockHash, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// The most blocks remembered: those of a day and a half of Litecoin.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(1000).expect("not zero");

/// Calls under way at once.
const PARALLEL: usize = 8;

/// The coinbases of blocks. What a block's hash commits to never changes.
pub(super) struct Coinbases(Mutex<LruCache<BlockHash, Txid>>);

impl Default for Coinbases {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(REMEMBERED)))
    }
}

impl Coinbases {
    fn get(&self, block: &BlockHash) -> Option<Txid> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(block).copied()
    }

    fn put(&self, block: BlockHash, coinbase: Txid) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.put(block, coinbase);
    }
}

impl Esplora {
    /// The coinbase of each of these blocks.
    pub(super) async fn coinbases_of(
        &self,
        blocks: HashSet<BlockHash>,
        deadline: Deadline,
    ) -> Result<HashMap<BlockHash, Txid>, Failure> {
        let questions = blocks
            .into_iter()
            .map(|block| async move { Ok((block, self.coinbase_of(block, deadline).await?)) });
        stream::iter(questions).buffer_unordered(PARALLEL).try_collect().await
    }

    async fn coinbase_of(&self, block: BlockHash, deadline: Deadline) -> Result<Txid, Failure> {
        if let Some(coinbase) = self.coinbases.get(&block) {
            return Ok(coinbase);
        }
        let segments = ["block", &block.to_string(), "txid", "0"];
        let answer = success(self.get(&segments, deadline).await?)?;
        let coinbase = words(&answer)?
            .parse()
            .map_err(|_| Failure::unusable(format_args!("the coinbase of block {block} is no txid")))?;
        self.coinbases.put(block, coinbase);
        Ok(coinbase)
    }
}
