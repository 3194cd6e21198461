//! Settings of a pool.

use std::time::Duration;

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
