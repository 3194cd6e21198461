//! GET /api/transaction/status/{chain}

#![expect(unused_qualifications, reason = "the path macro generates them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::{Chain, Hash, Params, TransactionStatus};
use wallet_http::{
    ApiError, Bearer, Data, ErrorCode, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, ResultExt,
};

/// Transaction to query.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The transaction hash: 64 hex digits.
    #[serde(default)]
    #[param(value_type = String, required, pattern = "^(0[xX])?[0-9a-fA-F]{64}$",
        example = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060")]
    txid: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// Confirmation status of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TransactionStatusResponse)]
pub struct Response {
    /// The transaction hash in lower case, with `0x`.
    #[schema(
        pattern = "^0x[0-9a-f]{64}$",
        example = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060"
    )]
    txid: String,
    /// `pending` while the transaction is in the mempool, `confirmed` when it is in a block, `rejected` when it
    /// is in a block and failed: it paid its fee and changed nothing else.
    #[schema(pattern = "^(pending|confirmed|rejected)$", example = "confirmed")]
    status: &'static str,
    /// The number of confirmations, its own block included; 0 while pending.
    #[schema(example = 6)]
    confirmations: u64,
    /// The block height; empty while pending.
    #[schema(pattern = "^([0-9]+)?$", example = "46147")]
    block: String,
    /// The block time in Unix seconds; 0 while pending, since nodes do not report the time of first sighting.
    #[schema(example = 1_438_918_233)]
    date: u64,
}

/// Returns the confirmation status of a transaction.
///
/// A replaced or dropped transaction is unknown to the network and has no status.
#[utoipa::path(
    get,
    path = "/api/transaction/status/{chain}",
    operation_id = "transactionStatus",
    tag = "transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "Confirmation status", body = wallet_http::Envelope<Response>),
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
    let (params, txid) = read(chain, request)?;
    let status = services.node.transaction_status(params, txid, deadline).await?;
    let status = status.ok_or_else(not_found)?;
    Ok(Data(Response::new(txid, status)))
}

fn read(chain: Chain, request: Request) -> Result<(Params, Hash), ApiError> {
    let txid = request.txid.required("txid")?.parse::<Hash>().at("txid")?;
    let params = wire::params(chain, request.network)?;
    Ok((params, txid))
}

fn not_found() -> ApiError {
    ApiError::new(
        ErrorCode::TransactionNotFound,
        "The network does not know this transaction; retry later, or send the transaction again.",
    )
}

impl Response {
    fn new(txid: Hash, status: TransactionStatus) -> Self {
        let txid = txid.to_string();
        match status {
            TransactionStatus::Pending => Self {
                txid,
                status: "pending",
                confirmations: 0,
                block: String::new(),
                date: 0,
            },
            TransactionStatus::Mined {
                succeeded,
                block,
                confirmations,
                time,
            } => Self {
                txid,
                status: if succeeded { "confirmed" } else { "rejected" },
                confirmations,
                block: block.to_string(),
                date: time,
            },
        }
    }
}
