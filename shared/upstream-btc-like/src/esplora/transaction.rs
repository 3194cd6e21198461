//! `GET /tx/{txid}` and `GET /tx/{txid}/hex`
//!
//! Not `GET /tx/{txid}/status`: that says "not confirmed" of transactions that the server does not know.

use super::block::{Status, confirmations};
use super::{Esplora, success, words};
use serde::Deserialize;
use wallet_btc_like::{TransactionStatus, Txid};
use wallet_upstream::client::{Answer, Deadline};
use wallet_upstream::failure::Failure;

/// A transaction, as far as its place goes.
#[derive(Deserialize)]
pub(super) struct Place {
    txid: Txid,
    status: Status,
}

impl Esplora {
    /// The bytes of a transaction, `None` when this server knows no such transaction.
    pub(super) async fn bytes(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let answer = self.get(&["tx", &txid.to_string(), "hex"], deadline).await?;
        found(answer)?.as_ref().map(decode_hex).transpose()
    }

    /// Where a transaction stands, `None` when this server knows no such transaction.
    pub(super) async fn status(&self, txid: Txid, deadline: Deadline) -> Result<Option<TransactionStatus>, Failure> {
        let id = txid.to_string();
        let segments = ["tx", id.as_str()];
        let (answer, newest) = futures::try_join!(self.get(&segments, deadline), self.newest_block(deadline))?;
        let Some(answer) = found(answer)? else { return Ok(None) };
        let place: Place = answer.json()?;
        let mut status = place.decode(txid, newest.height)?;
        if let TransactionStatus::Pending { seen } = &mut status {
            let times = self.told_times(&[txid], deadline).await;
            *seen = times.get(&txid).copied().unwrap_or(0);
        }
        Ok(Some(status))
    }
}

/// The answer, unless it says that there is no such transaction. Other words under the same status are another error.
fn found(answer: Answer) -> Result<Option<Answer>, Failure> {
    let unknown = answer.status() == 404 && words(&answer)?.eq_ignore_ascii_case("transaction not found");
    if unknown { Ok(None) } else { success(answer).map(Some) }
}

fn decode_hex(answer: &Answer) -> Result<Vec<u8>, Failure> {
    hex::decode(words(answer)?).map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
}

impl Place {
    /// The status of the transaction that was asked for; nothing is known of when it was first seen.
    pub(super) fn decode(&self, asked: Txid, tip: u32) -> Result<TransactionStatus, Failure> {
        if self.txid != asked {
            return Err(Failure::unusable(format_args!("{} instead of {asked}", self.txid)));
        }
        Ok(match self.status.block()? {
            None => TransactionStatus::Pending { seen: 0 },
            Some(block) => TransactionStatus::Confirmed {
                block: block.height,
                confirmations: confirmations(tip, block.height),
                time: block.time,
            },
        })
    }
}
