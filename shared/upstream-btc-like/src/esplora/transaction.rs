//! `GET /tx/{txid}` and `GET /tx/{txid}/hex`
//!
//! `GET /tx/{txid}/status` is not used: it reports unknown transactions as unconfirmed.

use super::block::{Status, confirmations};
use super::{Esplora, success, trimmed_text};
use serde::Deserialize;
use wallet_btc_like::{TransactionStatus, Txid};
use wallet_upstream::client::{Deadline, UpstreamResponse};
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Transaction id and confirmation status.
#[derive(Deserialize)]
pub(super) struct StatusRow {
    txid: Txid,
    status: Status,
}

impl Esplora {
    /// Returns the bytes of a transaction, `None` if this server does not know it.
    pub(super) async fn bytes(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let response = self.get_in(lane, &["tx", &txid.to_string(), "hex"], deadline).await?;
        found(response)?.as_ref().map(decode_hex).transpose()
    }

    /// Returns the status of a transaction, `None` if this server does not know it.
    pub(super) async fn status(
        &self,
        txid: Txid,
        lane: Lane,
        deadline: Deadline,
    ) -> Result<Option<TransactionStatus>, Failure> {
        let id = txid.to_string();
        let segments = ["tx", id.as_str()];
        let (response, latest) = futures::try_join!(
            self.get_in(lane, &segments, deadline),
            self.latest_block(lane, deadline)
        )?;
        let Some(response) = found(response)? else {
            return Ok(None);
        };
        let row: StatusRow = response.json()?;
        let mut status = row.decode(txid, latest.height)?;
        if let TransactionStatus::Pending { first_seen } = &mut status {
            let times = self.first_seen_times(&[txid], deadline).await;
            *first_seen = times.get(&txid).copied().unwrap_or(0);
        }
        Ok(Some(status))
    }
}

/// Returns the response unless it states that the transaction does not exist. Other messages with the same
/// status are errors.
fn found(response: UpstreamResponse) -> Result<Option<UpstreamResponse>, Failure> {
    let unknown = response.status() == 404 && trimmed_text(&response)?.eq_ignore_ascii_case("transaction not found");
    if unknown { Ok(None) } else { success(response).map(Some) }
}

fn decode_hex(response: &UpstreamResponse) -> Result<Vec<u8>, Failure> {
    hex::decode(trimmed_text(response)?)
        .map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
}

impl StatusRow {
    /// Returns the status of the requested transaction, without its first-seen time.
    pub(super) fn decode(&self, requested: Txid, tip: u32) -> Result<TransactionStatus, Failure> {
        if self.txid != requested {
            return Err(Failure::unusable(format_args!(
                "transaction {}, expected {requested}",
                self.txid
            )));
        }
        Ok(match self.status.block()? {
            None => TransactionStatus::Pending { first_seen: 0 },
            Some(block) => TransactionStatus::Confirmed {
                block: block.height,
                confirmations: confirmations(tip, block.height),
                time: block.time,
            },
        })
    }
}
