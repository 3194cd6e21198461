//! Implementation of the port `EthLikeBlocks` over the configured nodes. Heights and hashes are those on which nodes of
//! two operators agree, where nodes of two operators respond.

use super::{EthLikeNodes, POOL_TIME};
use crate::json_rpc::{BLOCKS, JsonRpc, Latest, TRACES};
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use wallet_core::ports::upstream::UpstreamError;
use wallet_eth_like::block::{Block, BlockId, BlockTransaction, Head};
use wallet_eth_like::ports::EthLikeBlocks;
use wallet_eth_like::{Address, Hash, Params};
use wallet_upstream::{Deadline, Lane, Pool, Search, Topic, within};

/// Time for the traces of a block.
const TRACES_TIME: Duration = Duration::from_secs(5);

/// Number of blocks from the head of a node down that are compared with the other nodes, for a fork of the last block.
const COMPARED: u64 = 3;
/// Maximum number of compared heights.
const MAX_COMPARED: usize = 9;

#[async_trait]
impl EthLikeBlocks for EthLikeNodes {
    async fn head(&self, params: Params, deadline: Deadline) -> Result<Head, UpstreamError> {
        let pool = self.0.pool(params)?;
        let claims = pool.read_by_operator(BLOCKS, deadline, JsonRpc::latest);
        let claims = claims.await?;
        let latest = confirmed(pool, &claims, deadline).await?;
        let finalized = claims.iter().filter_map(|(_, claim)| claim.finalized).min();
        Ok(Head {
            latest,
            finalized: finalized.map(|height| height.min(latest.height)),
        })
    }

    async fn block(&self, params: Params, height: u64, deadline: Deadline) -> Result<Option<Block>, UpstreamError> {
        let Some(hash) = self.block_hash(params, height, deadline).await? else {
            return Ok(None);
        };
        let pool = self.0.pool(params)?;
        let id = BlockId { height, hash };
        let search = pool.find_in(BLOCKS, deadline, |source, deadline| source.block(id, deadline));
        match search.await? {
            Search::Found(mut block) => {
                if block.lacks_internal {
                    add_movements(pool, &mut block, deadline).await;
                }
                Ok(Some(block))
            }
            Search::Nowhere => Err(unavailable("no node has the block by hash")),
            Search::Unsure(error) => Err(error),
        }
    }

    async fn block_hash(&self, params: Params, height: u64, deadline: Deadline) -> Result<Option<Hash>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let heights = [height];
        let hashes = pool.read_by_operator(BLOCKS, deadline, |source, deadline| source.hashes(&heights, deadline));
        let hashes = hashes.await?;
        let claims = claims_at(&hashes, 0);
        if let Some(hash) = agreed(&claims).or_else(|| sole(&claims)) {
            return Ok(Some(hash));
        }
        // A node without the block lags, or the block is at the end of the chain.
        let reporting: BTreeSet<_> = claims
            .iter()
            .filter_map(|(operator, hash)| hash.map(|_| operator))
            .collect();
        if reporting.len() > 1 {
            return Err(unavailable("the operators of the nodes report different blocks"));
        }
        Ok(None)
    }

    async fn transaction(
        &self,
        params: Params,
        hash: Hash,
        deadline: Deadline,
    ) -> Result<Option<BlockTransaction>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find_in(BLOCKS, deadline, |source, deadline| {
            source.block_transaction(hash, deadline)
        });
        match search.await? {
            Search::Found(transaction) => Ok(Some(transaction)),
            Search::Nowhere => Ok(None),
            Search::Unsure(error) => Err(error),
        }
    }

    async fn pending(
        &self,
        params: Params,
        sender: Address,
        deadline: Deadline,
    ) -> Result<Vec<BlockTransaction>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let lane = Lane::Optional(Topic::Pool);
        let search = pool.find_in(lane, within(deadline, POOL_TIME), |source, deadline| {
            source.pool_transactions(sender, deadline)
        });
        let listed = match search.await? {
            Search::Found(listed) => listed,
            Search::Nowhere => Vec::new(),
            Search::Unsure(error) => return Err(error),
        };
        Ok(listed
            .iter()
            .map(|pending| BlockTransaction::pending(sender, pending))
            .collect())
    }
}

