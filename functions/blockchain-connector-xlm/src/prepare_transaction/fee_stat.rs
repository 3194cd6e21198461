//! GET /api/prepare-transaction/fee-stat/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::ChainPath;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_http::{Answer, Bearer, Data, Field, PathChain, Query, Read, Within, network};
use wallet_xlm::{Chain, FeeStats};

/// On which network.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// What operations cost. A good fee for a transaction is `feeCharged.max` plus `lastLedgerBaseFee`, times its operations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeeStatResponse)]
pub struct Response {
    /// The base fee of the newest ledger, in stroops for an operation.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100")]
    last_ledger_base_fee: String,
    /// What was charged over the last five ledgers.
    fee_charged: FeeCharged,
}

/// What was charged for an operation, in stroops.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeCharged {
    /// The least.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100")]
    min: String,
    /// The most.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "50000")]
    max: String,
}

impl From<FeeStats> for Response {
    fn from(stats: FeeStats) -> Self {
        Self {
            last_ledger_base_fee: stats.last_ledger_base_fee.to_string(),
            fee_charged: FeeCharged {
                min: stats.charged_min.to_string(),
                max: stats.charged_max.to_string(),
            },
        }
    }
}

/// Tells what operations cost over the last five ledgers.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/fee-stat/{chain}",
    operation_id = "feeStat",
    tag = "prepare-transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "What operations cost", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    Within(deadline): Within,
    Query(request): Query<Request>,
) -> Answer<Response> {
    let network = network(request.network)?;
    let stats = services.node.fee_stats(network, deadline).await?;
    Ok(Data(stats.into()))
}
