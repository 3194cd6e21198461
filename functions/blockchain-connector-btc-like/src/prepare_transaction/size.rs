//! POST /api/prepare-transaction/size/{chain}

use crate::wire::{ChainPath, PaymentRequest};
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::Chain;
use wallet_http::{Answer, Bearer, Body, Data, PathChain, Read};

/// The size.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SizeResponse)]
pub struct Response {
    /// The size of the signed transaction in virtual bytes, with worst-case signatures.
    #[schema(example = 141)]
    size: u64,
}

/// Tells how large a payment becomes, to be multiplied with a price per byte.
///
/// Change is counted when the inputs leave enough for it even at the lowest fee that nodes relay.
#[utoipa::path(
    post,
    path = "/api/prepare-transaction/size/{chain}",
    operation_id = "size",
    tag = "prepare-transaction",
    params(ChainPath),
    request_body = PaymentRequest,
    responses((status = 200, description = "The size", body = wallet_http::Envelope<Response>)),
    security(("bearer" = []))
)]
pub async fn post(
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Body(request): Body<PaymentRequest>,
) -> Answer<Response> {
    let (sender, utxos, payment) = request.read(chain)?;
    let size = wallet_btc_like::size(&sender, &utxos, &payment)?;
    Ok(Data(Response { size }))
}
