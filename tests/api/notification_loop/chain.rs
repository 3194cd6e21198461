//! A chain in memory that reorganises, drops and replaces transactions: the truth that the log is compared with.

use async_trait::async_trait;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::{BlockId, ChainKey, Item, WatchedItem};
use wallet_watch::{
    Head, Polling, Row, Sample, SampleRequest, SubscribedChain, TransactionFacts, WatchedBlock, WatchedChain,
    WatchedTransaction,
};

/// The number of confirmations after which a transaction is final.
pub const CONFIRMATIONS: u64 = 3;

/// The maximum number of addresses and transactions while the chain lists the transactions of items.
pub const MAX_WATCHED: u64 = 12;

/// The maximum number of blocks that are listed for items at once.
const BLOCKS: usize = 3;

/// The only extended key.
pub const KEY: &str = "key";

/// A transaction: the changes of balances by address, and what it spends.
#[derive(Clone, Debug)]
pub struct Transaction {
    pub effects: BTreeMap<String, i64>,
    pub spends: BTreeSet<u32>,
    /// The transactions whose outputs of hidden addresses are spent. Such an input does not reveal the address.
    pub hidden: BTreeSet<String>,
}

/// The start of the names of addresses that are spent from without revealing them.
const HIDDEN: char = 'h';

#[derive(Clone, Debug)]
pub struct Block {
    pub hash: String,
    pub parent: String,
    pub txids: Vec<String>,
}

/// The state of the chain.
#[derive(Default)]
pub struct State {
    pub blocks: Vec<Block>,
    pub transactions: BTreeMap<String, Transaction>,
    pub pool: BTreeSet<String>,
    /// The hashes of all blocks that ever were in the best chain, with the transactions.
    pub mined: BTreeMap<String, Vec<String>>,
    /// The transaction whose row takes longer than any tick.
    pub slow: Option<String>,
    /// The time that an upstream takes for a row, a block and a transaction by id.
    pub delay: Duration,
    next: u32,
}

/// The chain.
pub struct Chain {
    key: ChainKey,
    state: Mutex<State>,
    lookups: AtomicUsize,
    /// The number of whole blocks that were read.
    read_blocks: AtomicUsize,
    /// The number of bytes by which rows are longer.
    padding: AtomicUsize,
    lists_items: AtomicBool,
}

impl Chain {
    pub fn new() -> Self {
        Self::named("btc")
    }

    /// Returns a chain with this name on testnet.
    pub fn named(name: &str) -> Self {
        let chain = Self {
            key: ChainKey::new(name, Network::Testnet),
            state: Mutex::default(),
            lookups: AtomicUsize::new(0),
            read_blocks: AtomicUsize::new(0),
            padding: AtomicUsize::new(0),
            lists_items: AtomicBool::new(false),
        };
        chain.mine(&[]);
        chain
    }

    /// Adds bytes to each row, which then has the length of a row of address info.
    pub fn pad_rows(&self, bytes: usize) {
        self.padding.store(bytes, Ordering::Relaxed);
    }

