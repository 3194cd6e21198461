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

/// The start of the hashes of the EVM chains.
const HEX_PREFIX: &str = "0x";

/// The number of bytes of the hash of a block.
const HASH: usize = 32;

impl BlockId {
    /// Returns successive blocks as bytes: a byte that is 1 if the hashes start with `0x`, the height of the first block in 8
    /// bytes, big endian, and the hashes, 32 bytes each. Returns `None` if the blocks do not have this form.
    pub fn pack(blocks: &[Self]) -> Option<Vec<u8>> {
        let first = blocks.first()?;
        let has_prefix = first.hash.starts_with(HEX_PREFIX);
        let mut packed = vec![u8::from(has_prefix)];
        packed.extend(first.height.to_be_bytes());
        for (block, height) in blocks.iter().zip(first.height..) {
            let digits = block.hash.strip_prefix(HEX_PREFIX).unwrap_or(&block.hash);
            let hash = hex::decode(digits).ok().filter(|hash| hash.len() == HASH)?;
            if block.height != height || hash_text(&hash, has_prefix) != block.hash {
                return None;
            }
            packed.extend(hash);
        }
        Some(packed)
    }

    /// Returns the blocks in bytes from [`BlockId::pack`], `None` for different bytes.
    pub fn unpack(packed: &[u8]) -> Option<Vec<Self>> {
        let (has_prefix, rest) = packed.split_first()?;
        let (height, rest) = rest.split_first_chunk()?;
        let (hashes, rest) = rest.as_chunks::<HASH>();
        if hashes.is_empty() || !rest.is_empty() {
            return None;
        }
        let blocks = hashes.iter().zip(u64::from_be_bytes(*height)..);
        let block = |(hash, height): (&[u8; HASH], u64)| Self {
            height,
            hash: hash_text(hash, *has_prefix == 1),
        };
        Some(blocks.map(block).collect())
    }
}

/// Returns the text of a hash.
fn hash_text(hash: &[u8], has_prefix: bool) -> String {
    let prefix = if has_prefix { HEX_PREFIX } else { "" };
    format!("{prefix}{}", hex::encode(hash))
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

/// The next tick of a chain, as a part of a message of a queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextTick {
    /// The chain.
    #[serde(flatten)]
    pub chain: ChainKey,
    /// The holder of the lease in whose name the tick continues the loop.
    pub holder: Uuid,
    /// The time from which the tick is due, in Unix milliseconds.
    pub at: u64,
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn blocks(height: u64, hashes: &[String]) -> Vec<BlockId> {
        let blocks = hashes.iter().cloned().zip(height..);
        blocks.map(|(hash, height)| BlockId { height, hash }).collect()
    }

    proptest! {
        #[test]
        fn packed_blocks_are_unpacked(height in 0..u64::MAX / 2, has_prefix: bool, hashes in prop::collection::vec(any::<[u8; HASH]>(), 1..5)) {
            let hashes: Vec<_> = hashes.iter().map(|hash| hash_text(hash, has_prefix)).collect();
            let blocks = blocks(height, &hashes);
            let packed = BlockId::pack(&blocks).unwrap();
            prop_assert_eq!(packed.len(), 9 + HASH * blocks.len());
            prop_assert_eq!(BlockId::unpack(&packed), Some(blocks));
            prop_assert_eq!(BlockId::unpack(&packed[1..]), None);
        }
    }

    #[test]
    fn different_forms_are_not_packed() {
        let hash = "ab".repeat(HASH);
        for second in [
            format!("0x{hash}"),
            hash.to_uppercase(),
            hash[2..].to_owned(),
            String::new(),
        ] {
            assert_eq!(BlockId::pack(&blocks(7, &[hash.clone(), second])), None);
        }
        let mut gap = blocks(7, &[hash.clone(), hash]);
        gap[1].height = 9;
        assert_eq!(BlockId::pack(&gap), None);
        assert_eq!(BlockId::pack(&[]), None);
        assert_eq!(BlockId::unpack(&[0; 9]), None);
    }
}
