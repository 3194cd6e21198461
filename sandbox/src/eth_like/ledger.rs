//! The ledger of a chain: blocks, the most recent states, and pending transactions.

use super::evm::state::EvmState;
use super::evm::{InternalTransfer, rollup};
use super::rules::{BLOCK_GAS, FIRST_BASE_FEE, Rules};
use super::transaction::Transaction;
use super::transaction::pool::{PendingTransaction, Pool};
use crate::clock::Timestamp;
use alloy_consensus::{Header, TxReceipt as _};
use alloy_eips::eip1559::{BaseFeeParams, calc_next_block_base_fee};
use revm::context::BlockEnv;
use revm::primitives::{Address, B256, Log, U256, address};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// The number of stored states, as on a node without an archive.
const STORED_STATES: usize = 128;
/// The recipient of priority fees.
const BENEFICIARY: Address = address!("5a4Db0C5000000000000000000000000000000Ff");

/// The ledger of a chain.
#[derive(Clone)]
pub struct Ledger {
    blocks: Vec<Block>,
    /// The states after the last blocks, the latest last.
    states: VecDeque<Arc<EvmState>>,
    latest: Arc<EvmState>,
    /// The block number and the transaction index, by transaction hash.
    positions: HashMap<B256, (usize, usize)>,
    pool: Pool,
    reorganisations: u64,
}

impl Ledger {
    /// Creates a chain without blocks; the first block follows this state.
    pub fn new(genesis: EvmState) -> Self {
        Self {
            blocks: Vec::new(),
            states: VecDeque::new(),
            latest: Arc::new(genesis),
            positions: HashMap::new(),
            pool: Pool::default(),
            reorganisations: 0,
        }
    }

    /// Returns the blocks, genesis first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// Returns the latest block.
    pub fn tip(&self) -> Option<&Block> {
        self.blocks.last()
    }

    /// Returns the number of the latest block.
    pub fn height(&self) -> u64 {
        self.blocks.len().saturating_sub(1) as u64
    }

    /// Returns the state after the latest block.
    pub fn state(&self) -> &EvmState {
        &self.latest
    }

    /// Returns the state after a block, or `None` if no longer stored.
    pub fn state_at(&self, number: u64) -> Option<Arc<EvmState>> {
        let back = usize::try_from(self.height().checked_sub(number)?).ok()?;
        let index = self.states.len().checked_sub(1 + back)?;
        self.states.get(index).cloned()
    }

