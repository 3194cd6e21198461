//! A chain on a network, as the loop sees it, independent of the family.

use async_trait::async_trait;
use futures::future::BoxFuture;
use futures::{StreamExt, stream};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::time::Duration;
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::{BlockId, ChainKey, Item, WatchedItem};

/// The numbers of addresses for which pending transactions are requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polling {
    /// The maximum number of addresses of a subscription.
    pub of_subscription: u64,
    /// The maximum number of addresses in a tick. The next tick requests those of the next addresses.
    pub of_tick: usize,
    /// The maximum number of spent items of pending transactions in a tick, by which conflicting transactions are found.
    pub spends: usize,
}

impl Polling {
    /// A request for each address.
    pub const BY_ADDRESS: Self = Self {
        of_subscription: 200,
        of_tick: 20,
        spends: 0,
    };

    /// Requests for many addresses at once, as for the statuses of Electrum.
    pub const BY_STATUS: Self = Self {
        of_subscription: MAX_STATUSES,
        of_tick: 1000,
        spends: 200,
    };
}

/// The maximum number of addresses and transactions of a chain that are watched by statuses.
pub const MAX_STATUSES: u64 = 10_000;

/// The latest block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The block.
    pub block: BlockId,
    /// The height up to which blocks are final, if the node states one.
    pub finalized: Option<u64>,
}

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

/// The row of address info about a transaction.
#[derive(Clone, Debug)]
pub struct Row {
    /// The record in JSON.
    pub transaction: Value,
    /// The parts that the upstreams do not report.
    pub partial: Vec<&'static str>,
}

impl Row {
    /// Creates the row from a record.
    ///
    /// # Errors
    /// The record has no form in JSON, which no record of the families lacks.
    pub fn of(record: &impl Serialize, partial: Vec<&'static str>) -> Result<Self, UpstreamError> {
        let transaction = serde_json::to_value(record).map_err(|error| UpstreamError::Unusable {
            cause: error.to_string(),
        })?;
        Ok(Self { transaction, partial })
    }

    /// Removes the members that only the view of an owner gives a meaning.
    pub fn remove_view(&mut self) {
        if let Some(record) = self.transaction.as_object_mut() {
            record.remove("net");
            record.remove("direction");
        }
    }
}

/// A payment that exists on no chain, for the event of a test.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The payment, from which [`WatchedChain::row`] makes a row without requests to upstreams.
    pub transaction: WatchedTransaction,
    /// The recipient.
    pub to: WatchedItem,
    /// The id of a transaction that replaces the payment.
    pub replacement: String,
}

/// A chain on a network. Every call ends by the deadline.
#[async_trait]
pub trait WatchedChain: Send + Sync {
    /// Returns chain and network.
    fn key(&self) -> &ChainKey;

    /// Returns the number of confirmations after which a transaction is final.
    fn confirmations(&self) -> u64;

    /// Returns the time between two ticks: a fraction of the time between blocks, and at most 5 s.
    fn interval(&self) -> Duration;

    /// Returns true if a transaction in a block is final at once, and has no pending state.
    fn is_final_at_once(&self) -> bool {
        false
    }

    /// Returns true if the upstreams list every pending transaction that concerns an address, as opposed to those that the
    /// address sends.
    fn lists_pending(&self) -> bool {
        true
    }

    /// Returns the numbers of addresses for which pending transactions are requested.
    fn polling(&self) -> Polling {
        Polling::BY_ADDRESS
    }

    /// Returns true if the upstreams list whole blocks, as opposed to the transactions of watched items alone.
    fn lists_blocks(&self) -> bool {
        true
    }

    /// Returns the maximum number of addresses and transactions that all subscriptions together watch, `None` without a limit.
    fn max_watched(&self) -> Option<u64> {
        None
    }

    /// Returns the item of an address.
    ///
    /// # Errors
    /// The text is not an address of this chain and network.
    fn address(&self, text: &str) -> Result<WatchedItem, ErrorInfo>;

    /// Returns a transaction id in canonical form.
    ///
    /// # Errors
    /// The text is not the id of a transaction of this chain.
    fn transaction_id(&self, text: &str) -> Result<String, ErrorInfo>;

