//! Chains, blocks, and the position of the loop of a chain.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use uuid::Uuid;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;

/// A chain on a network.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChainKey {
    /// The name of the chain in paths: `btc`.
    pub chain: String,
    /// The network.
    pub network: Network,
}

impl ChainKey {
    /// Creates the key of a chain on a network.
    pub fn new(chain: &str, network: Network) -> Self {
        Self {
            chain: chain.to_owned(),
            network,
        }
    }
}

/// The form in keys of stored items: `btc-testnet`.
impl fmt::Display for ChainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.chain, self.network)
    }
}

/// Error of a text that does not name a chain on a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a chain and a network, such as btc-livenet")]
pub struct ChainKeyError;

impl FromStr for ChainKey {
    type Err = ChainKeyError;

    fn from_str(text: &str) -> Result<Self, ChainKeyError> {
        let (chain, network) = text.rsplit_once('-').ok_or(ChainKeyError)?;
        Ok(Self::new(chain, network.parse().map_err(|_| ChainKeyError)?))
    }
}

/// Height and hash of a block. On Stellar the height is the sequence number of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BlockId {
    /// The height.
    pub height: u64,
    /// The hash as the services write it.
    pub hash: String,
}

/// A block with the time, in Unix seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockTime {
    /// Height and hash.
    #[serde(flatten)]
    pub id: BlockId,
    /// The time in Unix seconds.
    pub time: u64,
}

/// The next tick of a chain, as a message of a queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextTick {
    /// The chain.
    #[serde(flatten)]
    pub chain: ChainKey,
    /// The holder of the lease in whose name the tick continues the loop.
    pub holder: Uuid,
}

/// The position of the loop of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The last processed blocks of the best chain, the latest last. Never empty.
    pub recent: Vec<BlockId>,
    /// The number of changes of the watched items. A change of the items and a move of the checkpoint exclude each other,
    /// so that no block is passed without the items that were watched before.
    pub version: u64,
    /// The number of moves. Every write of the loop raises the number.
    pub revision: u64,
    /// The holder of the loop, and the end of the holding.
    pub lease: Option<Lease>,
    /// True after a reorganisation deeper than the held blocks. Only an operator resumes the loop.
    pub is_stopped: bool,
}

/// The lease of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// The process that holds the loop.
    pub holder: Uuid,
    /// The time from which a different process may take the loop, in milliseconds.
    pub until: u64,
}

impl Checkpoint {
    /// Creates the position of a new loop behind a block.
    pub fn at(block: BlockId) -> Self {
        Self {
            recent: vec![block],
            version: 0,
            revision: 0,
            lease: None,
            is_stopped: false,
        }
    }

    /// Creates the position of a loop that an operator resumes behind a height. The loop reads the hash of the block, and drops
    /// the transactions of later blocks.
    pub fn resumed_at(height: u64) -> Self {
        Self::at(BlockId {
            height,
            hash: String::new(),
        })
    }

    /// Returns true if an operator has resumed the loop, and the loop has not read the hash of the block since.
    pub fn is_resumed(&self) -> bool {
        self.block().is_some_and(|block| block.hash.is_empty())
    }

    /// Returns the last processed block.
    pub fn block(&self) -> Option<&BlockId> {
        self.recent.last()
    }

    /// Returns the height of the last processed block.
    pub fn height(&self) -> u64 {
        self.block().map_or(0, |block| block.height)
    }

    /// Returns the position after a further block. `held` is the number of blocks to hold.
    #[must_use]
    pub fn after(&self, block: BlockId, held: usize) -> Self {
        let mut moved = self.clone();
        moved.recent.push(block);
        let excess = moved.recent.len().saturating_sub(held.max(1));
        moved.recent.drain(..excess);
        moved
    }

    /// Returns the position with the blocks up to a height, at which the position has a block.
    #[must_use]
    pub fn back_to(&self, height: u64) -> Self {
        let mut moved = self.clone();
        moved.recent.retain(|block| block.height <= height);
        moved
    }

    /// Returns true if a different process holds the loop at `now`.
    pub fn is_held(&self, by_other_than: Uuid, now: Timestamp) -> bool {
        let held = |lease: &Lease| lease.holder != by_other_than && lease.until > now.as_millis();
        self.lease.as_ref().is_some_and(held)
    }
}
