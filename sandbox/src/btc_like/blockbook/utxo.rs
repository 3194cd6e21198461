//! GET /api/v2/utxo/{address}: the unspent outputs of an address, newest first.

use super::view::{self, is_false};
use super::{Blockbook, BlockbookError};
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::Script;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

#[derive(Deserialize)]
pub struct Parameters {
    confirmed: Option<String>,
}

#[derive(Serialize)]
pub struct Utxo {
    txid: String,
    vout: u32,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    height: Option<u32>,
    confirmations: u32,
    /// Present only while the output is immature.
    #[serde(skip_serializing_if = "is_false")]
    coinbase: bool,
}

pub async fn get(
    State(blockbook): State<Blockbook>,
    Path(address): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Result<Json<Vec<Utxo>>, BlockbookError> {
    let confirmed = match parameters.confirmed.as_deref() {
        None | Some("") => false,
        Some(text) => text
            .parse()
            .map_err(|_| BlockbookError::public("Parameter 'confirmed' cannot be converted to boolean"))?,
    };
    let script = view::parse_address(blockbook.node.rules(), &address)?;
    let list = blockbook
        .run_blocking(move |blockbook| Ok(unspent(blockbook, &script, confirmed)))
        .await?;
    Ok(Json(list))
}

fn unspent(blockbook: &Blockbook, script: &Script, confirmed: bool) -> Vec<Utxo> {
    let maturity = blockbook.node.rules().coinbase_maturity;
    blockbook.node.read(|ledger| {
        let outpoints = ledger.script(script).into_iter().flat_map(|history| &history.unspent);
        let mut found: Vec<_> = outpoints
            .filter_map(|outpoint| {
                Some((
                    *outpoint,
                    ledger.coin(*outpoint)?,
                    ledger.entry(outpoint.txid)?.sequence,
                ))
            })
            .filter(|(_, coin, _)| coin.height.is_some() || !confirmed)
            .collect();
        found.sort_by_key(|(outpoint, coin, sequence)| {
            Reverse((coin.height.unwrap_or(u32::MAX), *sequence, outpoint.vout))
        });
        let utxos = found.into_iter().map(|(outpoint, coin, _)| {
            let confirmations = ledger.confirmations(coin.height);
            Utxo {
                txid: outpoint.txid.to_string(),
                vout: outpoint.vout,
                value: coin.output.value.to_sat().to_string(),
                height: coin.height,
                confirmations,
                coinbase: coin.coinbase && confirmations < maturity,
            }
        });
        utxos.collect()
    })
}