    /// Returns an extended public key in canonical form.
    ///
    /// # Errors
    /// The text is not an extended public key, or the chain has none, as all chains without outputs.
    fn extended_key(&self, _text: &str) -> Result<String, ErrorInfo> {
        let message = "Only the UTXO chains have extended keys; use addresses.";
        Err(ErrorInfo::new(ErrorCode::InvalidRequest, message))
    }

    /// Returns the addresses of a key on a branch: 0 for payments, 1 for change; none if the key does not include the branch.
    fn derive(&self, _key: &str, _branch: usize, _indexes: Range<u32>) -> Result<Vec<WatchedItem>, ErrorInfo> {
        Ok(Vec::new())
    }

    /// Returns the number of addresses of a key to watch on each branch: `gap` after the last used address.
    async fn scan_key(&self, _key: &str, _gap: u32, _deadline: Deadline) -> Result<[u32; 2], UpstreamError> {
        Ok([0; 2])
    }

    /// Returns the items of the unspent outputs of the addresses that are spent without revealing the address, including those
    /// whose spending is pending or in a block after `since`. The address of such an item is that of the output.
    async fn outputs(
        &self,
        _addresses: &[WatchedItem],
        _since: u64,
        _deadline: Deadline,
    ) -> Result<Vec<WatchedItem>, UpstreamError> {
        Ok(Vec::new())
    }

    /// Returns the latest block.
    async fn head(&self, deadline: Deadline) -> Result<Head, UpstreamError>;

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
        let block = self.block(*heights.start(), deadline).await?;
        Ok(block.into_iter().collect())
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
    /// by known pending transactions, at most [`Polling::spends`]: the transactions that spend the same are requested, too.
    async fn pending(
        &self,
        addresses: &[WatchedItem],
        deadline: Deadline,
    ) -> Result<Option<Vec<WatchedTransaction>>, UpstreamError>;

    /// Returns a sample of a payment at a time in Unix seconds, in the block at a height or pending.
    fn sample(&self, time: u64, height: Option<u64>) -> Sample;

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

/// Error of a list with an entry that does not name a chain of the deployment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} does not name a chain of the deployment; expected a list such as btc-livenet,eth-livenet")]
pub struct ChainsError(String);

/// The chains of a deployment.
#[derive(Clone, Default)]
pub struct Chains(Arc<HashMap<ChainKey, Arc<dyn WatchedChain>>>);

impl Chains {
    /// Creates the list of the chains.
    pub fn new(chains: impl IntoIterator<Item = Arc<dyn WatchedChain>>) -> Self {
        let chains = chains.into_iter().map(|chain| (chain.key().clone(), chain));
        Self(Arc::new(chains.collect()))
    }

    /// Returns the chains of a list: `btc-livenet,eth-livenet`.
    ///
    /// # Errors
    /// An entry of the list does not name a chain of the deployment.
    pub fn only(&self, list: &str) -> Result<Self, ChainsError> {
        let named = |name: &str| {
            let key: Option<ChainKey> = name.trim().parse().ok();
            let chain = key.as_ref().and_then(|key| self.get(key));
            chain.cloned().ok_or_else(|| ChainsError(name.trim().to_owned()))
        };
        Ok(Self::new(list.split(',').map(named).collect::<Result<Vec<_>, _>>()?))
    }

    /// Returns a chain.
    pub fn get(&self, key: &ChainKey) -> Option<&Arc<dyn WatchedChain>> {
        self.0.get(key)
    }

    /// Returns the names of the chains on a network, sorted.
    pub fn names(&self, network: Network) -> Vec<&str> {
        let mut names: Vec<_> = self.0.keys().filter(|key| key.network == network).collect();
        names.sort_by(|one, other| one.chain.cmp(&other.chain));
        names.into_iter().map(|key| key.chain.as_str()).collect()
    }

    /// Returns true if a chain exists on any network.
    pub fn has_chain(&self, name: &str) -> bool {
        self.0.keys().any(|key| key.chain == name)
    }
}
