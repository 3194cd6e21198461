//! The node: validates transactions, stores them in the journal and ledger, and closes ledgers.

use super::ledger::{Closed, Included, Ledger, closing, faucet};
use super::transaction::{MalformedError, Transaction, validity};
use crate::chain::PayError;
use crate::clock::{Clock, Timestamp};
use crate::journal::{Journal, JournalError};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stellar_xdr::{MuxedAccount, TransactionResult};
use tokio::sync::watch;

/// An error of a transaction submission.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The string is not a valid envelope.
    #[error(transparent)]
    Malformed(#[from] MalformedError),
    /// The transaction is rejected.
    #[error("the transaction is rejected")]
    Rejected {
        transaction: Box<Transaction>,
        result: Box<TransactionResult>,
    },
    /// The transaction is already pending.
    #[error("the transaction is already pending")]
    Duplicate([u8; 32]),
    /// A transaction of the source is already pending.
    #[error("another transaction of the account is pending")]
    TryAgainLater([u8; 32]),
    /// The transaction is pending, and no ledger closes by itself.
    #[error("the transaction is pending until a ledger is closed on request")]
    Stopped,
    /// The journal could not be written.
    #[error("the sandbox cannot write its file")]
    Journal(#[from] io::Error),
}

/// The node. Every change is written to the journal before being applied.
pub struct Node {
    clock: Arc<dyn Clock>,
    closes_immediately: bool,
    /// True while a submission closes no ledger.
    is_stopped: AtomicBool,
    state: Mutex<State>,
}

struct State {
    ledger: Ledger,
    journal: Journal,
    /// The number of the latest ledger, for streams.
    closed: watch::Sender<u32>,
}

impl Node {
    /// Opens the chain stored in `file`, or an in-memory chain.
    pub fn open(clock: Arc<dyn Clock>, file: Option<&Path>) -> Result<Self, JournalError> {
        let mut ledger = faucet::genesis();
        let journal = Journal::open(file, |event| replay(&mut ledger, event))?;
        Ok(Self {
            clock,
            closes_immediately: false,
            is_stopped: AtomicBool::new(false),
            state: Mutex::new(State {
                closed: watch::Sender::new(ledger.tip().header.ledger_seq),
                ledger,
                journal,
            }),
        })
    }

    /// Makes every accepted transaction close a ledger immediately, for clients that wait for the ledger of
    /// their transaction.
    #[must_use]
    pub fn closing_immediately(self) -> Self {
        Self {
            closes_immediately: true,
            ..self
        }
    }

    /// Stops or restarts the ledgers that submissions close. Returns true if every accepted transaction closes a ledger
    /// now.
    pub fn set_immediate_ledgers(&self, on: bool) -> bool {
        self.is_stopped.store(!on, Ordering::Relaxed);
        self.closes_immediately && on
    }

    /// Returns the current time of the chain's clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Returns the number of the latest ledger, which changes when a ledger closes.
    pub fn ledgers(&self) -> watch::Receiver<u32> {
        self.state().closed.subscribe()
    }

    /// Calls `look` with the ledger and returns the result.
    pub fn read<T>(&self, look: impl FnOnce(&Ledger) -> T) -> T {
        look(&self.state().ledger)
    }

    /// Validates a transaction given as base64 and adds it to the pending transactions.
    pub fn submit(&self, base64: &str) -> Result<[u8; 32], SubmitError> {
        let transaction = Transaction::decode(base64)?;
        self.accept(&mut self.state(), transaction, self.clock.now())
    }

    /// Validates a transaction and closes a ledger with that transaction. A transaction that is already in a ledger is
    /// returned unchanged.
    pub fn settle(&self, base64: &str) -> Result<Arc<Included>, SubmitError> {
        let transaction = Transaction::decode(base64)?;
        let hash = transaction.hash;
        let (mut state, now) = (self.state(), self.clock.now());
        if state.ledger.included(&hash).is_none() {
            match state.submit(transaction, now) {
                Ok(_) | Err(SubmitError::Duplicate(_)) => {}
                Err(error) => return Err(error),
            }
        }
        if self.is_stopped.load(Ordering::Relaxed) && state.ledger.included(&hash).is_none() {
            return Err(SubmitError::Stopped);
        }
        // If the ledger is full, the remaining transactions go to the next ledger.
        while state.ledger.included(&hash).is_none() {
            state.close(now)?;
        }
        let included = state.ledger.included(&hash).cloned();
        included.ok_or_else(|| SubmitError::Journal(io::Error::other("transaction missing from the closed ledger")))
    }

    /// Closes a ledger with the pending transactions and returns the result of `show`.
    pub fn close<T>(&self, show: impl FnOnce(&Closed) -> T) -> io::Result<T> {
        let mut state = self.state();
        state.close(self.clock.now())?;
        Ok(show(state.ledger.tip()))
    }

    /// Closes a ledger if a transaction is pending.
    pub fn close_if_pending(&self) -> io::Result<()> {
        let mut state = self.state();
        if state.ledger.pending().is_empty() {
            return Ok(());
        }
        state.close(self.clock.now())
    }

    /// Pays lumens by a pending transaction. The ledger of an earlier pending payment is closed first, because
    /// an account can have only a single pending transaction.
    pub fn pay(&self, to: &MuxedAccount, amount: i64) -> Result<[u8; 32], PayError> {
        let (mut state, now) = (self.state(), self.clock.now());
        while state.ledger.is_busy(&faucet::root()) {
            state
                .close(now)
                .map_err(|error| PayError::not_accepted(SubmitError::from(error)))?;
        }
        let transaction = faucet::transaction(state.ledger.state(), to, amount)?;
        self.accept(&mut state, transaction, now)
            .map_err(PayError::not_accepted)
    }

    fn accept(&self, state: &mut State, transaction: Transaction, now: Timestamp) -> Result<[u8; 32], SubmitError> {
        let hash = state.submit(transaction, now)?;
        if self.closes_immediately && !self.is_stopped.load(Ordering::Relaxed) {
            state.close(now)?;
        }
        Ok(hash)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics between related changes, so a poisoned state is consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn submit(&mut self, transaction: Transaction, now: Timestamp) -> Result<[u8; 32], SubmitError> {
        let hash = transaction.hash;
        if self.ledger.is_pending(&hash) {
            return Err(SubmitError::Duplicate(hash));
        }
        if self.ledger.is_busy(&transaction.source()) {
            return Err(SubmitError::TryAgainLater(hash));
        }
        check(&self.ledger, &transaction, now)?;
        self.journal.append(&JournalEvent::transaction(&transaction, now))?;
        self.ledger.add(Arc::new(transaction));
        Ok(hash)
    }

    fn close(&mut self, now: Timestamp) -> io::Result<()> {
        let context = self.ledger.context(now.as_secs());
        let (closed, new_state) = closing::close(&self.ledger, context, &self.ledger.next());
        self.journal.append(&JournalEvent::ledger(&closed))?;
        let number = closed.header.ledger_seq;
        self.ledger.connect(closed, new_state);
        self.closed.send_replace(number);
        Ok(())
    }
}

fn check(ledger: &Ledger, transaction: &Transaction, now: Timestamp) -> Result<(), SubmitError> {
    let context = ledger.context(now.as_secs());
    let pending_fees = ledger.pending_fees(&transaction.fee_source());
    validity::check(ledger.state(), transaction, context, pending_fees).map_err(|outcome| SubmitError::Rejected {
        // A rejected transaction is not charged; validators report the minimum fee as the charged fee.
        result: Box::new(outcome.to_xdr(transaction, transaction.minimum_fee(), 0)),
        transaction: Box::new(transaction.clone()),
    })
}

/// Applies a journal event again, with the same validation as a new change.
fn replay(ledger: &mut Ledger, event: JournalEvent) -> Result<(), String> {
    match event {
        JournalEvent::Transaction { seen, envelope } => {
            let transaction = Transaction::decode(&envelope).map_err(|error| error.to_string())?;
            if ledger.is_busy(&transaction.source()) {
                return Err("another transaction of the account is pending".to_owned());
            }
            check(ledger, &transaction, Timestamp::from_millis(seen)).map_err(|error| error.to_string())?;
            ledger.add(Arc::new(transaction));
        }
        JournalEvent::Ledger {
            close_time,
            hash,
            txids,
        } => {
            let repeated = closing::repeat(ledger, close_time, &hash, &txids);
            let (closed, new_state) = repeated.map_err(|error| error.to_string())?;
            ledger.connect(closed, new_state);
        }
    }
    Ok(())
}

/// A change of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum JournalEvent {
    /// A transaction was accepted.
    Transaction {
        /// The time in milliseconds since the Unix epoch.
        seen: u64,
        /// The envelope in base64.
        envelope: String,
    },
    /// A ledger was closed.
    Ledger {
        /// The close time in seconds since the Unix epoch.
        close_time: u64,
        /// The hash, which commits to the results of the transactions.
        hash: String,
        /// The hashes of the transactions, all of which were pending.
        txids: Vec<String>,
    },
}

impl JournalEvent {
    /// Builds the event of a newly accepted transaction.
    pub fn transaction(transaction: &Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            envelope: transaction.base64(),
        }
    }

    /// Builds the event of a newly closed ledger.
    pub fn ledger(closed: &Closed) -> Self {
        Self::Ledger {
            close_time: closed.header.scp_value.close_time.0,
            hash: hex::encode(closed.hash),
            txids: closed
                .transactions
                .iter()
                .map(|included| included.transaction.id())
                .collect(),
        }
    }
}
