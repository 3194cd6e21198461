//! `blockchain.transaction.get`, for transactions named by a client.

use super::message::RpcResponse;
use super::{Electrum, transactions};
use wallet_btc_like::Txid;
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

impl Electrum {
    /// Returns the bytes of a transaction, `None` if the server's node does not know it.
    pub(super) async fn bytes(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let client = self.client.in_lane(lane);
        let [response] = client.call([transactions::request(txid)], deadline).await?;
        let Some(text) = text(response)? else { return Ok(None) };
        let bytes = hex::decode(text);
        bytes
            .map(Some)
            .map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
    }
}

/// Returns the hex of a transaction, `None` if the error states that it does not exist.
pub(super) fn text(response: RpcResponse) -> Result<Option<String>, Failure> {
    match response.result()? {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.is_unknown_transaction() => Ok(None),
        Err(error) => Err(error.failure()),
    }
}
