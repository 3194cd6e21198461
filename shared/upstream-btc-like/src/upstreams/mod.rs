//! Implementation of the ports `BtcLikeNode` and, in `index` and `blocks`, `BtcLikeIndex` and `BtcLikeBlocks` over the
//! configured upstreams of btc, ltc, bch and doge.

mod blocks;
mod index;
mod replaced;

use crate::kinds::adapter;
use crate::known::{OutputCache, SentInputs};
use crate::memory::{MemoryBudget, Shared};
use crate::source::{BtcLikeSource, PaymentSource};
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{
    Address, FeeEstimates, OutPoint, Params, ParentTransaction, SignedTransaction, TransactionStatus, Txid, Unspent,
    VerifiedOutputs,
};
use wallet_core::model::{ChainName, Network, Responses};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::upstream_health::{UpstreamHealth, UpstreamReport};
use wallet_upstream::{
    Clocks, Deadline, Entry, Failure, Family, FamilyPool, FirstSeen, HttpClient, Lane, Policy, Refreshing, Rules,
    Search, Submit, SubmitOutcome, UpstreamConfigError,
};

/// Maximum age of the latest block of a livenet, in block intervals: a block in 160 000 takes longer.
const MAX_HEAD_INTERVALS: u32 = 12;
/// Lower bound of that age: block times follow the clocks of miners, so less than half an hour is not
/// significant.
const MIN_HEAD_AGE: Duration = Duration::from_mins(30);

/// Number of blocks that an upstream may lag behind the peers: less than an hour.
const MAX_LAG: u64 = 5;

/// Lifetime of fee estimates, which change with every block and are requested for every payment.
const ESTIMATES_LIFETIME: Duration = Duration::from_secs(10);

/// Upstreams of every UTXO chain and network.
pub struct BtcLikeUpstreams(FamilyPool<BtcLike>, OutputCache, SentInputs);

struct BtcLike {
    shared: Shared,
    /// False for private chains, which have no checkpoint.
    verifies_chain: bool,
}

impl Family for BtcLike {
    type Params = &'static Params;
    type Source = dyn BtcLikeSource;
    type Cache = Refreshing<Responses<FeeEstimates>, UpstreamError>;

    fn all() -> impl Iterator<Item = &'static Params> {
        Params::all().iter()
    }

    fn name_and_network(params: &'static Params) -> (&'static str, Network) {
        (params.chain.name(), params.network)
    }

    fn rules(params: &'static Params, call: Duration) -> Rules {
        Rules {
            chain: params.chain.name(),
            attempt: call,
            max_head_age: Some((params.block_interval * MAX_HEAD_INTERVALS).max(MIN_HEAD_AGE)),
            max_lag: MAX_LAG,
            block_interval: params.block_interval,
        }
    }

    fn verifies_chain(&self) -> bool {
        self.verifies_chain
    }

    fn cache(_: &'static Params, clocks: Clocks) -> Self::Cache {
        Refreshing::new(clocks, Policy::fresh_for(ESTIMATES_LIFETIME))
    }

    fn adapter(
        &self,
        entry: &Entry<'_>,
        client: &HttpClient,
        clocks: &Clocks,
        params: &'static Params,
    ) -> Result<Option<Arc<dyn BtcLikeSource>>, UpstreamConfigError> {
        adapter(entry, client, clocks, &self.shared, params).map(Some)
    }
}

impl BtcLikeUpstreams {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn requires_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        FamilyPool::<BtcLike>::requires_keys(setting)
    }

    /// Reads the upstreams from the settings: `setting` returns the value of a variable, `None` if not
    /// set.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        Self::new(true, client, clock, setting)
    }

    /// Reads the upstreams of private chains, such as a regtest, which have the rules of a chain and different blocks.
    #[cfg(feature = "private-chains")]
    pub fn of_private_chains(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        Self::new(false, client, clock, setting)
    }

    fn new(
        verifies_chain: bool,
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let family = BtcLike {
            shared: Shared {
                first_seen: Arc::new(FirstSeen::new(Arc::clone(clock))),
                responses: MemoryBudget::of(client.limits()),
                blocks: MemoryBudget::of_blocks(),
            },
            verifies_chain,
        };
        let pool = FamilyPool::from_settings(&family, client, clock, setting)?;
        Ok(Self(pool, OutputCache::new(), SentInputs::new()))
    }
}

