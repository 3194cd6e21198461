//! GET /api/v2/utxo/{address}: the unspent outputs of an address or an extended public key, newest first.

use super::view::{self, is_false};
use super::xpub::{AccountKey, Derived, derive};
use super::{Blockbook, BlockbookError};
use crate::btc_like::ledger::Ledger;
use crate::btc_like::rules::Rules;
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::{Script, ScriptBuf};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

#[derive(Deserialize)]
pub struct Parameters {
    confirmed: Option<String>,
    gap: Option<u32>,
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
    /// The address of an extended key that has the output, and its path.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
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
    let rules = blockbook.node.rules();
    let owner = match AccountKey::parse(rules, &address) {
        Some(key) => Owner::Key(key, parameters.gap),
        // An invalid key is reported as an invalid address.
        None => Owner::Address(view::parse_address(rules, &address)?),
    };
    let list = blockbook
        .run_blocking(move |blockbook| Ok(blockbook.node.read(|ledger| owner.outputs(rules, ledger, confirmed))))
        .await?;
    Ok(Json(list))
}

/// The owner of outputs.
enum Owner {
    Address(ScriptBuf),
    /// A key with its gap.
    Key(AccountKey, Option<u32>),
}

impl Owner {
    fn outputs(&self, rules: &Rules, ledger: &Ledger, confirmed: bool) -> Vec<Utxo> {
        let mut found = match self {
            Self::Address(script) => unspent(rules, ledger, script, confirmed),
            Self::Key(key, gap) => {
                let derived = derive(ledger, key, *gap);
                let outputs = derived
                    .iter()
                    .flat_map(|derived| owned(rules, ledger, derived, confirmed));
                outputs.collect()
            }
        };
        found.sort_by_key(|(order, _)| *order);
        found.into_iter().map(|(_, utxo)| utxo).collect()
    }
}

/// Returns the outputs of an address of a key, which name it.
fn owned(rules: &Rules, ledger: &Ledger, derived: &Derived, confirmed: bool) -> Vec<(Order, Utxo)> {
    let outputs = unspent(rules, ledger, &derived.script, confirmed).into_iter();
    let named = |utxo| Utxo {
        address: rules.address.encode(&derived.script),
        path: Some(derived.path.clone()),
        ..utxo
    };
    outputs.map(|(order, utxo)| (order, named(utxo))).collect()
}

/// The order of outputs: latest first.
type Order = Reverse<(u32, u64, u32)>;

/// Returns the unspent outputs of a script.
fn unspent(rules: &Rules, ledger: &Ledger, script: &Script, confirmed: bool) -> Vec<(Order, Utxo)> {
    let outpoints = ledger.script(script).into_iter().flat_map(|history| &history.unspent);
    let found = outpoints.filter_map(|outpoint| {
        let coin = ledger.coin(*outpoint)?;
        let sequence = ledger.entry(outpoint.txid)?.sequence;
        let confirmations = ledger.confirmations(coin.height);
        let utxo = Utxo {
            txid: outpoint.txid.to_string(),
            vout: outpoint.vout,
            value: coin.output.value.to_sat().to_string(),
            height: coin.height,
            confirmations,
            coinbase: coin.coinbase && confirmations < rules.coinbase_maturity,
            address: None,
            path: None,
        };
        let order = Reverse((coin.height.unwrap_or(u32::MAX), sequence, outpoint.vout));
        (coin.height.is_some() || !confirmed).then_some((order, utxo))
    });
    found.collect()
}
