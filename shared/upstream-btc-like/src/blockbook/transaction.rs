//! Transactions by their id: `GET /api/v2/tx/{txid}`, and `GET /api/v2/tx/{txid}?spending=true` for spenders of
//! outputs.
//!
//! A server without the extended index searches the histories of the addresses for the spenders, only if the query
//! requires the search.

use super::{Blockbook, unexpected_error};
use crate::source::TransactionSource;
use async_trait::async_trait;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wallet_btc_like::{OutPoint, TransactionStatus, Txid};
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::{Deadline, Failure, Lane, Topic, UpstreamResponse};

/// Transaction. Only the bytes are used, since the remaining fields are the server's unverified interpretation of
/// them.
#[derive(Deserialize)]
pub(super) struct Transaction {
    hex: String,
}

#[async_trait]
impl TransactionSource for Blockbook {
    async fn raw_transaction(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let found = self.transaction(txid, lane, deadline).await?;
        found.map(decode_hex).transpose()
    }

    async fn transaction_status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let found: Option<StatusRow> = self.transaction(txid, lane, deadline).await?;
        found.map(|row| row.decode(txid)).transpose()
    }

    async fn spenders(&self, outpoint: OutPoint, deadline: Deadline) -> Result<Vec<Txid>, Failure> {
        let mut url = self.endpoint.url(&["api", "v2", "tx", &outpoint.txid.to_string()]);
        url.query_pairs_mut().append_pair("spending", "true");
        let response = self
            .endpoint
            .get_in(Lane::Optional(Topic::Spenders), url, deadline)
            .await?;
        let parent: Option<Parent> = decode(&response)?;
        let mut outputs = parent.into_iter().flat_map(|parent| parent.vout);
        let spent = outputs.find(|output| output.n == outpoint.vout);
        Ok(spent.and_then(|output| output.spent_tx_id).into_iter().collect())
    }
}

impl Blockbook {
    /// Returns a transaction with the fields of `T`, `None` if unknown to this server.
    pub(super) async fn transaction<T: DeserializeOwned>(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<T>, Failure> {
        let response = self.get_in(lane, &["tx", &txid.to_string()], deadline).await?;
        decode(&response)
    }
}

/// Returns the transaction of a response, `None` if unknown to the server.
pub(super) fn decode<T: DeserializeOwned>(response: &UpstreamResponse) -> Result<Option<T>, Failure> {
    if response.is_success() {
        return response.json().map(Some);
    }
    match response.json::<ErrorBody>() {
        Ok(body) if response.status() == 400 && is_unknown_transaction(&body.error) => Ok(None),
        _ => Err(unexpected_error(response)),
    }
}

pub(super) fn decode_hex(transaction: Transaction) -> Result<Vec<u8>, Failure> {
    hex::decode(transaction.hex).map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
}

/// Returns true if an error states that the transaction does not exist.
///
/// The same sentence with a cause in parentheses means that Blockbook's node failed; the transaction is then
/// unknown.
pub(super) fn is_unknown_transaction(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    let error = error.trim_end_matches(['.', ' ']);
    error.starts_with("transaction") && error.ends_with("not found")
}

/// Position of a transaction in the chain. The server may omit empty values.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatusRow {
    txid: Txid,
    /// -1 in the mempool; 0 from old servers.
    #[serde(default)]
    block_height: i64,
    #[serde(default)]
    confirmations: u32,
    /// Unix seconds; in the mempool, the time at which this server first saw the transaction, or 0 if unknown.
    #[serde(default)]
    block_time: u64,
}

impl StatusRow {
    /// Returns the status of the requested transaction. Height and confirmations must be consistent (decisions
    /// 0110).
    pub(super) fn decode(&self, requested: Txid) -> Result<TransactionStatus, Failure> {
        if self.txid != requested {
            return Err(Failure::unusable(format_args!(
                "transaction {}, expected {requested}",
                self.txid
            )));
        }
        match (u32::try_from(self.block_height.max(0)), self.confirmations) {
            (Ok(0), 0) => Ok(TransactionStatus::Pending {
                first_seen: self.block_time,
            }),
            (Ok(block @ 1..), confirmations @ 1..) => Ok(TransactionStatus::Confirmed {
                block,
                confirmations,
                time: self.block_time,
            }),
            _ => Err(Failure::unusable(format_args!(
                "height {} with {} confirmations of {requested}",
                self.block_height, self.confirmations
            ))),
        }
    }
}

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
    spent_tx_id: Option<Txid>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn only_the_exact_sentence_means_unknown() {
        assert!(is_unknown_transaction("Transaction '00ff' not found"));
        assert!(is_unknown_transaction("Transaction not found."));
        for other in [
            "Transaction '00ff' not found (dial tcp: connection refused)",
            "Missing txid",
            "Backend not found",
            "",
        ] {
            assert!(!is_unknown_transaction(other), "{other}");
        }
    }

    const TXID: &str = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";

    fn decoded(mut fields: Value) -> Option<TransactionStatus> {
        fields["txid"] = TXID.into();
        let row: StatusRow = serde_json::from_value(fields).ok()?;
        row.decode(TXID.parse().unwrap()).ok()
    }

    #[test]
    fn transaction_in_a_block_is_confirmed() {
        let status = decoded(json!({ "blockHeight": 170, "confirmations": 3, "blockTime": 1_231_731_025 }));
        let expected = TransactionStatus::Confirmed {
            block: 170,
            confirmations: 3,
            time: 1_231_731_025,
        };
        assert_eq!(status, Some(expected));
    }

    #[test]
    fn transaction_without_a_block_is_pending() {
        for fields in [
            json!({ "blockHeight": -1, "confirmations": 0, "blockTime": 7 }),
            json!({ "blockHeight": 0, "blockTime": 7 }),
            json!({ "blockTime": 7 }),
        ] {
            assert_eq!(decoded(fields), Some(TransactionStatus::Pending { first_seen: 7 }));
        }
    }

    #[test]
    fn inconsistent_height_and_confirmations_are_unusable() {
        for fields in [
            json!({ "blockHeight": -1, "confirmations": 3 }),
            json!({ "blockHeight": 170, "confirmations": 0 }),
            json!({ "blockHeight": 4_294_967_296_u64, "confirmations": 3 }),
            json!({ "blockHeight": 4_294_967_296_u64, "confirmations": 0 }),
            json!({ "blockHeight": 170, "confirmations": -3 }),
            json!({ "blockHeight": "170", "confirmations": 3 }),
        ] {
            assert_eq!(decoded(fields.clone()), None, "{fields}");
        }
    }

    #[test]
    fn different_transaction_is_unusable() {
        let row: StatusRow = serde_json::from_value(json!({ "txid": TXID, "blockHeight": -1 })).unwrap();
        let other = "00".repeat(32).parse().unwrap();
        assert!(row.decode(other).is_err());
    }
}
