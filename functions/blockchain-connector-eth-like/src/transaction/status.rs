//! GET /api/transaction/status/{chain}

#![expect(unused_qualifications, reason = "the path macro writes them for query parameters")]

use crate::Services;
use crate::wire::{self, ChainPath};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use wallet_eth_like::{Chain, Hash, Params, TransactionStatus};
use wallet_http::{Answer, ApiError, Bearer, Data, ErrorCode, Field, PathChain, Query, Read, ResultExt, Within};

/// Which transaction.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Request {
    /// The id of the transaction: 64 hex digits.
    #[serde(default)]
    #[param(value_type = String, required, pattern = "^(0[xX])?[0-9a-fA-F]{64}$",
        example = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060")]
    txid: Field<String>,
    /// livenet or testnet.
    #[serde(default)]
    #[param(value_type = String, required = false, default = "livenet", pattern = "^(livenet|testnet)$", example = "livenet")]
    network: Field<String>,
}

/// How far the transaction has come.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TransactionStatusResponse)]
pub struct Response {
    /// The id of the transaction, with `0x` and in lower case.
    #[schema(
        pattern = "^0x[0-9a-f]{64}$",
        example = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060"
    )]
    txid: String,
    /// pending while it waits for a block, confirmed when it is in one; rejected when it is in one and failed there: it
    /// has paid its fee and changed nothing else.
    #[schema(pattern = "^(pending|confirmed|rejected)$", example = "confirmed")]
    status: &'static str,
    /// Blocks on top of it, its own included; 0 while pending.
    #[schema(example = 6)]
    confirmations: u64,
    /// The height of its block; empty while pending.
    #[schema(pattern = "^([0-9]+)?$", example = "46147")]
    block: String,
    /// The time of its block in Unix seconds; 0 while pending, since nodes do not tell when they first saw it.
    #[schema(example = 1_438_918_233)]
    date: u64,
}

/// Tells how far a transaction has come.
///
/// A transaction that was replaced or dropped is unknown again: there is no status for it.
#[utoipa::path(
    get,
    path = "/api/transaction/status/{chain}",
    operation_id = "transactionStatus",
    tag = "transaction",
    params(ChainPath, Request),
    responses(
        (status = 200, description = "How far it has come", body = wallet_http::Envelope<Response>),
        wallet_http::openapi::NetworkErrors,
    ),
    security(("bearer" = []))
)]
pub async fn get(
    State(services): State<Services>,
    _: Bearer<Read>,
    PathChain(chain): PathChain<Chain>,
    Within(deadline): Within,
    Query(request): Query<Request>,
) -> Answer<Response> {
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
        "The network does not know this transaction; ask again later, or send it again.",
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
