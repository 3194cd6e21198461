//! The state of a chain: blocks, transactions, and unspent outputs.
//!
//! The ledger stores and looks up; [`super::policy`] validates before anything is stored.

use crate::clock::Timestamp;
use bitcoin::block::Header;
use bitcoin::{BlockHash, OutPoint, ScriptBuf, Transaction, TxOut, Txid};
use std::collections::{BTreeSet, HashMap};

/// A block of the chain.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block header. The sandbox does not require proof of work.
    pub header: Header,
    /// The ids of the transactions, the coinbase first.
    pub txids: Vec<Txid>,
}

/// A transaction in the chain or the mempool.
#[derive(Clone, Debug)]
pub struct Entry {
    pub transaction: Transaction,
    /// The height of the block; `None` in the mempool.
    pub height: Option<u32>,
    /// The time of the first sighting by the node.
    pub seen: Timestamp,
    /// The index among all transactions in order of arrival.
    pub sequence: u64,
}

/// A transaction output with the confirmation state.
#[derive(Clone, Copy, Debug)]
pub struct Coin<'a> {
    pub output: &'a TxOut,
    /// The height of the block; `None` in the mempool.
    pub height: Option<u32>,
    /// True if the output belongs to a coinbase transaction.
    pub coinbase: bool,
}

/// The input that spends an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spender {
    /// The id of the spending transaction.
    pub txid: Txid,
    /// The index of the input in that transaction.
    pub vin: u32,
}

/// The transactions and unspent outputs of a script.
#[derive(Clone, Debug, Default)]
pub struct ScriptHistory {
    /// The distinct transactions that pay to the script or spend from the script, in order of arrival.
    pub txids: Vec<Txid>,
    /// The unspent outputs, including outputs in the mempool.
    pub unspent: BTreeSet<OutPoint>,
}

/// The ledger of a chain.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    blocks: Vec<Block>,
    entries: HashMap<Txid, Entry>,
    mempool: Vec<Txid>,
    spenders: HashMap<OutPoint, Spender>,
    scripts: HashMap<ScriptBuf, ScriptHistory>,
    /// The number of transactions that have arrived, including replaced transactions.
    arrivals: u64,
    reorganisations: u32,
}

impl Ledger {
    /// Returns the blocks, genesis first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the height of the next block.
    pub fn next_height(&self) -> u32 {
        u32::try_from(self.blocks.len()).unwrap_or(u32::MAX)
    }

    /// Returns the hash of the latest block, or all zeros if the chain is empty.
    pub fn tip(&self) -> BlockHash {
        use bitcoin::hashes::Hash;
        self.blocks
            .last()
            .map_or_else(BlockHash::all_zeros, |block| block.header.block_hash())
    }

    /// Returns the number of reorganisations since the first block.
    pub fn reorganisations(&self) -> u32 {
        self.reorganisations
    }

    /// Returns the transactions of the mempool in order of arrival; parents precede their children.
    pub fn mempool(&self) -> &[Txid] {
        &self.mempool
    }

    /// Returns a transaction of the chain or the mempool.
    pub fn entry(&self, txid: Txid) -> Option<&Entry> {
        self.entries.get(&txid)
    }

