//! The ports `UtxoNode` and `UtxoAddressIndex` over the configured upstreams of btc, ltc, bch and doge.

use crate::blockbook::{Blockbook, BlockbookBroadcast};
use crate::broadcast::broadcast;
use crate::client::HttpClient;
use crate::config::{Kind, UpstreamConfigError, parse_list, setting_name};
use async_trait::async_trait;
use wallet_core::btc_like::history::{AddressFacts, Position};
use wallet_core::btc_like::{Address, FeeEstimates, Params, SignedTransaction, TransactionStatus, Txid, Unspent};
use wallet_core::model::ChainName;
use wallet_core::ports::address_index::UtxoAddressIndex;
use wallet_core::ports::upstream::{BroadcastOutcome, UpstreamError};
use wallet_core::ports::utxo_node::UtxoNode;

/// The upstreams of every UTXO chain and network that has one.
pub struct UtxoUpstreams {
    client: HttpClient,
    /// A few rows, so a list is as good as a map.
    upstreams: Vec<(&'static Params, Blockbook)>,
}

impl UtxoUpstreams {
    /// Reads the upstreams from the settings: `setting` gives the value of a variable, `None` when it is not set.
    pub fn from_settings(
        client: HttpClient,
        setting: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, UpstreamConfigError> {
        let mut upstreams = Vec::new();
        for params in Params::all() {
            let name = setting_name(params.chain.name(), params.network);
            let Some(value) = setting(&name) else { continue };
            let first = parse_list(&name, &value, Kind::Blockbook)?.into_iter().next();
            upstreams.extend(first.map(|base| (params, Blockbook::new(client.clone(), base))));
        }
        Ok(Self { client, upstreams })
    }

    fn upstream(&self, params: &Params) -> Result<&Blockbook, UpstreamError> {
        let found = self.upstreams.iter().find(|(row, _)| *row == params);
        found
            .map(|(_, blockbook)| blockbook)
            .ok_or_else(|| UpstreamError::NotConfigured {
                setting: setting_name(params.chain.name(), params.network),
            })
    }
}

#[async_trait]
impl UtxoNode for UtxoUpstreams {
    async fn unspent(&self, address: &Address) -> Result<Vec<Unspent>, UpstreamError> {
        let upstream = self.upstream(address.params())?;
        Ok(upstream.unspent(address, self.client.deadline()).await?)
    }

    async fn fee_estimates(&self, params: &'static Params) -> Result<FeeEstimates, UpstreamError> {
        let upstream = self.upstream(params)?;
        Ok(upstream.fee_estimates(params, self.client.deadline()).await?)
    }

    async fn raw_transaction(&self, params: &'static Params, txid: Txid) -> Result<Option<Vec<u8>>, UpstreamError> {
        let upstream = self.upstream(params)?;
        Ok(upstream.raw_transaction(txid, self.client.deadline()).await?)
    }

    async fn transaction_status(
        &self,
        params: &'static Params,
        txid: Txid,
    ) -> Result<Option<TransactionStatus>, UpstreamError> {
        let upstream = self.upstream(params)?;
        Ok(upstream.transaction_status(txid, self.client.deadline()).await?)
    }

    async fn broadcast(
        &self,
        params: &'static Params,
        transaction: &SignedTransaction,
    ) -> Result<BroadcastOutcome, UpstreamError> {
        let upstream = BlockbookBroadcast {
            blockbook: self.upstream(params)?,
            transaction,
        };
        let id = transaction.txid().to_string();
        broadcast(&[&upstream], &id, self.client.limits()).await
    }
}

#[async_trait]
impl UtxoAddressIndex for UtxoUpstreams {
    async fn address_facts(
        &self,
        address: &Address,
        from: Position,
        limit: u32,
    ) -> Result<AddressFacts, UpstreamError> {
        let upstream = self.upstream(address.params())?;
        let deadline = self.client.deadline();
        Ok(upstream.address_facts(address, from, limit, deadline).await?)
    }
}
