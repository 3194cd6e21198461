//! GET /api/status and GET /api/v2: the state of the server.

use super::Blockbook;
use crate::btc_like::rules::DECIMALS;
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

#[derive(Serialize)]
pub struct Status {
    blockbook: Index,
    backend: Backend,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "these are the fields that Blockbook has")]
struct Index {
    coin: &'static str,
    host: &'static str,
    version: &'static str,
    sync_mode: bool,
    initial_sync: bool,
    in_sync: bool,
    best_height: u32,
    /// The time in RFC 3339 format.
    last_block_time: String,
    in_sync_mempool: bool,
    mempool_size: usize,
    decimals: u8,
    about: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Backend {
    chain: &'static str,
    blocks: u32,
    headers: u32,
    best_block_hash: String,
    version: &'static str,
}

pub async fn get(State(blockbook): State<Blockbook>) -> Json<Status> {
    let rules = blockbook.node.rules();
    let status = blockbook.node.read(|ledger| {
        let best_height = ledger.next_height().saturating_sub(1);
        Status {
            blockbook: Index {
                coin: rules.coin,
                host: "sandbox",
                version: env!("CARGO_PKG_VERSION"),
                sync_mode: true,
                initial_sync: false,
                in_sync: true,
                best_height,
                last_block_time: rfc_3339(ledger.blocks().last().map_or(0, |block| block.header.time)),
                in_sync_mempool: true,
                mempool_size: ledger.mempool().len(),
                decimals: DECIMALS,
                about: "Wallet Cloud Services sandbox: the coins of this chain are worth nothing.",
            },
            backend: Backend {
                chain: "sandbox",
                blocks: best_height,
                headers: best_height,
                best_block_hash: ledger.tip().to_string(),
                version: env!("CARGO_PKG_VERSION"),
            },
        }
    });
    Json(status)
}

fn rfc_3339(unix_time: u32) -> String {
    let time = OffsetDateTime::from_unix_timestamp(unix_time.into());
    let text = time.ok().and_then(|time| time.format(&Rfc3339).ok());
    text.expect("RFC 3339 can represent every 32-bit Unix time")
}
