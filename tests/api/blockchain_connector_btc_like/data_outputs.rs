//! Outputs that carry data, and sequence numbers of single inputs.

use super::fixture::App;
use super::wallet::Wallet;
use bitcoin::Transaction;
use bitcoin::consensus::encode::deserialize_hex;
use serde_json::{Value, json};

const GET_HASH: &str = "transaction/get-hash";

/// Returns a payment on a chain with the outputs, from two outputs of 10 000 000 each.
fn body(wallet: &Wallet, outputs: &Value) -> Value {
    let mut body = wallet.payment(&[&wallet.income(&[10_000_000, 10_000_000], 1)], 0, 100_000);
    let fields = body.as_object_mut().expect("an object");
    fields.remove("to");
    fields.remove("amount");
    body["outputs"] = outputs.clone();
    body
}

/// Signs a payment and returns the transaction.
async fn signed(app: &App, wallet: &Wallet, mut body: Value) -> Transaction {
    let hashes = app.post(&format!("{GET_HASH}/btc"), &body).await.data()["hashes"].clone();
    body["signatures"] = wallet.sign(&hashes);
    let attached = app.post("transaction/attach-signature/btc", &body).await;
    deserialize_hex(attached.data()["txdata"].as_str().expect("a string")).expect("a transaction")
}

#[tokio::test]
async fn data_outputs_are_in_the_transaction_and_in_parse() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let outputs = json!([
        { "data": "0x6D656d6F" },
        { "to": wallet.recipient(), "amount": "50000" },
        { "script": "6a5d0614c0a2331441", "amount": "0", "to": "" },
        { "data": "05", "amount": "546", "to": null },
    ]);
    let transaction = signed(&app, &wallet, body(&wallet, &outputs)).await;
    let found = transaction.output.iter();
    let found: Vec<_> = found
        .map(|it| (it.script_pubkey.to_hex_string(), it.value.to_sat()))
        .collect();
    let recipient = found[1].0.clone();
    let change = 20_000_000 - 50_000 - 546 - 100_000;
    assert_eq!(
        found,
        [
            ("6a046d656d6f".to_owned(), 0),
            (recipient, 50_000),
            ("6a5d0614c0a2331441".to_owned(), 0),
            ("6a0105".to_owned(), 546),
            (found[4].0.clone(), change),
        ]
    );
    let txdata = bitcoin::consensus::encode::serialize_hex(&transaction);
    let parsed = app.post("transaction/parse/btc", &json!({ "txdata": txdata })).await;
    let parsed = parsed.data()["outputs"].as_array().expect("a list").clone();
    let parsed: Vec<_> = parsed
        .iter()
        .map(|output| (&output["to"], output.get("data")))
        .collect();
    let empty = json!("");
    assert_eq!(parsed[0], (&empty, Some(&json!("6d656d6f"))));
    assert_eq!(parsed[1], (&json!(wallet.recipient()), None));
    assert_eq!(parsed[2], (&empty, None));
    assert_eq!(parsed[3], (&empty, Some(&json!("05"))));
}

