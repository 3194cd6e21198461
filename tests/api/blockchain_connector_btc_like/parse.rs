//! POST /api/transaction/parse/{chain}

use super::fixture::App;
use super::wallet::{Wallet, utxo_of};
use bitcoin::consensus::encode::{deserialize_hex, serialize_hex};
use bitcoin::{ScriptBuf, Transaction, Witness};
use serde_json::{Value, json};

/// Returns a signed payment with change.
async fn signed(app: &App, wallet: &Wallet) -> String {
    let body = wallet.payment(&[&wallet.income(&[100_000_000], 1)], 50_000_000, 1_000_000);
    wallet.signed(&app.client(), &body).await.txdata
}

#[tokio::test]
async fn unsigned_and_signed_payments_are_parsed() {
    let app = App::new().await;
    for (chain, network, kind) in [
        ("btc", "livenet", "p2wpkh"),
        ("btc", "testnet", "p2pkh"),
        ("ltc", "livenet", "p2wpkh"),
        ("bch", "testnet", "p2pkh"),
        ("doge", "livenet", "p2pkh"),
    ] {
        let wallet = Wallet::new(chain, network, kind);
        let txdata = signed(&app, &wallet).await;
        let mut transaction: Transaction = deserialize_hex(&txdata).expect("a transaction");
        let spent = utxo_of(&wallet.income(&[100_000_000], 1));
        let scripts = [0, 1].map(|place| transaction.output[place].script_pubkey.to_hex_string());
        let mut expected = json!({
            "txid": transaction.compute_txid().to_string(),
            "signed": true,
            "from": wallet.address(),
            "to": wallet.recipient(),
            "amount": "50000000",
            "inputs": [{ "txid": spent[0]["txid"], "vout": 0, "from": wallet.address() }],
            "outputs": [
                { "to": wallet.recipient(), "amount": "50000000", "script": scripts[0] },
                { "to": wallet.address(), "amount": "49000000", "script": scripts[1] },
            ],
            "size": transaction.vsize(),
            "lockTime": 0,
        });
        let path = format!("transaction/parse/{chain}");
        let response = app.post(&path, &json!({ "txdata": txdata, "network": network })).await;
        assert_eq!(response.data(), &expected);

        transaction.input[0].script_sig = ScriptBuf::new();
        transaction.input[0].witness = Witness::new();
        let unsigned = serialize_hex(&transaction);
        expected.as_object_mut().expect("an object").remove("txid");
        expected["signed"] = false.into();
        expected["from"] = "".into();
        expected["inputs"][0]["from"] = "".into();
        expected["size"] = transaction.vsize().into();
        for name in ["txdata", "unsignedMessage"] {
            let response = app
                .post(&path, &json!({ name: format!("0x{unsigned}"), "network": network }))
                .await;
            assert_eq!(response.data(), &expected);
        }
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn net_of_own_addresses_counts_stated_outputs() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let txdata = signed(&app, &wallet).await;
    let spent = &utxo_of(&wallet.income(&[100_000_000], 1))[0];
    let input = |owner: Value| json!({ "txid": spent["txid"], "vout": 0, "value": "100000000", "address": owner });
    let unrelated = json!({ "txid": "11".repeat(32), "vout": 3, "value": "7" });
    let (address, paid) = (wallet.address(), wallet.recipient());
    let (own, recipient) = (&*address, &*paid);
    for (utxo, addresses, expected) in [
        (vec![input(json!(own))], vec![own], json!("-51000000")),
        (
            vec![unrelated.clone(), input(json!(own))],
            vec![recipient],
            json!("50000000"),
        ),
        (vec![input(json!(own))], vec![own, recipient, own], json!("-1000000")),
        // The stated owner counts, not the key in the witness.
        (vec![input(json!(recipient))], vec![own], json!("49000000")),
        (vec![input(Value::Null)], vec![own], json!("49000000")),
        (vec![unrelated], vec![own], Value::Null),
    ] {
        let body = json!({ "txdata": txdata, "utxo": utxo, "addresses": addresses });
        let response = app.post("transaction/parse/btc", &body).await;
        let net = response.data()["net"].clone();
        assert_eq!(net["amount"], expected, "{body}");
        assert!(net.is_null() || net["decimals"] == 8);
    }
}

#[tokio::test]
async fn invalid_stated_outputs_are_rejected() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let txdata = signed(&app, &wallet).await;
    let spent = &utxo_of(&wallet.income(&[100_000_000], 1))[0];
    let input = |owner: Value| json!({ "txid": spent["txid"], "vout": 0, "value": "100000000", "address": owner });
    let address = wallet.address();
    let own = &*address;
    let output = || input(json!(own));
    let low = json!({ "txid": spent["txid"], "vout": 0, "value": "98999999", "address": own });
    for (utxo, addresses, code, field) in [
        (json!([output()]), Value::Null, "invalid_request", "addresses"),
        (Value::Null, json!([own]), "invalid_request", "utxo"),
        (json!([]), json!([own]), "invalid_request", "utxo"),
        (json!([output()]), json!([]), "invalid_request", "addresses"),
        (json!([output(), output()]), json!([own]), "invalid_request", "utxo[1]"),
        (
            json!([output()]),
            json!(["nonsense"]),
            "invalid_address",
            "addresses[0]",
        ),
        (
            json!([input(json!("1nvalid"))]),
            json!([own]),
            "invalid_address",
            "utxo[0].address",
        ),
        (
            json!([with(output(), "value", "-1")]),
            json!([own]),
            "invalid_amount",
            "utxo[0].value",
        ),
        (
            json!([with(output(), "txid", "11")]),
            json!([own]),
            "invalid_request",
            "utxo[0].txid",
        ),
        (json!([low]), json!([own]), "invalid_amount", "utxo"),
    ] {
        let body = json!({ "txdata": txdata, "utxo": utxo, "addresses": addresses });
        let response = app.post("transaction/parse/btc", &body).await;
        response.assert_error(400, code, Some(field));
    }
}

