//! POST /sandbox/v1/mine: mines a block of a sandbox chain.

use super::check_chain;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use wallet_http::{ApiError, Body, Data, Field, HandlerResult};
use wallet_sandbox::SandboxChains;

/// The chain to mine on.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    chain: Field<String>,
}

/// The mined block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// The block height, as a string like every `block` field of the services.
    block: String,
    hash: String,
    /// The ids of the transactions that the block confirms.
    txids: Vec<String>,
}

/// Mines a block from the mempool; the block is empty if no transaction is pending.
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> HandlerResult<Response> {
    let chain = request.chain.required("chain")?;
    check_chain(&chains, &chain)?;
    let mined = tokio::task::spawn_blocking(move || chains.mine(&chain)).await;
    let mined = mined.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok(Data(Response {
        block: mined.height.to_string(),
        hash: mined.hash,
        txids: mined.txids,
    }))
}
