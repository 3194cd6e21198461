//! Interface that every adapter implements for the pool, and the settings of a pool.

use super::chain_lag::Head;
use crate::client::Deadline;
use crate::config::Kind;
use crate::failure::Failure;
use async_trait::async_trait;
use std::time::Duration;

/// Adapter of one upstream of one chain and network. Each call is one attempt.
#[async_trait]
pub trait Source: Send + Sync + 'static {
    /// Returns the protocol.
    fn kind(&self) -> Kind;

    /// Returns the latest block. An upstream that reports itself out of sync, or follows another chain, fails
    /// with [`Failure::Lagging`].
    async fn head(&self, deadline: Deadline) -> Result<Head, Failure>;

    /// Returns true if the upstream follows the configured chain and network. The pool verifies it until the first `true`, and
    /// uses no response of the upstream before. An error leaves it open.
    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure>;

    /// Returns true if [`Self::head`] also determines the chain, so that [`Self::follows_chain`] after it requires no
    /// request.
    fn head_has_chain(&self) -> bool {
        false
    }
}

/// Settings in which the pools of different chains differ.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Name of the chain, for the log and the metrics.
    pub chain: &'static str,
    /// Time for one attempt.
    pub attempt: Duration,
    /// Maximum age of the latest block, for networks with a steady block rate.
    pub max_head_age: Option<Duration>,
    /// Number of blocks that an upstream may lag behind its peers.
    pub max_lag: u64,
    /// Target time between blocks.
    pub block_interval: Duration,
}
