//! The node of a chain: validates transactions, stores them in the journal and ledger, and mines blocks.

use super::funds::Funds;
use super::ledger::{Ledger, with_descendants};
use super::mining::{self, Candidate};
use super::policy::{self, Rejection};
use super::rules::Rules;
use crate::chain::{ControlError, PayError, Reorganised, check_depth};
use crate::clock::{Clock, Timestamp};
use crate::journal::{Journal, JournalError};
use bitcoin::block::Header;
use bitcoin::{BlockHash, Script, Transaction, Txid, consensus};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The number of mature coinbases of a new chain.
const FIRST_COINS: u32 = 10;
/// The time between two of the first blocks.
const FIRST_SPACING: Duration = Duration::from_mins(10);

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

/// A newly mined block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mined {
    pub height: u32,
    pub hash: BlockHash,
    /// The ids of the transactions except the coinbase.
    pub txids: Vec<Txid>,
}

/// The node of a chain. Every change is written to the journal before it is applied.
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
    /// Opens the chain stored in `file`, or an in-memory chain. A new chain gets the first blocks.
    pub fn open(rules: &'static Rules, clock: Arc<dyn Clock>, file: Option<&Path>) -> Result<Self, JournalError> {
        let mut ledger = Ledger::default();
        let journal = Journal::open(file, |event| replay(rules, &mut ledger, event))?;
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

    /// Returns the rules of the chain.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Calls `look` with the ledger and returns the result.
    pub fn read<T>(&self, look: impl FnOnce(&Ledger) -> T) -> T {
        look(&self.state().ledger)
    }

    /// Validates a transaction given as hex and adds the transaction to the mempool.
    pub fn submit(&self, hex: &str) -> Result<Txid, SubmitError> {
        let transaction = policy::decode(self.rules, hex)?;
        self.state().submit(self.rules, transaction, self.clock.now())
    }

    /// Mines a block from the mempool; the block may be empty.
    pub fn mine(&self) -> io::Result<Mined> {
        self.state().mine(self.rules, &self.funds, self.clock.now())
    }

    /// Mines a block if the mempool is not empty.
    pub fn mine_if_pending(&self) -> io::Result<Option<Mined>> {
        let mut state = self.state();
        if state.ledger.mempool().is_empty() {
            return Ok(None);
        }
        state.mine(self.rules, &self.funds, self.clock.now()).map(Some)
    }

    /// Pays `amount` base units from the miner's coins to a script, by a transaction in the mempool.
    pub fn pay(&self, to: &Script, amount: u64) -> Result<Txid, PayError> {
        let minimum = self.rules.dust_limit(to);
        if amount < minimum {
            return Err(PayError::BelowDust {
                minimum: minimum.to_string(),
            });
        }
        if amount > self.rules.faucet_maximum {
            return Err(PayError::above_maximum(&self.rules.faucet_maximum));
        }
        if !self.rules.relays_output(to) {
            let text = "payments to this kind of address are not relayed on this chain";
            return Err(PayError::not_accepted(text));
        }
        let mut state = self.state();
        loop {
            if let Some(transaction) = self.funds.pay(self.rules, &state.ledger, to, amount) {
                let submitted = state.submit(self.rules, transaction, self.clock.now());
                return submitted.map_err(PayError::not_accepted);
            }
            // Each block makes a further coinbase mature, and a coinbase exceeds the maximum payment.
            state
                .mine(self.rules, &self.funds, self.clock.now())
                .map_err(|error| PayError::not_accepted(SubmitError::from(error)))?;
        }
    }

    /// Abandons the last `depth` blocks, and mines `depth + 1` empty blocks.
    pub fn reorganise(&self, depth: u32) -> Result<Reorganised, ControlError> {
        self.state()
            .reorganise(self.rules, &self.funds, depth, self.clock.now())
    }

    /// Removes a transaction and its descendants from the mempool.
    pub fn drop_pending(&self, txid: Txid) -> Result<(), ControlError> {
        let mut state = self.state();
        if !state.ledger.mempool().contains(&txid) {
            return Err(ControlError::NotPending);
        }
        state.journal.append(&JournalEvent::Drop { txid })?;
        drop_from_mempool(&mut state.ledger, txid);
        Ok(())
    }

    fn mine_first_blocks(&self) -> io::Result<()> {
        let mut state = self.state();
        let now = self.clock.now().as_secs();
        let first_blocks = first_blocks(self.rules);
        while state.ledger.next_height() < first_blocks {
            let left = u64::from(first_blocks - state.ledger.next_height());
            let then = Timestamp::from_secs(now.saturating_sub(left * FIRST_SPACING.as_secs()));
            state.mine(self.rules, &self.funds, then)?;
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics between related changes, so a poisoned state is consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn submit(&mut self, rules: &Rules, transaction: Transaction, now: Timestamp) -> Result<Txid, SubmitError> {
        let replaced = policy::check(rules, &self.ledger, &transaction)?;
        self.journal
            .append(&JournalEvent::transaction(transaction.clone(), now))?;
        let txid = transaction.compute_txid();
        self.ledger.add_to_mempool(transaction, now, &replaced);
        Ok(txid)
    }

    fn mine(&mut self, rules: &Rules, funds: &Funds, now: Timestamp) -> io::Result<Mined> {
        let Candidate {
            header,
            coinbase,
            txids,
        } = mining::assemble(rules, &self.ledger, &funds.script(), now);
        self.journal.append(&JournalEvent::Block {
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

    fn reorganise(
        &mut self,
        rules: &Rules,
        funds: &Funds,
        depth: u32,
        now: Timestamp,
    ) -> Result<Reorganised, ControlError> {
        let height = self.ledger.next_height();
        check_depth(depth, height.saturating_sub(first_blocks(rules)))?;
        let abandoned = self.ledger.blocks().iter().rev().take(depth as usize).rev();
        let dropped = abandoned.flat_map(|block| &block.txids[1..]);
        let dropped = dropped.map(ToString::to_string).collect();
        let mut blocks = Vec::new();
        let ledger = mining::reorganise(rules, &self.ledger, depth, |ledger, later| {
            // The blocks are a second apart, so that the time of the last block is the current time.
            let then = Timestamp::from_secs(now.as_secs().saturating_sub(later.into()));
            let block = mining::assemble(rules, ledger, &funds.script(), then);
            blocks.push(EmptyBlock {
                header: block.header,
                coinbase: block.coinbase.clone(),
            });
            Ok::<_, io::Error>(block)
        })?;
        self.journal.append(&JournalEvent::Reorganisation { depth, blocks })?;
        self.ledger = ledger;
        Ok(Reorganised {
            height: height.into(),
            hash: self.ledger.tip().to_string(),
            dropped,
        })
    }
}

/// Returns the number of blocks of a new chain, which no reorganisation abandons.
fn first_blocks(rules: &Rules) -> u32 {
    rules.coinbase_maturity + FIRST_COINS
}

fn drop_from_mempool(ledger: &mut Ledger, txid: Txid) {
    let dropped = with_descendants(ledger, &BTreeSet::from([txid]));
    ledger.drop_from_mempool(&dropped);
}

/// Applies a journal event again, with the same validation as a new change.
fn replay(rules: &Rules, ledger: &mut Ledger, event: JournalEvent) -> Result<(), String> {
    match event {
        JournalEvent::Transaction { seen, raw } => {
            let replaced = policy::check(rules, ledger, &raw).map_err(|rejection| rejection.to_string())?;
            ledger.add_to_mempool(raw, Timestamp::from_millis(seen), &replaced);
        }
        JournalEvent::Block {
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
        JournalEvent::Drop { txid } => {
            if !ledger.mempool().contains(&txid) {
                return Err(ControlError::NotPending.to_string());
            }
            drop_from_mempool(ledger, txid);
        }
        JournalEvent::Reorganisation { depth, blocks } => {
            let removable = ledger.next_height().saturating_sub(first_blocks(rules));
            check_depth(depth, removable).map_err(|error| error.to_string())?;
            let mut blocks = blocks.into_iter();
            *ledger = mining::reorganise(rules, ledger, depth, |ledger, _| {
                let EmptyBlock { header, coinbase } =
                    blocks.next().ok_or("a block of the reorganisation is missing")?;
                let block = Candidate {
                    header,
                    coinbase,
                    txids: Vec::new(),
                };
                mining::check(rules, ledger, &block).map_err(|error| error.to_string())?;
                Ok::<_, String>(block)
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
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        raw: Transaction,
    },
    /// A block was mined.
    Block {
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        header: Header,
        #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
        coinbase: Transaction,
        /// The transactions besides the coinbase, all from the mempool.
        txids: Vec<Txid>,
    },
    /// A transaction left the mempool with its descendants.
    Drop {
        /// The id of the transaction.
        txid: Txid,
    },
    /// The last blocks were abandoned.
    Reorganisation {
        /// The number of abandoned blocks.
        depth: u32,
        /// The blocks that follow, one more than the abandoned blocks.
        blocks: Vec<EmptyBlock>,
    },
}

/// A block without transactions besides the coinbase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmptyBlock {
    #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
    header: Header,
    #[serde(with = "consensus::serde::With::<consensus::serde::Hex>")]
    coinbase: Transaction,
}

impl JournalEvent {
    /// Builds the event of a newly seen transaction.
    pub fn transaction(raw: Transaction, seen: Timestamp) -> Self {
        Self::Transaction {
            seen: seen.as_millis(),
            raw,
        }
    }
}
