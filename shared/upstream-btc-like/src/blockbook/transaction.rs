//! `GET /api/v2/tx/{txid}`

use super::{Blockbook, unexpected_error};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use wallet_btc_like::Txid;
use wallet_upstream::blockbook_status::ErrorBody;
use wallet_upstream::client::{Deadline, UpstreamResponse};
use wallet_upstream::endpoint::Lane;
use wallet_upstream::failure::Failure;

/// Transaction. Only its bytes are used, since the other fields are the server's unverified interpretation of
/// them.
#[derive(Deserialize)]
pub(super) struct Transaction {
    hex: String,
}

impl Blockbook {
    /// Returns the bytes of a transaction, `None` if this server does not know it.
    pub(super) async fn bytes(&self, txid: Txid, lane: Lane, deadline: Deadline) -> Result<Option<Vec<u8>>, Failure> {
        let found = self.transaction(txid, lane, deadline).await?;
        found.map(decode_hex).transpose()
    }

    /// Returns a transaction with the fields of `T`, `None` if this server does not know it.
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

/// Returns the transaction of a response, `None` if the server does not know it.
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
