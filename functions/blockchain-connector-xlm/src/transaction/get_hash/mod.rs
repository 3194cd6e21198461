//! `/api/transaction/get-hash/{chain}`: construction of transactions of every kind for signing.

pub mod add_trustline;
pub mod claimable_balance;
pub mod fee_bump;
pub mod multi_operations;
mod terms;
pub mod transfer;

use serde::Serialize;
use terms::Terms;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::ports::system::Timestamp;
use wallet_core::wire::{XlmEnvelopeText, XlmTxidText};
use wallet_xlm::operation::Operations;
use wallet_xlm::{Account, Frame, SequenceError, UnsignedTransaction};

/// A transaction to sign.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// The transaction in an envelope without signatures: XDR in base64, as accepted by
    /// attach-signature.
    unsigned_message: XlmEnvelopeText,
    /// The 32 bytes to sign in hex. They are also the transaction id.
    hash: XlmTxidText,
}

impl Response {
    fn new(unsigned_message: String, hash: [u8; 32]) -> Self {
        Self {
            unsigned_message: XlmEnvelopeText(unsigned_message),
            hash: XlmTxidText(hex::encode(hash)),
        }
    }
}

/// Builds the next transaction of this account with these operations.
fn build(
    source: &Account,
    network: Network,
    operations: &Operations,
    terms: &Terms,
    now: Timestamp,
) -> Result<Response, SequenceError> {
    let frame = Frame {
        source: source.id,
        sequence: source.sequence,
        fee: terms.fee,
        memo: terms.memo.clone(),
        valid_until: now.after(terms.timeout).as_secs(),
    };
    let transaction = UnsignedTransaction::build(&frame, operations)?;
    Ok(Response::new(transaction.to_base64(), transaction.hash(network)))
}
