//! GET /api/prepare-transaction/fee-stat/{chain}

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::{Network, Surveyed};
use wallet_core::wire::Warning;
use wallet_http::{Cost, Data, Field, HandlerResult, PathChain, Query, RequestDeadline, UpstreamBudget};
use wallet_xlm::{Chain, FeeStats};

wallet_core::request! {
    /// The network of the fee statistics.
    pub struct Request {
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// Fee statistics. The endpoint estimate returns the fees of a transaction for three speeds. A recommended fee for a transaction is the sum of `feeCharged.max` and
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
    /// The maximum fees that transactions of the last five ledgers offered. Without `ledgerCapacityUsage` the fees that
    /// transactions paid.
    max_fee: MaxFee,
    /// The used part of the capacity of the last five ledgers: `1.00` if all were full. Absent if only Stellar RPC
    /// servers are available: they report neither capacities nor offers, but the fees paid in the last 50 ledgers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, pattern = "^[0-9]+[.][0-9]{2}$", example = "0.97")]
    ledger_capacity_usage: Option<String>,
    /// Warnings about the prices; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<Warning>,
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

/// Percentiles of the offered maximum fees, in stroops per operation.
#[derive(Debug, Serialize, ToSchema)]
pub struct MaxFee {
    /// The fee that 10 % of the transactions do not exceed.
    #[schema(pattern = "^[1-9][0-9]*$", example = "100")]
    p10: String,
    /// The fee that half of the transactions do not exceed.
    #[schema(pattern = "^[1-9][0-9]*$", example = "10000")]
    p50: String,
    /// The fee that 95 % of the transactions do not exceed.
    #[schema(pattern = "^[1-9][0-9]*$", example = "100000")]
    p95: String,
}

impl From<Surveyed<FeeStats>> for Response {
    fn from(surveyed: Surveyed<FeeStats>) -> Self {
        let stats = surveyed.value;
        Self {
            last_ledger_base_fee: stats.last_ledger_base_fee.to_string(),
            fee_charged: FeeCharged {
                min: stats.charged_min.to_string(),
                max: stats.charged_max.to_string(),
            },
            max_fee: MaxFee {
                p10: stats.offered.p10.to_string(),
                p50: stats.offered.p50.to_string(),
                p95: stats.offered.p95.to_string(),
            },
            ledger_capacity_usage: stats.capacity_usage.map(|usage| usage.to_string()),
            warnings: Warning::of_prices(surveyed.has_outlier),
        }
    }
}

/// Returns the fees charged and offered for operations in the last five ledgers.
///
/// With several servers each value is the median of theirs, and of two the lower one.
#[utoipa::path(get, path = "/api/prepare-transaction/fee-stat/{chain}", operation_id = "feeStat")]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let network = request.network.or_default()?;
    budget.spend(Cost::FACT)?;
    let stats = services.node.fee_stats(network, deadline).await?;
    Ok(Data(FeeStats::survey(&stats).into()))
}
