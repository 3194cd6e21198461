//! POST /sandbox/v1/automatic-blocks: stops and restarts the blocks that a sandbox chain makes without a call of `mine`.

use super::{SandboxChain, available, to_api_error};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use wallet_http::{Body, Data, ErrorCode, HandlerResult, Required};
use wallet_sandbox::SandboxChains;

wallet_core::request! {
    /// The chain, and whether it makes blocks automatically.
    #[schema(as = AutomaticBlocksRequest)]
    pub struct Request {
        /// The chain.
        chain: Required<SandboxChain>,
        /// False to stop the automatic blocks, true to restart them.
        #[schema(value_type = bool, example = false)]
        on: Required<bool>,
    }
}

/// The automatic blocks of the chain.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AutomaticBlocksResponse)]
pub struct Response {
    /// True if the chain makes blocks automatically now.
    #[schema(example = false)]
    on: bool,
}

/// Stops or restarts the automatic blocks of a chain.
///
/// Without automatic blocks, only `mine` and `reorganise` make blocks, and `faucet` if a payment requires a block first. On
/// `xlm` a submitted transaction stays pending instead of closing a ledger. A restart of the server restarts them.
#[utoipa::path(
    post, path = "/automatic-blocks", operation_id = "automaticBlocks",
    extensions(("x-error-codes" = json!([ErrorCode::ChainNotSupported]))),
)]
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let Request { chain, on } = request;
    let chain = available(&chains, chain)?;
    let on = on.get()?;
    let on = chains.set_automatic_blocks(&chain, on).map_err(to_api_error)?;
    Ok(Data(Response { on }))
}