#[async_trait]
impl UpstreamHealth for BtcLikeUpstreams {
    async fn upstreams(&self, deadline: Deadline) -> Vec<UpstreamReport> {
        self.0.upstreams(deadline).await
    }
}

#[async_trait]
impl BtcLikeNode for BtcLikeUpstreams {
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, UpstreamError> {
        let pool = self.0.pool(address.params())?;
        pool.read(deadline, |source, deadline| source.unspent(address, deadline))
            .await
    }

    async fn fee_estimates(
        &self,
        params: &'static Params,
        deadline: Deadline,
    ) -> Result<Responses<FeeEstimates>, UpstreamError> {
        self.0
            .read_prices(
                params,
                deadline,
                |source, deadline| source.fee_estimates(deadline),
                FeeEstimates::have_outlier,
            )
            .await
    }

    async fn raw_transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>, UpstreamError> {
        let pool = self.0.pool(params)?;
        let search = pool.find(deadline, |source, deadline| {
            bytes_of(source, txid, Lane::Required, deadline)
        });
        match search.await? {
            Search::Found(bytes) => Ok(Some(bytes)),
            Search::Nowhere => Ok(None),
            // "Unknown" ends a broadcast permanently, and an upstream that failed may have known the
            // transaction.
            Search::Unsure(failure) => Err(failure),
        }
    }

    async fn verified_outputs(
        &self,
        params: &'static Params,
        txid: Txid,
        indexes: &[u32],
        deadline: Deadline,
    ) -> Result<Option<VerifiedOutputs>, UpstreamError> {
        let outpoints: Vec<_> = indexes.iter().map(|&vout| OutPoint::new(txid, vout)).collect();
        let known = self.known_outputs(params, &outpoints);
        if outpoints.iter().all(|outpoint| known.contains_key(outpoint)) {
            return Ok(Some(known));
        }
        let Some(bytes) = self.raw_transaction(params, txid, deadline).await? else {
            return Ok(None);
        };
        let parent = ParentTransaction::decode(&bytes, txid).map_err(|error| UpstreamError::Unusable {
            cause: format!("transaction {txid}: {error}"),
        })?;
        let outputs = parent.verified_outputs(txid, indexes);
        self.1.put(params, &outputs);
        Ok(Some(outputs))
    }

    fn known_outputs(&self, params: &'static Params, outpoints: &[OutPoint]) -> VerifiedOutputs {
        self.1.get(params, outpoints)
    }

    async fn transaction_status(
        &self,
        params: &'static Params,
        txid: Txid,
        inputs: &[OutPoint],
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        match self.listed_status(params, txid, Lane::Required, deadline).await? {
            Some(status) => Ok(Some(status)),
            None => Ok(self.replaced_status(params, txid, inputs, deadline).await),
        }
    }

    async fn broadcast(
        &self,
        params: &'static Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let id = transaction.txid().to_string();
        let outcome = self.0.broadcast(params, transaction, &id, deadline).await?;
        if outcome.may_be_sent() {
            self.2.put(params, transaction);
        }
        Ok(outcome)
    }
}

/// Returns the bytes of a transaction from an upstream and checks them against the txid. With different bytes the
/// upstream fails, and the next is queried.
async fn bytes_of(
    source: &dyn BtcLikeSource,
    txid: Txid,
    lane: Lane,
    deadline: Deadline,
) -> Result<Option<Vec<u8>>, Failure> {
    let found = source.raw_transaction(txid, lane, deadline).await?;
    if let Some(bytes) = &found {
        ParentTransaction::decode(bytes, txid).map_err(Failure::unusable)?;
    }
    Ok(found)
}

#[async_trait]
impl Submit<SignedTransaction> for dyn BtcLikeSource {
    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        PaymentSource::submit(self, transaction, deadline).await
    }

    /// A claim is not sufficient: the upstream must return the bytes.
    async fn knows(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<bool, Failure> {
        let found = bytes_of(self, transaction.txid(), Lane::Required, deadline).await?;
        Ok(found.is_some())
    }
}
