//! Sending the same bytes.

use super::{Family, Signed};
use crate::client::Client;
use crate::payments::check::{PaymentError, check};
use crate::wire::{SendRequest, SendResponse};
use crate::{blockchain_connector_btc_like, blockchain_connector_eth_like, blockchain_connector_xlm};

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
}