    /// Returns an output, whether spent or not.
    pub fn coin(&self, outpoint: OutPoint) -> Option<Coin<'_>> {
        let entry = self.entries.get(&outpoint.txid)?;
        let output = entry.transaction.output.get(usize::try_from(outpoint.vout).ok()?)?;
        Some(Coin {
            output,
            height: entry.height,
            coinbase: entry.transaction.is_coinbase(),
        })
    }

    /// Returns the input that spends an output, including inputs in the mempool.
    pub fn spender(&self, outpoint: OutPoint) -> Option<Spender> {
        self.spenders.get(&outpoint).copied()
    }

    /// Returns the history of a script, or `None` if no transaction involves it.
    pub fn script(&self, script: &bitcoin::Script) -> Option<&ScriptHistory> {
        self.scripts.get(script)
    }

    /// Returns the number of confirmations at this height, or 0 for the mempool.
    pub fn confirmations(&self, height: Option<u32>) -> u32 {
        height.map_or(0, |height| self.next_height().saturating_sub(height))
    }

    /// Returns the fee of a transaction in base units, or 0 for a coinbase.
    pub fn fee(&self, transaction: &Transaction) -> u64 {
        let spent = transaction
            .input
            .iter()
            .filter_map(|input| self.coin(input.previous_output));
        let available: u64 = spent.map(|coin| coin.output.value.to_sat()).sum();
        let required: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
        available.saturating_sub(required)
    }

    /// Adds a validated transaction to the mempool instead of the replaced transactions, which are in the mempool with
    /// all their descendants, parents first.
    pub fn add_to_mempool(&mut self, transaction: Transaction, seen: Timestamp, replaced: &[Txid]) {
        self.drop_from_mempool(replaced);
        let txid = self.record(transaction, None, seen);
        self.mempool.push(txid);
    }

    /// Removes transactions with all their descendants from the mempool, given parents first.
    pub fn drop_from_mempool(&mut self, txids: &[Txid]) {
        for txid in txids.iter().rev() {
            self.remove(*txid);
        }
        self.mempool.retain(|txid| !txids.contains(txid));
    }

    /// Removes the last `depth` blocks and the mempool. Returns their transactions except the coinbases, parents first.
    pub fn rewind(&mut self, depth: u32) -> Vec<Entry> {
        let depth = usize::try_from(depth).unwrap_or(usize::MAX);
        let abandoned = self.blocks.split_off(self.blocks.len().saturating_sub(depth));
        let mempool = std::mem::take(&mut self.mempool);
        let txids: Vec<_> = abandoned
            .into_iter()
            .flat_map(|block| block.txids)
            .chain(mempool)
            .collect();
        let removed = txids.iter().rev().filter_map(|txid| self.remove(*txid));
        let mut removed: Vec<_> = removed.filter(|entry| !entry.transaction.is_coinbase()).collect();
        removed.reverse();
        self.reorganisations += 1;
        removed
    }

    /// Appends a block. All of the transactions except the coinbase must be in the mempool.
    pub fn connect(&mut self, header: Header, coinbase: Transaction, txids: &[Txid]) {
        let height = self.next_height();
        let seen = Timestamp::from_secs(u64::from(header.time));
        let coinbase = self.record(coinbase, Some(height), seen);
        for txid in txids {
            if let Some(entry) = self.entries.get_mut(txid) {
                entry.height = Some(height);
            }
        }
        self.mempool.retain(|txid| !txids.contains(txid));
        let txids = std::iter::once(coinbase).chain(txids.iter().copied()).collect();
        self.blocks.push(Block { header, txids });
    }

    fn record(&mut self, transaction: Transaction, height: Option<u32>, seen: Timestamp) -> Txid {
        let txid = transaction.compute_txid();
        if !transaction.is_coinbase() {
            for (vin, input) in (0_u32..).zip(&transaction.input) {
                self.record_spend(input.previous_output, Spender { txid, vin });
            }
        }
        for (vout, output) in (0_u32..).zip(&transaction.output) {
            let history = self.scripts.entry(output.script_pubkey.clone()).or_default();
            history.touch(txid);
            history.unspent.insert(OutPoint { txid, vout });
        }
        let sequence = self.arrivals;
        self.arrivals += 1;
        self.entries.insert(
            txid,
            Entry {
                transaction,
                height,
                seen,
                sequence,
            },
        );
        txid
    }

    /// Removes and returns a transaction with unspent outputs; the spent outputs are unspent again.
    fn remove(&mut self, txid: Txid) -> Option<Entry> {
        let entry = self.entries.remove(&txid)?;
        let transaction = &entry.transaction;
        for (vout, output) in (0_u32..).zip(&transaction.output) {
            self.forget(&output.script_pubkey, txid, |unspent| {
                unspent.remove(&OutPoint { txid, vout });
            });
        }
        for outpoint in transaction.input.iter().map(|input| input.previous_output) {
            self.spenders.remove(&outpoint);
            let script = self.coin(outpoint).map(|coin| coin.output.script_pubkey.clone());
            if let Some(script) = script {
                self.forget(&script, txid, |unspent| {
                    unspent.insert(outpoint);
                });
            }
        }
        Some(entry)
    }

    /// Removes a transaction from the history of a script and updates the unspent outputs of the script.
    fn forget(&mut self, script: &ScriptBuf, txid: Txid, update: impl FnOnce(&mut BTreeSet<OutPoint>)) {
        let Some(history) = self.scripts.get_mut(script) else {
            return;
        };
        history.txids.retain(|known| *known != txid);
        update(&mut history.unspent);
        if history.txids.is_empty() {
            self.scripts.remove(script);
        }
    }

    fn record_spend(&mut self, outpoint: OutPoint, spender: Spender) {
        self.spenders.insert(outpoint, spender);
        let script = self.coin(outpoint).map(|coin| coin.output.script_pubkey.clone());
        if let Some(history) = script.and_then(|script| self.scripts.get_mut(&script)) {
            history.touch(spender.txid);
            history.unspent.remove(&outpoint);
        }
    }
}

impl ScriptHistory {
    fn touch(&mut self, txid: Txid) {
        // All inputs and outputs of a transaction are recorded consecutively, so only the last entry can be
        // equal.
        if self.txids.last() != Some(&txid) {
            self.txids.push(txid);
        }
    }
}

/// Returns the transactions of the mempool whose outputs a transaction spends, directly or through ancestors.
pub fn ancestors(ledger: &Ledger, transaction: &Transaction) -> BTreeSet<Txid> {
    let mut found = BTreeSet::new();
    let mut open = vec![transaction];
    while let Some(child) = open.pop() {
        for input in &child.input {
            let txid = input.previous_output.txid;
            let pending = ledger.entry(txid).filter(|entry| entry.height.is_none());
            if let Some(parent) = pending.filter(|_| found.insert(txid)) {
                open.push(&parent.transaction);
            }
        }
    }
    found
}

/// Returns the transactions of the mempool and all that spend their outputs, parents first.
pub fn with_descendants(ledger: &Ledger, txids: &BTreeSet<Txid>) -> Vec<Txid> {
    let mut found = BTreeSet::new();
    let mut ordered = Vec::new();
    // In order of arrival, so that every transaction follows the parents.
    for txid in ledger.mempool() {
        let mut parents = ledger
            .entry(*txid)
            .into_iter()
            .flat_map(|entry| &entry.transaction.input);
        if txids.contains(txid) || parents.any(|input| found.contains(&input.previous_output.txid)) {
            found.insert(*txid);
            ordered.push(*txid);
        }
    }
    ordered
}
