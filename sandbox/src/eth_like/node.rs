//! The node of a chain: validates transactions, stores them in the journal and ledger, and mines blocks.

use super::evm::state::EvmState;
use super::faucet::{self, Request};
use super::ledger::{Block, Ledger};
use super::mining;
use super::rules::Rules;
use super::transaction::{Rejection, Transaction, policy};
use crate::chain::{ControlError, PayError, Reorganised, Token, check_depth};
use crate::clock::{Clock, Timestamp};
use crate::journal::{Journal, JournalError};
use alloy_consensus::Transaction as _;
use revm::primitives::{Address, B256, Bytes};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An error of a transaction submission.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The transaction is rejected.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// The journal could not be written.
    #[error("the sandbox cannot write its file")]
    Journal(#[from] io::Error),
}

/// The node of a chain. Every change is written to the journal before it is applied.
pub struct Node {
    rules: &'static Rules,
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

struct State {
    ledger: Ledger,
    journal: Journal,
}

impl Node {
    /// Opens the chain stored in `file`, or an in-memory chain. A new chain has the tokens.
    pub fn open(
        rules: &'static Rules,
        tokens: &[Token],
        clock: Arc<dyn Clock>,
        file: Option<&Path>,
    ) -> Result<Self, JournalError> {
        let mut ledger = faucet::genesis(rules, tokens);
        let journal = Journal::open(file, |event| replay(rules, &mut ledger, event))?;
        Ok(Self {
            rules,
            clock,
            state: Mutex::new(State { ledger, journal }),
        })
    }

    /// Returns the rules of the chain.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Calls `look` with the ledger and returns the result.
    pub fn read<T>(&self, look: impl FnOnce(&Ledger) -> T) -> T {
        look(&self.state().ledger)
    }

    /// Validates a transaction given as hex and adds the transaction to the mempool.
    pub fn submit(&self, hex: &str) -> Result<B256, SubmitError> {
        let transaction = Transaction::decode_hex(hex, self.rules.chain_id)?;
        self.state().submit(self.rules, transaction, self.clock.now())
    }

    /// Mines a block from the mempool and returns the result of `show`.
    pub fn mine<T>(&self, show: impl FnOnce(&Block) -> T) -> io::Result<T> {
        let mut state = self.state();
        let (block, new_state) = mining::assemble(self.rules, &state.ledger, self.clock.now());
        let shown = show(&block);
        state.connect(block, new_state)?;
        Ok(shown)
    }

    /// Mines a block if any pending transaction can be mined; a nonce gap or a too low fee cap prevents that.
    pub fn mine_if_ready(&self) -> io::Result<()> {
        let mut state = self.state();
        if state.ledger.pool().is_empty() {
            return Ok(());
        }
        let (block, new_state) = mining::assemble(self.rules, &state.ledger, self.clock.now());
        if block.transactions.is_empty() {
            return Ok(());
        }
        state.connect(block, new_state)
    }

    /// Pays from the faucet, by a transaction in the mempool.
    pub fn pay(&self, request: &Request) -> Result<B256, PayError> {
        let mut state = self.state();
        let transaction = faucet::transaction(self.rules, &state.ledger, request)?;
        let submitted = state.submit(self.rules, transaction, self.clock.now());
        submitted.map_err(PayError::not_accepted)
    }

    /// Abandons the last `depth` blocks, and mines `depth + 1` empty blocks.
    pub fn reorganise(&self, depth: u32) -> Result<Reorganised, ControlError> {
        self.state().reorganise(self.rules, depth, self.clock.now())
    }

