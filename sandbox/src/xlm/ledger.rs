//! What a node remembers: the state, closed ledgers with their transactions, and what waits.

use super::rules::{BASE_FEE, MAX_LEDGER_OPERATIONS};
use super::transaction::Transaction;
use super::world::{Moment, World};
use std::collections::HashMap;
use std::sync::Arc;
use stellar_xdr::{AccountId, LedgerEntryChanges, LedgerHeader, TransactionMeta, TransactionResult};

/// A ledger that was closed.
#[derive(Clone, Debug)]
pub struct Closed {
    /// Its header.
    pub header: LedgerHeader,
    /// The hash of the header.
    pub hash: [u8; 32],
    /// Its transactions in the order in which they were applied.
    pub transactions: Vec<Arc<Included>>,
}

/// A transaction in a ledger.
#[derive(Clone, Debug)]
pub struct Included {
    /// The transaction.
    pub transaction: Arc<Transaction>,
    /// The ledger, and when it closed.
    pub moment: Moment,
    /// Its place in the ledger, from 1.
    pub place: u32,
    /// What became of it.
    pub result: TransactionResult,
    /// Whether all of it was done.
    pub is_success: bool,
    /// What it changed.
    pub meta: TransactionMeta,
    /// What taking its fee changed.
    pub fee_meta: LedgerEntryChanges,
}

/// The memory of the chain.
#[derive(Debug)]
pub struct Ledger {
    world: World,
    closed: Vec<Closed>,
    tip: Closed,
    places: HashMap<[u8; 32], Arc<Included>>,
    waiting: Vec<Arc<Transaction>>,
}

impl Default for Ledger {
    /// A chain with its first ledger.
    fn default() -> Self {
        let (tip, world) = super::genesis::first();
        Self {
            world,
            closed: vec![tip.clone()],
            tip,
            places: HashMap::new(),
            waiting: Vec::new(),
        }
    }
}

impl Ledger {
    /// The state after the newest ledger.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The ledgers, the first one first. It has the number 1.
    pub fn closed(&self) -> &[Closed] {
        &self.closed
    }

    /// The newest ledger.
    pub fn tip(&self) -> &Closed {
        &self.tip
    }

    /// A ledger by its number.
    pub fn with_number(&self, number: u32) -> Option<&Closed> {
        self.closed.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// What waits, in the order of arrival.
    pub fn waiting(&self) -> &[Arc<Transaction>] {
        &self.waiting
    }

    /// What the next ledger takes of it.
    pub fn next(&self) -> Vec<Arc<Transaction>> {
        let mut operations = 0;
        let fits = |transaction: &&Arc<Transaction>| {
            operations += u32::try_from(transaction.inner.operations.len()).unwrap_or(u32::MAX);
            operations <= MAX_LEDGER_OPERATIONS
        };
        self.waiting.iter().take_while(fits).cloned().collect()
    }

    /// Whether a transaction waits.
    pub fn waits(&self, hash: &[u8; 32]) -> bool {
        self.waiting.iter().any(|waiting| waiting.hash == *hash)
    }

    /// Whether a transaction with this source waits: validators take one at a time.
    pub fn is_busy(&self, source: &AccountId) -> bool {
        self.waiting.iter().any(|waiting| waiting.source() == *source)
    }

    /// What the fees of all that waits may cost an account, in stroops.
    pub fn promised(&self, payer: &AccountId) -> i64 {
        let own = self.waiting.iter().filter(|waiting| waiting.fee_source() == *payer);
        own.fold(0, |sum, waiting| sum.saturating_add(waiting.max_fee()))
    }

    /// A transaction of a ledger, by its own hash or that of the one inside its fee bump.
    pub fn included(&self, hash: &[u8; 32]) -> Option<&Arc<Included>> {
        self.places.get(hash)
    }

    /// All transactions, the oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Arc<Included>> {
        self.closed.iter().flat_map(|closed| &closed.transactions)
    }

    /// The next ledger if it closed now. Several may close in one second here: real ones take five, and if each had a
    /// second of its own the time of the chain would run ahead of the clock that time bounds are made by.
    pub fn moment(&self, now: u64) -> Moment {
        let tip = &self.tip().header;
        Moment {
            ledger: tip.ledger_seq + 1,
            close_time: now.max(tip.scp_value.close_time.0),
        }
    }

    /// Records a transaction that was judged good.
    pub fn add(&mut self, transaction: Arc<Transaction>) {
        self.waiting.push(transaction);
    }

    /// Records a ledger, and the state after it.
    pub fn connect(&mut self, closed: Closed, world: World) {
        for included in &closed.transactions {
            let transaction = &included.transaction;
            self.places.insert(transaction.hash, Arc::clone(included));
            self.places.insert(transaction.inner_hash, Arc::clone(included));
        }
        let places = &self.places;
        self.waiting.retain(|waiting| !places.contains_key(&waiting.hash));
        self.tip = closed.clone();
        self.closed.push(closed);
        self.world = world;
    }
}

impl Included {
    /// What it paid, in stroops.
    pub fn fee_charged(&self) -> i64 {
        self.result.fee_charged
    }

    /// What it paid for each operation, in stroops.
    pub fn fee_per_operation(&self) -> i64 {
        self.fee_charged() / self.transaction.fee_units().max(1)
    }

    /// The most that it would have paid for each operation, in stroops.
    pub fn max_fee_per_operation(&self) -> i64 {
        (self.transaction.max_fee() / self.transaction.fee_units().max(1)).max(BASE_FEE)
    }
}
