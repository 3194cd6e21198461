//! GET /api/utility/base-reserve

use super::FlatResult;
use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_http::{Cost, Field, Flat, Query, RequestDeadline, UpstreamBudget};

wallet_core::request! {
    /// The network of the base reserve.
    pub struct Request {
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// The base reserve.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BaseReserveResponse)]
pub struct Response {
    /// The base reserve: the minimum balance per ledger entry, in stroops.
    #[schema(pattern = "^[1-9][0-9]*$", example = "5000000")]
    base_reserve: String,
}

/// Returns the base reserve of the network.
///
/// Each entry of an account in the ledger reserves this amount, and the account itself twice this amount.
#[utoipa::path(get, path = "/api/utility/base-reserve", operation_id = "baseReserve")]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> FlatResult<Response> {
    let network = request.network.or_default()?;
    budget.spend(Cost::FACT)?;
    let ledger = services.node.ledger(network, deadline).await?;
    Ok(Flat(Response {
        base_reserve: ledger.base_reserve.to_string(),
    }))
}
