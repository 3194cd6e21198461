//! The mempool: the pending transactions, a single one per sender and nonce.

use super::{Rejection, Transaction};
use crate::clock::Timestamp;
use crate::eth_like::evm::state::EvmState;
use alloy_consensus::Transaction as _;
use revm::primitives::{Address, B256, U256};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The minimum increase of both prices for a replacement, in percent.
const PRICE_BUMP: u128 = 10;

/// A pending transaction.
#[derive(Clone, Debug)]
pub struct PendingTransaction {
    pub transaction: Arc<Transaction>,
    /// The time of the arrival.
    pub seen: Timestamp,
    /// The index in the order of arrival.
    pub arrival: u64,
}

/// The pending transactions by sender and nonce.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    pending: BTreeMap<(Address, u64), PendingTransaction>,
    arrivals: u64,
}

impl Pool {
    /// Iterates over all pending transactions, by sender and nonce.
    pub fn all(&self) -> impl Iterator<Item = &PendingTransaction> {
        self.pending.values()
    }

    /// Returns true if no transaction is pending.
    pub fn is_empty(&self) -> bool {
        self.pending.is_empty()
    }

    /// Returns a pending transaction by hash.
    pub fn find(&self, hash: B256) -> Option<&PendingTransaction> {
        self.all().find(|pending| pending.transaction.hash() == hash)
    }

    /// Iterates over the pending transactions of a sender, by nonce.
    pub fn of(&self, sender: Address) -> impl Iterator<Item = (u64, &PendingTransaction)> {
        let range = self.pending.range((sender, 0)..=(sender, u64::MAX));
        range.map(|((_, nonce), pending)| (*nonce, pending))
    }

    /// Returns the pending transaction with this sender and nonce.
    pub fn at(&self, sender: Address, nonce: u64) -> Option<&PendingTransaction> {
        self.pending.get(&(sender, nonce))
    }

    /// Returns the first unused nonce after the sender's gapless pending transactions.
    pub fn next_nonce(&self, sender: Address, state: &EvmState) -> u64 {
        let mut next = state.info(sender).nonce;
        while self.at(sender, next).is_some() {
            next += 1;
        }
        next
    }

    /// Returns the maximum cost of the remaining pending transactions of the sender in wei, excluding the transaction
    /// with this nonce.
    pub fn cost_of_others(&self, sender: Address, nonce: u64) -> U256 {
        let others = self.of(sender).filter(|(other, _)| *other != nonce);
        others.fold(U256::ZERO, |sum, (_, pending)| {
            sum.saturating_add(pending.transaction.cost())
        })
    }

    /// Checks that a transaction raises the prices of the transaction that it replaces sufficiently.
    pub fn check_replacement(&self, new: &Transaction) -> Result<(), Rejection> {
        let Some(old) = self.at(new.sender, new.envelope.nonce()) else {
            return Ok(());
        };
        let (old, new) = (&old.transaction.envelope, &new.envelope);
        let rises = |old: u128, new: u128| new > old && new.saturating_mul(100) >= old.saturating_mul(100 + PRICE_BUMP);
        let sufficient = rises(old.max_fee_per_gas(), new.max_fee_per_gas())
            && rises(old.priority_fee_or_price(), new.priority_fee_or_price());
        sufficient.then_some(()).ok_or(Rejection::ReplacementUnderpriced)
    }

    /// Adds a transaction, replacing a transaction with the same sender and nonce.
    pub fn add(&mut self, transaction: Arc<Transaction>, seen: Timestamp) {
        let key = (transaction.sender, transaction.envelope.nonce());
        let pending = PendingTransaction {
            transaction,
            seen,
            arrival: self.arrivals,
        };
        self.arrivals += 1;
        self.pending.insert(key, pending);
    }

    /// Removes and returns all pending transactions, in order of arrival.
    pub fn take_all(&mut self) -> Vec<PendingTransaction> {
        let mut all: Vec<_> = std::mem::take(&mut self.pending).into_values().collect();
        all.sort_by_key(|pending| pending.arrival);
        all
    }

    /// Removes a transaction and the transactions of the sender with higher nonces, which cannot be mined without it.
    pub fn remove(&mut self, sender: Address, nonce: u64) {
        self.pending
            .retain(|(other, later), _| *other != sender || *later < nonce);
    }

    /// Drops transactions that can no longer be mined: used nonces and costs above the sender's balance.
    pub fn prune(&mut self, state: &EvmState) {
        self.pending.retain(|(sender, nonce), pending| {
            let info = state.info(*sender);
            *nonce >= info.nonce && pending.transaction.cost() <= info.balance
        });
    }
}
