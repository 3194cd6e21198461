//! Resilience against failing upstreams: a layer for every chain family (docs/decisions/upstreams.md#resilience-layer
//! to 0434).
//!
//! - [`Pool`]: the upstreams of one chain and network in order of preference, and their health report; [`Rules`]: its
//!   settings.
//! - `requests`: requests to the upstreams, sequentially until one responds, or concurrently to all; [`Part`]: to the
//!   upstreams with a capability.
//! - [`Source`]: the adapter of an upstream.
//! - `attempts`: upstream selection, retries and the end of a request.
//! - [`Member`]: one upstream and its known state, with the verification of its chain.
//! - `breaker`: circuit breaker of a repeatedly failing upstream.
//! - [`ConcurrencyLimit`]: concurrency limit and backoff per upstream.
//! - `rate_queue`: queue of the calls to an upstream with a limit per second.
//! - `lane`: requests whose responses only complete a response.
//! - `chain_lag`: detection of lagging upstreams; each operator of upstreams is one voice.
//!
//! Heads and other facts that many requests need are [`Refreshing`].
//!
//! Nothing here runs in the background. All work follows from a request and ends by the deadline, so a frozen
//! function misses nothing and does not take stale state for fresh after the thaw.

mod attempts;
mod breaker;
mod chain_lag;
mod concurrency_limit;
mod lane;
mod member;
mod part;
mod pool;
mod rate_queue;
mod requests;

pub use chain_lag::Head;
pub use concurrency_limit::ConcurrencyLimit;
pub use lane::{Lane, Topic};
pub use member::Member;
pub use part::Part;
pub use pool::Pool;
pub use requests::Search;
pub use wallet_refresh::{ClockReading, Clocks, Policy, Refreshing};

use crate::client::Deadline;
use crate::config::Kind;
use crate::failure::Failure;
use async_trait::async_trait;
use std::time::Duration;

/// Adapter of one upstream of one chain and network. Each call is an attempt.
#[async_trait]
pub trait Source: Send + Sync + 'static {
    /// Returns the protocol.
    fn kind(&self) -> Kind;

    /// Returns the latest block. An upstream that reports a missing sync, or follows a different chain, fails
    /// with [`Failure::Lagging`].
    async fn head(&self, deadline: Deadline) -> Result<Head, Failure>;

    /// Returns true if the upstream follows the configured chain and network. The pool verifies the chain until the
    /// first `true`, and uses no response of the upstream before. An error decides nothing.
    async fn follows_chain(&self, deadline: Deadline) -> Result<bool, Failure>;

    /// Returns true if [`Self::head`] also determines the chain, so that [`Self::follows_chain`] afterwards requires no
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
    /// Time for an attempt.
    pub attempt: Duration,
    /// Maximum age of the latest block, for networks with a steady block rate.
    pub max_head_age: Option<Duration>,
    /// Number of blocks that an upstream may lag behind the peers.
    pub max_lag: u64,
    /// Target time between blocks.
    pub block_interval: Duration,
}

#[cfg(test)]
mod tests {
    //! The whole layer on the runtime's paused clock, over scripted upstreams.

    mod chains;
    mod fixture;
    mod heads;
    mod reads;
    mod requests;
}
