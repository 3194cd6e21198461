//! Implementation of the port `XlmLedgers`: the latest ledger is confirmed by a second operator of servers, and
//! the contents of a ledger are those of one server.
//!
//! The operators are as the pool sees them: hosts of the same domain have the same operator. A server that lags far
//! behind, or claims an impossible height, does not respond as far as the pool is concerned.

use super::source::{LedgerSource, XlmSource};
use super::{XlmUpstreams, not_configured};
use crate::horizon::LEDGERS;
use async_trait::async_trait;
use std::collections::{BTreeMap, BTreeSet};
use wallet_core::model::Network;
use wallet_core::ports::upstream::UpstreamError;
use wallet_upstream::{Deadline, Part, Search};
use wallet_xlm::ports::XlmLedgers;
use wallet_xlm::{LedgerContents, LedgerId, LedgerTransaction};

/// Maximum number of sequence numbers at which the operators are compared.
const MAX_COMPARED: usize = 4;

impl XlmUpstreams {
    /// Returns the upstreams with ledgers, or the error that none is configured.
    fn ledgers(&self, network: Network) -> Result<Part<'_, dyn XlmSource, dyn LedgerSource>, UpstreamError> {
        let part = self.pools.pool(network)?.part(XlmSource::ledgers);
        part.ok_or_else(|| not_configured(network))
    }
}

#[async_trait]
impl XlmLedgers for XlmUpstreams {
    async fn head(&self, network: Network, deadline: Deadline) -> Result<LedgerId, UpstreamError> {
        let pool = self.ledgers(network)?;
        let latest = pool.read_by_operator(LEDGERS, deadline, LedgerSource::latest_id);
        let latest = latest.await?;
        let mut heads: BTreeMap<&str, LedgerId> = BTreeMap::new();
        for (operator, id) in latest {
            let head = heads.entry(operator).or_insert(id);
            if id.sequence > head.sequence {
                *head = id;
            }
        }
        let mut heads: Vec<_> = heads.into_values().collect();
        heads.sort_by_key(|id| std::cmp::Reverse(id.sequence));
        match heads.as_slice() {
            [] => Err(UpstreamError::Timeout),
            [only] => Ok(*only),
            [first, second, ..] if first == second => Ok(*first),
            // Later ledgers are reported by one operator alone.
            [_, others @ ..] => agreed(&pool, others, deadline).await,
        }
    }

    async fn ledger(
        &self,
        network: Network,
        sequence: u32,
        deadline: Deadline,
    ) -> Result<Option<LedgerContents>, UpstreamError> {
        let pool = self.ledgers(network)?;
        let read = pool.read_most_complete(
            LEDGERS,
            deadline,
            |source, deadline| source.contents(sequence, deadline),
            |read| read.as_ref().map_or(u64::MAX, |read| read.unreadable),
        );
        Ok(read.await?.map(|read| read.contents))
    }

    async fn transaction(
        &self,
        network: Network,
        hash: [u8; 32],
        deadline: Deadline,
    ) -> Result<Option<LedgerTransaction>, UpstreamError> {
        let pool = self.ledgers(network)?;
        let search = pool.find_in(LEDGERS, deadline, |source, deadline| {
            source.ledger_transaction(hash, deadline)
        });
        match search.await? {
            Search::Found(transaction) => Ok(Some(transaction)),
            Search::Nowhere => Ok(None),
            Search::Unsure(error) => Err(error),
        }
    }
}

/// Returns the latest of the ledgers with a sequence number of these heads, latest first, on which two operators agree.
async fn agreed(
    pool: &Part<'_, dyn XlmSource, dyn LedgerSource>,
    heads: &[LedgerId],
    deadline: Deadline,
) -> Result<LedgerId, UpstreamError> {
    let mut sequences: Vec<_> = heads.iter().map(|id| id.sequence).collect();
    sequences.dedup();
    for sequence in sequences.into_iter().take(MAX_COMPARED) {
        let claims = pool.read_by_operator(LEDGERS, deadline, |source, deadline| {
            source.ledger_hash(sequence, deadline)
        });
        let mut operators: BTreeMap<[u8; 32], BTreeSet<&str>> = BTreeMap::new();
        for (operator, hash) in claims.await? {
            if let Some(hash) = hash {
                operators.entry(hash).or_default().insert(operator);
            }
        }
        let confirmed = operators.iter().find(|(_, operators)| operators.len() > 1);
        if let Some((hash, _)) = confirmed {
            return Ok(LedgerId { sequence, hash: *hash });
        }
    }
    Err(UpstreamError::Unavailable {
        cause: "no two operators of servers agree on a latest ledger".to_owned(),
        retry_after: None,
    })
}
