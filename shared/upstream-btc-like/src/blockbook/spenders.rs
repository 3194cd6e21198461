//! Spenders of outputs: `GET /api/v2/tx/{txid}?spending=true`
//!
//! A server without the extended index searches the histories of the addresses for the spenders, only if the query requires it.

use super::Blockbook;
use super::transaction::decode;
use serde::Deserialize;
use wallet_btc_like::{OutPoint, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Topic;
use wallet_upstream::failure::Failure;

/// The outputs of a transaction.
#[derive(Deserialize)]
struct Parent {
    vout: Vec<Output>,
}

/// An output. The server may omit empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    #[serde(default)]
    n: u32,
    #[serde(default)]
    spent_tx_id: Option<Txid>,
}

impl Blockbook {
    /// Returns the transaction that spends an output, `None` if this server does not report one.
    pub(super) async fn spender(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Option<Txid>, Failure> {
        let mut url = self.endpoint.url(&["api", "v2", "tx", &outpoint.txid.to_string()]);
        url.query_pairs_mut().append_pair("spending", "true");
        let response = self.endpoint.get_optional(Topic::Spenders, url, deadline).await?;
        let parent: Option<Parent> = decode(&response)?;
        let mut outputs = parent.into_iter().flat_map(|parent| parent.vout);
        let spent = outputs.find(|output| output.n == outpoint.vout);
        Ok(spent.and_then(|output| output.spent_tx_id))
    }
}
