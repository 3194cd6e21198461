//! POST /api/transaction/get-hash/{chain}

use crate::ChainTable;
use crate::wire::{self, PaymentRequest};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_btc_like::{Chain, UnsignedTransaction};
use wallet_core::wire::{BtcLikeSighashText, PositiveAmountText};
use wallet_http::{ApiError, Bearer, Body, Data, ErrorCode, HandlerResult, PathChain, Read, Required};

/// A payment with its fee.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GetHashRequest)]
pub struct Request {
    #[serde(flatten)]
    payment: PaymentRequest,
    /// The fee in the base unit. Change below the dust limit is added to it.
    fee: Required<PositiveAmountText>,
}

impl Request {
    /// Builds the transaction that the request determines.
    pub(super) fn build(self, chains: &ChainTable, chain: Chain) -> Result<UnsignedTransaction, ApiError> {
        let (sender, utxos, payment) = self.payment.read(chains, chain)?;
        let fee = wire::amount(sender.params(), &self.fee.required("fee")?, "fee")?;
        Ok(UnsignedTransaction::build(&sender, &utxos, &payment, fee)?)
    }
}

/// Hashes to sign.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GetHashResponse)]
pub struct Response {
    /// One hash per input, in input order.
    hashes: Vec<InputHash>,
}

/// Hash to sign for one input.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InputHash {
    /// The index of the input, from 0: the index of the output in `utxo`.
    #[schema(example = 0)]
    input_index: usize,
    /// The 32 bytes to sign in hex, in signing byte order.
    hash: BtcLikeSighashText,
}

/// Builds a payment and returns the hash to sign for each input.
///
/// The transaction has version 2 and lock time 0. Output 0 pays `to`, output 1 returns the change to the sender's
/// address. Identical requests yield identical hashes.
#[utoipa::path(
    post, path = "/api/transaction/get-hash/{chain}", operation_id = "getHash",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust,
        ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
    ]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let sighashes = request.build(&chains, chain)?.sighashes();
    let hashes = sighashes.iter().enumerate().map(|(input_index, hash)| InputHash {
        input_index,
        hash: BtcLikeSighashText(hex::encode(hash)),
    });
    Ok(Data(Response {
        hashes: hashes.collect(),
    }))
}