    /// Returns the number of blocks that can be abandoned: the blocks after genesis whose parent's state is stored.
    pub fn removable(&self) -> u32 {
        let stored = self.states.len().min(self.blocks.len());
        u32::try_from(stored.saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Returns the number of reorganisations since the first block.
    pub fn reorganisations(&self) -> u64 {
        self.reorganisations
    }

    /// Returns the mempool.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Returns a block by number.
    pub fn block(&self, number: u64) -> Option<&Block> {
        self.blocks.get(usize::try_from(number).ok()?)
    }

    /// Returns a block by hash.
    pub fn block_with(&self, hash: B256) -> Option<&Block> {
        self.blocks.iter().rev().find(|block| block.hash == hash)
    }

    /// Returns the block of a mined transaction and the transaction's index in the block.
    pub fn mined(&self, hash: B256) -> Option<(&Block, usize)> {
        let (block, index) = *self.positions.get(&hash)?;
        Some((self.blocks.get(block)?, index))
    }

    /// Returns true if a transaction is pending or mined.
    pub fn contains(&self, hash: B256) -> bool {
        self.positions.contains_key(&hash) || self.pool.find(hash).is_some()
    }

    /// Iterates over all mined transactions, the oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (&Block, usize, &Included)> {
        self.blocks.iter().flat_map(|block| {
            let positions = block.transactions.iter().enumerate();
            positions.map(move |(index, included)| (block, index, included))
        })
    }

    /// Returns the base fee of the next block in wei per gas (EIP-1559), or 0 without a fee market.
    pub fn next_base_fee(&self, rules: &Rules) -> u64 {
        if !rules.has_fee_market {
            return 0;
        }
        if rules.is_arbitrum() {
            return rollup::ARBITRUM_BASE_FEE;
        }
        self.tip().map_or(FIRST_BASE_FEE, |tip| {
            let base_fee = tip.header.base_fee_per_gas.unwrap_or(FIRST_BASE_FEE);
            calc_next_block_base_fee(tip.header.gas_used, BLOCK_GAS, base_fee, BaseFeeParams::ethereum())
        })
    }

    /// Returns the block environment of the next block.
    pub fn next_environment(&self, rules: &Rules, timestamp: u64) -> BlockEnv {
        let tip = self.tip();
        BlockEnv {
            number: seen_height(rules, self.blocks.len() as u64, timestamp),
            timestamp: U256::from(timestamp),
            basefee: self.next_base_fee(rules),
            ..environment(rules, tip.map_or_else(B256::default, |tip| tip.hash))
        }
    }

    /// Returns the block environment of an existing block.
    pub fn environment_of(&self, rules: &Rules, block: &Block) -> BlockEnv {
        BlockEnv {
            number: seen_height(rules, block.header.number, block.header.timestamp),
            timestamp: U256::from(block.header.timestamp),
            basefee: block.header.base_fee_per_gas.unwrap_or(0),
            ..environment(rules, block.header.parent_hash)
        }
    }

    /// Adds a validated transaction to the mempool.
    pub fn add_to_pool(&mut self, transaction: Arc<Transaction>, seen: Timestamp) {
        self.pool.add(transaction, seen);
    }

    /// Removes a transaction and the later transactions of the sender from the mempool.
    pub fn drop_from_pool(&mut self, sender: Address, nonce: u64) {
        self.pool.remove(sender, nonce);
    }

    /// Removes the last `depth` blocks, at most [`Self::removable`], and the mempool. Returns the transactions of both.
    pub fn rewind(&mut self, depth: u32) -> (Vec<Included>, Vec<PendingTransaction>) {
        let depth = depth.min(self.removable()) as usize;
        let abandoned = self.blocks.split_off(self.blocks.len() - depth);
        self.states.truncate(self.states.len() - depth);
        if let Some(latest) = self.states.back() {
            self.latest = Arc::clone(latest);
        }
        let abandoned: Vec<_> = abandoned.into_iter().flat_map(|block| block.transactions).collect();
        for included in &abandoned {
            self.positions.remove(&included.transaction.hash());
        }
        self.reorganisations += 1;
        (abandoned, self.pool.take_all())
    }

    /// Adds the earlier mempool, without the transactions that can no longer be mined.
    pub fn restore_pool(&mut self, earlier: Vec<PendingTransaction>) {
        for pending in earlier {
            self.pool.add(pending.transaction, pending.seen);
        }
        self.pool.prune(&self.latest);
    }

    /// Appends a block and the state afterwards.
    pub fn connect(&mut self, block: Block, state: EvmState) {
        let number = self.blocks.len();
        for (index, included) in block.transactions.iter().enumerate() {
            self.positions.insert(included.transaction.hash(), (number, index));
        }
        self.latest = Arc::new(state);
        self.states.push_back(Arc::clone(&self.latest));
        if self.states.len() > STORED_STATES {
            self.states.pop_front();
        }
        self.blocks.push(block);
        self.pool.prune(&self.latest);
    }
}

/// Returns the height that contracts read.
fn seen_height(rules: &Rules, height: u64, timestamp: u64) -> U256 {
    U256::from(if rules.is_arbitrum() {
        rollup::l1_height(timestamp)
    } else {
        height
    })
}

/// Returns the environment shared by all blocks. The environment contains no randomness: contracts get the parent hash
/// as random value.
fn environment(rules: &Rules, parent: B256) -> BlockEnv {
    BlockEnv {
        beneficiary: BENEFICIARY,
        gas_limit: rules.block_gas(),
        prevrandao: Some(parent),
        ..BlockEnv::default()
    }
}

/// A block of the chain, or the pending block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block header. The sandbox stores no state trie, so the state root is that of an empty trie.
    pub header: Header,
    /// The hash of the header.
    pub hash: B256,
    /// The transactions in order of execution.
    pub transactions: Vec<Included>,
}

/// A transaction in a block.
#[derive(Clone, Debug)]
pub struct Included {
    pub transaction: Arc<Transaction>,
    /// The time of the first sighting by the node.
    pub seen: Timestamp,
    /// Status, cumulative gas and logs, as in the block.
    pub receipt: alloy_consensus::Receipt<Log>,
    /// The gas used by this transaction alone.
    pub gas_used: u64,
    /// The part of it that pays for the data on L1; `None` except on Arbitrum.
    pub l1_gas: Option<u64>,
    /// The effective gas price in wei.
    pub gas_price: u128,
    /// The address of the created contract.
    pub created: Option<Address>,
    /// The value transfers made by contracts.
    pub transfers: Vec<InternalTransfer>,
    /// The fees of a rollup besides the gas fee.
    pub rollup: Option<RollupCharge>,
}

/// The additional fees of a rollup in wei.
#[derive(Clone, Copy, Debug)]
pub struct RollupCharge {
    /// The L1 data fee.
    pub l1_fee: U256,
    /// The L1 gas equivalent of the transaction's bytes.
    pub l1_gas_used: U256,
    /// The L1 base fee per gas.
    pub l1_gas_price: U256,
    pub operator_fee: U256,
    /// The operator fee per million of gas.
    pub operator_fee_scalar: U256,
    /// The part of the operator fee that does not depend on the gas.
    pub operator_fee_constant: U256,
}

impl Included {
    /// Returns true if the transaction did not revert.
    pub fn succeeded(&self) -> bool {
        self.receipt.status()
    }
}
