//! What a chain's node remembers: blocks, transactions, and which outputs are unspent.
//!
//! The ledger records and finds; [`super::judge`] decides what may be recorded.

use bitcoin::block::Header;
use bitcoin::{BlockHash, OutPoint, ScriptBuf, Transaction, TxOut, Txid};
use std::collections::{BTreeSet, HashMap};
use wallet_core::ports::system::Timestamp;

/// A block in the chain.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its header. The sandbox asks for no proof of work.
    pub header: Header,
    /// Its transactions, the coinbase first.
    pub txids: Vec<Txid>,
}

/// A transaction in the chain or the mempool.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The transaction.
    pub transaction: Transaction,
    /// The height of its block, `None` in the mempool.
    pub height: Option<u32>,
    /// When it was first seen.
    pub seen: Timestamp,
    /// Its place among all transactions in the order of their arrival.
    pub sequence: u64,
}

/// An output and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Coin<'a> {
    /// The output.
    pub output: &'a TxOut,
    /// The height of its block, `None` in the mempool.
    pub height: Option<u32>,
    /// Whether a block paid it to its miner.
    pub coinbase: bool,
}

/// The input that spends an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spender {
    /// The spending transaction.
    pub txid: Txid,
    /// The place of the input in it.
    pub vin: u32,
}

/// All that touches one script.
#[derive(Debug, Default)]
pub struct ScriptHistory {
    /// The transactions that pay it or spend from it, in the order of their arrival, each once.
    pub txids: Vec<Txid>,
    /// Its unspent outputs, mempool included.
    pub unspent: BTreeSet<OutPoint>,
}

/// The memory of one chain.
#[derive(Debug, Default)]
pub struct Ledger {
    blocks: Vec<Block>,
    entries: HashMap<Txid, Entry>,
    mempool: Vec<Txid>,
    spenders: HashMap<OutPoint, Spender>,
    scripts: HashMap<ScriptBuf, ScriptHistory>,
}

impl Ledger {
    /// The blocks, genesis first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The height that the next block will have.
    pub fn next_height(&self) -> u32 {
        u32::try_from(self.blocks.len()).unwrap_or(u32::MAX)
    }

    /// The hash of the newest block; all zeros before the first.
    pub fn tip(&self) -> BlockHash {
        use bitcoin::hashes::Hash;
        self.blocks
            .last()
            .map_or_else(BlockHash::all_zeros, |block| block.header.block_hash())
    }

    /// The transactions of the mempool in the order of their arrival, so parents before children.
    pub fn mempool(&self) -> &[Txid] {
        &self.mempool
    }

    /// A transaction of the chain or the mempool.
    pub fn entry(&self, txid: Txid) -> Option<&Entry> {
        self.entries.get(&txid)
    }

    /// An output, spent or not.
    pub fn coin(&self, outpoint: OutPoint) -> Option<Coin<'_>> {
        let entry = self.entries.get(&outpoint.txid)?;
        let output = entry.transaction.output.get(usize::try_from(outpoint.vout).ok()?)?;
        Some(Coin {
            output,
            height: entry.height,
            coinbase: entry.transaction.is_coinbase(),
        })
    }

    /// The input that spends an output, mempool included.
    pub fn spender(&self, outpoint: OutPoint) -> Option<Spender> {
        self.spenders.get(&outpoint).copied()
    }

    /// What touches a script; `None` when nothing ever did.
    pub fn script(&self, script: &bitcoin::Script) -> Option<&ScriptHistory> {
        self.scripts.get(script)
    }

    /// How many confirmations something at this height has; none in the mempool.
    pub fn confirmations(&self, height: Option<u32>) -> u32 {
        height.map_or(0, |height| self.next_height().saturating_sub(height))
    }

    /// The fee of a transaction in smallest units; zero for a coinbase.
    pub fn fee(&self, transaction: &Transaction) -> u64 {
        let spent = transaction
            .input
            .iter()
            .filter_map(|input| self.coin(input.previous_output));
        let available: u64 = spent.map(|coin| coin.output.value.to_sat()).sum();
        let required: u64 = transaction.output.iter().map(|output| output.value.to_sat()).sum();
        available.saturating_sub(required)
    }

    /// Records a transaction that was judged good.
    pub fn add_to_mempool(&mut self, transaction: Transaction, seen: Timestamp) {
        let txid = self.record(transaction, None, seen);
        self.mempool.push(txid);
    }

    /// Records a block whose transactions, but for the coinbase, are in the mempool.
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
        let sequence = self.entries.len() as u64;
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
        // One transaction touches a script in one go, so only the last entry can be the same.
        if self.txids.last() != Some(&txid) {
            self.txids.push(txid);
        }
    }
}
