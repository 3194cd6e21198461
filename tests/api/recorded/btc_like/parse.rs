//! POST /api/transaction/parse/{chain}

use super::data::{Recorded, transactions};
use super::differences::Differences;
use crate::blockchain_connector_btc_like::App;
use bitcoin::script::PushBytes;
use bitcoin::{Script, TxIn};
use serde_json::{Value, json};

/// Returns true if the key of the spent output is in the input, as for p2pkh, p2wpkh and p2sh-p2wpkh.
fn has_key(input: &TxIn) -> bool {
    let pushes: Vec<_> = input.script_sig.instructions().filter_map(Result::ok).collect();
    let lengths: Vec<_> = pushes
        .iter()
        .map(|push| push.push_bytes().map_or(0, PushBytes::len))
        .collect();
    match (lengths.as_slice(), input.witness.len()) {
        // A signature and a key.
        ([_, 33 | 65], 0) => true,
        ([], 2) => input.witness.nth(1).is_some_and(|key| key.len() == 33),
        ([22], 2) => pushes[0]
            .push_bytes()
            .is_some_and(|bytes| Script::from_bytes(bytes.as_bytes()).is_p2wpkh()),
        _ => false,
    }
}

fn check_outputs(recorded: &Recorded, parsed: &Value, differences: &mut Differences) {
    let Some(outputs) = &recorded.outputs else {
        return;
    };
    let place = format!("{} of {}", recorded.txid, recorded.source);
    let shown = parsed["outputs"].as_array().expect("a list");
    differences.compare(&place, shown.len(), outputs.len());
    for (output, (address, value)) in shown.iter().zip(outputs) {
        differences.compare(&place, &output["amount"], value.to_string());
        if let Some(address) = address {
            differences.compare(&place, &output["to"], address.as_str());
        }
    }
}

fn check_inputs(recorded: &Recorded, parsed: &Value, differences: &mut Differences) {
    let (Some(inputs), Some(transaction)) = (&recorded.inputs, recorded.decode()) else {
        return;
    };
    let place = format!("{} of {}", recorded.txid, recorded.source);
    let shown = parsed["inputs"].as_array().expect("a list");
    differences.compare(&place, shown.len(), inputs.len());
    for ((input, (address, _)), raw) in shown.iter().zip(inputs).zip(&transaction.input) {
        let spent = raw.previous_output;
        let found = json!([input["txid"], input["vout"]]);
        differences.compare(&place, found, json!([spent.txid.to_string(), spent.vout]));
        let from = input["from"].as_str().expect("a string");
        let is_stated = has_key(raw) && !address.is_empty();
        if is_stated || !from.is_empty() {
            differences.compare(&place, from, address.as_str());
        }
    }
}

#[tokio::test]
async fn recorded_transactions_are_parsed() {
    let app = App::new().await;
    let mut differences = Differences::default();
    for recorded in transactions() {
        let path = format!("transaction/parse/{}", recorded.chain);
        let body = json!({ "txdata": recorded.hex, "network": recorded.network });
        let response = app.post(&path, &body).await;
        let parsed = &response.json["data"];
        let place = format!(
            "{} {} of {}: {}",
            recorded.chain, recorded.txid, recorded.source, response.text
        );
        differences.compare(&place, &parsed["txid"], recorded.txid.as_str());
        if response.status == 200 {
            if let Some(vsize) = recorded.vsize {
                differences.compare(&recorded.txid, &parsed["size"], vsize);
            }
            check_outputs(recorded, parsed, &mut differences);
            check_inputs(recorded, parsed, &mut differences);
        }
    }
    assert_eq!(app.requests(), []);
    differences.assert_none();
}
