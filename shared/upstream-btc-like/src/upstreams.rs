//! Implementation of the ports `BtcLikeNode` and `BtcLikeIndex` over the configured upstreams of btc, ltc, bch
//! and doge.

use crate::kinds::adapter;
use crate::source::BtcLikeSource;
use async_trait::async_trait;
use futures::future::BoxFuture;
use std::sync::Arc;
use std::time::Duration;
use wallet_btc_like::history::{AddressFacts, Position};
use wallet_btc_like::ports::BtcLikeIndex;
use wallet_btc_like::ports::BtcLikeNode;
use wallet_btc_like::{
    Address, FeeEstimates, Params, ParentTransaction, SignedTransaction, TransactionStatus, Txid, Unspent,
};
use wallet_core::model::{ChainName, Network};
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_upstream::broadcast::{Broadcaster, Verdict, broadcast};
use wallet_upstream::client::{Deadline, HttpClient};
use wallet_upstream::config::{UpstreamConfigError, configured, one_wants_key, parse_list, setting_name};
use wallet_upstream::failure::Failure;
use wallet_upstream::first_seen::FirstSeen;
use wallet_upstream::resilience::{Clocks, Head, Member, Policy, Pool, Refreshing, Rules, Search};

/// Maximum age of the latest block of a livenet, in block intervals: one block in 160 000 takes longer.
const MAX_HEAD_INTERVALS: u32 = 12;
/// Lower bound of that age: block times follow the clocks of miners, so less than half an hour is not
/// significant.
const MIN_HEAD_AGE: Duration = Duration::from_mins(30);

/// Number of blocks that an upstream may lag behind its peers: less than an hour.
const MAX_LAG: u64 = 5;

/// Lifetime of fee estimates, which change with every block and are requested for every payment.
const ESTIMATES_LIFETIME: Duration = Duration::from_secs(10);

/// Upstreams of every UTXO chain and network that has one.
pub struct BtcLikeUpstreams {
    client: HttpClient,
    /// A list is sufficient for a few rows.
    pub(crate) rows: Vec<Row>,
}

/// Upstreams of one chain and network.
pub(crate) struct Row {
    pub(crate) params: &'static Params,
    pub(crate) pool: Arc<Pool<dyn BtcLikeSource>>,
    estimates: Refreshing<FeeEstimates, UpstreamError>,
}

impl BtcLikeUpstreams {
    /// Returns true if the URL of a configured upstream has the placeholder of a key.
    pub fn want_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        let params = Params::all().iter();
        let settings = params.map(|params| setting_name(params.chain.name(), params.network));
        one_wants_key(settings, setting)
    }

    /// Reads the upstreams from the settings: `setting` returns the value of a variable, `None` if it is not
    /// set.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let first_seen = Arc::new(FirstSeen::new(Arc::clone(clock)));
        let mut rows = Vec::new();
        for params in Params::all() {
            let name = setting_name(params.chain.name(), params.network);
            let Some(value) = setting(&name) else { continue };
            let clocks = Clocks::new(Arc::clone(clock));
            let mut pool = Pool::new(ask_head, rules(&client, params), clocks.clone());
            for entry in parse_list(&name, &value)? {
                let source = adapter(&entry, &client, &clocks, &first_seen, params)?;
                pool.push(source.kind(), entry.host(), source);
            }
            rows.push(Row {
                params,
                pool: Arc::new(pool),
                estimates: Refreshing::new(clocks, Policy::fresh_for(ESTIMATES_LIFETIME)),
            });
        }
        Ok(Self { client, rows })
    }

    fn row(&self, params: &Params) -> Result<&Row, UpstreamError> {
        let found = self.rows.iter().find(|row| row.params == params);
        configured(found, params.chain.name(), params.network)
    }
}

fn rules(client: &HttpClient, params: &Params) -> Rules {
    // A testnet may pause for hours.
    let steady = params.network == Network::Livenet;
    let oldest_head = (params.block_interval * MAX_HEAD_INTERVALS).max(MIN_HEAD_AGE);
    Rules {
        attempt: client.limits().attempt,
        oldest_head: steady.then_some(oldest_head),
        tolerated: MAX_LAG,
    }
}

