//! GET /api/prepare-transaction/gas-price/{chain}

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath, PriceSet};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::{Chain, GasPrices};
use wallet_http::{Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline};

/// Network to query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Current gas prices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GasPriceResponse)]
pub struct Response {
    #[serde(flatten)]
    prices: PriceSet,
}

/// Returns the current price of a unit of gas.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/gas-price/{chain}",
    operation_id = "gasPrice",
    tag = "prepare-transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "The prices", body = wallet_http::Envelope<Response>),
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
    let params = wire::params(chain, request.network)?;
    let facts = services.node.fee_facts(params, deadline).await?;
    let prices = GasPrices::from_facts(params, &facts);
    Ok(Data(Response { prices: prices.into() }))
}
