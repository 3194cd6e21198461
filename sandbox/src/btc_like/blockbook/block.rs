//! Blocks: GET /api/v2/block-index/{height}, GET /api/v2/block/{block} with the transactions, and GET
//! /api/v2/rawblock/{block} with the bytes of the block; `block` is a height or a hash.

use super::address::paged;
use super::view::{Detail, put, shown_transaction};
use super::{BlockbookError, run_blocking};
use crate::btc_like::ledger::{Block, Ledger};
use crate::btc_like::node::Node;
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::{BlockHash, Transaction, consensus};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns the hash of a block of the sandbox, except at the height by which clients recognise the testnet: there the
/// hash is the hash of the testnet's own block.
pub async fn index(State(node): State<Arc<Node>>, Path(height): Path<String>) -> Result<Json<Value>, BlockbookError> {
    let not_found = || BlockbookError::public("Block not found");
    let height: u32 = height.parse().map_err(|_| not_found())?;
    let (checkpoint, hash) = node.rules().checkpoint;
    if height == checkpoint {
        let block_hash = hash.to_owned();
        return Ok(Json(json!({ "blockHash": block_hash })));
    }
    let index = usize::try_from(height).map_err(|_| not_found())?;
    let found = node.read(|ledger| {
        let block = ledger.blocks().get(index);
        block.map(|block| block.header.block_hash().to_string())
    });
    let block_hash = found.ok_or_else(not_found)?;
    Ok(Json(json!({ "blockHash": block_hash })))
}

#[derive(Deserialize)]
pub struct PageParameters {
    page: Option<usize>,
}

/// Returns the header of a block and a page of the transactions. A page beyond the last page is the last page.
pub async fn get(
    State(node): State<Arc<Node>>,
    Path(id): Path<String>,
    Query(PageParameters { page }): Query<PageParameters>,
) -> Result<Json<Value>, BlockbookError> {
    run_blocking(node, move |node| {
        node.read(|ledger| {
            let (height, block) = find(ledger, &id)?;
            let entries: Vec<_> = block.txids.iter().filter_map(|txid| ledger.entry(*txid)).collect();
            let mut shown = header(ledger, height, block);
            shown["txCount"] = entries.len().into();
            let page = paged(entries, page, None, &mut shown);
            let light = |entry| shown_transaction(node.rules(), ledger, entry, Detail::Light);
            shown["txs"] = page.into_iter().map(light).collect();
            Ok(shown)
        })
    })
    .await
}

fn header(ledger: &Ledger, height: u32, block: &Block) -> Value {
    let header = &block.header;
    let hash_at = |height: Option<u32>| {
        let block = ledger.blocks().get(usize::try_from(height?).ok()?)?;
        Some(block.header.block_hash().to_string())
    };
    let mut shown = json!({
        "hash": header.block_hash().to_string(),
        "height": height,
        "confirmations": ledger.confirmations(Some(height)),
        "size": assembled(ledger, block).total_size(),
        "time": header.time,
        "version": header.version.to_consensus(),
        "merkleRoot": header.merkle_root.to_string(),
        "nonce": header.nonce.to_string(),
        "bits": format!("{:08x}", header.bits.to_consensus()),
        "difficulty": header.difficulty_float().to_string(),
    });
    put(&mut shown, "previousBlockHash", hash_at(height.checked_sub(1)));
    put(&mut shown, "nextBlockHash", hash_at(height.checked_add(1)));
    shown
}

/// Returns the block in network serialisation, the header of 80 bytes first.
pub async fn raw(State(node): State<Arc<Node>>, Path(id): Path<String>) -> Result<Json<Value>, BlockbookError> {
    run_blocking(node, move |node| {
        node.read(|ledger| {
            let (_, block) = find(ledger, &id)?;
            Ok(json!({ "hex": consensus::encode::serialize_hex(&assembled(ledger, block)) }))
        })
    })
    .await
}

/// Finds a block by height or hash.
fn find<'a>(ledger: &'a Ledger, id: &str) -> Result<(u32, &'a Block), BlockbookError> {
    let not_found = || BlockbookError::public("Block not found");
    let blocks = ledger.blocks();
    let index = match id.parse::<BlockHash>() {
        Ok(hash) => blocks.iter().rposition(|block| block.header.block_hash() == hash),
        Err(_) => id.parse().ok(),
    };
    let index = index.ok_or_else(not_found)?;
    let block = blocks.get(index).ok_or_else(not_found)?;
    Ok((u32::try_from(index).map_err(|_| not_found())?, block))
}

fn assembled(ledger: &Ledger, block: &Block) -> bitcoin::Block {
    let entries = block.txids.iter().filter_map(|txid| ledger.entry(*txid));
    let txdata: Vec<Transaction> = entries.map(|entry| entry.transaction.clone()).collect();
    bitcoin::Block {
        header: block.header,
        txdata,
    }
}
