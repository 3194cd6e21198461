//! The data of a node: the state, the closed ledgers with their transactions, and the pending transactions.

pub mod closing;
pub mod faucet;
pub mod participants;
pub mod transaction_set;

use super::rules::{BASE_FEE, MAX_LEDGER_OPERATIONS};
use super::state::{LedgerContext, LedgerState};
use super::transaction::Transaction;
use std::collections::HashMap;
use std::sync::Arc;
use stellar_xdr::{
    AccountId, Hash, LedgerEntryChanges, LedgerHeader, LedgerHeaderHistoryEntry, LedgerHeaderHistoryEntryExt,
    TransactionMeta, TransactionResult,
};

/// A closed ledger.
#[derive(Clone, Debug)]
pub struct Closed {
    pub header: LedgerHeader,
    /// The hash of the header.
    pub hash: [u8; 32],
    /// The transactions in order of application.
    pub transactions: Vec<Arc<Included>>,
}

/// A transaction in a ledger.
#[derive(Clone, Debug)]
pub struct Included {
    pub transaction: Arc<Transaction>,
    /// The number and close time of the ledger.
    pub context: LedgerContext,
    /// The index in the ledger, from 1.
    pub index: u32,
    pub result: TransactionResult,
    /// True if all operations were applied.
    pub is_success: bool,
    /// The changes by the operations.
    pub meta: TransactionMeta,
    /// The changes by the fee.
    pub fee_meta: LedgerEntryChanges,
}

/// The ledgers and the state of the chain.
#[derive(Debug)]
pub struct Ledger {
    state: LedgerState,
    closed: Vec<Closed>,
    tip: Closed,
    by_hash: HashMap<[u8; 32], Arc<Included>>,
    pending: Vec<Arc<Transaction>>,
}

impl Ledger {
    /// Creates a chain that contains only this ledger; `state` is the state afterwards.
    pub fn new(first: Closed, state: LedgerState) -> Self {
        Self {
            state,
            closed: vec![first.clone()],
            tip: first,
            by_hash: HashMap::new(),
            pending: Vec::new(),
        }
    }

    /// Returns the state after the latest ledger.
    pub fn state(&self) -> &LedgerState {
        &self.state
    }

    /// Returns the ledgers, the oldest (number 1) first.
    pub fn closed(&self) -> &[Closed] {
        &self.closed
    }

    /// Returns the latest ledger.
    pub fn tip(&self) -> &Closed {
        &self.tip
    }

    /// Returns a ledger by number.
    pub fn with_number(&self, number: u32) -> Option<&Closed> {
        self.closed.get(usize::try_from(number.checked_sub(1)?).ok()?)
    }

    /// Returns the pending transactions in order of arrival.
    pub fn pending(&self) -> &[Arc<Transaction>] {
        &self.pending
    }

    /// Returns the pending transactions that fit in the next ledger.
    pub fn next(&self) -> Vec<Arc<Transaction>> {
        let mut operations = 0;
        let fits = |transaction: &&Arc<Transaction>| {
            operations += u32::try_from(transaction.inner.operations.len()).unwrap_or(u32::MAX);
            operations <= MAX_LEDGER_OPERATIONS
        };
        self.pending.iter().take_while(fits).cloned().collect()
    }

    /// Returns true if a transaction is pending.
    pub fn is_pending(&self, hash: &[u8; 32]) -> bool {
        self.pending.iter().any(|pending| pending.hash == *hash)
    }

    /// Returns true if a transaction of this source is pending; validators accept only a single transaction at a time.
    pub fn is_busy(&self, source: &AccountId) -> bool {
        self.pending.iter().any(|pending| pending.source() == *source)
    }

    /// Returns the maximum total fee of all pending transactions with this fee source in stroops.
    pub fn pending_fees(&self, payer: &AccountId) -> i64 {
        let own = self.pending.iter().filter(|pending| pending.fee_source() == *payer);
        own.fold(0, |sum, pending| sum.saturating_add(pending.max_fee()))
    }

    /// Returns a transaction by hash, or by the hash of the transaction inside the fee bump.
    pub fn included(&self, hash: &[u8; 32]) -> Option<&Arc<Included>> {
        self.by_hash.get(hash)
    }

    /// Iterates over all transactions, the oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Arc<Included>> {
        self.closed.iter().flat_map(|closed| &closed.transactions)
    }

    /// Returns the context of the next ledger, closing now. Several ledgers may share a second, unlike on
    /// real networks with five-second ledgers: a distinct second per ledger would let the chain time run ahead
    /// of the clock from which time bounds are computed.
    pub fn context(&self, now: u64) -> LedgerContext {
        let tip = &self.tip().header;
        LedgerContext {
            ledger: tip.ledger_seq + 1,
            close_time: now.max(tip.scp_value.close_time.0),
        }
    }

    /// Adds a validated transaction to the pending transactions.
    pub fn add(&mut self, transaction: Arc<Transaction>) {
        self.pending.push(transaction);
    }

    /// Appends a ledger and the state afterwards.
    pub fn connect(&mut self, closed: Closed, state: LedgerState) {
        for included in &closed.transactions {
            let transaction = &included.transaction;
            self.by_hash.insert(transaction.hash, Arc::clone(included));
            self.by_hash.insert(transaction.inner_hash, Arc::clone(included));
        }
        let by_hash = &self.by_hash;
        self.pending.retain(|pending| !by_hash.contains_key(&pending.hash));
        self.tip = closed.clone();
        self.closed.push(closed);
        self.state = state;
    }
}

impl Closed {
    /// Returns the header with the hash in protocol form.
    pub fn history_entry(&self) -> LedgerHeaderHistoryEntry {
        LedgerHeaderHistoryEntry {
            hash: Hash(self.hash),
            header: self.header.clone(),
            ext: LedgerHeaderHistoryEntryExt::V0,
        }
    }
}

impl Included {
    /// Returns the charged fee in stroops.
    pub fn fee_charged(&self) -> i64 {
        self.result.fee_charged
    }

    /// Returns the charged fee per operation in stroops, without the fee of resources.
    pub fn fee_per_operation(&self) -> i64 {
        (self.fee_charged() - self.transaction.resource_fee()).max(0) / self.transaction.fee_units().max(1)
    }

    /// Returns the maximum fee per operation in stroops, without the fee of resources.
    pub fn max_fee_per_operation(&self) -> i64 {
        let inclusion = self
            .transaction
            .max_fee()
            .saturating_sub(self.transaction.resource_fee());
        (inclusion / self.transaction.fee_units().max(1)).max(BASE_FEE)
    }
}
