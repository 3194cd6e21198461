//! The responses of a Blockbook about an extended key of a testnet, as recorded in Blockbook's tests.

use super::scripted::App;
use crate::support::stub::Reply;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Recorded {
    xpub: String,
    balance: String,
    /// Address, path, number of transactions and balance, of all derived addresses with a gap of 5.
    addresses: Vec<(String, String, u32, String)>,
    transactions: Vec<Value>,
    utxo: Vec<Value>,
    taproot: Taproot,
}

#[derive(Deserialize)]
struct Taproot {
    descriptor: String,
    /// Address and path, with a gap of 2.
    addresses: Vec<(String, String)>,
}

fn recorded() -> Recorded {
    serde_json::from_str(include_str!("recorded.json")).expect("the recorded responses")
}

/// Returns the branch and index at the end of a path.
fn end(path: &str) -> String {
    let parts: Vec<_> = path.rsplitn(3, '/').collect();
    format!("{}/{}", parts[1], parts[0])
}

#[tokio::test]
async fn recorded_key_has_its_addresses_outputs_and_transactions() {
    let recorded = recorded();
    let app = App::new().await;
    let used = recorded.addresses.iter().filter(|address| address.2 > 0);
    let tokens = used.map(|(name, path, transfers, balance)| {
        json!({ "type": "XPUBAddress", "standard": "XPUBAddress", "name": name, "path": path, "transfers": transfers,
            "decimals": 8, "balance": balance })
    });
    let response = json!({ "page": 1, "totalPages": 1, "itemsOnPage": 51, "address": recorded.xpub,
        "balance": recorded.balance, "unconfirmedBalance": "0", "unconfirmedTxs": 0, "txs": 2, "addrTxCount": 3,
        "transactions": recorded.transactions, "usedTokens": 2, "tokens": tokens.collect::<Vec<_>>() });
    app.script(Reply::ok(response.to_string()), &json!(recorded.utxo));
    let body = json!({ "xpub": recorded.xpub, "network": "testnet", "gap": 5 });
    let response = app.post("btc", &body).await;
    let data = response.data();

    let shown = data["addresses"].as_array().expect("a list");
    let shown: Vec<_> = shown
        .iter()
        .map(|row| {
            let text = |name: &str| row[name].as_str().expect("a text").to_owned();
            (
                text("address"),
                text("path"),
                row["used"] == true,
                row["balance"]["amount"].clone(),
            )
        })
        .collect();
    let expected = recorded
        .addresses
        .iter()
        .map(|(address, path, transfers, balance)| (address.clone(), end(path), *transfers > 0, json!(balance)));
    assert_eq!(shown, expected.collect::<Vec<_>>());
    assert_eq!(data["balances"][0]["balance"]["amount"], recorded.balance);
    let nets = data["transactions"].as_array().expect("a list").iter();
    let nets: Vec<_> = nets.filter_map(|row| row["net"]["amount"].as_str()).collect();
    // The second transaction spends 1 of the key and pays the key the whole balance; the first transaction had paid
    // that 1.
    assert_eq!(nets, ["118641975499", "1"]);
    let sum: i64 = nets.iter().map(|net| net.parse::<i64>().expect("a number")).sum();
    assert_eq!(sum.to_string(), recorded.balance, "the history is complete");
    assert_eq!(data["source"]["partial"], Value::Null);
    let utxo = &data["utxo"][0];
    for field in ["txid", "vout", "value", "address", "confirmations"] {
        assert_eq!(utxo[field], recorded.utxo[0][field], "{field}");
    }
    assert_eq!(data["utxo"].as_array().map(Vec::len), Some(1));
    assert_eq!(utxo["path"], "1/3");
    assert_eq!(data["next"]["change"], recorded.addresses[6 + 4].0);
}

#[tokio::test]
async fn recorded_taproot_descriptor_has_its_addresses() {
    let Taproot { descriptor, addresses } = recorded().taproot;
    let app = App::new().await;
    let body = json!({ "xpub": descriptor, "network": "testnet", "gap": 3 });
    let response = app.post("btc", &body).await;
    let shown = response.data()["addresses"].as_array().expect("a list");
    let shown: Vec<_> = shown
        .iter()
        .map(|row| (row["address"].clone(), row["path"].clone()))
        .collect();
    let expected: Vec<_> = addresses
        .iter()
        .map(|(address, path)| (json!(address), json!(path)))
        .collect();
    assert_eq!(shown, expected);
}
