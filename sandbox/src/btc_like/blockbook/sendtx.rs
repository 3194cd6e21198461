//! POST /api/v2/sendtx/: submits a transaction in hex to the mempool.

use super::{Blockbook, BlockbookError};
use axum::Json;
use axum::extract::State;
use serde::Serialize;

#[derive(Serialize)]
pub struct Sent {
    result: String,
}

pub async fn post(State(blockbook): State<Blockbook>, hex: String) -> Result<Json<Sent>, BlockbookError> {
    if hex.is_empty() {
        return Err(BlockbookError::public("Missing tx blob"));
    }
    let txid = blockbook
        .run_blocking(move |blockbook| Ok(blockbook.node.submit(&hex)?))
        .await?;
    Ok(Json(Sent {
        result: txid.to_string(),
    }))
}
