//! `parents` of POST /api/prepare-transaction/estimate/{chain}: the transactions that created the inputs.

use super::fixture::{App, estimate, known};
use super::wallet::{Wallet, listed};
use crate::support::client::TestResponse;
use crate::support::stub::Reply;
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::{ScriptBuf, Transaction, Witness};
use serde_json::{Value, json};

/// Starts an upstream that lists the outputs of the transactions.
async fn app(incomes: &[Transaction]) -> App {
    let app = App::new().await;
    list(&app, incomes);
    app
}

/// Lets the upstream list the outputs of the transactions.
fn list(app: &App, incomes: &[Transaction]) {
    let rows: Vec<Value> = incomes.iter().flat_map(|income| listed(income, 6)).collect();
    let mut fixture = app.fixture();
    fixture.utxo = Reply::ok(json!(rows).to_string());
    fixture.estimates.extend([
        ("24", estimate("0.00002")),
        ("6", estimate("0.00005")),
        ("2", estimate("0.0001")),
    ]);
    let replies = incomes
        .iter()
        .map(|income| (income.compute_txid().to_string(), known(income)));
    fixture.transactions.extend(replies);
}

/// Requests an estimate that spends all outputs of a wallet, with `parents` as stated.
async fn estimated(app: &App, wallet: &Wallet, parents: Option<bool>) -> TestResponse {
    let mut body = json!({
        "address": wallet.address(), "publicKey": wallet.public_key(), "network": wallet.network, "type": wallet.kind,
        "to": wallet.recipient(), "amount": "max",
    });
    if let Some(parents) = parents {
        body["parents"] = parents.into();
    }
    let path = format!("prepare-transaction/estimate/{}", wallet.chain);
    app.post(&path, &body).await
}

/// Returns a transaction with a witness that pays the values.
fn with_witness(wallet: &Wallet, values: &[u64], salt: u8) -> Transaction {
    let mut income = wallet.income(values, salt);
    income.input[0].witness = Witness::from_slice(&[[salt; 71].as_slice(), &[2; 33]]);
    income
}

#[tokio::test]
async fn each_parent_is_present_once_without_its_witness_on_request() {
    for chain in ["btc", "ltc"] {
        let wallet = Wallet::new(chain, "livenet", "p2pkh");
        let incomes = [
            with_witness(&wallet, &[400_000, 500_000, 600_000], 1),
            with_witness(&wallet, &[700_000], 2),
        ];
        let app = app(&incomes).await;
        for without in [None, Some(false)] {
            let response = estimated(&app, &wallet, without).await;
            assert_eq!(response.data().get("parents"), None, "{response:?}");
        }
        let response = estimated(&app, &wallet, Some(true)).await;
        assert_eq!(response.data()["utxo"].as_array().map(Vec::len), Some(4));
        let mut parents: Vec<_> = response.data()["parents"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|parent| parent.as_str().expect("hex").to_owned())
            .collect();
        let mut expected: Vec<_> = incomes
            .map(|mut income| {
                income.input[0].witness.clear();
                serialize_hex(&income)
            })
            .into();
        parents.sort();
        expected.sort();
        assert_eq!(parents, expected, "{chain}");
    }
}

/// The signatures of the inputs commit to the values.
#[tokio::test]
async fn inputs_with_witnesses_need_no_parents() {
    let wallet = Wallet::btc();
    let app = app(&[with_witness(&wallet, &[400_000], 1)]).await;
    let response = estimated(&app, &wallet, Some(true)).await;
    assert_eq!(response.data().get("parents"), None, "{response:?}");
}

/// The txid of a transaction with a part in the extension block is the hash of the bytes without that part.
#[tokio::test]
async fn extension_block_is_no_part_of_a_parent() {
    let wallet = Wallet::new("ltc", "livenet", "p2pkh");
    let income = wallet.income(&[400_000], 1);
    let plain = serialize_hex(&income);
    let (version, rest) = plain.split_at(8);
    let (body, locktime) = rest.split_at(rest.len() - 8);
    let extension = "01".repeat(700);
    let extended = format!("{version}0008{body}{extension}{locktime}");
    let app = app(std::slice::from_ref(&income)).await;
    let known = Reply::ok(json!({ "txid": "not read", "hex": extended }).to_string());
    let txid = income.compute_txid().to_string();
    app.fixture().transactions.insert(txid, known);
    let response = estimated(&app, &wallet, Some(true)).await;
    assert_eq!(response.data()["parents"], json!([plain]));
}

/// Three parents of 900 kB each.
#[tokio::test]
async fn parents_that_are_too_long_together_are_an_error() {
    let wallet = Wallet::new("btc", "livenet", "p2pkh");
    let incomes: Vec<_> = (1..=3)
        .map(|salt| {
            let mut income = wallet.income(&[1_000_000], salt);
            income.input[0].script_sig = ScriptBuf::from_bytes(vec![salt; 900_000]);
            income
        })
        .collect();
    let app = App::with_long_responses().await;
    list(&app, &incomes);
    let response = estimated(&app, &wallet, Some(true)).await;
    response.assert_error(400, "invalid_request", Some("parents"));
    assert!(estimated(&app, &wallet, None).await.data()["amounts"].is_object());
    list(&app, &incomes[..2]);
    let response = estimated(&app, &wallet, Some(true)).await;
    let parents = response.data()["parents"].as_array().expect("a list");
    assert_eq!(parents.len(), 2);
    for parent in parents {
        let parent: Transaction = deserialize_hex(parent.as_str().expect("hex")).expect("a transaction");
        assert!(incomes[..2].contains(&parent));
    }
}
