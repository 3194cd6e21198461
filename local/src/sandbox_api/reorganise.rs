//! POST /sandbox/v1/reorganise: abandons the last blocks of a sandbox chain.

use super::{SandboxChain, available, to_api_error};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa::openapi::KnownFormat;
use wallet_core::wire::{whole_number, whole_number_in};
use wallet_http::{ApiError, Body, Data, ErrorCode, HandlerResult, Required};
use wallet_sandbox::SandboxChains;
use wallet_sandbox::chain::MAX_REORGANISATION;

const MAX_DEPTH: u64 = MAX_REORGANISATION as u64;

wallet_core::wire_number! {
    /// The number of blocks of a reorganisation.
    DepthNumber(u32) = whole_number_in, 1..=MAX_DEPTH, whole_number(KnownFormat::Int32, 1, Some(MAX_DEPTH), 2);
}

wallet_core::request! {
    /// The chain, and the number of blocks to abandon.
    #[schema(as = ReorganiseRequest)]
    pub struct Request {
        /// The chain, except `xlm`.
        chain: Required<SandboxChain>,
        /// The number of blocks that leave the chain, from 1 to 20.
        depth: Required<DepthNumber>,
    }
}

/// The new head of the chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReorganiseResponse)]
pub struct Response {
    /// The block height of the new head, one above the abandoned head.
    #[schema(pattern = "^(0|[1-9][0-9]*)$", example = "112")]
    block: String,
    /// The hash of the new head.
    #[schema(example = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f")]
    hash: String,
    /// The ids of the transactions of the abandoned blocks, which are pending again unless they became invalid.
    #[schema(example = json!(["f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16"]))]
    dropped: Vec<String>,
}

/// Reorganises a chain.
///
/// The last `depth` blocks leave the chain, their transactions are pending again where they are still valid, and
/// `depth + 1` empty blocks follow. The blocks of a new chain stay.
#[utoipa::path(
    post, path = "/reorganise", operation_id = "reorganise",
    extensions(("x-error-codes" = json!([ErrorCode::ChainNotSupported]))),
)]
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let Request { chain, depth } = request;
    let chain = available(&chains, chain)?;
    let depth = depth.get()?;
    let reorganised = tokio::task::spawn_blocking(move || chains.reorganise(&chain, depth)).await;
    let reorganised = reorganised.map_err(ApiError::internal)?.map_err(to_api_error)?;
    Ok(Data(Response {
        block: reorganised.height.to_string(),
        hash: reorganised.hash,
        dropped: reorganised.dropped,
    }))
}
