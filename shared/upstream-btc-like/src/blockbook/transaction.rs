//! `GET /api/v2/tx/{txid}`

use super::{Blockbook, unexpected_error};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wallet_btc_like::Txid;
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::client::{Answer, Deadline};
use wallet_upstream::failure::Failure;

/// A transaction. Only its bytes count: all else in the answer is the server's word for what they say.
#[derive(Deserialize)]
pub(super) struct Transaction {
    hex: String,
}

impl Blockbook {
    /// The bytes of a transaction, `None` when this server knows no such transaction.
    pub(super) async fn bytes(&self, txid: Txid, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let found = self.transaction(txid, deadline).await?;
        found.map(decode_hex).transpose()
    }

    /// A transaction as far as `T` reads it, `None` when this server knows no such transaction.
    pub(super) async fn transaction<T: DeserializeOwned>(
        &self,
        txid: Txid,
        deadline: Deadline,
    ) -> Result<Option<T>, Failure> {
        let answer = self.get(&["tx", &txid.to_string()], deadline).await?;
        decode(&answer)
    }
}

fn decode<T: DeserializeOwned>(answer: &Answer) -> Result<Option<T>, Failure> {
    if answer.is_success() {
        return answer.json().map(Some);
    }
    match answer.json::<ErrorBody>() {
        Ok(body) if answer.status() == 400 && says_unknown(&body.error) => Ok(None),
        _ => Err(unexpected_error(answer)),
    }
}

pub(super) fn decode_hex(transaction: Transaction) -> Result<Vec<u8>, Failure> {
    hex::decode(transaction.hex).map_err(|error| Failure::unusable(format_args!("hex of a transaction: {error}")))
}

/// Whether an error says that there is no such transaction.
///
/// With a cause in brackets behind it the same sentence means that the node behind Blockbook failed,
/// and then nothing is known about the transaction.
pub(super) fn says_unknown(error: &str) -> bool {
    let error = error.to_ascii_lowercase();
    let error = error.trim_end_matches(['.', ' ']);
    error.starts_with("transaction") && error.ends_with("not found")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_plain_sentence_says_unknown() {
        assert!(says_unknown("Transaction '00ff' not found"));
        assert!(says_unknown("Transaction not found."));
        for other in [
            "Transaction '00ff' not found (dial tcp: connection refused)",
            "Missing txid",
            "Backend not found",
            "",
        ] {
            assert!(!says_unknown(other), "{other}");
        }
    }
}
