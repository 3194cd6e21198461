//! How the configured upstreams are, for whoever operates the services.

use crate::model::Network;
use crate::ports::deadline::Deadline;
use async_trait::async_trait;

/// Whether an upstream serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UpstreamState {
    /// It answers and is in step with its peers.
    Up,
    /// It answers, and its newest block is too old to serve from.
    Behind,
    /// It is left alone for now: it failed too often, or asked for a pause.
    Paused,
    /// It was asked and gave no usable answer.
    Down,
}

impl UpstreamState {
    /// Every state.
    pub const ALL: [Self; 4] = [Self::Up, Self::Behind, Self::Paused, Self::Down];

    /// The word in `health`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Behind => "behind",
            Self::Paused => "paused",
            Self::Down => "down",
        }
    }
}

/// One configured upstream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamReport {
    /// The chain's name as in paths: `btc`.
    pub chain: &'static str,
    /// The network.
    pub network: Network,
    /// Its protocol as in the setting: `blockbook`.
    pub kind: &'static str,
    /// Its host, with the port where the setting has one. Path and query never stand here: they may hold a key.
    pub host: String,
    /// Whether it serves.
    pub state: UpstreamState,
    /// The height of its newest block, where known.
    pub height: Option<u64>,
    /// How many blocks it is behind the best of its peers, itself included, where its height is known.
    pub lag: Option<u64>,
    /// The time of its newest block in Unix seconds, where the protocol tells it.
    pub block_time: Option<u64>,
}

/// Tells how every configured upstream is.
#[async_trait]
pub trait UpstreamHealth: Send + Sync {
    /// A report of each, in the order of the settings. All are asked at the same time, one attempt each, those that
    /// are paused not at all; one that fails is reported as [`UpstreamState::Down`] and hides none of the others.
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport>;
}