fn ask_head(source: Arc<dyn BtcLikeSource>, deadline: Deadline) -> BoxFuture<'static, Result<Head, Failure>> {
    Box::pin(async move { source.head(deadline).await })
}

#[async_trait]
impl BtcLikeNode for BtcLikeUpstreams {
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, UpstreamError> {
        let pool = &self.row(address.params())?.pool;
        pool.read(deadline, |source, deadline| source.unspent(address, deadline))
            .await
    }

    async fn fee_estimates(&self, params: &'static Params, deadline: Deadline) -> Result<FeeEstimates, UpstreamError> {
        let row = self.row(params)?;
        let request = || -> BoxFuture<'static, _> {
            let pool = Arc::clone(&row.pool);
            Box::pin(async move {
                pool.read(deadline, |source, deadline| source.fee_estimates(deadline))
                    .await
            })
        };
        row.estimates.get_until(deadline, UpstreamError::Timeout, request).await
    }

    async fn raw_transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>, UpstreamError> {
        let pool = &self.row(params)?.pool;
        let search = pool.find(deadline, |source, deadline| {
            Box::pin(async move { bytes_of(source, txid, deadline).await })
        });
        match search.await? {
            Search::Found(bytes) => Ok(Some(bytes)),
            Search::Nowhere => Ok(None),
            // "Unknown" ends a broadcast permanently, and an upstream that failed may have known the
            // transaction.
            Search::Unsure(failure) => Err(failure),
        }
    }

    async fn transaction_status(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let pool = &self.row(params)?.pool;
        let search = pool.find(deadline, |source, deadline| source.transaction_status(txid, deadline));
        match search.await? {
            Search::Found(status) => Ok(Some(status)),
            // "Not found" makes the caller retry, which is correct in both cases.
            Search::Nowhere | Search::Unsure(_) => Ok(None),
        }
    }

    async fn broadcast(
        &self,
        params: &'static Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let members = self.row(params)?.pool.for_broadcast();
        let sending: Vec<_> = members
            .into_iter()
            .map(|upstream| Sending { upstream, transaction })
            .collect();
        let upstreams: Vec<_> = sending.iter().map(|upstream| upstream as &dyn Broadcaster).collect();
        let id = transaction.txid().to_string();
        broadcast(&upstreams, &id, self.client.limits(), deadline).await
    }
}

#[async_trait]
impl BtcLikeIndex for BtcLikeUpstreams {
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, UpstreamError> {
        let pool = &self.row(address.params())?.pool;
        pool.read(deadline, |source, deadline| {
            source.address_facts(address, from, limit, deadline)
        })
        .await
    }
}

/// Returns the bytes of a transaction from an upstream and checks them against the txid. With other bytes the
/// upstream fails, and the next one is queried.
async fn bytes_of(source: &dyn BtcLikeSource, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
    let found = source.raw_transaction(txid, deadline).await?;
    if let Some(bytes) = &found {
        ParentTransaction::decode(bytes, txid).map_err(Failure::unusable)?;
    }
    Ok(found)
}

/// One transaction at one upstream.
struct Sending<'a> {
    upstream: &'a Member<dyn BtcLikeSource>,
    transaction: &'a SignedTransaction,
}

#[async_trait]
impl Broadcaster for Sending<'_> {
    async fn submit(&self, deadline: Deadline) -> Result<Verdict, Failure> {
        let deadline = self.upstream.attempt(deadline);
        let submit = self.upstream.source().submit(self.transaction, deadline);
        self.upstream.call(deadline, submit).await
    }

    /// A claim of the upstream is not sufficient: it must return the bytes.
    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        let txid = self.transaction.txid();
        let look_up = async {
            let found = bytes_of(self.upstream.source(), txid, deadline).await?;
            Ok(found.is_some())
        };
        self.upstream.call(deadline, look_up).await
    }
}
