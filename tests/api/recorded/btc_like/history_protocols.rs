//! GET /address-info-btc-like/v1/api/{chain}: recorded transactions of btc over Esplora and over Electrum.

use super::data::{Complete, Recorded, complete};
use super::differences::Differences;
use super::electrum::{Electrum, TIP};
use super::esplora::Esplora;
use super::histories::{check_row, views};
use super::send::with_parents;
use crate::address_info_btc_like::service_within;
use crate::support::client::{TestResponse, call, request};
use crate::support::esplora::{Dialect, EsploraState, block_hash};
use crate::support::stub::Reply;
use crate::support::tokens;
use address_info_btc_like::NAME;
use axum::Router;
use axum::http::Method;
use bitcoin::address::NetworkUnchecked;
use bitcoin::consensus::encode::serialize;
use bitcoin::{Address, Network, Transaction, TxOut};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::time::Duration;
use wallet_upstream::client::Limits;

/// Returns the service with this upstream of btc.
pub fn service(upstream: &str) -> Router {
    service_within(Limits::default(), Duration::from_secs(25), |name| {
        name.starts_with("WALLET_CLOUD_UPSTREAM_BTC_")
            .then(|| upstream.to_owned())
    })
}

/// Sends `GET /address-info-btc-like/v1/api/{path}`.
pub async fn get(router: &Router, path: &str) -> TestResponse {
    let path = format!("/{NAME}/v1/api/{path}");
    call(router, request(Method::GET, &path, &tokens::token(&["read"]), None)).await
}

/// Returns an output in the format of Esplora.
fn output(address: &str, script: &str, value: u64) -> Value {
    let kind = if script.starts_with("6a") {
        "op_return"
    } else {
        "unknown"
    };
    let mut output =
        json!({ "scriptpubkey": script, "scriptpubkey_asm": "", "scriptpubkey_type": kind, "value": value });
    if !address.is_empty() {
        output["scriptpubkey_address"] = address.into();
    }
    output
}

/// Returns the script of an address, as derived by the bitcoin crate.
fn script(address: &str) -> String {
    let address: Address<NetworkUnchecked> = address.parse().expect("an address of btc");
    address.assume_checked().script_pubkey().to_hex_string()
}

/// Returns the transaction in the format of Esplora.
fn row(transaction: &Complete<'_>) -> Value {
    let decoded = transaction.recorded.decode().expect("a transaction");
    let inputs = transaction.inputs.iter().zip(&decoded.input).map(|(input, raw)| {
        let witness: Vec<_> = raw.witness.iter().map(hex::encode).collect();
        json!({ "txid": raw.previous_output.txid.to_string(), "vout": raw.previous_output.vout,
            "prevout": output(input.address, &script(input.address), input.value), "is_coinbase": false,
            "scriptsig": raw.script_sig.to_hex_string(), "scriptsig_asm": "", "witness": witness,
            "sequence": raw.sequence.0 })
    });
    let outputs = transaction.outputs.iter().zip(&decoded.output);
    let outputs = outputs.map(|(party, raw)| output(party.address, &raw.script_pubkey.to_hex_string(), party.value));
    json!({
        "txid": transaction.recorded.txid, "version": decoded.version.0, "locktime": decoded.lock_time.to_consensus_u32(),
        "vin": inputs.collect::<Vec<_>>(), "vout": outputs.collect::<Vec<_>>(),
        "size": serialize(&decoded).len(), "weight": decoded.weight().to_wu(), "fee": transaction.fee,
        "status": { "confirmed": true, "block_height": transaction.height,
            "block_hash": block_hash(transaction.height), "block_time": transaction.time },
    })
}

/// Returns the sums of an address. What it sends it had received before.
fn stats(address: &str, (sent, received): (u64, u64)) -> Value {
    let sums = |funded: u64, spent: u64, count: u32| {
        json!({ "funded_txo_count": count, "funded_txo_sum": funded, "spent_txo_count": count, "spent_txo_sum": spent,
            "tx_count": count })
    };
    json!({ "address": address, "chain_stats": sums(sent + received, sent, 1), "mempool_stats": sums(0, 0, 0) })
}

