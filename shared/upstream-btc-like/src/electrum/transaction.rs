//! `blockchain.transaction.get`, for a transaction that somebody else has named.

use super::message::Answer;
use super::{Electrum, transactions};
use wallet_btc_like::Txid;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

impl Electrum {
    /// The bytes of a transaction, `None` when the server's node knows no such transaction.
    pub(super) async fn bytes(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let [answer] = self.client.ask([transactions::ask(txid)], deadline).await?;
        let Some(text) = text(answer)? else { return Ok(None) };
        let bytes = hex::decode(text);
        bytes
            .map(Some)
            .map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
    }
}

/// The hex of a transaction, `None` when the error says that there is no such transaction.
pub(super) fn text(answer: Answer) -> Result<Option<String>, Failure> {
    match answer.result()? {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.says_unknown() => Ok(None),
        Err(error) => Err(error.failure()),
    }
}
