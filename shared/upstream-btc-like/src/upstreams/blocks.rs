//! Implementation of the port `BtcLikeBlocks`: blocks, of which the hashes are confirmed by a second operator.
//!
//! The operators of upstreams are as the pool sees them: hosts of the same domain have the same operator. An upstream that
//! lags far behind does not respond as far as the pool is concerned.

use super::BtcLikeUpstreams;
use crate::source::{BLOCKS, BtcLikeSource, PENDING};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use wallet_btc_like::history::Entry;
use wallet_btc_like::ports::{BtcLikeBlocks, ScriptBlock, ScriptQuery};
use wallet_btc_like::{Address, Block, BlockHash, BlockId, Params, Txid};
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::{Deadline, Failure, Pool, Search};

/// Maximum number of blocks below the second greatest height on which no two operators agree: more than the depth of an
/// ordinary reorganisation.
const MAX_DISAGREEMENT: u32 = 6;

/// Maximum number of blocks for which the transactions of scripts are requested at once, a header each.
const MAX_SCRIPT_BLOCKS: u32 = 50;

type BtcLikePool = Pool<dyn BtcLikeSource>;

/// Response of an upstream, with the operator.
type Response<'a, T> = (&'a str, T);

#[async_trait]
impl BtcLikeBlocks for BtcLikeUpstreams {
    async fn head(&self, params: &'static Params, deadline: Deadline) -> Result<BlockId, UpstreamError> {
        let pool = self.0.pool(params)?;
        let latest = pool.read_by_operator(BLOCKS, deadline, |source, deadline| {
            source.latest_block(BLOCKS, deadline)
        });
        let latest = latest.await?;
        let Some(greatest) = confirmable_height(&latest) else {
            let alone = latest.into_iter().map(|(_, id)| id).max_by_key(|id| id.height);
            return alone.ok_or(UpstreamError::Timeout);
        };
        let at_greatest = latest.iter().filter(|(_, id)| id.height == greatest);
        let known: Vec<_> = at_greatest.map(|(operator, id)| (*operator, Some(id.hash))).collect();
        if let Some(hash) = agreed(&known) {
            return Ok(BlockId { height: greatest, hash });
        }
        let lowest = greatest.saturating_sub(MAX_DISAGREEMENT);
        for height in (lowest..=greatest).rev() {
            if let Some(hash) = agreed(&hashes(pool, height, deadline).await?) {
                return Ok(BlockId { height, hash });
            }
        }
        Err(disagreement(lowest))
    }

    async fn block(
        &self,
        params: &'static Params,
        height: u32,
        deadline: Deadline,
    ) -> Result<Option<Block>, UpstreamError> {
        let Some(hash) = self.block_hash(params, height, deadline).await? else {
            return Ok(None);
        };
        let pool = self.0.pool(params)?;
        download(pool, BlockId { height, hash }, deadline).await.map(Some)
    }

    async fn block_hash(
        &self,
        params: &'static Params,
        height: u32,
        deadline: Deadline,
    ) -> Result<Option<BlockHash>, UpstreamError> {
        let found = hashes(self.0.pool(params)?, height, deadline).await?;
        if !have_two_operators(&found) {
            return Ok(found.into_iter().find_map(|(_, hash)| hash));
        }
        match agreed(&found) {
            Some(hash) => Ok(Some(hash)),
            // An operator that is behind is awaited.
            None if found.iter().any(|(_, hash)| hash.is_none()) => Ok(None),
            None => Err(disagreement(height)),
        }
    }

