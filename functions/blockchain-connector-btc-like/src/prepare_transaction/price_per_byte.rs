//! GET /api/prepare-transaction/price-per-byte/{chain}

use crate::Services;
use crate::wire::{self, FeeSet, RateSet};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_btc_like::{Chain, FeeRates};
use wallet_core::model::Network;
use wallet_core::wire::Warning;
use wallet_http::{Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, UpstreamBudget};

wallet_core::request! {
    /// Network to query.
    pub struct Request {
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Current prices per byte.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PricePerByteResponse)]
pub struct Response {
    /// The price of each mode in base units per virtual byte: the fee rates as integers, rounded up.
    byte_prices: FeeSet,
    /// The fee rate of each mode in base units per virtual byte, at least the chain's price floor.
    fee_rates: RateSet,
    /// Warnings about the prices; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Returns the current price of a virtual byte.
///
/// With several upstreams each rate is the median of theirs, and of two the lower one.
#[utoipa::path(
    get, path = "/api/prepare-transaction/price-per-byte/{chain}", operation_id = "pricePerByte",
    extensions(("x-error-codes" = json!([ErrorCode::NetworkNotSupported]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(&services.chains, chain, request.network)?;
    budget.spend(Cost::FACT)?;
    let estimates = services.node.fee_estimates(params, deadline).await?;
    let rates = FeeRates::survey(params, &estimates);
    Ok(Data(Response {
        byte_prices: FeeSet::byte_prices(&rates.value),
        fee_rates: RateSet::from(&rates.value),
        warnings: Warning::of_prices(rates.has_outlier),
    }))
}
