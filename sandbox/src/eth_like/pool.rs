//! The mempool: what waits for a block, at most one transaction for each nonce of a sender.

use super::rejection::Rejection;
use super::transaction::Transaction;
use super::world::World;
use alloy_consensus::Transaction as _;
use revm::primitives::{Address, B256, U256};
use std::collections::BTreeMap;
use std::sync::Arc;
use wallet_core::ports::system::Timestamp;

/// By how many hundredths both prices must rise when a transaction replaces another.
const PRICE_BUMP: u128 = 10;

/// A transaction that waits.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// The transaction.
    pub transaction: Arc<Transaction>,
    /// When it came.
    pub seen: Timestamp,
    /// Its place in the order of arrival.
    pub arrival: u64,
}

/// What waits, by sender and nonce.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    waiting: BTreeMap<(Address, u64), Waiting>,
    arrivals: u64,
}

impl Pool {
    /// Everything that waits, by sender and nonce.
    pub fn all(&self) -> impl Iterator<Item = &Waiting> {
        self.waiting.values()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// A waiting transaction by its hash.
    pub fn find(&self, hash: B256) -> Option<&Waiting> {
        self.all().find(|waiting| waiting.transaction.hash() == hash)
    }

    /// What waits of one sender, by nonce.
    pub fn of(&self, sender: Address) -> impl Iterator<Item = (u64, &Waiting)> {
        let range = self.waiting.range((sender, 0)..=(sender, u64::MAX));
        range.map(|((_, nonce), waiting)| (*nonce, waiting))
    }

    /// The waiting transaction with a sender's nonce.
    pub fn at(&self, sender: Address, nonce: u64) -> Option<&Waiting> {
        self.waiting.get(&(sender, nonce))
    }

    /// The nonce behind the last transaction that can be mined without one in between missing.
    pub fn next_nonce(&self, sender: Address, world: &World) -> u64 {
        let mut next = world.info(sender).nonce;
        while self.at(sender, next).is_some() {
            next += 1;
        }
        next
    }

    /// What the transactions of a sender may cost together, but for the one with this nonce; in wei.
    pub fn cost_beside(&self, sender: Address, nonce: u64) -> U256 {
        let others = self.of(sender).filter(|(other, _)| *other != nonce);
        others.fold(U256::ZERO, |sum, (_, waiting)| {
            sum.saturating_add(waiting.transaction.cost())
        })
    }

    /// Whether a transaction pays enough more than the one whose place it takes.
    pub fn check_replacement(&self, new: &Transaction) -> Result<(), Rejection> {
        let Some(old) = self.at(new.sender, new.envelope.nonce()) else {
            return Ok(());
        };
        let (old, new) = (&old.transaction.envelope, &new.envelope);
        let rises = |old: u128, new: u128| new > old && new.saturating_mul(100) >= old.saturating_mul(100 + PRICE_BUMP);
        let enough = rises(old.max_fee_per_gas(), new.max_fee_per_gas())
            && rises(old.priority_fee_or_price(), new.priority_fee_or_price());
        enough.then_some(()).ok_or(Rejection::ReplacementUnderpriced)
    }

    /// Takes a transaction in; one with the same nonce has to go.
    pub fn add(&mut self, transaction: Arc<Transaction>, seen: Timestamp) {
        let place = (transaction.sender, transaction.envelope.nonce());
        let waiting = Waiting {
            transaction,
            seen,
            arrival: self.arrivals,
        };
        self.arrivals += 1;
        self.waiting.insert(place, waiting);
    }

    /// Drops what can no longer be mined: nonces that are used, and what its sender cannot pay any more.
    pub fn prune(&mut self, world: &World) {
        self.waiting.retain(|(sender, nonce), waiting| {
            let info = world.info(*sender);
            *nonce >= info.nonce && waiting.transaction.cost() <= info.balance
        });
    }
}
