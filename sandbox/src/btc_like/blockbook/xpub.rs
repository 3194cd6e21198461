//! GET /api/v2/xpub/{key}: balance, addresses and history of an extended public key.

use super::address::{self, Parameters, View};
use super::key_address::KeyAddress;
use super::{Blockbook, BlockbookError};
use crate::btc_like::extended_key::AccountKey;
use crate::btc_like::ledger::Ledger;
use crate::btc_like::rules::{DECIMALS, Rules};
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::ScriptBuf;
use serde::Deserialize;

/// The default and maximum number of unused addresses after the last used one.
const DEFAULT_GAP: u32 = 20;
const MAX_GAP: u32 = 10_000;

/// The parameters besides those of the list of transactions.
#[derive(Deserialize)]
pub struct KeyParameters {
    gap: Option<u32>,
    tokens: Option<String>,
}

/// An address of a key.
pub struct Derived {
    /// The output script.
    pub script: ScriptBuf,
    /// The path as Blockbook shows it.
    pub path: String,
}

pub async fn get(
    State(blockbook): State<Blockbook>,
    Path(key): Path<String>,
    Query(page): Query<Parameters>,
    Query(parameters): Query<KeyParameters>,
) -> Result<Json<View>, BlockbookError> {
    let key = AccountKey::parse(blockbook.node.rules(), &key)
        .ok_or_else(|| BlockbookError::internal("not an extended key of this chain"))?;
    let view = blockbook
        .run_blocking(move |blockbook| Ok(lookup(blockbook, &key, &page, &parameters)))
        .await?;
    Ok(Json(view))
}

fn lookup(blockbook: &Blockbook, key: &AccountKey, page: &Parameters, parameters: &KeyParameters) -> View {
    let rules = blockbook.node.rules();
    blockbook.node.read(|ledger| {
        let derived = derive(ledger, key, parameters.gap);
        let scripts = derived.iter().map(|derived| derived.script.clone()).collect();
        let tokens = tokens(rules, ledger, &derived, parameters.tokens.as_deref());
        address::view(rules, ledger, &scripts, page).with_tokens(tokens)
    })
}

/// Derives the addresses of both branches as Blockbook does: up to the gap after the last one with a transaction in a
/// block, and of the second branch at least as many as up to the last used one of the first branch.
pub fn derive(ledger: &Ledger, key: &AccountKey, gap: Option<u32>) -> Vec<Derived> {
    let gap = gap.filter(|gap| *gap > 0).unwrap_or(DEFAULT_GAP).min(MAX_GAP) + 1;
    let mut all = Vec::new();
    let mut minimum = 0;
    for number in 0..2 {
        let Some(branch) = key.branch(number) else { continue };
        let (mut index, mut last_used) = (0, 0);
        while index < (last_used + gap).max(minimum) {
            let Some(script) = branch.script(index) else { break };
            if transfers(ledger, &script) > 0 {
                last_used = index;
            }
            let path = key.path(number, index);
            all.push(Derived { script, path });
            index += 1;
        }
        minimum = last_used;
    }
    all
}

/// Returns the number of transactions of a script in blocks.
fn transfers(ledger: &Ledger, script: &ScriptBuf) -> usize {
    let txids = ledger.script(script).into_iter().flat_map(|history| &history.txids);
    let entries = txids.filter_map(|txid| ledger.entry(*txid));
    entries.filter(|entry| entry.height.is_some()).count()
}

fn tokens(rules: &Rules, ledger: &Ledger, derived: &[Derived], option: Option<&str>) -> Vec<KeyAddress> {
    let token = |derived: &Derived| KeyAddress {
        r#type: "XPUBAddress",
        name: rules.address.encode(&derived.script).unwrap_or_default(),
        path: derived.path.clone(),
        transfers: transfers(ledger, &derived.script),
        decimals: DECIMALS,
    };
    let is_shown = |token: &KeyAddress| option == Some("derived") || token.transfers > 0;
    derived.iter().map(token).filter(is_shown).collect()
}
