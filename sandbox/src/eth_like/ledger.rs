//! What a chain's node remembers: blocks, the states after the last ones, and what waits.

use super::block::{Block, Included};
use super::genesis;
use super::pool::Pool;
use super::rules::{BLOCK_GAS, FIRST_BASE_FEE, Rules};
use super::transaction::Transaction;
use super::world::World;
use alloy_eips::eip1559::{BaseFeeParams, calc_next_block_base_fee};
use revm::context::BlockEnv;
use revm::primitives::{Address, B256, U256, address};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use wallet_core::ports::system::Timestamp;

/// How many states are kept, as by a node that is no archive.
const KEPT_STATES: usize = 128;
/// Gets the tips.
const BENEFICIARY: Address = address!("5a4Db0C5000000000000000000000000000000Ff");

/// The memory of one chain.
pub struct Ledger {
    blocks: Vec<Block>,
    /// The states after the last blocks, the newest last; there is always one.
    worlds: VecDeque<Arc<World>>,
    newest: Arc<World>,
    /// Block and place of each transaction.
    places: HashMap<B256, (usize, usize)>,
    pool: Pool,
}

impl Ledger {
    /// A chain that has its first block only.
    pub fn new(rules: &Rules) -> Self {
        let mut ledger = Self {
            blocks: Vec::new(),
            worlds: VecDeque::new(),
            newest: Arc::new(genesis::world(rules)),
            places: HashMap::new(),
            pool: Pool::default(),
        };
        let (block, world) = super::builder::Builder::new(rules, &ledger, genesis::TIMESTAMP).finish();
        ledger.connect(block, world);
        ledger
    }

    /// The blocks, the first one first.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The newest block.
    pub fn tip(&self) -> Option<&Block> {
        self.blocks.last()
    }

    /// The number of the newest block.
    pub fn height(&self) -> u64 {
        self.blocks.len().saturating_sub(1) as u64
    }

    /// The state after the newest block.
    pub fn world(&self) -> &World {
        &self.newest
    }

    /// The state after a block, as long as it is kept.
    pub fn world_at(&self, number: u64) -> Option<Arc<World>> {
        let back = usize::try_from(self.height().checked_sub(number)?).ok()?;
        let place = self.worlds.len().checked_sub(1 + back)?;
        self.worlds.get(place).cloned()
    }

    /// What waits.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// A block by its number.
    pub fn block(&self, number: u64) -> Option<&Block> {
        self.blocks.get(usize::try_from(number).ok()?)
    }

    /// A block by its hash.
    pub fn block_with(&self, hash: B256) -> Option<&Block> {
        self.blocks.iter().rev().find(|block| block.hash == hash)
    }

    /// A transaction that was mined: its block, and its place in it.
    pub fn mined(&self, hash: B256) -> Option<(&Block, usize)> {
        let (block, place) = *self.places.get(&hash)?;
        Some((self.blocks.get(block)?, place))
    }

    /// Whether a transaction waits or was mined.
    pub fn knows(&self, hash: B256) -> bool {
        self.places.contains_key(&hash) || self.pool.find(hash).is_some()
    }

    /// Everything mined, the oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = (&Block, usize, &Included)> {
        self.blocks.iter().flat_map(|block| {
            let places = block.transactions.iter().enumerate();
            places.map(move |(place, included)| (block, place, included))
        })
    }

    /// The base fee of the next block, in wei per gas (EIP-1559); 0 without a fee market.
    pub fn next_base_fee(&self, rules: &Rules) -> u64 {
        if !rules.params.has_fee_market() {
            return 0;
        }
        self.tip().map_or(FIRST_BASE_FEE, |tip| {
            let base_fee = tip.header.base_fee_per_gas.unwrap_or(FIRST_BASE_FEE);
            calc_next_block_base_fee(tip.header.gas_used, BLOCK_GAS, base_fee, BaseFeeParams::ethereum())
        })
    }

    /// What the next block is like for the contracts in it.
    pub fn next_environment(&self, rules: &Rules, timestamp: u64) -> BlockEnv {
        let tip = self.tip();
        BlockEnv {
            number: U256::from(self.blocks.len()),
            timestamp: U256::from(timestamp),
            basefee: self.next_base_fee(rules),
            ..environment(tip.map_or_else(B256::default, |tip| tip.hash))
        }
    }

    /// What a block was like for the contracts in it.
    pub fn environment_of(&self, block: &Block) -> BlockEnv {
        BlockEnv {
            number: U256::from(block.header.number),
            timestamp: U256::from(block.header.timestamp),
            basefee: block.header.base_fee_per_gas.unwrap_or(0),
            ..environment(block.header.parent_hash)
        }
    }

    /// Records a transaction that was judged good.
    pub fn add_to_pool(&mut self, transaction: Arc<Transaction>, seen: Timestamp) {
        self.pool.add(transaction, seen);
    }

    /// Records a block, and the state after it.
    pub fn connect(&mut self, block: Block, world: World) {
        let number = self.blocks.len();
        for (place, included) in block.transactions.iter().enumerate() {
            self.places.insert(included.transaction.hash(), (number, place));
        }
        self.newest = Arc::new(world);
        self.worlds.push_back(Arc::clone(&self.newest));
        if self.worlds.len() > KEPT_STATES {
            self.worlds.pop_front();
        }
        self.blocks.push(block);
        self.pool.prune(&self.newest);
    }
}

/// What all blocks have in common; nothing here is random, so contracts see a hash as their random number.
fn environment(parent: B256) -> BlockEnv {
    BlockEnv {
        beneficiary: BENEFICIARY,
        gas_limit: BLOCK_GAS,
        prevrandao: Some(parent),
        ..BlockEnv::default()
    }
}
