//! POST /api/transaction/attach-psbt/{chain}

use super::attach_signature::Response;
use crate::ChainTable;
use crate::wire::PricedPaymentRequest;
use axum::extract::State;
use wallet_btc_like::Chain;
use wallet_core::wire::PsbtText;
use wallet_http::{Bearer, Body, Data, ErrorCode, HandlerResult, PathChain, Read, Required};

wallet_core::request! {
    /// A payment with its fee, and the signed PSBT of the payment.
    #[schema(as = AttachPsbtRequest)]
    pub struct Request {
        #[serde(flatten)]
        payment: PricedPaymentRequest,
        /// The PSBT of get-hash with a signature for each input, final or not, in base64.
        psbt: Required<PsbtText>,
    }
}

/// Verifies the signed PSBT of a payment and returns the signed transaction.
///
/// The request contains the fields of get-hash, which determine the same transaction. A PSBT with other inputs, outputs or amounts is
/// rejected, and so is a signature that is invalid or does not cover all inputs and outputs. Only the signatures are read from the
/// PSBT.
#[utoipa::path(
    post, path = "/api/transaction/attach-psbt/{chain}", operation_id = "attachPsbt",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::InvalidSignature, ErrorCode::InvalidTransaction, ErrorCode::NetworkNotSupported,
        ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust, ErrorCode::FeeTooLow, ErrorCode::FeeTooHigh,
    ]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<Request>,
) -> HandlerResult<Response> {
    let (_, unsigned) = request.payment.build(&chains, chain)?;
    let signed = unsigned.attach_psbt(&request.psbt.get()?)?;
    Ok(Data(Response::of(&signed)))
}
