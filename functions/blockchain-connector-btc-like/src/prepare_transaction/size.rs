//! POST /api/prepare-transaction/size/{chain}

use crate::ChainTable;
use crate::wire::{PaymentFields, PaymentRequest};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::Chain;
use wallet_http::{Bearer, Body, Data, ErrorCode, HandlerResult, PathChain, Read};

/// Size of a payment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SizeResponse)]
pub struct Response {
    /// The size of the signed transaction in virtual bytes, with worst-case signatures.
    #[schema(example = 141)]
    size: u64,
}

/// Returns the size of a payment, to be multiplied by a price per byte.
///
/// The size includes change if the remainder of the inputs covers it at the minimum relay fee.
#[utoipa::path(
    post, path = "/api/prepare-transaction/size/{chain}", operation_id = "size",
    extensions(("x-error-codes" = json!([
        ErrorCode::InvalidAddress, ErrorCode::InvalidPublicKey, ErrorCode::InvalidAmount,
        ErrorCode::NetworkNotSupported, ErrorCode::InsufficientFunds, ErrorCode::AmountBelowDust,
    ]))),
)]
pub async fn post(
    State(chains): State<ChainTable>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<PaymentRequest>,
) -> HandlerResult<Response> {
    let PaymentFields { inputs, payments, .. } = request.read(&chains, chain)?;
    let size = wallet_btc_like::size(&inputs, &payments)?;
    Ok(Data(Response { size }))
}