    /// Lists no blocks from now on, but the transactions of items, as a chain with Electrum upstreams only.
    pub fn list_items(&self) {
        self.lists_items.store(true, Ordering::Relaxed);
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of transactions that the loop has looked up since the last call.
    pub fn take_lookups(&self) -> usize {
        self.lookups.swap(0, Ordering::Relaxed)
    }

    /// Returns the number of whole blocks that were read since the last call.
    pub fn take_read_blocks(&self) -> usize {
        self.read_blocks.swap(0, Ordering::Relaxed)
    }

    async fn delay(&self) {
        let delay = self.state().delay;
        tokio::time::sleep(delay).await;
    }

    /// Adds a transaction to the pool, and removes the pending transactions that spend the same. Returns the id; `None` if a
    /// transaction in a block spends the same.
    pub fn send(&self, effects: BTreeMap<String, i64>, spends: BTreeSet<u32>) -> Option<String> {
        self.send_hidden(effects, spends, &[])
    }

    /// Sends a transaction that spends outputs of hidden addresses, too.
    pub fn send_hidden(
        &self,
        effects: BTreeMap<String, i64>,
        spends: BTreeSet<u32>,
        hidden: &[String],
    ) -> Option<String> {
        let mut state = self.state();
        let state = &mut *state;
        let transactions = &state.transactions;
        let conflicts = |txid: &String| transactions[txid].spends.intersection(&spends).next().is_some();
        if state.blocks.iter().flat_map(|block| &block.txids).any(conflicts) {
            return None;
        }
        let replaced: Vec<_> = state.pool.iter().filter(|txid| conflicts(txid)).cloned().collect();
        for txid in replaced {
            state.pool.remove(&txid);
        }
        state.next += 1;
        let txid = format!("tx-{}", state.next);
        let transaction = Transaction {
            effects,
            spends,
            hidden: hidden.iter().cloned().collect(),
        };
        state.transactions.insert(txid.clone(), transaction);
        state.pool.insert(txid.clone());
        Some(txid)
    }

    /// Mines these pending transactions.
    pub fn mine(&self, txids: &[String]) {
        let mut state = self.state();
        state.next += 1;
        let hash = format!("{:064x}", state.next);
        let parent = state.blocks.last().map_or_else(String::new, |block| block.hash.clone());
        for txid in txids {
            assert!(state.pool.remove(txid), "{txid} is not pending");
        }
        state.mined.insert(hash.clone(), txids.to_vec());
        state.blocks.push(Block {
            hash,
            parent,
            txids: txids.to_vec(),
        });
    }

    /// Abandons the last blocks; their transactions are pending again. One more empty block follows.
    pub fn reorganise(&self, depth: usize) {
        let mut state = self.state();
        let kept = state.blocks.len().saturating_sub(depth).max(1);
        let abandoned = state.blocks.split_off(kept);
        let depth = abandoned.len();
        state.pool.extend(abandoned.into_iter().flat_map(|block| block.txids));
        drop(state);
        for _ in 0..=depth {
            self.mine(&[]);
        }
    }

    /// Removes a pending transaction.
    pub fn drop_pending(&self, txid: &str) {
        self.state().pool.remove(txid);
    }
}

impl State {
    fn block(&self, height: u64) -> Option<&Block> {
        self.blocks.get(usize::try_from(height).ok()?)
    }

    /// Returns the block at a height with these transactions.
    fn watched_block(&self, height: u64, transactions: Vec<WatchedTransaction>) -> Option<WatchedBlock> {
        let block = self.block(height)?;
        Some(WatchedBlock {
            id: BlockId {
                height,
                hash: block.hash.clone(),
            },
            parent: block.parent.clone(),
            time: 1_800_000_000 + height,
            transactions,
            partial: Vec::new(),
        })
    }

    /// Returns the transactions among these that concern items. The owners of all inputs are known.
    fn concerning(&self, txids: &[String], items: &[Item]) -> Vec<WatchedTransaction> {
        let transactions = txids.iter().map(|txid| {
            let addresses = self.transactions[txid].effects.keys();
            WatchedTransaction {
                touched: addresses.map(|address| address_item(address)).collect(),
                ..self.watched(txid)
            }
        });
        let concerns = |transaction: &WatchedTransaction| {
            let by_id = Item::transaction(&transaction.txid);
            let touched = transaction.touched.iter().chain(&transaction.spends);
            touched.chain([&by_id]).any(|item| items.contains(item))
        };
        transactions.filter(concerns).collect()
    }

    /// Returns the height of a transaction in the best chain.
    pub fn height(&self, txid: &str) -> Option<u64> {
        let position = self
            .blocks
            .iter()
            .position(|block| block.txids.iter().any(|mined| mined == txid));
        position.map(|position| position as u64)
    }

