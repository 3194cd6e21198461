//! GET /api/transaction/status/{chain}

use crate::Services;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_core::model::Network;
use wallet_core::wire::XlmTxidText;
use wallet_http::{
    ApiError, Cost, Data, ErrorCode, Field, HandlerResult, PathChain, Query, RequestDeadline, Required, UpstreamBudget,
};
use wallet_xlm::wire::TxidField;
use wallet_xlm::{Chain, Retention, TransactionLookup, TransactionStatus};

wallet_core::request! {
    /// The transaction to look up.
    pub struct Request {
        /// The transaction id: 64 hex digits. A fee bump is found by either of its hashes.
        txid: Required<TxidField>,
        /// The network: `livenet` or `testnet`.
        network: Field<Network>,
    }
}

/// The status of a transaction.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TransactionStatusResponse)]
pub struct Response {
    /// The transaction id in lower case.
    txid: XlmTxidText,
    /// `confirmed` if the transaction succeeded in a ledger. `rejected` if it failed in a ledger: it
    /// has only paid its fee and used its sequence number. Pending
    /// transactions are not reported.
    #[schema(pattern = "^(confirmed|rejected)$", example = "confirmed")]
    status: &'static str,
    /// The number of ledgers from its own to the latest, both included.
    #[schema(example = 6)]
    confirmations: u32,
    /// The sequence number of its ledger.
    #[schema(pattern = "^[0-9]+$", example = "50000000")]
    block: String,
    /// The close time of its ledger in Unix seconds.
    #[schema(example = 1_767_225_600)]
    date: u64,
}

/// Returns the status of a transaction.
///
/// A transaction that no ledger contains is unknown: it may be pending, or its time bounds may have passed. If only
/// Stellar RPC servers are available, which keep a few days, `details.retention` of the error is the Unix time of the
/// oldest ledger that they know; an older transaction is unknown as well.
#[utoipa::path(
    get, path = "/api/transaction/status/{chain}", operation_id = "transactionStatus",
    extensions(("x-error-codes" = json!([ErrorCode::TransactionNotFound]))),
)]
pub async fn get(
    State(services): State<Services>,
    budget: UpstreamBudget,
    _: PathChain<Chain>,
    RequestDeadline(deadline): RequestDeadline,
    Query(request): Query<Request>,
) -> HandlerResult<Response> {
    let (txid, network) = (request.txid.get()?, request.network.or_default()?);
    budget.spend(Cost::STATUS)?;
    let status = services.node.transaction_status(network, txid, deadline).await?;
    match status {
        TransactionLookup::Found(status) => Ok(Data(Response::new(txid, &status))),
        TransactionLookup::Missing(retention) => Err(not_found(retention)),
    }
}

fn not_found(retention: Option<Retention>) -> ApiError {
    let error = ApiError::new(
        ErrorCode::TransactionNotFound,
        "No ledger contains this transaction; try again later, or send it again.",
    );
    match retention {
        Some(retention) => error.detail("retention", retention.time),
        None => error,
    }
}

impl Response {
    fn new(txid: [u8; 32], status: &TransactionStatus) -> Self {
        Self {
            txid: XlmTxidText(hex::encode(txid)),
            status: if status.succeeded { "confirmed" } else { "rejected" },
            confirmations: status.confirmations,
            block: status.ledger.to_string(),
            date: status.time,
        }
    }
}