    async fn transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Entry>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find_in(BLOCKS, deadline, |source, deadline| {
            source.entry(txid, BLOCKS, deadline)
        });
        match search.await? {
            Search::Found(entry) => Ok(Some(entry)),
            Search::Nowhere => Ok(None),
            Search::Unsure(error) => Err(error),
        }
    }

    async fn pending(&self, address: &Address, deadline: Deadline) -> Result<Vec<Entry>, UpstreamError> {
        let pool = self.0.pool(address.params())?;
        pool.read_in(PENDING, deadline, |source, deadline| {
            source.pending(address, PENDING, deadline)
        })
        .await
    }

    async fn script_blocks(
        &self,
        params: &'static Params,
        heights: RangeInclusive<u32>,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<ScriptBlock>, UpstreamError> {
        let (first, last) = (*heights.start(), *heights.end());
        let height = last.min(first.saturating_add(MAX_SCRIPT_BLOCKS - 1));
        let Some(hash) = self.block_hash(params, height, deadline).await? else {
            return Ok(Vec::new());
        };
        let last = BlockId { height, hash };
        let pool = self.0.pool(params)?;
        pool.read_in(BLOCKS, deadline, |source, deadline| {
            source.script_blocks(first, last, query, deadline)
        })
        .await
    }

    async fn script_pending(
        &self,
        params: &'static Params,
        query: &ScriptQuery,
        deadline: Deadline,
    ) -> Result<Vec<Entry>, UpstreamError> {
        let pool = self.0.pool(params)?;
        pool.read_in(PENDING, deadline, |source, deadline| {
            source.script_pending(query, deadline)
        })
        .await
    }

    fn lists_scripts(&self, params: &'static Params) -> bool {
        let pool = self.0.pool(params);
        pool.is_ok_and(|pool| pool.members().iter().any(|member| member.source().lists_scripts()))
    }

    fn lists_blocks(&self, params: &'static Params) -> bool {
        let pool = self.0.pool(params);
        pool.is_ok_and(|pool| pool.members().iter().any(|member| member.source().lists_blocks()))
    }
}

/// Returns the hashes of the block at a height, `None` above the latest block of an upstream.
async fn hashes(
    pool: &BtcLikePool,
    height: u32,
    deadline: Deadline,
) -> Result<Vec<Response<'_, Option<BlockHash>>>, UpstreamError> {
    pool.read_by_operator(BLOCKS, deadline, |source, deadline| {
        source.hash_at(height, BLOCKS, deadline)
    })
    .await
}

/// Returns the block from the first upstream with blocks that has the block. The hash is known, so that the upstream
/// need not be in sync.
async fn download(pool: &BtcLikePool, id: BlockId, deadline: Deadline) -> Result<Block, UpstreamError> {
    let mut failures = Vec::new();
    for member in pool.members().iter().filter(|member| member.source().lists_blocks()) {
        if let Some(wait) = member.retry_after() {
            failures.push(Failure::Paused { wait });
            continue;
        }
        let deadline = member.attempt(deadline);
        let block = member.source().block(id, BLOCKS, deadline);
        match member.call_in(BLOCKS, deadline, block).await {
            Ok(Some(block)) => return Ok(block),
            Ok(None) => failures.push(Failure::Lagging {
                cause: format!("no block {}", id.hash),
            }),
            Err(failure) => {
                tracing::info!(kind = member.kind.name(), host = %member.host, %failure, "block not downloaded");
                failures.push(failure);
            }
        }
    }
    if failures.is_empty() {
        failures.push(Failure::Declined {
            cause: "no upstream of the chain has blocks".to_owned(),
        });
    }
    Err(Failure::outcome_of(failures))
}

/// Returns the greatest height that two operators have reached, `None` with a single operator.
fn confirmable_height(latest: &[Response<'_, BlockId>]) -> Option<u32> {
    let mut heights = BTreeMap::<&str, u32>::new();
    for (operator, id) in latest {
        let height = heights.entry(operator).or_default();
        *height = id.height.max(*height);
    }
    let mut heights: Vec<_> = heights.into_values().collect();
    heights.sort_unstable();
    heights.into_iter().rev().nth(1)
}

fn have_two_operators<T>(responses: &[Response<'_, T>]) -> bool {
    responses.iter().any(|(operator, _)| *operator != responses[0].0)
}

/// Returns the hash that two operators have returned.
fn agreed(responses: &[Response<'_, Option<BlockHash>>]) -> Option<BlockHash> {
    let confirmed = responses.iter().find(|(operator, hash)| {
        let mut others = responses.iter().filter(|(other, _)| other != operator);
        hash.is_some() && others.any(|(_, other)| other == hash)
    });
    confirmed.and_then(|(_, hash)| *hash)
}

fn disagreement(height: u32) -> UpstreamError {
    UpstreamError::Unusable {
        cause: format!("no two operators of upstreams agree on the block at height {height}"),
    }
}