    fn watched(&self, txid: &str) -> WatchedTransaction {
        let transaction = &self.transactions[txid];
        let effects = transaction.effects.iter();
        let is_touched = |(address, amount): &(&String, &i64)| !address.starts_with(HIDDEN) || **amount > 0;
        let touched = effects
            .clone()
            .filter(is_touched)
            .map(|(address, _)| address_item(address));
        let received = effects.filter(|(address, amount)| address.starts_with(HIDDEN) && **amount > 0);
        let spends = transaction.spends.iter().map(|spent| Item::spend(&spent.to_be_bytes()));
        WatchedTransaction {
            txid: txid.to_owned(),
            touched: touched.collect(),
            spends: spends
                .chain(transaction.hidden.iter().map(|spent| output_item(spent)))
                .collect(),
            outputs: received
                .map(|(address, _)| (output_item(txid), address_item(address)))
                .collect(),
            height: self.height(txid),
            facts: TransactionFacts::BtcLike(None),
        }
    }
}

/// The id of the sample of a transaction.
const SAMPLE: &str = "sample";

fn address_item(address: &str) -> Item {
    Item::address(address.as_bytes())
}

/// Returns the item of the output of a transaction that pays a hidden address.
fn output_item(txid: &str) -> Item {
    Item::spend(txid.as_bytes())
}

#[async_trait]
impl SubscribedChain for Chain {
    fn key(&self) -> &ChainKey {
        &self.key
    }

    fn confirmations(&self) -> u64 {
        CONFIRMATIONS
    }

    fn polling(&self) -> Polling {
        if self.lists_blocks() {
            Polling::BY_ADDRESS
        } else {
            Polling::BY_STATUS
        }
    }

    fn max_watched(&self) -> Option<u64> {
        (!self.lists_blocks()).then_some(MAX_WATCHED)
    }

    /// The addresses are `a0`, `a1` and so on, also in upper case, and `h0`, `h1` the hidden ones.
    fn address(&self, text: &str) -> Result<WatchedItem, ErrorInfo> {
        let address = text.to_ascii_lowercase();
        let number = address
            .strip_prefix(['a', HIDDEN])
            .and_then(|number| number.parse::<u32>().ok());
        if number.is_none() {
            return Err(ErrorInfo::new(
                ErrorCode::InvalidAddress,
                "An address is the letter a or h with a number.",
            ));
        }
        Ok(WatchedItem {
            item: address_item(&address),
            address,
            path: None,
        })
    }

    fn transaction_id(&self, text: &str) -> Result<String, ErrorInfo> {
        Ok(text.to_owned())
    }

    /// The only key is `key`.
    fn extended_key(&self, text: &str) -> Result<String, ErrorInfo> {
        let error = || ErrorInfo::new(ErrorCode::InvalidPublicKey, "The text is not an extended public key.");
        (text == KEY).then(|| text.to_owned()).ok_or_else(error)
    }

    /// The addresses start at `a1000` for payments, and at `a2000` for change.
    fn derive(&self, _: &str, branch: usize, indexes: Range<u32>) -> Result<Vec<WatchedItem>, ErrorInfo> {
        let derived = indexes.map(|index| {
            Ok(WatchedItem {
                path: Some(format!("m/{branch}/{index}")),
                ..self.address(&format!("a{}{index:03}", branch + 1))?
            })
        });
        derived.collect()
    }

    async fn scan_key(&self, _: &str, gap: u32, _: Deadline) -> Result<[u32; 2], UpstreamError> {
        Ok([gap; 2])
    }

    async fn head(&self, _: Deadline) -> Result<Head, UpstreamError> {
        let state = self.state();
        let height = state.blocks.len() as u64 - 1;
        let hash = state.blocks.last().map(|block| block.hash.clone()).unwrap_or_default();
        Ok(Head {
            block: BlockId { height, hash },
            finalized: None,
        })
    }