    /// Removes a transaction and the later transactions of the sender from the mempool.
    pub fn drop_pending(&self, txid: B256) -> Result<(), ControlError> {
        let mut state = self.state();
        let (sender, nonce) = pending(&state.ledger, txid)?;
        state.journal.append(&JournalEvent::Drop { txid })?;
        state.ledger.drop_from_pool(sender, nonce);
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics between related changes, so a poisoned state is consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn submit(&mut self, rules: &Rules, transaction: Transaction, now: Timestamp) -> Result<B256, SubmitError> {
        policy::check(rules, &self.ledger, &transaction)?;
        self.journal.append(&JournalEvent::transaction(&transaction, now))?;
        let hash = transaction.hash();
        self.ledger.add_to_pool(Arc::new(transaction), now);
        Ok(hash)
    }

    fn connect(&mut self, block: Block, new_state: EvmState) -> io::Result<()> {
        self.journal.append(&JournalEvent::block(&block))?;
        self.ledger.connect(block, new_state);
        Ok(())
    }

    fn reorganise(&mut self, rules: &Rules, depth: u32, now: Timestamp) -> Result<Reorganised, ControlError> {
        check_depth(depth, self.ledger.removable())?;
        let height = self.ledger.height() + 1;
        let dropped = self.ledger.history();
        let dropped = dropped.filter(|(block, _, _)| block.header.number + u64::from(depth) >= height);
        let dropped = dropped.map(|(_, _, included)| included.transaction.hash().to_string());
        let dropped = dropped.collect();
        let mut blocks = Vec::new();
        let ledger = mining::reorganise(rules, &self.ledger, depth, |ledger, later| {
            // The blocks are a second apart, so that the time of the last block is the current time.
            let then = Timestamp::from_secs(now.as_secs().saturating_sub(later.into()));
            let (block, state) = mining::assemble(rules, ledger, then);
            blocks.push(EmptyBlock {
                timestamp: block.header.timestamp,
                hash: block.hash,
            });
            Ok::<_, io::Error>((block, state))
        })?;
        self.journal.append(&JournalEvent::Reorganisation { depth, blocks })?;
        self.ledger = ledger;
        let hash = self.ledger.tip().map(|tip| tip.hash.to_string());
        Ok(Reorganised {
            height,
            hash: hash.unwrap_or_default(),
            dropped,
        })
    }
}

/// Returns sender and nonce of a transaction in the mempool.
fn pending(ledger: &Ledger, txid: B256) -> Result<(Address, u64), ControlError> {
    let pending = ledger.pool().find(txid).ok_or(ControlError::NotPending)?;
    let transaction = &pending.transaction;
    Ok((transaction.sender, transaction.envelope.nonce()))
}

/// Applies a journal event again, with the same validation as a new change.
fn replay(rules: &Rules, ledger: &mut Ledger, event: JournalEvent) -> Result<(), String> {
    match event {
        JournalEvent::Transaction { seen, raw } => {
            let transaction = Transaction::decode(&raw, rules.chain_id).map_err(|error| error.to_string())?;
            policy::check(rules, ledger, &transaction).map_err(|rejection| rejection.to_string())?;
            ledger.add_to_pool(Arc::new(transaction), Timestamp::from_millis(seen));
        }
        JournalEvent::Block { timestamp, hash, txids } => {
            let repeated = mining::repeat(rules, ledger, timestamp, hash, &txids);
            let (block, new_state) = repeated.map_err(|error| error.to_string())?;
            ledger.connect(block, new_state);
        }
        JournalEvent::Drop { txid } => {
            let (sender, nonce) = pending(ledger, txid).map_err(|error| error.to_string())?;
            ledger.drop_from_pool(sender, nonce);
        }
        JournalEvent::Reorganisation { depth, blocks } => {
            check_depth(depth, ledger.removable()).map_err(|error| error.to_string())?;
            let mut blocks = blocks.into_iter();
            *ledger = mining::reorganise(rules, ledger, depth, |ledger, _| {
                let EmptyBlock { timestamp, hash } = blocks.next().ok_or("a block of the reorganisation is missing")?;
                mining::repeat(rules, ledger, timestamp, hash, &[]).map_err(|error| error.to_string())
            })?;
        }
    }
    Ok(())
}

/// A change of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum JournalEvent {
    /// A transaction entered the mempool.
    Transaction {
        /// The time in milliseconds since the Unix epoch.
        seen: u64,
        /// The transaction in network serialisation.
        raw: Bytes,
    },
    /// A block was mined.
    Block {
        /// The time in seconds since the Unix epoch.
        timestamp: u64,
        /// The hash, which commits to the results of the transactions.
        hash: B256,
        /// The hashes of the transactions, all from the mempool.
        txids: Vec<B256>,
    },
    /// A transaction left the mempool with the later transactions of the sender.
    Drop {
        /// The hash of the transaction.
        txid: B256,
    },
    /// The last blocks were abandoned.
    Reorganisation {
        /// The number of abandoned blocks.
        depth: u32,
        /// The blocks that follow, one more than the abandoned blocks.
        blocks: Vec<EmptyBlock>,
    },
}

/// A block without transactions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmptyBlock {
    /// The time in seconds since the Unix epoch.
    timestamp: u64,
    hash: B256,
}

impl JournalEvent {
    /// Builds the event of a newly seen transaction.
    pub fn transaction(transaction: &Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            raw: transaction.raw(),
        }
    }

    /// Builds the event of a newly mined block.
    pub fn block(block: &Block) -> Self {
        Self::Block {
            timestamp: block.header.timestamp,
            hash: block.hash,
            txids: block.transactions.iter().map(|done| done.transaction.hash()).collect(),
        }
    }
}
