//! POST /sandbox/v1/drop: removes a pending transaction of a sandbox chain.

use super::{SandboxChain, available, to_api_error};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{ApiError, Body, Data, ErrorCode, HandlerResult, Required};
use wallet_sandbox::SandboxChains;

wallet_core::request! {
    /// The transaction to remove.
    #[schema(as = DropRequest)]
    pub struct Request {
        /// The chain, except `xlm`.
        chain: Required<SandboxChain>,
        /// The id of the pending transaction.
        #[schema(value_type = String, example = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16")]
        txid: Required<String>,
    }
}

/// No fields.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DropResponse)]
pub struct Response {}

/// Drops a pending transaction.
///
/// The pending transactions that depend on it leave the mempool too: those that spend its outputs, or have a higher nonce
/// of its sender. All of them can be sent again.
#[utoipa::path(
    post, path = "/drop", operation_id = "drop",
    extensions(("x-error-codes" = json!([ErrorCode::ChainNotSupported, ErrorCode::NotFound]))),
)]
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let Request { chain, txid } = request;
    let chain = available(&chains, chain)?;
    let txid = txid.get()?;
    let dropped = tokio::task::spawn_blocking(move || chains.drop_pending(&chain, &txid)).await;
    dropped.map_err(ApiError::internal)?.map_err(to_api_error)?;
    Ok(Data(Response {}))
}
