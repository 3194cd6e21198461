//! Transaction status: `GET /api/v2/tx/{txid}`

use super::Blockbook;
use serde::Deserialize;
use wallet_btc_like::{TransactionStatus, Txid};
use wallet_upstream::client::Deadline;
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

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

impl Blockbook {
    /// Returns the status of a transaction, `None` if this server does not know it.
    pub(super) async fn status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let found: Option<StatusRow> = self.transaction(txid, lane, deadline).await?;
        found.map(|row| row.decode(txid)).transpose()
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

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