#[tokio::test]
async fn size_contains_the_data() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let size = async |outputs: Value| {
        let size = app.post("prepare-transaction/size/btc", &body(&wallet, &outputs)).await;
        size.data()["size"].as_u64().expect("a number")
    };
    let payment = json!({ "to": wallet.recipient(), "amount": "50000" });
    let before = size(json!([payment])).await;
    // 8 bytes of value, 1 of the script's length, and the script.
    assert_eq!(
        size(json!([payment, { "data": "ab".repeat(20) }])).await,
        before + 9 + 22
    );
    assert_eq!(size(json!([{ "script": "6a" }, payment])).await, before + 9 + 1);
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "a table")]
async fn invalid_data_outputs_are_rejected() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let payment = json!({ "to": wallet.recipient(), "amount": "50000" });
    for (output, code, field) in [
        (json!({}), "invalid_request", "outputs[1].to"),
        (json!({ "amount": "5000" }), "invalid_request", "outputs[1].to"),
        (
            json!({ "to": "", "amount": "5000" }),
            "invalid_address",
            "outputs[1].to",
        ),
        (
            json!({ "to": wallet.recipient() }),
            "invalid_request",
            "outputs[1].amount",
        ),
        (
            json!({ "to": wallet.recipient(), "amount": "0" }),
            "amount_below_dust",
            "outputs[1].amount",
        ),
        (
            json!({ "to": wallet.recipient(), "data": "00" }),
            "invalid_request",
            "outputs[1].to",
        ),
        (
            json!({ "to": wallet.recipient(), "amount": "5000", "script": "6a" }),
            "invalid_request",
            "outputs[1].to",
        ),
        (json!({ "to": 5, "data": "00" }), "invalid_request", "outputs[1].to"),
        (
            json!({ "data": "00", "script": "6a0100" }),
            "invalid_request",
            "outputs[1].script",
        ),
        (json!({ "data": "" }), "invalid_request", "outputs[1].data"),
        (json!({ "data": "0x" }), "invalid_request", "outputs[1].data"),
        (json!({ "data": "abc" }), "invalid_request", "outputs[1].data"),
        (json!({ "data": "memo" }), "invalid_request", "outputs[1].data"),
        (json!({ "data": 5 }), "invalid_request", "outputs[1].data"),
        (json!({ "data": ["00"] }), "invalid_request", "outputs[1].data"),
        (json!({ "script": "" }), "invalid_request", "outputs[1].script"),
        (json!({ "script": "6a0" }), "invalid_request", "outputs[1].script"),
        (json!({ "script": "00" }), "invalid_request", "outputs[1].script"),
        (json!({ "script": "6a02ff" }), "invalid_request", "outputs[1].script"),
        (json!({ "script": "6aac" }), "invalid_request", "outputs[1].script"),
        (
            json!({ "script": "76a914751e76e8199196d454941c45d1b3a323f1433bd688ac" }),
            "invalid_request",
            "outputs[1].script",
        ),
        (
            json!({ "data": "00", "amount": "547" }),
            "invalid_amount",
            "outputs[1].amount",
        ),
        (
            json!({ "data": "00", "amount": "-1" }),
            "invalid_amount",
            "outputs[1].amount",
        ),
        (
            json!({ "data": "00", "amount": 0 }),
            "invalid_request",
            "outputs[1].amount",
        ),
        (json!({ "data": "ab".repeat(99_995) }), "invalid_request", "outputs"),
        // Within the limit of data, but the transaction is above 100 000 vbytes.
        (json!({ "data": "ab".repeat(99_900) }), "invalid_request", "outputs"),
    ] {
        let body = body(&wallet, &json!([payment, output]));
        for path in ["transaction/get-hash/btc", "prepare-transaction/size/btc"] {
            app.post(path, &body).await.assert_error(400, code, Some(field));
        }
    }
    assert_eq!(app.requests(), []);
}

#[tokio::test]
async fn number_and_length_of_data_are_those_of_the_chain() {
    let app = App::new().await;
    for (chain, kind, longest, several) in [
        ("ltc", "p2wpkh", 80, false),
        ("bch", "p2pkh", 220, true),
        ("doge", "p2pkh", 80, false),
    ] {
        let wallet = Wallet::new(chain, "livenet", kind);
        let post = async |outputs: Value| {
            let mut body = body(&wallet, &outputs);
            // Above the relay minimum of doge.
            body["fee"] = "1000000".into();
            app.post(&format!("{GET_HASH}/{chain}"), &body).await
        };
        let data = |length: usize| json!({ "data": "ab".repeat(length) });
        assert_eq!(post(json!([data(longest)])).await.status, 200, "{chain}");
        let response = post(json!([data(longest + 1)])).await;
        response.assert_error(400, "invalid_request", Some("outputs"));
        let response = post(json!([data(20), data(20)])).await;
        if several {
            assert_eq!(response.status, 200, "{chain}");
        } else {
            response.assert_error(400, "invalid_request", Some("outputs"));
        }
    }
}

#[tokio::test]
async fn inputs_have_their_sequence_numbers() {
    let app = App::new().await;
    let wallet = Wallet::btc();
    let outputs = json!([{ "to": wallet.recipient(), "amount": "50000" }]);
    let mut body = body(&wallet, &outputs);
    body["utxo"][1]["sequence"] = u32::MAX.into();
    for (sequence, locktime, expected) in [
        (Value::Null, 0, [0xffff_fffd, u32::MAX]),
        (json!(7), 0, [7, u32::MAX]),
        (json!(0xffff_fffe_u32), 850_000, [0xffff_fffe, u32::MAX]),
    ] {
        body["sequence"] = sequence;
        body["locktime"] = locktime.into();
        let transaction = signed(&app, &wallet, body.clone()).await;
        let found: Vec<u32> = transaction.input.iter().map(|input| input.sequence.0).collect();
        assert_eq!(found, expected);
        assert_eq!(transaction.lock_time.to_consensus_u32(), locktime);
    }
    // Without an enforcing input, the lock time has no effect.
    body["utxo"][0]["sequence"] = u32::MAX.into();
    body["sequence"] = Value::Null;
    let response = app.post(&format!("{GET_HASH}/btc"), &body).await;
    response.assert_error(400, "invalid_request", Some("sequence"));
}
