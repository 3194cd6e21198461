//! POST /sandbox/v1/mine: mines a block of a sandbox chain.

use super::chain::{self, SandboxChain};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{ApiError, Body, Data, ErrorCode, HandlerResult, Required};
use wallet_sandbox::SandboxChains;

wallet_core::request! {
    /// The chain to mine on.
    #[schema(as = MineRequest)]
    pub struct Request {
        /// The chain.
        chain: Required<SandboxChain>,
    }
}

/// The mined block.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MineResponse)]
pub struct Response {
    /// The block height.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "110")]
    block: String,
    /// The hash of the block.
    #[schema(example = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")]
    hash: String,
    /// The ids of the transactions that the block confirms.
    #[schema(example = json!(["f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"]))]
    txids: Vec<String>,
}

/// Mines a block.
///
/// It contains all pending transactions, and is empty without any.
#[utoipa::path(
    post, path = "/mine", operation_id = "mine",
    extensions(("x-error-codes" = json!([ErrorCode::ChainNotSupported]))),
)]
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let chain = chain::available(&chains, request.chain)?;
    let mined = tokio::task::spawn_blocking(move || chains.mine(&chain)).await;
    let mined = mined.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok(Data(Response {
        block: mined.height.to_string(),
        hash: mined.hash,
        txids: mined.txids,
    }))
}
