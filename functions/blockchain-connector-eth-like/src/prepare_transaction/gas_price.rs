//! GET /api/prepare-transaction/gas-price/{chain}

use crate::Services;
use crate::wire::{self, PriceSet};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::Warning;
use wallet_eth_like::{Chain, GasPrices};
use wallet_http::{Cost, Data, Field, HandlerResult, PathChain, Query, RequestDeadline, UpstreamBudget};

wallet_core::request! {
    /// Network to query.
    pub struct Request {
        /// livenet or testnet.
        network: Field<Network>,
    }
}

/// Current gas prices.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GasPriceResponse)]
pub struct Response {
    #[serde(flatten)]
    prices: PriceSet,
    /// Warnings about the prices; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
}

/// Returns the current price of a unit of gas.
///
/// With several nodes each price is the median of theirs, and of two the lower one.
#[utoipa::path(get, path = "/api/prepare-transaction/gas-price/{chain}", operation_id = "gasPrice")]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let params = wire::params(chain, request.network)?;
    budget.spend(Cost::FACT)?;
    let facts = services.node.fee_facts(params, deadline).await?;
    let prices = GasPrices::survey(params, services.tip_floors.of(params), &facts);
    Ok(Data(Response {
        prices: prices.value.into(),
        warnings: Warning::of_prices(prices.has_outlier),
    }))
}
