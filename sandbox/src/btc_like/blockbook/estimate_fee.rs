//! GET /api/v2/estimatefee/{blocks}: the fee rate for confirmation within N blocks, in coins per 1000 vbytes.

use super::{Blockbook, BlockbookError};
use crate::btc_like::money::in_coins;
use axum::Json;
use axum::extract::{Path, State};
use serde::Serialize;

#[derive(Serialize)]
pub struct Estimate {
    result: String,
}

pub async fn get(
    State(blockbook): State<Blockbook>,
    Path(blocks): Path<String>,
) -> Result<Json<Estimate>, BlockbookError> {
    let blocks: u32 = blocks
        .parse()
        .map_err(|_| BlockbookError::public("Parameter 'number of blocks' is not a number"))?;
    let [soon, later, sometime] = blockbook.node.rules().estimates;
    let price = match blocks {
        0..=2 => soon,
        3..=6 => later,
        _ => sometime,
    };
    Ok(Json(Estimate {
        result: in_coins(price),
    }))
}
