//! GET /api/transaction/status/{chain}

use crate::Services;
use crate::wire;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::error::ErrorInfo;
use wallet_core::model::Network;
use wallet_core::wire::EthLikeTxidText;
use wallet_eth_like::wire::NonceText;
use wallet_eth_like::{Address, Chain, Hash, Params, SenderNonce, TransactionStatus};
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};

wallet_core::request! {
    /// Transaction to query.
    pub struct Request {
        /// The transaction hash: 64 hex digits.
        txid: Required<Hash>,
        /// The sender, required with `nonce`. A replaced transaction is recognised by both after the network has forgotten it.
        address: Field<Address>,
        /// The nonce, a whole number from 0 to 2^53 − 1, required with `address`.
        nonce: Field<NonceText>,
        /// livenet or testnet.
        network: Field<Network>,
    }
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
    /// The transaction in a block that has the same sender and nonce; present if the transaction was replaced and a node
    /// reports the other one.
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
/// A replaced transaction is `rejected`: a node reports which other transaction in a block has its nonce (`replacedBy`), or all
/// nodes have used its nonce and none knows the transaction (`block` is empty). The network
/// forgets a replaced transaction, so its sender and nonce are those of `address` and `nonce`, those of a transaction that this
/// instance has sent, or those in the pool of another node. Otherwise a replaced or dropped transaction is unknown to the
/// network and has no status.
#[utoipa::path(
    get, path = "/api/transaction/status/{chain}", operation_id = "transactionStatus",
    extensions(("x-error-codes" = json!([ErrorCode::InvalidAddress, ErrorCode::TransactionNotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    PathChain(chain): PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let (params, txid, stated) = read(chain, request)?;
    budget.spend(Cost::STATUS)?;
    let status = services.node.transaction_status(params, txid, stated, deadline).await?;
    let status = status.ok_or_else(not_found)?;
    Ok(Data(Response::new(txid, status)))
}

fn read(chain: Chain, request: Request) -> Result<(Params, Hash, Option<SenderNonce>), ApiError> {
    let txid = request.txid.get()?;
    let stated = sender_and_nonce(request.address, request.nonce)?;
    let params = wire::params(chain, request.network)?;
    Ok((params, txid, stated))
}

/// Reads sender and nonce, of which a request states both or neither.
fn sender_and_nonce(address: Field<Address>, nonce: Field<NonceText>) -> Result<Option<SenderNonce>, ErrorInfo> {
    let missing = "address and nonce require each other.";
    match (address.is_present()?, nonce.is_present()?) {
        (false, false) => Ok(None),
        (false, true) => Err(address.error(missing)),
        (true, false) => Err(nonce.error(missing)),
        (true, true) => Ok(Some(SenderNonce {
            sender: address.required().get()?,
            nonce: nonce.required().get()?,
        })),
    }
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
                replaced_by: by.map(EthLikeTxidText::of),
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
