//! A chain on a network, as subscriptions see the chain: what creating them requires, without the blocks of the loop.

use async_trait::async_trait;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use wallet_core::error::{ErrorCode, ErrorInfo};
use wallet_core::model::Network;
use wallet_core::ports::deadline::Deadline;
use wallet_core::ports::upstream::UpstreamError;
use wallet_notifications::{BlockId, ChainKey, WatchedItem};

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

/// The request for a sample.
#[derive(Clone, Copy, Debug)]
pub struct SampleRequest {
    /// The time in Unix seconds.
    pub time: u64,
    /// The height of the block, `None` while pending.
    pub height: Option<u64>,
    /// The height of the latest block.
    pub head: u64,
    /// True for the view of a transaction that is watched by id, which is that of no address.
    pub is_by_id: bool,
}

impl SampleRequest {
    /// Returns the addresses from whose view the row is.
    pub(crate) fn view<'a>(&self, to: &'a WatchedItem) -> &'a [WatchedItem] {
        if self.is_by_id { &[] } else { std::slice::from_ref(to) }
    }
}

/// A payment that exists on no chain, for the event of a test.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The row from the requested view.
    pub row: Row,
    /// The recipient.
    pub to: WatchedItem,
    /// The id of a transaction that replaces the payment.
    pub replacement: String,
}

/// A chain on a network, as subscriptions see the chain. Every call ends by the deadline.
#[async_trait]
pub trait SubscribedChain: Send + Sync {
    /// Returns chain and network.
    fn key(&self) -> &ChainKey;

    /// Returns the number of confirmations after which a transaction is final.
    fn confirmations(&self) -> u64;

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

    /// Returns a sample of a payment.
    ///
    /// # Errors
    /// The record of the payment has no form in JSON, which no record of the families lacks.
    fn sample(&self, request: SampleRequest) -> Result<Sample, UpstreamError>;
}

/// Error of a list with an entry that does not name a chain of the deployment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} does not name a chain of the deployment; expected a list such as btc-livenet,eth-livenet")]
pub struct ChainsError(String);

/// The chains of a deployment, as the loop sees them ([`WatchedChain`]) or as subscriptions see them ([`SubscribedChain`]).
///
/// [`WatchedChain`]: crate::WatchedChain
pub struct Chains<C: ?Sized>(Arc<HashMap<ChainKey, Arc<C>>>);

impl<C: ?Sized> Clone for Chains<C> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<C: SubscribedChain + ?Sized> Chains<C> {
    /// Creates the list of the chains.
    pub fn new(chains: impl IntoIterator<Item = Arc<C>>) -> Self {
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
    pub fn get(&self, key: &ChainKey) -> Option<&Arc<C>> {
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
