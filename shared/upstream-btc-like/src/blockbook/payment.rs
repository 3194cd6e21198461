//! Facts for payments, and their submission: `GET /api/v2/utxo/{address}` and `GET /api/v2/utxo/{key}`,
//! `GET /api/v2/estimatefee/{blocks}`, and `POST /api/v2/sendtx/`.
//!
//! A rejection has status 400 with `{"error": "<code>: <reason>"}`, where code and reason come from the node's
//! `sendrawtransaction`.

use super::{Blockbook, unexpected_error};
use crate::fee_estimate::{TARGETS, read_estimate};
use crate::node_rejection::classify;
use crate::source::PaymentSource;
use async_trait::async_trait;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashSet;
use wallet_btc_like::{Address, FeeEstimates, OutPoint, Params, SignedTransaction, Txid, Unspent, Utxo};
use wallet_core::model::parse_amount;
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::{Deadline, Failure, SubmitOutcome, for_log};

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
    /// Address of an extended key that has the output, and the derivation path.
    address: Option<String>,
    path: Option<String>,
    /// `CashToken` of the output, from servers with support for tokens (named as in the bch nodes).
    token_data: Option<IgnoredAny>,
}

/// Address of an extended key as the server names it, with the derivation path.
pub(super) struct NamedOwner {
    pub(super) address: String,
    pub(super) path: String,
}

/// Checks the rows and deduplicates the outputs, since the value of an output listed twice exists once. The owners are
/// only listed for an extended key.
pub(super) fn decode_outputs(rows: Vec<Row>, params: &Params) -> Result<Vec<(Option<NamedOwner>, Unspent)>, Failure> {
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

/// Estimate for a target.
#[derive(Deserialize)]
pub(super) struct Estimate {
    /// Whole coins per 1000 virtual bytes as a decimal string; zero or negative if the node has no estimate.
    result: String,
}

#[async_trait]
impl PaymentSource for Blockbook {
    async fn unspent(&self, address: &Address, deadline: Deadline) -> Result<Vec<Unspent>, Failure> {
        // The canonical form of a bch address has a prefix, without which Blockbook parses the address as base58.
        let rows = self.get_json(&["utxo", &address.to_string()], deadline).await?;
        let outputs = decode_outputs(rows, address.params())?;
        Ok(outputs.into_iter().map(|(_, output)| output).collect())
    }

    /// Returns the estimates for all fee modes, requested concurrently.
    async fn fee_estimates(&self, deadline: Deadline) -> Result<FeeEstimates, Failure> {
        let [slow, normal, fast] = TARGETS.map(|blocks| Box::pin(self.estimate(blocks, deadline)));
        let (slow, normal, fast) = futures::try_join!(slow, normal, fast)?;
        Ok(FeeEstimates { slow, normal, fast })
    }

    async fn submit(&self, transaction: &SignedTransaction, deadline: Deadline) -> Result<SubmitOutcome, Failure> {
        // Without the trailing slash this is a different path, which supports GET only.
        let url = self.endpoint.url(&["api", "v2", "sendtx", ""]);
        let response = self.endpoint.post_text(url, transaction.to_hex(), deadline).await?;
        if response.is_success() {
            let sent: Sent = response.json()?;
            return Ok(SubmitOutcome::Accepted { id: sent.result });
        }
        let ErrorBody { error } = response.json()?;
        tracing::info!(reason = for_log(&error), "node rejected the transaction");
        (response.status() == 400)
            .then(|| classify(&error))
            .flatten()
            .ok_or_else(|| unexpected_error(&response))
    }
}

impl Blockbook {
    async fn estimate(&self, blocks: u8, deadline: Deadline) -> Result<Option<u64>, Failure> {
        let estimate: Estimate = self.get_json(&["estimatefee", &blocks.to_string()], deadline).await?;
        decode_estimate(&estimate, self.params)
    }
}

/// Converts the estimate to base units per 1000 vbytes, `None` without an estimate.
pub(super) fn decode_estimate(estimate: &Estimate, params: &Params) -> Result<Option<u64>, Failure> {
    read_estimate(&estimate.result, params)
}

/// Response to an accepted transaction.
#[derive(Deserialize)]
struct Sent {
    result: String,
}
