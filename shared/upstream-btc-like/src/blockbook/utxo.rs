//! `GET /api/v2/utxo/{address}` and `GET /api/v2/utxo/{key}`

use super::Blockbook;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use wallet_btc_like::{Address, OutPoint, Params, Txid, Unspent, Utxo};
use wallet_core::model::parse_amount;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// Unspent output. The server omits zero values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    txid: Txid,
    #[serde(default)]
    vout: u32,
    /// Value in base units.
    value: String,
    /// Absent or 0 in the mempool.
    #[serde(default)]
    confirmations: u32,
    /// Present only while the output is an immature coinbase output.
    #[serde(default)]
    coinbase: bool,
    /// Address of an extended key that has the output, and its derivation path.
    #[serde(default)]
    address: Option<String>,
    #[serde(default)]
    path: Option<String>,
    /// `CashToken` of the output, from servers that support it (named as in the bch nodes).
    #[serde(default)]
    token_data: Option<IgnoredAny>,
}

impl Blockbook {
    /// Returns the unspent outputs of an address, including the mempool.
    pub(super) async fn outputs(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        // The canonical form of a bch address has a prefix, without which Blockbook parses it as base58.
        let rows = self.get_json(&["utxo", &address.to_string()], deadline).await?;
        let outputs = decode(rows, address.params())?;
        Ok(outputs.into_iter().map(|(_, output)| output).collect())
    }
}

/// Address of an extended key as the server names it, with its derivation path.
pub(super) struct NamedOwner {
    pub(super) address: String,
    pub(super) path: String,
}

/// Checks the rows and deduplicates the outputs, since the value of an output listed twice exists once. The owners are
/// only listed for an extended key.
pub(super) fn decode(rows: Vec<Row>, params: &Params) -> Result<Vec<(Option<NamedOwner>, Unspent)>, Failure> {
    let mut seen = HashSet::with_capacity(rows.len());
    let mut outputs = Vec::with_capacity(rows.len());
    for row in rows {
        let outpoint = OutPoint::new(row.txid, row.vout);
        let value = parse_amount(&row.value, params.max_money)
            .map_err(|error| Failure::unusable(format_args!("value of output {outpoint}: {error}")))?;
        if seen.insert(outpoint) {
            let owner = row.address.zip(row.path);
            let unspent = Unspent {
                utxo: Utxo { outpoint, value },
                confirmations: row.confirmations,
                coinbase: row.coinbase,
                carries_token: row.token_data.is_some(),
            };
            outputs.push((owner.map(|(address, path)| NamedOwner { address, path }), unspent));
        }
    }
    Ok(outputs)
}
