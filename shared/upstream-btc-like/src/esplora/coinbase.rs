//! `GET /block/{hash}/txid/0`: detection of coinbase outputs, which the rows of unspent outputs do not mark.
//!
//! The first transaction of a block is its coinbase, so one call per block covers all of its outputs.

use super::{Esplora, success, trimmed_text};
use futures::{StreamExt, TryStreamExt, stream};
use lru::LruCache;
use std::collections::{HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use wallet_btc_like::{BlockHash, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Maximum number of cached blocks: those of one and a half days on Litecoin.
const CACHE_SIZE: NonZeroUsize = NonZeroUsize::new(1000).expect("not zero");

/// Maximum number of concurrent calls.
const PARALLEL: usize = 8;

/// Cache of coinbases by block. The contents of a block hash never change.
pub(super) struct Coinbases(Mutex<LruCache<BlockHash, Txid>>);

impl Default for Coinbases {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(CACHE_SIZE)))
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
    /// Returns the coinbase of each of these blocks.
    pub(super) async fn coinbases_of(
        &self,
        blocks: HashSet<BlockHash>,
        deadline: Deadline,
    ) -> Result<HashMap<BlockHash, Txid>, Failure> {
        let requests = blocks
            .into_iter()
            .map(|block| async move { Ok((block, self.coinbase_of(block, deadline).await?)) });
        stream::iter(requests).buffer_unordered(PARALLEL).try_collect().await
    }

    async fn coinbase_of(&self, block: BlockHash, deadline: Deadline) -> Result<Txid, Failure> {
        if let Some(coinbase) = self.coinbases.get(&block) {
            return Ok(coinbase);
        }
        let segments = ["block", &block.to_string(), "txid", "0"];
        let response = success(self.get(&segments, deadline).await?)?;
        let coinbase = trimmed_text(&response)?
            .parse()
            .map_err(|_| Failure::unusable(format_args!("coinbase of block {block} is not a valid txid")))?;
        self.coinbases.put(block, coinbase);
        Ok(coinbase)
    }
}
