//! A chain on a network, as the loop sees the chain, independent of the family.

use crate::subscribed::{Row, SubscribedChain};
use async_trait::async_trait;
use futures::future::BoxFuture;
use futures::{StreamExt, stream};
use std::ops::RangeInclusive;
use std::time::Duration;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::{BlockId, Item, WatchedItem};

/// A block of the best chain.
#[derive(Clone, Debug)]
pub struct WatchedBlock {
    /// Height and hash.
    pub id: BlockId,
    /// The hash of the block before.
    pub parent: String,
    /// The time in Unix seconds.
    pub time: u64,
    /// The transactions in order.
    pub transactions: Vec<WatchedTransaction>,
    /// The parts that the upstream does not report, for the events of the block.
    pub partial: Vec<&'static str>,
}

/// A transaction, with everything by which it concerns a subscription.
#[derive(Clone, Debug)]
pub struct WatchedTransaction {
    /// The id.
    pub txid: String,
    /// The addresses that the transaction touches, with repetitions.
    pub touched: Vec<Item>,
    /// The spent items: outputs, or the nonce of the sender.
    pub spends: Vec<Item>,
    /// Outputs of addresses that a later transaction spends without revealing the address: the output and the address.
    pub outputs: Vec<(Item, Item)>,
    /// The height of the block; `None` while pending.
    pub height: Option<u64>,
    /// The facts for the row.
    pub facts: TransactionFacts,
}

/// The facts of a family about a transaction.
#[derive(Clone, Debug)]
pub enum TransactionFacts {
    /// A transaction of a UTXO chain; the row is requested from an upstream if it is in a block.
    BtcLike(Option<Box<wallet_btc_like::history::Entry>>),
    /// A transaction of an EVM chain.
    EthLike(Box<wallet_eth_like::block::BlockTransaction>),
    /// A transaction on Stellar.
    Xlm(Box<wallet_xlm::LedgerTransaction>),
}

/// A chain on a network, as the loop sees the chain. Every call ends by the deadline.
#[async_trait]
pub trait WatchedChain: SubscribedChain {
    /// Returns the time between two ticks: a fraction of the time between blocks, and at most 5 s.
    fn interval(&self) -> Duration;

    /// Returns true if the upstreams list whole blocks, as opposed to the transactions of watched items alone.
    fn lists_blocks(&self) -> bool {
        true
    }

    /// Returns the hash of the block of the best chain at a height, `None` above the head.
    async fn block_hash(&self, height: u64, deadline: Deadline) -> Result<Option<String>, UpstreamError>;

    /// Returns the whole block of the best chain at a height, `None` above the head.
    async fn block(&self, height: u64, deadline: Deadline) -> Result<Option<WatchedBlock>, UpstreamError>;

    /// Returns the blocks of the best chain from a height on: at least the first, at most the last, none above the head. `items` are the
    /// watched addresses and transactions, and what pending transactions spend: if the upstreams list no blocks, the blocks have the
    /// transactions that concern the items.
    async fn blocks(
        &self,
        heights: RangeInclusive<u64>,
        items: &[Item],
        deadline: Deadline,
    ) -> Result<Vec<WatchedBlock>, UpstreamError> {
        if !self.lists_blocks() {
            return self.blocks_of(heights, items, deadline).await;
        }
        let requests = heights.take(READ_AHEAD).map(|height| self.block(height, deadline));
        let mut blocks = Vec::new();
        for block in request_all(requests.collect()).await {
            match block {
                Ok(Some(block)) => blocks.push(block),
                Err(error) if blocks.is_empty() => return Err(error),
                // A later block is requested again.
                Ok(None) | Err(_) => break,
            }
        }
        Ok(blocks)
    }

    /// Returns blocks with the transactions that concern the items, for [`WatchedChain::blocks`] of upstreams that list no blocks.
    async fn blocks_of(
        &self,
        _heights: RangeInclusive<u64>,
        _items: &[Item],
        _deadline: Deadline,
    ) -> Result<Vec<WatchedBlock>, UpstreamError> {
        Ok(Vec::new())
    }

    /// Returns a transaction by id, `None` if unknown.
    async fn transaction(&self, txid: &str, deadline: Deadline) -> Result<Option<WatchedTransaction>, UpstreamError>;

    /// Returns the pending transactions that concern the addresses, `None` if the upstreams do not list them. Further items are spent
    /// by known pending transactions, at most [`Polling::spends`](crate::Polling::spends): the transactions that spend the same are requested, too.
    async fn pending(
        &self,
        addresses: &[WatchedItem],
        deadline: Deadline,
    ) -> Result<Option<Vec<WatchedTransaction>>, UpstreamError>;

    /// Returns the row of a transaction from the view of addresses, none for a transaction that is watched by id; `head` is
    /// the height of the latest block.
    async fn row(
        &self,
        transaction: &WatchedTransaction,
        view: &[WatchedItem],
        head: u64,
        deadline: Deadline,
    ) -> Result<Row, UpstreamError>;
}

/// The number of requests of a chain that are in flight at the same time: more would wait for the permits of the upstream's lane.
const CONCURRENT: usize = 4;

/// The maximum number of whole blocks that are read at the same time, some megabytes each.
const READ_AHEAD: usize = 3;

/// Makes requests, several at the same time. Returns the results in the order of the requests, and ends with the first failure.
pub(crate) async fn request_all<T>(
    requests: Vec<BoxFuture<'_, Result<T, UpstreamError>>>,
) -> Vec<Result<T, UpstreamError>> {
    let mut requests = stream::iter(requests).buffered(CONCURRENT);
    let mut results = Vec::new();
    while let Some(result) = requests.next().await {
        let has_failed = result.is_err();
        results.push(result);
        if has_failed {
            break;
        }
    }
    results
}