fn with(mut output: Value, name: &str, text: &str) -> Value {
    output[name] = text.into();
    output
}

#[tokio::test]
async fn output_without_address_is_shown_by_its_script() {
    let app = App::new().await;
    let txdata = signed(&app, &Wallet::btc()).await;
    let mut transaction: Transaction = deserialize_hex(&txdata).expect("a transaction");
    transaction.output[0].script_pubkey = ScriptBuf::from_hex("6a0568656c6c6f").expect("a script");
    let response = app
        .post(
            "transaction/parse/btc",
            &json!({ "txdata": serialize_hex(&transaction) }),
        )
        .await;
    assert_eq!(response.data()["to"], "");
    assert_eq!(response.data()["outputs"][0]["script"], "6a0568656c6c6f");
}

#[tokio::test]
async fn invalid_transaction_is_rejected_by_field() {
    let app = App::new().await;
    let txdata = signed(&app, &Wallet::btc()).await;
    let rich = txdata.replacen("80f0fa0200000000", "ffffffffffffff7f", 1);
    assert_ne!(rich, txdata);
    for (body, code, field) in [
        (json!({}), "invalid_request", "txdata"),
        (
            json!({ "txdata": null, "unsignedMessage": null }),
            "invalid_request",
            "txdata",
        ),
        (json!({ "txdata": 7 }), "invalid_request", "txdata"),
        (
            json!({ "txdata": txdata, "unsignedMessage": txdata }),
            "invalid_request",
            "unsignedMessage",
        ),
        (json!({ "unsignedMessage": [] }), "invalid_request", "unsignedMessage"),
        (
            json!({ "txdata": txdata, "network": "mainnet" }),
            "invalid_request",
            "network",
        ),
        (json!({ "txdata": "" }), "invalid_transaction", "txdata"),
        (json!({ "txdata": "nonsense" }), "invalid_transaction", "txdata"),
        (
            json!({ "unsignedMessage": "00" }),
            "invalid_transaction",
            "unsignedMessage",
        ),
        (json!({ "txdata": txdata[2..] }), "invalid_transaction", "txdata"),
        (
            json!({ "txdata": format!("{txdata}00") }),
            "invalid_transaction",
            "txdata",
        ),
        (json!({ "txdata": rich }), "invalid_transaction", "txdata"),
        (
            json!({ "txdata": "01000000000000000000" }),
            "invalid_transaction",
            "txdata",
        ),
    ] {
        let response = app.post("transaction/parse/btc", &body).await;
        response.assert_error(400, code, Some(field));
    }
    let response = app.post("transaction/parse/doge", &json!({ "txdata": txdata })).await;
    response.assert_error(400, "invalid_transaction", Some("txdata"));
    assert_eq!(app.requests(), []);
}
