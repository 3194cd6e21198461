//! GET /api/v2/tx/{txid}: one transaction with its hex.

use super::view::{Detail, Transaction};
use super::{Blockbook, BlockbookError};
use axum::Json;
use axum::extract::{Path, State};
use bitcoin::Txid;

pub async fn get(
    State(blockbook): State<Blockbook>,
    Path(text): Path<String>,
) -> Result<Json<Transaction>, BlockbookError> {
    let transaction = blockbook
        .run_blocking(move |blockbook| {
            let rules = blockbook.node.rules();
            let txid = text.parse::<Txid>().ok();
            let found = blockbook.node.read(|ledger| {
                let entry = ledger.entry(txid?)?;
                Some(Transaction::of(rules, ledger, entry, Detail::Full))
            });
            found.ok_or_else(|| BlockbookError::public(format!("Transaction '{text}' not found")))
        })
        .await?;
    Ok(Json(transaction))
}
