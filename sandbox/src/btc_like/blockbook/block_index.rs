//! GET /api/v2/block-index/{height}: the hash of a block.

use super::{Blockbook, BlockbookError};
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockIndex {
    block_hash: String,
}

/// Returns the hash of a block of the sandbox, except at the height by which clients recognise the testnet: there it is
/// the hash of the testnet's own block.
pub async fn get(
    State(blockbook): State<Blockbook>,
    Path(height): Path<String>,
) -> Result<Json<BlockIndex>, BlockbookError> {
    let not_found = || BlockbookError::public("Block not found");
    let height: u32 = height.parse().map_err(|_| not_found())?;
    let (checkpoint, hash) = blockbook.node.rules().checkpoint;
    if height == checkpoint {
        let block_hash = hash.to_owned();
        return Ok(Json(BlockIndex { block_hash }));
    }
    let index = usize::try_from(height).map_err(|_| not_found())?;
    let found = blockbook.node.read(|ledger| {
        let block = ledger.blocks().get(index);
        block.map(|block| block.header.block_hash().to_string())
    });
    let block_hash = found.ok_or_else(not_found)?;
    Ok(Json(BlockIndex { block_hash }))
}
