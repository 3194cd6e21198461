//! Sending the same bytes, and the content and the status of a signed transaction.

use super::{Family, Signed, TransactionStatus};
use crate::client::Client;
use crate::error::CallError;
use crate::payments::check::{PaymentError, check};
use crate::payments::content::Content;
use crate::payments::{btc_like, eth_like, xlm};
use crate::wire::{SendRequest, SendResponse, Status, TransactionStatusRequest};
use crate::{blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm};
use std::time::Duration;
use wallet_core::error::ErrorCode;
use wallet_core::ports::system::Timestamp;

/// The most outputs in a request for a status.
const MAX_INPUTS: usize = 5;
/// The accepted difference between the clocks of this device and of the network.
const CLOCK_TOLERANCE: Duration = Duration::from_mins(5);

impl Signed {
    /// Sends the transaction. After any error the outcome is unknown, also after a rejection: it proves nothing. The same
    /// transaction may be sent again at any time, since a network accepts it at most once.
    pub async fn send(&self, client: &Client) -> Result<(), PaymentError> {
        client.attempts().hold(self, None).await?;
        let request = SendRequest {
            txdata: self.txdata.clone(),
            network: Some(self.network),
        };
        let SendResponse { txid } = match self.family {
            Family::BtcLike => blockchain_connector_btc_like::transaction::send(client, &self.chain, &request).await?,
            Family::EthLike => blockchain_connector_eth_like::transaction::send(client, &self.chain, &request).await?,
            Family::Xlm => blockchain_connector_xlm::transaction::send(client, &self.chain, &request).await?,
        };
        check("send", "txid", &*txid, &*self.txid)?;
        client.attempts().mark_sent(self).await
    }

    /// Adds a transaction that the app stored itself to the unresolved payments, so that an equal one does not repeat it.
    pub async fn hold(&self, client: &Client) -> Result<(), PaymentError> {
        client.attempts().hold(self, None).await
    }

    /// Permits an equal payment, which is made in addition to this one, until this one is sent again.
    pub async fn release(&self, client: &Client) -> Result<(), PaymentError> {
        client.attempts().release(self).await
    }

    /// Returns what the transaction spends and pays; nothing for bytes that are not of this client.
    pub(in crate::payments) fn content(&self) -> Content {
        let content = match self.family {
            Family::BtcLike => btc_like::content::of_signed(&self.txdata),
            Family::EthLike => eth_like::content::of_signed(self),
            Family::Xlm => xlm::content::of_signed(&self.txdata),
        };
        content.unwrap_or_default()
    }

    /// Returns true if the transaction is in a block, or was replaced.
    pub(in crate::payments) async fn is_final(&self, client: &Client) -> bool {
        let found = self.status(client).await;
        found.is_ok_and(|found| found.is_some_and(|found| matches!(found.status, Status::Confirmed | Status::Rejected)))
    }

    /// Returns true if a ledger can no longer include the transaction, and releases it then. A status counts more than the time.
    pub(in crate::payments) async fn has_expired(&self, client: &Client) -> Result<bool, PaymentError> {
        let valid_until = match self.family {
            Family::Xlm => xlm::content::valid_until(&self.txdata),
            Family::BtcLike | Family::EthLike => None,
        };
        let is_over = |end| client.now() > Timestamp::from_secs(end).after(CLOCK_TOLERANCE);
        if !valid_until.is_some_and(is_over) {
            return Ok(false);
        }
        match self.fetch_status(client).await {
            Ok(None) => {}
            Ok(Some(found)) if found.status == Status::Rejected => {}
            _ => return Ok(false),
        }
        client.attempts().release(self).await?;
        Ok(true)
    }

    /// Returns the status, or `None` if no upstream knows the transaction yet.
    pub async fn status(&self, client: &Client) -> Result<Option<TransactionStatus>, CallError> {
        let found = self.fetch_status(client).await?;
        if let Some(found) = &found {
            self.settle(client, found).await;
        }
        Ok(found)
    }

    async fn fetch_status(&self, client: &Client) -> Result<Option<TransactionStatus>, CallError> {
        let found = match self.family {
            Family::BtcLike => self.btc_like_status(client).await,
            Family::EthLike => self.eth_like_status(client).await,
            Family::Xlm => self.xlm_status(client).await,
        };
        match found {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.is(ErrorCode::TransactionNotFound) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Releases a final transaction. If the store fails, the transaction remains stored, and the next status releases it.
    async fn settle(&self, client: &Client, found: &TransactionStatus) {
        let attempts = client.attempts();
        let released = match found.status {
            Status::Confirmed => attempts.release_mined(self).await,
            // A failed transaction in a block used its nonce or sequence number.
            Status::Rejected if !found.block.is_empty() => attempts.release_mined(self).await,
            Status::Rejected => attempts.release(self).await,
            Status::Pending | Status::Other(_) => Ok(()),
        };
        drop(released);
    }

    /// Returns spent outputs, by which the service recognises a replacement.
    fn inputs(&self) -> String {
        let inputs = self.utxo.iter().take(MAX_INPUTS);
        let inputs: Vec<_> = inputs.map(|utxo| format!("{}:{}", utxo.txid, utxo.vout)).collect();
        inputs.join(",")
    }

    async fn btc_like_status(&self, client: &Client) -> Result<TransactionStatus, CallError> {
        use blockchain_connector_btc_like::transaction::{TransactionStatusRequest, status};
        let request = TransactionStatusRequest {
            txid: self.txid.clone(),
            inputs: (!self.utxo.is_empty()).then(|| self.inputs()),
            network: Some(self.network),
        };
        let found = status(client, &self.chain, &request).await?;
        Ok(known(found.status, found.confirmations, found.block, found.replaced_by))
    }

    async fn eth_like_status(&self, client: &Client) -> Result<TransactionStatus, CallError> {
        use blockchain_connector_eth_like::transaction::{TransactionStatusRequest, status};
        let sender = eth_like::content::nonce(self);
        let (address, nonce) = sender.map(|(address, nonce)| (address, nonce.to_string())).unzip();
        let request = TransactionStatusRequest {
            txid: self.txid.clone(),
            address,
            nonce,
            network: Some(self.network),
        };
        let found = status(client, &self.chain, &request).await?;
        Ok(known(found.status, found.confirmations, found.block, found.replaced_by))
    }

    async fn xlm_status(&self, client: &Client) -> Result<TransactionStatus, CallError> {
        let request = TransactionStatusRequest {
            txid: self.txid.clone(),
            network: Some(self.network),
        };
        let found = blockchain_connector_xlm::transaction::status(client, &self.chain, &request).await?;
        Ok(known(found.status, found.confirmations, found.block, None))
    }
}

const fn known(status: Status, confirmations: u64, block: String, replaced_by: Option<String>) -> TransactionStatus {
    TransactionStatus {
        status,
        confirmations,
        block,
        replaced_by,
    }
}
