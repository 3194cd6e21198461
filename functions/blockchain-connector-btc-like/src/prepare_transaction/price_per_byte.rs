//! GET /api/prepare-transaction/price-per-byte/{chain}

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath, FeeSet};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_btc_like::{BytePrices, Chain};
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

/// Current prices per byte.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PricePerByteResponse)]
pub struct Response {
    /// The price of each mode in base units per virtual byte: integers, rounded up, at least the chain's price
    /// floor.
    byte_prices: FeeSet,
}

/// Returns the current price of a virtual byte.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/price-per-byte/{chain}",
    operation_id = "pricePerByte",
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
    let estimates = services.node.fee_estimates(params, deadline).await?;
    let prices = BytePrices::from_estimates(params, services.price_floors.of(params), &estimates);
    Ok(Data(Response {
        byte_prices: prices.into(),
    }))
}
