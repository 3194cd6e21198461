//! Signed transactions: sending the same bytes, and the status.

use super::check::{PaymentError, check};
use crate::client::Client;
use crate::error::CallError;
use crate::wire::{SendRequest, SendResponse, Status, TransactionStatusRequest};
use crate::{blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tokio::time::Instant;
use wallet_core::error::ErrorCode;
use wallet_core::model::Network;

/// A family of chains with one connector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// btc, ltc, bch and doge.
    BtcLike,
    /// The EVM chains.
    EthLike,
    /// Stellar.
    Xlm,
}

/// A signed transaction. An app stores it before it sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signed {
    /// The family of the chain.
    pub family: Family,
    /// The chain.
    pub chain: String,
    /// The network.
    pub network: Network,
    /// The signed transaction.
    pub txdata: String,
    /// The transaction hash, computed here.
    pub txid: String,
}

/// The status of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionStatus {
    /// The status.
    pub status: Status,
    /// The number of blocks since, 0 while it is pending.
    pub confirmations: u64,
    /// The block height or ledger number; empty while it is pending.
    pub block: String,
    /// The transaction that replaced this one.
    pub replaced_by: Option<String>,
}

/// The interval and duration of status requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchPolicy {
    /// The delay between two requests.
    pub interval: Duration,
    /// The maximum duration.
    pub timeout: Duration,
    /// The confirmations to wait for.
    pub confirmations: u64,
}

impl Default for WatchPolicy {
    fn default() -> Self {
        Self {
            interval: Duration::from_secs(5),
            timeout: Duration::from_mins(30),
            confirmations: 1,
        }
    }
}

impl Signed {
    /// Sends the transaction. After an error without an outcome (no response, status 502 to 504), the same transaction
    /// may be sent again at any time: a network accepts it at most once.
    pub async fn send(&self, client: &Client) -> Result<(), PaymentError> {
        let request = SendRequest {
            txdata: self.txdata.clone(),
            network: Some(self.network),
        };
        let SendResponse { txid } = match self.family {
            Family::BtcLike => blockchain_connector_btc_like::transaction::send(client, &self.chain, &request).await?,
            Family::EthLike => blockchain_connector_eth_like::transaction::send(client, &self.chain, &request).await?,
            Family::Xlm => blockchain_connector_xlm::transaction::send(client, &self.chain, &request).await?,
        };
        check("send", "txid", &*txid, &*self.txid)
    }

    /// Returns the status, or `None` if no upstream knows the transaction yet.
    pub async fn status(&self, client: &Client) -> Result<Option<TransactionStatus>, CallError> {
        let found = match self.family {
            Family::BtcLike => self.btc_like_status(client).await,
            Family::EthLike => self.eth_like_status(client).await,
            Family::Xlm => self.xlm_status(client).await,
        };
        match found {
            Ok(status) => Ok(Some(status)),
            Err(error) if error.is(ErrorCode::TransactionNotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Requests the status until the transaction has the confirmations or is rejected. Returns the last status after
    /// the timeout, which may be pending. Failed requests are repeated until then.
    pub async fn watch(&self, client: &Client, policy: WatchPolicy) -> Result<Option<TransactionStatus>, CallError> {
        let deadline = Instant::now() + policy.timeout;
        loop {
            let outcome = self.status(client).await;
            let is_final = match &outcome {
                Ok(Some(found)) => match found.status {
                    Status::Confirmed => found.confirmations >= policy.confirmations,
                    Status::Rejected => true,
                    Status::Pending | Status::Other(_) => false,
                },
                Ok(None) | Err(CallError::NoResponse { .. }) => false,
                Err(CallError::Response(response)) => !response.retriable,
                Err(_) => true,
            };
            if is_final || Instant::now() + policy.interval > deadline {
                return outcome;
            }
            tokio::time::sleep(policy.interval).await;
        }
    }

    async fn btc_like_status(&self, client: &Client) -> Result<TransactionStatus, CallError> {
        use blockchain_connector_btc_like::transaction::{TransactionStatusRequest, status};
        let request = TransactionStatusRequest {
            txid: self.txid.clone(),
            inputs: None,
            network: Some(self.network),
        };
        let found = status(client, &self.chain, &request).await?;
        Ok(TransactionStatus {
            status: found.status,
            confirmations: found.confirmations,
            block: found.block,
            replaced_by: found.replaced_by,
        })
    }

    async fn eth_like_status(&self, client: &Client) -> Result<TransactionStatus, CallError> {
        use blockchain_connector_eth_like::transaction::{TransactionStatusRequest, status};
        let request = TransactionStatusRequest {
            txid: self.txid.clone(),
            address: None,
            nonce: None,
            network: Some(self.network),
        };
        let found = status(client, &self.chain, &request).await?;
        Ok(TransactionStatus {
            status: found.status,
            confirmations: found.confirmations,
            block: found.block,
            replaced_by: found.replaced_by,
        })
    }

    async fn xlm_status(&self, client: &Client) -> Result<TransactionStatus, CallError> {
        let request = TransactionStatusRequest {
            txid: self.txid.clone(),
            network: Some(self.network),
        };
        let found = blockchain_connector_xlm::transaction::status(client, &self.chain, &request).await?;
        Ok(TransactionStatus {
            status: found.status,
            confirmations: found.confirmations,
            block: found.block,
            replaced_by: None,
        })
    }
}
