//! GET /api/prepare-transaction/fee-stat/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::ChainPath;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_http::{Bearer, Data, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, network};
use wallet_xlm::{Chain, FeeStats};

/// The network of the fee statistics.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The network: `livenet` or `testnet`.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Fee statistics. A recommended fee for a transaction is the sum of `feeCharged.max` and
/// `lastLedgerBaseFee`, multiplied by the number of operations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FeeStatResponse)]
pub struct Response {
    /// The base fee of the latest ledger, in stroops per operation.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100")]
    last_ledger_base_fee: String,
    /// The fees charged in the last five ledgers.
    fee_charged: FeeCharged,
}

/// The range of charged fees, in stroops per operation.
#[derive(Debug, Serialize, ToSchema)]
pub struct FeeCharged {
    /// The minimum fee.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "100")]
    min: String,
    /// The maximum fee.
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

/// Returns the fees charged for operations in the last five ledgers.
#[utoipa::path(
    get,
    path = "/api/prepare-transaction/fee-stat/{chain}",
    operation_id = "feeStat",
    tag = "prepare-transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "The fee statistics", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let network = network(request.network)?;
    let stats = services.node.fee_stats(network, deadline).await?;
    Ok(Data(stats.into()))
}
