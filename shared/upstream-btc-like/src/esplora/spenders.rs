//! Spenders of outputs: `GET /tx/{txid}/outspend/{vout}`

use super::{Esplora, success};
use serde::Deserialize;
use wallet_btc_like::{OutPoint, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Topic;
use wallet_upstream::failure::Failure;

/// The spender of an output; without an id for an unspent or unknown one.
#[derive(Deserialize)]
struct Spender {
    #[serde(default)]
    txid: Option<Txid>,
}

impl Esplora {
    /// Returns the transaction that spends an output, `None` if this server does not know one.
    pub(super) async fn spender(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Option<Txid>, Failure> {
        let (parent, index) = (outpoint.txid.to_string(), outpoint.vout.to_string());
        let url = self.endpoint.url(&["tx", &parent, "outspend", &index]);
        let response = self.endpoint.get_optional(Topic::Spenders, url, deadline).await?;
        let spender: Spender = success(response)?.json()?;
        Ok(spender.txid)
    }
}
