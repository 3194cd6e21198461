//! GET /api/prepare-transaction/nonce/{chain}

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::Chain;
use wallet_http::{Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline};

/// Address to query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The sender's address.
    #[serde(default)]
    #[param(value_type = String, required, example = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")]
    address: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Nonce of an address.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NonceResponse)]
pub struct Response {
    /// The nonce of the next transaction: the number of transactions sent, including pending ones.
    #[schema(example = 7)]
    nonce: u64,
}

/// Returns the nonce of the next transaction of an address: the maximum over all upstreams, never cached.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/nonce/{chain}",
    operation_id = "nonce",
    tag = "prepare-transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "The nonce", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let address = wire::address(request.address, "address")?;
    let params = wire::params(chain, request.network)?;
    let nonce = services.node.pending_nonce(params, address, deadline).await?;
    Ok(Data(Response { nonce }))
}
