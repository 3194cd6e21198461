//! GET /api/utility/base-reserve

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use super::FlatResult;
use crate::Services;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_http::{Bearer, Field, Flat, FlatEnvelope, Query, Read, RequestDeadline, network};

/// The network of the base reserve.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The network: `livenet` or `testnet`.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
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
#[utoipa::path(
    get,
    path = "/api/utility/base-reserve",
    operation_id = "baseReserve",
    tag = "utility",
    params(Request),
    responses(
        (status = 200, description = "The base reserve", body = FlatEnvelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> FlatResult<Response> {
    let network = network(request.network)?;
    let ledger = services.node.ledger(network, deadline).await?;
    Ok(Flat(Response {
        base_reserve: ledger.base_reserve.to_string(),
    }))
}