/// Returns the highest block on which two operators agree, or the latest block of the only operator that responds.
async fn confirmed(
    pool: &Pool<JsonRpc>,
    claims: &[(&str, Latest)],
    deadline: Deadline,
) -> Result<BlockId, UpstreamError> {
    let mut latest: BTreeMap<&str, BlockId> = BTreeMap::new();
    for (operator, claim) in claims {
        let highest = latest.entry(operator).or_insert(claim.id);
        if claim.id.height > highest.height {
            *highest = claim.id;
        }
    }
    let mut ids: Vec<_> = latest.into_values().collect();
    ids.sort_by_key(|id| std::cmp::Reverse(id.height));
    match ids.as_slice() {
        [] => Err(UpstreamError::Timeout),
        // Higher blocks are reported by one operator alone.
        [only] => Ok(*only),
        [first, second, ..] if first == second => Ok(*first),
        [_, others @ ..] => {
            let compared = others
                .iter()
                .flat_map(|id| id.height.saturating_sub(COMPARED - 1)..=id.height);
            let compared: BTreeSet<_> = compared.collect();
            let heights: Vec<_> = compared.into_iter().rev().take(MAX_COMPARED).collect();
            let hashes = pool.read_by_operator(BLOCKS, deadline, |source, deadline| source.hashes(&heights, deadline));
            let hashes = hashes.await?;
            let ids = heights.iter().enumerate().filter_map(|(index, height)| {
                let hash = agreed(&claims_at(&hashes, index))?;
                Some(BlockId { height: *height, hash })
            });
            let highest = ids.max_by_key(|id| id.height);
            highest.ok_or_else(|| unavailable("no two operators of nodes agree on a block near the head"))
        }
    }
}

/// Hash of a block by operator, `None` of a node without the block.
type Claims<'a> = Vec<(&'a str, Option<Hash>)>;

/// Returns the hashes at an index of the requested heights.
fn claims_at<'a>(hashes: &[(&'a str, Vec<Option<Hash>>)], index: usize) -> Claims<'a> {
    let at = |hashes: &Vec<Option<Hash>>| hashes.get(index).copied().flatten();
    hashes
        .iter()
        .map(|(operator, hashes)| (*operator, at(hashes)))
        .collect()
}

/// Returns the hash that nodes of two operators report.
fn agreed(claims: &Claims<'_>) -> Option<Hash> {
    let confirms = |operator: &str, hash: &Option<Hash>| {
        claims
            .iter()
            .any(|(other, claimed)| *other != operator && claimed == hash)
    };
    let agreed = claims
        .iter()
        .find(|(operator, hash)| hash.is_some() && confirms(operator, hash));
    agreed.and_then(|(_, hash)| *hash)
}

/// Returns the first hash if all nodes are of the same operator.
fn sole(claims: &Claims<'_>) -> Option<Hash> {
    let operators: BTreeSet<_> = claims.iter().map(|(operator, _)| operator).collect();
    claims
        .iter()
        .find_map(|(_, hash)| *hash)
        .filter(|_| operators.len() == 1)
}

/// Adds the movements inside contracts from a node with traces. Without, the block states that they are unknown.
async fn add_movements(pool: &Pool<JsonRpc>, block: &mut Block, deadline: Deadline) {
    let hashes: Vec<_> = block.transactions.iter().map(|one| one.entry.txid()).collect();
    let id = block.id;
    let search = pool.find_in(TRACES, within(deadline, TRACES_TIME), |source, deadline| {
        source.movements(id.hash, &hashes, deadline)
    });
    let movements = search.await.map_or_else(
        |error| {
            tracing::debug!(%error, "movements inside the contracts of a block are unknown");
            None
        },
        Search::found,
    );
    let Some(movements) = movements else { return };
    block.lacks_internal = movements.iter().any(Option::is_none);
    for (transaction, movements) in block.transactions.iter_mut().zip(movements) {
        transaction.add_internal(movements.unwrap_or_default());
    }
}

fn unavailable(cause: &str) -> UpstreamError {
    UpstreamError::Unavailable {
        cause: cause.to_owned(),
        retry_after: None,
    }
}
