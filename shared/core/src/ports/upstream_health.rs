//! Health of the configured upstreams, for operators.

use crate::model::Network;
use crate::ports::deadline::Deadline;
use async_trait::async_trait;

/// The state of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpstreamState {
    /// The upstream responds and is in sync with its peers.
    Up,
    /// The upstream responds, but the latest block is too old to serve data from.
    Behind,
    /// The upstream is backed off: it failed too often or requested a pause.
    Paused,
    /// The upstream was called and returned no usable response.
    Down,
}

impl UpstreamState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Up, Self::Behind, Self::Paused, Self::Down];

    /// Returns the value reported in `health`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Behind => "behind",
            Self::Paused => "paused",
            Self::Down => "down",
        }
    }
}

/// A configured upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamReport {
    /// The chain name as in paths: `btc`.
    pub chain: &'static str,
    /// The network of the chain.
    pub network: Network,
    /// The protocol as in the setting: `blockbook`.
    pub kind: &'static str,
    /// The host, with the port if the setting has one. Never contains the path or query, which may
    /// contain an API key.
    pub host: String,
    /// The state of the upstream.
    pub state: UpstreamState,
    /// The height of the latest block, if known.
    pub height: Option<u64>,
    /// The number of blocks between the best height of all peers, including this upstream, and the upstream's own
    /// height, if the height is known.
    pub lag: Option<u64>,
    /// The time of the latest block in Unix seconds, if the protocol reports the time.
    pub block_time: Option<u64>,
}

/// Health checks of all configured upstreams.
#[async_trait]
pub trait UpstreamHealth: Send + Sync {
    /// Returns a report for each upstream, in the order of the settings. Calls all upstreams
    /// concurrently with an attempt each, except upstreams that are backed off. A failing upstream is
    /// reported as [`UpstreamState::Down`] and does not affect the rest.
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport>;
}
