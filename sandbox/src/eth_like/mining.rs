//! What gets into the next block: the highest tips first, each sender's transactions in the order of their nonces.

use super::block::Block;
use super::builder::Builder;
use super::ledger::Ledger;
use super::pool::Waiting;
use super::rules::Rules;
use super::world::World;
use alloy_consensus::Transaction as _;
use revm::primitives::B256;
use std::cmp::Reverse;
use std::collections::HashSet;
use wallet_core::ports::system::Timestamp;

/// A block that does not fit the chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// It holds a transaction that does not wait.
    #[error("the block holds the unknown transaction {0}")]
    UnknownTransaction(B256),
    /// A transaction in it cannot be mined.
    #[error("the block's transaction {0} cannot be mined: {1}")]
    Refused(B256, String),
    /// Its hash is another one: its transactions had other results.
    #[error("the block's hash is {found} and not {expected}")]
    Hash {
        /// What the block comes to now.
        found: B256,
        /// What it was.
        expected: B256,
    },
}

/// Makes the next block of what waits.
pub fn assemble(rules: &Rules, ledger: &Ledger, now: Timestamp) -> (Block, World) {
    let mut builder = Builder::new(rules, ledger, timestamp(ledger, now));
    let mut refused = HashSet::new();
    while let Some(waiting) = best(ledger, &builder, &refused) {
        if builder.add(waiting).is_err() {
            refused.insert(waiting.transaction.hash());
        }
    }
    builder.finish()
}

/// Makes a block again that was made before.
pub fn repeat(
    rules: &Rules,
    ledger: &Ledger,
    timestamp: u64,
    hash: B256,
    transactions: &[B256],
) -> Result<(Block, World), BlockError> {
    let mut builder = Builder::new(rules, ledger, timestamp);
    for transaction in transactions {
        let unknown = BlockError::UnknownTransaction(*transaction);
        let waiting = ledger.pool().find(*transaction).ok_or(unknown)?;
        builder
            .add(waiting)
            .map_err(|invalid| BlockError::Refused(*transaction, invalid.to_string()))?;
    }
    let (block, world) = builder.finish();
    if block.hash != hash {
        return Err(BlockError::Hash {
            found: block.hash,
            expected: hash,
        });
    }
    Ok((block, world))
}

/// The time of the next block in seconds: now, and later than the block before.
fn timestamp(ledger: &Ledger, now: Timestamp) -> u64 {
    let earliest = ledger.tip().map_or(0, |tip| tip.header.timestamp + 1);
    now.as_secs().max(earliest)
}

/// The best of what can be mined next; the first that came among equals.
fn best<'a>(ledger: &'a Ledger, builder: &Builder<'_>, refused: &HashSet<B256>) -> Option<&'a Waiting> {
    let base_fee = builder.base_fee();
    let can_be_mined = |waiting: &&Waiting| {
        let transaction = &waiting.transaction;
        transaction.envelope.nonce() == builder.world().info(transaction.sender).nonce
            && builder.has_room(transaction.envelope.gas_limit())
            && !refused.contains(&transaction.hash())
    };
    let ready = ledger.pool().all().filter(can_be_mined);
    let with_tip = ready.filter_map(|waiting| Some((waiting.transaction.tip(base_fee)?, waiting)));
    with_tip
        .max_by_key(|(tip, waiting)| (*tip, Reverse(waiting.arrival)))
        .map(|(_, waiting)| waiting)
}