#[tokio::test]
async fn rows_over_esplora_are_the_recorded_transactions() {
    let mut differences = Differences::default();
    let of_btc = complete().filter(|transaction| transaction.recorded.chain == "btc");
    for transaction in of_btc {
        for address in views(&transaction) {
            let mut state = EsploraState::new(Dialect::Plain, address);
            state.tip = transaction.height + 10;
            state.transactions = vec![row(&transaction)];
            let values = transaction.sent_and_received(address);
            let sums = stats(address, values);
            state
                .overrides
                .insert(format!("address/{address}"), Reply::ok(sums.to_string()));
            let server = Esplora::serve(state).await;
            let router = service(&server.upstream());
            let path = format!("btc?address={address}&network={}", transaction.recorded.network);
            let response = get(&router, &path).await;
            let place = format!("{path}: {}", response.text);
            differences.compare(&place, response.status.as_u16(), 200);
            let shown = &response.json["data"]["transactions"][0];
            check_row(&transaction, address, values, shown, &mut differences);
        }
    }
    differences.assert_none();
}

/// Returns the output that an input spends.
fn spent<'a>(transaction: &Transaction, parents: &'a HashMap<String, Transaction>, input: usize) -> &'a TxOut {
    let outpoint = transaction.input[input].previous_output;
    &parents[&outpoint.txid.to_string()].output[usize::try_from(outpoint.vout).expect("small")]
}

/// Compares the row of a transaction with the bytes of the transaction and of the parents.
fn check_decoded(
    recorded: &Recorded,
    parents: &[&Recorded],
    address: &str,
    data: &Value,
    differences: &mut Differences,
) {
    let transaction = recorded.decode().expect("a transaction");
    let known = parents
        .iter()
        .map(|parent| (parent.txid.clone(), parent.decode().expect("a transaction")));
    let known: HashMap<_, _> = known.collect();
    let spent: Vec<_> = (0..transaction.input.len())
        .map(|input| spent(&transaction, &known, input))
        .collect();
    let sum = |outputs: &mut dyn Iterator<Item = &TxOut>| outputs.map(|output| output.value.to_sat()).sum::<u64>();
    let fee = sum(&mut spent.iter().copied()) - sum(&mut transaction.output.iter());
    let rows = data["transactions"].as_array().into_iter().flatten();
    let shown = rows
        .filter(|row| row["txid"] == recorded.txid.as_str())
        .collect::<Vec<_>>();
    let place = format!("{} for {address}", recorded.txid);
    differences.compare(&place, shown.len(), 1);
    let row = shown.first().copied().unwrap_or(&Value::Null);
    let found = json!([row["block"], row["date"], row["status"], row["fee"]["amount"]]);
    let block = recorded.height.expect("a block").to_string();
    differences.compare(
        &place,
        found,
        json!([block, recorded.time, "confirmed", fee.to_string()]),
    );
    let owner = |output: &&TxOut| Address::from_script(&output.script_pubkey, Network::Bitcoin).ok();
    let owners: Vec<_> = spent
        .iter()
        .map(|output| owner(output).map_or_else(String::new, |own| own.to_string()))
        .collect();
    let is_own = |output: &&TxOut| owner(output).is_some_and(|own| own.to_string() == address);
    let received = sum(&mut transaction.output.iter().filter(is_own));
    let paid = sum(&mut spent.iter().copied().filter(is_own));
    let net = received.cast_signed() - paid.cast_signed();
    differences.compare(&place, &row["net"]["amount"], net.to_string());
    let own = owners.iter().find(|own| *own == address);
    let from = own.unwrap_or(&owners[0]);
    differences.compare(&place, &row["from"], from);
}

/// The server returns the bytes of all transactions, so that addresses, values and fees are those that the service
/// decodes.
#[tokio::test]
async fn rows_over_electrum_are_the_recorded_transactions() {
    let server = Electrum::start("").await;
    let router = service(&server.upstream);
    let mut differences = Differences::default();
    let btc = with_parents()
        .into_iter()
        .filter(|(recorded, _)| recorded.chain == "btc" && recorded.network == "livenet");
    let mut checked = 0;
    for (recorded, parents) in btc.filter(|(recorded, _)| recorded.height.is_some_and(|height| height < TIP)) {
        let script = &recorded.decode().expect("a transaction").output[0].script_pubkey;
        let Ok(address) = Address::from_script(script, Network::Bitcoin) else {
            continue;
        };
        let response = get(&router, &format!("btc?address={address}&limit=100")).await;
        let place = format!("{address}: {}", response.text);
        differences.compare(&place, response.status.as_u16(), 200);
        check_decoded(
            recorded,
            &parents,
            &address.to_string(),
            &response.json["data"],
            &mut differences,
        );
        checked += 1;
    }
    assert!(checked >= 40, "{checked}");
    differences.assert_none();
}
