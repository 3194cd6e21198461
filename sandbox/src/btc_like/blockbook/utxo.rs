//! GET /api/v2/utxo/{address}: the unspent outputs of an address or an extended public key, newest first.

use super::view::{self, put};
use super::xpub::{AccountKey, Derived, derive};
use super::{BlockbookError, run_blocking};
use crate::btc_like::ledger::Ledger;
use crate::btc_like::node::Node;
use crate::btc_like::rules::Rules;
use axum::Json;
use axum::extract::{Path, Query, State};
use bitcoin::{Script, ScriptBuf};
use serde::Deserialize;
use serde_json::{Value, json};
use std::cmp::Reverse;
use std::sync::Arc;

#[derive(Deserialize)]
pub struct Parameters {
    confirmed: Option<String>,
    gap: Option<u32>,
}

pub async fn get(
    State(node): State<Arc<Node>>,
    Path(address): Path<String>,
    Query(parameters): Query<Parameters>,
) -> Result<Json<Vec<Value>>, BlockbookError> {
    let confirmed = match parameters.confirmed.as_deref() {
        None | Some("") => false,
        Some(text) => text
            .parse()
            .map_err(|_| BlockbookError::public("Parameter 'confirmed' cannot be converted to boolean"))?,
    };
    let rules = node.rules();
    let owner = match AccountKey::parse(rules, &address) {
        Some(key) => Owner::Key(key, parameters.gap),
        // An invalid key is reported as an invalid address.
        None => Owner::Address(view::parse_address(rules, &address)?),
    };
    run_blocking(node, move |node| {
        Ok(node.read(|ledger| owner.outputs(rules, ledger, confirmed)))
    })
    .await
}

/// The owner of outputs.
enum Owner {
    Address(ScriptBuf),
    /// A key with a gap limit.
    Key(AccountKey, Option<u32>),
}

impl Owner {
    fn outputs(&self, rules: &Rules, ledger: &Ledger, confirmed: bool) -> Vec<Value> {
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
fn owned(rules: &Rules, ledger: &Ledger, derived: &Derived, confirmed: bool) -> Vec<(Order, Value)> {
    let outputs = unspent(rules, ledger, &derived.script, confirmed).into_iter();
    let named = |mut utxo: Value| {
        put(&mut utxo, "address", rules.address.encode(&derived.script));
        utxo["path"] = derived.path.as_str().into();
        utxo
    };
    outputs.map(|(order, utxo)| (order, named(utxo))).collect()
}

/// The order of outputs: latest first.
type Order = Reverse<(u32, u64, u32)>;

/// Returns the unspent outputs of a script.
fn unspent(rules: &Rules, ledger: &Ledger, script: &Script, confirmed: bool) -> Vec<(Order, Value)> {
    let outpoints = ledger.script(script).into_iter().flat_map(|history| &history.unspent);
    let found = outpoints.filter_map(|outpoint| {
        let coin = ledger.coin(*outpoint)?;
        let sequence = ledger.entry(outpoint.txid)?.sequence;
        let confirmations = ledger.confirmations(coin.height);
        let mut utxo = json!({
            "txid": outpoint.txid.to_string(),
            "vout": outpoint.vout,
            "value": coin.output.value.to_sat().to_string(),
            "confirmations": confirmations,
        });
        put(&mut utxo, "height", coin.height);
        // Present only while the output is immature.
        let immature = coin.coinbase && confirmations < rules.coinbase_maturity;
        put(&mut utxo, "coinbase", immature.then_some(true));
        let order = Reverse((coin.height.unwrap_or(u32::MAX), sequence, outpoint.vout));
        (coin.height.is_some() || !confirmed).then_some((order, utxo))
    });
    found.collect()
}
