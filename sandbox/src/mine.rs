//! POST /sandbox/v1/mine: a block of a sandbox chain.

use super::SandboxChains;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use wallet_http::{Answer, ApiError, Body, Data, Field};

/// Which chain.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Request {
    chain: Field<String>,
}

/// The block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Response {
    /// Its height, as a string like every `block` of the services.
    block: String,
    hash: String,
    /// What it confirms.
    txids: Vec<String>,
}

/// Makes a block of what waits in the mempool, or an empty one.
pub async fn post(State(chains): State<SandboxChains>, Body(request): Body<Request>) -> Answer<Response> {
    let chain = chains.named(&request.chain.required("chain")?)?;
    let mined = tokio::task::spawn_blocking(move || chain.mine()).await;
    let mined = mined.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok(Data(Response {
        block: mined.height.to_string(),
        hash: mined.hash,
        txids: mined.txids,
    }))
}
