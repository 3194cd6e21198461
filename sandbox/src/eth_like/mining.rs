//! Selection of transactions for the next block: by descending tip, and by nonce for each sender.

use super::block::Block;
use super::builder::Builder;
use super::evm_state::EvmState;
use super::ledger::Ledger;
use super::pool::PendingTransaction;
use super::rules::Rules;
use crate::clock::Timestamp;
use alloy_consensus::Transaction as _;
use revm::primitives::B256;
use std::cmp::Reverse;
use std::collections::HashSet;

/// An error of a block that does not fit the chain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
    /// It contains a transaction that is not in the mempool.
    #[error("the block contains the unknown transaction {0}")]
    UnknownTransaction(B256),
    /// One of its transactions cannot be mined.
    #[error("the block's transaction {0} cannot be mined: {1}")]
    NotMinable(B256, String),
    /// Its hash differs, because its transactions have other results.
    #[error("block hash is {found}, expected {expected}")]
    Hash {
        /// The hash of the block as built now.
        found: B256,
        /// The hash in the journal.
        expected: B256,
    },
}

/// Assembles the next block from the mempool.
pub fn assemble(rules: &Rules, ledger: &Ledger, now: Timestamp) -> (Block, EvmState) {
    let mut builder = Builder::new(rules, ledger, timestamp(ledger, now));
    let mut skipped = HashSet::new();
    while let Some(pending) = best(ledger, &builder, &skipped) {
        if builder.add(pending).is_err() {
            skipped.insert(pending.transaction.hash());
        }
    }
    builder.finish()
}

/// Builds a block from the journal again.
pub fn repeat(
    rules: &Rules,
    ledger: &Ledger,
    timestamp: u64,
    hash: B256,
    transactions: &[B256],
) -> Result<(Block, EvmState), BlockError> {
    let mut builder = Builder::new(rules, ledger, timestamp);
    for transaction in transactions {
        let unknown = BlockError::UnknownTransaction(*transaction);
        let pending = ledger.pool().find(*transaction).ok_or(unknown)?;
        builder
            .add(pending)
            .map_err(|invalid| BlockError::NotMinable(*transaction, invalid.to_string()))?;
    }
    let (block, state) = builder.finish();
    if block.hash != hash {
        return Err(BlockError::Hash {
            found: block.hash,
            expected: hash,
        });
    }
    Ok((block, state))
}

/// Returns the time of the next block in seconds: the current time, or one second after the previous block if
/// that is later.
fn timestamp(ledger: &Ledger, now: Timestamp) -> u64 {
    let earliest = ledger.tip().map_or(0, |tip| tip.header.timestamp + 1);
    now.as_secs().max(earliest)
}

/// Returns the pending transaction with the highest tip that can be mined next; the earliest arrival wins ties.
fn best<'a>(ledger: &'a Ledger, builder: &Builder<'_>, skipped: &HashSet<B256>) -> Option<&'a PendingTransaction> {
    let can_be_mined = |pending: &&PendingTransaction| {
        let transaction = &pending.transaction;
        transaction.envelope.nonce() == builder.state().info(transaction.sender).nonce
            && builder.has_room(transaction.envelope.gas_limit())
            && !skipped.contains(&transaction.hash())
    };
    let ready = ledger.pool().all().filter(can_be_mined);
    let with_tip = ready.filter_map(|pending| Some((builder.tip(&pending.transaction)?, pending)));
    with_tip
        .max_by_key(|(tip, pending)| (*tip, Reverse(pending.arrival)))
        .map(|(_, pending)| pending)
}
