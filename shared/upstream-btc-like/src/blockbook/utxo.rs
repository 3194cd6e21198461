//! `GET /api/v2/utxo/{address}`

use super::Blockbook;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use wallet_btc_like::{Address, OutPoint, Params, Txid, Unspent, Utxo};
use wallet_core::model::parse_amount;
use wallet_upstream::client::Deadline;
use wallet_upstream::failure::Failure;

/// One unspent output. Zero values are left out by the server.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    txid: Txid,
    #[serde(default)]
    vout: u32,
    /// Smallest units.
    value: String,
    /// Absent or 0 while in the mempool.
    #[serde(default)]
    confirmations: u32,
    /// Present only while the output is an immature coinbase.
    #[serde(default)]
    coinbase: bool,
    /// The `CashToken` on it, from the servers that show it (the name is that of the bch nodes).
    #[serde(default)]
    token_data: Option<IgnoredAny>,
}

impl Blockbook {
    /// The unspent outputs of an address, mempool included.
    pub(super) async fn outputs(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        // The canonical form of a bch address has its prefix, without which Blockbook takes it for base58.
        let rows = self.get_json(&["utxo", &address.to_string()], deadline).await?;
        decode(rows, address.params())
    }
}

/// Checks the rows. An output listed twice counts once: its value exists once.
pub(super) fn decode(rows: Vec<Row>, params: &Params) -> Result<Vec<Unspent>, Failure> {
    let mut seen = HashSet::with_capacity(rows.len());
    let mut outputs = Vec::with_capacity(rows.len());
    for row in rows {
        let outpoint = OutPoint::new(row.txid, row.vout);
        let value = parse_amount(&row.value, params.max_money)
            .map_err(|error| Failure::unusable(format_args!("value of output {outpoint}: {error}")))?;
        if seen.insert(outpoint) {
            outputs.push(Unspent {
                utxo: Utxo { outpoint, value },
                confirmations: row.confirmations,
                coinbase: row.coinbase,
                carries_token: row.token_data.is_some(),
            });
        }
    }
    Ok(outputs)
}
