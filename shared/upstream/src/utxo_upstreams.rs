//! The ports `UtxoNode` and `UtxoAddressIndex` over the configured upstreams of btc, ltc, bch and doge.

use crate::base_url::KEY_PLACEHOLDER;
use crate::broadcast::{Broadcaster, Verdict, broadcast};
use crate::client::{Deadline, HttpClient};
use crate::config::{UpstreamConfigError, parse_list, setting_name};
use crate::failure::Failure;
use crate::utxo_kinds::adapter;
use crate::utxo_source::UtxoSource;
use async_trait::async_trait;
use std::sync::Arc;
use wallet_core::btc_like::history::{AddressFacts, Position};
use wallet_core::btc_like::{
    Address, FeeEstimates, Params, ParentTransaction, SignedTransaction, TransactionStatus, Txid, Unspent,
};
use wallet_core::model::ChainName;
use wallet_core::ports::address_index::UtxoAddressIndex;
use wallet_core::ports::system::Clock;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::utxo_node::UtxoNode;

/// The upstreams of every UTXO chain and network that has one.
pub struct UtxoUpstreams {
    client: HttpClient,
    /// A few rows, so a list is as good as a map.
    upstreams: Vec<(&'static Params, Arc<dyn UtxoSource>)>,
}

impl UtxoUpstreams {
    /// Whether one of the configured upstreams asks for a key, by the placeholder in its address.
    pub fn want_keys(setting: impl Fn(&str) -> Option<String>) -> bool {
        Params::all().iter().any(|params| {
            let value = setting(&setting_name(params.chain.name(), params.network));
            value.is_some_and(|value| value.contains(KEY_PLACEHOLDER))
        })
    }

    /// Reads the upstreams from the settings: `setting` gives the value of a variable, `None` when it is not set.
    pub fn from_settings(
        client: HttpClient,
        clock: &Arc<dyn Clock>,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let mut upstreams = Vec::new();
        for params in Params::all() {
            let name = setting_name(params.chain.name(), params.network);
            let Some(value) = setting(&name) else { continue };
            for (place, entry) in parse_list(&name, &value)?.iter().enumerate() {
                let source = adapter(entry, &client, clock, params)?;
                // The pool of the resilience layer will take them all.
                if place == 0 {
                    upstreams.push((params, source));
                }
            }
        }
        Ok(Self { client, upstreams })
    }

    fn upstream(&self, params: &Params) -> Result<&dyn UtxoSource, UpstreamError> {
        let found = self.upstreams.iter().find(|(row, _)| *row == params);
        found
            .map(|(_, source)| source.as_ref())
            .ok_or_else(|| UpstreamError::NotConfigured {
                setting: setting_name(params.chain.name(), params.network),
            })
    }
}

#[async_trait]
impl UtxoNode for UtxoUpstreams {
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, UpstreamError> {
        let upstream = self.upstream(address.params())?;
        Ok(upstream.unspent(address, deadline).await?)
    }

    async fn fee_estimates(&self, params: &'static Params, deadline: Deadline) -> Result<FeeEstimates, UpstreamError> {
        let upstream = self.upstream(params)?;
        Ok(upstream.fee_estimates(deadline).await?)
    }

    async fn raw_transaction(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<Vec<u8>>, UpstreamError> {
        let upstream = self.upstream(params)?;
        Ok(upstream.raw_transaction(txid, deadline).await?)
    }

    async fn transaction_status(
        &self,
        params: &'static Params,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let upstream = self.upstream(params)?;
        Ok(upstream.transaction_status(txid, deadline).await?)
    }

    async fn broadcast(
        &self,
        params: &'static Params,
        transaction: &SignedTransaction,
        deadline: Deadline,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let upstream = Sending {
            source: self.upstream(params)?,
            transaction,
        };
        let id = transaction.txid().to_string();
        broadcast(&[&upstream], &id, self.client.limits(), deadline).await
    }
}

#[async_trait]
impl UtxoAddressIndex for UtxoUpstreams {
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
        deadline: Deadline,
    ) -> Result<AddressFacts, UpstreamError> {
        let upstream = self.upstream(address.params())?;
        Ok(upstream.address_facts(address, from, limit, deadline).await?)
    }
}

/// One transaction at one upstream.
struct Sending<'a> {
    source: &'a dyn UtxoSource,
    transaction: &'a SignedTransaction,
}

#[async_trait]
impl Broadcaster for Sending<'_> {
    async fn submit(&self, deadline: Deadline) -> Result<Verdict, Failure> {
        self.source.submit(self.transaction, deadline).await
    }

    /// The upstream's word is not enough: it must have the bytes.
    async fn knows(&self, deadline: Deadline) -> Result<bool, Failure> {
        let txid = self.transaction.txid();
        let found = self.source.raw_transaction(txid, deadline).await?;
        let Some(bytes) = found else { return Ok(false) };
        ParentTransaction::decode(&bytes, txid).map_err(Failure::unusable)?;
        Ok(true)
    }
}