    fn sample(&self, _: SampleRequest) -> Result<Sample, UpstreamError> {
        let to = "a0".to_owned();
        Ok(Sample {
            row: Row::of(&json!({ "txid": SAMPLE, "net": 1, "direction": "in" }), Vec::new())?,
            to: WatchedItem {
                item: address_item(&to),
                address: to,
                path: None,
            },
            replacement: "replacement".to_owned(),
        })
    }
}

#[async_trait]
impl WatchedChain for Chain {
    fn interval(&self) -> Duration {
        Duration::from_secs(1)
    }

    fn lists_blocks(&self) -> bool {
        !self.lists_items.load(Ordering::Relaxed)
    }

    async fn block_hash(&self, height: u64, _: Deadline) -> Result<Option<String>, UpstreamError> {
        Ok(self.state().block(height).map(|block| block.hash.clone()))
    }

    async fn block(&self, height: u64, _: Deadline) -> Result<Option<WatchedBlock>, UpstreamError> {
        assert!(self.lists_blocks(), "a whole block is requested");
        self.read_blocks.fetch_add(1, Ordering::Relaxed);
        self.delay().await;
        let state = self.state();
        let transactions = state
            .block(height)
            .map(|block| block.txids.iter().map(|txid| state.watched(txid)));
        let transactions = transactions.into_iter().flatten().collect();
        Ok(state.watched_block(height, transactions))
    }

    async fn blocks_of(
        &self,
        heights: RangeInclusive<u64>,
        items: &[Item],
        _deadline: Deadline,
    ) -> Result<Vec<WatchedBlock>, UpstreamError> {
        let state = self.state();
        let blocks = heights.take(BLOCKS).filter_map(|height| {
            let transactions = state.concerning(&state.block(height)?.txids, items);
            state.watched_block(height, transactions)
        });
        Ok(blocks.collect())
    }

    async fn transaction(&self, txid: &str, _: Deadline) -> Result<Option<WatchedTransaction>, UpstreamError> {
        self.lookups.fetch_add(1, Ordering::Relaxed);
        self.delay().await;
        let state = self.state();
        let is_known = state.pool.contains(txid) || state.height(txid).is_some();
        Ok(is_known.then(|| state.watched(txid)))
    }

    async fn pending(
        &self,
        addresses: &[WatchedItem],
        _: Deadline,
    ) -> Result<Option<Vec<WatchedTransaction>>, UpstreamError> {
        let state = self.state();
        if !self.lists_blocks() {
            let items: Vec<_> = addresses.iter().map(|watched| watched.item.clone()).collect();
            let pool: Vec<_> = state.pool.iter().cloned().collect();
            return Ok(Some(state.concerning(&pool, &items)));
        }
        let touches = |txid: &&String| {
            let effects = &state.transactions[*txid].effects;
            addresses.iter().any(|watched| effects.contains_key(&watched.address))
        };
        Ok(Some(
            state
                .pool
                .iter()
                .filter(touches)
                .map(|txid| state.watched(txid))
                .collect(),
        ))
    }

    async fn row(
        &self,
        transaction: &WatchedTransaction,
        view: &[WatchedItem],
        _: u64,
        deadline: Deadline,
    ) -> Result<Row, UpstreamError> {
        let slow = self.state().slow.clone();
        if slow.as_ref() == Some(&transaction.txid) {
            tokio::time::sleep_until(deadline.instant().into()).await;
            return Err(UpstreamError::Timeout);
        }
        self.delay().await;
        let effects = &self.state().transactions[&transaction.txid].effects;
        let net: i64 = view.iter().filter_map(|watched| effects.get(&watched.address)).sum();
        let mut row = json!({ "txid": transaction.txid, "net": net, "direction": "in" });
        let padding = self.padding.load(Ordering::Relaxed);
        if padding > 0 {
            row["padding"] = "-".repeat(padding).into();
        }
        Row::of(&row, Vec::new())
    }
}
