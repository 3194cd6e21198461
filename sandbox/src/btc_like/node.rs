//! The node of one chain: judges, remembers, writes down, makes blocks.

use super::funds::Funds;
use super::judge;
use super::ledger::Ledger;
use super::line::Line;
use super::mining::{self, Candidate};
use super::rejection::Rejection;
use super::rules::Rules;
use crate::journal::{Journal, JournalError};
use bitcoin::{BlockHash, Script, Transaction, Txid};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::ports::system::{Clock, Timestamp};

/// Coinbases that are mature when a new chain begins.
const FIRST_COINS: u32 = 10;
/// How far apart these first blocks stand in time.
const FIRST_SPACING: Duration = Duration::from_mins(10);

/// Why a transaction is not in the mempool after all.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The rules refuse it.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// It could not be written down.
    #[error("the sandbox could not write its file")]
    Journal(#[from] io::Error),
}

/// Why the faucet does not pay.
#[derive(Debug, thiserror::Error)]
pub enum PayError {
    /// The amount is too small to be relayed.
    #[error("the least amount that can be sent to this address is {minimum}")]
    BelowDust {
        /// The least amount, in smallest units.
        minimum: u64,
    },
    /// The amount is more than one call gives.
    #[error("the faucet pays at most {maximum} in one call")]
    AboveMaximum {
        /// The largest amount, in smallest units.
        maximum: u64,
    },
    /// Nodes do not relay payments to this kind of script.
    #[error("payments to this kind of address are not relayed on this chain")]
    NotRelayed,
    /// The payment did not get into the mempool.
    #[error(transparent)]
    Submit(#[from] SubmitError),
}

/// A block that was just made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mined {
    /// Its height.
    pub height: u32,
    /// Its hash.
    pub hash: BlockHash,
    /// Its transactions but for the coinbase.
    pub txids: Vec<Txid>,
}

/// The node of one chain. Every change is written to the journal before it is made.
pub struct Node {
    rules: &'static Rules,
    clock: Arc<dyn Clock>,
    funds: Funds,
    state: Mutex<State>,
}

struct State {
    ledger: Ledger,
    journal: Journal,
}

impl Node {
    /// Opens the chain kept in `file`, or one in memory only; a new one gets its first blocks.
    pub fn open(rules: &'static Rules, clock: Arc<dyn Clock>, file: Option<&Path>) -> Result<Self, JournalError> {
        let mut ledger = Ledger::default();
        let journal = match file {
            None => Journal::Memory,
            Some(path) => Journal::open(path, |line| replay(rules, &mut ledger, line))?,
        };
        let node = Self {
            rules,
            clock,
            funds: Funds::default(),
            state: Mutex::new(State { ledger, journal }),
        };
        node.mine_first_blocks().map_err(|source| JournalError::File {
            path: file.unwrap_or(Path::new("")).to_owned(),
            source,
        })?;
        Ok(node)
    }

    /// The rules of the chain.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Looks something up.
    pub fn read<T>(&self, look: impl FnOnce(&Ledger) -> T) -> T {
        look(&self.state().ledger)
    }

    /// Judges a transaction given as hex and puts it into the mempool.
    pub fn submit(&self, hex: &str) -> Result<Txid, SubmitError> {
        let transaction = judge::decode(self.rules, hex)?;
        self.state().submit(self.rules, transaction, self.clock.now())
    }

    /// Makes a block of what waits in the mempool.
    pub fn mine(&self) -> io::Result<Mined> {
        self.state().mine(self.rules, &self.funds, self.clock.now())
    }

    /// Makes a block if anything waits in the mempool.
    pub fn mine_if_waiting(&self) -> io::Result<Option<Mined>> {
        let mut state = self.state();
        if state.ledger.mempool().is_empty() {
            return Ok(None);
        }
        state.mine(self.rules, &self.funds, self.clock.now()).map(Some)
    }

    /// Pays `amount` smallest units from the miner's coins to a script, by a transaction in the mempool.
    pub fn pay(&self, to: &Script, amount: u64) -> Result<Txid, PayError> {
        let minimum = self.rules.dust_limit(to);
        if amount < minimum {
            return Err(PayError::BelowDust { minimum });
        }
        if amount > self.rules.faucet_maximum {
            return Err(PayError::AboveMaximum {
                maximum: self.rules.faucet_maximum,
            });
        }
        if !self.rules.relays_output(to) {
            return Err(PayError::NotRelayed);
        }
        let mut state = self.state();
        loop {
            if let Some(transaction) = self.funds.pay(self.rules, &state.ledger, to, amount) {
                return Ok(state.submit(self.rules, transaction, self.clock.now())?);
            }
            // Each block makes one more coinbase mature, and a coinbase holds more than the most that is paid.
            state
                .mine(self.rules, &self.funds, self.clock.now())
                .map_err(SubmitError::from)?;
        }
    }

    fn mine_first_blocks(&self) -> io::Result<()> {
        let mut state = self.state();
        let now = self.clock.now().as_secs();
        let first_blocks = self.rules.coinbase_maturity + FIRST_COINS;
        while state.ledger.next_height() < first_blocks {
            let left = u64::from(first_blocks - state.ledger.next_height());
            let then = Timestamp::from_secs(now.saturating_sub(left * FIRST_SPACING.as_secs()));
            state.mine(self.rules, &self.funds, then)?;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics between the changes that belong together, so a poisoned state is whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn submit(&mut self, rules: &Rules, transaction: Transaction, now: Timestamp) -> Result<Txid, SubmitError> {
        judge::check(rules, &self.ledger, &transaction)?;
        self.journal.append(&Line::transaction(transaction.clone(), now))?;
        let txid = transaction.compute_txid();
        self.ledger.add_to_mempool(transaction, now);
        Ok(txid)
    }

    fn mine(&mut self, rules: &Rules, funds: &Funds, now: Timestamp) -> io::Result<Mined> {
        let Candidate {
            header,
            coinbase,
            txids,
        } = mining::assemble(rules, &self.ledger, &funds.script(), now);
        self.journal.append(&Line::Block {
            header,
            coinbase: coinbase.clone(),
            txids: txids.clone(),
        })?;
        let height = self.ledger.next_height();
        self.ledger.connect(header, coinbase, &txids);
        Ok(Mined {
            height,
            hash: header.block_hash(),
            txids,
        })
    }
}

/// Does again what a line of the journal says, judging it as if it were new.
fn replay(rules: &Rules, ledger: &mut Ledger, line: Line) -> Result<(), String> {
    match line {
        Line::Transaction { seen, raw } => {
            judge::check(rules, ledger, &raw).map_err(|rejection| rejection.to_string())?;
            ledger.add_to_mempool(raw, Timestamp::from_millis(seen));
        }
        Line::Block {
            header,
            coinbase,
            txids,
        } => {
            let block = Candidate {
                header,
                coinbase,
                txids,
            };
            mining::check(rules, ledger, &block).map_err(|error| error.to_string())?;
            ledger.connect(block.header, block.coinbase, &block.txids);
        }
    }
    Ok(())
}
