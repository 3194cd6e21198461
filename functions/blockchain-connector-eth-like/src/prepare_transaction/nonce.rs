//! GET /api/prepare-transaction/nonce/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::Chain;
use wallet_http::{Answer, Bearer, Data, Field, PathChain, Query, Read, Within};

/// Whose nonce.
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

/// The nonce.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NonceResponse)]
pub struct Response {
    /// The nonce of the next transaction: how many the address has sent, those that wait for a block included.
    #[schema(example = 7)]
    nonce: u64,
}

/// Tells the nonce of an address's next transaction: the highest that any upstream reports, never remembered.
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
    Within(deadline): Within,
    Query(request): Query<Request>,
) -> Answer<Response> {
    let address = wire::address(request.address, "address")?;
    let params = wire::params(chain, request.network)?;
    let nonce = services.node.pending_nonce(params, address, deadline).await?;
    Ok(Data(Response { nonce }))
}
