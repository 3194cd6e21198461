//! `/api/transaction/get-hash/{chain}`: construction of transactions of every kind for signing.

pub mod add_trustline;
mod call;
pub mod claimable_balance;
pub mod contract_call;
pub mod fee_bump;
mod market;
pub mod multi_operations;
mod terms;
pub mod token_transfer;
pub mod transfer;

use crate::Services;
use serde::Serialize;
use terms::Terms;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::{Warning, XlmEnvelopeText, XlmTxidText};
use wallet_http::ApiError;
use wallet_xlm::operation::Operations;
use wallet_xlm::{Account, AccountId, Frame, Memo, UnsignedTransaction};

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
    /// Warnings about the transaction; absent without any. `memo_recommended`: a recipient of the operator's list
    /// recommends a memo, and the transaction has none. `price_outlier`: the price of an offer is more than ten times as
    /// high or as low as that of the best offers. Only offers on the first four markets of the transaction are compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

impl Response {
    fn new(unsigned_message: String, hash: [u8; 32]) -> Self {
        Self {
            unsigned_message: XlmEnvelopeText(unsigned_message),
            hash: XlmTxidText(hex::encode(hash)),
            warnings: Vec::new(),
        }
    }
}

/// Builds a transaction of this account with the operations.
fn build(
    services: &Services,
    source: &Account,
    network: Network,
    operations: &Operations,
    terms: &Terms,
) -> Result<Response, ApiError> {
    let recipients = recipients_without_memo(operations, &terms.memo);
    services.memo_list.check(&recipients)?;
    let frame = Frame {
        source: source.id,
        sequence: source.sequence_of_transaction(terms.sequence)?,
        fee: terms.fee,
        memo: terms.memo.clone(),
        valid_until: services.clock.now().after(terms.timeout).as_secs(),
    };
    let transaction = UnsignedTransaction::build(&frame, operations);
    Ok(Response {
        warnings: Warning::of_memo(services.memo_list.contains_any(&recipients)),
        ..Response::new(transaction.to_base64(), transaction.hash(network))
    })
}

/// Returns the accounts that get a payment without a memo and without a muxed id.
fn recipients_without_memo(operations: &Operations, memo: &Memo) -> Vec<AccountId> {
    if memo.is_none() {
        operations.memo_recipients()
    } else {
        Vec::new()
    }
}
