//! GET /api/transaction/status/{chain}

use crate::Services;
use crate::wire;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wallet_core::wire::{EthLikeTxidText, HashText, NetworkName};
use wallet_eth_like::{Chain, Hash, Params, TransactionStatus};
use wallet_http::{
    ApiError, Bearer, Data, ErrorCode, Field, HandlerResult, PathChain, Query, Read, RequestDeadline, Required,
    ResultExt,
};

/// Transaction to query.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Request {
    /// The transaction hash: 64 hex digits.
    txid: Required<HashText>,
    /// livenet or testnet.
    network: Field<NetworkName>,
}

/// Confirmation status of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TransactionStatusResponse)]
pub struct Response {
    /// The transaction hash in lower case, with `0x`.
    txid: EthLikeTxidText,
    /// `pending` while the transaction is in the mempool, `confirmed` when it is in a block, `rejected` when it
    /// is in a block and failed (it paid its fee and changed nothing else), or when it was replaced.
    #[schema(pattern = "^(pending|confirmed|rejected)$", example = "confirmed")]
    status: &'static str,
    /// The transaction in a block that has the same sender and nonce; present if the transaction was replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EthLikeTxidText, required = false)]
    replaced_by: Option<EthLikeTxidText>,
    /// The number of confirmations, its own block included; 0 while pending.
    #[schema(example = 6)]
    confirmations: u64,
    /// The block height; empty while pending and if replaced.
    #[schema(pattern = "^([0-9]+)?$", example = "46147")]
    block: String,
    /// The block time in Unix seconds; 0 while pending, since nodes do not report the time of first sighting.
    #[schema(example = 1_438_918_233)]
    date: u64,
}

/// Returns the confirmation status of a transaction.
///
/// A replaced transaction is `rejected` while a node still has it in its pool and another one reports which
/// transaction has its nonce. Otherwise a replaced or dropped transaction is unknown to the network and has no status.
#[utoipa::path(
    get, path = "/api/transaction/status/{chain}", operation_id = "transactionStatus",
    extensions(("x-error-codes" = json!([ErrorCode::TransactionNotFound]))),
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
        let txid = EthLikeTxidText::of(txid);
        match status {
            TransactionStatus::Pending => Self {
                txid,
                status: "pending",
                replaced_by: None,
                confirmations: 0,
                block: String::new(),
                date: 0,
            },
            TransactionStatus::Replaced { by } => Self {
                txid,
                status: "rejected",
                replaced_by: Some(EthLikeTxidText::of(by)),
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
                replaced_by: None,
                confirmations,
                block: block.to_string(),
                date: time,
            },
        }
    }
}
