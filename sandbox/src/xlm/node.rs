//! The node: judges, remembers, writes down, closes ledgers.

use super::closing;
use super::faucet::{self, PayError};
use super::judge;
use super::ledger::{Closed, Included, Ledger};
use super::line::Line;
use super::transaction::{MalformedError, Transaction};
use crate::journal::{Journal, JournalError};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stellar_xdr::{MuxedAccount, TransactionResult};
use wallet_core::ports::system::{Clock, Timestamp};

/// Why a transaction does not wait.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The text is no envelope.
    #[error(transparent)]
    Malformed(#[from] MalformedError),
    /// The rules refuse it.
    #[error("the transaction is refused")]
    Rejected {
        /// It.
        transaction: Box<Transaction>,
        /// What it came to.
        result: Box<TransactionResult>,
    },
    /// It waits already.
    #[error("the transaction waits already")]
    Duplicate([u8; 32]),
    /// Another one of its source waits.
    #[error("another transaction of the account waits")]
    TryAgainLater([u8; 32]),
    /// It could not be written down.
    #[error("the sandbox could not write its file")]
    Journal(#[from] io::Error),
}

/// The node. Every change is written to the journal before it is made.
pub struct Node {
    clock: Arc<dyn Clock>,
    closes_at_once: bool,
    state: Mutex<State>,
}

struct State {
    ledger: Ledger,
    journal: Journal,
}

impl Node {
    /// Opens the chain kept in `file`, or one in memory only.
    pub fn open(clock: Arc<dyn Clock>, file: Option<&Path>) -> Result<Self, JournalError> {
        let mut ledger = Ledger::default();
        let journal = match file {
            None => Journal::Memory,
            Some(path) => Journal::open(path, |line| replay(&mut ledger, line))?,
        };
        Ok(Self {
            clock,
            closes_at_once: false,
            state: Mutex::new(State { ledger, journal }),
        })
    }

    /// Lets every transaction have its ledger at once: those who send one wait for it, as nobody waits for a block.
    #[must_use]
    pub fn closing_at_once(self) -> Self {
        Self {
            closes_at_once: true,
            ..self
        }
    }

    /// Looks something up.
    pub fn read<T>(&self, look: impl FnOnce(&Ledger) -> T) -> T {
        look(&self.state().ledger)
    }

    /// Judges a transaction given as base64, and lets it wait for the next ledger.
    pub fn submit(&self, base64: &str) -> Result<[u8; 32], SubmitError> {
        let transaction = Transaction::decode(base64)?;
        self.accept(&mut self.state(), transaction, self.clock.now())
    }

    /// Judges a transaction and closes a ledger with it. One that has its place in a ledger already is that one.
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
        // A full ledger leaves the rest to the next one.
        while state.ledger.included(&hash).is_none() {
            state.close(now)?;
        }
        let included = state.ledger.included(&hash).cloned();
        included.ok_or_else(|| SubmitError::Journal(io::Error::other("the transaction got lost")))
    }

    /// Closes a ledger with what waits, and shows it.
    pub fn close<T>(&self, show: impl FnOnce(&Closed) -> T) -> io::Result<T> {
        let mut state = self.state();
        state.close(self.clock.now())?;
        Ok(show(state.ledger.tip()))
    }

    /// Closes a ledger if anything waits.
    pub fn close_if_waiting(&self) -> io::Result<()> {
        let mut state = self.state();
        if state.ledger.waiting().is_empty() {
            return Ok(());
        }
        state.close(self.clock.now())
    }

    /// Pays lumens, by a transaction that waits for the next ledger. An earlier payment has its ledger closed first,
    /// since an account has one transaction waiting at a time.
    pub fn pay(&self, to: &MuxedAccount, amount: i64) -> Result<[u8; 32], PayError> {
        let (mut state, now) = (self.state(), self.clock.now());
        while state.ledger.is_busy(&super::genesis::root()) {
            state.close(now).map_err(SubmitError::from)?;
        }
        let transaction = faucet::transaction(state.ledger.world(), to, amount)?;
        Ok(self.accept(&mut state, transaction, now)?)
    }

    fn accept(&self, state: &mut State, transaction: Transaction, now: Timestamp) -> Result<[u8; 32], SubmitError> {
        let hash = state.submit(transaction, now)?;
        if self.closes_at_once {
            state.close(now)?;
        }
        Ok(hash)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics between the changes that belong together, so a poisoned state is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn submit(&mut self, transaction: Transaction, now: Timestamp) -> Result<[u8; 32], SubmitError> {
        let hash = transaction.hash;
        if self.ledger.waits(&hash) {
            return Err(SubmitError::Duplicate(hash));
        }
        if self.ledger.is_busy(&transaction.source()) {
            return Err(SubmitError::TryAgainLater(hash));
        }
        check(&self.ledger, &transaction, now)?;
        self.journal.append(&Line::transaction(&transaction, now))?;
        self.ledger.add(Arc::new(transaction));
        Ok(hash)
    }

    fn close(&mut self, now: Timestamp) -> io::Result<()> {
        let moment = self.ledger.moment(now.as_secs());
        let (closed, world) = closing::close(&self.ledger, moment, &self.ledger.next());
        self.journal.append(&Line::ledger(&closed))?;
        self.ledger.connect(closed, world);
        Ok(())
    }
}

fn check(ledger: &Ledger, transaction: &Transaction, now: Timestamp) -> Result<(), SubmitError> {
    let moment = ledger.moment(now.as_secs());
    let promised = ledger.promised(&transaction.fee_source());
    judge::check(ledger.world(), transaction, moment, promised).map_err(|judged| SubmitError::Rejected {
        // What is refused is not charged; validators name the least fee that would have been.
        result: Box::new(judged.to_xdr(transaction, transaction.least_fee(), 0)),
        transaction: Box::new(transaction.clone()),
    })
}

/// Does again what a line of the journal says, judging it as if it were new.
fn replay(ledger: &mut Ledger, line: Line) -> Result<(), String> {
    match line {
        Line::Transaction { seen, envelope } => {
            let transaction = Transaction::decode(&envelope).map_err(|error| error.to_string())?;
            if ledger.is_busy(&transaction.source()) {
                return Err("another transaction of the account waits".to_owned());
            }
            check(ledger, &transaction, Timestamp::from_millis(seen)).map_err(|error| error.to_string())?;
            ledger.add(Arc::new(transaction));
        }
        Line::Ledger {
            close_time,
            hash,
            txids,
        } => {
            let repeated = closing::repeat(ledger, close_time, &hash, &txids);
            let (closed, world) = repeated.map_err(|error| error.to_string())?;
            ledger.connect(closed, world);
        }
    }
    Ok(())
}
